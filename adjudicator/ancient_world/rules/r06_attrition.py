"""§6.4 Attrition: paid by a force when it stops, and for staying in one province all the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.ancient_world.board import CHARTS, CITY_AT, PROVINCES
from adjudicator.ancient_world.world import (
    STATUS_NAMES,
    Place,
    Side,
    World,
    city_of,
    defence_of,
    done,
    each_force,
    hex_of,
    is_inside,
    province_of,
)
from adjudicator.core import tell

from .r02_forces import adjusted, less, rank_of
from .r06_ground import MARSH, MOUNTAIN, Cost, cost_of, rate, terrain
from .r06_losses import suffered
from .r08_fog import is_foggy, tell_units

LARGE, STEP = 250, 50
GUIDES = 6


def large_rows(size: int) -> int:
    """§6.43 Return the rows for a large force: one for each full 50 above 250; ruling AW-R27."""
    return max(0, (size - LARGE) // STEP)


def status_rows(status: int) -> int:
    """§6.43 Return the rows for a state after battle."""
    return CHARTS.statuses[STATUS_NAMES[status]].rows


def sheltered(w: World, place: Place) -> int:
    """§6.44 Return the points that stopping inside a city takes off, its defence as it is now.

    Ruling AW-R29.
    """
    city = city_of(w, place)
    return defence_of(w, city) if is_inside(place) and city else 0


def points_of(w: World, side: Side, place: Place, cost: Cost) -> Iterator[tuple[str, int]]:
    """§6.41 §6.44 Yield what the points of a stop are made of, in half points; what is taken off last."""
    yield from cost.parts
    if inside := sheltered(w, place):
        yield "city", -2 * inside
    if w.effects.get(f"guides/{side}"):
        yield "guides", -2 * GUIDES


def rows_of(cost: Cost, status: int, size: int, overran: int = 0) -> dict[str, int]:
    """§6.43 §6.61 Return the rows that losses are read further down the chart, by what moves them."""
    rows = {"ridge": cost.ridge, "state": status_rows(status), "large": large_rows(size), "overran": overran}
    return {name: n for name, n in rows.items() if n}


def march_losses(
    w: World, side: Side, units: Mapping[str, int], status: int, place: Place, cost: Cost, overran: int = 0
) -> int:
    """§6.43 Compute the attrition of a force that stops in a place after a way, in strength points."""
    half = sum(n for _, n in points_of(w, side, place, cost))
    size = adjusted(units)
    return CHARTS.attrition(half, size, sum(rows_of(cost, status, size, overran).values()))


async def pay(w: World, key: str, walked: Sequence[Place], overran: int = 0) -> None:
    """§6.23 §6.43 Stop a force: it pays for the way it has come, and its points are gone (§6.48)."""
    force = w.forces[key]
    side, place = force.side, force.place
    cost = cost_of(w, side, walked)
    losses = march_losses(w, side, force.units, rank_of(force), walked[-1], cost, overran)
    fever = int(bool(w.effects.get("fever")) and any(terrain(place) == MARSH for place in walked))
    parts, size = dict(points_of(w, side, walked[-1], cost)), adjusted(force.units)
    weighed = {"size": size, "rows": rows_of(cost, rank_of(force), size, overran), "fever": fever}
    gone = await suffered(w, [key], losses + fever)
    guided = int(bool(w.effects.pop(f"guides/{side}", 0)))
    way, half = list(walked), cost.half
    tell_units(
        w, "stopped", "6.43", side, place, gone, weighed, way=way, half=half, parts=parts, guided=guided
    )


async def pay_due(w: World) -> None:
    """§6.55 A force that meets another pays for the way that it has come."""
    one = w.dues[0]
    if one.force in w.forces and len(one.walked) > 1:
        await pay(w, one.force, one.walked, one.overran)
    w.dues = w.dues[1:]
    done(w)


async def inertia(w: World) -> None:
    """§6.46 Forces that stayed in one province all the turn pay its rating, one after another.

    Not those besieged or besieging; ruling AW-R30. §8.12 In fog the forces that pay are announced first.
    """
    if is_foggy(w) and not w.inert:
        w.inert = [key for key, _ in each_force(w) if _inert(w, key)]
        if w.inert:
            tell("staying", "6.46", places=[w.forces[key].place for key in w.inert])
        else:
            done(w)
        return
    waiting = list(w.inert) or [key for key, _ in each_force(w)]
    while waiting:
        key = waiting.pop(0)
        losses = _inert(w, key)
        if not losses:
            continue
        side, place = w.forces[key].side, w.forces[key].place
        if w.effects.get(f"harvest/{side}") and is_inside(place):
            w.effects.pop(f"harvest/{side}")
            tell("harvest_used", "13.0", side=side, place=place)
        else:
            size, parts = adjusted(_stayed(w, key)), staying_points(w, place)
            weighed = {"size": size, "rows": _staying_rows(rank_of(w.forces[key]), size)}
            gone = await suffered(w, [key], losses, "6.46")
            half = sum(parts.values())
            tell_units(w, "inert", "6.46", side, place, gone, weighed, half=half, parts=parts)
        w.inert = waiting
        if waiting:
            return
    w.inert = []
    done(w)


def _inert(w: World, key: str) -> int:
    """§6.46 Return the strength points that a force loses for staying."""
    force = w.forces.get(key)
    if force is None or force.afloat or CITY_AT.get(hex_of(force.place), "") in w.sieges:
        return 0
    return inertia_losses(w, _stayed(w, key), rank_of(force), force.place)


def _stayed(w: World, key: str) -> dict[str, int]:
    """§6.46 Return the units of a force that have been in the province all the turn; ruling AW-R30."""
    return less(w.forces[key].units, w.forces[key].fresh)


def inertia_losses(w: World, units: Mapping[str, int], status: int, place: Place) -> int:
    """§6.46 Compute the attrition of staying: twice as much on a mountain, less inside a city."""
    half, size = sum(staying_points(w, place).values()), adjusted(units)
    return CHARTS.attrition(half, size, sum(_staying_rows(status, size).values()))


def staying_points(w: World, place: Place) -> dict[str, int]:
    """§6.46 §6.44 Return of what the points of staying in a place are made, in half points."""
    province = province_of(place)
    points = PROVINCES[province].attrition * rate(w, province)
    hard = points if terrain(place) == MOUNTAIN else 0
    parts = {province: 2 * points, "mountain": 2 * hard, "city": -2 * sheltered(w, place)}
    return {what: n for what, n in parts.items() if n}


def _staying_rows(status: int, size: int) -> dict[str, int]:
    return rows_of(Cost(0, (), 0), status, size)
