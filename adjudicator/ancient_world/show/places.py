"""Facts that the board shows of a hex: its ground, province, city and port."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.ancient_world.board import CITIES, CITY_AT, HEXES, PROVINCES
from adjudicator.core import N_, Words, fill, words

from .names import LEXICON

GROUND = {
    "flat": N_("Flat ground"),
    "rough": N_("Rough ground"),
    "mountain": N_("Mountains"),
    "marsh": N_("Marsh"),
}
SIZES = {"large": N_("Large city"), "medium": N_("Medium city"), "small": N_("Small city")}
PORTS = {"major": N_("Major port"), "local": N_("Local port"), "minor": N_("Minor port")}


def about(place: str, language: str) -> list[str]:
    """Return the facts of a hex, one line each."""
    return [fill(line, language, LEXICON.label) for line in _facts(place)]


def _facts(place: str) -> Iterator[Words]:
    if place not in HEXES:
        return
    hex = HEXES[place]
    if place in CITY_AT:
        city = CITIES[CITY_AT[place]]
        yield Words(SIZES[city.size])
        if city.port:
            yield Words(PORTS[city.port])
    if hex.terrain:
        yield Words(GROUND[hex.terrain])
    if hex.province:
        yield words(
            N_("Province {province}, attrition rating {n} (§6.41)"),
            province=hex.province,
            n=PROVINCES[hex.province].attrition,
        )
    if hex.sea:
        yield words(N_("Naval zone {zone} (§7.11)"), zone=hex.sea)
