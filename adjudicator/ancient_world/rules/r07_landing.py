"""§7.2 Naval transport: the die of the voyage, landing, scattering."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.ancient_world.board import (
    CHARTS,
    CITIES,
    CITY_AT,
    ELEPHANT,
    ENGINE,
    FOOT,
    HEXES,
    HORSE,
)
from adjudicator.ancient_world.world import (
    ACTIVE,
    March,
    Place,
    Side,
    World,
    city_of,
    done,
    each_force,
    enemy_of,
    force_of,
    hex_of,
    is_inside,
    push,
)
from adjudicator.core import N_, Bar, Choice, bar, d10, judged, tell, words

from .r02_forces import leaders_of, lose, move_force, of_arm, part, settle, strength
from .r05_command import acting_units, come_together, form_up
from .r06_goals import Goal
from .r06_losses import give_up, spread
from .r07_transport import landing, onward, sea_modifier, shore_for, zones_of
from .r08_casualties import risk
from .r08_fallen import all_leave
from .r08_fog import tell_contact, tell_units
from .r11_control import entered_city

Item = Choice[Any] | Bar | None
ENGINES_LOST = 10
"""§9.28 The percentage of losses at sea from which engines go down."""


async def sail(w: World) -> None:
    """§7.21 §7.24 One die with all modifiers says what is lost, and whether the force is scattered.

    §7.17 It may cost superiority in the zone. §9.28 Engines go down where a tenth is lost.
    """
    m = w.march
    assert m is not None
    force, way = w.forces[m.force], list(m.ahead)
    side = force.side
    lines = sea_modifier(w, side, way)
    die = await d10("7.24", "-".join(zones_of(w, way)))
    row = CHARTS.transport(die + sum(lines.values()))
    w.effects.pop(f"winds/{side}", None)
    tell(
        "transport",
        "7.21",
        side=side,
        lines=lines,
        die=die,
        total=die + sum(lines.values()),
        percent=row.percent,
        scatter=row.scatter,
    )
    if row.level:
        _wear(w, side, min(zones_of(w, way), key=lambda zone: w.naval[zone][side]), row.level)
    units = dict(force.units)
    for arm in (FOOT, HORSE, ELEPHANT):
        await give_up(w, [m.force], arm, CHARTS.percent(of_arm(units, arm), row.percent), "7.26")
    engines = part(w.forces[m.force].units, ENGINE) if m.force in w.forces else {}
    if row.percent >= ENGINES_LOST and engines:
        place = w.forces[m.force].place
        lose(w, m.force, engines)
        tell_units(w, "engines_sunk", "9.28", side, place, engines)
    if m.force not in w.forces:
        done(w, "finish")
        return
    await _come_in(w, way, bool(row.scatter))


def _wear(w: World, side: Side, zone: str, change: int) -> None:
    """§7.17 §7.15 Superiority in a zone changes, the enemy's the other way; ruling AW-R41."""
    enemy = enemy_of(w, side)
    w.naval[zone][side] = max(-4, min(4, w.naval[zone][side] + change))
    w.naval[zone][enemy] = max(-4, min(4, w.naval[zone][enemy] - change))
    tell("superiority", "7.17", zone=zone, side=side, level=w.naval[zone][side])


async def _come_in(w: World, way: Sequence[Place], scatter: bool) -> None:
    """§7.26 §7.27 The force lands, or lies off the coast; scattered it must land at once (§7.28)."""
    m, op = w.march, w.op
    assert m is not None
    assert op is not None
    to = way[-1]
    afloat = not is_inside(to) and HEXES[to].kind != "land"
    if afloat and scatter:
        to = shore_for(w, w.forces[m.force].side, to)
        if not to:
            sink(w, m.force)
            done(w, "finish")
            return
        afloat = False
    op.still = op.first = 0
    if afloat:
        force = w.forces[m.force]
        force.afloat, force.place, force.fresh = 1, to, dict(force.units)
        come_together(w)
        w.march = None
        op.check = "sail"
        done(w, "continuation")
        return
    await come_ashore(w, m.force, to, scatter)
    m = w.march
    if m is None or m.force not in w.forces:
        done(w, "finish")
        return
    m.walked, m.ahead, m.stage = [to], [], "leave" if is_inside(to) else "enter"
    op.entry, op.river = "", 0
    done(w, "march")


async def come_ashore(w: World, key: str, to: Place, scatter: bool) -> None:
    """§7.27 §7.28 Bring a force ashore; scattered it is useless until reformed, and its leaders are at risk.

    Of a scattered force no more than may land are saved; ruling AW-R45.
    """
    move_force(w, key, to)
    force = w.forces[key]
    force.afloat, force.landed = 0, int(not is_inside(to))
    tell("lands", "7.27", side=force.side, place=to, how="scattered" if scatter else "whole")
    tell_contact(w, to)
    if not scatter:
        return
    force.scattered = 1
    city = city_of(w, to)
    kind = CITIES[city].port if is_inside(to) and city else "none"
    over = strength(force.units) - CHARTS.ports[kind or "none"].scattered
    if over > 0:
        gone = spread(part(force.units, FOOT, HORSE, ELEPHANT), over)
        lose(w, key, gone)
        tell_units(w, "losses", "7.28", force.side, to, gone)
    await risk(w, leaders_of(w, [key]), 0, "7.28")


def sink(w: World, key: str) -> None:
    """§7.29 Eliminate a force that is lost at sea, with its leaders."""
    force = w.forces[key]
    leaders, units, side, place = list(force.leaders), dict(force.units), force.side, force.place
    all_leave(w, leaders, "dead")
    lose(w, key, units)
    tell("sunk", "7.29", side=side, place=place, units=units, leaders=leaders)


def land_item(w: World) -> Item:
    """§7.26 Return the order to land from where the force lies at sea."""
    op = w.op
    assert op is not None
    force = w.forces[force_of(w, op.leader)]
    if not force.afloat:
        return bar("7.26", N_("the force is not at sea"))
    units = acting_units(w)
    shores = [to for to in onward(w, force.place, "0000") if is_inside(to) or HEXES[to].kind == "land"]
    return Goal(
        rule="7.26",
        prompt=words(N_("Where does the force land?")),
        options=lambda: judged(shores, lambda to: landing(w, force.side, units, to)),
        verb="at",
    )


def land_act(w: World, to: Place) -> None:
    """§7.27 The force lands and stops; it rolls no attrition, because it has rolled the die of transport."""
    op = w.op
    assert op is not None
    force = form_up(w)
    op.first = 0
    op.entry, op.river = "", 0
    move_force(w, ACTIVE, to)
    force.afloat, force.landed = 0, int(not is_inside(to))
    tell("lands", "7.27", side=force.side, place=to, how="whole")
    tell_contact(w, to)
    w.march = March(ACTIVE, "sea", [to], [], "leave" if is_inside(to) else "enter")
    push(w, "march")


async def adrift(w: World) -> None:
    """§7.29 Scatter forces still at sea at the end of a turn onto the shore, or remove them.

    Ruling AW-R46.
    """
    for key in [key for key, force in each_force(w) if force.afloat]:
        if key not in w.forces:
            continue
        force = w.forces[key]
        to = shore_for(w, force.side, force.place)
        if not to:
            sink(w, key)
            continue
        side = force.side
        w.forces["adrift"] = w.forces.pop(key)
        await come_ashore(w, "adrift", to, True)
        if "adrift" in w.forces:
            settle(w, "adrift")
        if is_inside(to):
            entered_city(w, side, CITY_AT[hex_of(to)])
    done(w)
