"""§15 Zones of control: which hexes the enemy covers, and what that does to a step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.belisarius.board import AREAS, HEXES, NEIGHBOURS, side
from adjudicator.belisarius.world import (
    Hex,
    Place,
    Seat,
    Unit,
    World,
    enemy_of,
    is_fleet,
    is_walled,
    owner_of,
)
from adjudicator.core import N_, Bar, bar

Zones: TypeAlias = Mapping[Hex, Sequence[Hex]]
"""Every hex that the enemy covers, and from where."""
Stacks: TypeAlias = dict[Place, list[Unit]]


class _Front(NamedTuple):
    """The part of a stack that has a zone: units on land, fleets on the water."""

    land: bool
    sea: bool


def in_zone(
    w: World,
    hex: Place,
    seat: Seat,
    naval: bool = False,
    *,
    moving: Collection[Unit] = (),
    retreat: bool = False,
) -> list[Hex]:
    """§15.1 The places of enemy units whose zone covers a hex against a seat; §18.211 none off the map.

    `naval` asks for fleets; a fleet on a river counts as land (§29.3). `moving` are the units that go there
    or are there: neither they nor the units that they leave behind cancel the zone by their presence
    (§15.115, ruling BE-E1), but a city that they are in is theirs (§15.12). `retreat` asks for a retreat,
    when presence cancels only in a city (note to §15.32).
    """
    return _closing(w, hex, seat, (naval,), moving, retreat)


def shut_by(
    w: World,
    hex: Place,
    seat: Seat,
    naval: bool = False,
    *,
    moving: Collection[Unit] = (),
    retreat: bool = False,
) -> list[Hex]:
    """§15.32 §15.4 §11.13 List the places whose zones close a hex to all but movement.

    §19.4 separates land units and fleets for movement alone: ruling BE-F4, option `fleet_zones`. The
    arguments are those of `in_zone`.
    """
    kinds = (False, True) if w.options["fleet_zones"] == "movement" else (naval,)
    return _closing(w, hex, seat, kinds, moving, retreat)


def _closing(
    w: World, hex: Place, seat: Seat, kinds: Iterable[bool], moving: Collection[Unit], retreat: bool
) -> list[Hex]:
    """The places whose zones of any of these kinds, naval or not, cover a hex, by id."""
    if hex in AREAS:
        return []
    near = sorted(NEIGHBOURS[hex])
    active, others = _opposed(w, seat, moving, {hex, *near})
    if not active:
        return []
    held = {w.at[u] for u in moving if u in w.at}
    if _is_cancelled(w, hex, others.get(hex, ()), seat, held, retreat, _left_behind(w, moving)):
        return []
    fronts = {p: _front(w, p, active[p]) for p in near if p in active}
    return [p for p, front in fronts.items() if any(_covers(front, p, hex, naval) for naval in kinds)]


def zones(
    w: World, seat: Seat, naval: bool = False, *, moving: Collection[Unit] = (), retreat: bool = False
) -> dict[Hex, list[Hex]]:
    """§15.0 §15.1 All that `in_zone` says of the whole map, at once, for units that march or sail."""
    active, others = _opposed(w, seat, moving, None)
    found: dict[Hex, list[Hex]] = {}
    for place in sorted(active):
        front = _front(w, place, active[place])
        if front.land or front.sea:
            for hex in NEIGHBOURS[place]:
                if _covers(front, place, hex, naval):
                    found.setdefault(hex, []).append(place)
    behind, held = _left_behind(w, moving), _cities_of(w, moving, found)
    return {
        hex: places
        for hex, places in found.items()
        if not _is_cancelled(w, hex, others.get(hex, ()), seat, held, retreat, behind)
    }


def _opposed(
    w: World, seat: Seat, moving: Collection[Unit], places: Collection[Place] | None
) -> tuple[Stacks, Stacks]:
    """§15.111 §15.13 §4.31(5) In these places or everywhere: who may have a zone, and who cancel one.

    The enemy's units have zones, neutrals none, and (§15.114, §19.64) passengers none. All others may cancel
    them, but for those that are moving.
    """
    active: Stacks = {}
    others: Stacks = {}
    enemy = enemy_of(seat)
    for unit, place in w.at.items():
        if places is not None and place not in places:
            continue
        if owner_of(w, unit) != enemy:
            if unit not in moving:
                others.setdefault(place, []).append(unit)
        elif unit not in w.aboard:
            active.setdefault(place, []).append(unit)
    return active, others


def _front(w: World, place: Place, active: Iterable[Unit]) -> _Front:
    """§15.12 Tell whether a stack has a zone on land, and at sea: units in a city have none outside.

    Option `city_zones`, ruling BE-E3. §29.3 Nor has a fleet inland. §18.211 Nor has anybody off the map.
    """
    if place in AREAS or (w.options["city_zones"] == "no" and is_walled(w, place)):
        return _Front(False, False)
    afloat = HEXES[place].kind != "land" and any(is_fleet(u) for u in active)
    return _Front(any(not is_fleet(u) for u in active), afloat)


def _covers(front: _Front, place: Hex, hex: Hex, naval: bool) -> bool:
    """§15.112 §15.113 Tell whether a zone reaches a hex; §19.4 fleets are bound by fleets, the rest by land
    units.
    """
    kind, border = HEXES[hex].kind, side(place, hex).kind
    if naval and kind != "land":
        return front.sea and border != "land"
    return front.land and kind != "sea" and border != "sea"


def _left_behind(w: World, moving: Collection[Unit]) -> Collection[Unit]:
    """§15.21 The friends who keep no zone out for who moves: an army does not free its way by parting.

    They are those beside whom it begins and whom it has dropped; ruling BE-E1.
    """
    if not moving:
        return ()
    if w.army is not None and all(u in w.army.units for u in moving):
        return w.army.behind
    places = {w.at.get(u, "") for u in moving}
    return [u for u, place in w.at.items() if place in places and u not in moving]


def _cities_of(w: World, moving: Collection[Unit], covered: Iterable[Hex]) -> Collection[Hex]:
    """§15.12 §15.2 Return the cities in which moving units count as being: those where they are.

    A city into which they came through a zone still holds them, as any hex does: ruling BE-E2. With the
    option `empty_city` they need not stop in it.
    """
    if w.options["empty_city"] == "continue":
        return set(covered) if moving else ()
    if w.army is not None and w.army.held and all(u in w.army.units for u in moving):
        return ()
    return {w.at[u] for u in moving if u in w.at}


def _is_cancelled(
    w: World,
    hex: Hex,
    others: Collection[Unit],
    seat: Seat,
    held: Collection[Hex],
    retreat: bool,
    behind: Collection[Unit],
) -> bool:
    """§15.115 §15.12 Return true if presence keeps the enemy's zone out of a hex; ruling BE-E1, ruling BE-E2.

    `held` are the cities that those who move are in; `behind` keep it out of cities and colonies only. By
    the option `friends_in_zones` friends elsewhere count always, or never.
    """
    if is_walled(w, hex):
        return bool(others) or (hex in held and not retreat)
    friends = w.options["friends_in_zones"]
    if friends == "never" or (retreat and friends != "always"):
        return False
    return any(u not in behind and owner_of(w, u) == seat for u in others)


def may_leave(covered: Zones, held: Collection[Hex], a: Place, b: Place) -> Bar | None:
    """§15.2 Return the zone that forbids a step from a to b; the army came into those of `held` before.

    Once they are gone from their places it goes on, whatever covers it since (§15.13, ruling BE-E9).

    §15.22 An army that began in a zone may leave it, but (§15.21) not for another. §18.211 Between the map
    and an off-map area zones do not matter.
    """
    if a in AREAS or b in AREAS:
        return None
    here = covered.get(a, ())
    if stopping := [place for place in here if place in held]:
        return bar(
            "15.2",
            N_("an army that enters the zone of control of {enemies} must stop at {place}"),
            place=a,
            enemies=stopping,
        )
    if here and b in covered:
        return bar(
            "15.21",
            N_("{a} and {b} are both in enemy zones of control: an army cannot move from one to the other"),
            a=a,
            b=b,
            enemies=list(covered[b]),
        )
    return None
