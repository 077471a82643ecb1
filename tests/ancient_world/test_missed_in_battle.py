"""More that is easily missed: what goes on around battles, and what is left out of them."""

from __future__ import annotations

from copy import deepcopy

import pytest

from adjudicator.ancient_world.board import CHARTS, HEXES, NEIGHBOURS, SIDES_OF
from adjudicator.ancient_world.rules import r06_ground as ground
from adjudicator.ancient_world.rules.r06_attrition import inertia_losses
from adjudicator.ancient_world.rules.r08_attack import helpers
from adjudicator.ancient_world.rules.r08_avoidance import escapes
from adjudicator.ancient_world.rules.r08_battle import left_to_commit, lines_of
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.rules.r08_retreat import has_way
from adjudicator.ancient_world.rules.r09_capture import capture_city
from adjudicator.ancient_world.world import (
    DISORGANIZED,
    Operation,
    Siege,
    World,
    battle_of,
    in_play,
    scenario_of,
)
from adjudicator.core import Event, Route, Table
from adjudicator.core.game.procedure import EVENT_SINK
from adjudicator.core.log.chance import sampler
from tests.ancient_world.helpers import act, empty, last, order, put, table, told

PLAIN = "4705"
HILL = next(
    at
    for at, here in sorted(HEXES.items())
    if here.kind == "land" and ground.terrain(at) == "mountain" and in_play(empty(), at)
)


def fight(w: World, place: str = PLAIN) -> None:
    begin_battle(w, "attack", place, [f"carthage@{place}"], [f"rome@{place}"], "hannibal")
    assert w.battle is not None
    w.battle.against = "varro"


def to_the_end(t: Table, until: str) -> None:
    """Answer with what needs no thought until an event of a kind is told."""
    answers = {"8.22": "stand", "8.36": "no", "8.25": "nobody"}
    for _ in range(30):
        if not t.pending or told(t, until):
            return
        seat, choice = next(iter(t.pending.items()))
        order(t, answers.get(choice.rule, "as planned"), seat)
    raise AssertionError([choice.rule for choice in t.pending.values()])


def test_a_lone_leader_who_reaches_their_troops_later_rolls() -> None:
    """§5.3 A §6.12 In the first operation without a die, in any other with one."""
    w = empty()
    put(w, "carthage", "1020", {"libya_foot": 20}, ["mago"])
    put(w, "carthage", PLAIN, {"galli_foot": 5}, ["maharbal"])
    t = table(act(w, "mago"), [9])
    order(t, f"ride to {PLAIN}")
    assert not told(t, "continuation")
    order(t, "ride to 1020")
    assert last(t, "continuation")["how"] == "finished"


def test_besieged_and_besiegers_do_not_pay_for_staying() -> None:
    """§6.46 Their hunger is that of the siege."""
    w = empty()
    put(w, "carthage", "1514", {"libya_foot": 75}, ["hannibal"])
    put(w, "rome", "1514i", {"romani_foot": 75}, ["scipio"])
    w.control["placentia"], w.sieges["placentia"] = "rome", Siege("carthage", 1, 75)
    assert inertia_losses(w, {"libya_foot": 75}, 0, "1514") > 0
    w.agenda = ["inertia"]
    assert not told(table(w), "inert")


