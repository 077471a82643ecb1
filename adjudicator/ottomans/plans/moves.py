"""Moves by land and sea, carrying and forced marches, each with what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from adjudicator.ottomans.board import (
    CITIES,
    CITIES_OF,
    COASTS_OF,
    LANDS,
    NATIONS,
    PORTS_OF,
    REGIONS,
    SEAS,
    UNITS,
)
from adjudicator.ottomans.rules.r18_areas import land_links, sea_links
from adjudicator.ottomans.show.view import View
from adjudicator.ottomans.world import Place, Unit, is_naval, is_ship, kinds, region_of, side

from . import battles, sight

GOOD: Final = 1.5
"""The odds at which an enemy is worth going for."""
ALONE: Final = -1.5
"""The worth of going where an enemy is too strong."""
BARED: Final = 20.0
"""The price of leaving the home of the core nation, or a city of it, without a unit."""
SURE: Final = 4.0
"""The odds from which an attack is worth no more by better ones."""
HUNGER: Final = 0.6
"""The price of a unit that cannot be fed (§12.0)."""
EXPOSED: Final = 0.4
"""The share of the worth of an area that is given up where an enemy could attack at two to one."""
LATER: Final = 0.5
"""The share that a move is worth which prepares another."""


class Order(NamedTuple):
    """An order that may be given, and what it is worth."""

    worth: float
    answer: Any


Weigh: TypeAlias = Callable[[Place, Place, tuple[Unit, ...]], float]
"""The worth of moving a group from one area to another."""


def weighing(view: View) -> Weigh:
    """Return `going` for a view, which several plans ask for the same moves and which is worked out once."""

    @cache
    def weigh(start: Place, to: Place, group: tuple[Unit, ...]) -> float:
        return going(view, start, to, group)

    return weigh


# -- §7 by land --------------------------------------------------------------------------------


def walks(view: View, weigh: Weigh) -> Iterator[Order]:
    """Yield the best moves by land, stack by stack, the strongest stack first."""
    for start, group in stacks(view):
        if (order := best_going(view, weigh, start, group)) is not None:
            yield order


def helped_walks(view: View, weigh: Weigh, extra: int, least: float, *, free: bool) -> Iterator[Order]:
    """Yield the best moves of stacks that a chit carries further, where one so far is worth at least `least`.

    `extra` areas more and `free` of those who block are what the chit gives (§27.2).
    """
    for start, group in stacks(view):
        if further(view, weigh, start, group, extra, free=free) < least:
            continue
        order = best_going(view, weigh, start, group, extra, free=free)
        if order is not None and order.worth >= least:
            yield order


def stacks(view: View) -> Sequence[tuple[Place, list[Unit]]]:
    """The seat's land units ashore that may still move, by place and coalition."""
    found: dict[tuple[Place, str], list[Unit]] = {}
    for place, units in view.places.items():
        if place in SEAS:
            continue
        for unit in units:
            if unit.owner == view.seat and not is_naval(unit.id) and may_go(view, unit.id):
                found.setdefault((place, side(unit.id)), []).append(unit.id)
    strongest = sorted(found, key=lambda at: (-sight.printed(view, found[at]), at))
    return [(at[0], found[at]) for at in strongest]


def may_go(view: View, unit: Unit) -> bool:
    """§7.4 §7.7 §11.11 Return true if a unit has not moved yet, or marches now, and is not stopped."""
    if unit in view.stopped:
        return False
    return unit in view.march.units if view.march is not None else unit not in view.moved


def further(
    view: View, weigh: Weigh, start: Place, units: Sequence[Unit], extra: int, *, free: bool
) -> float:
    """Return the worth of the best move that a stack, or a part of it, can make with a chit alone."""
    best = 0.0
    for group in groups(view, units):
        near = ways(view, start, group, 0, free=False)
        for to in ways(view, start, group, extra, free=free):
            if to not in near:
                best = max(best, weigh(start, to, tuple(group)))
    return best


def best_going(
    view: View, weigh: Weigh, start: Place, units: Sequence[Unit], extra: int = 0, *, free: bool = False
) -> Order | None:
    """Return the best move of a stack or of a part of it; None where it cannot move."""
    found = goings(view, weigh, start, units, extra, free=free)
    return max(found, key=lambda order: order.worth, default=None)


