"""Rules that are easily missed, one after another, where no test of their chapter looks at them."""

from __future__ import annotations

from itertools import count

import pytest

from adjudicator.ancient_world.board import LEADERS, NEIGHBOURS, SIDES_OF
from adjudicator.ancient_world.rules import r06_ground as ground
from adjudicator.ancient_world.rules.r06_attrition import inertia_losses, march_losses
from adjudicator.ancient_world.rules.r06_overrun import may_overrun
from adjudicator.ancient_world.rules.r06_reach import able, may_ambush, toll_of, tries
from adjudicator.ancient_world.rules.r06_ways import cheapest
from adjudicator.ancient_world.rules.r08_battle import lines_of
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.rules.r08_outcome import forced, is_major
from adjudicator.ancient_world.rules.r08_retreat import all_keys, retreat_cost, state_of
from adjudicator.ancient_world.rules.r09_losses import worth
from adjudicator.ancient_world.world import (
    DISORGANIZED,
    DISRUPTED,
    USELESS,
    Battle,
    March,
    Siege,
    World,
    is_inside,
    province_of,
    scenario_of,
)
from adjudicator.core import Illegal, Table
from tests.ancient_world.helpers import act, empty, last, order, put, table, told

ROADS = ground.roads_of(scenario_of(empty()))


def finish(t: Table, **answers: str) -> None:
    """Answer whatever is asked by what is given for its paragraph, "pass" or the plan otherwise."""
    for _ in range(40):
        pending = t.pending
        if not pending:
            return
        seat, choice = next(iter(pending.items()))
        window = t.question is not None and t.question.occasion
        route = "4706" if choice.shape == "route" else "as planned"
        plain = "pass" if window or choice.rule == "5.3" else route
        order(t, answers.get("r" + choice.rule.replace(".", "_"), plain), seat)


def marching(w: World, *walked: str, who: str = "force") -> World:
    """The force of Hannibal has come this way, and is where it ends."""
    w.forces["active"] = w.forces.pop("carthage@" + walked[0])
    w.forces["active"].place = walked[-1]
    w.march = March("active", who, list(walked), [])
    return w


# -- §2 to §5 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "fell"), [(8, False), (9, True)])
def test_casualties_need_the_rating_or_more(die: int, fell: bool) -> None:
    """§2.6 §8.61 §7.28 Equal is enough: Hannibal's mortality is 9; going on needs equal or less."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", "4705", {"romani_foot": 40}, ["varro"])
    t = table(act(w, "hannibal"), [5, 5, 4, die, 5, *[0] * 9])
    order(t, "attack")
    finish(t, r8_22="stand")
    found = [e.values["leader"] for e in told(t, "fell")]
    assert ("hannibal" in found) == fell


@pytest.mark.parametrize(("drawn", "markers"), [(0, 4), (1, 4), (2, 1)])
def test_who_comes_in_late_has_all_markers_only_at_the_beginning(drawn: int, markers: int) -> None:
    """§4.21 All of them while at most one leader's marker has been drawn, one afterwards."""
    w = empty()
    w.turn = 2
    put(w, "carthage", "1020", {"libya_foot": 20}, ["hannibal"])
    w.notes["enters/hannibal"], w.drawn, w.lams, w.agenda = 1, drawn, ["siege_attrition"], ["draw"]
    t = table(w, draws=["hannibal"])
    assert last(t, "enters_cup")["count"] == markers


def test_beside_the_commander_an_interceptor_takes_half() -> None:
    """§5.41 §5.45 §6.51 Also on an interception; and disorganized or useless forces make none, nor
    do engines.
    """
    w = empty()
    put(w, "rome", "4805", {"romani_foot": 30, "syracusae_engine": 1}, ["scipio", "flaminius"])
    w.commanders["rome"] = "scipio"
    put(w, "carthage", "4705", {"libya_foot": 40}, ["hannibal"])
    t = table(act(w, "hannibal"), [0, *[5] * 20])
    order(t, "march 4606", "carthage")
    order(t, "play intercept with C. Flaminius", "rome")
    assert t.world.forces["rome@4805"].units["romani_foot"] == 15
    w = empty()
    force = put(w, "rome", "4805", {"romani_foot": 30}, ["scipio"])
    assert able(w, "rome", ["scipio"]) == ["scipio"]
    for status in (DISORGANIZED, USELESS):
        force.status = status
        assert able(w, "rome", ["scipio"]) == []


