"""Sentences that no other test held when they were turned around in the code."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world.board import CITIES
from adjudicator.ancient_world.rules.r02_forces import split
from adjudicator.ancient_world.rules.r05_leaders import candidates
from adjudicator.ancient_world.rules.r06_counter import way_back
from adjudicator.ancient_world.rules.r06_overrun import may_overrun
from adjudicator.ancient_world.rules.r06_reach import best_path
from adjudicator.ancient_world.rules.r08_attack import helpers
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.rules.r09_assault import assault_lines
from adjudicator.ancient_world.rules.r09_siege import siege_here
from adjudicator.ancient_world.rules.r10_manpower import muster_item
from adjudicator.ancient_world.rules.r11_control import cities_of, control_of
from adjudicator.ancient_world.rules.r14_specials import FLEET, fleet_helps
from adjudicator.ancient_world.world import DISRUPTED, USELESS, March, Siege, World, battle_of, province_of
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