def goings(
    view: View, weigh: Weigh, start: Place, units: Sequence[Unit], extra: int, *, free: bool
) -> Iterator[Order]:
    """Yield the moves of a stack, or of parts of it."""
    for group in groups(view, units):
        for to, way in ways(view, start, group, extra, free=free).items():
            answer = {"start": start, "way": list(way), "units": dict(kinds(group))}
            yield Order(weigh(start, to, tuple(group)), answer)


def groups(view: View, units: Sequence[Unit]) -> Iterator[list[Unit]]:
    """Yield the parts of a stack that are thought of: all, all but a garrison, one to hold an area."""
    leaders, men = [u for u in units if UNITS[u].leader], sight.troops(units)
    if view.march is not None:
        if units:
            yield list(units)
    elif men:
        yield [*leaders, *men]
        for left in range(1, min(3, len(men))):
            yield [*leaders, *men[:-left]]
        if len(men) > 1 or leaders:
            yield [men[-1]]
        if len(men) > 2 or (leaders and len(men) > 1):
            yield men[:1]
    elif leaders:
        yield leaders


def ways(
    view: View, start: Place, group: Sequence[Unit], extra: int, *, free: bool
) -> Mapping[Place, tuple[Place, ...]]:
    """§7 Return where a stack can go, each by a shortest way."""
    colour = side(group[0])
    far = extra + min(UNITS[u].move + (u in view.fast) for u in group)
    free = free or set(group) <= set(view.free)
    found: dict[Place, tuple[Place, ...]] = {}
    wave: list[tuple[Place, ...]] = [()]
    while wave:
        way = wave.pop(0)
        at = way[-1] if way else start
        if len(way) >= far or (way and not free and sight.is_blocked(view, colour, at)):
            continue
        for to in land_links(at):
            if to != start and to not in found and may_step(view, group, at, to):
                found[to] = (*way, to)
                wave.append(found[to])
    return found


def may_step(view: View, group: Sequence[Unit], at: Place, to: Place) -> bool:
    """§7.63 §8.1 §18 Return true if a stack may step into an area."""
    colour, only = side(group[0]), REGIONS[region_of(to)].only
    if only and any(UNITS[u].nation not in only for u in group):
        return False
    if to in CITIES:
        return sight.is_open_city(view, colour, to)
    sea = REGIONS[at].strait.get(to, "") if at in LANDS else ""
    return not sea or not any(is_ship(u.id) and side(u.id) != colour for u in sight.there(view, sea))


def going(view: View, start: Place, to: Place, group: Sequence[Unit]) -> float:
    """Return the worth of a move: what the group adds where it arrives, less what it leaves."""
    colour = side(group[0])
    friends = [u for u in sight.own(view, to, colour) if u not in group]
    held = sight.is_firm(view, to, () if region_of(start) == region_of(to) else group)
    gain = standing(view, to, colour, [*friends, *group], held) - standing(view, to, colour, friends, held)
    gain -= HUNGER * (sight.hungry(view, to, [*group, *friends]) - sight.hungry(view, to, friends))
    left = [u for u in sight.own(view, start, colour) if u not in group]
    gain += HUNGER * (sight.hungry(view, start, [*group, *left]) - sight.hungry(view, start, left))
    return gain - leaving(view, start, to, group, left) - bared(view, start, to, group)


def standing(view: View, place: Place, colour: str, units: Sequence[Unit], held: bool) -> float:
    """The worth of having just these units in an area: what they hold there and what they can attack.

    `held` says that its region is held firmly by others of the seat's.
    """
    if not units:
        return 0.0
    gain, enemies = 0.0, sight.foes(view, place, colour)
    if enemies:
        gain += _against(view, place, colour, units, enemies)
    elif place in CITIES:
        gain += sight.city_worth(view, place, colour)
    if not held and not any(sight.spoilers(view, part, colour) for part in sight.parts(place)):
        gain += sight.region_worth(view, region_of(place), colour)
    gain += sieges(view, place, colour, units)
    if sight.threat(view, place, colour) >= 2 * max(1.0, sight.defence_of(view, place, units)):
        gain -= EXPOSED * max(gain, 1.0)
    return gain


