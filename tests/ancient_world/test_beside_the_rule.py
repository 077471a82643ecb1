"""Sentences of all chapters, each with the case just beside it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.ancient_world.board import (
    CHARTS,
    CITIES,
    HEXES,
    LEADERS,
    NEIGHBOURS,
    PROVINCES,
    SCENARIOS,
    SIEGE_CAPABILITY,
)
from adjudicator.ancient_world.rules.r02_forces import settle
from adjudicator.ancient_world.rules.r03_turn import recovery
from adjudicator.ancient_world.rules.r05_command import stays_behind
from adjudicator.ancient_world.rules.r06_attrition import points_of
from adjudicator.ancient_world.rules.r06_ground import cost_of, friendly_city, terrain
from adjudicator.ancient_world.rules.r06_losses import elite_units, judge_attrition
from adjudicator.ancient_world.rules.r06_reach import able
from adjudicator.ancient_world.rules.r07_landing import _wear
from adjudicator.ancient_world.rules.r08_attack import attack_item
from adjudicator.ancient_world.rules.r08_battle import lines_of
from adjudicator.ancient_world.rules.r08_fallen import leave_play
from adjudicator.ancient_world.rules.r08_retreat import retreat_cost, steps_back
from adjudicator.ancient_world.rules.r09_agreement import may_give_up
from adjudicator.ancient_world.rules.r09_attrition import siege_tolls
from adjudicator.ancient_world.rules.r09_capture import refuges
from adjudicator.ancient_world.rules.r09_reduction import capability_of, sally_item
from adjudicator.ancient_world.rules.r09_treachery import guile_inside
from adjudicator.ancient_world.rules.r10_manpower import muster_item, muster_lines, recruit_item
from adjudicator.ancient_world.rules.r11_control import diplomatic_control, is_home
from adjudicator.ancient_world.rules.r12_track import shift
from adjudicator.ancient_world.world import (
    DISORGANIZED,
    DISRUPTED,
    USELESS,
    Battle,
    Operation,
    Siege,
    World,
    printed_defence,
    size_of,
)
from adjudicator.core import Bar, Illegal

from .helpers import act, empty, heard, last, order, put, table, told
from .test_limits import ran

PLAIN = "4705"


def battle(**more: Any) -> tuple[World, Battle]:
    """Two equal forces of foot on flat ground."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["mago"])
    put(w, "rome", PLAIN, {"socii_foot": 20}, ["scipio"])
    keys = [f"carthage@{PLAIN}"], [f"rome@{PLAIN}"]
    return w, Battle("attack", PLAIN, "carthage", "rome", *keys, "mago", "scipio", **more)


# -- marches -------------------------------------------------------------------------------------------


