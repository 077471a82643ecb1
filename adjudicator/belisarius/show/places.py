"""Facts of a hex or an off-map area that the board shows, and how far a unit may go."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.belisarius.board import AREAS, CITIES, HEXES, PROVINCES, UNITS
from adjudicator.core import N_, Words, words

from .view import View

GROUND = {
    "flat": N_("Flat ground"),
    "rough": N_("Rough ground"),
    "marsh": N_("Marsh"),
    "desert": N_("Desert"),
    "sea": N_("Sea"),
}


def about(place: str) -> list[Words]:
    """Return the facts of a hex or area, one line each."""
    return list(_facts(place))


def _facts(place: str) -> Iterator[Words]:
    """Yield what is printed there: income of an area; ground, city, port and province of a hex."""
    if place in AREAS:
        yield words(N_("Off-map area; income {n} SP"), n=AREAS[place].income)
        return
    if place not in HEXES:
        return
    hex = HEXES[place]
    yield words(GROUND[hex.terrain])
    if hex.city:
        city = CITIES[hex.city]
        yield words(N_("{city} yields {n} SP in taxes (§10.11)"), city=hex.city, n=city.tax)
    if hex.port:
        yield words(N_("Port"))
    if hex.province:
        yield words(
            N_("Province {province}, levy value {n} (§2.12)"),
            province=hex.province,
            n=PROVINCES[hex.province].levy,
        )


def named(id: str) -> list[str]:
    """Return the kind of a unit: orders count equal units."""
    return [UNITS[id].kind] if id in UNITS and UNITS[id].kind != id else []


def measure(seen: Struct, unit: str, place: str) -> Words | None:
    """§14.21 Return the operation points that a unit brings to an army; None for those in the battle."""
    assert isinstance(seen, View)
    in_battle = seen.battle is not None and unit in (*seen.battle.attackers, *seen.battle.defenders)
    if unit not in UNITS or in_battle:
        return None
    return words(N_("{n} OP and the army's die"), n=UNITS[unit].op)
