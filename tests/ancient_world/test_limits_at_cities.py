"""Limits and exceptions of sieges, of the sea and of control: each with the case just beside it."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world.board import CHARTS, CITIES, LEADERS, SIEGE_CAPABILITY
from adjudicator.ancient_world.rules.r02_forces import seize_engines
from adjudicator.ancient_world.rules.r03_turn import upgrade
from adjudicator.ancient_world.rules.r05_command import stays_behind
from adjudicator.ancient_world.rules.r06_attrition import sheltered, staying_points
from adjudicator.ancient_world.rules.r06_ground import (
    cost_of,
    may_cross_strait,
    may_enter_city,
)
from adjudicator.ancient_world.rules.r06_reach import best_path
from adjudicator.ancient_world.rules.r07_straits import opposing_dice, third
from adjudicator.ancient_world.rules.r07_transport import landing, sail_item
from adjudicator.ancient_world.rules.r08_avoidance import escapes
from adjudicator.ancient_world.rules.r08_retreat import steps_back
from adjudicator.ancient_world.rules.r09_assault import assault_item, row_of, strength_against
from adjudicator.ancient_world.rules.r09_attrition import may_forage, siege_lines, supplied
from adjudicator.ancient_world.rules.r09_reduction import reduction_lines, repair_item, repair_lines
from adjudicator.ancient_world.rules.r09_siege import enough_foot, invest_item, lift_sieges
from adjudicator.ancient_world.rules.r09_surrender import demand_item
from adjudicator.ancient_world.rules.r09_treachery import treachery_item
from adjudicator.ancient_world.rules.r11_control import (
    control_of,
    entered_city,
    friendly_for_recovery,
    lapse,
    military_control,
    needed,
)
from adjudicator.ancient_world.rules.r12_track import sack_boxes, shift, victory_boxes
from adjudicator.ancient_world.world import (
    DISORGANIZED,
    USELESS,
    Battle,
    Operation,
    Siege,
    World,
    defence_of,
    printed_defence,
    scenario_of,
)
from adjudicator.core import Bar, Refusal

from .helpers import act, empty, heard, last, order, put, table, told
from .test_limits import ran


def before(city: str, foot: int, *, inside: int = 0, leader: str = "mago", **more: int) -> World:
    """Carthage before a Roman city, which is besieged or not."""
    w = empty()
    here = CITIES[city].hex
    put_units = {"libya_foot": foot, **{k: v for k, v in more.items() if v}}
    put(w, "carthage", here, put_units, [leader])
    if inside:
        put(w, "rome", f"{here}i", {"romani_foot": inside})
    w.control[city] = "rome"
    return w


# -- straits and ships -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "dice"), [(4, 0), (3, 1), (2, 2), (1, 3), (0, 4), (-1, 5), (-2, 6), (-3, 7), (-4, 8)]
)
def test_how_often_a_crossing_is_opposed(level: int, dice: int) -> None:
    """§7.31 §7.32 A die and the level of three or less; at +4 never."""
    w = empty("sicily")
    w.naval["fretum"] = {"rome": level, "carthage": -level}
    assert opposing_dice(w, "fretum", "rome") == dice


@pytest.mark.parametrize(
    ("level", "die", "lost"), [(3, 9, 4), (3, 5, 0), (2, 5, 6), (2, 1, 0), (1, 4, 8), (0, 4, 10), (-1, 0, 13)]
)
def test_what_an_opposed_crossing_costs(level: int, die: int, lost: int) -> None:
    """§7.33 By the level; below 0 a row of the chart by the strength: of fifty, row A."""
    assert CHARTS.strait_losses(level, die, 50) == lost


@pytest.mark.parametrize(("losses", "up", "down"), [(3, 1, 1), (4, 2, 1), (5, 2, 1), (6, 2, 2), (1, 1, 0)])
def test_a_third_is_rounded_as_the_option_says(losses: int, up: int, down: int) -> None:
    """§7.34 ruling AW-R48"""
    assert third(empty("sicily"), losses) == up
    assert third(empty("sicily", {"third": "down"}), losses) == down


@pytest.mark.parametrize(("port", "boards", "lands"), [("local", 60, 80), ("minor", 25, 40)])
def test_how_many_board_and_land_at_a_port(port: str, boards: int, lands: int) -> None:
    """§7.25 §chart/port More may land than board; at a major port any number does both."""
    city = next(
        c for c in CITIES.values() if c.port == port and c.province in ("latium", "campania", "bruttium")
    )
    for n, may in ((boards, True), (boards + 1, False)):
        w = empty()
        put(w, "carthage", f"{city.hex}i", {"libya_foot": n}, ["hannibal"])
        w.control[city.id], w.commanders["carthage"] = "carthage", "hannibal"
        assert isinstance(sail_item(act(w, "hannibal")), Bar) != may
    assert landing(w, "carthage", {"libya_foot": lands}, f"{city.hex}i") is None
    assert landing(w, "carthage", {"libya_foot": lands + 1}, f"{city.hex}i") is not None


@pytest.mark.parametrize("enemy", ["", "6015", "6015i", "5915"])
def test_nobody_crosses_a_strait_from_where_the_enemy_is(enemy: str) -> None:
    """§6.38 Inside the city or outside; on the other bank the enemy may be."""
    w = empty("sicily")
    if enemy:
        put(w, "carthage", enemy, {"libya_foot": 1})
    assert (may_cross_strait(w, "rome", "6015", "5915/6015") is None) == (enemy in ("", "5915"))


# -- movement ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("city", "points"), [("venusia", 1), ("neapolis", 3), ("capua", 7)])
def test_a_city_shelters_by_its_defence(city: str, points: int) -> None:
    """§6.44 Inside alone, and by its defence as it is now (ruling AW-R29)."""
    w = empty()
    here = CITIES[city].hex
    assert (sheltered(w, here), sheltered(w, f"{here}i")) == (0, points)
    w.reduced[city] = 1
    assert sheltered(w, f"{here}i") == max(1, points - 1)


def test_a_devastated_province_costs_twice_as_much() -> None:
    """§6.75 §6.74 Its rating and the road, not the ground."""
    w = empty()
    plain, staying = cost_of(w, "carthage", ["4705", "4706"]), staying_points(w, "4705")
    w.devastated = ["apulia"]
    again = cost_of(w, "carthage", ["4705", "4706"])
    assert dict(again.parts)["apulia"] == 2 * dict(plain.parts)["apulia"]
    assert staying_points(w, "4705")["apulia"] == 2 * staying["apulia"]


@pytest.mark.parametrize(
    ("kind", "inside", "may"), [("siege", True, False), ("siege", False, False), ("free", True, True)]
)
def test_a_city_under_siege_is_closed(kind: str, inside: bool, may: bool) -> None:
    """§6.37 To both sides, by land."""
    w = empty()
    w.control["capua"] = "carthage" if inside else "rome"
    if kind == "siege":
        w.sieges["capua"] = Siege("rome", 7)
    assert (may_enter_city(w, "carthage", "capua") is None) == may


@pytest.mark.parametrize(
    ("leader", "staying", "may"),
    [("", 1, True), ("", 2, False), ("maharbal", 20, True)],
)
def test_how_many_foot_stay_in_a_city_without_a_leader(leader: str, staying: int, may: bool) -> None:
    """§9.93 Up to its defence; with a leader any number."""
    w = empty()
    place = f"{CITIES['venusia'].hex}i"
    put(w, "carthage", place, {"libya_foot": 30}, ["hannibal", *([leader] if leader else [])])
    act(w, "hannibal")
    assert (stays_behind(w, place, {"libya_foot": 30 - staying}, ["hannibal"]) is None) == may


# -- sieges ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("city", "foot", "may"),
    [("venusia", 2, True), ("venusia", 1, False), ("neapolis", 6, True), ("neapolis", 5, False)],
)
def test_twice_the_defence_in_foot_invests(city: str, foot: int, may: bool) -> None:
    """§9.21 At least; the defence as printed also where it is reduced (ruling AW-R65)."""
    w = before(city, foot)
    w.reduced[city] = 2
    assert isinstance(invest_item(act(w, "mago")), Bar) != may
    assert enough_foot(w, "carthage", city) == may


@pytest.mark.parametrize(
    ("foot", "leaders", "kept"), [(6, ["mago"], True), (5, ["mago"], False), (6, [], False)]
)
def test_a_siege_needs_foot_and_a_leader(foot: int, leaders: list[str], kept: bool) -> None:
    """§9.23 Below twice the defence, or without a leader, it is lifted; its breaches are closed."""
    w = before("neapolis", foot)
    w.forces[f"carthage@{CITIES['neapolis'].hex}"].leaders = leaders
    w.sieges["neapolis"], w.reduced["neapolis"] = Siege("carthage", 3), 1
    with heard():
        lift_sieges(w)
    assert ("neapolis" in w.sieges, "neapolis" in w.reduced) == (kept, kept)


@pytest.mark.parametrize(("inside", "foot", "need"), [(0, 30, 3), (1, 30, 3), (2, 60, 6)])
def test_ten_times_the_strength_makes_a_city_yield(inside: int, foot: int, need: int) -> None:
    """§9.72 Ten times its strength (ruling AW-R74): the defence times the foot inside, one at least."""
    w = before("neapolis", foot, inside=inside)
    assert strength_against(w, "neapolis") == need
    assert not isinstance(demand_item(act(w, "mago")), Bar)
    w = before("neapolis", foot - 1, inside=inside)
    barred = demand_item(act(w, "mago"))
    assert isinstance(barred, Bar)
    assert barred.rule == "9.72"


def test_a_city_is_asked_once_a_phase_and_not_under_siege() -> None:
    """§9.73 Another city may be asked; in another phase the same one, too (ruling AW-R75)."""
    w = act(before("neapolis", 40), "mago")
    assert w.op is not None
    w.op.demanded = ["capua"]
    assert not isinstance(demand_item(w), Bar)
    w.op.demanded = ["neapolis"]
    assert isinstance(demand_item(w), Bar)
    w.op = Operation("mago")
    assert not isinstance(demand_item(w), Bar)
    w.sieges["neapolis"] = Siege("carthage", 3)
    assert isinstance(demand_item(w), Bar)


@pytest.mark.parametrize(
    ("inside", "city", "may"), [(1, "neapolis", True), (0, "neapolis", False), (1, "roma", False)]
)
def test_treachery_needs_somebody_to_bribe(inside: int, city: str, may: bool) -> None:
    """§9.61 ruling AW-V01 Under siege, with enemies inside, and not a capital."""
    w = before(city, 60, inside=inside)
    act(w, "mago")
    assert isinstance(treachery_item(w), Bar)
    w.sieges[city] = Siege("carthage", 3)
    assert isinstance(treachery_item(w), Bar) != may


@pytest.mark.parametrize(("engines", "more"), [(0, 0), (1, 1), (4, 4)])
def test_each_engine_helps_a_reduction(engines: int, more: int) -> None:
    """§9.43 §9.45 One for each, besides the nation's capability; none helps a repair (§9.44)."""
    w = before("neapolis", 20, carthago_engine=engines)
    w.sieges["neapolis"] = Siege("carthage", 3)
    assert reduction_lines(w, "neapolis", "mago").get("engines", 0) == more