def test_who_failed_to_intercept_is_attacked_with_two() -> None:
    """§6.55 §8.31 In the same phase, by any side that attacks them."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", PLAIN, {"romani_foot": 40}, ["varro"])
    act(w, "hannibal")
    assert w.op is not None
    for failed, value in (([], 0), (["varro"], 2)):
        w.op.failed = failed
        t = table(deepcopy(w), [5] * 12)
        order(t, "attack", "carthage")
        to_the_end(t, "battle")
        assert last(t, "battle")["lines"].get("failed", 0) == value


def test_avoidance_over_a_river_is_harder() -> None:
    """§8.23 Three, if nothing else is open than over a river; nothing, if there is a way without one."""
    w = empty()
    (a, b) = next(
        (a, b)
        for (a, b), side in sorted(SIDES_OF.items())
        if side.size and not side.barred and in_play(w, a) and in_play(w, b) and ground.terrain(a) == "flat"
    )
    put(w, "rome", a, {"romani_foot": 40}, ["varro"])
    found = escapes(w, f"rome@{a}", a, [])
    dry = [to for to in NEIGHBOURS[a] if to in found and not ground.river(a, to)]
    assert dry and found[b].modifier == 0
    assert escapes(w, f"rome@{a}", a, dry)[b].modifier == 3


def test_scipio_gets_away_to_clusium() -> None:
    """§8.23 The printed example: -1 for a city two hexes away, -1 for guile, +4 for honour; a 3 is a 5."""
    w = empty()
    put(w, "rome", "2815", {"romani_foot": 60, "romani_horse": 13}, ["scipio"])
    w.control["clusium"] = "rome"
    put(w, "carthage", "2815", {"libya_foot": 40}, ["hannibal"])
    w.op = Operation("hannibal", entry="2714")
    keys = ["carthage@2815"], ["rome@2815"]
    begin_battle(w, "attack", "2815", *keys, "hannibal", entries=["2714"], then=("after_attack",))
    t = table(w, [3])
    order(t, "avoid toward Clusium")
    for seat, points in (("rome", 1), ("carthage", 0)):
        order(t, f"guile {points}", seat)
    said = last(t, "avoids")
    assert (said["modifier"], said["guile"], said["rating"], said["how"]) == (3, 1, 6, "succeeds")
    assert t.world.forces["rome@2813i"].leaders == ["scipio"]


def test_a_helper_counts_rivers_off_the_road_alone() -> None:
    """§8.26 One for each river that is not crossed by road, beside the distance."""
    w = empty()
    roads = ground.roads_of(scenario_of(w))
    checked = set[bool]()
    for (a, b), side in sorted(SIDES_OF.items()):
        plain = all(in_play(w, at) and ground.terrain(at) in ("flat", "rough") for at in (a, b))
        if not (side.size and plain and not side.barred) or roads.link(a, b) in checked:
            continue
        w = empty()
        put(w, "carthage", b, {"libya_foot": 20}, ["hannibal"])
        put(w, "rome", b, {"romani_foot": 20}, ["varro"])
        put(w, "carthage", a, {"libya_foot": 20}, ["mago"])
        fight(w, b)
        number, way = helpers(w, "carthage")["mago"]
        assert way == (b,)
        assert number == (7 + 5) // 2 - 1 - (not roads.link(a, b))
        checked.add(roads.link(a, b))
    assert checked == {True, False}


def test_elephants_stay_out_of_mountains_and_out_of_the_ratio() -> None:
    """§8.31 §8.36 §8.52 They are rolled for by turns, the attacker's first, and count for nothing else."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 40, "carthago_elephant": 20}, ["hannibal"])
    put(w, "rome", PLAIN, {"romani_foot": 40}, ["varro"])
    fight(w)
    assert w.battle is not None
    assert {line.name: line.value for line in lines_of(w, w.battle)}.get("ratio", 0) == 0
    assert w.battle.before == {"carthage": 40, "rome": 40}
    assert left_to_commit(w, w.battle, "carthage") == 20
    w = empty()
    put(w, "carthage", HILL, {"libya_foot": 40, "carthago_elephant": 3}, ["hannibal"])
    put(w, "rome", HILL, {"romani_foot": 40}, ["varro"])
    fight(w, HILL)
    assert w.battle is not None
    assert left_to_commit(w, w.battle, "carthage") == 0


def test_elephants_of_both_sides_go_by_turns() -> None:
    """§8.36 The attacker's first; who has stopped stops, and the other may go on."""
    w = empty("pyrrhus_in_italy")
    put(w, "epirus", PLAIN, {"epirus_foot": 40, "epirus_elephant": 2}, ["pyrrhus"])
    put(w, "rome", PLAIN, {"romani_foot": 40, "carthago_elephant": 2}, ["laevinus"])
    t = table(act(w, "pyrrhus"), [3] * 20)
    order(t, "attack", "epirus")
    order(t, "stand", "rome")
    asked = []
    while next(iter(t.pending.values())).rule == "8.36":
        asked.append(next(iter(t.pending)))
        order(t, "no" if len(asked) == 3 else "yes", asked[-1])
    assert asked == ["epirus", "rome", "epirus", "rome"]


