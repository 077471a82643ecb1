"""§3.14 §18 Areas that only some may enter; §7.63 the strait; and distances of areas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from adjudicator.core import N_, Bar, bar
from adjudicator.ottomans.board import (
    CITIES,
    CITIES_OF,
    COASTS_OF,
    LANDS,
    PORTS_OF,
    REGIONS,
    SEAS,
    UNITS,
)
from adjudicator.ottomans.world import (
    Coalition,
    Place,
    Unit,
    World,
    is_naval,
    is_sea,
    is_ship,
    region_of,
    side,
)

MALTA = "valletta"
"""The city of Malta: there is no region around it (§18.4)."""


def may_stand(w: World, unit: Unit, place: Place) -> Bar | None:
    """§3.14 §18.1 §18.22 §18.3 §18.5 Return why a unit may not enter an area, None if it may.

    Ruling OT-A1: Tripoli too is restricted to a nation. §18.41 Malta is closed to all until Spain's chit has
    been played; ruling OT-A6.
    """
    if place == MALTA and not w.spain:
        return bar("18.41", N_("nobody may enter Malta before Spain's CONTROL chit has been played"))
    only = SEAS[place].only if place in SEAS else REGIONS[region_of(place)].only
    if only and UNITS[unit].nation not in only:
        rule = "18.5" if place in SEAS else "18.0"
        return bar(rule, N_("only units of {nations} may enter {place}"), nations=list(only), place=place)
    return None


def all_may_stand(w: World, units: Iterable[Unit], place: Place) -> Bar | None:
    """Return why one of some units may not enter an area, None if all may."""
    return next((stop for unit in units if (stop := may_stand(w, unit, place)) is not None), None)


def strait_closed(w: World, coalition: Coalition, here: Place, to: Place) -> Bar | None:
    """§7.63 Bar a strait that a ship of another coalition in the sea area closes; ruling OT-M1."""
    sea = REGIONS[here].strait.get(to, "") if here in REGIONS else ""
    if sea and any(p == sea and is_ship(u) and side(u) != coalition for u, p in w.at.items()):
        return bar("7.63", N_("ships of another coalition in {sea} close the strait"), sea=sea)
    return None


@cache
def land_links(place: Place) -> tuple[Place, ...]:
    """§7.1 §7.63 §10.1 Return the areas a land unit may enter from an area in one step."""
    if place in CITIES:
        home = CITIES[place].region
        return (home,) if home in LANDS else ()
    if place not in LANDS:
        return ()
    beside = {*REGIONS[place].land, *REGIONS[place].strait, *CITIES_OF[place]}
    return tuple(sorted(beside))


@cache
def sea_links(place: Place) -> tuple[Place, ...]:
    """§7.62 Return the areas a ship may enter from an area in one step: seas and ports; ruling OT-M4."""
    if place in SEAS:
        return tuple(sorted((*SEAS[place].seas, *PORTS_OF[place])))
    return tuple(sorted(CITIES[place].seas)) if place in CITIES else ()


@cache
def links(place: Place) -> tuple[Place, ...]:
    """Every area beside an area, for counting how near one is (§15.8)."""
    beside = {*land_links(place), *sea_links(place)}
    if place in SEAS:
        beside |= set(COASTS_OF[place])
    elif place in LANDS:
        beside |= set(REGIONS[place].seas)
    return tuple(sorted(beside))


@cache
def distances(place: Place) -> Mapping[Place, int]:
    """Return the distance of every area in steps, over land and sea alike."""
    found, wave, n = {place: 0}, [place], 0
    while wave:
        n += 1
        wave = sorted({to for here in wave for to in links(here) if to not in found})
        found |= dict.fromkeys(wave, n)
    return found


def fits(unit: Unit, place: Place) -> bool:
    """§7.62 Return true if a unit can be in an area: ships at sea and in ports, others ashore."""
    if is_naval(unit):
        return is_sea(place) or (place in CITIES and bool(CITIES[place].seas))
    return not is_sea(place)
