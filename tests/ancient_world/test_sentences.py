"""Sentences that no other test held when they were turned around in the code."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world.board import CHARTS, CITIES, HEXES, NEIGHBOURS
from adjudicator.ancient_world.rules.r02_forces import split
from adjudicator.ancient_world.rules.r05_leaders import candidates, commandable, guile_left, overall_commander
from adjudicator.ancient_world.rules.r06_counter import way_back
from adjudicator.ancient_world.rules.r06_movement import ally_item
from adjudicator.ancient_world.rules.r06_overrun import may_overrun
from adjudicator.ancient_world.rules.r06_reach import best_path
from adjudicator.ancient_world.rules.r07_transport import may_lie
from adjudicator.ancient_world.rules.r08_attack import helpers
from adjudicator.ancient_world.rules.r08_battle import lines_of
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.rules.r09_assault import assault_lines
from adjudicator.ancient_world.rules.r09_siege import siege_here
from adjudicator.ancient_world.rules.r09_treachery import treachery_item
from adjudicator.ancient_world.rules.r10_manpower import muster_item
from adjudicator.ancient_world.rules.r11_control import cities_of, control_of, entered_city
from adjudicator.ancient_world.rules.r14_specials import FLEET, fleet_helps
from adjudicator.ancient_world.world import (
    DISORGANIZED,
    DISRUPTED,
    USELESS,
    March,
    Operation,
    Siege,
    World,
    battle_of,
    province_of,
)
from adjudicator.core import Bar

from .helpers import act, empty, heard, last, order, put, table
from .test_r06_counter import enveloped


@pytest.mark.parametrize("invested", [False, True])
def test_besiegers_may_not_avoid_who_comes_out(invested: bool) -> None:
    """§9.26 §8.22 Those inside attack their besiegers; an army that only stands before the city may avoid."""
    w = empty()
    here = CITIES["placentia"].hex
    put(w, "carthage", here, {"libya_foot": 20}, ["mago"])
    put(w, "rome", f"{here}i", {"romani_foot": 30}, ["scipio"])
    w.control["placentia"] = "rome"
    if invested:
        w.sieges["placentia"] = Siege("carthage", 1, 30)
    t = table(act(w, "scipio"), [5] * 12)
    order(t, "attack")
    assert battle_of(t.world).kind == ("besiegers" if invested else "attack")


@pytest.mark.parametrize(("level", "line"), [(-4, -1), (-2, -1), (-1, 0), (1, 0), (2, 1), (4, 1)])
def test_superiority_at_sea_weighs_on_an_assault(level: int, line: int) -> None:
    """§7.12 From +2 on it helps at a port, from -2 on it harms."""
    w = empty()
    put(w, "carthage", CITIES["neapolis"].hex, {"libya_foot": 40}, ["mago"])
    w.control["neapolis"], w.sieges["neapolis"] = "rome", Siege("carthage", 3, 0)
    w.naval["tyrrhenum"] = {"carthage": level, "rome": -level}
    assert assault_lines(w, "neapolis", "mago").get("sea", 0) == line


def test_arms_come_before_alliance() -> None:
    """§12.25 §11.22 Who holds a province's cities controls it; the track stays where it is."""
    w = empty()
    assert w.alliance["etruria_n"] == -4
    assert control_of(w, "etruria_n") == "rome"
    w.control |= dict.fromkeys(cities_of(w, "etruria_n"), "carthage")
    assert control_of(w, "etruria_n") == "carthage"
    assert w.alliance["etruria_n"] == -4