def test_who_cannot_retreat_is_destroyed() -> None:
    """§8.37 Every hex beside lies across barred sides, water, or where the attacker came from."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", PLAIN, {"romani_foot": 36}, ["varro"])
    fight(w)
    assert w.battle is not None
    assert has_way(w, w.battle, "rome")
    only = next(
        at
        for at in sorted(HEXES)
        if HEXES[at].kind == "land" and in_play(w, at) and len([*open_from(w, at)]) == 1
    )
    w = empty()
    put(w, "carthage", only, {"libya_foot": 40, "numidia_horse": 10}, ["hannibal"])
    put(w, "rome", only, {"romani_foot": 36}, ["varro"])
    fight(w, only)
    assert w.battle is not None
    w.battle.entries = [*open_from(w, only)]
    assert not has_way(w, w.battle, "rome")
    w.battle.percent = w.battle.real = {"carthage": 5, "rome": 30}
    w.battle.lost = {"carthage": {"chart": 2}, "rome": {"chart": 10}}
    w.battle.before = {"carthage": 50, "rome": 36}
    w.agenda = ["retreats"]
    assert last(table(w), "destroyed")["units"] == {"romani_foot": 36}


def open_from(w: World, at: str) -> list[str]:
    """The hexes that an army can reach from a hex in a step, cities left aside."""
    roads = ground.roads_of(scenario_of(w))
    return [
        to
        for to in ground.nexts(w, at)
        if to in HEXES
        and not ground.strait(at, to)
        and ground.may_step(w, "rome", {"romani_foot": 1}, at, to, roads) is None
    ]


@pytest.mark.parametrize(("horse", "pursues"), [(1, True), (0, False)])
def test_more_horse_pursues_with_one_at_least_even_in_mountains(horse: int, pursues: bool) -> None:
    """§8.38 There horse counts for nothing in the battle; who has none left does not pursue."""
    w = empty()
    put(w, "carthage", HILL, {"libya_foot": 40} | ({"numidia_horse": horse} if horse else {}), ["hannibal"])
    put(w, "rome", HILL, {"romani_foot": 40}, ["varro"])
    assert CHARTS.horse(1, False, "mountain") == 0
    fight(w, HILL)
    assert w.battle is not None
    w.battle.percent = w.battle.real = {"carthage": 5, "rome": 40}
    w.agenda = ["pursuit"]
    t = table(w, [5] * pursues)
    assert [event.values["factor"] for event in told(t, "pursuit")] == [1] * pursues


def test_engines_stay_behind_who_intercepts() -> None:
    """§9.28 And they are lost by who avoids battle."""
    w = empty()
    put(w, "rome", "4805", {"romani_foot": 30, "syracusae_engine": 1}, ["scipio"])
    put(w, "carthage", PLAIN, {"libya_foot": 40}, ["hannibal"])
    t = table(act(w, "hannibal"), [0, *[5] * 20])
    order(t, "march 4606", "carthage")
    order(t, "play intercept with P. Cornelius Scipio", "rome")
    assert t.world.forces["rome@4805"].units == {"syracusae_engine": 1}


def test_allies_in_a_city_that_is_handed_over_are_finished() -> None:
    """§6.13 §11.33 They go outside, and the movement of allies is over."""
    w = empty()
    put(w, "carthage", "1020", {"libya_foot": 20}, ["hannibal"])
    put(w, "carthage", "4707", {"galli_foot": 5})
    w.control["venusia"] = "carthage"
    t = table(act(w, "hannibal"), [0])
    order(t, "ally 4707: 5 Gallic infantry by in Venusia", "carthage")
    assert t.world.op.ally
    order(t, "transfer Venusia", "carthage")
    order(t, "yes", "rome")
    assert t.world.op is None
    assert t.world.forces["carthage@4707"].units == {"galli_foot": 5}


def test_who_has_avoided_battle_joins_no_other_in_that_phase() -> None:
    """§8.25 §8.24 The attacker goes on without a die, and the one who slipped away helps nobody."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", PLAIN, {"romani_foot": 40}, ["varro"])
    put(w, "rome", "4706", {"romani_foot": 40}, ["paullus"])
    act(w, "hannibal")
    fight(w)
    assert w.op is not None
    assert set(helpers(w, "rome")) == {"paullus"}
    w.op.avoided = ["paullus"]
    assert helpers(w, "rome") == {}


