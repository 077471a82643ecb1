"""Facts of an area that the board shows, and how far a unit may go."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.core import N_, Words, words
from adjudicator.ottomans.board import CITIES, LANDINGS, REGIONS, SEAS, UNITS, UNITS_OF

from .view import View


def about(place: str) -> list[Words]:
    """Return the facts of a region, city or sea, one line each."""
    return list(_facts(place))


def _facts(place: str) -> Iterator[Words]:
    """Yield what is printed on a city, region or sea: supply, who may enter, seas; nothing of the game."""
    if place in CITIES:
        city = CITIES[place]
        if city.key:
            yield words(N_("Key city"))
        yield words(N_("City of {region}"), region=city.region)
        seas = city.seas
    else:
        area = REGIONS[place] if place in REGIONS else SEAS[place]
        yield words(N_("Feeds {n} {n:unit|units} (§12.1)"), n=area.supply)
        if area.only:
            yield words(N_("Only {nations} may enter (§18.0)"), nations=list(area.only))
        seas = REGIONS[place].seas if place in REGIONS else ()
        if place in SEAS and not SEAS[place].combat:
            yield words(N_("No battle is fought here (§18.5)"))
    if seas:
        yield words(N_("On {seas}"), seas=list(seas))


def named(id: str) -> list[str]:
    """§16.7 Return the attacks on a port from each sea beside it."""
    return [target for target, (port, _) in LANDINGS.items() if port == id]


def measure(seen: Struct, piece: str, place: str) -> Words | None:
    """§7.1 Return how many areas a unit, or one of a kind, may move; None for those in the battle."""
    assert isinstance(seen, View)
    if seen.battle is not None and seen.battle.place == place:
        return None
    unit = UNITS.get(piece) or UNITS.get(next(iter(UNITS_OF.get(piece, ())), ""))
    if unit is None:
        return None
    return words(N_("may move {n} {n:area|areas}"), n=unit.move)
