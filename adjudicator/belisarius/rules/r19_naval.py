"""§19 Naval operations: movement of fleets, its cost, passengers and landings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from adjudicator.belisarius.board import AREAS, HEXES, NEIGHBOURS, OP, side
from adjudicator.belisarius.counted import force
from adjudicator.belisarius.world import (
    Army,
    Hex,
    Place,
    Seat,
    Unit,
    World,
    chosen,
    counted,
    is_fleet,
    owner_of,
    units_at,
)
from adjudicator.core import N_, Bar, Choice, Passage, Reach, Step, bar, judged, tell, words
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.geometry import paths

from . import r29_rivers as r29
from .r13_stacks import may_join
from .r14_groups import Group
from .r15_zones import Zones, may_leave, zones
from .r16_marching import March, costs
from .r16_movement import points
from .r18_areas import areas_beyond, may_enter_area, sea_gates

ENDLESS = 10**6
"""More half points than any way by sea costs."""


# -- §19.1 one step ----------------------------------------------------------------------------


@cache
def water_neighbours(place: Place) -> tuple[Place, ...]:
    """§19.1 §18.22 §19.9 The places beside a place for fleets, by id; off the map only through its sea."""
    if place in AREAS:
        return sea_gates(place)
    areas = [area for area in areas_beyond(place) if place in sea_gates(area) and AREAS[area].port]
    return (*sorted(NEIGHBOURS[place]), *areas)


@cache
def has_water(a: Place, b: Place) -> bool:
    """§16.33 §19.1 Return true if a fleet can pass from a to its neighbour b by sea: never inland or over
    land.

    What is inland the kind of a hex says, even where its sides touch water: ruling BE-A6.
    """
    if a in AREAS or b in AREAS:
        return True
    return "land" not in (HEXES[a].kind, HEXES[b].kind) and side(a, b).kind != "land"


def may_sail(w: World, units: Collection[Unit], a: Place, b: Place, seat: Seat) -> Bar | None:
    """§19.1 Return the reason why fleets cannot step from a to b with those aboard, costs and zones apart.

    §19.3 Others in the hex block them, be they on land or at sea; §13.1 stacks keep their limits in passing.
    """
    if not any(map(is_fleet, units)):
        return bar("19.5", N_("you cannot go to sea without a fleet"))
    if b not in water_neighbours(a):
        return bar("19.1", N_("{b} is not adjacent to {a}"), a=a, b=b)
    others = [u for u in units_at(w, b) if u not in units]
    return _ashore(w, a, b) or _blocked(w, units, others, a, b, seat)


def _ashore(w: World, a: Place, b: Place) -> Bar | None:
    """§16.33 §29.1 Return the reason if there is no water from a to b, else None."""
    return None if has_water(a, b) else r29.no_river(w, a, b)


def _blocked(
    w: World, units: Collection[Unit], others: Sequence[Unit], a: Place, b: Place, seat: Seat
) -> Bar | None:
    """§18.2 §19.3 §13.1 Return the reason if the units in a place block the way, else None."""
    if b in AREAS:
        return may_enter_area(units, a, b)
    if not others:
        return None
    if (held := owner_of(w, others[0])) != seat:
        why = N_("{place} is occupied by {holders}, who block fleets")
        return bar("19.3", why, place=b, holders=force(held))
    return may_join(w, list(units), others, b)


@cache
def toll(a: Place, b: Place, port: bool) -> int:
    """§19.52 §18.21 §29.1 Return the cost of a fleet's step, in half points; ruling BE-F3.

    Every hex that it comes to costs 1 point if the voyage began in a friendly port, else 2, coasts and ports
    like the open sea; an off-map area 5; a hex on a river 1, whatever its ground.
    """
    if b in AREAS:
        return OP.area
    if not has_water(a, b):
        return OP.river_movement
    return OP.sea_from_port if port else OP.sea_from_coast


# -- §19.52 how far ----------------------------------------------------------------------------


class Waters(NamedTuple):
    """The map for an army at sea: computed once while a question is open, because nothing changes then.

    `taken` are the places where others are, `blocked` says whether they are in the way, `stop` also whether
    there is water at all; `rivers` whether rivers are (§29.1).
    """

    army: Army
    covered: Zones
    taken: Collection[Place]
    blocked: Callable[[Place, Place], Bar | None]
    stop: Callable[[Place, Place], Bar | None]
    rivers: bool


def waters_of(w: World, army: Army) -> Waters:
    """§19.1 §19.3 §19.4 The map as it is for an army at sea."""
    taken: dict[Place, list[Unit]] = {}
    for unit, place in w.at.items():
        if unit not in army.units:
            taken.setdefault(place, []).append(unit)

    def blocked(a: Place, b: Place) -> Bar | None:
        return _blocked(w, army.units, taken.get(b, ()), a, b, army.seat)

    def stop(a: Place, b: Place) -> Bar | None:
        return _ashore(w, a, b) or blocked(a, b)

    covered = zones(w, army.seat, True, moving=army.units)
    return Waters(army, covered, taken, blocked, stop, w.options["river_movement"] == "on")


@cache
def _lanes(place: Place, rivers: bool) -> tuple[Place, ...]:
    """§19.1 §29.1 The neighbours to which fleets pass by sea or, with `rivers`, on a river."""
    near = water_neighbours(place)
    return tuple(to for to in near if has_water(place, to) or (rivers and r29.flows(place, to)))


@cache
def _tolls(place: Place, rivers: bool, port: bool) -> tuple[tuple[Place, int], ...]:
    """§19.52 Return the cost of each of them; `port` as of `toll`."""
    return tuple((to, toll(place, to, port)) for to in _lanes(place, rivers))


def _held(sea: Waters, way: Sequence[Place]) -> Sequence[Hex]:
    """§15.2 §19.4 The places whose fleets' zone holds the army at the end of a way."""
    return sea.covered.get(way[-1], ()) if way else sea.army.held


