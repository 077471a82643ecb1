"""Limits and exceptions before, in and after a battle: each with the case just beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from adjudicator.ancient_world.board import CHARTS, HEXES, LEADERS, SIDES_OF, distance
from adjudicator.ancient_world.rules import r06_interception, r06_reach
from adjudicator.ancient_world.rules.r05_leaders import beside_commander, candidates, half_of, limit_of
from adjudicator.ancient_world.rules.r05_operations import items_of
from adjudicator.ancient_world.rules.r06_ground import barred, engines_barred, river, roads_of, terrain
from adjudicator.ancient_world.rules.r06_interception import succeeds
from adjudicator.ancient_world.rules.r06_reach import (
    Try,
    ambush_modifier,
    bank_hexes,
    controls_bank,
    may_ambush,
    range_of,
    rivers_at,
)
from adjudicator.ancient_world.rules.r08_attack import helpers
from adjudicator.ancient_world.rules.r08_avoidance import escapes, honour, tenth
from adjudicator.ancient_world.rules.r08_battle import elite_count, losses_of
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.rules.r08_outcome import forced
from adjudicator.ancient_world.world import (
    Battle,
    Catch,
    Operation,
    World,
    scenario_of,
)
from adjudicator.core import Bar

from .helpers import act, empty, heard, last, order, put, table

PLAIN = "4705"


# -- charts at their edges -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("foot", "against", "ratio"),
    [
        (1, 2, "1:2"),
        (10, 10, "1:1"),
        (14, 10, "1:1"),
        (15, 10, "3:2"),
        (19, 10, "3:2"),
        (20, 10, "2:1"),
        (100, 10, "10:1"),
    ],
)
def test_the_ratio_of_an_assault_is_rounded_for_the_city(foot: int, against: int, ratio: str) -> None:
    """§9.33 §chart/assault Reached when it is equal; below one to two there is none."""
    row = CHARTS.assault(foot, against)
    assert row is not None
    assert row.ratio == ratio
    assert CHARTS.assault(49, 100) is None


@pytest.mark.parametrize(
    ("ours", "theirs", "worth"),
    [
        (9, 1, 9),
        (89, 10, 8),
        (3, 2, 1),
        (29, 20, 0),
        (20, 20, 0),
        (19, 20, -1),
        (2, 3, -1),
        (65, 100, -2),
        (1, 2, -2),
        (1, 10, -9),
    ],
)
def test_the_ratio_of_a_battle_is_rounded_for_the_defender(ours: int, theirs: int, worth: int) -> None:
    """§8.31 §chart/odds Reached when it is equal."""
    assert CHARTS.odds(ours, theirs) == worth


@pytest.mark.parametrize(("die", "falls"), [(5, 0), (6, 1), (8, 1), (9, 2), (10, 2), (11, 3)])
def test_how_far_a_reduction_goes(die: int, falls: int) -> None:
    """§9.43 §chart/reduction"""
    assert CHARTS.reduction(die) == falls


@pytest.mark.parametrize(("die", "back"), [(1, 0), (2, 1), (4, 1), (5, 2), (7, 2), (8, 3)])
def test_how_far_a_repair_goes(die: int, back: int) -> None:
    """§9.44 §chart/repair"""
    assert CHARTS.repair(die) == back


@pytest.mark.parametrize(
    ("total", "percent", "scatter", "level"),
    [
        (-5, 75, 1, -2),
        (-4, 50, 1, -1),
        (-2, 25, 1, -1),
        (-1, 15, 1, 0),
        (0, 10, 1, 0),
        (1, 10, 0, 0),
        (3, 5, 0, 0),
        (5, 0, 0, 0),
    ],
)
def test_what_a_voyage_costs(total: int, percent: int, scatter: int, level: int) -> None:
    """§7.21 §7.17 §chart/transport"""
    row = CHARTS.transport(total)
    assert (row.percent, row.scatter, row.level) == (percent, scatter, level)


@pytest.mark.parametrize(
    ("total", "boxes"), [(2, 0), (4, 0), (5, 1), (7, 1), (8, 2), (9, 2), (10, 3), (11, 3), (12, 4)]
)
def test_what_an_ambassador_reaches(total: int, boxes: int) -> None:
    """§12.34 §chart/ambassador"""
    assert CHARTS.embassy(total).boxes == boxes


# -- operations ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "modifier", "goes_on"), [(0, 0, True), (6, 0, True), (7, 0, False), (5, 2, False), (8, -2, True)]
)
def test_who_goes_on(die: int, modifier: int, goes_on: bool) -> None:
    """§5.25 §9.72 A die of the rating or less, with the modifier of a demand; 6 for Scipio."""
    w = empty()
    put(w, "rome", PLAIN, {"romani_foot": 20}, ["scipio"])
    assert LEADERS["scipio"].campaign == 6
    w.op = Operation("scipio", check="demand", modifier=modifier)
    w.agenda = ["continuation"]
    t = table(w, [die])
    assert last(t, "continuation")["how"] == ("goes_on" if goes_on else "finished")


def test_a_marker_that_was_passed_is_spent() -> None:
    """§5.26 It does not go back into the cup."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal"])
    w.lams, w.agenda = ["hannibal", "hannibal"], ["draw"]
    t = table(w, draws=["hannibal", "hannibal"])
    order(t, "pass")
    assert t.world.lams == []