def test_allies_who_may_go_on_stay_a_force_of_their_own() -> None:
    """§6.13 §5.24 After their die the same allies march on, as often as it allows."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 20}, ["hannibal"])
    put(w, "carthage", "4412i", {"campani_foot": 9})
    w.control["capua"] = "carthage"
    w.commanders = {"carthage": "hannibal", "rome": ""}
    t = table(act(w, "hannibal"), [0, 0])
    order(t, "ally Capua (inside): 9 Campani foot by 4411")
    order(t, "ally 4410")
    assert last(t, "stopped")["way"] == ["4411", "4410"]


def test_only_a_city_that_is_invested_is_under_siege() -> None:
    """§9.21 An army before a city besieges nothing until it has invested it, nor what others besiege."""
    w = empty()
    put(w, "carthage", CITIES["placentia"].hex, {"libya_foot": 20}, ["mago"])
    act(w, "mago")
    assert siege_here(w) == ""
    w.sieges["cremona"] = Siege("carthage", 1, 0)
    assert siege_here(w) == ""
    w.sieges["placentia"] = Siege("carthage", 1, 0)
    assert siege_here(w) == "placentia"


def test_a_double_envelopment_in_the_same_province_brings_nobody_into_it() -> None:
    """§6.57 §6.46 Who goes back at an interceptor is new to a province only if it is another one."""
    w = enveloped([0, 0] + [5] * 12).world
    force = next(f for f in w.forces.values() if "sempronius" in f.leaders)
    moved = province_of("3613") != province_of("3712")
    assert (force.fresh == force.units) == (moved or province_of("3512") != province_of("3613"))


@pytest.mark.parametrize(("die", "how"), [(2, "succeeds"), (3, "fails")])
def test_an_ambush_is_harder_than_an_interception(die: int, how: str) -> None:
    """§6.54 §6.58 Maharbal, 6, one hex away: 1, and 3 for the ambush; letters are equal."""
    w = empty()
    put(w, "rome", "0915", {"romani_foot": 20}, ["servilius"])
    put(w, "carthage", "0817", {"libya_foot": 20}, ["maharbal"])
    t = table(act(w, "servilius"), [die, *[5] * 12])
    order(t, "march 0916")
    order(t, "pass", "carthage")  # at the start
    order(t, "ambush with Maharbal", "carthage")
    assert last(t, "intercepts")["how"] == how


def test_mamertines_avoid_battle_only_into_their_city() -> None:
    """§8.24 §8.22 ruling AW-M9 They never leave their hex; without them every hex is open."""
    for units, only in (({"mamertini_foot": 6}, True), ({"romani_foot": 6}, False)):
        w = empty("sicily")
        here = CITIES["messana"].hex
        put(w, "rome", here, {**units, "socii_foot": 6}, ["caudex"])
        put(w, "carthage", here, {"libya_foot": 30}, ["gisco"])
        w.control["messana"] = "rome"
        t = table(act(w, "gisco"))
        order(t, "attack")
        goal = t.choice("rome").items()["avoid"]  # type: ignore[attr-defined]
        assert ({to[:4] for to in goal.options()} == {here}) == only


@pytest.mark.parametrize(("reading", "barred"), [("turn", True), ("phase", False)])
def test_units_are_raised_once_a_turn(reading: str, barred: bool) -> None:
    """§5.12 §5.3 ruling AW-V08 By the overall commander; what the other side has raised bars nobody."""

    def raised(sides: list[str]) -> object:
        w: World = empty(options={"manpower": reading})
        put(w, "rome", "3615i", {"romani_foot": 20}, ["scipio"])
        w.commanders, w.control["roma"] = {"rome": "scipio", "carthage": ""}, "rome"
        w.mustered = sides
        return muster_item(act(w, "scipio"))

    assert isinstance(raised(["rome"]), Bar) == barred
    assert not isinstance(raised(["carthage"]), Bar)
    assert not isinstance(raised([]), Bar)


def test_the_overall_commander_alone_raises_units() -> None:
    """§5.12 Not a colleague in the same city."""
    w = empty()
    put(w, "rome", "3615i", {"romani_foot": 20}, ["scipio", "marcellus"])
    w.commanders, w.control["roma"] = {"rome": "scipio", "carthage": ""}, "rome"
    assert not isinstance(muster_item(act(w, "scipio")), Bar)
    barred = muster_item(act(w, "marcellus"))
    assert isinstance(barred, Bar) and barred.rule == "5.12"


def test_units_that_have_been_there_longest_go_first() -> None:
    """§2.21 §6.46 Of ten foot four are new to the province: of seven that are split off one is."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 10}, ["hannibal"], fresh={"libya_foot": 4})
    assert split(w, "carthage@4705", "new", {"libya_foot": 7}, []).fresh == {"libya_foot": 1}
    assert w.forces["carthage@4705"].fresh == {"libya_foot": 3}


