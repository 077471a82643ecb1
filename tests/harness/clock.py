"""Common parts of the tests of deadlines: campaigns with a time control, and the notices to their readers."""

from __future__ import annotations

from typing import Any

from service.usecases.play import playing
from service.values.records import Due, Post
from service.values.time_control import HOUR, TimeControl
from tests.harness.posts import sentences
from tests.harness.service import ServiceHarness, by

FIXED = TimeControl("fixed", 48)
BANK = TimeControl("bank", bank=72, increment=12, cap=96)


def ring(b: ServiceHarness, pace: TimeControl, seed: bytes = b"ring", **modes: str) -> int:
    """Three seats, each asked at once which marker it keeps: to keep none is a pass.

    A tournament has sealed chance.
    """
    return b.found("markers", "ring", seed=b"" if pace.tournament else seed, modes=modes, pace=pace)


def ordering(b: ServiceHarness, pace: TimeControl, seed: bytes = b"ring", **modes: str) -> int:
    """A ring in which a is to give an order, which knows no pass."""
    campaign = ring(b, pace, seed, **modes)
    answers: list[Any] = [[], "yes"]
    for answer in answers:
        for seat in "abc":
            b.service.do(by(seat), campaign, playing.submit, seat, answer)
    return campaign


def later(b: ServiceHarness, hours: float) -> int:
    """Time goes on with the umpire up, and the clock ticks at the end; gives when it wants to tick next."""
    end = b.clock.now + round(hours * HOUR)
    with b.store.transaction():
        b.context.clocks.beat(end, None)
    b.clock.now = end
    return tick(b)


def tick(b: ServiceHarness) -> int:
    """Tick until all is done that is due; gives when the clock wants to tick next."""
    for _ in range(50):
        if (at := b.service.tick()) > b.clock.now + 1:
            return at
    raise AssertionError("the clock never comes to an end")


def down(b: ServiceHarness, seconds: int) -> None:
    """The umpire is down for so long; then it ticks."""
    tick(b)
    b.clock.now += seconds
    tick(b)


def told(b: ServiceHarness, campaign: int, audience: str, *whats: str) -> list[str]:
    """The service's own notices to an audience, of these sorts, as sentences."""
    return sentences(posts(b, campaign, audience), *whats)


def posts(b: ServiceHarness, campaign: int, audience: str) -> list[Post]:
    return b.service.posts(campaign, [audience], 0, 10_000)


def due(b: ServiceHarness, campaign: int, seat: str) -> Due:
    (found,) = [d for d in b.service.due(campaign) if d.seat == seat]
    return found


def left(b: ServiceHarness, campaign: int, seat: str) -> float | None:
    """In how many hours a seat is due; None if it is not."""
    at = due(b, campaign, seat).due
    return None if at is None else (at - b.clock.now) / HOUR


def asked(b: ServiceHarness, campaign: int) -> list[tuple[str, str]]:
    return [(a.seat, a.rule) for a in b.service.asked(campaign)]


def answers(b: ServiceHarness, campaign: int, by: str = "clock") -> list[tuple[str, str]]:
    """Seat and rule of what was answered by the clock."""
    return [(e["seat"], e["rule"]) for e in b.service.log(campaign) if e["t"] == "answer" and e["by"] == by]
