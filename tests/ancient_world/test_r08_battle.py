"""§8 Battle: avoidance, coordination, the sum, losses, retreats and what follows."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world.board import CHARTS
from adjudicator.ancient_world.board.charts import STAR, Result
from adjudicator.ancient_world.rules.r06_losses import elite_units, foot_plan, horse_plan, judge_battle
from adjudicator.ancient_world.rules.r08_attack import helpers
from adjudicator.ancient_world.rules.r08_battle import eased, lines_of, losses_of, star_losses
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.rules.r08_casualties import pool, posts_for
from adjudicator.ancient_world.rules.r08_outcome import compared, forced, is_major
from adjudicator.ancient_world.rules.r08_retreat import retreat_cost, state_of
from adjudicator.ancient_world.show.names import LEXICON
from adjudicator.ancient_world.show.narration import troops
from adjudicator.ancient_world.world import DISORGANIZED, DISRUPTED, USELESS, Battle, World
from adjudicator.core import Illegal, Reader, Split, fill, words
from tests.ancient_world.helpers import act, empty, last, order, put, table, told
from tests.ancient_world.kit import KIT
from tests.kit.two_worlds import known_to

FOOT = {"libya_foot": 45, "hispani_foot": 15, "galli_foot": 18}
HORSE = {"hispani_horse": 10, "numidia_horse": 8}


def fight(w: World, extra: int = 0) -> Battle:
    begin_battle(w, "attack", "4705", ["carthage@4705"], ["rome@4705"], "hannibal")
    assert w.battle is not None
    w.battle.against, w.battle.extra = "varro", extra
    return w.battle


def cannae() -> World:
    w = empty()
    put(
        w,
        "carthage",
        "4705",
        {"libya_foot": 40, "hispani_foot": 35, "numidia_horse": 10, "galli_horse": 12},
        ["hannibal", "mago", "maharbal"],
    )
    put(
        w,
        "rome",
        "4705",
        {"romani_foot": 92, "socii_foot": 83, "romani_horse": 3, "socii_horse": 6},
        ["varro"],
    )
    w.commanders = {"carthage": "hannibal", "rome": "varro"}
    return w


def test_cannae() -> None:
    """§8.3 §8.31 §8.32 §8.13 §8.14 The printed sum: leaders +3, subordinates +2, ratio -2, horse +4, and +6
    given.

    The elite units of the example cancel out and are left out here. The +6 of another module is handed in.
    """
    w = cannae()
    b = fight(w, 6)
    lines = {line.name: line.value for line in lines_of(w, b)}
    assert lines == {"subordinates": 2, "ratio": -2, "horse": 4, "elite": 1, "given": 6}
    w = cannae()
    act(w, "hannibal")
    t = table(w, [3, 6, 9, 4] + [0] * 12)
    while t.pending and not told(t, "battle"):
        seat, choice = next(iter(t.pending.items()))
        order(t, "attack" if choice.rule == "5.3" else "stand", seat)
    said = last(t, "battle")
    assert said["lines"] == {"leaders": 3, "subordinates": 2, "ratio": -2, "horse": 4, "elite": 1}
    assert said["total"] == 9 + 8  # without the six that the other module gives


def test_cannae_to_the_last_figure() -> None:
    """§8.31 §8.33 §8.4 With a veteran legion, which cancels the Numidians: 13, a 9 makes 22, that is */75."""
    w = cannae()
    w.effects["elite/romani_foot"] = 1
    lines = {line.name: line.value for line in lines_of(w, fight(w, 6))}
    assert lines == {"subordinates": 2, "ratio": -2, "horse": 4, "given": 6}
    leaders = CHARTS.tactical("A", 3) - CHARTS.tactical("E", 6)
    assert leaders + sum(lines.values()) == 13
    assert CHARTS.result(9 + 13) == Result(STAR, 75)


@pytest.mark.parametrize(("die", "factor", "percent"), [(6, 3, 15), (9, 6, 50)])
def test_pursuit_is_a_die_times_the_factor(die: int, factor: int, percent: int) -> None:
    """§8.38 Six times three is 18, and 15 are cut down; never more than half."""
    w = empty()
    more = next(n for n in range(99) if CHARTS.horse(n, False, "flat") == factor)
    put(w, "carthage", "4705", {"libya_foot": 40, "numidia_horse": more}, ["hannibal"])
    put(w, "rome", "4705", {"romani_foot": 40}, ["varro"])
    begin_battle(w, "attack", "4705", ["carthage@4705"], ["rome@4705"], "hannibal")
    assert w.battle is not None
    w.battle.percent = {"carthage": 5, "rome": 40}
    w.agenda = ["pursuit"]
    said = last(table(w, [die]), "pursuit")
    assert (said["factor"], said["percent"]) == (factor, percent)


def test_what_cannae_cost() -> None:
    """§8.33 §8.34 Of 184 strength points 75% are 138; "*" with a 4 costs four of 97."""
    assert sum(losses_of({"romani_foot": 184}, 75)) == 138
    assert sum(star_losses({"libya_foot": 75, "numidia_horse": 22}, 4)) == 4
    assert sum(star_losses({"libya_foot": 75, "numidia_horse": 22}, 9)) == 4


def test_a_ratio_beyond_three_saves_losses() -> None:
    """§8.33 50 against 10 is +5: of 10/30 the attacker loses nothing. So does the defender beyond -3."""
    b = Battle("attack", "4705", "carthage", "rome", [], [], "hannibal", ratio=5)
    assert eased(b, Result(10, 30)) == {"carthage": 0, "rome": 30}
    b.ratio = -5
    assert eased(b, Result(30, STAR)) == {"carthage": 30, "rome": 0}
    b.ratio = 3
    assert eased(b, Result(10, 30)) == {"carthage": 10, "rome": 30}


def test_losses_by_contingent() -> None:
    """§8.34 78 foot lose 16: five each, and one more; 18 horse lose 4: three and one."""
    elite = elite_units(empty())
    assert sorted(foot_plan(FOOT, 16, elite).values()) == [5, 5, 6]
    assert horse_plan(HORSE, 4) == {"hispani_horse": 3, "numidia_horse": 1}
    judge_battle(
        FOOT | HORSE,
        16,
        4,
        elite,
        {"libya_foot": 6, "hispani_foot": 5, "galli_foot": 5, "hispani_horse": 3, "numidia_horse": 1},
    )
    with pytest.raises(Illegal, match=r"8\.34"):
        judge_battle(FOOT | HORSE, 16, 4, elite, {"libya_foot": 16, "hispani_horse": 4})
    with pytest.raises(Illegal, match=r"8\.34"):
        judge_battle(
            FOOT | HORSE,
            16,
            4,
            elite,
            {"libya_foot": 6, "hispani_foot": 5, "galli_foot": 5, "numidia_horse": 4},
        )


def test_one_horse_for_two_foot() -> None:
    """§8.35 Five horse and fourteen foot in place of four and sixteen."""
    elite = elite_units(empty())
    chosen = {"libya_foot": 5, "hispani_foot": 5, "galli_foot": 4, "hispani_horse": 3, "numidia_horse": 2}
    judge_battle(FOOT | HORSE, 16, 4, elite, chosen)
    with pytest.raises(Illegal, match=r"8\.35"):
        judge_battle(FOOT | HORSE, 16, 4, elite, chosen | {"hispani_foot": 3})


def test_avoidance_of_scipio() -> None:
    """§8.22 §8.23 §8.24 §5.54 Into a city two hexes away (on our map the way to Clusium crosses a river),
    with one point of guile and Roman honour: a 3 is enough, a 6 is not.
    """
    for die, how in ((3, "succeeds"), (6, "fails")):
        w = empty()
        put(w, "carthage", "2513", {"libya_foot": 60}, ["hannibal"])
        put(w, "rome", "2513", {"romani_foot": 60, "socii_horse": 13}, ["scipio"])
        w.control["arretium"] = "rome"
        t = table(act(w, "hannibal"), [die] + [5] * 9)
        order(t, "attack", "carthage")
        order(t, "avoid to in Arretium", "rome")
        order(t, "guile 1", "rome")
        order(t, "guile 0", "carthage")
        said = last(t, "avoids")
        assert (said["modifier"] - said["guile"] + said["against"], said["how"]) == (2, how)
        if how == "succeeds":
            assert t.world.forces["rome@2712i"].leaders == ["scipio"]
            assert list(t.pending) == ["carthage"]  # who may do something else, without a die
            assert t.world.op.avoided == ["scipio"]
        else:
            assert t.world.battle is None or t.world.battle.failed == 1


@pytest.mark.parametrize("fog", ["off", "on"])
def test_a_stake_tells_nothing_until_both_are_shown(fog: str) -> None:
    """§5.54 Whatever Scipio stakes, Carthage and the public see the same before Hannibal has staked."""
    known = []
    for stake in (0, 1):
        w = empty(options={"fog": fog})
        put(w, "carthage", "2513", {"libya_foot": 60}, ["hannibal"])
        put(w, "rome", "2513", {"romani_foot": 60, "socii_horse": 13}, ["scipio"])
        w.control["arretium"] = "rome"
        t = table(act(w, "hannibal"), [3] + [5] * 9)
        order(t, "attack", "carthage")
        order(t, "avoid to in Arretium", "rome")
        order(t, f"guile {stake}", "rome")
        assert list(t.pending) == ["carthage"]
        known.append([list(known_to(KIT, t, viewer, 1)) for viewer in ("carthage", None)])
        order(t, "guile 0", "carthage")
        assert last(t, "avoids")["guile"] == stake
    assert known[0] == known[1]


def test_coordination() -> None:
    """§8.25 §8.26 Gisco and Hanno, both 5, two hexes apart: 3 or less."""
    w = empty("sicily")
    put(w, "carthage", "5922", {"libya_foot": 20}, ["gisco"])
    put(w, "carthage", "6023", {"libya_foot": 20}, ["hanno_han"])
    put(w, "rome", "5922", {"romani_foot": 20}, ["caudex"])
    begin_battle(w, "attack", "5922", ["carthage@5922"], ["rome@5922"], "gisco")
    number, way = helpers(w, "carthage")["hanno_han"]
    assert number == (5 + 5) // 2 - len(way)
    w.agenda = ["coordinate"]
    t = table(w, [number])
    order(t, "Hanno, son of Hannibal", "carthage")
    assert last(t, "coordinates")["how"] == "succeeds"
    assert len(t.world.battle.attackers) == 2


def test_those_inside_the_city_join_without_distance() -> None:
    """§8.27 §9.26"""
    w = empty()
    put(w, "carthage", "2815", {"libya_foot": 20}, ["hannibal"])
    put(w, "rome", "1514i", {"romani_foot": 20}, ["scipio"])
    put(w, "rome", "1514", {"romani_foot": 20}, ["sempronius"])
    put(w, "carthage", "1514", {"libya_foot": 20}, ["mago"])
    begin_battle(w, "attack", "1514", ["rome@1514"], ["carthage@1514"], "sempronius")
    assert helpers(w, "rome")["scipio"] == ((5 + 6) // 2, ())


def beaten(ours: int, theirs: int, lost: tuple[int, int] = (5, 5), before: int = 40) -> tuple[World, Battle]:
    w = empty()
    b = Battle("attack", "4705", "carthage", "rome", [], [], "hannibal")
    b.percent, b.real = {"carthage": ours, "rome": theirs}, {"carthage": ours, "rome": theirs}
    b.lost = {"carthage": {"chart": lost[0]}, "rome": {"chart": lost[1]}}
    b.before = {"carthage": before, "rome": before}
    return w, b


def test_who_must_retreat() -> None:
    """§8.37 §8.52 20/10: the attacker; */10 nobody, */15 the defender; twice the losses of twenty are a major
    victory.
    """
    assert forced(*beaten(20, 10)) == "carthage"
    assert forced(*beaten(STAR, 10)) == ""
    assert forced(*beaten(STAR, 15)) == "rome"
    assert forced(*beaten(20, 20)) == ""
    assert compared(STAR) == 4
    assert forced(*beaten(5, 10, (2, 4))) == "rome"  # a major victory whatever the table says
    w, b = beaten(5, 10, (2, 4), 19)
    assert not is_major(w, b, "carthage")


def test_retreats_cost() -> None:
    """§8.37 One a hex, two on hard ground, one a river off the road."""
    w = empty()
    assert retreat_cost(w, "4705", ["4706"]) == 1
    assert retreat_cost(w, "4705", ["4606"]) == 2  # over a river
    assert retreat_cost(w, "4705", []) == 0


def test_states_after_battle() -> None:
    """§8.51 §8.53 §8.54 §8.55 §chart/status The winner disrupted, the loser disorganized, after a major
    defeat useless.
    """
    w, b = beaten(10, 20)
    b.winner = "carthage"
    assert (state_of(w, b, "carthage"), state_of(w, b, "rome")) == (DISRUPTED, DISORGANIZED)
    b.major = 1
    assert state_of(w, b, "rome") == USELESS
    b.lost["carthage"] = {}
    assert state_of(w, b, "carthage") == 0
    w, b = beaten(15, 20)
    assert (state_of(w, b, "carthage"), state_of(w, b, "rome")) == (DISRUPTED, DISORGANIZED)


def test_a_battle_whole() -> None:
    """§8.2 §8.21 §8.38 §8.56 §8.1 An attack, losses, pursuit, a retreat, states, and the year's end heals a
    step.
    """
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40, "numidia_horse": 14}, ["hannibal"])
    put(w, "rome", "4705", {"romani_foot": 36, "socii_horse": 6}, ["varro"])
    t = table(act(w, "hannibal"), [9, 0, 5, 0, 0, 6, 9])
    order(t, "attack", "carthage")
    order(t, "stand", "rome")
    steps = 0
    while t.pending and not told(t, "victory") and steps < 12:
        steps += 1
        seat, choice = next(iter(t.pending.items()))
        order(t, "4706" if choice.shape == "route" else "as planned", seat)
    assert last(t, "victory")["side"] == "carthage"
    assert told(t, "pursuit")
    assert t.world.forces["rome@4706"].status >= DISORGANIZED
    assert t.world.points["carthage"]


def test_elephants() -> None:
    """§8.36 One by one, before the sum; a side may stop. Never in mountains."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40, "carthago_elephant": 3}, ["hannibal"])
    put(w, "rome", "4705", {"romani_foot": 36}, ["varro"])
    t = table(act(w, "hannibal"), [9, 0] + [5] * 9)
    order(t, "attack", "carthage")
    order(t, "stand", "rome")
    order(t, "yes", "carthage")
    assert t.world.battle.elephant_modifier == {"carthage": 1}
    order(t, "yes", "carthage")
    assert t.world.forces["active"].units["carthago_elephant"] == 2
    order(t, "no", "carthage")
    assert told(t, "battle")