def test_points_are_not_carried_over() -> None:
    """§6.48 §6.23 After a stop a force pays for what comes after it alone."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 60}, ["hannibal"])
    t = table(act(w, "hannibal"), [0, 0])
    order(t, "march 4706-4806")
    order(t, "march 4807")
    assert [event.values["way"] for event in told(t, "stopped")] == [
        [PLAIN, "4706", "4806"],
        ["4806", "4807"],
    ]


@pytest.mark.parametrize(
    ("losses", "chosen", "legal"),
    [
        (11, {"foot": 10, "horse": 1}, True),
        (11, {"foot": 11}, False),
        (7, {"foot": 7}, False),
        (6, {"foot": 6}, True),
        (14, {"foot": 12, "horse": 2}, True),
        (14, {"foot": 13, "horse": 1}, False),
        (11, {"foot": 8, "horse": 1, "elephant": 1}, False),
        (12, {"foot": 9, "horse": 1, "elephant": 1}, True),
        (12, {"foot": 7, "horse": 1, "elephant": 2}, False),
    ],
)
def test_who_bears_attrition(losses: int, chosen: dict[str, int], legal: bool) -> None:
    """§6.47 Every seventh is horse; above eleven one elephant may stand for two."""
    units = {"libya_foot": 50, "libya_horse": 20, "carthago_elephant": 5}
    names = {"foot": "libya_foot", "horse": "libya_horse", "elephant": "carthago_elephant"}
    taken = {names[arm]: n for arm, n in chosen.items()}
    if legal:
        judge_attrition(units, losses, taken)
        return
    with pytest.raises(Illegal):
        judge_attrition(units, losses, taken)


def test_two_mountains_in_a_row_are_a_ridge() -> None:
    """§6.43 Not one, and not two with other ground between."""
    w = empty()

    land = {id: at.terrain for id, at in HEXES.items() if at.kind == "land"}
    low, a, b = next(
        (low, a, b)
        for a, ground in land.items()
        if ground == "mountain"
        for b in NEIGHBOURS[a]
        if land.get(b) == "mountain"
        for low in NEIGHBOURS[a]
        if land.get(low) == "flat"
    )
    assert cost_of(w, "carthage", [low, a, b]).ridge == 1
    assert cost_of(w, "carthage", [low, a, low, a]).ridge == 0
    assert dict(cost_of(w, "carthage", [low, a]).parts)["terrain"] == 12
    assert dict(points_of(w, "carthage", a, cost_of(w, "carthage", [low, a])))["terrain"] == 12


@pytest.mark.parametrize(
    ("status", "scattered", "may"),
    [(0, 0, True), (DISRUPTED, 0, True), (DISORGANIZED, 0, False), (USELESS, 0, False), (0, 1, False)],
)
def test_who_is_fit_to_intercept(status: int, scattered: int, may: bool) -> None:
    """§6.51 Not who is disorganized, useless or scattered, nor who is besieged, at sea or without units."""
    w = empty()
    put(w, "rome", PLAIN, {"romani_foot": 20}, ["scipio"], status=status, scattered=scattered)
    assert bool(able(w, "rome", ["scipio"])) == may
    put(w, "rome", f"{CITIES['neapolis'].hex}i", {"romani_foot": 20}, ["sempronius"])
    put(w, "rome", "4706", {}, ["servilius"])
    assert able(w, "rome", ["sempronius", "servilius"]) == ["sempronius"]
    w.sieges["neapolis"] = Siege("carthage", 3)
    assert able(w, "rome", ["sempronius"]) == []


# -- battle --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({"failed": 1}, ("failed", 2)),
        ({"failed": 2}, ("failed", 4)),
        ({"ambush": 1}, ("ambush", 5)),
        ({"envelopment": 1}, ("envelopment", 4)),
        ({"river": 1}, ("river", -3)),
        ({}, ("", 0)),
    ],
)
def test_each_modifier_of_a_battle(more: dict[str, int], line: tuple[str, int]) -> None:
    """§8.31 §6.55 §6.57 §6.58 Nothing else weighs between equals."""
    w, b = battle(**more)
    found = {one.name: one.value for one in lines_of(w, b) if one.name != "elite"}
    assert found == ({line[0]: line[1]} if line[0] else {})


@pytest.mark.parametrize(("ours", "theirs", "n"), [(1, 0, -3), (0, 1, 3), (1, 1, 0)])
def test_who_has_landed_fights_worse(ours: int, theirs: int, n: int) -> None:
    """§7.27 §8.31 Three against them, attacking or attacked; both sides nothing."""
    w, b = battle()
    w.forces[f"carthage@{PLAIN}"].landed, w.forces[f"rome@{PLAIN}"].landed = ours, theirs
    assert {one.name: one.value for one in lines_of(w, b)}.get("landing", 0) == n


@pytest.mark.parametrize(
    ("ours", "theirs", "n"), [(USELESS, 0, -4), (0, USELESS, 4), (DISRUPTED, DISORGANIZED, 1)]
)
def test_states_weigh_in_battle(ours: int, theirs: int, n: int) -> None:
    """§8.55 §8.31"""
    w, b = battle()
    w.forces[f"carthage@{PLAIN}"].status, w.forces[f"rome@{PLAIN}"].status = ours, theirs
    assert {one.name: one.value for one in lines_of(w, b)}["status"] == n


def test_nobody_inside_a_city_is_attacked_in_battle() -> None:
    """§8.21 Only who is outside; from inside one may attack them."""
    w = empty()
    here = CITIES["neapolis"].hex
    put(w, "carthage", here, {"libya_foot": 20}, ["mago"])
    put(w, "rome", f"{here}i", {"romani_foot": 20}, ["scipio"])
    assert isinstance(attack_item(act(w, "mago")), Bar)
    w.op = None
    assert not isinstance(attack_item(act(w, "scipio")), Bar)


def test_a_retreat_is_three_hexes_long_at_most() -> None:
    """§8.37 One lost a hex, two on hard ground, one a river off the road; never back, never into the hex."""
    w, b = battle()
    way: tuple[str, ...] = ()
    for _ in range(3):
        nexts = steps_back(w, b, "rome", way)
        open_ = [to for to, stop in nexts.items() if stop is None and not to.endswith("i")]
        assert PLAIN not in open_
        assert not set(way) & set(open_)
        way = (*way, open_[0])
    assert steps_back(w, b, "rome", way) == {}
    assert retreat_cost(w, PLAIN, ("4706",)) == 1 + (terrain("4706") in ("mountain", "marsh"))


def test_all_armies_recover_a_step_at_the_end_of_a_turn() -> None:
    """§8.56"""
    w = empty()
    for place, status in (("4705", USELESS), ("4706", DISORGANIZED), ("4806", DISRUPTED), ("4807", 0)):
        put(w, "rome", place, {"romani_foot": 5}, status=status)
    w.agenda = ["recovery", "over"]
    ran(recovery(w))
    assert [w.forces[f"rome@{p}"].status for p in ("4705", "4706", "4806", "4807")] == [2, 1, 0, 0]


# -- the sea -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "change", "after"), [(0, -1, -1), (-4, -1, -4), (-3, -2, -4), (4, 1, 4)])
def test_levels_stay_between_four_and_minus_four(level: int, change: int, after: int) -> None:
    """§7.17 The enemy's goes the other way."""
    w = empty("sicily")
    w.naval["fretum"] = {"rome": level, "carthage": -level}
    with heard():
        _wear(w, "rome", "fretum", change)
    assert w.naval["fretum"] == {"rome": after, "carthage": -after}