def _against(view: View, place: Place, colour: str, units: Sequence[Unit], enemies: Sequence[Unit]) -> float:
    """The worth of being able to attack enemies: more by better odds, none where they are too strong."""
    odds = sight.attack_of(view, place, units) / max(1.0, sight.defence_of(view, place, enemies))
    if odds < GOOD:
        return ALONE
    return sight.worth(view, place, colour) * min(1.0, odds / SURE) - battles.given_away(view, enemies)


def sieges(view: View, region: Place, colour: str, units: Sequence[Unit]) -> float:
    """The worth of the best city of a region that units could attack from there (§10.1)."""
    gain = 0.0
    for city in CITIES_OF.get(region, ()):
        if enemies := sight.foes(view, city, colour):
            gain = max(gain, _against(view, city, colour, units, enemies))
    return gain


def leaving(view: View, start: Place, to: Place, group: Sequence[Unit], left: Sequence[Unit]) -> float:
    """The price of what a group gives up where it leaves: a firm region, a city, a shelter."""
    if start in SEAS:
        return 0.0
    colour = side(group[0])
    price = 0.0
    near = region_of(start) == region_of(to)
    if not near and (firm := sight.is_firm(view, start)) != sight.is_firm(view, start, group):
        price += (
            1.1 * sight.region_worth(view, region_of(start), colour)
            if firm
            else -_cleared(view, start, group)
        )
    if start in CITIES and not sight.troops(left):
        price += 1.1 * sight.city_worth(view, start, colour)
        price += BARED * (_is_home(view, start) and sight.threat(view, start, colour) > 0)
    elif start in CITIES and CITIES[start].key:
        enemy = sight.threat(view, start, colour)
        weak = enemy >= 2 * max(1.0, sight.defence_of(view, start, left))
        price += EXPOSED * sight.city_worth(view, start, colour) * weak
    return price


def _is_home(view: View, city: Place) -> bool:
    """Return true if a city is a key city in the home of the seat's core nation."""
    core = view.core.get(view.seat)
    return CITIES[city].key and core is not None and city in sight.parts(NATIONS[core].home)


def _cleared(view: View, start: Place, group: Sequence[Unit]) -> float:
    """§21.12 The worth of a region that those who stay hold firmly once a group of another colour is gone."""
    stay = next(u.id for part in sight.parts(start) for u in sight.there(view, part) if u.id not in group)
    return sight.region_worth(view, region_of(start), side(stay))


def bared(view: View, start: Place, to: Place, group: Sequence[Unit]) -> float:
    """The price of leaving the home of the core nation, or one of its key cities, without a unit."""
    core = view.core.get(view.seat)
    if core is None:
        return 0.0
    areas = sight.parts(NATIONS[core].home)
    if start not in areas or to in areas:
        return 0.0
    left = [u for area in areas for u in sight.own(view, area) if u not in group and not UNITS[u].leader]
    return 0.0 if left else BARED


# -- §16 at sea --------------------------------------------------------------------------------


def carries(view: View) -> Iterator[Order]:
    """Yield transports by the seat's ships in each sea, the best of each sea."""
    for sea in SEAS:
        ships = [u for u in sight.own(view, sea) if is_ship(u) and is_idle(view, u)]
        best = max(_loads(view, sea, ships), key=lambda o: o.worth, default=None) if ships else None
        if best is not None:
            yield best


def is_idle(view: View, ship: Unit) -> bool:
    """Return true if a ship has movement left, in a march only if it marches."""
    if ship in view.stopped:
        return False
    if view.march is not None:
        return ship in view.march.units
    return view.spent.get(ship, 0) < UNITS[ship].move


def _loads(view: View, sea: Place, ships: Sequence[Unit]) -> Iterator[Order]:
    shores = (*PORTS_OF[sea], *COASTS_OF[sea])
    for colour in sorted({side(u) for u in ships}):
        room = sum(side(u) == colour for u in ships)
        for origin in (*shores, sea):
            units = [u for u in sight.own(view, origin, colour) if not is_naval(u) and u not in view.moved]
            for whole in groups(view, units):
                men = sight.troops(whole)[:room]
                group = [*(u for u in whole if UNITS[u].leader), *men]
                for goal in shores:
                    if goal == origin or not may_step(view, group, "", goal):
                        continue
                    done = {"sea": sea, "units": dict(kinds(group)), "origin": origin, "goal": goal}
                    yield Order(going(view, origin, goal, group), done)