def test_nobody_helps_a_useless_army() -> None:
    """§8.25 §8.27 ruling AW-R87 Any other is helped by who is near."""
    for status, helped in ((DISRUPTED, True), (USELESS, False)):
        w = empty()
        put(w, "carthage", "4705", {"libya_foot": 20}, ["mago"])
        put(w, "rome", "4705", {"romani_foot": 20}, ["scipio"], status=status)
        put(w, "rome", "4706", {"romani_foot": 20}, ["sempronius"])
        begin_battle(w, "attack", "4705", ["carthage@4705"], ["rome@4705"], "mago")
        assert bool(helpers(w, "rome")) == helped


@pytest.mark.parametrize("status", [0, DISRUPTED])
def test_a_disrupted_force_comes_back_less_easily(status: int) -> None:
    """§6.57 §8.55 The way counts, and two more for a disrupted force."""
    w = empty()
    force = put(w, "rome", "3613", {"romani_foot": 20}, ["scipio"], status=status)
    put(w, "rome", "3712", {"romani_foot": 20})
    plain = best_path(w, "rome", "3613", "3712", 3)
    back = way_back(w, force, "3712")
    assert plain is not None
    assert back is not None
    assert back.modifier == plain[1] + (2 if status else 0)


@pytest.mark.parametrize(("turn", "more"), [(2, 0), (3, 2), (4, 0)])
def test_the_fleet_of_carthage_comes_in_278(turn: int, more: int) -> None:
    """§7.14 ruling AW-M14 In that year alone, in three zones."""
    w = empty("pyrrhus_in_italy")
    w.turn = turn
    before = {zone: levels["rome"] for zone, levels in w.naval.items()}
    with heard():
        fleet_helps(w)
    gained = {zone: w.naval[zone]["rome"] - before[zone] for zone in before}
    assert gained == {zone: more if zone in FLEET else 0 for zone in before}


def test_who_may_not_lead_a_contingent_does_not_command() -> None:
    """§5.13 §6.11 ruling AW-M9 Hiero leads Syracusans alone; beside Libyans Gisco commands."""
    w = empty("sicily")
    put(w, "carthage", "6118", {"libya_foot": 5, "syracusae_foot": 5}, ["gisco", "hiero"])
    w.commanders["carthage"] = "hanno_han"
    put(w, "carthage", "5522", {"libya_foot": 5}, ["hanno_han"])
    assert candidates(w, ["carthage@6118"]) == ["gisco"]