def cost_of(army: Army, way: Sequence[Place], start: Place = "") -> int:
    """§19.52 Return the cost of a way by sea, in half points; every step of it must be possible."""
    return sum(toll(a, b, army.port) for a, b in zip([start or army.place, *way], way, strict=False))


def _reached(sea: Waters, way: Sequence[Place], half: int) -> paths.Reach:
    """§19.52 Find the hexes in reach from the end of a way for a number of half points, by the cheapest
    way.
    """
    start, covered = (sea.army.place, *way)[-1], sea.covered
    special = {*covered, *(near for place in (*sea.taken, *AREAS) for near in water_neighbours(place))}

    def ways(here: Place) -> Sequence[tuple[Place, int]]:
        steps = _tolls(here, sea.rivers, sea.army.port)
        if here not in special:
            return steps
        held = _held(sea, way) if here == start else covered.get(here, ())
        return [
            (to, cost)
            for to, cost in steps
            if may_leave(covered, held, here, to) is None and sea.blocked(here, to) is None
        ]

    return paths.reach(start, ways, half)


# -- §19.2 to sail -----------------------------------------------------------------------------


def sail_choice(w: World, army: Army, sure: int | None = None) -> March:
    """§19.2 Ask for the way: "sail 3537-3438"; a place further off is reached by the cheapest way.

    The army may be one that is yet to be formed, with the most that its die can give it; `sure` is then the
    number of half points that it has with any die.
    """
    sea = cache(lambda: waters_of(w, army))  # read once, and only if somebody looks

    def step(way: tuple[Place, ...]) -> Step:
        here = (army.place, *way)[-1]
        return Step(judged(_lanes(here, sea().rivers), lambda to: _may_step(sea(), way, to)))

    def beyond(way: tuple[Place, ...]) -> Mapping[str, Passage]:
        found = _reached(sea(), way, army.half - cost_of(army, way))
        return {to: Passage(onward) for to, onward in found.ways().items()}

    def reached(way: tuple[Place, ...], cost: int) -> Reach:
        certain = army.half if sure is None else sure
        return Reach(way[-1], way, cost, "sail" if cost <= certain else "sail_perhaps", by="sea")

    return March(
        rule="19.2",
        prompt=words(N_("Which route ({left} OP left)?"), left=points(army.half)),
        start=army.place,
        step=step,
        beyond=beyond,
        ways=lambda: [reached(way, cost) for way, cost in _ways(sea())],
        why_not=lambda way, to: _why_not(sea(), way, to),
        note=lambda way: costs(cost_of(army, way), army.half, sure),
        along=lambda way: reached(way, cost_of(army, way)),
        sampler=lambda rng: _sample(sea(), rng),
        pieces=army.units,
        acting=sure is None,
    )