def test_a_lone_leader_goes_anywhere_but_out_of_a_siege() -> None:
    """§6.12 §6.32 §5.3 Over mountains that no army crosses; a besieged city holds him."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 20}, ["hannibal"])
    put(w, "carthage", "5304i", {"libya_foot": 5}, ["mago"])
    w.control["tarentum"] = "carthage"
    t = table(act(w, "mago"))
    order(t, "ride to 4705")
    assert t.world.forces["carthage@4705"].leaders == ["hannibal", "mago"]
    w.sieges["tarentum"] = Siege("rome", 3, 5)
    put(w, "rome", "5304", {"romani_foot": 30}, ["scipio"])
    w = empty()
    put(w, "carthage", "5304i", {"libya_foot": 5}, ["mago"])
    put(w, "rome", "5304", {"romani_foot": 30}, ["scipio"])
    w.control["tarentum"], w.sieges["tarentum"] = "carthage", Siege("rome", 3, 5)
    with pytest.raises(Illegal, match=r"6\.12"):
        order(table(act(w, "mago")), "ride to 4705")


def test_a_stop_to_shed_points_is_a_stop() -> None:
    """§6.21 §6.45 §6.48 Attrition first, then the die; the next way begins at nought."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40}, ["hannibal"])
    t = table(act(w, "hannibal"), [7, 7])
    order(t, "march 4706")
    kinds = [e.kind for e in told(t)]
    assert kinds.index("stopped") < kinds.index("continuation")
    order(t, "march 4705")
    assert last(t, "stopped")["half"] == told(t, "stopped")[0].values["half"]


# -- §6 --------------------------------------------------------------------------------------------


def a_river_by_road() -> tuple[str, str]:
    return next((a, b) for (a, b), side in sorted(SIDES_OF.items()) if side.size and ROADS.link(a, b)
                and ground.terrain(b) == "flat" and ground.terrain(a) == "flat")  # fmt: skip


def test_a_river_counts_in_five_ways() -> None:
    """§6.41 §8.31 §6.54 §8.37 §9.28 By road: nothing for attrition, retreat and engines; yet one for an
    interception, and three in battle.
    """
    w, (a, b) = empty(), a_river_by_road()
    assert dict(ground.cost_of(w, "carthage", (a, b)).parts).get("rivers", 0) == 0
    assert retreat_cost(w, a, (b,)) == 1
    assert ground.may_step(w, "carthage", {"syracusae_engine": 1}, a, b, ROADS) is None
    assert toll_of(w, a, (b,)) == 2
    put(w, "carthage", b, {"libya_foot": 20}, ["hannibal"])
    put(w, "rome", b, {"romani_foot": 20}, ["varro"])
    act(w, "hannibal")
    begin_battle(w, "attack", b, [f"carthage@{b}"], [f"rome@{b}"], "hannibal")
    assert w.battle is not None
    w.battle.river = 1
    assert {line.name: line.value for line in lines_of(w, w.battle)}["river"] == -3


def test_half_is_paid_only_by_who_never_leaves_home() -> None:
    """§6.34 §6.41 And the way that costs least counts it."""
    w = empty()
    home = set(scenario_of(w).home["rome"])
    ways = cheapest(w, "rome", {"romani_foot": 40}, "3615")
    halved = 0
    for to, way in ways.items():
        if to == "3615i":
            continue
        cost = ground.cost_of(w, "rome", ("3615", *way))
        inside = {province_of(place) for place in ("3615", *way)} <= home
        full = sum(n for _, n in ground.cost_of(w, "carthage", ("3615", *way)).parts)
        assert (cost.half < full) == inside
        halved += inside
    assert halved > 10


