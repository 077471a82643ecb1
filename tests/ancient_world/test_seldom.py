"""Situations that whole games hardly ever reach, each in a position made for it."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world.board import CITY_AT, HEXES, NEIGHBOURS
from adjudicator.ancient_world.rules.r06_ground import Roads, may_step, nexts, roads_of, strait
from adjudicator.ancient_world.show.narration import say
from adjudicator.ancient_world.world import SECOND, Catch, March, World, in_play, scenario_of
from adjudicator.core import Route, Table
from adjudicator.core.log.chance import sampler
from tests.ancient_world.count_rules import TOO_RARE
from tests.ancient_world.helpers import act, empty, last, order, put, table, told

PLANNED = {"8.22": "stand", "8.36": "no", "8.25": "nobody", "8.37": "stay", "5.3": "pass"}


def fight_on(t: Table, until: str) -> None:
    """Answer with what needs no thought until an event of a kind is told."""
    for _ in range(40):
        if not t.pending or told(t, until):
            return
        seat, choice = next(iter(t.pending.items()))
        if isinstance(choice, Route):
            t.submit(seat, choice.sample(sampler(1)))
            continue
        line = "pass" if t.question and t.question.occasion else PLANNED.get(choice.rule, "as planned")
        order(t, line, seat)
    raise AssertionError([choice.rule for choice in t.pending.values()])


def off_a_flat_shore() -> tuple[str, str]:
    """A hex of water off the west of Sicily, and the open ground beside it."""
    return next(
        (at, to)
        for at, hex in sorted(HEXES.items())
        for to in NEIGHBOURS[at]
        if (hex.kind, hex.sea) == ("coastal", "africum")
        and HEXES[to].province == "sicilia_w"
        and HEXES[to].terrain == "flat"
        and to not in CITY_AT
    )


def test_a_force_lies_off_the_coast_and_lands() -> None:
    """§7.26 §7.27 It sails to a hex of water, goes on by a die, and lands without attrition."""
    w = empty("sicily")
    put(w, "carthage", "5526i", {"libya_foot": 20}, ["hanno_han"])
    w.control["lilybaeum"] = "carthage"
    goal, shore = off_a_flat_shore()
    t = table(act(w, "hanno_han"), [9, 3, 9])
    order(t, f"sail {goal}")
    assert t.world.forces[f"carthage@{goal}"].afloat == 1
    order(t, f"land at {shore}")
    assert last(t, "lands")["how"] == "whole"
    assert t.world.forces[f"carthage@{shore}"].units == {"libya_foot": 20}
    assert not told(t, "stopped")


def test_reinforcements_wait_for_a_city() -> None:
    """§3.0 ruling AW-V12 With no city left they wait, and come when there is one."""
    w = empty("sicily")
    w.turn, w.control, w.agenda = 2, {}, ["reinforce"]
    t = table(w)
    assert last(t, "late")["side"] == "carthage"
    assert say(told(t, "late")[-1], "en") != say(told(t, "late")[-1], "ja")
    w = t.world
    w.control["panormus"], w.turn, w.agenda = "carthage", 3, ["reinforce"]
    t = table(w)
    came = [event.values["place"] for event in told(t, "reinforced") if event.values["side"] == "carthage"]
    assert len(came) == 2
    assert set(came) == {"5522i"}


def test_a_good_harvest_feeds_an_army_that_stays() -> None:
    """§13.0 §6.46 Inside a city, once."""
    w = empty("pyrrhus_in_italy")
    put(w, "rome", "3615i", {"romani_foot": 200}, ["laevinus"])
    put(w, "rome", "4412i", {"romani_foot": 200}, ["coruncanius"])
    w.control |= {"roma": "rome", "capua": "rome"}
    w.effects["harvest/rome"], w.reduced, w.agenda = 1, {"roma": 6, "capua": 6}, ["inertia"]
    t = table(w)
    fight_on(t, "inert")
    assert len(told(t, "harvest_used")) == 1
    assert len(told(t, "inert")) == 1


def test_a_force_on_the_open_sea_at_the_end_of_the_year_is_lost() -> None:
    """§7.29 With its leaders; off a shore it scatters onto it, and the leaders are at risk."""
    open_sea = next(
        at
        for at, hex in sorted(HEXES.items())
        if hex.kind == "sea" and all(HEXES[to].kind != "land" for to in NEIGHBOURS[at])
    )
    w = empty("sicily")
    put(w, "rome", open_sea, {"romani_foot": 20}, ["caudex"], afloat=1)
    put(w, "carthage", "3615", {"libya_foot": 1})  # nobody else is at sea
    w.agenda = ["adrift"]
    t = table(w)
    assert last(t, "sunk")["leaders"] == ["caudex"]
    assert t.world.fate == {"caudex": "dead"}
    coast, _ = off_a_flat_shore()
    w = empty("sicily")
    put(w, "rome", coast, {"romani_foot": 20}, ["caudex"], afloat=1)
    w.agenda = ["adrift"]
    t = table(w, [9, 9])
    assert last(t, "lands")["how"] == "scattered"
    assert told(t, "fell")[-1].rule == "7.28"
    assert t.world.fate["caudex"] == "dead"


def test_out_of_a_city_an_interception_needs_no_die() -> None:
    """§6.54 An army leaves a hex in whose city an enemy leader sits: at its start, and on the way."""
    for start, way in (("4707", "4706"), ("4806", "Venusia-4706")):
        w = empty()
        put(w, "carthage", start, {"libya_foot": 40}, ["hannibal"])
        put(w, "rome", "4707i", {"romani_foot": 20}, ["scipio"])
        w.control["venusia"] = "rome"
        t = table(act(w, "hannibal"), [9, *[5] * 30])
        order(t, f"march {way}", "carthage")
        while last_place(t) != "4707" or not t.world.march.stage.startswith("leave"):
            order(t, "pass", "rome")
        order(t, "play intercept with P. Cornelius Scipio", "rome")
        said = last(t, "intercepts")
        assert (said["how"], said["place"]) == ("automatic", "4707")
        fight_on(t, "battle")
        assert last(t, "battle")["place"] == "4707"


def last_place(t: Table) -> str:
    assert t.world.march is not None
    return str(t.world.march.walked[-1])


@pytest.mark.parametrize(("die", "how"), [(7, "goes_on"), (8, "finished")])
def test_who_is_intercepted_and_wins_may_go_on(die: int, how: str) -> None:
    """§6.55 The battle is won, the die for going on is thrown, and the rest of the way needs an order."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 80, "numidia_horse": 20}, ["hannibal"])
    put(w, "rome", "4805", {"romani_foot": 20}, ["varro"])
    w.commanders = {"rome": "varro", "carthage": "hannibal"}
    t = table(act(w, "hannibal"), [0, 0, 0, 0, 0, 0, die])
    order(t, "march 4706-4606", "carthage")
    order(t, "pass", "rome")
    order(t, "play intercept with C. Terentius Varro", "rome")
    fight_on(t, "continuation")
    assert last(t, "victory")["side"] == "carthage"
    assert t.world.battle is None
    assert last(t, "continuation")["how"] == how
    if how == "goes_on":
        assert list(t.pending) == ["carthage"]
        assert t.pending["carthage"].rule == "5.3"
        assert t.world.forces["carthage@4706"].leaders == ["hannibal"]


