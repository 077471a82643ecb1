"""Positions: defaults for hand-written ones, and impossibilities (docs/position)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from adjudicator.belisarius.board import AREAS, CITIES, HEXES, MARKERS, PROVINCES, RULES, SCENARIOS, UNITS
from adjudicator.belisarius.counted import units_said
from adjudicator.belisarius.rules.r13_stacks import LOAD
from adjudicator.core import N_, Words, words
from adjudicator.core.log.chain import JSON

from .sequence import SEQUENCE
from .world import (
    BARBARIAN,
    EMPIRE,
    HAND,
    JUSTINIAN,
    NEUTRAL,
    SEATS,
    STACK,
    Agreement,
    Place,
    Unit,
    World,
    is_fleet,
    is_guard,
    owner_of,
    stacks,
)

CUPS = ("pool", *(f"{seat}_{cup}" for seat in SEATS for cup in ("hand", "stake")))
_ARMED = ("army", "battle")
MOST = 9999
"""The most solidi and half operation points, and the highest number of anything counted."""


class Sketch(Struct):
    """The parts of a hand-written position that have a plain default."""

    scenario: str = next(iter(SCENARIOS))
    options: dict[str, str] = {}
    cups: dict[str, list[str]] = {}
    control: dict[str, str] = {}
    at: dict[str, str] = {}
    treasury: dict[str, int] = {}
    turns: int | None = None
    phase: str = ""
    phasing: str = BARBARIAN
    placing: str | None = None
    pillaged: list[str] | None = None


def complete(raw: Mapping[str, JSON], options: Mapping[str, str]) -> World:
    """Return a position written by hand as a world.

    Parts left out are those of the scenario's start (§34); markers that are named nowhere are in the pool. A
    unit's place may be a city by its id. With units on the map the position is in the operations phase.

    Raises:
        msgspec.ValidationError: if it has not the form of a position, or its scenario is unknown.
    """
    sketch = msgspec.convert({k: v for k, v in raw.items() if k in Sketch.__struct_fields__}, Sketch)
    if sketch.scenario not in SCENARIOS:
        raise msgspec.ValidationError(f"there is no scenario {sketch.scenario}")
    begin = SCENARIOS[sketch.scenario]
    phase = sketch.phase or ("operations" if sketch.at else "set_up")
    placing = (sketch.phasing if phase == "set_up" else "") if sketch.placing is None else sketch.placing
    ruins = sorted(CITIES[city].hex for city in RULES.pillaged)
    return msgspec.convert(
        {
            **raw,
            "scenario": sketch.scenario,
            "options": {**options, **sketch.options},
            "cups": _cups(sketch.cups),
            "control": {**begin.control, **sketch.control},
            "at": {unit: _hex(place) for unit, place in sketch.at.items()},
            "treasury": {**begin.treasury, **sketch.treasury},
            "turns": begin.turns if sketch.turns is None else sketch.turns,
            "phase": phase,
            "phasing": sketch.phasing,
            "placing": placing,
            "pillaged": ruins if sketch.pillaged is None else sketch.pillaged,
        },
        World,
    )


def _hex(place: str) -> Place:
    return CITIES[place].hex if place in CITIES else place


def _cups(given: Mapping[str, list[str]]) -> dict[str, list[str]]:
    cups = {cup: sorted(given.get(cup, ())) for cup in {**dict.fromkeys(CUPS), **given}}
    if "pool" not in given:
        left = Counter({marker: printed.count for marker, printed in MARKERS.items()})
        left.subtract(marker for markers in cups.values() for marker in markers)
        cups["pool"] = sorted(left.elements())
    return dict(sorted(cups.items()))


def problems(w: World) -> list[Words]:
    """Return the impossibilities in a world: of load, of an edit, and of every step of self-play."""
    known = [*_of_ids(w)]
    if known:
        return known
    return [*_of_ground(w), *_of_stacks(w), *_of_guards(w), *_of_markers(w), *_of_signs(w), *_of_turn(w)]


def _of_ids(w: World) -> Iterator[Words]:
    """§2.1 §2.3 §4.1 Yield ids that are no counters, hexes, areas or provinces of the game; without them the
    rest cannot be judged.
    """
    for unit in sorted(w.at.keys() - UNITS.keys()):
        yield words(N_("there is no unit {unit}"), unit=unit)
    for unit, place in sorted((u, p) for u, p in w.at.items() if p not in HEXES and p not in AREAS):
        yield words(N_("{unit} is at {place}, which is not on the map"), unit=unit, place=place)
    for hex in sorted({*w.pillaged, *w.colonies, *w.works} - HEXES.keys()):
        yield words(N_("a marker is at {place}, which is not on the map"), place=hex)
    done = {*w.operated, *w.dropped, *w.reacted, *w.aboard, *w.rebels}
    for unit in sorted(done - UNITS.keys()):
        yield words(N_("there is no unit {unit}"), unit=unit)
    for place in sorted({*w.fed, *w.levied_at, *w.arrived} - HEXES.keys() - AREAS.keys()):
        yield words(N_("{place} is not on the map"), place=place)
    for province in sorted({*w.taxed, *w.barred, *w.levied} - PROVINCES.keys() - AREAS.keys()):
        yield words(N_("there is no province {province}"), province=province)
    for province in sorted(w.control.keys() ^ PROVINCES.keys()):
        yield words(
            N_("every province must be controlled or neutral; {province} is neither"), province=province
        )
    for province, holder in sorted(w.control.items()):
        if holder not in (*SEATS, NEUTRAL):
            why = N_("{seat} cannot control {province}")
            yield words(why, province=province, seat=holder)


def _of_ground(w: World) -> Iterator[Words]:
    """§16.32 §19.1 §29.1 §18.2 Yield land units that are neither on land nor aboard, fleets that are not on
    water, and misplaced units off the map.
    """
    for unit, place in sorted(w.at.items()):
        if place in AREAS:
            yield from _off_map(unit, place)
        elif is_fleet(unit):
            inland = HEXES[place].kind == "land"
            river = w.options.get("river_movement") == "on" and HEXES[place].riverside
            if inland and not river:
                yield words(N_("{unit} is at {place}, which is inland"), unit=unit, place=place)
        elif HEXES[place].kind == "sea" and unit not in w.aboard:
            yield words(N_("{unit} is at sea but not aboard a fleet"), unit=unit)


def _off_map(unit: Unit, place: Place) -> Iterator[Words]:
    """§18.2 Check that only the units of its own province are in an off-map area, fleets where it has a
    port.
    """
    area = AREAS[place]
    if UNITS[unit].origin != area.province or (is_fleet(unit) and not area.port):
        yield words(N_("{place} cannot hold {unit}"), unit=unit, place=place)


def _of_stacks(w: World) -> Iterator[Words]:
    """§13.1 §13.12 §13.132 §19.51 Yield stacks of units that may not share a place, that are too many, or too
    many for their fleets.
    """
    for place, units in stacks(w).items():
        if len(units) == 1 and units[0] not in w.aboard:
            continue
        owners = sorted({owner_of(w, u) for u in units})
        origins = sorted({UNITS[u].origin for u in units}) if owners == [BARBARIAN] else []
        if place in HEXES and len(units) > STACK:
            why = N_("{place} has {n} {n:unit|units}; the limit is {most}")
            yield words(why, n=len(units), place=place, most=STACK)
        if len(owners) > 1:
            yield words(N_("{place} holds units of different owners: {owners}"), owners=owners, place=place)
        elif len(origins) > 1:
            yield words(
                N_("{place} holds barbarian units of different origins: {origins}"),
                origins=origins,
                place=place,
            )
        aboard = [u for u in units if u in w.aboard]
        if aboard and len(aboard) > LOAD * sum(map(is_fleet, units)):
            why = N_("there are too few fleets at {place} for {units} aboard")
            yield words(why, units=units_said(aboard), place=place)
    for unit in w.aboard:
        if unit not in w.at or is_fleet(unit):
            yield words(N_("{unit} cannot be aboard"), unit=unit)


def _of_guards(w: World) -> Iterator[Words]:
    """§12.2 §12.23 §21.4 Guards revolt, but not beside Justinian, whose end is for good."""
    for unit in w.rebels:
        if unit not in w.at or not is_guard(unit) or w.at[unit] == w.at.get(JUSTINIAN):
            yield words(N_("{unit} cannot be in revolt"), unit=unit)
    if set(w.dead) - {JUSTINIAN} or (w.dead and JUSTINIAN in w.at):
        yield words(
            N_("only {leader} can be out of the game for good, and must then be off the map"),
            leader=JUSTINIAN,
        )


def _of_markers(w: World) -> Iterator[Words]:
    """§8.1 §8.3 Check that every marker is once in the game, in the pool, a hand or staked."""
    if w.cups.keys() != set(CUPS):
        yield words(N_("markers can only be in the pool, in a hand or staked"))
        return
    found = Counter(marker for cup in w.cups.values() for marker in cup)
    for marker in sorted(MARKERS.keys() | found):
        most = MARKERS[marker].count if marker in MARKERS else 0
        if found[marker] != most:
            why = N_("{marker} appears {n} {n:time|times}; there must be {most}")
            yield words(why, marker=marker, n=found[marker], most=most)
    for seat in SEATS:
        for marker in ("donative", *(["roman_alliance"] if seat == BARBARIAN else [])):
            if marker in w.cups[f"{seat}_hand"]:
                yield words(N_("{seat} cannot keep {marker}"), seat=seat, marker=marker)
        n = len(w.cups[f"{seat}_hand"])
        if n > HAND:
            yield words(
                N_("{seat} has {n} {n:marker|markers}; the limit is {most}"), seat=seat, n=n, most=HAND
            )


def _of_signs(w: World) -> Iterator[Words]:
    """§26 §27.2 §28.1 Yield where ruins, colonies and public works can be; treasuries are never below
    nothing.
    """
    for hex in w.pillaged:
        if HEXES[hex].kind == "sea":
            yield words(N_("{place} is at sea and cannot be pillaged"), place=hex)
    for hex in w.colonies:
        at = HEXES[hex]
        if at.kind == "sea" or at.terrain == "desert" or hex in w.pillaged or at.city in CITIES:
            yield words(N_("there cannot be a colony at {place}"), place=hex)
    for hex in w.works:
        if HEXES[hex].city not in CITIES and hex not in w.colonies:
            yield words(N_("public works must be in a city or colony; {place} is neither"), place=hex)
    if w.treasury.keys() != set(SEATS) or min(w.treasury.values()) < 0:
        yield words(N_("each side needs a treasury of 0 solidi or more"))
    numbers = [
        *w.treasury.values(),
        *w.arrived.values(),
        w.lifts,
        *(n for a in w.agreements for n in _of_agreement(a)),
    ]
    numbers += [] if w.army is None else [w.army.half]
    numbers += [] if w.battle is None else [w.battle.paid]
    if wrong := [n for n in numbers if not 0 <= n <= MOST]:
        yield words(N_("{n} is out of range (0 to {most})"), n=wrong[0], most=MOST)


def _of_agreement(of: Agreement) -> Iterator[int]:
    """§24 Yield the numbers of an agreement."""
    yield from (of.id, of.turn, *of.give.values(), *of.want.values())


def _of_turn(w: World) -> Iterator[Words]:
    """§3.1 Turn, phase, and what the phase needs."""
    if w.scenario in SCENARIOS and w.turns > (most := SCENARIOS[w.scenario].turns):
        yield words(N_("this scenario has {most} turns, not {turns}"), most=most, turns=w.turns)
    if not 1 <= w.turn <= w.turns:
        yield words(N_("there is no turn {turn}; the game has {turns} turns"), turn=w.turn, turns=w.turns)
    if w.phase != "over" and w.phase not in SEQUENCE:
        yield words(N_("there is no phase {phase}"), phase=w.phase)
        return
    if w.phasing not in SEATS:
        yield words(N_("it must be one side's player turn"))
    if w.phase == "set_up" and w.placing not in (BARBARIAN, NEUTRAL, EMPIRE):
        yield words(N_("this phase needs a side that is placing its units"))
    for province, n in sorted(w.levied.items()):
        if not 0 <= n <= PROVINCES[province].levy:
            why = N_("{province} cannot have {n} levies to place; its levy value is {most}")
            yield words(why, province=province, n=n, most=PROVINCES[province].levy)
    if any(n < 0 for n in w.arrived.values()):
        yield words(N_("no fewer than 0 units can have arrived"))
    if w.phase in _ARMED and w.army is None:
        yield words(N_("this phase needs an army in operation"))
    if w.phase == "battle" and w.battle is None:
        yield words(N_("this phase needs a battle in progress"))
    yield from _of_army(w)


def _of_army(w: World) -> Iterator[Words]:
    """§13.0 §14.2 Check that the acting army is in one place and obeys its player, and so the sides of a
    battle.
    """
    lists = [w.operated, w.dropped, w.reacted]
    if w.army is not None:
        lists += [w.army.units, w.army.behind]
        strange = [u for u in w.army.units if w.at.get(u) != w.army.place or owner_of(w, u) != w.army.seat]
        if strange or w.army.half < 0:
            why = N_("the army at {place} cannot consist of {units}")
            yield words(why, place=w.army.place, units=units_said(strange))
    if w.battle is not None:
        lists += [w.battle.attackers, w.battle.defenders]
    for units in lists:
        if gone := [u for u in units if u not in w.at]:
            yield words(
                N_("{units} {units:has|have} acted but {units:is|are} not in play"), units=units_said(gone)
            )
