"""Time betrays nothing: windows and expiries in two worlds; and games that the clock plays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.usecases.play import playing, queries
from service.usecases.time import deadlines
from service.values.time_control import TimeControl
from tests.core.scripted import GAME
from tests.harness.cases import some
from tests.harness.clock import FIXED, answers, asked, due, later, left, ordering, told
from tests.harness.service import ServiceHarness, by, service_harness
from tests.harness.two_worlds import two_worlds

from .test_secrecy import known_to
from .test_two_worlds import reveals

# -- windows -----------------------------------------------------------------------------------------


def raid(b: ServiceHarness, pace: TimeControl = FIXED) -> int:
    """a raids b; b and c may react."""
    campaign = ordering(b, pace, raid="ask")
    b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "raid", "answer": "b"})
    assert asked(b, campaign) == [("b", "4.1"), ("c", "4.1")]
    return campaign


def test_a_window_closes_at_its_own_time(b: ServiceHarness) -> None:
    campaign = raid(b)
    assert [(d.optional, left(b, campaign, d.seat)) for d in b.service.due(campaign)] == [(True, 24)] * 2
    later(b, 23.5)
    assert [len(told(b, campaign, f"seat/{seat}", "reminder")) for seat in "abc"] == [0, 1, 1]
    assert told(b, campaign, "channel", "reminder") == [], "nobody else is hurried by it"
    assert told(b, campaign, "seat/b", "reminder")[0].startswith("you may react until 2023-11-15 22:13 (UTC)")
    later(b, 0.5)
    assert answers(b, campaign) == [("b", "4.1"), ("c", "4.1")]
    assert b.service.look(campaign, queries.verdict).errors == []


def test_only_who_has_not_answered_is_reminded_of_a_window(b: ServiceHarness) -> None:
    campaign = raid(b)
    b.service.do(by("b"), campaign, playing.submit, "b", {"pick": "pass"})
    later(b, 18)
    assert [len(told(b, campaign, f"seat/{seat}", "reminder")) for seat in "bc"] == [0, 1]


def test_the_time_of_a_window_is_nobody_s_own(b: ServiceHarness) -> None:
    """It runs from no bank, and the referee gives more of it to all at once."""
    campaign = raid(b, TimeControl("bank", bank=72, increment=12, cap=96))
    assert due(b, campaign, "b").bank is None
    b.service.do(by("judge"), campaign, deadlines.extend, "c", 10, "")
    assert [left(b, campaign, seat) for seat in "bc"] == [34, 34]


def window_story(path: Path, books: Mapping[str, list[str]], viewer: str | None) -> list[bytes]:
    """Return the viewer's knowledge hour by hour while a window is open, and after it."""
    with service_harness(path, {"markers": GAME}) as b:
        campaign = ordering(b, FIXED, raid="ask", die="ask")
        for seat, lines in books.items():
            b.service.do(by(seat), campaign, playing.set_standing, seat, lines)
        b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "raid", "answer": "b"})
        known = []
        for _ in range(30):
            ticks = later(b, 1) - b.clock.now
            times = msgspec.to_builtins([b.service.due(campaign), b.service.status(campaign).away])
            known.append(known_to(b, campaign, viewer) + msgspec.json.encode([times, ticks]))
        return known


ACTING = {"b": ["on raid do treachery"], "c": ["on raid do treachery", "on die do luck"]}
IDLE = {"b": ["on raid when by=c do treachery"], "c": ["on die when by=b do luck"]}


@pytest.mark.parametrize("viewer", ["a", None])
def test_until_a_window_closes_nobody_sees_that_an_order_stands(tmp_path: Path, viewer: str | None) -> None:
    without, acting, idle = (
        window_story(tmp_path / f"{i}.sqlite", books, viewer) for i, books in enumerate(({}, ACTING, IDLE))
    )
    assert without == idle
    assert without[:23] == acting[:23]
    assert without[23:] != acting[23:], "what it does all see, when the time is up"


# -- whole games --------------------------------------------------------------------------------------

SCENARIOS = {"julius_caesar": ("war", 10), "belisarius": ("advance", 150)}
"""The scenario, and the number of answers before those in which the clock takes part."""


def clocked(b: ServiceHarness, game: str, pace: TimeControl, rounds: int, *, restarted: bool) -> list[Any]:
    """A game in which two decisions of three lapse; what all can read of it in the end.

    Where the referee is called, the seat is late and answers. `restarted`: by another process each time.
    """
    scenario, before = SCENARIOS[game]
    campaign = b.found(game, scenario, seed=b"clocked", modes={"default": "ask"}, pace=pace)
    b.play(campaign, before)
    for step in range(rounds):
        if restarted:
            now = b.clock.now
            b.store.close()
            b = ServiceHarness(b.path)
            b.clock.now = now
        if step % 3 == 0 or [d for d in b.service.due(campaign) if d.lapsed]:
            b.step(campaign, step)
        later(b, 20)
        assert b.service.status(campaign).campaign.held == ""
    assert b.service.look(campaign, queries.verdict).errors == []
    heads = [entry["head"] for entry in b.service.log(campaign)]
    said = [
        msgspec.to_builtins(post) for post in b.service.posts(campaign, ["channel", "referee"], 0, 100_000)
    ]
    found = [answers(b, campaign), heads, said]
    b.store.close()
    return found


@pytest.mark.parametrize("game", some(SCENARIOS, "julius_caesar"))
def test_a_game_that_the_clock_plays_goes_on_through_restarts(game: str, tmp_path: Path) -> None:
    pace = TimeControl("fixed", 12, window=6, expiry="pass", quiet="23-6", zone="Asia/Tokyo")
    one, other = (
        clocked(ServiceHarness(tmp_path / f"{name}.sqlite"), game, pace, 40, restarted=name == "other")
        for name in ("one", "other")
    )
    assert one == other
    assert len(one[0]) > 10


def seen_alike(
    worlds: tuple[ServiceHarness, ServiceHarness], campaign: int, viewer: str | None, hours: float
) -> bool:
    """Some hours later a viewer knows the same in both; whether that could be compared."""
    n, known = worlds[0].service.status(campaign).campaign.n, []
    for world in worlds:
        later(world, hours)
        known.append((known_to(world, campaign, viewer), world.service.due(campaign)))
    if reveals(worlds[0], campaign, n - 1):
        return False
    assert known[0] == known[1]
    return True


def test_the_clock_tells_the_public_the_same_in_two_worlds(b: ServiceHarness, tmp_path: Path) -> None:
    """Julius Caesar: whatever is hidden, the same seats are due, reminded, passed for or called late."""
    campaign = b.found("julius_caesar", "war", seed=b"worlds", pace=TimeControl("fixed", 12))
    alike = 0
    for step in range(49):
        b.step(campaign, step)
        if step % 12:
            continue
        for viewer in (None, "caesar"):
            with two_worlds(b, campaign, viewer, tmp_path, step) as worlds:
                alike += all(seen_alike(worlds, campaign, viewer, hours) for hours in (0, 7, 5))
    assert alike > 5
