"""What a battle costs (§27.0, §16.9): how much is lost, what may be named, where one retreats to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from adjudicator.ottomans.world import World

from .ground import closed_to, colour, here, is_ground, owner, printed, riders
from .printed import COASTS, COUNTERS, PORTS, REGIONS, SEAS, by_land, by_sea, region, strait


def half(total: int) -> int:
    """§27.0 AD, DD: half of the strength, a fraction counts as a whole."""
    return (total + 1) // 2


def with_cargo(w: World, units: Iterable[str], among: Collection[str]) -> list[str]:
    """§16.9 Units, and those of the same side who are aboard of them."""
    named = set(units)
    return sorted(named | {u for u in riders(w, named) if u in among})


def enough(w: World, lost: Sequence[str], need: int, among: Sequence[str]) -> bool:
    """§27.0(1) (2) Units are eliminated until their strength comes to what is needed, none without need.

    Ruling OT-B15: a ship takes with it those aboard. What all have together is enough in any case.
    """
    gone = with_cargo(w, lost, among)
    if printed(w, gone) < min(need, printed(w, among)):
        return False
    alone = [u for u in lost if w.aboard.get(u) not in lost]
    return all(printed(w, with_cargo(w, [v for v in alone if v != u], among)) < need for u in alone)


def retreats(w: World, seat: str, units: Sequence[str], place: str) -> list[str]:
    """§27.0 Where units may retreat to: beside them, enemies or not, or aboard ships; ruling OT-B10."""
    if any(COUNTERS[u].anchor for u in units):
        return [sea for sea in SEAS if by_sea(place, sea) and not any(closed_to(w, u, sea) for u in units)]
    found = []
    for land in REGIONS:
        over = strait(place, land)
        narrow = over and any(COUNTERS[u].ship and colour(u) != colour(units[0]) for u in here(w, over))
        beside = by_land(place, land) or (over and not narrow)
        if beside and not any(closed_to(w, u, land) for u in units):
            found.append(land)
    return [*found, *(sea for sea in COASTS.get(place, ()) if room(w, seat, units, sea))]


def room(w: World, seat: str, units: Sequence[str], sea: str) -> bool:
    """§27.0(2) §16.34 Do ships of the same player and coalition take all these aboard?"""
    fleet = [u for u in here(w, sea) if COUNTERS[u].ship and owner(w, u) == seat]
    fleet = [u for u in fleet if colour(u) == colour(units[0])]
    if any(closed_to(w, u, sea) for u in units):
        return False
    empty = [ship for ship in fleet if not any(is_ground(u) for u in riders(w, [ship]))]
    return bool(fleet) and len(empty) >= sum(is_ground(u) for u in units)


def out_of_city(w: World, units: Sequence[str], city: str) -> list[str]:
    """§27.2 Honors of War; ruling OT-H1: to the region, from an island over the sea; ships to a sea."""
    seas = PORTS.get(city, ())
    if any(COUNTERS[u].anchor for u in units):
        found = list(seas)
    elif region(city) in REGIONS:
        found = [region(city)]
    else:
        found = [land for land, beside in COASTS.items() if {*beside} & {*seas}]
    return [place for place in found if not any(closed_to(w, u, place) for u in units)]