def test_what_is_not_reduced_is_not_repaired() -> None:
    """§9.42 §9.44 By who is inside a city under siege whose defence has been reduced."""
    w = before("neapolis", 20)
    put(w, "rome", f"{CITIES['neapolis'].hex}i", {"romani_foot": 5}, ["scipio"])
    act(w, "scipio")
    assert isinstance(repair_item(w), Bar)
    w.sieges["neapolis"] = Siege("carthage", 3)
    assert isinstance(repair_item(w), Bar)
    w.reduced["neapolis"] = 1
    assert not isinstance(repair_item(w), Bar)


@pytest.mark.parametrize(("reduced", "now"), [(0, 7), (3, 4), (6, 1), (9, 1)])
def test_a_defence_is_never_below_one(reduced: int, now: int) -> None:
    """§9.43 §9.12"""
    w = empty()
    w.reduced["capua"] = reduced
    assert (defence_of(w, "capua"), printed_defence(w, "capua")) == (now, 7)


@pytest.mark.parametrize("state", [0, DISORGANIZED, USELESS])
def test_a_useless_army_storms_nothing(state: int) -> None:
    """§9.31 Half the strength at least is needed; others may."""
    w = before("neapolis", 20, inside=2)
    w.sieges["neapolis"] = Siege("carthage", 3)
    w.forces[f"carthage@{CITIES['neapolis'].hex}"].status = state
    assert isinstance(assault_item(act(w, "mago")), Bar) == (state == USELESS)
    assert row_of(w, "neapolis", 3) is not None
    assert row_of(w, "neapolis", 2) is None