def test_unpredictable() -> None:
    """§8.4 A second die, with guile: the attacker's first, then the defender's."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 30}, ["hannibal"])
    put(w, "rome", "4705", {"romani_foot": 30}, ["paullus"])
    t = table(act(w, "hannibal"), [9, 0, 6, 1] + [0] * 9)  # 9 - 1 + 6 = 14: unpredictable
    order(t, "attack", "carthage")
    order(t, "stand", "rome")
    order(t, "guile 3", "carthage")
    order(t, "guile 1", "rome")
    lines = {"guile": 3, "against": -1}
    assert last(t, "unpredictable") == {"place": "4705", "die": 1, "lines": lines, "total": 3}


def test_casualties_and_replacement() -> None:
    """§8.61 §8.62 §8.63 §8.64 §8.65 Consuls only from their year; where the fallen was, or with the
    commander.
    """
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 30}, ["hannibal"])
    put(w, "rome", "3615i", {"romani_foot": 18}, ["scipio"])
    w.fate["sempronius"], w.posts["sempronius"] = "dead", "1514"
    assert "varro" not in pool(w, "rome") and "fabius" not in pool(w, "rome")
    assert posts_for(w, "rome", "sempronius") == ["3615i"]
    w.op, w.lams = None, ["sempronius", "sempronius"]
    act(w, "sempronius")
    w.agenda = ["replace"]
    t = table(w)
    order(t, f"name {t.world and pool(t.world, 'rome')[0]} at in Roma", "rome")
    assert t.world.op.leader in t.world.forces["rome@3615i"].leaders
    assert t.world.lams == [t.world.op.leader]


def test_a_leader_dies() -> None:
    """§8.61 A die of the mortality or more, and another, without modifier."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40, "numidia_horse": 14}, ["hannibal"])
    put(w, "rome", "4705", {"romani_foot": 36, "socii_horse": 6}, ["flaminius"])
    t = table(act(w, "hannibal"), [9, 0, 5, 0, 5, 6, 0, 0])  # 5 + 1 for the beaten is 6; then 6: dead
    order(t, "attack", "carthage")
    order(t, "stand", "rome")
    while t.pending and not told(t, "fell"):
        seat = next(iter(t.pending))
        order(t, "as planned", seat)
    assert last(t, "fell")["leader"] == "flaminius"
    assert t.world.fate["flaminius"] == "dead"


def test_a_single_elephant_is_told_in_the_singular() -> None:
    """And may be typed so; the names of foot and horse have no plural."""
    units = {"carthago_elephant": 1, "epirus_elephant": 2, "galli_foot": 1, "libya_engine": 1}
    said = [fill(one, "en", LEXICON.label) for one in troops(units)]
    assert said == ["1 Punic elephant", "2 Epirote elephants", "1 Gallic infantry", "1 Libyan engine"]
    assert fill(troops(units)[0], "ja", LEXICON.label) == "カルタゴ戦象1"
    assert LEXICON.find("punic elephant", units) == ["carthago_elephant"]
    choice = Split(rule="8.36", prompt=words("Which?"), things=lambda: units, least=0, most=4)
    reader = Reader(LEXICON)
    order = choice.write({"carthago_elephant": 1, "epirus_elephant": 2}, reader)
    assert order == "Punic elephant x1, Epirote elephants x2"
    assert choice.parse(order, reader) == {"carthago_elephant": 1, "epirus_elephant": 2}