def _may_step(sea: Waters, way: Sequence[Place], to: Place) -> Bar | None:
    """§19.4 §15.2 §19.52 Return why a way may not continue to a place, None if it may: enemy fleets,
    the units there, and the cost.
    """
    here = (sea.army.place, *way)[-1]
    stop = may_leave(sea.covered, _held(sea, way), here, to) or sea.stop(here, to)
    cost, left = toll(here, to, sea.army.port), sea.army.half - cost_of(sea.army, way)
    return stop if stop is not None or cost <= left else _too_dear(to, cost, left)


def _too_dear(to: Place, cost: int, left: int) -> Bar:
    why = N_("moving to {place} costs {cost} OP; you have {left} left")
    return bar("14.31", why, place=to, cost=points(cost), left=points(left))


def becalmed(w: World, army: Army) -> Bar | None:
    """§14.31 §19.3 Return why an army cannot sail anywhere; None if it can."""
    sea = waters_of(w, army)
    stops = [_may_step(sea, (), to) for to in _lanes(sea.army.place, sea.rivers)]
    if not stops:
        return bar("19.1", N_("no waterway leads out of {place}"), place=sea.army.place)
    return stops[0] if all(stops) else None


def _why_not(sea: Waters, way: Sequence[Place], to: Place) -> Bar | None:
    """§19.1 §16.33 Return why a place further off is not reached: no water, the points lack, it is closed, no
    way.

    It is the last step that is refused, from the nearest place beside it that the army could come to.
    """
    here = (sea.army.place, *way)[-1]
    if to == here:
        return bar("19.1", N_("the army is already at {place}"), place=to)
    if to in HEXES and not _lanes(to, sea.rivers):
        rule = "29.1" if sea.rivers else "16.33"
        return bar(rule, N_("{place} is inland: fleets cannot enter"), place=to)
    found = _reached(sea, way, ENDLESS)
    if to in found.costs:
        return _too_dear(to, found.costs[to], sea.army.half - cost_of(sea.army, way))
    near = [place for place in water_neighbours(to) if place in found.costs and to in water_neighbours(place)]
    if not near:
        no_route = bar("19.1", N_("there is no route by sea from {a} to {b}"), a=here, b=to)
        return _in_the_way(sea, way, to) or no_route
    last = min(near, key=lambda place: (found.costs[place], place))
    held = _held(sea, way) if last == here else sea.covered.get(last, ())
    return sea.stop(last, to) or may_leave(sea.covered, held, last, to)


def _in_the_way(sea: Waters, way: Sequence[Place], to: Place) -> Bar | None:
    """§19.3 §19.4 Return the first bar on the shortest way by water to a place, None if no water leads
    there.
    """
    here = (sea.army.place, *way)[-1]
    free = paths.reach(here, lambda place: _tolls(place, sea.rivers, sea.army.port), ENDLESS, to)
    if to not in free.costs:
        return None
    course = free.path(to)
    for a, b in pairwise(course):
        held = _held(sea, way) if a == here else sea.covered.get(a, ())
        if (stop := sea.stop(a, b) or may_leave(sea.covered, held, a, b)) is not None:
            return stop
    return None


