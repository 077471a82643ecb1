"""§34.0 Suggested places for the units that are left: an aid of this table, no rule of the text.

Always the same for the same position, and always legal: a unit into every city first, the strongest
beside the richest, fleets into ports, leaders with the strongest troops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from adjudicator.belisarius.board import AREAS, CITIES, HEXES, HEXES_OF, NEIGHBOURS
from adjudicator.belisarius.board.scenarios import Group
from adjudicator.belisarius.world import Kind, Place, Unit, World, city_at, is_leader, strength_of, units_at
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
    take,
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
    for c, kind in _rest(trial):
        for _ in range(left_of(trial, c).get(kind, 0)):
            _put(trial, kind, _best(trial, c, kind, feeds))
    if unfinished(trial) is not None:
        return bar("34.0", N_("the remaining units no longer fit: take some units back"))
    return {unit: place for unit, place in trial.at.items() if unit not in w.at}


def _in_order(kinds: Sequence[Kind] | dict[Kind, int], types: tuple[str, ...]) -> list[Kind]:
    return sorted(kinds, key=lambda kind: (types.index(type_of(kind)), kind))


def _rest(w: World) -> list[tuple[Group, Kind]]:
    """List the units that are left, by type; of each type those with the least choice first."""
    pairs = [(c, kind) for c in contingents(w) for kind in left_of(w, c)]
    return sorted(pairs, key=lambda pair: (LAST.index(type_of(pair[1])), len(zone(w, pair[0])), pair[1]))


def _put(w: World, kind: Kind, places: Sequence[Place]) -> None:
    """The unit goes to the first of the places that is open to it; none if none is."""
    for place in places:
        if may_place(w, {kind: 1}, place) is None:
            w.at[take(w, {kind: 1})[0]] = place
            return


def _watch(w: World) -> None:
    """§34.2 5b First those who must stand on a border: the fastest of the province."""
    for c in contingents(w):
        while c.border and watchers(w, c) < c.border_units:
            before = len(w.at)
            for kind in _in_order(left_of(w, c), ("nomad", "field_army", "warband", "garrison", "leader")):
                _put(w, kind, border(c.at, c.border))
                if len(w.at) > before:
                    break
            if len(w.at) == before:
                return


def _fill_cities(w: World) -> None:
    """§34.0 At least one unit into every city."""
    kinds = _in_order(left(w), FIRST)
    for city in empty_cities(w):
        place = CITIES[city].hex
        for kind in kinds:
            if is_home(w, kind, place) and may_place(w, {kind: 1}, place) is None:
                w.at[take(w, {kind: 1})[0]] = place
                break


def _best(w: World, c: Group, kind: Kind, feeds: Callable[[Place], int]) -> list[Place]:
    """The places of a contingent, the best for this kind first."""
    type_, standing = type_of(kind), Counter(w.at.values())
    if type_ == "leader":
        return sorted(zone(w, c), key=lambda p: (-_unled(w, p), p))

    def is_full(place: Place) -> bool:
        """Return whether a hex feeds no more units: the last choice even of who need not care (§34.2 8c)."""
        return standing[place] >= feeds(place)

    if type_ == "fleet":
        return sorted(zone(w, c), key=lambda p: (is_full(p), not _is_port(p), -_worth(w, p), p))
    return sorted(zone(w, c), key=lambda p: (is_full(p), -_worth(w, p), -_inland(p), p))


def _unled(w: World, place: Place) -> Fraction:
    """Return the strength that is left for a further leader."""
    here = units_at(w, place)
    return Fraction(strength_of(here), 1 + sum(map(is_leader, here)))


def _is_port(place: Place) -> bool:
    return AREAS[place].port if place in AREAS else HEXES[place].port


def _worth(w: World, place: Place) -> int:
    city = city_at(w, place) if place in HEXES else ""
    return CITIES[city].tax if city else 0


@cache
def _inland(place: Place) -> int:
    """Count a hex's neighbours in its own province: a people without cities stands in its midst."""
    if place in AREAS:
        return 0
    home = HEXES_OF[HEXES[place].province]
    return sum(n in home for n in NEIGHBOURS[place])
