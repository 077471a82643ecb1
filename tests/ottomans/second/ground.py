"""What a position says: who has which units where, and who may stand in an area (§3.14, §6, §8.1, §18)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.ottomans.world import World

from .printed import CITIES, COUNTERS, record

NOBODY = ""


def owner(w: World, unit: str) -> str:
    """§6.1 §17.1 Whose a unit is: who has its nation's chit face up, or that of the mercenary."""
    return w.control.get(COUNTERS[unit].nation or unit, NOBODY)


def colour(unit: str) -> str:
    """§3.24 The coalition of a unit."""
    return COUNTERS[unit].colour


def here(w: World, place: str) -> list[str]:
    """The units in an area."""
    return sorted(unit for unit, at in w.at.items() if at == place)


def printed(w: World, units: Iterable[str]) -> int:
    """§26.1 4.0(4) The printed strength of units; Siege Trains show one of their sides."""
    return sum(COUNTERS[u].back if w.back else COUNTERS[u].front for u in units)


def riders(w: World, ships: Iterable[str]) -> list[str]:
    """§16.3 Who is aboard ships."""
    among = set(ships)
    return sorted(unit for unit, ship in w.aboard.items() if ship in among)


def is_ground(unit: str) -> bool:
    """§3.21 A unit that is neither ship nor leader."""
    return not COUNTERS[unit].ship and not COUNTERS[unit].command


def hostile_ashore(w: World, place: str, of: str) -> bool:
    """§7.7 §7.71 Does a unit of another coalition stand in the area itself, in whosever hand?"""
    return any(colour(unit) != of for unit in here(w, place))


def hostile_afloat(w: World, sea: str, of: str) -> bool:
    """§7.7; ruling OT-M2: does a ship of another coalition lie there? Passengers stop nobody."""
    return any(colour(unit) != of and unit not in w.aboard for unit in here(w, sea))


def closed_to(w: World, unit: str, place: str) -> bool:
    """§3.14 §18.1 to §18.5; rulings OT-A1 and OT-A6: may a unit never be in an area, or not yet?"""
    only = record(place).get("only")
    if only and COUNTERS[unit].nation not in only:
        return True
    return place in CITIES and CITIES[place]["region"] == "malta" and not w.spain


def taken(w: World, seat: str, of: str, city: str, but: Iterable[str] = ()) -> bool:
    """§7.71 §8.1 Is a city held by another player, by nobody's units, or by another coalition's?"""
    return any(owner(w, u) != seat or colour(u) != of for u in here(w, city) if u not in set(but))
