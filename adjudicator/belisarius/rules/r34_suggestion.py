"""§34.0 Suggested places for the units that are left: an aid of this table, no rule of the text.

Always the same for the same position, and always legal: a unit into every city first, the strongest
beside the richest, fleets into ports, leaders with the strongest troops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from adjudicator.belisarius.board import AREAS, CITIES, CITIES_AT, HEXES, HEXES_OF, NEIGHBOURS
from adjudicator.belisarius.board.scenarios import Group
from adjudicator.belisarius.world import Kind, Place, Unit, World, available, is_leader, stacks, strength_of
from adjudicator.core import N_, Bar, bar

from .r20_forage import forage
from .r34_contingents import (
    border,
    contingents,
    empty_cities,
    is_home,
    left,
    left_of,
    may_place,
    type_of,
    unfinished,
    watchers,
    zone,
)

FIRST = ("garrison", "warband", "nomad", "field_army", "fleet", "leader")
"""The units placed into empty cities, in this order of types."""
LAST = ("fleet", "field_army", "warband", "nomad", "garrison", "leader")
"""The units placed after them, in this order of types."""


def suggested(w: World) -> dict[Unit, Place] | Bar:
    """§34.0 A place for every unit of the side that is left, or why nothing legal was found.

    What has been placed stays; what is suggested with it fulfils all limits.
    """
    trial = replace(w, at=dict(w.at))
    feeds = cache(lambda place: forage(w, place))
    _watch(trial)
    _fill_cities(trial)
    for c, kind, n in _rest(trial):
        places = _best(trial, c, kind)
        for _ in range(n):
            _put(trial, kind, _roomy(trial, kind, places, feeds))
    if unfinished(trial) is not None:
        return bar("34.0", N_("the remaining units no longer fit: take some units back"))
    return {unit: place for unit, place in trial.at.items() if unit not in w.at}


def _in_order(kinds: Sequence[Kind] | dict[Kind, int], types: tuple[str, ...]) -> list[Kind]:
    return sorted(kinds, key=lambda kind: (types.index(type_of(kind)), kind))


def _rest(w: World) -> list[tuple[Group, Kind, int]]:
    """List the units that are left, by type; of each type those with the least choice first."""
    rest = [(c, kind, n) for c in contingents(w) for kind, n in left_of(w, c).items()]
    return sorted(rest, key=lambda of: (LAST.index(type_of(of[1])), len(zone(w, of[0])), of[1]))


def _put(w: World, kind: Kind, places: Iterable[Place]) -> bool:
    """Put the unit into the first of the places that is open to it; return whether one is."""
    for place in places:
        if may_place(w, {kind: 1}, place) is None:
            w.at[available(w, kind)[0]] = place
            return True
    return False


def _watch(w: World) -> None:
    """§34.2 5b First place the units that watch a border: the fastest of the province."""
    for c in contingents(w):
        while c.border and watchers(w, c) < c.border_units:
            kinds = _in_order(left_of(w, c), ("nomad", "field_army", "warband", "garrison", "leader"))
            if not any(_put(w, kind, border(c.at, c.border)) for kind in kinds):
                return


def _fill_cities(w: World) -> None:
    """§34.0 At least one unit into every city."""
    rest = left(w)
    kinds = _in_order(rest, FIRST)
    for city in empty_cities(w):
        place = CITIES[city].hex
        for kind in kinds:
            if rest[kind] and is_home(w, kind, place) and _put(w, kind, (place,)):
                rest[kind] -= 1
                break


def _best(w: World, c: Group, kind: Kind) -> Sequence[Place]:
    """The places of a contingent, the best for this kind first."""
    places, type_ = zone(w, c), type_of(kind)
    if type_ == "leader":
        troops = stacks(w)
        return sorted(places, key=lambda p: (-_unled(troops.get(p, ())), p))
    return _ordered(places, type_ == "fleet", tuple(w.pillaged))


@cache
def _ordered(places: tuple[Place, ...], fleets: bool, ruins: tuple[Place, ...]) -> Sequence[Place]:
    """Places for fleets, ports first, or for troops; each time the richest first."""

    def worth(place: Place) -> int:
        return 0 if place in ruins or place not in CITIES_AT else CITIES[CITIES_AT[place]].tax

    if fleets:
        return sorted(places, key=lambda p: (not _is_port(p), -worth(p), p))
    return sorted(places, key=lambda p: (-worth(p), -_inland(p), p))


def _roomy(w: World, kind: Kind, places: Sequence[Place], feeds: Callable[[Place], int]) -> Iterator[Place]:
    """The places in their order; those that feed no more units last, also under §34.2 8c."""
    if type_of(kind) == "leader":
        yield from places
        return
    standing = Counter(w.at.values())
    yield from (place for place in places if standing[place] < feeds(place))
    yield from (place for place in places if standing[place] >= feeds(place))


def _unled(here: Sequence[Unit]) -> Fraction | int:
    """Return the strength of a stack that is left for a further leader."""
    return Fraction(strength_of(here), 1 + sum(map(is_leader, here))) if here else 0


def _is_port(place: Place) -> bool:
    return AREAS[place].port if place in AREAS else HEXES[place].port


def _inland(place: Place) -> int:
    """Count a hex's neighbours in its own province, because a people without cities is placed in its
    middle.
    """
    if place in AREAS:
        return 0
    home = HEXES_OF[HEXES[place].province]
    return sum(n in home for n in NEIGHBOURS[place])
