"""Positions: defaults for hand-written ones, and impossibilities (docs/position)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

import msgspec

from adjudicator.core import N_, Words, words
from adjudicator.core.log.chain import JSON

from .board import CITIES, CITY_AT, HEXES, LEADERS, SCENARIOS, UNITS
from .sequence import SEQUENCE
from .setup import new_world
from .world import AUGURY, CUP, SIEGE, World, hex_of, is_inside, pool_of, scenario_of, sides_of

MOST_POINTS = 999
"""Strength points of one kind that a force can have in a written position; no army comes near."""
PLAIN = "hannibal_in_italy"
"""The scenario of a position that names none."""


def complete(raw: Mapping[str, JSON], options: Mapping[str, str]) -> World:
    """Return a position written by hand as a world: what it leaves out is as at the start of its scenario.

    Raises:
        msgspec.ValidationError: if it has not the form of a position.
    """
    scenario = raw.get("scenario", PLAIN)
    if scenario not in SCENARIOS:
        raise msgspec.ValidationError(f"there is no scenario {scenario}")
    plain = msgspec.to_builtins(new_world(str(scenario), options, SCENARIOS[str(scenario)].sides))
    return msgspec.convert({**plain, **raw}, World)


def problems(w: World) -> list[Words]:
    """List the faults of a world: states that cannot come about in play."""
    return [*_of_forces(w), *_of_names(w), *_of_leaders(w), *_of_sieges(w)]


def _of_forces(w: World) -> Iterator[Words]:
    """Yield every force with an unknown side, place or unit, an impossible strength or state, or no piece."""
    for key, force in sorted(w.forces.items()):
        if force.side not in sides_of(w):
            yield words(N_("{key}: {side} is not a side in this scenario"), key=key, side=force.side)
        if hex_of(force.place) not in HEXES or (
            is_inside(force.place) and hex_of(force.place) not in CITY_AT
        ):
            yield words(N_("{key}: there is no place {place}"), key=key, place=force.place)
        for unit, n in force.units.items():
            if unit not in UNITS:
                yield words(N_("{key}: there is no unit {unit}"), key=key, unit=unit)
            if not 1 <= n <= MOST_POINTS or force.fresh.get(unit, 0) > n:
                yield words(
                    N_("{key}: {n} {n:strength point|strength points} of {unit} {n:is|are} impossible"),
                    key=key,
                    n=n,
                    unit=unit,
                )
        if not force.units and not force.leaders:
            yield words(N_("{key}: there is no unit there"), key=key)
        if not 0 <= force.status <= 3:
            yield words(N_("{key}: there is no state {n}"), key=key, n=force.status)


def _of_names(w: World) -> Iterator[Words]:
    """Yield every name outside the forces that the board or the scenario does not have."""
    for name in w.agenda:
        if name not in SEQUENCE:
            yield words(N_("there is no procedure {name}"), name=name)
    for cup in w.cups:
        if cup not in (CUP, *map(pool_of, sides_of(w))):
            yield words(N_("there is no container {name}"), name=cup)
    for city in (*w.control, *w.sieges, *w.sacked, *w.reduced):
        if city not in CITIES:
            yield words(N_("there is no city {name}"), name=city)
    for province in (*w.alliance, *w.devastated):
        if province not in scenario_of(w).area:
            yield words(N_("{name} is not a province of this scenario"), name=province)
    for province, box in w.alliance.items():
        if not -4 <= box <= 4:
            yield words(N_("{name}: there is no box {n}"), name=province, n=box)


def _of_leaders(w: World) -> Iterator[Words]:
    seen = Counter(leader for force in w.forces.values() for leader in force.leaders)
    for leader, n in sorted(seen.items()):
        if leader not in LEADERS:
            yield words(N_("there is no leader {name}"), name=leader)
        elif n > 1:
            yield words(N_("{name} is in two places"), name=leader)
        elif leader in w.fate:
            yield words(N_("{name} is both on and off the map"), name=leader)
    for marker in (*w.lams, *chain.from_iterable(w.cups.values())):
        if marker not in LEADERS and marker not in (AUGURY, SIEGE):
            yield words(N_("there is no marker {name}"), name=marker)


def _of_sieges(w: World) -> Iterator[Words]:
    """§9.23 Yield cities under siege without a besieger between operation phases."""
    for city, siege in sorted(w.sieges.items()) if w.op is None else ():
        if city in CITIES and not any(
            f.side == siege.side and f.place == CITIES[city].hex for f in w.forces.values()
        ):
            yield words(N_("{city} is under siege, but there is no besieging force"), city=city)
