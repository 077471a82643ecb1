"""§34.0 The units that a scenario gives to place, where each of it may go, and when the placing is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from adjudicator.belisarius.board import (
    AREAS,
    CITIES,
    CITIES_AT,
    HEXES,
    HEXES_OF,
    KINDS,
    NEIGHBOURS,
    SCENARIOS,
    UNITS,
)
from adjudicator.belisarius.board.scenarios import Group, Step
from adjudicator.belisarius.counted import kinds_said
from adjudicator.belisarius.world import (
    Kind,
    Place,
    Province,
    Unit,
    World,
    available,
    city_at,
    is_leader,
    kind_of,
    units_at,
)
from adjudicator.core import N_, Bar, Illegal, bar

from . import r13_stacks as r13
from . import r20_forage as r20

CITIES_HELD: Final = "cities"
"""The places of leaders without a province: any city that their side occupies."""


def step_of(w: World) -> Step:
    """§34.1 4 to 6: the part of the set-up that is going on."""
    return _step(w.scenario, w.placing)


@cache
def _step(scenario: str, owner: str) -> Step:
    return next(step for step in SCENARIOS[scenario].steps if step.owner == owner)


def contingents(w: World) -> Sequence[Group]:
    """§34.1 4 to 6: what the side whose units are being placed has, and where (§34.1 8c, §34.2 8d)."""
    return step_of(w).groups


def zone(w: World, c: Group) -> tuple[Place, ...]:
    """§34.0 Return where a contingent is placed: its province, its city, its off-map area, or occupied
    cities.

    §34.1 6 Leaders without a province go to any city that the Empire holds but Constantinopolis,
    ruling BE-F1; in §34.2 to any outside the province of the Vandals.
    """
    return _zone(w.scenario, w.placing, c.at, c.not_at, c.not_in)


@cache
def _zone(scenario: str, owner: str, at: str, not_at: str, not_in: str) -> tuple[Place, ...]:
    if at in AREAS:
        return (at,)
    if at in CITIES:
        return (CITIES[at].hex,)
    if at in HEXES_OF:
        return HEXES_OF[at]
    return _free_cities(scenario, owner, not_at, not_in)


@cache
def _ground(scenario: str, owner: str, at: str, not_at: str, not_in: str) -> frozenset[Place]:
    return frozenset(_zone(scenario, owner, at, not_at, not_in))


def ground_of(w: World, c: Group) -> frozenset[Place]:
    """§34.0 The places of `zone`, to be asked whether one is among them."""
    return _ground(w.scenario, w.placing, c.at, c.not_at, c.not_in)


@cache
def _free_cities(scenario: str, owner: str, not_at: str, not_in: str) -> tuple[Place, ...]:
    """The hexes of the cities where a side begins, but those barred by name or by their province."""
    step = _step(scenario, owner)
    named = [group.at for group in step.groups]
    return tuple(
        city.hex
        for city in CITIES.values()
        if (city.id in named or city.province in step.provinces)
        and city.id != not_at
        and city.province != not_in
    )


def placed_of(w: World, c: Group) -> list[Unit]:
    """The units of a contingent that are placed where it belongs, by id."""
    ground = ground_of(w, c)
    return sorted(u for kind in c.units for u in KINDS[kind] if w.at.get(u) in ground)


def placed(w: World) -> list[Unit]:
    """The units of the side that is being placed that stand already, by id."""
    grounds = _grounds_of_units(w.scenario, w.placing)
    return sorted([unit for unit, place in w.at.items() if unit in grounds and place in grounds[unit]])


def left_of(w: World, c: Group) -> dict[Kind, int]:
    """Return the units of a contingent that are still to be placed."""
    rest = {kind: _left_in(w, c, kind) for kind in c.units}
    return {kind: n for kind, n in rest.items() if n > 0}


def _left_in(w: World, c: Group, kind: Kind) -> int:
    """Return how many units of a kind a contingent still has to place, 0 if it has none of it."""
    if kind not in c.units:
        return 0
    at, ground = w.at, ground_of(w, c)
    return max(0, c.units[kind] - len([u for u in KINDS[kind] if at.get(u) in ground]))


def left(w: World) -> dict[Kind, int]:
    """Return the units that the side has still to place, kinds by id."""
    rest = dict(_given(w.scenario, w.placing))
    grounds = _grounds_of_units(w.scenario, w.placing)
    for unit, place in w.at.items():
        if unit in grounds and place in grounds[unit]:
            rest[UNITS[unit].kind] -= 1
    return {kind: n for kind, n in rest.items() if n}


@cache
def _homes(scenario: str, owner: str) -> Mapping[Kind, Sequence[tuple[int, frozenset[Place]]]]:
    """Return how many units of each kind a side places where, kinds by id; no two such places overlap."""
    step = _step(scenario, owner)
    found: dict[Kind, list[tuple[int, frozenset[Place]]]] = {}
    for c in step.groups:
        for kind, n in c.units.items():
            found.setdefault(kind, []).append((n, _ground(scenario, owner, c.at, c.not_at, c.not_in)))
    return dict(sorted(found.items()))


@cache
def _given(scenario: str, owner: str) -> Mapping[Kind, int]:
    """Return how many units of each kind a side places, kinds by id."""
    return {kind: sum(n for n, _ in of) for kind, of in _homes(scenario, owner).items()}


@cache
def _grounds_of_units(scenario: str, owner: str) -> Mapping[Unit, frozenset[Place]]:
    """Every place where each unit of a side belongs."""
    grounds = {
        kind: frozenset[Place]().union(*(ground for _, ground in of))
        for kind, of in _homes(scenario, owner).items()
    }
    return {unit: ground for kind, ground in grounds.items() for unit in KINDS[kind]}


def take(w: World, units: Mapping[Kind, int]) -> list[Unit]:
    """The counters that are placed for an order: the first of each kind that are not in play."""
    return sorted([u for kind, n in units.items() for u in available(w, kind)[:n]])


def zones_of(w: World, kind: Kind) -> list[Place]:
    """Every place where units of a kind belong, by id."""
    homes = _homes(w.scenario, w.placing).get(kind, ())
    return sorted({place for _, ground in homes for place in ground})


def grounds(w: World, units: Mapping[Kind, int]) -> list[Place]:
    """Every place of the side: first where units of these kinds belong, cities before the country, by id."""
    homes = {place for kind in units for place in zones_of(w, kind)}
    return sorted(
        _all_grounds(w.scenario, w.placing, tuple(w.pillaged)), key=lambda place: place not in homes
    )


@cache
def _all_grounds(scenario: str, owner: str, ruins: tuple[Place, ...]) -> tuple[Place, ...]:
    """Every place of a side: off-map areas and cities before the country, by id."""
    places = {place for of in _homes(scenario, owner).values() for _, ground in of for place in ground}
    towns = {*AREAS, *CITIES_AT} - {*ruins}
    return tuple(sorted(places, key=lambda place: (place not in towns, place)))


def is_home(w: World, kind: Kind, place: Place) -> bool:
    """Return true if units of a kind belong to a place, whatever stands there."""
    return any(place in ground for _, ground in _homes(w.scenario, w.placing).get(kind, ()))


def require_common_place(w: World, units: Mapping[Kind, int]) -> None:
    """§34.0 Require that there is a place where units of all these kinds belong.

    Raises:
        Illegal: if there is none.
    """
    homes = _homes(w.scenario, w.placing)
    grounds = [frozenset[Place]().union(*(ground for _, ground in homes[kind])) for kind in units]
    if grounds and not frozenset.intersection(*grounds):
        why = N_("{units} do not belong to one place; place them one after another")
        raise Illegal("34.0", why, units=list(units))


# -- where -------------------------------------------------------------------------------------


def may_place(w: World, units: Mapping[Kind, int], place: Place) -> Bar | None:
    """§34.0 Return why these units may not all be added to those in a place, None if they may."""
    for kind, n in units.items():
        if (stop := _belongs(w, kind, n, place) or _unfit(w, kind, place)) is not None:
            return stop
    ids, here = take(w, units), units_at(w, place)
    return r13.may_join(w, ids, here, place) or _fed(w, len(ids), len(here), place)


RULES_OF = {id: f"34.{n}" for n, id in enumerate(SCENARIOS, 1)}
"""§34.0 The paragraph of each scenario."""


def _belongs(w: World, kind: Kind, n: int, place: Place) -> Bar | None:
    """§34.0 Return why units of a kind cannot be placed there: only where their contingent belongs, and as
    many as it has.
    """
    homes = [c for c in contingents(w) if kind in c.units]
    here = [c for c in homes if place in ground_of(w, c)]
    if not here:
        if (stop := _excluded(homes, kind, place)) is not None:
            return stop
        where = [c.at for c in homes if _left_in(w, c, kind)]
        return bar("34.0", N_("{unit} must be placed in: {places}"), unit=kind, places=where)
    if shunned := [c.not_near for c in here if c.not_near and place in _about(c.not_near)]:
        why = N_("{unit} may not start at {city} or adjacent to it")
        return bar(RULES_OF[w.scenario], why, unit=kind, city=shunned[0])
    most = sum(_left_in(w, c, kind) for c in here)
    if n > most:
        why = N_("you named {n} {unit} in {zone}; only {most} {most:is|are} left")
        return bar("34.0", why, n=n, unit=kind, zone=here[0].at, most=most)
    return None


def _excluded(homes: Sequence[Group], kind: Kind, place: Place) -> Bar | None:
    """§34.1 §34.2 Return why a leader without a province may not start in a place that the scenario names."""
    for c in homes:
        if c.not_at and place == CITIES[c.not_at].hex:
            return bar("34.1", N_("{unit} may not start at {city}"), unit=kind, city=c.not_at)
        if c.not_in and place in HEXES_OF[c.not_in]:
            return bar("34.2", N_("{unit} may not start in {province}"), unit=kind, province=c.not_in)
    return None


def _about(city: str) -> tuple[Place, ...]:
    return (CITIES[city].hex, *NEIGHBOURS[CITIES[city].hex])


def _unfit(w: World, kind: Kind, place: Place) -> Bar | None:
    """§19.1 Fleets on the coast and in ports; a leader that is free to choose where others stand."""
    if type_of(kind) == "fleet" and place in HEXES and HEXES[place].kind == "land":
        return bar("19.1", N_("{place} is inland: fleets cannot be placed there"), place=place)
    if _is_free(w, kind) and not _occupied(w, place):
        return bar("34.1", N_("{unit} goes in a city with imperial troops: place those first"), unit=kind)
    return None


def type_of(kind: Kind) -> str:
    """§2.31 The type of a kind of units."""
    return UNITS[KINDS[kind][0]].type


def _is_free(w: World, kind: Kind) -> bool:
    return any(kind in c.units and c.at == CITIES_HELD for c in contingents(w))


def _occupied(w: World, place: Place) -> bool:
    return any(not _is_free(w, kind_of(unit)) for unit in units_at(w, place))


def _fed(w: World, n: int, standing: int, place: Place) -> Bar | None:
    """§34.0 No more units than the hex feeds, ruling BE-F8; §34.2 8c the Empire may begin with more."""
    if w.placing in SCENARIOS[w.scenario].forage_waived:
        return None
    most = r20.forage(w, place)
    if standing + n <= most:
        return None
    why = N_("{place} feeds {most} {most:unit|units}; it would hold {n}")
    return bar("34.0", why, place=place, most=most, n=standing + n)


# -- whether all is done -----------------------------------------------------------------------


def unfinished(w: World) -> Bar | None:
    """§34.0 Return why the placing is not over: units left, a city without one, or a border not watched."""
    if rest := left(w):
        return bar("34.0", N_("still to be placed: {units}"), units=kinds_said(rest))
    if empty := empty_cities(w):
        return bar("34.0", N_("every city needs a unit; {cities} {cities:has|have} none"), cities=empty)
    for c in contingents(w):
        if (stop := _watched(w, c)) is not None:
            return stop
        if c.at == CITIES_HELD and (alone := _alone(w, c)):
            return bar("34.1", N_("{unit} must start in a city with imperial troops"), unit=alone[0])
    return None


def empty_cities(w: World) -> list[str]:
    """§34.0 The cities of the side's provinces that have no unit yet; ruins need none, ruling BE-F2."""
    held = set(w.at.values())
    return [
        id
        for id in _cities_of(w.scenario, w.placing)
        if CITIES[id].hex not in held and city_at(w, CITIES[id].hex)
    ]


