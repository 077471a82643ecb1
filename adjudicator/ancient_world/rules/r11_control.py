"""§11 Control of provinces and cities; §12.2 what alliances add to it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.ancient_world.board import CITIES, CITY_AT, distance
from adjudicator.ancient_world.world import (
    ROME,
    Side,
    World,
    cities_in_play,
    enemy_of,
    hex_of,
    inside_of,
    is_inside,
    scenario_of,
    sides_of,
    size_of,
    units_at,
)
from adjudicator.core import tell

from .r02_forces import of_arm

ALLIED = 4
"""§12.22 The box of an alliance."""


def cities_of(w: World, province: str) -> list[str]:
    """Return the cities of a province that the scenario has, those sacked among them (§11.11)."""
    return [c.id for c in CITIES.values() if c.province == province]


def locked_cities(w: World) -> list[str]:
    """Return cities held by locked forces: they count for nobody (ruling AW-V06)."""
    return [CITY_AT[hex_of(lock.place)] for lock in w.locks.values() if is_inside(lock.place)]


def holds(w: World, side: Side, city: str) -> bool:
    """§11.3 Return true if a side controls a city, for provinces and victory."""
    return w.control.get(city) == side and city not in locked_cities(w)


def is_home(w: World, province: str, side: Side) -> bool:
    """§11.12 Return true if a province is a side's home."""
    return province in scenario_of(w).home[side]


def military_control(w: World, province: str) -> Side:
    """§11.1 §11.11 Return the side that controls a province by arms, "" for none.

    All large and medium cities and at least one small one; where there are none but small ones, two thirds,
    rounded down, and not under half (ruling AW-R78). A sacked city counts at its present size; a small one
    does not exist (ruling AW-R76).
    """
    cities = [city for city in cities_of(w, province) if size_of(w, city)]
    if not cities:
        return ""
    large = [city for city in cities if size_of(w, city) != "small"]
    small = [city for city in cities if size_of(w, city) == "small"]
    for side in sides_of(w):
        held = [city for city in cities if holds(w, side, city)]
        if large:
            if all(c in held for c in large) and (not small or any(c in held for c in small)):
                return side
        elif len(held) >= needed(len(cities)):
            return side
    return ""


def needed(cities: int) -> int:
    """§11.11 Return how many of some small cities control a province; ruling AW-R78."""
    return max(2 * cities // 3, -(-cities // 2))


def diplomatic_control(w: World, province: str) -> Side:
    """§11.2 §11.21 §12.22 Return the side that a province is allied with, "" for none."""
    box = w.alliance.get(province, 0)
    if abs(box) < ALLIED and w.notes.get(f"allied/{province}"):
        box = w.notes[f"allied/{province}"]
    if box <= -ALLIED:
        return ROME
    return enemy_of(w, ROME) if box >= ALLIED else ""


def control_of(w: World, province: str) -> Side:
    """§11.0 §11.22 §12.25 Return a province's controller: by arms before by alliance; its home side otherwise
    (§11.12; ruling AW-V52).
    """
    if by_arms := military_control(w, province):
        return by_arms
    for side in sides_of(w):
        if is_home(w, province, side):
            return side
    return diplomatic_control(w, province)


def controls_province(w: World, province: str, side: Side) -> bool:
    """§11.34 Return true if a side controls a province in either way."""
    return control_of(w, province) == side


def take_city(w: World, side: Side, city: str) -> None:
    """§11.31 §11.32 Give a city to a side, if it was not theirs."""
    if w.control.get(city) != side:
        w.control[city] = side
        tell("city_taken", "11.3", side=side, city=city)


def landing_city(w: World, side: Side, city: str) -> str:
    """Return where reinforcements for a city appear, "" if nowhere this turn; ruling AW-V12."""
    own = [c for c in cities_in_play(w) if w.control.get(c) == side and c not in w.sieges]
    if city in own:
        return city
    goal = CITIES[city]
    return min(
        own,
        key=lambda c: (CITIES[c].province != goal.province, distance(CITIES[c].hex, goal.hex), c),
        default="",
    )


def entered_city(w: World, side: Side, city: str) -> None:
    """§11.31 §11.32 Give a small city to the side that entered it last; others must be held by foot."""
    foot = of_arm(units_at(w, inside_of(city), side), "foot")
    if size_of(w, city) == "small" or foot:
        take_city(w, side, city)


def lapse(w: World) -> None:
    """§11.31 Take large and medium cities without foot inside from their side, but for those of the home.

    §9.94 Militia of a besieged city are foot too.
    §11.12 A city of a home is its owner's whenever the other side does not hold it.
    """
    for city, side in sorted(w.control.items()):
        if size_of(w, city) not in ("medium", "large") or is_home(w, CITIES[city].province, side):
            continue
        militia = w.sieges[city].militia if city in w.sieges else 0
        if not of_arm(units_at(w, inside_of(city), side), "foot") and not militia:
            del w.control[city]
            tell("city_left", "11.31", side=side, city=city)
    for side in sides_of(w):
        for city in cities_in_play(w):
            if city not in w.control and is_home(w, CITIES[city].province, side):
                take_city(w, side, city)


def neutral_provinces(w: World) -> Iterator[str]:
    """§12.21 Yield provinces that are nobody's ally and nobody's home."""
    for province in w.alliance:
        if not diplomatic_control(w, province):
            yield province


def friendly_for_recovery(w: World, side: Side, city: str) -> bool:
    """§8.56 Return true if a city is a side's own and not under siege."""
    return w.control.get(city) == side and city not in w.sieges
