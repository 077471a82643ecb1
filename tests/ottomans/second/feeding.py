"""Who starves (§12, §16.5), and what is counted of a position: key cities and points (§5.1, §21)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from adjudicator.ottomans.world import World

from .ground import colour, here, owner
from .printed import CITIES, COLOURS, COUNTERS, FIGURES, KEYS, REGIONS, SEAS, record, region, supply

Group = tuple[str, str]
"""Whose units, and where; "" for those that nobody controls."""


def hungry(w: World, fed: Iterable[Group] = ()) -> dict[Group, int]:
    """§12.2 to §12.5 How many units too many each player has in each area; the areas in `fed` had a chit."""
    groups: dict[Group, list[str]] = defaultdict(list)
    for unit, place in w.at.items():
        seat = owner(w, unit)
        groups[seat, place].append(unit)
    chits = set(fed)
    found = {}
    for (who, place), units in groups.items():
        over = surplus(w, units, place, one=not who)
        if over > 0 and (who, place) not in chits:
            found[who, place] = over
    return found


def surplus(w: World, units: Iterable[str], place: str, one: bool) -> int:
    """§12.3 By how many a group exceeds what an area and leaders of each coalition supply.

    §12.5 Units that nobody controls count as of `one` coalition.
    """
    mouths, leaders = Counter[str](), defaultdict[str, list[int]](list)
    for unit in units:
        of = "" if one else colour(unit)
        if COUNTERS[unit].command:
            leaders[of].append(COUNTERS[unit].command)
        else:
            mouths[of] += 1
    adds = sum if w.options["leaders_feed_add"] == "yes" else max
    left = {of: max(0, n - adds(leaders[of] or [0])) for of, n in mouths.items()}
    return sum(left.values()) - supply(place)


def fed_at(w: World, place: str) -> list[str]:
    """§27.2 Military Advance (3): the areas that a chit feeds which is used in one; ruling OT-P3."""
    if w.options["fed_by_chit"] == "area" or place in SEAS:
        return [place]
    land = region(place)
    return [land, *(city for city in CITIES if region(city) == land)]


def held_keys(w: World, seat: str) -> list[str]:
    """§5.1(2a) The key cities in which a player has units, and nobody else, and of one coalition."""
    found = []
    for city in KEYS:
        units = here(w, city)
        if units and {owner(w, u) for u in units} == {seat} and len({colour(u) for u in units}) == 1:
            found.append(city)
    return found


def stood_in(w: World, seat: str) -> int:
    """§5.1(1) Ruling OT-T3: the number of key cities in which a player has any unit."""
    return sum(any(owner(w, u) == seat for u in here(w, city)) for city in KEYS)


def due(w: World, seat: str) -> int:
    """§5.1(2a) The number of chits that are drawn: for the best leader, for key cities, for the players."""
    best = max((COUNTERS[u].command for u in w.at if owner(w, u) == seat), default=0)
    return int(best + len(held_keys(w, seat)) + FIGURES["phase_chits"][str(len(w.seats))])


def empire(w: World) -> str:
    """§21.1 The coalition that holds eight key cities or more, in whosever hands; "" for none."""
    for of in COLOURS:
        held = sum({colour(u) for u in here(w, city)} == {of} for city in KEYS)
        if held >= FIGURES["empire"]:
            return str(of)
    return ""


def points(w: World, seat: str) -> int:
    """§21.11 §21.2 The points of a player as the position stands."""
    of = empire(w)
    if of:
        keys = 2 * sum(_firm(w, seat, of, [city]) for city in KEYS)
        gold = 4 * _firm(w, seat, of, ["constantinople"])
        return keys + gold + sum(supply(land) for land in REGIONS if _firm_land(w, seat, of, land))
    own = COUNTERS[f"{w.core[seat]}"].colour if w.core[seat] in COUNTERS else seat
    return _survival(w, seat, own)


def _survival(w: World, seat: str, own: str) -> int:
    keys = sum(_firm(w, seat, own, [city]) for city in KEYS)
    gold = 2 * _occupies(w, seat, "constantinople")
    lands = [land for land in REGIONS if _firm_land(w, seat, own, land)]
    home = sum(supply(land) for land in lands if record(land).get("side") == own)
    return keys + gold + home + sum(supply(land) for land in lands if record(land).get("side") != own) // 2


def _occupies(w: World, seat: str, city: str) -> bool:
    units = here(w, city)
    return bool(units) and {owner(w, u) for u in units} == {seat}


def _firm(w: World, seat: str, of: str, places: Iterable[str]) -> bool:
    units = [u for place in places for u in here(w, place)]
    return bool(units) and all(owner(w, u) == seat and colour(u) == of for u in units)


def _firm_land(w: World, seat: str, of: str, land: str) -> bool:
    """§21.12 Ruling OT-V1: a region and its cities together."""
    return _firm(w, seat, of, [land, *(city for city in CITIES if region(city) == land)])


def threshold(w: World, seat: str) -> int:
    """§21.13 The supply of all regions of the colour of a player's core nation, as printed."""
    return sum(supply(land) for land in REGIONS if record(land).get("side") == seat)