@pytest.mark.parametrize(
    ("units", "most"),
    [({"libya_foot": 21}, 10), ({"libya_foot": 20}, 10), ({"libya_foot": 19, "carthago_elephant": 1}, 10)],
)
def test_half_beside_the_overall_commander(units: dict[str, int], most: int) -> None:
    """§5.41 Rounded down (ruling AW-R13); in another place, or for the commander, all."""
    w = empty()
    put(w, "carthage", PLAIN, units, ["hannibal", "mago"])
    w.commanders["carthage"] = "hannibal"
    assert limit_of(w, "mago", PLAIN) == half_of(w, "carthage", PLAIN) == most
    assert limit_of(w, "hannibal", PLAIN) == sum(units.values())
    assert not beside_commander(w, "hannibal", PLAIN)
    w.forces[f"carthage@{PLAIN}"].leaders.remove("hannibal")
    put(w, "carthage", "4706", {"libya_foot": 1}, ["hannibal"])
    assert limit_of(w, "mago", PLAIN) == sum(units.values())


def test_who_commands_whatever_the_ratings() -> None:
    """§5.43 The overall commander, else the active leader, else whom the owner names."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal", "mago", "maharbal"])
    w.commanders["carthage"] = "hannibal"
    keys = [f"carthage@{PLAIN}"]
    assert candidates(w, keys, "mago") == ["hannibal"]
    w.forces[keys[0]].leaders.remove("hannibal")
    put(w, "carthage", "4706", {"libya_foot": 1}, ["hannibal"])
    assert candidates(w, keys, "mago") == ["mago"]
    assert sorted(candidates(w, keys)) == ["mago", "maharbal"]


@pytest.mark.parametrize(
    ("leader", "chief", "open_"), [("hannibal", "hannibal", True), ("mago", "hannibal", False)]
)
def test_only_the_overall_commander_does_some_things(leader: str, chief: str, open_: bool) -> None:
    """§5.12 Embassies and new units are theirs alone."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal", "mago"])
    put(w, "carthage", "4707i", {"libya_foot": 1})
    w.commanders["carthage"], w.control["venusia"] = chief, "carthage"
    w.alliance["apulia"] = 4
    items = items_of(act(w, leader))
    assert isinstance(items["diplomacy"], Bar) != open_
    assert isinstance(items["muster"], Bar) != open_