def voyages(view: View) -> Iterator[Order]:
    """Yield moves of fleets: to beat an enemy, to where troops wait to be carried, not back and forth."""
    for start, units in view.places.items():
        fleet = [u.id for u in units if u.owner == view.seat and is_naval(u.id) and is_idle(view, u.id)]
        fleet = [u for u in fleet if view.spent.get(u, 0) == 0]
        for colour in sorted({side(u) for u in fleet if is_ship(u)}):
            group = [u for u in fleet if side(u) == colour]
            riders = [u.id for u in units if u.ship in group]
            for to, way in _sea_ways(view, start, group).items():
                done = {
                    "start": start,
                    "way": list(way),
                    "units": dict(kinds(group)),
                    "riders": dict(kinds(riders)),
                }
                yield Order(_sailing(view, start, to, group, riders), done)


def _sea_ways(view: View, start: Place, group: Sequence[Unit]) -> Mapping[Place, tuple[Place, ...]]:
    """Return the shortest way to each port or sea that the slowest of a fleet can reach, as a seat sees."""
    colour, far = side(group[0]), min(UNITS[u].move for u in group)
    found: dict[Place, tuple[Place, ...]] = {}
    wave: list[tuple[Place, ...]] = [()]
    while wave:
        way = wave.pop(0)
        at = way[-1] if way else start
        if len(way) >= far or (way and sight.is_blocked(view, colour, at)):
            continue
        for to in sea_links(at):
            if to == start or to in found or (to in CITIES and not sight.is_open_city(view, colour, to)):
                continue
            found[to] = (*way, to)
            wave.append(found[to])
    return found


def _sailing(view: View, start: Place, to: Place, group: Sequence[Unit], riders: Sequence[Unit]) -> float:
    """The worth of a fleet in a sea: enemies that it beats, ports to attack, troops to carry."""
    if to in CITIES:
        return 0.0
    colour, gain = side(group[0]), 0.0
    men = [*group, *riders]
    if enemies := sight.foes(view, to, colour):
        if not SEAS[to].combat:
            return ALONE
        odds = sight.attack_of(view, to, men, at_sea=True) / max(1.0, sight.defence_of(view, to, enemies))
        gain += 0.5 + min(odds - GOOD, 1.0) if odds >= GOOD else ALONE
    gain += max((battles.landing(view, port, men) for port in PORTS_OF[to]), default=0.0)
    if not any(is_ship(u) for u in sight.own(view, to, colour)):
        here = _wanted(view, start, colour) if start in SEAS else 0.0
        gain += LATER * max(0.0, _wanted(view, to, colour) - here)
    return gain


def _wanted(view: View, sea: Place, colour: str) -> float:
    """The worth of carrying some one unit over a sea: from a shore with more than one to one with nobody."""
    shores = (*PORTS_OF[sea], *COASTS_OF[sea])
    waiting = any(len(sight.troops(sight.own(view, p, colour))) > 1 for p in shores)
    return max((_empty(view, p, colour) for p in shores), default=0.0) if waiting else 0.0


def _empty(view: View, place: Place, colour: str) -> float:
    free = (
        not any(sight.there(view, part) for part in sight.parts(place)) and not REGIONS[region_of(place)].only
    )
    return sight.worth(view, place, colour) if free else 0.0


# -- §11 forced marches ------------------------------------------------------------------------


def marches(view: View) -> Iterator[Order]:
    """Yield forced marches: a leader and all who can go with them, for an attack or an area."""
    for place, units in view.places.items():
        ready = [u.id for u in units if u.owner == view.seat and not u.ship and u.id not in view.marched]
        for leader in [u for u in ready if UNITS[u].leader]:
            group = [u for u in ready if side(u) == side(leader) and is_naval(u) == is_naval(leader)]
            if not sight.troops(group):
                continue
            best = battles.best(view, place, group, field=place in LANDS or place in SEAS)
            if not is_naval(leader) and not set(group) & set(view.stopped):
                goals = ways(view, place, group, 0, free=False)
                best = max([best, *(going(view, place, to, group) for to in goals)])
            followers = [u for u in group if u != leader]
            named = sight.named(view, followers, followers)
            yield Order(best, {"leader": leader, "units": named, "way": []})