def test_who_retreats_is_not_intercepted() -> None:
    """§8.37 §6.5 It passes enemies in range; nobody is asked but who lost."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 80, "numidia_horse": 20}, ["hannibal"])
    put(w, "carthage", "4805", {"libya_foot": 10}, ["mago"])
    put(w, "carthage", "4605", {"libya_foot": 10}, ["maharbal"])
    put(w, "rome", PLAIN, {"romani_foot": 20}, ["varro"])
    t = table(act(w, "hannibal"), [9, 0, 9, *[0] * 20])
    order(t, "attack", "carthage")
    for _ in range(20):
        if told(t, "victory"):
            break
        seat, choice = next(iter(t.pending.items()))
        assert choice.rule not in ("6.53", "6.56")
        if choice.rule == "8.37" and isinstance(choice, Route):
            t.submit(seat, choice.sample(sampler(1)))
            continue
        order(t, {"8.22": "stand", "8.25": "nobody"}.get(choice.rule, "as planned"), seat)
    assert last(t, "victory")["side"] == "carthage"
    assert told(t, "retreats")


def test_all_who_retreat_are_pursued_and_their_state_is_that_of_the_battle() -> None:
    """§8.38 §8.54 Also those who did not fight; what a pursuit costs changes no state."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 40, "numidia_horse": 20}, ["hannibal"])
    put(w, "rome", PLAIN, {"romani_foot": 40}, ["varro"])
    w.forces["other"] = w.forces.pop(f"rome@{PLAIN}")
    put(w, "rome", PLAIN, {"romani_foot": 40}, ["paullus"])
    fight(w)
    assert w.battle is not None
    w.battle.percent = w.battle.real = {"carthage": 5, "rome": 15}
    w.battle.lost = {"carthage": {"chart": 2}, "rome": {"chart": 8}}
    w.agenda = ["pursuit"]
    t = table(w, [9])
    while t.pending:
        order(t, "as planned", next(iter(t.pending)))
    said = last(t, "pursuit")
    assert said["percent"] > 0
    assert sum(e.values["units"].get("romani_foot", 0) for e in told(t, "losses")) == CHARTS.percent(
        80, said["percent"]
    )
    assert t.world.battle is None or t.world.battle.real == {"carthage": 5, "rome": 15}


def test_friends_outside_retreat_when_a_force_inside_is_beaten() -> None:
    """§8.37 §8.38 §8.54 Scipio is caught as he leaves Venusia and stays in; those outside are pursued."""
    w = empty()
    put(w, "carthage", "4707", {"libya_foot": 40, "numidia_horse": 20}, ["hannibal"])
    put(w, "rome", "4707i", {"romani_foot": 30}, ["scipio"])
    put(w, "rome", "4707", {"socii_foot": 20})
    w.control["venusia"] = "rome"
    begin_battle(w, "interception", "4707", ["carthage@4707"], ["rome@4707i"], "hannibal")
    b = battle_of(w)
    b.percent = b.real = {"carthage": 5, "rome": 20}
    b.book("carthage", "chart", 3)
    b.book("rome", "chart", 6)
    w.agenda = ["recovery", "aftermath", "retreats", "retreats", "pursuit"]
    t = table(w, [9])
    while t.pending:
        seat, choice = next(iter(t.pending.items()))
        order(t, "4706" if isinstance(choice, Route) else "as planned", seat)
    assert last(t, "pursuit")["side"] == "carthage"
    assert last(t, "retreats")["way"] == ["4706"]
    assert t.world.forces["rome@4707i"].units == {"romani_foot": 30}
    assert t.world.forces["rome@4707i"].status == DISORGANIZED


def test_elephants_that_retreat_are_pursued_too() -> None:
    """§8.36 §8.38 With nobody else left, whether they fought or not: 9 times 1 is 5 %, 1 of 20."""
    w = empty()
    put(w, "carthage", PLAIN, {"carthago_elephant": 20}, ["hannibal"])
    put(w, "rome", PLAIN, {"romani_foot": 40, "romani_horse": 1}, ["varro"])
    fight(w)
    b = battle_of(w)
    b.percent = b.real = {"carthage": 25, "rome": 5}
    w.agenda = ["recovery", "pursuit"]
    t = table(w, [9])
    assert (last(t, "pursuit")["percent"], last(t, "losses")["units"]) == (5, {"carthago_elephant": 1})
    assert battle_of(t.world).losses("carthage") == 0


@pytest.mark.parametrize(("how", "counts"), [("treachery", False), ("surrender", False), ("assault", True)])
def test_only_force_makes_the_fall_of_a_city_a_victory(how: str, counts: bool) -> None:
    """§9.24 §12.31 Treachery and surrender bring neither points of a major victory nor boxes."""
    w = empty()
    put(w, "carthage", "4707", {"libya_foot": 40}, ["hannibal"])
    w.control["arretium"], w.sieges["arretium"] = "rome", Siege("carthage", 3, 5)
    events: list[Event] = []
    token = EVENT_SINK.set(events.append)
    capture_city(w, "arretium", "carthage", how, "hannibal")
    EVENT_SINK.reset(token)
    kinds = {event.kind for event in events}
    assert ("major" in w.points.get("carthage", {})) == counts
    assert ("alliance" in kinds) == counts