def test_the_search_finds_what_a_plain_search_finds() -> None:
    """§6.41 Against one that keeps every set of provinces paid, on Sicily."""
    w = empty("sicily")
    w.devastated = ["sicilia_w"]
    start, units = "5526", {"libya_foot": 20}
    roads = ground.roads_of(scenario_of(w))
    first = (start, frozenset[str](), frozenset[str]())
    best, done = dict[str, int](), set[tuple[str, frozenset[str], frozenset[str]]]()
    paths: dict[tuple[str, frozenset[str], frozenset[str]], tuple[int, tuple[str, ...]]]
    paths = {first: (0, (start,))}
    while waiting := paths.keys() - done:
        key = min(waiting, key=lambda one: paths[one][0])
        done.add(key)
        (at, off, road), (_, path) = key, paths[key]
        for to in ground.nexts(w, at):
            if is_inside(to) or ground.may_step(w, "rome", units, at, to, roads) is not None:
                continue
            cost = ground.cost_of(w, "rome", (*path, to)).half
            best[to] = min(cost, best.get(to, cost))
            here = {province_of(to)}
            on = (to, off, road | here) if roads.link(at, to) else (to, off | here, road)
            if not ground.must_stop(at, to, roads, rivers=True) and cost < paths.get(on, (999, ()))[0]:
                paths[on] = (cost, (*path, to))
    found = cheapest(w, "rome", units, start)
    checked = 0
    for to, cost in best.items():
        if to != start:
            assert ground.cost_of(w, "rome", (start, *found[to])).half == cost, to
            checked += 1
    assert checked > 50


def test_at_most_four_rows() -> None:
    """§6.43 §6.46 Staying knows no ridge and no overrun; a mountain doubles the rating."""
    w, units = empty(), {"libya_foot": 400}
    cost = ground.cost_of(w, "carthage", ("4705", "4706"))
    worst = march_losses(w, "carthage", units, USELESS, "4706", cost, 1)
    assert march_losses(w, "carthage", {"libya_foot": 400}, USELESS, "4706", cost, 9) == worst
    hill = next(at for at in NEIGHBOURS if ground.terrain(at) == "mountain" and province_of(at) == "liguria")
    flat = next(at for at in NEIGHBOURS if ground.terrain(at) == "flat" and province_of(at) == "liguria")
    assert inertia_losses(w, {"libya_foot": 75}, 0, hill) == 2
    assert inertia_losses(w, {"libya_foot": 75}, 0, flat) == 1


def test_a_leader_tries_again_when_the_march_has_left_their_range() -> None:
    """§6.53 Once a movement, unless it goes out of range and comes back."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", "4903", {"romani_foot": 30}, ["scipio"])
    t = table(act(w, "hannibal"), [9, 9, 7])
    order(t, "march 4606-4506-4406-4506-4606-4705", "carthage")
    for n in count():
        if not (t.question and t.question.occasion) or n > 12:
            break
        order(t, "play intercept with P. Cornelius Scipio", "rome")
    tried = [e.values["place"] for e in told(t, "intercepts")]
    assert len(tried) == 2
    assert t.world.op is None or t.world.op.failed == ["scipio", "scipio"]


def test_the_interceptor_is_the_attacker() -> None:
    """§6.55 Both pay attrition first, the mover before; no avoidance; who wins as mover rolls on."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", "4805", {"romani_foot": 30}, ["varro"])
    w.commanders["rome"] = "varro"
    t = table(act(w, "hannibal"), [0, *[5] * 30])
    order(t, "march 4706", "carthage")
    order(t, "pass", "rome")  # at the start
    order(t, "play intercept with C. Terentius Varro", "rome")
    while t.pending and not told(t, "result"):
        order(t, "pass" if t.question and t.question.occasion else "as planned", next(iter(t.pending)))
    kinds = [e.kind for e in told(t)]
    assert [e.values["side"] for e in told(t, "stopped")][:2] == ["carthage", "rome"]
    assert kinds.index("stopped") < kinds.index("battle")
    assert last(t, "result")["attacker"] == "rome"
    assert "avoids" not in kinds