def test_passing_says_what_is_forgone() -> None:
    """§5.26 March, attack and siege before a first operation; not what costs nothing, nor a ride."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 20}, ["mago"])
    ends = table(act(w, "mago")).choice("carthage").ends["pass"]  # type: ignore[attr-defined]
    assert {"march", "attack", "invest"} <= {*ends}
    assert not {"take", "detach", "ride", "pass"} & {*ends}


def test_an_overrun_needs_more_horse_than_the_enemy_has() -> None:
    """§6.61 Nine to one with as many horse is no overrun; with one more, or against none, it is."""
    for ours, theirs, may in ((2, 2, False), (3, 2, True), (0, 0, True)):
        w = empty()
        put(w, "carthage", "4806", {"socii_foot": 1, "socii_horse": theirs})
        put(w, "rome", "4806", {"romani_foot": 60, "romani_horse": ours}, ["scipio"])
        w.forces["active"] = w.forces.pop("rome@4806")
        w.march = March("active", "force", ["4706", "4806"], [])
        assert may_overrun(act(w, "scipio")) == may


def test_guile_that_was_used_to_get_away_is_gone() -> None:
    """§5.53 §5.52 Both sides have less left for the rest of the turn."""
    w = empty()
    put(w, "carthage", "2513", {"libya_foot": 60}, ["hannibal"])
    put(w, "rome", "2513", {"romani_foot": 60}, ["scipio"])
    left = {leader: guile_left(w, leader) for leader in ("hannibal", "scipio")}
    t = table(act(w, "hannibal"), [9] * 10)
    order(t, "attack", "carthage")
    order(t, "avoid to 2512", "rome")
    order(t, "guile 1", "rome")
    order(t, "guile 2", "carthage")
    assert guile_left(t.world, "scipio") == left["scipio"] - 1
    assert guile_left(t.world, "hannibal") == left["hannibal"] - 2


@pytest.mark.parametrize("unit", ["numidia_horse", "carthago_elephant", "libya_foot"])
@pytest.mark.parametrize(("city", "taken"), [("luna", True), ("ariminum", False)])
def test_any_unit_takes_a_small_city_and_foot_alone_a_larger_one(unit: str, city: str, taken: bool) -> None:
    """§11.31 §11.32 Horse and elephants hold a small city that they were the last to enter."""
    w = empty()
    w.control[city] = "rome"
    put(w, "carthage", f"{CITIES[city].hex}i", {unit: 5}, ["mago"])
    with heard():
        entered_city(w, "carthage", city)
    assert (w.control[city] == "carthage") == (taken or unit == "libya_foot")


def test_an_offer_that_is_refused_gives_nothing_up() -> None:
    """§9.71 Nobody surrenders without agreement."""
    w = empty()
    put(w, "carthage", "1514", {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", "1514i", {"socii_foot": 2})
    w.control |= {"placentia": "rome", "cremona": "rome"}
    w.sieges["placentia"] = Siege("carthage", 1, 2)
    t = table(act(w, "hannibal"))
    t.aside("rome", {"pick": "surrender", "answer": {"city": "placentia", "to": ["cremona"]}})
    order(t, "no", "carthage")
    assert last(t, "offer")["how"] == "refused"
    assert t.world.control["placentia"] == "rome"
    assert t.world.sieges["placentia"].side == "carthage"
    assert t.world.forces["rome@1514i"].units == {"socii_foot": 2}


@pytest.mark.parametrize("inside", ["", "i"])
def test_no_fleet_lies_beside_the_enemy_on_the_coast_or_in_a_city_there(inside: str) -> None:
    """§7.26 Beside enemy units, and beside an enemy city with a garrison, it must land."""
    w = empty("pyrrhus_in_italy")
    at = CITIES["neapolis"].hex
    water = next(to for to in NEIGHBOURS[at] if HEXES[to].kind != "land" and may_lie(w, "rome", to) is None)
    put(w, "epirus", f"{at}{inside}", {"epirus_foot": 3})
    assert may_lie(w, "rome", water) is not None


def test_of_several_forces_the_worst_state_counts_in_battle() -> None:
    """§8.55 §8.31 A useless force that fights beside a fresh one weighs the sum down."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 30}, ["mago"])
    put(w, "carthage", "4706", {"libya_foot": 30}, ["hannibal"], status=DISORGANIZED)
    put(w, "rome", "4705", {"romani_foot": 30}, ["scipio"])
    alone, both = ["carthage@4705"], ["carthage@4705", "carthage@4706"]
    found = []
    for keys in (alone, both):
        begin_battle(w, "attack", "4705", keys, ["rome@4705"], "mago")
        found.append({line.name: line.value for line in lines_of(w, battle_of(w))}.get("status", 0))
    assert found == [0, CHARTS.statuses["disorganized"].battle]


