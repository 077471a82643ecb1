"""§6 Movement, attrition, interception, overrun, devastation."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world.board import CHARTS, HEXES, NEIGHBOURS
from adjudicator.ancient_world.rules import r06_ground as ground
from adjudicator.ancient_world.rules.r02_forces import rank_of
from adjudicator.ancient_world.rules.r05_leaders import marching_leader
from adjudicator.ancient_world.rules.r06_attrition import inertia_losses, march_losses
from adjudicator.ancient_world.rules.r06_devastation import may_devastate
from adjudicator.ancient_world.rules.r06_interception import ENTERED, LEAVES
from adjudicator.ancient_world.rules.r06_losses import attrition_plan, judge_attrition
from adjudicator.ancient_world.rules.r06_overrun import may_overrun
from adjudicator.ancient_world.rules.r06_reach import (
    ambush_modifier,
    bank_hexes,
    best_path,
    controls_bank,
    path_choice,
    range_of,
    toll_of,
)
from adjudicator.ancient_world.rules.r06_ways import cheapest
from adjudicator.ancient_world.world import SECOND, USELESS, Catch, March, scenario_of
from adjudicator.core import Illegal, NotUnderstood, words
from tests.ancient_world.helpers import READER, act, empty, last, order, put, table, told

PISAE_TO_ROMA = [
    "2315",
    "2416",
    "2415",
    "2514",
    "2614",
    "2713",
    "2814",
    "2914",
    "3015",
    "3016",
    "3115",
    "3215",
    "3314",
    "3415",
    "3514",
]
HANNIBALS = {"libya_foot": 55, "numidia_horse": 9, "carthago_elephant": 2}


def test_roads() -> None:
    """§6.33 §6.34 §chart/attrition_points 3514 to 3615 is road movement, 3514 to 3515 is not; It-4015 has no
    road.
    """
    roads = ground.roads_of(scenario_of(empty()))
    assert roads.link("3514", "3615")
    assert not roads.link("3514", "3515")
    assert not any(roads.link("4015", to) for to in NEIGHBOURS["4015"])
    assert not ground.roads_of(scenario_of(empty("pyrrhus_in_italy"))).link("3514", "3615")  # built in 225


def test_the_march_from_pisae() -> None:
    """§6.41 §6.42 §6.43 §6.48 Two points in the north, three in the south, and two strength points lost."""
    w = empty()
    put(w, "carthage", "2315", HANNIBALS, ["hannibal"])
    cost = ground.cost_of(w, "carthage", PISAE_TO_ROMA)
    assert dict(cost.parts) == {"etruria_n": 4, "etruria_s": 6}  # in halves
    assert march_losses(w, "carthage", HANNIBALS, 0, PISAE_TO_ROMA[-1], cost) == 2
    t = table(act(w, "hannibal"), [9])
    order(t, "march Hannibal: " + "-".join(PISAE_TO_ROMA[1:]))
    order(t, "2 Libyan infantry")
    assert last(t, "stopped")["half"] == 10
    assert t.world.forces["carthage@3514"].units["libya_foot"] == 53


def test_terrain_rivers_home_and_devastation() -> None:
    """§6.31 §6.35 §6.41 §6.44 §6.74 Mountains 6, marshes 3, rivers by size, half at home, double if
    devastated.
    """
    w = empty()
    assert ground.TERRAIN_POINTS == {"mountain": 6, "marsh": 3}
    assert ground.RIVER_POINTS == {"minor": 1, "medium": 2, "major": 3}
    assert ground.cost_of(w, "rome", ["3615", "3616"]).half == 1  # one point by road, half at home
    assert ground.cost_of(w, "carthage", ["3615", "3616"]).half == 2
    w.devastated = ["latium"]
    assert ground.cost_of(w, "carthage", ["3615", "3616"]).half == 4
    put(w, "carthage", "4705", HANNIBALS, ["hannibal"])
    cost = ground.cost_of(w, "carthage", PISAE_TO_ROMA)
    fit, useless = (march_losses(w, "carthage", HANNIBALS, n, PISAE_TO_ROMA[-1], cost) for n in (0, 2))
    assert useless > fit


@pytest.mark.parametrize(("place", "lost"), [("1424", 2), ("1418", 1), ("1618", 1)])
def test_staying_in_liguria(place: str, lost: int) -> None:
    """§6.46 75 strength points: two lost on a mountain, one elsewhere."""
    w = empty()
    assert inertia_losses(w, HANNIBALS, 0, place) == lost
    assert inertia_losses(w, {"libya_foot": 75}, 0, "2016i") == 0  # inside a small city


def test_who_is_lost() -> None:
    """§6.45 §6.47 Twelve losses may be an elephant, a horse and nine foot, against the printed sum."""
    judge_attrition(HANNIBALS, 12, {"carthago_elephant": 1, "numidia_horse": 1, "libya_foot": 9})
    for wrong in ({"libya_foot": 12}, {"carthago_elephant": 1, "numidia_horse": 1, "libya_foot": 1}):
        with pytest.raises(Illegal, match=r"6\.47"):
            judge_attrition(HANNIBALS, 12, wrong)
    with pytest.raises(Illegal):
        judge_attrition(HANNIBALS, 11, {"carthago_elephant": 1, "numidia_horse": 1, "libya_foot": 8})
    assert attrition_plan(HANNIBALS, 7) == {"libya_foot": 6, "numidia_horse": 1}


def test_where_an_army_goes() -> None:
    """§6.2 §6.32 §6.36 §6.37 §6.82 §6.11 §6.21 Not over barred sides, not into the enemy's city; through the
    enemy, freely.
    """
    w = empty()
    put(w, "carthage", "1020", {"libya_foot": 20}, ["hannibal"])
    put(w, "rome", "1120", {"romani_foot": 20}, ["scipio"], status=2)
    w.control["placentia"] = "rome"
    ways = cheapest(w, "carthage", {"libya_foot": 20}, "1020")
    assert "3615" in ways and "1120" in ways
    assert "1514i" not in ways
    assert ground.barred("5716", "5817")
    t = table(act(w, "hannibal"), [3])
    with pytest.raises(Illegal, match=r"6\.37"):
        order(t, "march Placentia-in Placentia")
    order(t, "march 1120-1121")
    assert t.world.forces["carthage@1121"].leaders == ["hannibal"]


def test_by_road() -> None:
    """§6.34 The Flaminia leads from Ariminum to Roma."""
    w = empty()
    put(w, "rome", "2609", {"romani_foot": 20}, ["sempronius"])
    t = table(act(w, "sempronius"), [9])
    order(t, "march Sempronius: Ariminum by road to Roma")
    way = last(t, "marches")["way"]
    assert (way[0], way[-1], len(way)) == ("2609", "3615", 14)
    parts = dict(ground.cost_of(w, "rome", way).parts)
    assert {province: n for province, n in parts.items() if province != "terrain"} == dict.fromkeys(
        ("umbria", "etruria_s", "latium"), 2
    )
    assert parts["terrain"] % 12 == 0  # mountains cost as much by road


def test_banks() -> None:
    """§6.35 §2.2 An army at 3414 controls 3514 beside its own hex; the other two lie across or on another
    river.
    """
    assert bank_hexes("3414") == ["3514"]
    assert controls_bank({"a_horse": 4})
    assert controls_bank({"a_foot": 20})
    assert not controls_bank({"a_foot": 19})


def test_the_example_of_the_tanarus() -> None:
    """§6.35 An army at 1317 holds the near bank at 1218, and neither 1417 nor 1418 beyond the river.

    Who comes into 1218 from the west, over the Padus, is caught without a die.
    """
    assert "1218" in bank_hexes("1317")
    assert not {"1417", "1418"} & {*bank_hexes("1317")}
    w = empty()
    put(w, "rome", "1317", {"romani_foot": 30}, ["scipio"])
    put(w, "carthage", "1117", {"libya_foot": 30}, ["hannibal"])
    t = table(act(w, "hannibal"), [5, 5, 4, 9, 9, 9, 9, 9])
    order(t, "march 1218")
    order(t, "pass", "rome")  # at the start it could be tried with a die
    order(t, "intercept with Scipio", "rome")
    assert (last(t, "intercepts")["how"], last(t, "intercepts")["place"]) == ("automatic", "1218")


def test_who_comes_over_a_river_is_caught_at_once() -> None:
    """§6.35 §6.55 Without a die and without attrition, before the force can go on."""
    w = empty()
    put(w, "rome", "3414", {"romani_foot": 30}, ["scipio"])
    put(w, "carthage", "3614", {"libya_foot": 30}, ["hannibal"])
    w.control.pop("roma", None)
    t = table(act(w, "hannibal"), [5, 5, 4, 9, 9, 9, 9, 9])
    order(t, "march 3514")
    order(t, "pass", "rome")  # at the start it could be tried with a die
    order(t, "play intercept with P. Cornelius Scipio", "rome")
    caught = last(t, "intercepts")
    assert (caught["how"], caught["place"]) == ("automatic", "3514")


def test_ranges_and_modifiers() -> None:
    """§6.52 §6.54 Three hexes, four from a city; one a hex, one a river, two a marsh, three a mountain off
    the road.
    """
    w = empty()
    assert (range_of("1514"), range_of("1514i")) == (3, 4)
    assert best_path(w, "rome", "3713i", "3712", 4) == (("3712",), 2)
    assert best_path(w, "rome", "3613", "3712", 3) == (("3712",), 1)
    assert best_path(w, "rome", "3613", "4412", 3) is None
    put(w, "carthage", "3712", {"libya_foot": 9}, ["hannibal"])
    found = best_path(w, "rome", "3613", "3711", 3)
    assert found is not None
    assert "3712" not in found[0]  # not through the enemy


def test_a_failed_interception_lets_the_march_go_on() -> None:
    """§6.51 §6.53 §6.55 One attempt a leader, a marker for the phase, and two for a side that attacks
    them.
    """
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", "5005", {"romani_foot": 30}, ["scipio"])
    t = table(act(w, "hannibal"), [9, 2])
    order(t, "march 4805-4905", "carthage")
    order(t, "play intercept with P. Cornelius Scipio", "rome")
    assert last(t, "intercepts")["how"] == "fails"
    while t.question and t.question.occasion:
        order(t, "pass", "rome")
    assert t.world.forces["carthage@4905"].leaders == ["hannibal"] or t.pending
    assert t.world.op.failed == ["scipio"]


def test_the_owner_chooses_the_way_of_an_interceptor() -> None:
    """§6.52 §6.54 A longer way costs its own modifiers, and ends where the mover is."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", "5005", {"romani_foot": 30}, ["scipio"])
    t = table(act(w, "hannibal"), [9, 9, 9])
    order(t, "march 4805-4905", "carthage")
    goal = t.world.forces["active"].place
    way = path_choice(t.world, "rome", "5005", goal, 3)
    short = best_path(t.world, "rome", "5005", goal, 3)
    assert short is not None
    ways = [[a, b, goal] for a in way.step(()).onward for b in way.step((a,)).onward
            if goal in way.step((a, b)).onward and way.step((a, b)).onward[goal] is None]  # fmt: skip
    longer = next(one for one in ways if tuple(one) != short[0])
    with pytest.raises(Illegal, match=r"6\.52"):
        order(t, f"play intercept along P. Cornelius Scipio: {longer[0]}", "rome")
    order(t, f"play intercept along P. Cornelius Scipio: {'-'.join(longer)}: 20 Roman infantry", "rome")
    assert last(t, "intercepts")["modifier"] == toll_of(w, "5005", longer) >= short[1]