def _held(w: World, side: str) -> None:
    w.control |= {c.id: side for c in CITIES.values() if c.province == "campania"}


def test_who_forages() -> None:
    """§9.53 Who controls the province, on open ground, while it is not devastated."""
    w = before("neapolis", 20)
    w.sieges["neapolis"] = Siege("carthage", 3)
    assert not may_forage(w, "neapolis")
    _held(w, "carthage")
    assert may_forage(w, "neapolis")
    w.devastated = ["campania"]
    assert not may_forage(w, "neapolis")


def test_what_supplies_a_besieger() -> None:
    """§9.54 A friendly city within three hexes, not besieged, in a province that is not devastated."""
    w = before("neapolis", 20)
    w.sieges["neapolis"] = Siege("carthage", 3)
    assert not supplied(w, "neapolis")
    w.control["capua"] = "carthage"
    assert supplied(w, "neapolis")
    assert siege_lines(w, "neapolis", False, True)[0]["supply"] == -3
    assert siege_lines(w, "neapolis", True, False)[0]["forage"] == -2
    w.devastated = ["campania"]
    assert not supplied(w, "neapolis")
    w.devastated = []
    w.sieges["capua"] = Siege("rome", 7)
    assert not supplied(w, "neapolis")


def test_a_sacked_city_in_a_devastated_province_stays_so() -> None:
    """§9.86 All others are rebuilt when the turn begins."""
    w = empty()
    w.sacked, w.devastated, w.agenda = ["capua", "venusia"], ["campania"], ["upgrade", "over"]
    ran(upgrade(w))
    assert w.sacked == ["capua"]


