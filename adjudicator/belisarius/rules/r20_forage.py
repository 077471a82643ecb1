"""§20.1 §20.2 Forage: how many units a place feeds, and what the others cost."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.belisarius.board import AREAS, CITIES, CITIES_AT, HEXES, NEIGHBOURS, TERRAIN, UNITS, side
from adjudicator.belisarius.world import (
    CONSTANTINOPOLIS,
    Hex,
    Place,
    Seat,
    Unit,
    World,
    city_at,
    owner_of,
    stacks,
    units_at,
)

# -- §20.1 forage ------------------------------------------------------------------------------


def forage(w: World, place: Place) -> int:
    """§20.1 §20.4 Return how many units a place feeds: an off-map area (§18.5), a city, a colony, or its
    ground.

    §19.7 A coast has what its land has, the sea nothing. Pillage brings a hex to 0, and beside a pillaged
    hex without a printed city all that is neither city nor colony (pillage chart; ruling BE-D10).
    """
    if place in AREAS:
        return TERRAIN["area"].forage
    if place in w.pillaged:
        return 0
    if city := city_at(w, place):
        rich = "wealthy_city" if CITIES[city].wealthy else "city"
        return TERRAIN[CONSTANTINOPOLIS if city == CONSTANTINOPOLIS else rich].forage
    if place in w.colonies:
        return TERRAIN["colony"].forage
    return 0 if _is_ravaged(w, place) else TERRAIN[HEXES[place].terrain].forage


def _is_ravaged(w: World, hex: Hex) -> bool:
    """Pillage chart: whether a pillaged hex without a city lies beside it, not across an all-sea hexside."""
    return any(
        near in w.pillaged and near not in CITIES_AT and side(hex, near).kind != "sea"
        for near in NEIGHBOURS[hex]
    )


# -- §20.2 what it costs -----------------------------------------------------------------------


def price(w: World, place: Place, units: Iterable[Unit]) -> int:
    """§20.2 §20.5 §20.6 Return the supply cost of units in a place, in solidi, if the dearest of them forage.

    Fleets and those aboard count (§19.53, §19.7); leaders cost nothing and so need no forage (ruling BE-D11).
    """
    dearest = sorted((UNITS[u].supply for u in units), reverse=True)
    return sum(dearest[forage(w, place) :])


def hungry(w: World, seat: Seat) -> list[Place]:
    """§20.0 §20.7 §4.31(5) The places where a seat has more units than forage, and must pay, by id."""
    return [
        place
        for place, here in stacks(w).items()
        if owner_of(w, here[0]) == seat and place not in w.fed and price(w, place, here)
    ]


def excess(w: World, place: Place) -> int:
    """§20.1 Return how many units in a place are beyond its forage, leaders apart."""
    eating = [u for u in units_at(w, place) if UNITS[u].supply]
    return max(0, len(eating) - forage(w, place))
