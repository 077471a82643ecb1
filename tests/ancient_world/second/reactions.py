"""§6.5 Interception, §8.22 avoidance and §8.25 coordination: what the die needs, and which way is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from adjudicator.ancient_world.board import CITIES, LEADERS, distance
from adjudicator.ancient_world.world import DISRUPTED, World

from .ground import (
    HARD,
    at,
    beside,
    city_in,
    enterable,
    has,
    horse,
    letter,
    other,
    river,
    road,
    strength,
    terrain,
    units,
)
from .winning import control

NEAR, FROM_CITY = 3, 4
"""§6.52 How far an interceptor comes from the open, and from within a city."""


# -- interception ------------------------------------------------------------------------------


def along(w: World, way: Sequence[str]) -> int:
    """§6.54 The modifiers of a way, the interceptor's own place first."""
    found = 0
    for one, to in pairwise(way):
        found += 1 + bool(river(one, to))
        found += {"marsh": 2, "mountain": 3}.get(terrain(to), 0) * (not road(w, one, to))
    return found


def interception(w: World, way: Sequence[str], *, status: int, ambush: bool, leader: str, prey: str) -> int:
    """§6.54 §6.58 What is added to the die of an interception."""
    found = along(w, way) + (2 if status == DISRUPTED else 0)
    if ambush:
        found += 3 + "ABCDE".index(letter(leader)) - ("ABCDE".index(letter(prey)) if prey else 4)
    return found


def enemies_in(w: World, hex: str, side: str) -> bool:
    """Are units of the enemy in a hex, outside the city?"""
    return any(force.units for force in at(w, hex, other(w, side)))


def ways(w: World, side: str, start: str, goal: str) -> Iterator[tuple[str, ...]]:
    """§6.52 Every way by which an interceptor may come from a place to a hex."""
    reach = FROM_CITY if start.endswith("i") else NEAR

    def on(way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        here = way[-1]
        if here == goal and len(way) > 1:
            yield way
            return
        if len(way) > 1 and enemies_in(w, here, side):
            return
        for to in beside(here):
            steps = len(way) + distance(to, goal)
            if steps <= reach and to not in way and to != start[:4] and enterable(w, here, to):
                yield from on((*way, to))

    if start[:4] == goal:
        yield (start[:4],)
    elif distance(start[:4], goal) <= reach:
        yield from on((start[:4],))


def barred(w: World, side: str, start: str, way: Sequence[str]) -> str:
    """§6.52 Why an interceptor can't come by a way, "" if they can."""
    if len(way) - 1 > (FROM_CITY if start.endswith("i") else NEAR):
        return "too far"
    if not all(enterable(w, one, to) for one, to in pairwise(way)):
        return "nobody can go there"
    return "through the enemy" if any(enemies_in(w, hex, side) for hex in way[1:-1]) else ""


def best(w: World, side: str, start: str, goal: str) -> int | None:
    """§6.52 The lowest modifier of any way; ruling AW-V10."""
    return min((along(w, way) for way in ways(w, side, start, goal)), default=None)


def holds_bank(w: World, place: str, side: str) -> bool:
    """§6.35 Is a force in a hex strong enough to control the bank?"""
    there = units(w, place, side)
    return horse(there) >= 4 or strength(there) >= 20


def may_ambush(w: World, start: str, way: Sequence[str], prey: str) -> bool:
    """§6.58 Are the grounds fit for an ambush?"""
    hidden = not start.endswith("i") and terrain(start) in ("rough", *HARD)
    near = distance(start[:4], prey[:4]) <= 1 and not any(river(one, to) for one, to in pairwise(way))
    return hidden and near and not prey.endswith("i") and terrain(prey) not in HARD


# -- avoidance ---------------------------------------------------------------------------------


class Escape(NamedTuple):
    """A place to which a force may go out of a battle's way."""

    cost: int
    river: bool
    city: int
    """§8.23 The modifier of a friendly city."""


def friendly(w: World, side: str, city: str) -> bool:
    """§6.37 §11.34 May a side's units enter a city? Where nobody holds it, who controls the province may."""
    holder = w.control.get(city) or control(w, CITIES[city].province)
    return holder == side and city not in w.sieges


def escapes(w: World, side: str, here: str, barred: Sequence[str]) -> dict[str, Escape]:
    """§8.23 Where a force may go, at the least cost; `barred` are the hexes by which enemies came."""
    found: dict[str, Escape] = {}

    def reach(to: str, cost: int, wet: bool, city: int) -> None:
        old = found.get(to)
        if old is None:
            found[to] = Escape(cost, wet, city)
        else:
            found[to] = Escape(min(old.cost, cost), old.river and wet, city)

    hex = here[:4]
    own = city_in(w, hex)
    if own and not here.endswith("i") and friendly(w, side, own):
        reach(f"{hex}i", 0, False, -2)
    for first in beside(hex):
        if first in barred or not enterable(w, hex, first):
            continue
        wet, cost = bool(river(hex, first)), 2 if terrain(first) in HARD else 1
        _into(w, side, first, -2, cost, wet, reach)
        if enemies_in(w, first, side) and not any(f.units for f in at(w, first, side)):
            continue
        for second in beside(first):
            if distance(second, hex) <= 1 or not enterable(w, first, second):
                continue
            more = cost + (2 if terrain(second) in HARD else 1)
            _into(w, side, second, -1, more, wet or bool(river(first, second)), reach)
    return found


def _into(w: World, side: str, hex: str, gift: int, cost: int, wet: bool, reach: object) -> None:
    assert callable(reach)
    reach(hex, cost, wet, 0)
    city = city_in(w, hex)
    if city and friendly(w, side, city):
        reach(f"{hex}i", 0, wet, gift)


def honour(w: World, leader: str) -> int:
    """§8.23 What Roman honour adds; ruling AW-M5."""
    free = w.office.get(leader) in ("dictator", "master") and not has(w, "honour", "all_romans")
    return 4 if LEADERS[leader].side == "rome" and not free else 0


def avoidance(w: World, leader: str, here: str, to: str, ways_out: dict[str, Escape]) -> int:
    """§8.23 What is added to the die of an avoidance, guile left out; ruling AW-R88."""
    only_wet = all(one.river for one in ways_out.values())
    gift = ways_out[to].city if to in ways_out else 0
    return gift - (1 if terrain(here) in HARD else 0) + honour(w, leader) + (3 if only_wet else 0)


# -- coordination ------------------------------------------------------------------------------


def coordination(w: World, side: str, leader: str, friend: str, start: str, goal: str) -> int | None:
    """§8.26 Up to what a leader joins a friend's battle; None if no way leads there."""
    half = (LEADERS[leader].campaign + LEADERS[friend].campaign) // 2
    if start[:4] == goal:
        return half
    found = None
    for way in _dry(w, side, (start[:4],), goal):
        wet = sum(1 for one, to in pairwise(way) if river(one, to) and not road(w, one, to))
        number = half - (len(way) - 1) - wet
        found = number if found is None else max(found, number)
    return found


def _dry(w: World, side: str, way: tuple[str, ...], goal: str) -> Iterator[tuple[str, ...]]:
    """§8.26 Ways of at most three hexes without mountain or marsh between."""
    here = way[-1]
    if here == goal:
        yield way
        return
    if len(way) > 1 and (terrain(here) in HARD or enemies_in(w, here, side)):
        return
    for to in beside(here):
        if len(way) + distance(to, goal) <= NEAR and to not in way and enterable(w, here, to):
            yield from _dry(w, side, (*way, to), goal)