def test_a_landing_costs_no_attrition() -> None:
    """§7.27 The die of the voyage stands for it."""
    w = empty("sicily")
    put(w, "rome", "6015i", {"romani_foot": 20}, ["caudex"])
    w.control["rhegium"] = "rome"
    t = table(act(w, "caudex"), [9, 0])
    order(t, "sail 5716")
    assert told(t, "lands")
    assert not told(t, "stopped")


# -- cities --------------------------------------------------------------------------------------------


def test_a_sack_takes_a_size_off() -> None:
    """§9.82 §9.12 Large, medium, small, none; a scenario may give a medium city four."""
    w = empty()
    for city, sizes in (
        ("capua", ("large", "medium")),
        ("neapolis", ("medium", "small")),
        ("venusia", ("small", "")),
    ):
        w.sacked = []
        assert size_of(w, city) == sizes[0]
        w.sacked = [city]
        assert size_of(w, city) == sizes[1]
        assert printed_defence(w, city) == {"medium": 3, "small": 1, "": 0}[sizes[1]]
    for scenario in SCENARIOS.values():
        for city, defence in scenario.defence.items():
            assert printed_defence(empty(scenario.id), city) == defence


@pytest.mark.parametrize(("militia", "foot", "may"), [(3, 0, False), (3, 1, True)])
def test_militia_do_not_sally(militia: int, foot: int, may: bool) -> None:
    """§9.94 §9.27"""
    w = empty()
    here = CITIES["neapolis"].hex
    put(w, "carthage", here, {"libya_foot": 20}, ["mago"])
    put(w, "rome", f"{here}i", {"romani_horse": 1} | ({"romani_foot": foot} if foot else {}), ["scipio"])
    w.control["neapolis"], w.sieges["neapolis"] = "rome", Siege("carthage", militia)
    assert isinstance(sally_item(act(w, "scipio")), Bar) != may


def test_horse_and_militia_eat_in_a_siege() -> None:
    """§9.52 Horse for two; militia inside as well."""
    w = empty()
    here = CITIES["neapolis"].hex
    put(w, "carthage", here, {"libya_foot": 10, "numidia_horse": 10}, ["mago"])
    put(w, "rome", f"{here}i", {"romani_horse": 4})
    w.control["neapolis"], w.sieges["neapolis"] = "rome", Siege("carthage", 3)
    assert siege_tolls(w, "neapolis", 9, 9) == (
        CHARTS.siege_attrition(False, 9, 30),
        CHARTS.siege_attrition(True, 9, 11),
    )
    assert CHARTS.siege_attrition(True, 9, 11) != CHARTS.siege_attrition(True, 9, 8)