def test_who_gives_up_a_siege_goes_on_without_a_die() -> None:
    """§9.23 The besieger lifts it freely, at any time of the phase of their leader."""
    w = empty()
    put(w, "carthage", "1514", {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", "1514i", {"socii_foot": 2})
    w.control["placentia"], w.sieges["placentia"] = "rome", Siege("carthage", 1, 2)
    t = table(act(w, "hannibal"))
    order(t, "lift")
    assert last(t, "lifted")["how"] == "given_up"
    assert t.choice("carthage").rule == "5.3" and not t.world.sieges


def test_a_leader_takes_nobody_whom_they_may_not_lead() -> None:
    """§6.11 Hiero leads Syracusans alone: Carthaginians beside him stay."""
    w = empty("sicily")
    put(w, "carthage", "6419", {"syracusae_foot": 10, "libya_foot": 10}, ["hiero"])
    assert commandable(w, "hiero", "6419") == {"syracusae_foot": 10}


@pytest.mark.parametrize(("die", "box"), [(0, 0), (9, 4)])
def test_a_devastated_province_turns_four_boxes_to_the_other_side(die: int, box: int) -> None:
    """§6.77 §12.31 Carthage lays its ally waste: neutral then. A die that fails changes nothing."""
    w = empty()
    put(w, "carthage", "4711", {"libya_foot": 50}, ["hannibal"])
    w.alliance["campania"] = 4
    w.agenda = ["devastate"]
    t = table(w, [die])
    order(t, "devastate Campania", "carthage")
    assert t.world.alliance["campania"] == box


@pytest.mark.parametrize("waste", [False, True])
def test_a_sacked_city_is_rebuilt_in_a_province_that_is_not_devastated(waste: bool) -> None:
    """§9.86 §3.0 A/1 In one that is, it stays sacked."""
    w = empty()
    w.sacked, w.agenda = ["capua"], ["upgrade"]
    w.devastated = ["campania"] if waste else []
    t = table(w)
    assert t.world.sacked == (["capua"] if waste else [])


@pytest.mark.parametrize(("at", "worth"), [("flat", 3), ("rough", 2), ("mountain", 0), ("marsh", 0)])
def test_horse_are_worth_what_the_land_allows(at: str, worth: int) -> None:
    """§6.31 §8.31 Four kinds of land: flat, rough, mountain, marsh."""
    assert CHARTS.horse(10, False, at) == worth


@pytest.mark.parametrize("inside", [0, 2])
def test_only_a_city_with_enemy_units_falls_to_treachery(inside: int) -> None:
    """§9.61 Militia alone are nobody to bribe."""
    w = empty()
    put(w, "carthage", "1514", {"libya_foot": 40}, ["hannibal"])
    if inside:
        put(w, "rome", "1514i", {"socii_foot": inside})
    w.control["placentia"], w.sieges["placentia"] = "rome", Siege("carthage", 3, inside)
    assert isinstance(treachery_item(act(w, "hannibal")), Bar) == (not inside)


def test_allies_without_a_leader_move_on_a_marker_of_the_overall_commander_alone() -> None:
    """§4.12 §6.13 Another leader does not move them."""
    w = empty("pyrrhus_in_italy")
    put(w, "epirus", CITIES["tarentum"].hex, {"epirus_foot": 20}, ["pyrrhus", "milon"])
    put(w, "epirus", f"{CITIES['bovianum'].hex}i", {"samnium_foot": 5})
    assert overall_commander(w, "epirus") == "pyrrhus"
    barred = ally_item(act(w, "milon"))
    assert isinstance(barred, Bar) and barred.rule == "6.13"
    w.op = Operation("pyrrhus")
    assert not isinstance(ally_item(w), Bar)