def test_an_interceptor_who_is_caught_and_wins_does_not_come() -> None:
    """§6.56 ruling AW-V16 Whatever that battle brings, the march goes on as if nothing had happened."""
    w = empty()
    put(w, "rome", "3613", {"romani_foot": 36}, ["sempronius"])
    put(w, "rome", "3713", {"romani_foot": 20}, ["servilius"])
    w.commanders = {"rome": "servilius", "carthage": "mago"}
    put(w, "carthage", "3711", {"libya_foot": 80, "numidia_horse": 20}, ["mago"])
    w.forces["active"] = w.forces.pop("rome@3613")
    w.forces[SECOND] = w.forces.pop("carthage@3711")
    act(w, "sempronius")
    w.agenda.pop()
    w.march = March("active", "force", ["3512", "3613"], ["3614"], "overrun")
    w.catch = Catch("carthage", "mago", "carthage@3711", "active", "3613", ["3712", "3613"], "3711",
                    {"libya_foot": 80, "numidia_horse": 20})  # fmt: skip
    w.agenda += ["march", "intercept", "counter"]
    t = table(w, [0, 0, 9, 0, 0, 0, 0, 0, 9, 9, 9, 9])
    order(t, "play intercept with Cn. Servilius Geminus", "rome")
    order(t, "no", "rome")
    fight_on(t, "finished")
    assert last(t, "victory")["side"] == "carthage"
    assert [e.values["place"] for e in told(t, "stopped")][-1] == "3614"
    assert t.world.forces["rome@3614"].units == {"romani_foot": 36}
    assert "carthage@3613" not in t.world.forces