# -- interception --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("horse", "foot", "controls"),
    [(4, 0, True), (3, 16, False), (3, 17, True), (0, 20, True), (0, 19, False)],
)
def test_what_controls_a_bank(horse: int, foot: int, controls: bool) -> None:
    """§6.35 Four horse, or twenty of any kind."""
    units = {"numidia_horse": horse, "libya_foot": foot}
    assert controls_bank({unit: n for unit, n in units.items() if n}) == controls


def test_no_control_over_the_river_or_over_an_impassable_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """§6.35 Of all hexes on a bank those alone that an army reaches without crossing it."""
    found = {}
    for place, at in HEXES.items():
        if at.kind != "land" or not rivers_at(place):
            continue
        for to in bank_hexes(place):
            assert distance(place, to) == 1
            assert rivers_at(place) & rivers_at(to)
            assert not river(place, to)
            assert not barred(place, to)
            found[place] = to
    here, there = next(iter(found.items()))
    monkeypatch.setattr(r06_reach, "barred", lambda a, b: (a, b) == (here, there))
    assert there not in bank_hexes(here)


@pytest.mark.parametrize(("place", "far"), [("4412", 3), ("4412i", 4)])
def test_the_range_of_an_interception(place: str, far: int) -> None:
    """§6.52"""
    assert range_of(place) == far


@pytest.mark.parametrize(
    ("place", "path", "at", "may"),
    [
        ("0817", (), "4705", True),
        ("4705", (), "4705", False),
        ("0817", ("0916", "0915"), "4705", False),
        ("0817", (), "0618", False),
        ("0817", (), "4412i", False),
    ],
)
def test_where_an_ambush_is_possible(place: str, path: tuple[str, ...], at: str, may: bool) -> None:
    """§6.58 From hard or rough ground, a hex away at most, against who is not in a city or on hard ground."""
    w = empty()
    assert terrain("0817") == "rough"
    assert terrain("0618") == "mountain"
    put(w, "carthage", place, {"libya_foot": 20}, ["mago"])
    assert (may_ambush(w, "mago", Try(path, 0), at) is None) == may


def test_letters_and_three_for_an_ambush() -> None:
    """§6.58 A against E: three less four; E against A: three and four."""
    best, worst = "hannibal", next(x.id for x in LEADERS.values() if x.battle == "E")
    assert LEADERS[best].battle == "A"
    assert (ambush_modifier(best, worst), ambush_modifier(worst, best)) == (-1, 7)
    assert ambush_modifier(best, best) == 3


@pytest.mark.parametrize(("die", "won"), [(5, True), (6, True), (7, False)])
def test_a_die_of_the_rating_intercepts(die: int, won: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """§6.55 With all modifiers, the rating or less."""
    w = empty()
    put(w, "rome", PLAIN, {"romani_foot": 20}, ["scipio"])
    put(w, "carthage", "4706", {"libya_foot": 20}, ["mago"])
    c = Catch("rome", "scipio", f"rome@{PLAIN}", "carthage@4706", "4706", [], PLAIN, {"romani_foot": 20})

    async def rolled(rule: str, label: str) -> int:
        return die

    monkeypatch.setattr(r06_interception, "d10", rolled)
    with heard():
        assert asyncio.run(succeeds(w, c)) == won


# -- before the battle -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "most"),
    [({"libya_foot": 10}, 1), ({"libya_foot": 11}, 2), ({"libya_foot": 1}, 1), ({"libya_foot": 20}, 2)],
)
def test_no_more_than_a_tenth_is_lost_in_avoiding(units: dict[str, int], most: int) -> None:
    """§8.23 Rounded up (ruling AW-R50)."""
    assert tenth(units) == most


