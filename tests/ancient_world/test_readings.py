"""Readings about which groups differ, each as an option: the default and the other."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world.board import LEADERS, SIDES_OF
from adjudicator.ancient_world.rules.r06_counter import counters
from adjudicator.ancient_world.rules.r06_ground import roads_of
from adjudicator.ancient_world.rules.r06_losses import judge_battle
from adjudicator.ancient_world.rules.r08_avoidance import honour
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.rules.r08_retreat import steps_back
from adjudicator.ancient_world.rules.r09_capture import capture_city
from adjudicator.ancient_world.setup import first_consul
from adjudicator.ancient_world.world import SECOND, Catch, March, Siege, World, battle_of, scenario_of
from adjudicator.core import Illegal, Menu

from .helpers import act, empty, heard, last, order, put, table, told


@pytest.mark.parametrize(("reading", "goes_on"), [("stop", False), ("cross", True)])
def test_a_march_over_a_major_river(reading: str, goes_on: bool) -> None:
    """§5.3 ruling AW-R10 Off the road it ends on the other bank, or with the option goes on."""
    w = empty(options={"major_rivers": reading})
    put(w, "carthage", "1118", {"libya_foot": 30}, ["hannibal"])
    side = SIDES_OF["1118", "1117"]
    assert (side.size, roads_of(scenario_of(w)).link("1118", "1117")) == ("major", False)
    t = table(act(w, "hannibal"), [0] * 4)
    if not goes_on:
        with pytest.raises(Illegal):
            order(t, "march 1117-1116")
    else:
        order(t, "march 1117-1116")
        assert last(t, "stopped")["way"] == ["1118", "1117", "1116"]


@pytest.mark.parametrize(("reading", "may"), [("coming", False), ("standing", True)])
def test_who_is_there_and_the_interceptor(reading: str, may: bool) -> None:
    """§6.56 ruling AW-R36 Three foot in the hex that Mago enters wait for the battle, or intercept him."""
    w = empty(options={"counter": reading})
    put(w, "rome", "4706", {"romani_foot": 3}, ["scipio"])
    put(w, "carthage", "4606", {"libya_foot": 40}, ["mago"])
    put(w, "rome", "4707", {"romani_foot": 30}, ["sempronius"])
    w.forces["active"], w.forces[SECOND] = w.forces.pop("rome@4707"), w.forces.pop("carthage@4606")
    w.march = March("active", "force", ["4807", "4707"], [], "enter")
    w.catch = Catch("carthage", "mago", "", "active", "4707", ["4706", "4707"], "4606", {})
    assert ("scipio" in counters(act(w, "sempronius"))) == may


@pytest.mark.parametrize(("reading", "boxes"), [("three", 3), ("all_boxes", 5)])
def test_boxes_for_a_city_taken_by_force(reading: str, boxes: int) -> None:
    """§9.24 §12.31 ruling AW-R67 Arretium, medium: its three boxes, or those of a major victory too."""
    w = empty(options={"city_boxes": reading})
    w.alliance["etruria_n"] = -4
    put(w, "carthage", "2612", {"libya_foot": 40}, ["hannibal"])
    w.control["arretium"], w.sieges["arretium"] = "rome", Siege("carthage", 3, 5)
    before = dict(w.alliance)
    with heard():
        capture_city(w, "arretium", "carthage", "assault", "hannibal")
    assert w.alliance["etruria_n"] - before["etruria_n"] == boxes
    others = {p: n - before[p] for p, n in w.alliance.items() if p != "etruria_n" and n != before[p]}
    assert bool(others) == (reading == "all_boxes")


@pytest.mark.parametrize(("reading", "bound"), [("no_dictator", 0), ("all_romans", 4)])
def test_the_honour_of_a_dictator(reading: str, bound: int) -> None:
    """§8.23 ruling AW-M5 A dictator may flee, or not: +4; a consul never may, a Carthaginian always."""
    w = empty(options={"honour": reading})
    put(w, "rome", "4705", {"romani_foot": 20}, ["fabius", "scipio"])
    put(w, "carthage", "4706", {"libya_foot": 20}, ["hannibal"])
    w.office |= {"fabius": "dictator", "scipio": "consul"}
    assert (honour(w, "fabius"), honour(w, "scipio"), honour(w, "hannibal")) == (bound, 4, 0)


@pytest.mark.parametrize("once", [False, True])
def test_horse_in_place_of_foot(once: bool) -> None:
    """§8.35 ruling AW-V03 One for two, as often as one likes, or once."""
    counted = {"libya_foot": 20, "numidia_horse": 10}
    judge_battle(counted, 6, 0, frozenset(), {"libya_foot": 4, "numidia_horse": 1}, once=once)
    twice = {"libya_foot": 2, "numidia_horse": 2}
    if once:
        with pytest.raises(Illegal):
            judge_battle(counted, 6, 0, frozenset(), twice, once=True)
    else:
        judge_battle(counted, 6, 0, frozenset(), twice, once=False)


@pytest.mark.parametrize(("reading", "chief"), [("listed", "fabricius"), ("alphabet", "papus")])
def test_which_of_equal_consuls_commands(reading: str, chief: str) -> None:
    """§5.12 ruling AW-M3 In 278 Fabricius is listed first; with the option the later name commands."""
    assert LEADERS["fabricius"].campaign == LEADERS["papus"].campaign
    w = empty("pyrrhus_in_italy", {"consuls": reading})
    assert first_consul(w, ["papus", "fabricius"]) == chief


def drawn(options: dict[str, str], percent: int) -> World:
    """A battle whose losses are to be taken, or whose loser may go."""
    w = empty(options=options)
    put(w, "carthage", "4705", {"libya_foot": 30, "numidia_horse": 20}, ["mago"])
    put(w, "rome", "4705", {"romani_foot": 30}, ["scipio"])
    begin_battle(w, "attack", "4705", ["carthage@4705"], ["rome@4705"], "mago", entries=["4606"])
    battle_of(w).percent = battle_of(w).real = {"carthage": 0, "rome": percent}
    return w


@pytest.mark.parametrize(("reading", "lost"), [("above_zero", 0), ("always", 1)])
def test_a_point_is_lost_in_every_battle(reading: str, lost: int) -> None:
    """§8.33 ruling AW-R54 At 0 % nobody, or one strength point."""
    w = drawn({"least_loss": reading}, 0)
    w.agenda = ["recovery", "toll"]
    t = table(w)
    while t.pending:
        order(t, "as planned")
    assert [battle_of(t.world).losses(side) for side in ("carthage", "rome")] == [lost, lost]


@pytest.mark.parametrize(("reading", "pursued"), [("forced", False), ("every", True)])
def test_who_goes_of_their_own_will_is_pursued_or_not(reading: str, pursued: bool) -> None:
    """§8.38 ruling AW-R59 Rome has lost 5 %: it may go; the Numidians cut it down, or not."""
    w = drawn({"pursuit": reading, "rout": "by_chart"}, 5)
    w.agenda = ["recovery", "retreats"]
    t = table(w, [9] if pursued else [])
    order(t, "retreat 4806", "rome")
    while t.pending:
        order(t, "as planned")
    assert bool(told(t, "pursuit")) == pursued


def test_who_goes_when_the_enemy_has_gone_is_not_pursued() -> None:
    """§8.38 §8.51 ruling AW-R59 After a draw both go: the first is cut down, the second by nobody."""
    w = drawn({"pursuit": "every"}, 0)
    w.agenda = ["recovery", "retreats", "retreats"]
    t = table(w, [9])
    while t.pending:
        seat, choice = next(iter(t.pending.items()))
        assert isinstance(choice, Menu)
        order(t, "retreat 4806" if "retreat" in choice.items() else "as planned", seat)
    assert [event.values["side"] for event in told(t, "pursuit")] == ["carthage"]
    assert {event.values["side"] for event in told(t, "retreats")} == {"carthage", "rome"}


def test_horse_that_stood_by_does_not_cover_a_retreat() -> None:
    """§8.38 Only horse that fought counts, also where all go together of their own will."""
    w = drawn({"pursuit": "every", "rout": "by_chart"}, 5)
    w.forces["second"] = w.forces.pop("rome@4705")
    battle_of(w).defenders = ["second"]
    put(w, "rome", "4705", {"socii_horse": 40})
    w.agenda = ["recovery", "retreats"]
    t = table(w, [9])
    order(t, "retreat 4806", "rome")
    assert last(t, "pursuit")["side"] == "carthage"


@pytest.mark.parametrize(("reading", "open_"), [("both", False), ("defender_only", True)])
def test_the_way_back_of_a_beaten_attacker(reading: str, open_: bool) -> None:
    """§8.37 ruling AW-R98 Mago came from 4606; the defender never goes there."""
    w = drawn({"way_back": reading}, 0)
    b = battle_of(w)
    assert [steps_back(w, b, side, ())["4606"] is None for side in ("carthage", "rome")] == [open_, False]
    b.entries = []
    assert steps_back(w, b, "carthage", ())["4606"] is None


def test_who_may_go_and_finds_no_way_is_told_so() -> None:
    """§8.37 Rome has lost 5 % more, and the enemy came from everywhere: nobody is asked."""
    w = drawn({"rout": "by_chart"}, 5)
    battle_of(w).entries = ["4805", "4806", "4706", "4606"]
    w.agenda = ["recovery", "retreats"]
    t = table(w)
    assert not t.pending
    assert [event.values for event in told(t, "no_retreat")] == [{"side": "rome", "place": "4705"}]


def test_after_a_draw_the_attacker_is_asked_though_the_defender_finds_no_way() -> None:
    """§8.37 Both may go, the defender first, who is shut in; a draw at Messana once stopped the table."""
    w = drawn({"way_back": "defender_only"}, 0)
    battle_of(w).entries = ["4805", "4806", "4706", "4606"]
    w.agenda = ["recovery", "retreats"]
    t = table(w)
    assert {*t.pending} == {"carthage"}
    assert [event.values for event in told(t, "no_retreat")] == [{"side": "rome", "place": "4705"}]
    order(t, "retreat 4606")
    order(t, "as planned")
    assert last(t, "retreats")["side"] == "carthage"