@pytest.mark.parametrize(("second", "dies"), [(6, False), (7, True)])
def test_a_trap_kills_on_more_than_the_rating(second: int, dies: bool) -> None:
    """§9.62 Equal to the number of the chart: for 6 against a defence of 3 that is 6."""
    w = empty()
    here = CITIES["neapolis"].hex
    put(w, "rome", here, {"romani_foot": 20}, ["scipio"])
    put(w, "carthage", f"{here}i", {"libya_foot": 2})
    w.control["neapolis"], w.sieges["neapolis"] = "carthage", Siege("rome", 3)
    t = table(act(w, "scipio"), [6, second])
    order(t, "treachery guile 0")
    assert last(t, "treachery")["how"] == "trap"
    assert t.world.fate == ({"scipio": "dead"} if dies else {})
    assert not told(t, "fallen")


def test_a_garrison_goes_by_land() -> None:
    """§9.74 To its side's cities on the same shore, not besieged, nor the one that is lost."""
    w = empty("sicily")
    w.control = {"panormus": "carthage", "lilybaeum": "carthage", "drepana": "carthage"}
    w.sieges["drepana"] = Siege("rome", 3)
    assert refuges(w, "carthage", "panormus") == ["lilybaeum"]


@pytest.mark.parametrize(
    ("holder", "allied", "enemy", "open_"),
    [
        ("carthage", 0, False, True),
        ("rome", 4, False, False),
        ("", 0, False, False),
        ("", 4, False, True),
        ("", 4, True, False),
        ("carthage", 0, True, False),
    ],
)
def test_which_cities_are_open(holder: str, allied: int, enemy: bool, open_: bool) -> None:
    """§6.37 §11.34 One's own, or nobody's in a province of one's own; with an enemy inside none."""
    w = empty()
    w.control = {"venusia": holder} if holder else {}
    w.alliance["apulia"] = allied
    if enemy:
        put(w, "rome", f"{CITIES['venusia'].hex}i", {"romani_foot": 1})
    assert friendly_city(w, "carthage", "venusia") == open_


def test_homes_are_on_no_track() -> None:
    """§12.11 Nobody can win a home by diplomacy."""
    for scenario in SCENARIOS.values():
        w = empty(scenario.id)
        for side in scenario.sides:
            assert not [p for p in w.alliance if is_home(w, p, side)]


def test_lost_homes_weigh_on_manpower() -> None:
    """§10.0 Two less for each home province that the enemy controls by arms, one more for each guile."""
    w = empty()
    home = SCENARIOS[w.scenario].home["rome"]
    assert muster_lines(w, 2) == {"guile": 2}
    w.control |= {c.id: "carthage" for c in CITIES.values() if c.province == home[0]}
    assert muster_lines(w, 0) == {"provinces": -2}


def test_only_the_overall_commander_replaces() -> None:
    """§5.12 §8.63 C For a point of guile."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal", "maharbal"])
    w.commanders["carthage"] = "hannibal"
    leave_play(w, "mago", "dead", PLAIN)
    assert not isinstance(recruit_item(act(w, "hannibal")), Bar)
    w.spent["hannibal"] = 9
    assert isinstance(recruit_item(w), Bar)
    w.spent, w.op = {}, None
    assert isinstance(recruit_item(act(w, "maharbal")), Bar)


@pytest.mark.parametrize(("die", "hit"), [(1, True), (2, False)])
def test_a_die_of_the_value_devastates(die: int, hit: bool) -> None:
    """§6.73 §6.77 Twenty-five have a value of 1; the province turns four boxes to the other side."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 25}, ["mago"])
    w.alliance["apulia"], w.agenda = 0, ["devastate"]
    t = table(w, [die])
    order(t, "Apulia", "carthage")
    assert ("apulia" in t.world.devastated, t.world.alliance["apulia"]) == ((True, -4) if hit else (False, 0))


@pytest.mark.parametrize(("armies", "less"), [(0, 0), (24, 0), (25, 1), (50, 2)])
def test_a_province_recovers_above_its_rating(armies: int, less: int) -> None:
    """§6.75 The die less the value of all armies outside its cities."""
    rating = PROVINCES["apulia"].attrition
    for die, back in ((rating + less, False), (rating + less + 1, True)):
        w = empty()
        if armies:
            put(w, "rome", PLAIN, {"romani_foot": armies})
        put(w, "rome", f"{CITIES['venusia'].hex}i", {"romani_foot": 99})
        w.devastated, w.agenda = ["apulia"], ["recover"]
        t = table(w, [die])
        assert ("apulia" not in t.world.devastated) == back