def test_what_a_way_out_costs_and_how_hard_it_is() -> None:
    """§8.23 A city of the hex or beside it is two easier, two hexes away one; into a city nothing is lost."""
    w = empty()
    put(w, "carthage", "4412", {"libya_foot": 100}, ["mago"])
    w.control["capua"] = "carthage"
    found = escapes(w, "carthage@4412", "4412", [])
    assert (found["4412i"].lines["city"], found["4412i"].loss) == (-2, 0)
    for to, one in found.items():
        if to.endswith("i"):
            assert one.loss == 0
            assert one.lines["city"] == (-2 if len(one.way) <= 1 else -1)
        else:
            assert one.loss == sum(2 if terrain(step) in ("mountain", "marsh") else 1 for step in one.way)
            assert "city" not in one.lines
            assert len(one.way) <= 2
    assert not any(one.lines.get("river") for one in found.values())
    entered = {one.way[0] for one in found.values() if one.way}
    shut = escapes(w, "carthage@4412", "4412", [min(entered)])
    assert min(entered) not in {one.way[0] for one in shut.values() if one.way}


@pytest.mark.parametrize(
    ("leader", "office", "more"),
    [("scipio", "consul", 4), ("fabius", "dictator", 0), ("minucius", "master", 0), ("mago", "", 0)],
)
def test_whose_honour_forbids_flight(leader: str, office: str, more: int) -> None:
    """§8.23 ruling AW-M5 Romans, but a dictator and the master of horse; with the option all Romans."""
    for option, n in (("no_dictator", more), ("all_romans", 4 * (leader != "mago"))):
        w = empty(options={"honour": option})
        side = LEADERS[leader].side
        put(w, side, PLAIN, {"romani_foot": 5}, [leader])
        w.office[leader] = office
        assert honour(w, leader) == n


def _joining(*places: Sequence[str]) -> World:
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["mago"])
    put(w, "rome", PLAIN, {"romani_foot": 20}, ["scipio"])
    for side, place, leader in places:
        put(w, side, place, {"libya_foot" if side == "carthage" else "romani_foot": 10}, [leader])
    with heard():
        begin_battle(w, "attack", PLAIN, [f"carthage@{PLAIN}"], [f"rome@{PLAIN}"], "mago")
    w.agenda = ["coordinate"]
    return w


def test_the_nearer_joins_first_and_of_equals_the_defender() -> None:
    """§8.25 By hexes."""
    t = table(_joining(("carthage", "4706", "maharbal"), ("rome", "4707", "sempronius")))
    assert list(t.pending) == ["carthage"]
    t = table(_joining(("carthage", "4706", "maharbal"), ("rome", "4806", "sempronius")))
    nearest = {
        side: len(helpers(t.world, side)[x][1])
        for side, x in (("carthage", "maharbal"), ("rome", "sempronius"))
    }
    assert nearest["carthage"] == nearest["rome"]
    assert list(t.pending) == ["rome"]


def test_one_force_joins_on_each_side() -> None:
    """§8.25 Whatever comes of its die, no second one is tried; the other side is asked for one of its own."""
    t = table(
        _joining(
            ("carthage", "4706", "maharbal"),
            ("carthage", "4704", "hanno_bom"),
            ("rome", "4806", "sempronius"),
        ),
        [9, 9, 5, 5, 5, 5, 5, 5],
    )
    asked = []
    while t.pending and next(iter(t.pending.values())).rule == "8.25":
        seat = next(iter(t.pending))
        asked.append(seat)
        order(t, "Sempronius" if seat == "rome" else "Maharbal", seat)
    assert sorted(asked) == ["carthage", "rome"]


def test_half_the_ratings_less_the_hexes() -> None:
    """§8.26 Rounded down."""
    w = _joining(("carthage", "4706", "hannibal"))
    total = LEADERS["mago"].campaign + LEADERS["hannibal"].campaign
    number, way = helpers(w, "carthage")["hannibal"]
    assert number == total // 2 - len(way)


# -- in the battle and after it ----------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "count"), [(5, 1), (4, 0)])
def test_five_elite_of_a_kind_count(n: int, count: int) -> None:
    """§8.31 Each contingent and arm by itself."""
    w = empty()
    unit = scenario_of(w).elite[0]
    assert elite_count(w, {unit: n}) == count