def _ways(sea: Waters) -> Iterator[tuple[tuple[Place, ...], int]]:
    """Yield where the army may sail, for the map: the cheapest way to every place in reach, and its cost."""
    found = _reached(sea, (), sea.army.half)
    for to, way in found.ways().items():
        yield way, found.costs[to]


def _sample(sea: Waters, rng: Rng) -> JSON:
    """A random way, preferably to a coast, so that self-play has landings and combats."""
    found = _reached(sea, (), sea.army.half)
    places = [to for to, cost in found.costs.items() if cost]
    if not places:
        raise NoneLegal("no way leads anywhere")
    coasts = [to for to in places if to in HEXES and HEXES[to].kind != "sea"]
    return found.path(rng.choice(coasts if coasts and rng.below(2) else places))[1:]


def sail(w: World, army: Army, way: Sequence[Place]) -> None:
    """§19.2 §19.52 The army sails with all who are aboard, and pays for every hex, as far as it comes.

    Only an army that was sent off before its die was cast may be stopped short (§14.21); what it has not
    sailed is left to new orders.
    """
    sea, gone = waters_of(w, army), list[Place]()
    for to in way:
        if _may_step(sea, gone, to) is not None:
            break
        gone.append(to)
    if gone:
        _arrive(w, army, gone, _held(sea, gone))
    if len(gone) < len(way):
        left, to = points(army.half), way[len(gone)]
        tell("halted", "14.31", seat=army.seat, place=army.place, to=to, left=left)


def _arrive(w: World, army: Army, way: Sequence[Place], held: Sequence[Hex]) -> None:
    """§19.2 Put an army at the end of its way, pay the points for all of it, and tell both."""
    start, paid = army.place, cost_of(army, way)
    army.half -= paid
    army.place, army.held = way[-1], list(held)
    for unit in army.units:
        w.at[unit] = army.place
    tell(
        "sailed",
        "19.2",
        seat=army.seat,
        units=list(army.units),
        way=[start, *way],
        paid=paid,
        left=points(army.half),
    )


# -- §19.54 to land ----------------------------------------------------------------------------


def land_choice(w: World, army: Army) -> Group | Bar:
    """§19.54 Ask which units leave the ships, at no cost: "land 3 GA"; on a coast or in a port."""
    carried = counted(_carried(w, army))
    if not carried:
        return bar("19.54", N_("no land unit is aboard"))
    if army.place in HEXES and HEXES[army.place].kind == "sea":
        return bar("19.54", N_("{place} is all sea: units land on a coast or in a port"), place=army.place)
    return Group(
        rule="19.54",
        prompt=words(N_("Which units land at {place}?"), place=army.place),
        things=lambda: carried,
        least=1,
        most=sum(carried.values()),
    )


def _carried(w: World, army: Army) -> list[Unit]:
    return [u for u in army.units if u in w.aboard]


def land(w: World, army: Army, numbers: dict[str, int]) -> None:
    """§19.54 §13.21 Put units ashore, where they leave the army and do nothing more; the fleet goes on as it
    likes.
    """
    ashore = chosen(_carried(w, army), numbers)
    w.aboard = [u for u in w.aboard if u not in ashore]
    army.units = [u for u in army.units if u not in ashore]
    army.behind = sorted({*army.behind, *ashore})
    w.dropped = sorted({*w.dropped, *ashore})
    tell("landed", "19.54", seat=army.seat, units=ashore, place=army.place)


# -- the orders of an army at sea --------------------------------------------------------------


def sailing(w: World, army: Army) -> Choice[Any] | Bar:
    """§19.2 Ask an army at sea where it sails on to, or say why it does not."""
    return _by_land(army) or becalmed(w, army) or sail_choice(w, army)


def landing(w: World, army: Army) -> Choice[Any] | Bar:
    """§19.54 Ask an army at sea who lands, or say why nobody does."""
    return _by_land(army) or land_choice(w, army)


def _by_land(army: Army) -> Bar | None:
    return None if army.naval else bar("19.5", N_("this army is on land and has no fleet"))