@pytest.mark.parametrize(("there", "comes", "both"), [(0, USELESS, USELESS), (DISORGANIZED, 0, DISORGANIZED)])
def test_the_worst_state_holds_for_all(there: int, comes: int, both: int) -> None:
    """§8.55 Whichever of the two forces has it."""
    w = empty()
    put(w, "rome", PLAIN, {"romani_foot": 5}, status=there)
    put(w, "rome", "4706", {"romani_foot": 5}, status=comes)
    w.forces["new"] = replace(w.forces.pop("rome@4706"), place=PLAIN)
    settle(w, "new")
    assert w.forces[f"rome@{PLAIN}"].status == both


@pytest.mark.parametrize("unit", ["numidia_horse", "carthago_elephant"])
def test_horse_and_elephants_stay_with_a_leader_only(unit: str) -> None:
    """§9.93 Also inside a city."""
    w = empty()
    place = f"{CITIES['capua'].hex}i"
    put(w, "carthage", place, {"libya_foot": 9, unit: 1}, ["hannibal"])
    act(w, "hannibal")
    assert stays_behind(w, place, {"libya_foot": 2, unit: 1}, ["hannibal"]) is None
    assert stays_behind(w, place, {"libya_foot": 9}, ["hannibal"]) is not None


def test_a_fleet_sails_on_by_a_die() -> None:
    """§7.21 §7.26 A voyage that ends at sea is an operation too."""
    w = empty("sicily")
    put(w, "rome", "6015i", {"romani_foot": 20}, ["caudex"])
    w.control["rhegium"] = "rome"
    t = table(act(w, "caudex"), [9, 9])
    order(t, "sail 5616")
    assert last(t, "continuation")["how"] == "finished"
    assert t.world.forces["rome@5616"].afloat == 1


def test_units_are_raised_once_a_phase_at_any_rate() -> None:
    """§10.0 ruling AW-V08 With the option again in the next phase."""
    w = empty(options={"manpower": "phase"})
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal"])
    put(w, "carthage", f"{CITIES['venusia'].hex}i", {"libya_foot": 1})
    w.commanders["carthage"], w.control["venusia"], w.alliance["apulia"] = "hannibal", "carthage", 4
    act(w, "hannibal")
    assert not isinstance(muster_item(w), Bar)
    assert w.op is not None
    w.op.mustered = 1
    barred = muster_item(w)
    assert isinstance(barred, Bar)
    assert barred.rule == "10.0"


def test_all_arms_are_lost_at_sea() -> None:
    """§7.26 Each by the chart: at 0 a tenth of foot, of horse and of elephants."""
    w = empty("sicily")
    put(
        w,
        "carthage",
        "5526i",
        {"libya_foot": 20, "numidia_horse": 10, "carthago_elephant": 10},
        ["hanno_han"],
    )
    w.control["lilybaeum"] = w.control["panormus"] = "carthage"
    t = table(act(w, "hanno_han"), [1, 9, 9, 9])
    order(t, "sail in Panormus")
    assert last(t, "transport")["percent"] == 10
    left = t.world.forces["carthage@5522i"].units
    assert left == {"libya_foot": 18, "numidia_horse": 9, "carthago_elephant": 9}


def test_who_is_elite_and_who_is_led_by_nobody() -> None:
    """§8.13 §8.32 The scenario names elite units; without a commander the tactical ability is 0."""
    for scenario in SCENARIOS.values():
        w = empty(scenario.id)
        assert elite_units(w) == {*scenario.elite}
        w.effects["elite/galli_foot"] = 1
        assert elite_units(w) == {*scenario.elite, "galli_foot"}
    assert {CHARTS.tactical("", die) for die in range(10)} == {0}


@pytest.mark.parametrize(("lost", "rolls"), [(0, 0), (1, 1)])
def test_only_a_side_that_has_lost_somebody_rolls_for_leaders(lost: int, rolls: int) -> None:
    """§8.61"""
    w, b = battle()
    b.percent, b.before = {"carthage": 5, "rome": 5}, {"carthage": 20, "rome": 20}
    b.book("carthage", "chart", lost)
    w.battle, w.agenda, w.fate = b, ["casualties"], {}
    t = table(w, [9, 9] if rolls else [])
    assert t.world.fate == ({"mago": "dead"} if rolls else {})