def test_a_way_and_units_of_an_interceptor_are_one_order() -> None:
    """§6.51 §6.52 Where no units are named, all go."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", "5005", {"romani_foot": 30}, ["scipio"])
    t = table(act(w, "hannibal"), [9, 9])
    order(t, "march 4805-4905", "carthage")
    goal = t.world.forces["active"].place
    path = best_path(t.world, "rome", "5005", goal, 3)
    assert path is not None
    way = "-".join(path[0])
    choice = t.choice("rome")
    all_, some = (
        choice.accept(choice.parse(f"play intercept along P. Cornelius Scipio: {way}{units}", READER))
        for units in ("", ": 20 Roman infantry")
    )
    assert all_["answer"]["answer"]["units"] == {"romani_foot": 30}
    assert some["answer"]["answer"]["units"] == {"romani_foot": 20}


def test_a_reaction_is_understood_without_its_verb() -> None:
    """§6.53 "intercept with Scipio" is "play intercept with Scipio", and is completed."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", "5005", {"romani_foot": 30}, ["scipio"])
    t = table(act(w, "hannibal"))
    order(t, "march 4805-4905", "carthage")
    choice = t.choice("rome")
    for line in ("intercept with P. Scipio", "intercept part Scipio: 20 Roman infantry", "let pass", "pass"):
        full = line if line == "pass" else f"play {line}"
        assert choice.parse(line, READER) == choice.parse(full, READER)
    assert "intercept with P. Cornelius Scipio" in [
        one.text for one in choice.complete("intercept w", READER)
    ]
    for wrong in ("march 4706", "play march 4706", ""):
        with pytest.raises(NotUnderstood):
            choice.parse(wrong, READER)


