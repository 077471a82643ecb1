"""§6.51 §7.17 §8.25 §8.26 Sentence by sentence: interceptors, the loss of levels at sea, joining a battle."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world.board import CHARTS
from adjudicator.ancient_world.rules.r06_reach import able
from adjudicator.ancient_world.rules.r07_landing import _wear
from adjudicator.ancient_world.rules.r08_attack import helpers
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.world import DISORGANIZED, DISRUPTED, USELESS, World
from adjudicator.core import Table

from .helpers import act, empty, heard, last, order, put, table, told

PLAIN = "4705"


def battle(near: dict[str, str], far: dict[str, str] | None = None) -> World:
    """Mago attacks Scipio on the plain; `near` of Rome and `far` of Carthage say who stands where."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["mago"])
    put(w, "rome", PLAIN, {"romani_foot": 20}, ["scipio"])
    for side, places in (("rome", near), ("carthage", far or {})):
        for leader, place in places.items():
            put(w, side, place, {"romani_foot" if side == "rome" else "libya_foot": 20}, [leader])
    begin_battle(w, "attack", PLAIN, [f"carthage@{PLAIN}"], [f"rome@{PLAIN}"], "mago")
    return w


def asked(w: World, *dice: int) -> Table:
    w.agenda = ["coordinate"]
    return table(w, dice)


@pytest.mark.parametrize(
    ("place", "joins"), [("4706", True), ("4708", True), ("4709", False), ("4809", False)]
)
def test_who_is_three_hexes_away_may_join(place: str, joins: bool) -> None:
    """§8.25 §8.26 "Within three hexes": not from four."""
    assert ("sempronius" in helpers(battle({"sempronius": place}), "rome")) == joins


def test_one_army_of_a_side_joins() -> None:
    """§8.25 However many could: after one has tried nobody else of its side is asked."""
    t = asked(battle({"sempronius": "4706", "paullus": "4806"}), 0)
    order(t, "Sempronius", "rome")
    assert last(t, "coordinates")["how"] == "succeeds"
    assert len(told(t, "coordinates")) == 1 and "8.25" not in {c.rule for c in t.pending.values()}
    assert t.world.forces["rome@4806"].leaders == ["paullus"]


@pytest.mark.parametrize(
    ("rome", "carthage", "first"),
    [("4706", "4904", "rome"), ("4807", "4805", "carthage"), ("4806", "4805", "rome")],
)
def test_the_nearer_is_asked_first_and_of_equals_the_defender(rome: str, carthage: str, first: str) -> None:
    """§8.25 By the distance of the army that would join, in hexes."""
    t = asked(battle({"sempronius": rome}, {"maharbal": carthage}))
    assert list(t.pending) == [first]


@pytest.mark.parametrize(("die", "how"), [(3, "succeeds"), (4, "fails")])
def test_a_die_up_to_half_the_ratings_less_the_distance_joins(die: int, how: str) -> None:
    """§8.26 Scipio 6 and Sempronius 5: half of 11 is 5, two hexes away 3; a higher die fails."""
    t = asked(battle({"sempronius": "4807"}), die, 0, 0)
    number, way = helpers(t.world, "rome")["sempronius"]
    assert (number, len(way)) == (3, 2)
    order(t, "Sempronius", "rome")
    assert last(t, "coordinates")["how"] == how
    assert ("helper_defender" in t.world.forces) == (how == "succeeds")


@pytest.mark.parametrize("terrain", ["mountain", "marsh", "flat"])
def test_no_mountain_nor_marsh_lies_between(terrain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """§8.26 Between the two leaders; their own hexes may be such."""
    w = battle({"sempronius": "4904"})
    monkeypatch.setattr(
        "adjudicator.ancient_world.rules.r08_attack.terrain",
        lambda place: terrain if place != PLAIN else "mountain",
    )
    assert ("sempronius" in helpers(w, "rome")) == (terrain == "flat")


def test_who_joins_pays_attrition_and_fights() -> None:
    """§8.26 The army moves into the hex, checks its losses, and is a part of its side."""
    t = asked(battle({"sempronius": "4807"}), 0, 9)
    order(t, "Sempronius", "rome")
    assert last(t, "stopped")["way"] == ["4807", "4706", PLAIN]  # read off the chart: no loss for 6 halves
    b = t.world.battle
    assert b is not None and b.defenders == [f"rome@{PLAIN}", "helper_defender"]
    assert t.world.forces["helper_defender"].place == PLAIN


def test_levels_at_sea_stay_between_four_and_minus_four() -> None:
    """§7.17 What one side loses the other gains, neither beyond the ends of the scale."""
    w = empty("sicily")
    with heard() as events:
        for level, change, rome, carthage in (
            (2, -1, 1, -1),
            (-3, -2, -4, 4),
            (-4, -1, -4, 4),
            (4, 1, 4, -4),
        ):
            w.naval["tyrrhenum"] = {"rome": level, "carthage": -level}
            _wear(w, "rome", "tyrrhenum", change)
            assert w.naval["tyrrhenum"] == {"rome": rome, "carthage": carthage}
    assert [event.values["level"] for event in events] == [1, -4, -4, 4]


@pytest.mark.parametrize(
    ("units", "status", "may"),
    [
        ({"romani_foot": 10}, 0, True),
        ({"romani_foot": 10}, DISRUPTED, True),
        ({"romani_foot": 10}, DISORGANIZED, False),
        ({"romani_foot": 10}, USELESS, False),
        ({}, 0, False),
        ({"romani_engine": 1}, 0, False),
    ],
)
def test_who_commands_fit_units_may_intercept(units: dict[str, int], status: int, may: bool) -> None:
    """§6.51 §9.28 With an army that is not disorganized or useless; a leader alone, or engines, do not."""
    w = empty()
    put(w, "rome", PLAIN, units, ["scipio"], status=status)
    assert able(w, "rome", ["scipio"]) == (["scipio"] if may else [])


def test_a_bad_voyage_costs_a_level_in_its_worst_zone() -> None:
    """§7.17 By the row of the chart that the voyage is read at."""
    w = empty("sicily")
    put(w, "rome", "6015i", {"romani_foot": 20}, ["caudex"])
    w.control["rhegium"] = "rome"
    w.naval["fretum"] = {"rome": -3, "carthage": 3}
    t = table(act(w, "caudex"), [0, 0, 9, 3, 3])
    order(t, "sail 5716")
    row = CHARTS.transport(last(t, "transport")["total"])
    assert row.level < 0
    assert t.world.naval["fretum"] == {"rome": -3 + row.level, "carthage": 3 - row.level}