def test_all_guile_inside_makes_treachery_harder() -> None:
    """§9.62 Of all leaders together; it is not used."""
    w = empty()
    put(w, "carthage", f"{CITIES['capua'].hex}i", {"libya_foot": 3}, ["hannibal", "mago"])
    w.control["capua"] = "carthage"
    both = LEADERS["hannibal"].guile + LEADERS["mago"].guile
    assert guile_inside(w, "capua") == both
    assert (guile_inside(w, "capua"), w.spent) == (both, {})


def test_the_wounded_return_to_any_of_their_own_units() -> None:
    """§8.62 Inside cities too, but not into a siege, nor to sea."""
    w = empty("sicily")
    put(w, "carthage", "5526i", {"libya_foot": 1})
    put(w, "carthage", "5522i", {"libya_foot": 1})
    put(w, "carthage", "5921", {"libya_foot": 1})
    put(w, "carthage", "5425i", {"libya_foot": 1})
    w.sieges["drepana"] = Siege("rome", 3)
    w.fate, w.agenda = {"gisco": "wounded"}, ["return_wounded"]
    t = table(w)
    assert set(t.choice("carthage").options()) == {"5526i", "5522i", "5921"}  # type: ignore[attr-defined]


@pytest.mark.parametrize(("box", "ally"), [(4, "carthage"), (3, ""), (-3, ""), (-4, "rome"), (0, "")])
def test_four_boxes_are_an_alliance(box: int, ally: str) -> None:
    """§12.22 §12.24 Until the other side has its four it lasts."""
    w = empty()
    w.alliance["samnium"] = box
    assert diplomatic_control(w, "samnium") == ally
    w.notes["allied/samnium"] = -4
    assert diplomatic_control(w, "samnium") == (ally or "rome")


def test_the_nation_of_a_leader_besieges() -> None:
    """§9.41 Hiero's is Syracusae's, not Carthage's."""
    nations = {x.nation for x in LEADERS.values()}
    assert nations <= {*SIEGE_CAPABILITY}
    assert capability_of("hiero") == SIEGE_CAPABILITY["syracuse"].value


def test_no_home_city_is_given_up() -> None:
    """§11.33 §11.12 It would be its owner's at once."""
    w = empty()
    w.control |= {"roma": "rome", "venusia": "rome"}
    home = SCENARIOS[w.scenario].home["rome"]
    assert CITIES["roma"].province in home
    assert not may_give_up(w, "rome", "roma")
    assert may_give_up(w, "carthage", "venusia")


@pytest.mark.parametrize(
    ("won", "fell", "die"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_who_may_go_on_after_an_attack(won: bool, fell: bool, die: bool) -> None:
    """§5.3 D §5.24 A winner who is still there; not after a draw or a defeat."""
    w, b = battle()
    b.winner = "carthage" if won else ""
    w.battle, w.op, w.agenda = b, Operation("mago"), ["after_attack"]
    if fell:
        w.forces[f"carthage@{PLAIN}"].leaders = []
        w.fate["mago"] = "wounded"
    t = table(w, [9] if die else [])
    assert bool(told(t, "continuation")) == die
    assert told(t, "finished")


def test_an_alliance_may_change_sides() -> None:
    """§12.24 At the other side's four; what is less leaves it as it was."""
    w = empty()
    w.alliance["samnium"] = 0
    with heard():
        shift(w, "samnium", "carthage", 4)
        shift(w, "samnium", "rome", 7)
        assert diplomatic_control(w, "samnium") == "carthage"
        shift(w, "samnium", "rome", 1)
        shift(w, "samnium", "carthage", 3)
    assert diplomatic_control(w, "samnium") == "rome"


@pytest.mark.parametrize(("against", "how"), [(0, "succeeds"), (1, "fails")])
def test_guile_of_the_attacker_holds_who_would_get_away(against: int, how: str) -> None:
    """§8.23 One more on the die for each point: Hannibal, 7, into Capua at -2 with a nine."""
    w = empty()
    put(w, "carthage", "4412", {"libya_foot": 20}, ["hannibal"])
    put(w, "rome", "4412", {"romani_foot": 40}, ["scipio"])
    w.control["capua"] = "carthage"
    assert (LEADERS["hannibal"].campaign, LEADERS["scipio"].guile) == (7, 1)
    t = table(act(w, "scipio"), [9, *[5] * 9])
    order(t, "attack")
    order(t, "avoid to in Capua", "carthage")
    order(t, "guile 0", "carthage")
    order(t, f"guile {against}", "rome")
    assert last(t, "avoids")["how"] == how