@pytest.mark.parametrize(
    ("ours", "theirs", "loser"),
    [(20, 10, "carthage"), (15, 10, ""), (10, 10, ""), (10, 20, "rome"), (5, 10, "")],
)
def test_ten_per_cent_more_drives_away(ours: int, theirs: int, loser: str) -> None:
    """§8.37"""
    w = empty()
    b = Battle("attack", PLAIN, "carthage", "rome", [], [], "mago")
    b.percent, b.before = {"carthage": ours, "rome": theirs}, {"carthage": 10, "rome": 10}
    assert forced(w, b) == loser


@pytest.mark.parametrize(
    ("die", "factor", "percent"), [(9, 6, 50), (6, 3, 15), (1, 1, 0), (5, 1, 5), (9, 4, 35)]
)
def test_a_pursuit_is_read_down_to_fives_and_stops_at_half(die: int, factor: int, percent: int) -> None:
    """§8.38 §8.52 Three times six are eighteen: fifteen; they count among the losses."""
    horse = {6: 22, 3: 9, 1: 3, 4: 13}[factor]
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20, "numidia_horse": horse}, ["mago"])
    put(w, "rome", PLAIN, {"romani_foot": 60}, ["scipio"])
    b = Battle(
        "attack", PLAIN, "carthage", "rome", [f"carthage@{PLAIN}"], [f"rome@{PLAIN}"], "mago", "scipio"
    )
    b.percent, b.before = {"carthage": 5, "rome": 30}, {"carthage": 30, "rome": 60}
    w.battle, w.agenda = b, ["pursuit"]
    t = table(w, [die])
    assert last(t, "pursuit")["percent"] == percent
    assert last(t, "pursuit")["factor"] == factor
    assert t.world.battle is not None
    assert t.world.battle.lost.get("rome", {}).get("pursuit", 0) == 60 * percent // 100


def test_after_a_draw_the_defender_says_first_whether_they_go() -> None:
    """§8.37 Nobody must; then the attacker."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["mago"])
    put(w, "rome", PLAIN, {"romani_foot": 20}, ["scipio"])
    b = Battle(
        "attack", PLAIN, "carthage", "rome", [f"carthage@{PLAIN}"], [f"rome@{PLAIN}"], "mago", "scipio"
    )
    b.percent, b.before = {"carthage": 10, "rome": 10}, {"carthage": 20, "rome": 20}
    w.battle, w.agenda = b, ["retreats"]
    t = table(w)
    assert list(t.pending) == ["rome"]
    order(t, "stay", "rome")
    assert list(t.pending) == ["carthage"]
    order(t, "stay", "carthage")
    assert t.world.battle is not None
    assert t.world.battle.winner == ""


def test_at_least_one_is_lost_by_a_percentage_above_nothing() -> None:
    """§8.33 §8.34 Of each arm by the chart; one foot, or one horse, where it gives none."""
    assert losses_of({"libya_foot": 4}, 5) == (1, 0)
    assert losses_of({"numidia_horse": 4}, 5) == (0, 1)
    assert losses_of({"libya_foot": 4}, 0) == (0, 0)
    assert losses_of({"libya_foot": 78, "numidia_horse": 18}, 20) == (16, 4)


def test_where_engines_go() -> None:
    """§9.28 Not into mountains or marshes, over a river by road alone."""
    roads, seen = roads_of(scenario_of(empty())), set()
    for a, b in SIDES_OF:
        if HEXES[a].kind == HEXES[b].kind == "land":
            shut = terrain(b) in ("mountain", "marsh") or (bool(river(a, b)) and not roads.link(a, b))
            assert (engines_barred(a, b, roads) is not None) == shut
            seen.add((shut, bool(river(a, b))))
    assert {(True, True), (False, True)} <= seen
