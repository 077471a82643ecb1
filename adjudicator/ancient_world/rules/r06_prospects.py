"""§6.5 The interceptors that a way passes, and their odds, before anybody sets out: public facts alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from adjudicator.ancient_world.world import (
    DISRUPTED,
    Place,
    Side,
    World,
    enemy_of,
    force_of,
    has_units,
    hex_of,
    is_inside,
    leaders_on_map,
    locked_leaders,
    place_of,
    units_at,
)
from adjudicator.core import N_, Words, words

from .r02_forces import less
from .r05_leaders import rating
from .r06_reach import (
    TIRED,
    able,
    bank_hexes,
    controls_bank,
    crossing,
    fit_units,
    held_by,
    odds,
    range_of,
    reached,
    rivers_at,
)
from .r08_fog import is_known

LISTED = 4
"""The number of interceptors that are named beside a way; of more, those with the best odds."""


class Watch(Struct, frozen=True):
    """A leader who may intercept: the modifiers to each hex in range, and the bank beside their hex.

    `holds` is 1 where the strength is enough to control it, or may be; `sure` is 0 where the mover does not
    know (§8.12); `free` is 1 where the bank needs no die (ruling AW-R20).
    """

    leader: str
    place: Place
    reach: Mapping[Place, int]
    tired: int
    bank: frozenset[Place]
    holds: int
    sure: int
    free: int


class Prospect(Struct, frozen=True):
    """A leader's chance at a hex of a way: the sum of modifiers, and whether it needs no die.

    `bank` is 1 where it needs none if the bank is controlled, which the mover does not know (§8.12).
    """

    leader: str
    place: Place
    modifier: int
    automatic: int = 0
    bank: int = 0


def watches(w: World, seat: str, side: Side, units: Mapping[str, int], start: Place) -> list[Watch]:
    """§6.51 §6.52 Return the leaders who could intercept units of a side that set out from a place.

    In fog a force whose strength the seat does not know may control its bank, whatever is in it.
    """
    enemy = enemy_of(w, side)
    held = held_by(w, side)
    if not less(units_at(w, start, side), units):
        held -= {start}
    locked = locked_leaders(w)
    found = []
    for leader in able(w, enemy, [x for x in leaders_on_map(w, enemy) if x not in locked]):
        place = place_of(w, leader)
        force = w.forces[force_of(w, leader)]
        tired = TIRED if force.status == DISRUPTED else 0
        ways = reached(w.scenario, place, range_of(place), held)
        sure = is_known(w, seat, force)
        banked = not is_inside(place) and (not sure or controls_bank(fit_units(w, leader, place)))
        bank = [to for to in bank_hexes(hex_of(place)) if not has_units(w, to, enemy)] if banked else []
        reach = {to: cost + tired for to, (cost, _) in ways.items()}
        free = w.options.get("bank", "sure") == "sure"
        found.append(Watch(leader, place, reach, tired, frozenset(bank), int(banked), int(sure), int(free)))
    return found


def prospects(watching: Sequence[Watch], start: Place, way: Sequence[Place]) -> list[Prospect]:
    """§6.53 §6.54 §6.35 Return the best chance of each leader along a way, the best first."""
    best: dict[str, Prospect] = {}
    for one in _chances(watching, (start, *way)):
        if one.leader not in best or _rank(one) < _rank(best[one.leader]):
            best[one.leader] = one
    return sorted(best.values(), key=lambda one: (*_rank(one), one.leader))


def _rank(one: Prospect) -> tuple[int, int]:
    return -one.automatic, one.modifier - rating(one.leader)


def _chances(watching: Sequence[Watch], places: Sequence[Place]) -> Iterator[Prospect]:
    """§6.53 Look at the start, at each hex entered, and at each left with a leader in it."""
    hexes = [hex_of(place) for place in places]
    for watch in watching:
        own = hex_of(watch.place)
        inside = is_inside(watch.place)
        for i, here in enumerate(hexes):
            last = i + 1 == len(hexes)
            if here == own:
                if not last and hexes[i + 1] != here:
                    yield Prospect(watch.leader, here, watch.tired, int(inside))
                elif not inside and not is_inside(places[i]) and i and _lands(watch, hexes[i - 1], here):
                    yield Prospect(watch.leader, here, watch.tired)
            elif here in watch.reach and not (i and is_inside(places[i])) and (i or not last):
                bank = here in watch.bank and bool(i) and crossing(hexes[i - 1], here) in rivers_at(own)
                sure = int(bank and watch.sure and watch.free)
                near = watch.tired if bank and watch.sure else watch.reach[here]
                yield Prospect(watch.leader, here, 0 if sure else near, sure, int(bank and watch.free))


def _lands(watch: Watch, a: Place, b: Place) -> bool:
    """§6.53 Return true if who goes from one hex into a leader's own may be intercepted there at once."""
    return (crossed := crossing(a, b)) == "sea" or bool(crossed and watch.holds)


def interceptors(found: Sequence[Prospect]) -> Words | None:
    """§6.55 Say who may intercept a march, where it is likeliest, and with which odds; None if nobody can."""
    named = [_named(one) for one in found if one.automatic or one.bank or rating(one.leader) >= one.modifier]
    if not named:
        return None
    if len(named) > LISTED:
        return words(
            N_("may be intercepted by {named} and {n} more"), named=named[:LISTED], n=len(named) - LISTED
        )
    return words(N_("may be intercepted by {named}"), named=named)


def _named(one: Prospect) -> Words:
    chance = odds(rating(one.leader), one.modifier, one.automatic)
    if one.bank and not one.automatic:
        chance = words(N_("{odds}, or no die if they control the bank"), odds=chance)
    return words(N_("{leader} at {place} ({odds})"), leader=one.leader, place=one.place, odds=chance)
