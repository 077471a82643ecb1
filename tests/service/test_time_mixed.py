"""Whatever is done in whatever order, there is one clock for each seat that must decide, and it is right."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from adjudicator.core import Refusal
from adjudicator.core.log.chance import Rng, sampler
from service.unit_of_work.clocks import WINDOW
from service.usecases.agreeing import ending, undo
from service.usecases.play import queries
from service.usecases.seats import founding
from service.usecases.time import deadlines, leaving
from service.usecases.time.absence import DAY
from service.values.time_control import HOUR, TimeControl
from tests.harness.clock import BANK, FIXED, later, ring, tick
from tests.harness.service import ServiceHarness, by

PACES = (
    FIXED,
    BANK,
    TimeControl("fixed", 10, window=5, expiry="pass", quiet="22-7", zone="Europe/Berlin"),
    TimeControl("bank", bank=20, increment=5, cap=30, window=8, expiry="claim", tournament=True),
    TimeControl("fixed", 30, expiry="referee", quiet="12-14"),
)


def act(b: ServiceHarness, campaign: int, rng: Rng, step: int) -> None:
    """One of the things that people do, at random; some of them are refused."""
    service, now, seat = b.service, b.clock.now, "abc"[rng.below(3)]
    referee, hours = by("judge"), 1 + rng.below(30)
    points = service.look(campaign, undo.points)
    deeds: dict[str, Any] = {
        "step": lambda: b.step(campaign, step),
        "step again": lambda: b.step(campaign, step),
        "clock": lambda: later(b, hours),
        "crawl": lambda: later(b, hours / 7),
        "outage": lambda: _fail(b, hours),
        "hold": lambda: service.do(referee, campaign, ending.hold_by_referee, "a doubt"),
        "release": lambda: service.release(referee, campaign),
        "extend": lambda: service.do(referee, campaign, deadlines.extend, seat, hours, "why"),
        "away": lambda: service.set_absence(by(seat), now + hours * HOUR, now + hours * HOUR + DAY),
        "back": lambda: service.end_absence(by(seat), b.service.absences(seat)[-1].since),
        "take back": lambda: service.do(by(seat), campaign, undo.take_back, seat),
        "undo": lambda: service.do(
            referee, campaign, undo.by_referee, points[rng.below(len(points))].to, rng.below(2), "why"
        ),
        "leave": lambda: service.do(by(seat), campaign, leaving.leave, seat),
        "join": lambda: service.do(by(seat), campaign, founding.join, seat, seat),
        "claim": lambda: service.do(by(seat), campaign, deadlines.claim, "abc"[rng.below(3)], "clock"),
        "pace": lambda: service.do(referee, campaign, deadlines.set_pace, PACES[rng.below(len(PACES))]),
    }
    with suppress(Refusal, IndexError, ValueError):
        deeds[list(deeds)[rng.below(len(deeds))]]()


def _fail(b: ServiceHarness, hours: int) -> None:
    b.clock.now += hours * HOUR
    tick(b)


def check(b: ServiceHarness, campaign: int) -> None:
    """The clocks fit those who are asked; none is past that could have been rung."""
    asked = b.service.asked(campaign)
    clocks = {clock.seat: clock for clock in b.context.clocks.clocks(campaign)}
    held, members = b.service.status(campaign).campaign.held, b.service.status(campaign).members
    assert not held.startswith("error ")
    assert clocks.keys() == {WINDOW if a.optional else a.seat for a in asked}
    for a in asked:
        clock = clocks[WINDOW if a.optional else a.seat]
        assert (clock.rule, clock.entry) == (a.rule, a.entry)
        stands = bool(held) or (not a.optional and a.seat not in members)
        assert (clock.due is None) == stands
        assert (clock.wake is None) == (stands or bool(clock.lapsed))
    for found in b.service.due(campaign):
        assert found.bank is None or 0 <= found.bank <= 96 * HOUR


@pytest.mark.parametrize("seed", range(6))
def test_clocks_follow_whatever_is_done(b: ServiceHarness, seed: int) -> None:
    rng = sampler(seed)
    campaign = ring(b, PACES[seed % 5], bytes([seed]), default="ask")
    for step in range(120):
        act(b, campaign, rng, step)
        check(b, campaign)
        later(b, 0)
        check(b, campaign)
        late = [c for c in b.context.clocks.clocks(campaign) if c.wake is not None and c.wake <= b.clock.now]
        assert late == [], "after a tick nothing is left to be done"
    assert b.service.look(campaign, queries.verdict).errors == []
