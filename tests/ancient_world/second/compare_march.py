"""Marches, interceptions, avoidances and coordinations, compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.ancient_world.board import LEADERS, SCENARIOS
from adjudicator.ancient_world.world import ACTIVE, DISRUPTED, HELPERS, SECOND, THIRD, Catch, Force, World

from . import attrition, charts, reactions, sea
from .battle import commanders
from .ground import (
    HARD,
    added,
    arm,
    at,
    chiefs,
    city_in,
    contingent,
    has,
    horse,
    less,
    river,
    strength,
    terrain,
    units,
    weight,
)
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
        if scene.told("transport"):
            _voyage(scene, tally)
        if scene.name in BY_NAME:
            BY_NAME[scene.name](scene, tally)
        for at_, moment in enumerate(scene.moments):
            if isinstance(moment, Answered) and moment.rule in ("6.53", "6.56", "6.57"):
                self._named = "along" in str(moment.answers)
                if moment.rule == "6.53":
                    _asked(moment, tally)
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
        key = _payer(w, scene, v)
        force, before = w.forces[key], scene.before.forces.get(key)
        state = before if before is not None and not force.units else force  # whose units are gone has none
        had = added(force.units, paid)
        then = Force(force.side, force.place, had, force.leaders, state.status, state.scattered)
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


def _payer(w: World, scene: Scene, v: Mapping[str, Any]) -> str:
    """The key of the force that has just come by a way."""
    keys = [due.force for due in scene.before.dues if due.walked == v["way"]]
    keys += [w.march.force] if w.march is not None and scene.name == "stop" else []
    keys += [*HELPERS, ACTIVE, SECOND, THIRD]
    fit = ((key, w.forces[key]) for key in keys if key in w.forces)
    return next(key for key, force in fit if force.side == v["side"] and force.place == v["place"])


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


def _strait(scene: Scene, tally: Tally) -> None:
    """§7.3 The crossing of a strait: free at +4, else a die, and a second for the losses; ruling AW-R47."""
    w = scene.before
    assert w.march is not None
    force = w.forces[w.march.force]
    zone = sea.zone_of_strait(force.place, w.march.ahead[0])
    level = w.naval[zone][force.side]
    told = scene.told("crossing")
    tally.same("strait: rolled", level < sea.FREE_LEVEL, bool(told), (zone, level))
    if not told:
        return
    v, dice = told[0].values, scene.rolled("7.33")
    opposed = sea.is_opposed(v["die"], level)
    tally.same("strait: opposed", (zone, level, opposed), (v["zone"], v["level"], v["how"] == "opposed"), v)
    if not opposed or not dice:
        tally.same("strait: a second die", opposed, bool(dice), v)
        return
    due = min(strength(force.units), charts.strait(level, dice[0].dice[0], weight(force.units)))
    gone = added(*(one.values["units"] for one in scene.told("losses") if one.rule == "7.34"))
    tally.same("strait: lost", (due, due), (v["losses"], strength(gone)), (v, force, gone))
    third = due // 3 if has(w, "third", "down") else -(-due // 3)
    mounted = min(third, arm(force.units, "horse", "elephant"))
    tally.same("strait: a third", True, arm(gone, "horse", "elephant") >= mounted, (force, gone))


def _voyage(scene: Scene, tally: Tally) -> None:
    """§7.24 The die of a voyage, its row, the level that it costs, and what is lost by arm."""
    told = scene.told("transport")[0]
    v, w = told.values, scene.rolled("7.24")[0].world
    assert w.march is not None
    way = [*w.march.walked, *w.march.ahead]
    force = w.forces[w.march.force]
    shift, zones = sea.voyage(w, v["side"], way)
    tally.same("voyage: total", scene.rolled("7.24")[0].dice[0] + shift, v["total"], (v, way))
    row = charts.voyage(v["total"])
    mine = (row["percent"], row["scatter"])
    tally.same("voyage: row", mine, (v["percent"], v["scatter"]), v)
    after = scene.after
    shifts = {zone: after.naval[zone][v["side"]] - w.naval[zone][v["side"]] for zone in after.naval}
    moved = {zone: n for zone, n in shifts.items() if n}
    floor = max(-4, min(w.naval[zone][v["side"]] for zone in zones) + row["level"])
    sunk = floor - min(w.naval[zone][v["side"]] for zone in zones)
    tally.same("voyage: level", sunk, sum(moved.values()), (v, zones, moved))
    tally.same("voyage: level where", True, {*moved} <= zones, (v, zones, moved))
    lost = added(*(one.values["units"] for one in scene.told("losses") if one.rule == "7.26"))
    for one in ("foot", "horse", "elephant"):
        due = charts.part(row["percent"], arm(force.units, one))
        tally.same(f"voyage: {one} lost", due, arm(lost, one), (v, force.units, lost))


def _overruns(scene: Scene, tally: Tally) -> None:
    """§6.61 §6.62 Who is overrun: nine to one without elephants (ruling AW-R38), and more horse or none."""
    w = scene.before
    if not scene.answered("6.61") or w.march is None:
        return
    mover = w.forces[w.march.force]
    here = w.march.walked[-1]
    foes = added(*(f.units for f in at(w, here) if f.side != mover.side))
    ours, theirs = arm(mover.units, "foot", "horse"), arm(foes, "foot", "horse")
    tally.same("overrun: nine to one", True, ours >= 9 * theirs, (mover, foes))
    tally.same("overrun: horse", True, not horse(foes) or horse(mover.units) > horse(foes), (mover, foes))
    open_ground = terrain(here) not in HARD and not here.endswith("i")
    tally.same("overrun: open ground", True, open_ground, here)
    if len(w.march.walked) > 1:
        tally.same("overrun: no river", "", river(w.march.walked[-2], here), w.march)
    for told in scene.told("overrun"):
        left = [f for f in at(scene.after, here) if f.side != mover.side and strength(f.units)]
        tally.same("overrun: all are gone", (foes, []), (told.values["units"], left), told.values)


def _asked(moment: Answered, tally: Tally) -> None:
    """§6.51 §6.52 §6.53 Who is asked to intercept from another hex: all who may, and nobody else."""
    w = moment.world
    if w.march is None or w.march.force not in w.forces:
        return
    prey = w.forces[w.march.force]
    goal = prey.place[:4]
    offered = set[str]()
    for choice in moment.choices.values():
        items = choice.items()
        theirs = {*items["intercept"].options()} if items.get("intercept") is not None else set()
        offered |= theirs
        for leader in theirs:
            force = next(f for f in w.forces.values() if leader in f.leaders)
            tally.same("asked: the enemy", True, force.side != prey.side, (leader, w.march))
            tally.same("asked: in order", True, force.status <= DISRUPTED and not force.scattered, force)
            tally.same("asked: not tried", True, leader not in w.march.tried, (leader, w.march))
            near = reactions.best(w, force.side, force.place, goal)
            tally.same("asked: in range", True, near is not None, (leader, force, w.march))
    came = len(w.march.walked) > 1 and w.march.stage.startswith("leave")  # who is elsewhere was asked before
    if len(w.seats) == len(SCENARIOS[w.scenario].sides) and not came:
        mine = {leader for leader in _may_come(w, prey.side, goal) if leader not in w.march.tried}
        tally.same("asked: nobody is left out", set(), mine - offered, (w.march, offered))


def _may_come(w: World, side: str, goal: str) -> Iterator[str]:
    """§6.51 §6.52 Leaders of the enemy with units of their own, from another hex, with a die that may do.

    Ruling AW-V06: units that may not leave a place yet do not count.
    """
    for force in w.forces.values():
        ready = force.status <= DISRUPTED and not (force.scattered or force.afloat)
        shut = force.place.endswith("i") and city_in(w, force.place) in w.sieges
        if force.side == side or force.place[:4] == goal or not ready or shut:
            continue
        near = reactions.best(w, force.side, force.place, goal)
        if near is None:
            continue
        worse = 2 if force.status == DISRUPTED else 0
        locked = {x for lock in w.locks.values() for x in lock.leaders}
        kept = [lock for lock in w.locks.values() if (lock.place, lock.side) == (force.place, force.side)]
        free = {unit: n - sum(lock.units.get(unit, 0) for lock in kept) for unit, n in force.units.items()}
        chief = chiefs(w, force.side) & {*force.leaders}
        for leader in force.leaders:
            if chief - {leader} and strength({unit: n for unit, n in free.items() if n > 0}) < 2:
                continue  # half of it is nothing: ruling AW-R13
            leads = LEADERS[leader].leads
            kinds = {contingent(unit) for unit, n in free.items() if n > 0 and strength({unit: n})}
            fit = {kind for kind in kinds - {"mamertini"} if not leads or kind in leads}
            if fit and leader not in locked and near + worse <= LEADERS[leader].campaign:
                yield leader


BY_NAME = {"inertia": _staying, "strait": _strait, "overrun": _overruns}
"""Comparisons of whole procedures."""
