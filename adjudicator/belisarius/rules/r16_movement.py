"""§16.1 to §16.5 Movement by land: what a step costs, what is forbidden, and how far an army comes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from adjudicator.belisarius.board import AREAS, CITIES_AT, HEXES, NEIGHBOURS, OP, TERRAIN, side
from adjudicator.belisarius.counted import force, units_said
from adjudicator.belisarius.world import Hex, Place, Unit, World, is_fleet, owner_of, units_at
from adjudicator.core import N_, Bar, bar
from adjudicator.geometry import paths
from adjudicator.geometry.paths import Reach

from .r13_stacks import may_join
from .r15_zones import Zones, may_leave, zones
from .r18_areas import areas_beyond, land_gates, may_enter_area

HALVES = 2
"""§16.21 A road costs half a point, so all is counted in halves."""


def points(half: int) -> str:
    """Half points as they are said: "1½"."""
    whole, rest = divmod(half, HALVES)
    return f"{whole or ''}½" if rest else str(whole)


# -- the ground --------------------------------------------------------------------------------


@cache
def ground_cost(a: Place, b: Place, ruined: bool = False) -> int | Bar:
    """§16.1 §16.2 §16.23 §16.32 §18.21 Return the land cost of the ground between two neighbours, in half
    points.

    §16.21 A road crosses a river at no cost, and only a road (§16.22, ruling BE-E4); a strait is paid
    for by every way (§16.24, ruling BE-E5). `ruined`: b is a pillaged city, which is flat (pillage chart).
    """
    terrain = "flat" if ruined or b in AREAS else HEXES[b].terrain
    if b in AREAS:
        return OP.area
    if a in AREAS:
        return TERRAIN[terrain].half
    if HEXES[b].kind == "sea":
        return bar("16.32", N_("{place} is all sea: land units can enter only aboard a fleet"), place=b)
    between = side(a, b)
    if between.kind == "sea" and not between.strait:
        return bar("16.32", N_("the hexside between {a} and {b} is all sea, with no strait"), a=a, b=b)
    strait = OP.strait if between.strait else 0
    if between.way == "road":
        return OP.road + strait
    river = OP.river if between.river else 0
    if between.way == "track":
        return OP.track + river + strait
    return TERRAIN[terrain].half + river + strait


@cache
def land_neighbours(place: Place) -> tuple[Place, ...]:
    """§16.1 §18.2 The places beside a place for land units, hexes of the map first, by id."""
    if place in AREAS:
        return land_gates(place)
    areas = (area for area in areas_beyond(place) if place in land_gates(area))
    return (*sorted(NEIGHBOURS[place]), *areas)


def is_ruined(w: World, place: Place) -> bool:
    """Pillage chart, effect 1: whether a place is a pillaged city, whose hex counts as flat."""
    return place in w.pillaged and place in CITIES_AT


@cache
def passable(place: Place) -> tuple[tuple[Place, int], ...]:
    """The neighbours to which the ground lets land units go, and the cost while no city is pillaged."""
    costs = ((to, ground_cost(place, to)) for to in land_neighbours(place))
    return tuple((to, cost) for to, cost in costs if isinstance(cost, int))


# -- one step ----------------------------------------------------------------------------------


def may_enter(w: World, units: Collection[Unit], a: Place, b: Place) -> Bar | None:
    """§16.3 Return the reason why land units cannot step from a to b, costs and zones apart.

    §16.33 Fleets do not go by land. §16.31 §4.31(4) Nobody enters a hex of the enemy or of neutrals. §13.1
    §13.132 Stacks stay within their limits at all times, so in passing too; ruling BE-E6. §16.34 Markers
    close nothing.
    """
    if fleets := sorted(u for u in units if is_fleet(u)):
        return bar("16.33", N_("fleets cannot move by land: {units}"), units=units_said(fleets))
    if b not in land_neighbours(a):
        return bar("16.1", N_("{b} is not adjacent to {a}"), a=a, b=b)
    if isinstance(cost := ground_cost(a, b), Bar):
        return cost
    if b in AREAS:
        return may_enter_area(units, a, b)
    others = [u for u in units_at(w, b) if u not in units]
    return _may_come(w, list(units), others, b) if others else None


def _may_come(w: World, units: Sequence[Unit], others: Sequence[Unit], place: Place) -> Bar | None:
    """§16.31 §4.31(4) §13.1 Return why units may not come to the others in a hex, None if they may."""
    there = owner_of(w, others[0])
    if there != owner_of(w, units[0]):
        return bar("16.31", N_("{place} is occupied by {holders}"), place=place, holders=force(there))
    return may_join(w, units, others, place)


# -- how far -----------------------------------------------------------------------------------


class Ground(NamedTuple):
    """The map for some land units: computed once while a question is open, because nothing changes then.

    `covered` are the hexes in enemy zones, `shut` the places that they may not enter from anywhere, `ruined`
    the pillaged cities.
    """

    covered: Zones
    shut: Mapping[Place, Bar]
    ruined: Collection[Hex]

    def stop(self, a: Place, b: Place) -> Bar | None:
        """§16.3 Return the reason why the units cannot step between neighbours, costs and zones apart."""
        return cost if isinstance(cost := ground_cost(a, b), Bar) else self.shut.get(b)

    def cost(self, a: Place, b: Place) -> int:
        """§16.1 Return the cost of a step that the ground allows, in half points."""
        cost = ground_cost(a, b, b in self.ruined)
        assert isinstance(cost, int)
        return cost

    def cost_of(self, start: Place, way: Sequence[Place]) -> int:
        """§16.1 Return the cost of a way, in half points."""
        return sum(self.cost(a, b) for a, b in zip([start, *way], way, strict=False))


def ground_of(w: World, units: Sequence[Unit]) -> Ground:
    """§16.3 §15.1 The map as it is for some land units of one owner."""
    taken: dict[Place, list[Unit]] = {}
    for unit, place in w.at.items():
        if unit not in units and place not in AREAS:
            taken.setdefault(place, []).append(unit)
    shut = {place: _may_come(w, units, others, place) for place, others in taken.items()}
    shut |= {area: may_enter_area(units, land_gates(area)[0], area) for area in AREAS}
    return Ground(
        zones(w, owner_of(w, units[0]), moving=units),
        {place: stop for place, stop in shut.items() if stop is not None},
        frozenset(hex for hex in w.pillaged if is_ruined(w, hex)),
    )


def held_after(ground: Ground, way: Sequence[Place], held: Sequence[Hex]) -> Sequence[Hex]:
    """§15.2 The places whose zone holds an army at the end of a way; before its first step it is `held`."""
    return ground.covered.get(way[-1], ()) if way else held


def reach(ground: Ground, start: Place, half: int, held: Sequence[Hex] = ()) -> Reach:
    """§16.1 §15.2 Return the places in reach of an army with a number of half points, by the cheapest way.

    `held` is what holds it at the start (`Army.held`); the start is among the places, at cost 0.
    """
    covered, shut, ruined = ground.covered, ground.shut, ground.ruined
    special = {*covered, *(near for place in (*shut, *ruined) for near in land_neighbours(place))}

    def ways(here: Place) -> Sequence[tuple[Place, int]]:
        if here not in special:
            return passable(here)
        steps = [
            (to, ground.cost(here, to) if to in ruined else cost)
            for to, cost in passable(here)
            if to not in shut
        ]
        if here not in covered:
            return steps
        stuck = held if here == start else covered[here]
        return [step for step in steps if may_leave(covered, stuck, here, step[0]) is None]

    return paths.reach(start, ways, half)