@pytest.mark.parametrize(("die", "fate"), [(7, "wounded"), (9, "dead")])
def test_an_embassy_may_end_in_disaster(die: int, fate: str) -> None:
    """§12.34 The ambassador is held for the rest of the turn, or murdered."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 20}, ["hannibal"])
    put(w, "carthage", "4706", {"libya_foot": 20}, ["maharbal", "mago"])
    t = table(act(w, "hannibal"), [0, die, 9], draws=["maharbal"])
    order(t, "diplomacy samnium")
    assert last(t, "embassy")["disaster"] == 1
    assert last(t, "disaster")["how"] == {"wounded": "out", "dead": "killed"}[fate]
    assert t.world.fate == {"maharbal": fate}
    assert t.world.forces["carthage@4706"].leaders == ["mago"]


def test_elephants_of_both_sides_meet() -> None:
    """§8.36 By turns, each side's modifier kept for itself; alike, they cancel out."""
    w = empty("pyrrhus_in_italy")
    put(w, "epirus", "4705", {"epirus_foot": 40, "epirus_elephant": 2}, ["pyrrhus"])
    put(w, "rome", "4705", {"romani_foot": 40, "carthago_elephant": 2}, ["laevinus"])
    t = table(act(w, "pyrrhus"), [6, 6, 6, 6, *[5] * 20])
    order(t, "attack", "epirus")
    order(t, "stand", "rome")
    while t.pending and not told(t, "battle"):
        seat, choice = next(iter(t.pending.items()))
        order(t, "yes" if choice.rule == "8.36" else PLANNED.get(choice.rule, "as planned"), seat)
    threw = {(event.values["side"], event.values["die"]) for event in told(t, "elephant")}
    assert {side for side, _ in threw} == {"epirus", "rome"}
    assert t.world.battle is not None
    assert t.world.battle.elephants == {"epirus": 2, "rome": 2}
    assert set(t.world.battle.elephant_modifier) == {"epirus", "rome"}


def test_elephants_kill_no_more_than_there_are() -> None:
    """§8.36 An eight costs two, and one foot is there: one is told."""
    w = empty("pyrrhus_in_italy")
    put(w, "epirus", "4705", {"epirus_foot": 40, "epirus_elephant": 1}, ["pyrrhus"])
    put(w, "rome", "4705", {"romani_foot": 1}, ["laevinus"])
    t = table(act(w, "pyrrhus"), [8, *[5] * 9])
    order(t, "attack", "epirus")
    order(t, "stand", "rome")
    order(t, "yes", "epirus")
    assert last(t, "elephant")["hurt"] == 1


def test_who_has_no_way_out_is_destroyed() -> None:
    """§8.37 Beaten on a shore, with the winner where the only way out lies."""
    w = empty()
    roads = roads_of(scenario_of(w))
    at, out = next(
        (at, ways[0])
        for at in sorted(HEXES)
        if HEXES[at].kind == "land" and in_play(w, at) and len(ways := ways_out(w, at, roads)) == 1
    )
    put(w, "carthage", at, {"libya_foot": 80, "numidia_horse": 20}, ["hannibal"])
    put(w, "rome", at, {"romani_foot": 20}, ["varro"])
    act(w, "hannibal")
    assert w.op is not None
    w.op.entry = out
    t = table(w, [9, 0, 9, *[0] * 20])
    order(t, "attack", "carthage")
    fight_on(t, "destroyed")
    assert told(t, "destroyed")[-1].rule == "8.37"
    assert not any(force.side == "rome" for force in t.world.forces.values() if force.units)


def ways_out(w: World, at: str, roads: Roads) -> list[str]:
    """The hexes into which an army can step from a hex."""
    beside = [to for to in nexts(w, at) if to in HEXES and not strait(at, to)]
    return [to for to in beside if may_step(w, "rome", {"romani_foot": 1}, at, to, roads) is None]


@pytest.mark.parametrize("test", sorted(set(TOO_RARE.values())))
def test_what_games_need_not_come_to_is_tested_here(test: str) -> None:
    assert callable(globals()[f"test_{test}"])