def test_where_an_ambush_is_laid() -> None:
    """§6.58 On rough ground, of an adjacent hex, over no river; not of marsh, mountain or city."""
    w = empty()
    rough = next(at for at in sorted(NEIGHBOURS) if ground.terrain(at) == "rough" and any(
        ground.terrain(to) == "flat" and not ground.river(at, to) for to in NEIGHBOURS[at]))  # fmt: skip
    flat = next(
        to for to in NEIGHBOURS[rough] if ground.terrain(to) == "flat" and not ground.river(rough, to)
    )
    put(w, "carthage", flat, {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", rough, {"romani_foot": 30}, ["scipio"])
    marching(w, flat, flat)
    found = tries(w, "enter")["scipio"]
    assert may_ambush(w, "scipio", found, flat) is None
    assert may_ambush(w, "scipio", found, f"{flat}i") is not None
    hill = next(at for at in NEIGHBOURS if ground.terrain(at) == "mountain")
    assert may_ambush(w, "scipio", found, hill) is not None
    assert may_ambush(w, "hannibal", found, flat) is not None  # Hannibal is on flat ground


def test_no_overrun_over_a_river_or_on_landing() -> None:
    """§6.61 §6.62 Nine to one and more horse, on open ground."""
    w = empty()
    put(w, "carthage", "4805", {"libya_foot": 40, "numidia_horse": 10}, ["hannibal"])
    put(w, "rome", "4806", {"romani_foot": 4}, ["albinus"])
    marching(w, "4805", "4806")
    assert may_overrun(w)
    w.forces["active"].landed = 1
    assert not may_overrun(w)
    w.forces["active"].landed = 0
    assert w.march is not None
    w.march.who = "sea"
    assert not may_overrun(w)
    a, b = a_river_by_road()
    w = empty()
    put(w, "carthage", a, {"libya_foot": 40, "numidia_horse": 10}, ["hannibal"])
    put(w, "rome", b, {"romani_foot": 4}, ["albinus"])
    assert not may_overrun(marching(w, a, b))


def test_recovery_comes_before_devastation() -> None:
    """§6.72 §6.75 §3.0 F/1, F/2, F/3, then staying, recovery and victory."""
    w = empty()
    w.turn, w.agenda = 0, ["turn"]
    put(w, "carthage", "4705", {"libya_foot": 20}, ["hannibal"])
    t = table(w, [5] * 9, draws=["hannibal"])
    after = [name for name in reversed(t.world.agenda) if name in (
        "recover", "naval", "devastate", "adrift", "inertia", "recovery", "victory")]  # fmt: skip
    assert after == ["recover", "naval", "devastate", "adrift", "inertia", "recovery", "victory"]


# -- §8 --------------------------------------------------------------------------------------------


def beaten(percent: tuple[int, int], lost: tuple[int, int], before: tuple[int, int] = (40, 40)) -> Battle:
    """A battle of Carthage against Rome, with percentages, losses and strengths of the two."""
    sides = ("carthage", "rome")
    return Battle(
        "attack", "4705", *sides, ["carthage@4705"], ["rome@4705"], "hannibal",
        percent=dict(zip(sides, percent, strict=True)),
        lost={side: {"chart": n} for side, n in zip(sides, lost, strict=True)},
        before=dict(zip(sides, before, strict=True)),
    )  # fmt: skip


def test_who_retreats_is_read_off_the_chart() -> None:
    """§8.33 §8.37 §8.52 Ten points or more, as printed; or a major victory; and with all who stand there."""
    w = empty()
    assert forced(w, beaten((10, 20), (4, 8))) == "rome"
    assert forced(w, beaten((10, 15), (4, 7))) == ""
    assert forced(w, beaten((10, 15), (4, 8))) == "rome"  # twice the losses
    assert forced(w, beaten((15, 15), (0, 8))) == ""
    assert is_major(w, beaten((10, 20), (4, 8)), "carthage")
    assert not is_major(w, beaten((10, 20), (4, 8), (40, 19)), "carthage")
    put(w, "rome", "4705", {"romani_foot": 40}, ["varro"])
    put(w, "rome", "4706", {"socii_foot": 9}, ["paullus"])
    w.forces["other"] = w.forces.pop("rome@4706")
    w.forces["other"].place = "4705"
    assert all_keys(w, beaten((10, 20), (4, 8)), "rome") == ["rome@4705", "other"]


def test_states_of_winner_and_loser() -> None:
    """§8.54 A winner without loss has none; a draw is read at fifteen; a major defeat is the worst."""
    w, b = empty(), beaten((10, 20), (4, 8))
    b.winner = "carthage"
    assert (state_of(w, b, "carthage"), state_of(w, b, "rome")) == (DISRUPTED, DISORGANIZED)
    b.major = 1
    assert state_of(w, b, "rome") == USELESS
    b.lost["carthage"] = {}
    assert state_of(w, b, "carthage") == 0
    for percent, state in ((15, DISRUPTED), (20, DISORGANIZED)):
        assert state_of(w, beaten((percent, percent), (4, 4)), "rome") == state


def test_small_battles_leave_no_state() -> None:
    """§8.54 §8.61 Neither side had twenty; the second die of a casualty is never modified."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 15}, ["hannibal"])
    put(w, "rome", "4705", {"romani_foot": 12}, ["varro"])
    w.commanders["rome"] = "varro"
    t = table(act(w, "hannibal"), [9, 0, 6, 0, 8, 8, *[0] * 12])
    order(t, "attack")
    finish(t, r8_22="stand")
    assert [f.status for f in t.world.forces.values()] == [0] * len(t.world.forces)
    # varro has mortality 9: an 8 and the 1 of the beaten wound, and the second 8 does not kill
    assert LEADERS["varro"].mortality == 9
    assert t.world.fate == {"varro": "wounded"}


# -- §9 --------------------------------------------------------------------------------------------


def test_what_siege_losses_count() -> None:
    """§9.55 Two horse count as a foot; an elephant as one, for the besieger alone."""
    assert worth({"libya_foot": 2, "numidia_horse": 2}, True) == 6
    assert worth({"carthago_elephant": 1}, True) == 2
    assert worth({"carthago_elephant": 1}, False) == 0


def test_the_guile_of_the_besieged_counts_and_is_kept() -> None:
    """§9.62 Equal is a trap, which kills above the rating."""
    w = empty()
    put(w, "carthage", "1514", {"libya_foot": 30}, ["hannibal"])
    put(w, "rome", "1514i", {"socii_foot": 2}, ["fabius"])
    w.control["placentia"], w.sieges["placentia"] = "rome", Siege("carthage", 3, 2)
    t = table(act(w, "hannibal"), [9, 8, 0, 0])
    order(t, "treachery guile 1")
    said = last(t, "treachery")
    assert (said["guile"], said["against"]) == (1, 2)
    assert t.world.spent == {"hannibal": 1}
    if said["how"] == "trap":
        assert t.world.fate["hannibal"] == "dead"


def test_surrender_is_demanded_once_and_before_a_siege() -> None:
    """§9.72 §9.73 With 2 added to the die for going on after it, 2 taken off after a refusal."""
    w = empty()
    put(w, "carthage", "4707", {"libya_foot": 30}, ["hannibal"])
    put(w, "rome", "4707i", {"socii_foot": 1})
    w.control["venusia"] = "rome"
    t = table(act(w, "hannibal"), [1, 9])
    order(t, "demand")
    assert last(t, "continuation")["modifier"] == -2
    with pytest.raises(Illegal, match=r"9\.73"):
        order(t, "demand")
    w.sieges["venusia"] = Siege("carthage", 1, 1)
