"""Each invariant of self-play finds the fault that it is there for: `hold` asserts them after each answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator.ancient_world.board import CITIES
from adjudicator.ancient_world.world import Battle, Lock, Operation, Siege, World
from adjudicator.core import Event, Table
from tests.kit.play_styles import Step

from . import invariants
from .helpers import act, empty, put, table

PLAIN = "4705"


def step(t: Table, *events: Event, answer: object = None) -> Step:
    """An answer after which a world stands as it is."""
    return Step(t, "rome", "5.3", answer, events, 1)


def _besieged(foot: int, leaders: list[str]) -> World:
    w = empty()
    put(w, "carthage", CITIES["neapolis"].hex, {"libya_foot": foot}, leaders)
    w.control["neapolis"], w.sieges["neapolis"] = "rome", Siege("carthage", 3)
    return w


def _homeless() -> World:
    w = empty()
    w.control.pop("roma", None)
    return w


def _strayed() -> World:
    w = empty("sicily")
    put(w, "rome", "6118", {"mamertini_foot": 1})
    return w


def _locked_away() -> World:
    w = empty("pyrrhus_in_italy")
    put(w, "epirus", PLAIN, {"samnium_foot": 3})
    w.locks["samnium"] = Lock(PLAIN, "epirus", {"lucania_foot": 3}, [])
    return w


def _lone_engine() -> World:
    w = empty()
    put(w, "rome", PLAIN, {"romani_engine": 1})
    put(w, "carthage", PLAIN, {"libya_foot": 1})
    return w


def _both() -> World:
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 1}, ["mago"])
    w.stand_ins["mago"] = "maharbal"
    return w


def _unbooked() -> World:
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 9}, ["mago"])
    put(w, "rome", PLAIN, {"romani_foot": 9}, ["scipio"])
    b = Battle("attack", PLAIN, "carthage", "rome", [f"carthage@{PLAIN}"], [f"rome@{PLAIN}"], "mago")
    b.before = {"carthage": 10, "rome": 9}
    w.battle, w.agenda = b, ["toll"]
    return w


FAULTS: tuple[tuple[Callable[[World], None], World], ...] = (
    (invariants.sieges_have_besiegers, _besieged(5, ["mago"])),
    (invariants.sieges_have_besiegers, _besieged(6, [])),
    (invariants.homes_have_owners, _homeless()),
    (invariants.the_bound_stay, _strayed()),
    (invariants.the_bound_stay, _locked_away()),
    (invariants.engines_are_not_left_alone, _lone_engine()),
    (invariants.stand_ins_are_gone, _both()),
    (invariants.losses_are_booked, _unbooked()),
)


@pytest.mark.parametrize(("held", "w"), FAULTS, ids=[f"{n}-{f.__name__}" for n, (f, _) in enumerate(FAULTS)])
def test_a_fault_is_found(held: Callable[[World], None], w: World) -> None:
    """§9.23 §11.12 §12.12 §9.29 §8.62 §8.33 What each invariant of a position forbids."""
    with pytest.raises(AssertionError):
        held(w)


def test_the_beaten_who_stay_are_found() -> None:
    """§8.37 §8.51"""
    w = empty()
    put(w, "rome", PLAIN, {"romani_foot": 3}, ["scipio"])
    won = Event("victory", "8.51", {"loser": "rome", "place": PLAIN})
    with pytest.raises(AssertionError):
        invariants.beaten_are_gone(step(table(w), won))


@pytest.mark.parametrize(
    ("answer", "found"), [(None, True), ({"pick": "intercept_part", "answer": {}}, False)]
)
def test_who_is_left_behind_unasked_is_found(answer: object, found: bool) -> None:
    """§5.42 §6.55 §8.26 Not who stays because the order names others."""
    w = empty()
    put(w, "rome", PLAIN, {}, ["scipio"])
    put(w, "rome", "4706", {}, ["sempronius"])
    w.commanders["rome"] = "sempronius"
    stays = Event("stays", "6.51", {"units": {}, "leaders": ["scipio"]})
    one = step(table(w), stays, answer=answer)
    if not found:
        invariants.nobody_is_left_behind(one)
        return
    with pytest.raises(AssertionError):
        invariants.nobody_is_left_behind(one)


def test_who_vanishes_is_found() -> None:
    """§8.6 Who is off the map without a fate has not passed through the one function."""
    w = act(empty(), "mago")
    put(w, "carthage", PLAIN, {"libya_foot": 3}, ["mago", "maharbal"])
    t = table(w)
    invariants.nobody_vanishes(step(t))
    t.world.forces[f"carthage@{PLAIN}"].leaders.remove("maharbal")
    with pytest.raises(AssertionError):
        invariants.nobody_vanishes(step(t))


def test_a_voyage_to_nowhere_is_found() -> None:
    """§7.26 §7.29 A fleet that has just sailed lies where it could come ashore."""
    w = empty("sicily")
    put(w, "rome", "4514", {"romani_foot": 3}, ["caudex"], afloat=1)
    w.op = Operation("caudex")
    with pytest.raises(AssertionError):
        invariants.fleets_can_land(step(table(w), Event("transport", "7.21", {})))


def test_a_force_that_is_called_by_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """§5.43 By the overall commander, where that is with it."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 3}, ["hannibal", "mago"])
    w.commanders["carthage"] = "hannibal"
    invariants.forces_are_called_by_their_commander(w)
    monkeypatch.setattr(invariants, "named_after", lambda w, key: "mago")
    with pytest.raises(AssertionError):
        invariants.forces_are_called_by_their_commander(w)
