"""Marches, interceptions, avoidances and coordinations, compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.ancient_world.board import LEADERS
from adjudicator.ancient_world.world import ACTIVE, DISRUPTED, HELPERS, SECOND, THIRD, Catch, Force, World

from . import attrition, reactions
from .battle import commanders
from .ground import added, at, chiefs, less, strength, units
from .watch import Answered, Rolled, Scene, Tally, Told


class Looker:
    """Compares the procedures of one game; it remembers who named a way of their own."""

    def __init__(self, tally: Tally) -> None:
        self.tally, self._named = tally, False

    def look(self, scene: Scene) -> None:
        """Compare one procedure."""
        tally = self.tally
        if scene.told("stopped"):
            _stops(scene, tally)
        if scene.name == "inertia":
            _staying(scene, tally)
        for at_, moment in enumerate(scene.moments):
            if isinstance(moment, Answered) and moment.rule in ("6.53", "6.56", "6.57"):
                self._named = "along" in str(moment.answers)
            elif isinstance(moment, Rolled) and moment.rule in ("6.55", "6.57"):
                told = _next(scene, at_, "intercepts", "envelops")
                _interception(moment, told, tally, named=self._named)
            elif isinstance(moment, Rolled) and moment.rule in ("8.23", "9.22"):
                _avoidance(scene, moment, _next(scene, at_, "avoids"), tally)
            elif isinstance(moment, Rolled) and moment.rule == "8.26":
                _coordination(moment, _next(scene, at_, "coordinates"), tally)
            elif isinstance(moment, Rolled) and moment.rule == "5.25":
                _continuation(moment, _next(scene, at_, "continuation"), tally)


def _next(scene: Scene, after: int, *kinds: str) -> Told:
    later = (one for one in scene.moments[after:] if isinstance(one, Told) and one.kind in kinds)
    return next(later)


def _continuation(roll: Rolled, told: Told, tally: Tally) -> None:
    """§5.25 Who rolls their campaign rating or less goes on."""
    w, leader = roll.world, roll.label[0]
    total = roll.dice[0] + told.values["modifier"]
    mine = "goes_on" if total <= LEADERS[leader].campaign else "finished"
    tally.same("continuation", mine, told.values["how"], told.values)
    shift = {"surrender": 2, "refusal": -2}
    tally.same("continuation: modifier known", True, told.values["modifier"] in (0, *shift.values()), w.op)


def _stops(scene: Scene, tally: Tally) -> None:
    """§6.43 What those pay who stop."""
    for told in scene.told("stopped"):
        v, paid = told.values, told.values["units"]
        w = told.world
        force = _payer(w, scene, v)
        had = added(force.units, paid)
        then = Force(force.side, force.place, had, force.leaders, force.status, force.scattered)
        overran = scene.name in ("stop", "pay") and _overran(scene.before, v["way"])
        half, due = attrition.of_march(w, then, v["way"], overran=overran, guided=v["guided"])
        tally.same("attrition: points", half, v["half"], (then, v))
        tally.same("attrition: paid", "", attrition.may_pay(had, paid, due), (due, then, v))
        tally.same("attrition: some", bool(paid), bool(v.get("some", bool(paid))), v)


def _overran(w: World, way: Sequence[str]) -> bool:
    """§6.63 Did those who came by a way overrun somebody?"""
    if any(due.walked == way and due.overran for due in w.dues):
        return True
    return w.march is not None and w.march.walked == way and bool(w.march.overran)


def _payer(w: World, scene: Scene, v: Mapping[str, Any]) -> Force:
    """The force that has just come by a way."""
    keys = [due.force for due in scene.before.dues if due.walked == v["way"]]
    keys += [w.march.force] if w.march is not None and scene.name == "stop" else []
    keys += [*HELPERS, ACTIVE, SECOND, THIRD]
    fit = (w.forces[key] for key in keys if key in w.forces)
    return next(force for force in fit if force.side == v["side"] and force.place == v["place"])


def _staying(scene: Scene, tally: Tally) -> None:
    """§6.46 Forces that stayed; the first call says who will have to pay."""
    w = scene.before
    for told in scene.told("inert"):
        v = told.values
        force = next(f for f in at(w, v["place"], v["side"]))
        due = attrition.of_staying(w, force)
        tally.same("staying: paid", "", attrition.may_pay(force.units, v["units"], due), (due, force, v))
    for told in scene.told("staying"):
        places = [f.place for f in w.forces.values() if attrition.of_staying(w, f)]
        hidden = w.options.get("fog") == "on"
        if not hidden:
            tally.same("staying: who", sorted({*places}), sorted(told.values["places"]), told.values)


def _catch(w: World, leader: str) -> Catch | None:
    both = (w.counter, w.catch)
    return next((one for one in both if one is not None and one.leader == leader), None)


def _interception(roll: Rolled, told: Told, tally: Tally, *, named: bool) -> None:
    """§6.54 The die of an interception."""
    w, leader, v = roll.world, roll.label[0], told.values
    c = _catch(w, leader)
    if told.kind == "envelops" or c is None:
        _envelopment(w, roll, told, tally)
        return
    start = _start(w, c)
    way = (start[:4], *c.path)
    status = _joins(w, c)
    if c.bank:
        way = (c.at,)
    mine = reactions.interception(
        w, way, status=status, ambush=bool(c.ambush), leader=leader, prey=_prey(w, c)
    )
    tally.same("interception: modifier", mine, v["modifier"], (c, v, w.march))
    tally.same("interception: rating", LEADERS[leader].campaign, v["rating"], v)
    fine = roll.dice[0] + mine <= LEADERS[leader].campaign
    tally.same("interception: result", "succeeds" if fine else "fails", v["how"], v)
    tally.same("interception: the way is open", "", reactions.barred(w, c.side, start, way), (way, c))
    if c.ambush:
        tally.same("ambush: allowed", True, reactions.may_ambush(w, start, way, _target_place(w, c)), (c, v))
    elif not named and not c.bank:
        low = reactions.best(w, c.side, start, c.at)
        tally.same("interception: the best way", low, reactions.along(w, way), c)


def _envelopment(w: World, roll: Rolled, told: Told, tally: Tally) -> None:
    """§6.57 The force on the march goes back at its interceptor as if it intercepted them."""
    v = told.values
    assert w.march is not None
    mover = w.forces[w.march.force]
    low = reactions.best(w, mover.side, mover.place, v["place"])
    mine = None if low is None else low + (2 if mover.status == DISRUPTED else 0)
    tally.same("envelopment: modifier", mine, v["modifier"], (v, w.march))
    fine = roll.dice[0] + v["modifier"] <= LEADERS[v["leader"]].campaign
    tally.same("envelopment: result", "succeeds" if fine else "fails", v["how"], v)


def _start(w: World, c: Catch) -> str:
    force = w.forces.get(c.force)
    return force.place if force is not None else c.origin


def _joins(w: World, c: Catch) -> int:
    force: Force | None = w.forces.get(c.force)
    return force.status if force is not None else 0


def _target_place(w: World, c: Catch) -> str:
    target = w.forces.get(c.target)
    return target.place if target is not None else c.at


def _prey(w: World, c: Catch) -> str:
    """§6.58 The leader whom an ambush is laid for."""
    target = w.forces.get(c.target)
    present = target.leaders if target is not None else []
    if target is not None and (chief := chiefs(w, target.side) & {*present}):
        return sorted(chief)[0]
    if w.op is not None and w.op.leader in present:
        return w.op.leader
    return present[0] if present else ""


def _avoidance(scene: Scene, roll: Rolled, told: Told, tally: Tally) -> None:
    """§8.23 The die of an avoidance, and what it costs."""
    w, leader, v = roll.world, roll.label[0], told.values
    side = v["side"]
    here = f"{v['place'][:4]}i" if roll.rule == "9.22" else v["place"]
    barred = [w.op.entry[:4]] if w.op is not None and w.op.entry else []
    ways_out = reactions.escapes(w, side, here, barred)
    mine = reactions.avoidance(w, leader, here, v["to"], ways_out) if v["to"] in ways_out else None
    tally.same("avoidance: the place is open", True, v["to"] in ways_out, (v, sorted(ways_out), barred))
    if mine is None:
        return
    tally.same("avoidance: modifier", mine, v["modifier"], (v, ways_out, w.op))
    total = roll.dice[0] + mine - v["guile"] + v["against"]
    tally.same("avoidance: result", "succeeds" if total <= LEADERS[leader].campaign else "fails", v["how"], v)
    if v["how"] != "succeeds":
        return
    lost = added(*(one.values["units"] for one in scene.told("losses") if one.rule == "8.23"))
    stay = scene.after if roll.rule == "9.22" else w
    had = less(units(w, here, side), units(stay, here, side) if roll.rule == "9.22" else {})
    city = v["to"].endswith("i")
    tenth = -(-strength(had) // 10)
    cost = 0 if city else min(ways_out[v["to"]].cost, tenth)
    tally.same("avoidance: losses", "", attrition.may_pay(had, lost, cost), (v, had, lost, cost))


def _coordination(roll: Rolled, told: Told, tally: Tally) -> None:
    """§8.26 The number of a coordination."""
    w, leader, v = roll.world, roll.label[0], told.values
    b = w.battle
    assert b is not None
    side = v["side"]
    keys = b.attackers if side == b.attacker else b.defenders
    present = [x for key in keys if key in w.forces for x in w.forces[key].leaders]
    start = next(f.place for f in w.forces.values() if leader in f.leaders)
    attacks = side == b.attacker
    named = b.by if attacks and b.kind != "attack" else ""
    friends = sorted(commanders(w, side, present, attacks=attacks, named=named) - {""})
    numbers = [reactions.coordination(w, side, leader, one, start, b.hex) for one in friends]
    best = max((n for n in numbers if n is not None), default=None)
    tally.same("coordination: number", best, v["number"], (v, friends, start, b))
    if best is not None and v["how"] != "quarrel":
        tally.same("coordination: result", "succeeds" if roll.dice[0] <= best else "fails", v["how"], v)
