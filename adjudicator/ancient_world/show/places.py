"""Facts of a hex that the board shows, and how far a leader or unit may go."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.ancient_world.board import CITIES, CITY_AT, HEXES, LEADERS, PROVINCES, UNITS
from adjudicator.ancient_world.world import hex_of, inside_of
from adjudicator.core import N_, Words, words

from .view import View

GROUND = {
    "flat": N_("Flat ground"),
    "rough": N_("Rough ground"),
    "mountain": N_("Mountains"),
    "marsh": N_("Marsh"),
}
SIZES = {"large": N_("Large city"), "medium": N_("Medium city"), "small": N_("Small city")}
PORTS = {"major": N_("Major port"), "local": N_("Local port"), "minor": N_("Minor port")}


def about(place: str) -> list[Words]:
    """Return the facts of a hex, one line each."""
    return list(_facts(place))


def named(id: str) -> list[str]:
    """§6.37 Return the inside of the city in a hex, if there is one."""
    return [inside_of(CITY_AT[id])] if id in CITY_AT else []


def _facts(place: str) -> Iterator[Words]:
    """Yield what is printed on a hex: its city and port, terrain, province and sea; nothing of the game."""
    if place not in HEXES:
        return
    hex = HEXES[place]
    if place in CITY_AT:
        city = CITIES[CITY_AT[place]]
        yield words(SIZES[city.size])
        if city.port:
            yield words(PORTS[city.port])
    if hex.terrain:
        yield words(GROUND[hex.terrain])
    if hex.province:
        yield words(
            N_("Province {province}, attrition rating {n} (§6.41)"),
            province=hex.province,
            n=PROVINCES[hex.province].attrition,
        )
    if hex.sea:
        yield words(N_("Naval zone {zone} (§7.11)"), zone=hex.sea)


def measure(seen: Struct, piece: str, place: str) -> Words | None:
    """§5.25 §6.21 Return how a leader goes on, and what a march costs a unit: there is no allowance."""
    if piece in LEADERS:
        return words(N_("continues on a roll of {n} or less"), n=LEADERS[piece].campaign)
    if piece in UNITS:
        assert isinstance(seen, View)
        forces = [force for force in seen.forces if hex_of(force.place) == place]
        n = sum(force.units.get(piece, 0) for force in forces)
        said = N_(
            "{n} {n:strength point|strength points}; any distance with a leader, at the cost of attrition"
        )
        return words(said, n=n)
    return None