# -- control -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cities", "n"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 4)])
def test_two_thirds_rounded_down_but_no_less_than_half(cities: int, n: int) -> None:
    """§11.11 Of five three (ruling AW-R78)."""
    assert needed(cities) == n


@pytest.mark.parametrize(
    ("city", "units", "theirs"),
    [
        ("venusia", {"numidia_horse": 1}, True),
        ("neapolis", {"numidia_horse": 9}, False),
        ("neapolis", {"libya_foot": 1}, True),
    ],
)
def test_small_cities_are_anybodys_larger_ones_are_held_by_foot(
    city: str, units: dict[str, int], theirs: bool
) -> None:
    """§11.31 §11.32"""
    w = empty()
    w.control[city] = "rome"
    put(w, "carthage", f"{CITIES[city].hex}i", units)
    with heard():
        entered_city(w, "carthage", city)
    assert (w.control[city] == "carthage") == theirs


def test_only_homes_are_held_without_foot() -> None:
    """§11.31 §11.12 A home city is its owner's while the other side does not hold it."""
    w = empty()
    home = scenario_of(w).home["rome"]
    ours = next(c for c in CITIES.values() if c.province in home and c.size != "small")
    far = next(
        c for c in CITIES.values() if c.province not in home and c.size == "medium" and c.province == "apulia"
    )
    w.control = {ours.id: "rome", far.id: "rome"}
    with heard():
        lapse(w)
    assert w.control[ours.id] == "rome"
    assert far.id not in w.control


def test_the_track_ends_at_four_and_an_alliance_lasts() -> None:
    """§12.22 §12.24 §12.31 Until the other side reaches its four."""
    w = empty()
    w.alliance["samnium"] = 0
    with heard():
        shift(w, "samnium", "carthage", 9)
        assert w.alliance["samnium"] == 4
        shift(w, "samnium", "rome", 7)
        assert (w.alliance["samnium"], control_of(w, "samnium")) == (
            -3,
            military_control(w, "samnium") or "carthage",
        )
        shift(w, "samnium", "rome", 1)
        assert w.alliance["samnium"] == -4


def test_boxes_of_a_major_victory_and_of_a_sack() -> None:
    """§12.31 §9.84 Two in its province and one beside it; a sack one in each."""
    for moved, own, beside in ((victory_boxes, 2, 1), (sack_boxes, 1, 1)):
        w = empty()
        w.alliance |= {"samnium": 0, "lucania": 0, "etruria_n": 0}
        with heard():
            moved(w, "carthage", "samnium")
        assert (w.alliance["samnium"], w.alliance["lucania"], w.alliance["etruria_n"]) == (own, beside, 0)


def test_a_city_of_ones_own_that_is_not_besieged() -> None:
    """§8.56 §11.3"""
    w = empty()
    w.control["capua"] = "rome"
    assert not friendly_for_recovery(w, "carthage", "capua")
    w.control["capua"] = "carthage"
    assert friendly_for_recovery(w, "carthage", "capua")