def test_the_question_names_who_comes() -> None:
    """§6.53 Of several leaders it names the one who marches."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40}, ["gisco", "hannibal"])
    put(w, "rome", "5005", {"romani_foot": 30}, ["scipio"])
    t = table(act(w, "hannibal"), [2])
    order(t, "march 4805-4905", "carthage")
    assert t.choice("rome").prompt == words(LEAVES[0], leader="hannibal", side="carthage", place="4705")
    order(t, "pass", "rome")
    assert t.choice("rome").prompt == words(ENTERED[0], leader="hannibal", side="carthage", place="4805")


def test_not_in_this_march() -> None:
    """§6.53 A seat may let a whole movement pass."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", "5005", {"romani_foot": 30}, ["scipio"])
    t = table(act(w, "hannibal"), [2])
    order(t, "march 4805-4905", "carthage")
    order(t, "play let pass", "rome")
    assert not (t.question and t.question.occasion)


def test_the_interceptor_is_intercepted_and_enveloped() -> None:
    """§6.56 §6.57 On its way from Alba Fucens to 3613 an army is caught at 3712 from Praeneste, and by the
    marcher.
    """
    w = empty()
    put(w, "rome", "3613", {"romani_foot": 36}, ["sempronius"])
    put(w, "rome", "3713", {"romani_foot": 36}, ["servilius"])
    w.commanders["rome"] = "servilius"
    put(w, "carthage", "3711", {"libya_foot": 30}, ["mago"])
    w.forces["active"] = w.forces.pop("rome@3613")
    w.forces[SECOND] = w.forces.pop("carthage@3711")
    act(w, "sempronius")
    w.agenda.pop()
    w.march = March("active", "force", ["3512", "3613"], ["3614"], "overrun")
    w.catch = Catch(
        "carthage", "mago", "carthage@3711", "active", "3613", ["3712", "3613"], "3711", {"libya_foot": 30}
    )
    w.agenda += ["march", "intercept", "counter"]
    t = table(w, [0, 0] + [5] * 12)
    order(t, "play intercept with Cn. Servilius Geminus", "rome")
    order(t, "yes", "rome")
    assert t.world.battle.envelopment == 1
    assert sorted(t.world.battle.attackers) == ["active", "third"]
    assert last(t, "battle")["lines"]["envelopment"] == 4