@cache
def _cities_of(scenario: str, owner: str) -> Sequence[str]:
    """The cities of a side's provinces, by id; not one that its units may not begin near."""
    groups = _step(scenario, owner).groups
    zones, shunned = [c.at for c in groups], [c.not_near for c in groups]
    return [
        id
        for id, city in sorted(CITIES.items())
        if id in zones or (city.province in zones and id not in shunned)
    ]


def border(province: Province, other: Province) -> list[Place]:
    """§34.2 5b The hexes of a province that touch another one, by id."""
    return sorted(h for h in HEXES_OF[province] if any(HEXES[n].province == other for n in NEIGHBOURS[h]))


def watchers(w: World, c: Group) -> int:
    """§34.2 5b Return how many units of a contingent are on the border that it watches."""
    ground = border(c.at, c.border)
    return sum(w.at[unit] in ground for unit in placed_of(w, c))


def _watched(w: World, c: Group) -> Bar | None:
    if not c.border or watchers(w, c) >= c.border_units:
        return None
    why = N_("{n} {n:unit|units} of {province} must start on the border with {other}: {hexes}")
    hexes = border(c.at, c.border)
    return bar("34.2", why, n=c.border_units, province=c.at, other=c.border, hexes=hexes)


def _alone(w: World, c: Group) -> list[Unit]:
    return [unit for unit in placed_of(w, c) if is_leader(unit) and not _occupied(w, w.at[unit])]