def test_ships_leave_only_for_seas_of_the_scenario() -> None:
    """§7.11 A port on other waters only is none."""
    w = empty()
    put(w, "carthage", f"{CITIES['neapolis'].hex}i", {"libya_foot": 5}, ["mago"])
    w.control["neapolis"] = "carthage"
    assert not isinstance(sail_item(act(w, "mago")), Bar)
    w.naval = {zone: levels for zone, levels in w.naval.items() if zone != "tyrrhenum"}
    barred = sail_item(w)
    assert isinstance(barred, Bar)
    assert barred.rule == "7.11"


@pytest.mark.parametrize(("unit", "may"), [("samnium_foot", True), ("epirus_foot", False)])
def test_units_stay_only_with_a_leader_who_may_lead_them(unit: str, may: bool) -> None:
    """§6.25 Not with any leader: one of the Samnites stays with Samnites."""
    w = empty("pyrrhus_in_italy")
    chief = next(x for x in LEADERS.values() if x.leads and "samnium" in x.leads).id
    put(w, "epirus", "4705", {unit: 5, "thessalia_horse": 5}, ["pyrrhus", chief])
    act(w, "pyrrhus")
    stop = stays_behind(w, "4705", {"thessalia_horse": 5}, ["pyrrhus"])
    assert (stop is None) == may


def test_nobody_flees_or_intercepts_over_a_strait() -> None:
    """§6.38 It is crossed on a march alone: not in a retreat, an escape or an interception."""
    w = empty("sicily")
    put(w, "rome", "6015", {"romani_foot": 20}, ["caudex"])
    put(w, "carthage", "6015", {"libya_foot": 20}, ["gisco"])
    b = Battle("attack", "6015", "carthage", "rome", ["carthage@6015"], ["rome@6015"], "gisco")
    assert isinstance(steps_back(w, b, "rome", ())["5915"], Bar)
    assert "5915" not in escapes(w, "rome@6015", "6015", [])
    assert best_path(w, "rome", "6015", "5915", 3) is None


def test_the_nation_counts_in_reduction_and_repair() -> None:
    """§9.41 §9.43 §9.44 Its capability is added to both dice, from -3 to 3."""
    w = before("neapolis", 20)
    w.sieges["neapolis"] = Siege("carthage", 3)
    for leader in ("mago", "scipio"):
        n = SIEGE_CAPABILITY[LEADERS[leader].nation].value
        assert repair_lines(leader).get("capability", 0) == n
        assert reduction_lines(w, "neapolis", leader).get("capability", 0) == n
    assert {one.value for one in SIEGE_CAPABILITY.values()} <= set(range(-3, 4))
    assert SIEGE_CAPABILITY["rome"].value == -3


@pytest.mark.parametrize(("leaders", "foot", "taken"), [([], 0, True), (["mago"], 0, False), ([], 1, False)])
def test_engines_that_are_alone_are_taken(leaders: list[str], foot: int, taken: bool) -> None:
    """§9.29 Not those with a leader or with men beside them."""
    w = empty()
    put(w, "rome", "4705", {"romani_foot": 20}, ["scipio"])
    put(w, "carthage", "4705", {"carthago_engine": 2, **({"libya_foot": foot} if foot else {})}, leaders)
    with heard():
        seize_engines(w, "rome", "4705")
    assert (w.forces["rome@4705"].units.get("carthago_engine", 0) == 2) == taken


def test_elephants_are_mounted_losses_too() -> None:
    """§7.34 A third at least of horse and elephants together."""
    w = empty("sicily")
    put(w, "carthage", "6015", {"libya_foot": 40, "carthago_elephant": 6}, ["gisco"])
    w.naval["fretum"] = {"rome": -1, "carthage": 1}
    t = table(act(w, "gisco"), [0, 4, 9, 9])
    order(t, "march 5915")
    assert last(t, "crossing")["losses"] == 8
    with pytest.raises(Refusal, match="a third"):
        order(t, "lose 6 Libyan infantry, 2 Punic elephants")
    order(t, "lose 5 Libyan infantry, 3 Punic elephants")
    assert t.world.forces["carthage@5915"].units == {"libya_foot": 35, "carthago_elephant": 3}


def test_a_leader_who_has_fallen_in_an_operation_is_finished() -> None:
    """§5.24 Without a die for going on."""
    w = empty()
    put(w, "rome", "4705", {"romani_foot": 20})
    w.op, w.agenda, w.fate = Operation("scipio"), ["continuation"], {"scipio": "dead"}
    t = table(w)
    assert told(t, "finished")
    assert not told(t, "continuation")