def test_ambush() -> None:
    """§6.58 +3 and the difference of the letters: A on E is -4."""
    assert ambush_modifier("hannibal", "flaminius") == 3 - 4
    w = empty()
    put(w, "carthage", "3710", {"libya_foot": 40}, ["hannibal"])
    assert HEXES["3711"].terrain == "rough"


@pytest.mark.parametrize("acting", ["pyrrhus", "cineas"])
def test_an_ambush_counts_the_letter_of_the_commander(acting: str) -> None:
    """§6.58 §5.43 Not that of the first by name: Pyrrhus, a B, marches with Cineas, an E."""
    w = act(empty("pyrrhus_in_italy"), acting)
    put(w, "epirus", "3710", {"epirus_foot": 40}, ["cineas", "pyrrhus"])
    assert marching_leader(w, "epirus@3710") == "pyrrhus"


def test_without_the_overall_commander_the_leader_who_acts_commands() -> None:
    """§5.43 The one whose operation it is, whatever their names."""
    w = empty()
    put(w, "carthage", "4711", {"libya_foot": 10}, ["hannibal"])
    put(w, "carthage", "3710", {"libya_foot": 40}, ["maharbal", "mago"])
    for acting in ("maharbal", "mago"):
        assert marching_leader(act(w, acting), "carthage@3710") == acting


