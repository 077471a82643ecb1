"""§6 Events 31-32: the plague, in the table's four steps."""

from __future__ import annotations

from typing import Final

from adjudicator.belisarius.board import AREAS, CITIES_AT, PROVINCES
from adjudicator.belisarius.world import Hex, World, city_at, enemy_of, province_of, stacks, units_at
from adjudicator.core import tell

from . import r08_stratagems as r08
from . import r13_stacks as r13
from . import r26_ruins as r26

RULE: Final = "event/31-32"
SPREADS: Final = 5
"""A province is struck by a die of five or six."""
KILLS: Final = 2
"""A stack or a city is ruined by a die of one or two."""


async def plague(w: World) -> None:
    """§event/31-32 The plague: outbreak, then the stacks, then the cities, and both players' markers last."""
    struck = await _outbreak(w)
    await _stacks(w, struck)
    await _cities(w, struck)
    for seat in (w.phasing, enemy_of(w.phasing)):
        n = await r08.roll(w, RULE, "plague", seat)
        await r08.lose_markers(w, seat, n, RULE)


async def _outbreak(w: World) -> list[str]:
    """(1) A die for each province and each off-map area by itself: five and six strike (ruling BE-B5)."""
    regions = [*sorted(PROVINCES), *sorted(AREAS)]
    rolled = await r08.rolls(w, RULE, "plague", regions, w.phasing)
    struck = [region for region in regions if rolled[region] >= SPREADS]
    tell("plague", RULE, regions=struck)
    return struck


def region_of(place: str) -> str:
    """Return where a place lies for the plague: its off-map area, its province, "" at sea."""
    return place if place in AREAS else province_of(place)


async def _stacks(w: World, struck: list[str]) -> None:
    """(2) Friend, enemy or neutral: on one or two all units of a stack are eliminated."""
    places = [place for place in stacks(w) if region_of(place) in struck]
    if not places:
        return
    rolled = await r08.rolls(w, RULE, "plague", places, w.phasing)
    for place in places:
        if rolled[place] <= KILLS:
            await r13.eliminate(w, units_at(w, place), RULE)


async def _cities(w: World, struck: list[str]) -> None:
    """(3) On one or two a city is pillaged, a colony is gone; public works go with them (ruling BE-B6)."""
    places = cities_in(w, struck)
    if not places:
        return
    rolled = await r08.rolls(w, RULE, "plague", places, w.phasing)
    for place in places:
        if rolled[place] <= KILLS:
            _ruin(w, place)


def cities_in(w: World, struck: list[str]) -> list[Hex]:
    """The cities that are not pillaged and the colonies of some provinces, by id."""
    standing = {hex for hex in CITIES_AT if city_at(w, hex)} | set(w.colonies)
    return sorted(hex for hex in standing if province_of(hex) in struck)


def _ruin(w: World, place: Hex) -> None:
    """Put a pillage marker on a city, or remove a colony; neither brings anybody solidi (§28.5)."""
    city = place not in w.colonies
    if city:
        tell("city_dies", RULE, place=place)
    r26.lay_waste(w, place, marker=city)
