"""Counters of a kind that an order tells apart: by the units aboard a ship, and by the area where they are.

A sort is the id of a kind, "ottomans_naval", where all of it that could be meant are equal; else of a laden
ship "ottomans_naval|with|mehmed_ii|and|ottomans_militia", and of units in several areas
"krim_irregulars|in|austria".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from .board import UNITS
from .world import Kind, Place, Unit, World, cargo, is_ship

ABOARD, BESIDE, IN = "|with|", "|and|", "|in|"
"""The signs between a ship and those aboard, between these, and between a unit and its area."""

Sort = str


def kind_of(sort: Sort) -> Kind:
    """Return the kind of a sort."""
    return sort.partition(IN)[0].partition(ABOARD)[0]


def sorted_out(
    units: Iterable[Unit], place: Callable[[Unit], Place], aboard: Callable[[Unit], Sequence[Unit]]
) -> Mapping[Sort, list[Unit]]:
    """Return the units of each sort in the given order, sorts by id: by area, and by who is aboard."""
    among = list(units)
    made = {unit: (place(unit), _load(aboard(unit)) if is_ship(unit) else "") for unit in among}
    places: dict[Kind, set[Place]] = {}
    loads: dict[Kind, set[str]] = {}
    for unit, (at, load) in made.items():
        places.setdefault(UNITS[unit].kind, set()).add(at)
        loads.setdefault(UNITS[unit].kind, set()).add(load)
    found: dict[Sort, list[Unit]] = {}
    for unit, (at, load) in made.items():
        sort = kind = UNITS[unit].kind
        if load and len(loads[kind]) > 1:
            sort += ABOARD + load
        if len(places[kind]) > 1:
            sort += IN + at
        found.setdefault(sort, []).append(unit)
    return dict(sorted(found.items()))


def _load(riders: Sequence[Unit]) -> str:
    return BESIDE.join(sorted(UNITS[u].kind for u in riders))


def sorts(w: World, units: Iterable[Unit]) -> Mapping[Sort, list[Unit]]:
    """Return the units of each sort that an order may name, in the given order."""
    return sorted_out(units, lambda u: w.at[u], lambda u: cargo(w, [u]))


def numbers(found: Mapping[Sort, Sequence[Unit]], units: Iterable[Unit] | None = None) -> dict[Sort, int]:
    """Return how many units there are of each sort, or how many of those given."""
    chosen = None if units is None else set(units)
    counted = {s: len(of) if chosen is None else len(chosen & {*of}) for s, of in found.items()}
    return {sort: n for sort, n in counted.items() if n}


def meant(found: Mapping[Sort, Sequence[Unit]], chosen: Mapping[Sort, int]) -> list[Unit]:
    """Return the units that an order names, the first of each sort, by id."""
    return sorted(u for sort, n in chosen.items() for u in found[sort][:n])