def test_overrun() -> None:
    """§6.6 §6.61 §6.62 §6.63 Nine to one and more horse: the enemy is gone with its leaders."""
    w = empty()
    put(w, "carthage", "4805", {"libya_foot": 40, "numidia_horse": 10}, ["hannibal"])
    put(w, "rome", "4806", {"romani_foot": 4}, ["albinus"])
    t = table(act(w, "hannibal"), [9])
    order(t, "march 4806-4906", "carthage")
    while t.question and t.question.occasion:
        order(t, "pass", "rome")
    order(t, "yes", "carthage")
    assert t.world.fate["albinus"] == "dead"
    assert told(t, "overrun")
    w = empty()
    put(w, "carthage", "4805", {"libya_foot": 80}, ["hannibal"])
    put(w, "rome", "4806", {"romani_horse": 4}, ["albinus"])
    t = table(act(w, "hannibal"), [9])
    order(t, "march 4806-4906", "carthage")
    while t.question and t.question.occasion:
        order(t, "pass", "rome")
    assert not told(t, "overrun")


def test_devastation_and_recovery() -> None:
    """§6.71 §6.72 §6.73 §6.75 §6.76 §6.77 Campania with 145 strength points: a 4 becomes 1, and it stays
    devastated.
    """
    w = empty()
    w.devastated = ["campania"]
    put(w, "carthage", "4711", {"libya_foot": 145}, ["hannibal"])
    put(w, "rome", "4412i", {"romani_foot": 30})
    w.agenda = ["recover"]
    t = table(w, [4])
    assert last(t, "recovery")["how"] == "stays"
    assert last(t, "recovery")["total"] == 1
    w = empty()
    put(w, "carthage", "4711", {"libya_foot": 30}, ["hannibal"])
    assert may_devastate(w, "carthage") == ["campania"]
    w.forces["carthage@4711"].fresh = {"libya_foot": 30}
    assert may_devastate(w, "carthage") == []


def test_each_large_force_tries_to_devastate() -> None:
    """§6.73 Where the first fails, the next one of 25 tries; one of fewer does not."""
    w = empty()
    put(w, "carthage", "4711", {"libya_foot": 50}, ["hannibal"])
    put(w, "carthage", "4512", {"libya_foot": 25}, ["mago"])
    put(w, "carthage", "4510", {"libya_foot": 5}, ["maharbal"])
    w.agenda = ["devastate"]
    t = table(w, [9, 9])
    order(t, "devastate Campania", "carthage")
    assert [e.values["value"] for e in told(t, "devastation")] == [2, 1]


def test_an_overrun_is_nine_to_one_whatever_the_chart_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """§6.61 The ratio itself counts, not the modifier that a chart gives for it."""
    w = empty()
    put(w, "carthage", "4806", {"libya_foot": 36}, ["hannibal"])
    put(w, "rome", "4806", {"romani_foot": 4}, ["albinus"])
    w.forces["active"] = w.forces.pop("carthage@4806")
    w.march = March("active", "force", ["4805", "4806"], [], "overrun")
    monkeypatch.setattr(type(CHARTS), "odds", lambda *_: 0)
    assert may_overrun(w)
    w.forces["active"].units["libya_foot"] = 35
    assert not may_overrun(w)


def test_a_scattered_force_pays_as_a_useless_one() -> None:
    """§7.28 §8.55 §6.43 Two rows further, on the march and for staying; it may march (ruling AW-R91)."""
    w = empty()
    put(w, "carthage", "4711", {"libya_foot": 75}, ["hannibal"], scattered=1)
    assert rank_of(w.forces["carthage@4711"]) == USELESS
    order(t := table(act(w, "hannibal"), [9, 0]), "march 4710")
    assert t.world.forces["carthage@4710"].scattered == 1
    gone = 75 - t.world.forces["carthage@4710"].units["libya_foot"]
    cost = ground.cost_of(w, "carthage", ["4711", "4710"])
    assert gone == march_losses(w, "carthage", {"libya_foot": 75}, USELESS, "4710", cost)


def test_stacks_have_no_limit() -> None:
    """§6.81 §6.82 Both sides may be in a hex."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 400}, ["hannibal"])
    put(w, "rome", "4705", {"romani_foot": 400}, ["scipio"])
    assert len(w.forces) == 2


@pytest.mark.parametrize(("start", "place", "may"), [("4805", "4806", True), ("0717", "0618", False)])
def test_nobody_is_overrun_in_mountains(start: str, place: str, may: bool) -> None:
    """§6.62 Nine to one is an ordinary battle there."""
    w = empty()
    put(w, "carthage", place, {"libya_foot": 90}, ["hannibal"])
    put(w, "rome", place, {"romani_foot": 4}, ["albinus"])
    w.forces["active"] = w.forces.pop(f"carthage@{place}")
    w.march = March("active", "force", [start, place], [], "overrun")
    assert may_overrun(w) == may
