"""What a change of control does (§6.22, §6.5, §6.6, §8.1; rulings OT-C3 to OT-C6)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator.ottomans.world import World

from .ground import colour, here, owner
from .printed import CITIES, COUNTERS, HOME, PORTS, REGIONS, SEAS, region


def goes_to(before: World, unit: str) -> list[str]:
    """§6.22(2) (3) The areas in one of which a unit stands after its nation is lost to nobody."""
    nation, place = COUNTERS[unit].nation, before.at[unit]
    home = HOME[nation]
    if COUNTERS[unit].anchor:
        ports = [city for city in PORTS if region(city) == home]
        seas = [sea for sea in SEAS if sea in _coast(home) or any(sea in PORTS[p] for p in ports)]
        stays = [place] if place in CITIES and not _shared(before, unit, place) else []
        return [*ports, *seas, *stays]
    if place in CITIES:
        if not _shared(before, unit, place):
            return [place]
        return [region(place)] if region(place) in REGIONS else [home]
    return [home]


def _coast(home: str) -> Collection[str]:
    found: Collection[str] = REGIONS[home].get("seas", ())
    return found


def _shared(before: World, unit: str, city: str) -> bool:
    """Does a player control another nation's or a mercenary unit in the city?"""
    return any(owner(before, u) and COUNTERS[u].nation != COUNTERS[unit].nation for u in here(before, city))


def divided(w: World) -> Iterator[str]:
    """§8.1 The cities in which units of several players or coalitions stand."""
    for city in CITIES:
        units = here(w, city)
        if len({owner(w, u) for u in units}) > 1 or len({colour(u) for u in units}) > 1:
            yield city
