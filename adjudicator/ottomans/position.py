"""Positions: defaults for hand-written ones, and impossibilities (docs/position)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from adjudicator.core import N_, Words, words
from adjudicator.core.log.chain import JSON
from adjudicator.ottomans.board import HIRED, LEADERS, NATIONS, PLACES, SCENARIOS, UNITS

from .rules.r04_setup import new_world
from .rules.r05_turn import PHASES
from .rules.r18_areas import fits, may_stand
from .sequence import SEQUENCE
from .show.names import rosters
from .world import World, is_leader, is_sea, is_ship, owner, side

_IN_TURN = (*PHASES, "draw", "battle", "event")
_SETTING_UP = ("order", "cores", "camps", "deal")


class Sketch(Struct):
    """The parts of a hand-written position that have a default of the scenario's."""

    scenario: Literal["1", "2", "3", "4"] = "1"
    seats: list[str] = []
    at: dict[str, str] | None = None
    dead: list[str] = []
    waiting: list[str] = []
    gone: list[str] = []
    unplaced: list[str] = []
    control: dict[str, str] = {}
    core: dict[str, str] = {}
    cups: dict[str, list[str]] = {}
    turn: int = 0
    phase: str = ""
    options: dict[str, str] = {}


def complete(raw: Mapping[str, JSON], options: Mapping[str, str]) -> World:
    """A position written by hand as a world.

    With `at`, units that are named nowhere are eliminated and their leaders out of the game; chits that are
    named nowhere are in the pool. Without `at` the scenario begins.

    Raises:
        msgspec.ValidationError: if it has not the form of a position.
    """
    sketch = msgspec.convert({k: v for k, v in raw.items() if k in Sketch.__struct_fields__}, Sketch)
    seats = sketch.seats or list(next(iter(rosters(sketch.scenario).values())))
    base = new_world(sketch.scenario, {**options, **sketch.options}, seats)
    if sketch.at is not None:
        _begun(base, sketch)
    base.control = {**{nation: seat for seat, nation in sketch.core.items()}, **sketch.control}
    _share_chits(base, sketch)
    unknown = [key for key in raw if key not in World.__struct_fields__]
    given = {k: v for k, v in raw.items() if k not in ("cups", "control", "options", "seats")}
    if unknown:
        raise msgspec.ValidationError(f"Object contains unknown field `{unknown[0]}`")
    return msgspec.convert({**msgspec.to_builtins(base), **given}, World)


def _begun(base: World, sketch: Sketch) -> None:
    """§4.2 Fill in the rest of a position with units on the map: those not named, turn, order and phase."""
    named = {*(sketch.at or {}), *sketch.dead, *sketch.waiting, *sketch.gone, *sketch.unplaced}
    left = sorted({*base.dead, *base.unplaced} - named)
    base.dead = sorted([*sketch.dead, *(u for u in left if u in UNITS and u not in (*LEADERS, *HIRED))])
    base.gone = sorted([*sketch.gone, *(u for u in left if u in LEADERS)])
    base.unplaced = []
    base.turn = sketch.turn or base.turn
    base.phase = sketch.phase or "turn_start"
    base.cores = list(base.seats)
    if base.phase not in ("turn_start", *_SETTING_UP):
        base.order = list(base.seats)
    if base.phase in _IN_TURN:
        base.acting = base.seats[0]


def _share_chits(base: World, sketch: Sketch) -> None:
    """§19.1 §26.5 Take what is named elsewhere out of the pool, and put in what has come into play."""
    for turn, coming in SCENARIOS[base.scenario].later.items():
        if int(turn) < base.turn + (base.phase not in ("turn_start", *_SETTING_UP)):
            base.cups["later"] = [chit for chit in base.cups["later"] if chit not in coming]
            base.cups["pool"] = sorted([*base.cups["pool"], *coming])
    placed = [unit for unit in sketch.at or {} if unit not in HIRED]
    elsewhere = [*base.control, *placed, *base.gone]
    elsewhere += [chit for cup, chits in sketch.cups.items() if cup != "pool" for chit in chits]
    for chit in elsewhere:
        cup = next((cup for cup in ("pool", "later", "out") if chit in base.cups[cup]), "")
        if cup:
            base.cups[cup].remove(chit)
    base.cups |= {cup: sorted(chits) for cup, chits in sketch.cups.items()}


def problems(w: World) -> list[Words]:
    """List the faults of a world: after a load, after an edit, at every step of self-play."""
    if w.scenario not in SCENARIOS or tuple(w.seats) not in rosters(w.scenario).values():
        return [words(N_("the scenario is 1 to 4, and the Turks play it with one, two or three others"))]
    return [*_of_units(w), *_of_chits(w), *_of_turn(w), *_of_phase(w)]


def _of_units(w: World) -> Iterator[Words]:
    """§3.21 §3.14 §16.3 Yield units that are not once in the game, are in a forbidden area, or are aboard
    another's ship.
    """
    found = Counter([*w.at, *w.dead, *w.waiting, *w.gone, *w.unplaced])
    for unit, n in sorted(found.items()):
        if unit not in UNITS:
            yield words(N_("there is no unit {unit}"), unit=unit)
        elif n != 1:
            yield words(N_("{unit} appears {n} {n:time|times}"), unit=unit, n=n)
    for unit, place in sorted(w.at.items()):
        if unit not in UNITS:
            continue
        aboard = unit in w.aboard
        if place not in PLACES or not (fits(unit, place) or aboard) or may_stand(w, unit, place) is not None:
            yield words(N_("{unit} cannot be in {place}"), unit=unit, place=place)
    for unit, ship in sorted(w.aboard.items()):
        if not _carries(w, unit, ship):
            yield words(N_("{unit} cannot be aboard {ship}"), unit=unit, ship=ship)


def _carries(w: World, unit: str, ship: str) -> bool:
    """§16.3 §8.1(3) Ships carry their own hand's and coalition's units, each one besides leaders."""
    if unit not in w.at or ship not in w.at or unit not in UNITS or ship not in UNITS or not is_ship(ship):
        return False
    load = [u for u, s in w.aboard.items() if s == ship and u in UNITS and not is_leader(u)]
    together = w.at[unit] == w.at[ship] and is_sea(w.at[ship]) and len(load) <= 1
    return together and side(unit) == side(ship) and owner(w, unit) == owner(w, ship)


def _of_chits(w: World) -> Iterator[Words]:
    """§19.0 §26.5 Check that each chit is once in the game, those of later turns wait, and cores are
    controlled.
    """
    plan, first = SCENARIOS[w.scenario], new_world(w.scenario, w.options, w.seats)
    if w.cups.keys() != first.cups.keys():
        yield words(
            N_(
                "chits can only be in the pool, in a hand, staked, set aside (`later`) or out of the game "
                "(`out`)"
            )
        )
    due = Counter(chit for cup in first.cups.values() for chit in cup)
    found = Counter(chit for cup in w.cups.values() for chit in cup)
    found.update(list(w.control))
    found.update(unit for unit in (*w.at, *w.gone) if unit in due and unit not in HIRED)
    for chit in sorted(due.keys() | found):
        if due[chit] != found[chit]:
            yield words(
                N_("{chit} appears {n} {n:time|times}; there must be {due}"),
                chit=chit,
                n=found[chit],
                due=due[chit],
            )
    early = [c for t, cs in plan.later.items() if int(t) > w.turn for c in cs if c not in w.cups["later"]]
    if early:
        yield words(N_("{chits} come into play later"), chits=early)
    for chit, seat in sorted(w.control.items()):
        if seat not in w.seats or chit not in (*NATIONS, *HIRED):
            yield words(N_("{seat} cannot control {chit}"), seat=seat, chit=chit)
    for seat, nation in sorted(w.core.items()):
        if nation not in NATIONS or NATIONS[nation].coalition != seat or w.control.get(nation) != seat:
            yield words(N_("{nation} cannot be {seat}'s core nation"), seat=seat, nation=nation)


def _of_phase(w: World) -> Iterator[Words]:
    """§5.1 Yield what has been done in the turn by units that are none, and numbers that cannot be."""
    done = [*w.moved, *w.going, *w.spent, *w.stopped, *w.fast, *w.free, *w.fought, *w.marched]
    for unit in sorted({u for u in done if u not in UNITS}):
        yield words(N_("there is no unit {unit}"), unit=unit)
    if not 0 <= w.events <= 2:
        yield words(N_("a turn has no {n} random events"), n=w.events)
    if min([0, *w.spent.values(), *w.replaced.values(), *w.court.values()]) < 0:
        yield words(N_("movement, replacements and rights cannot be less than nothing"))
    spent = {**w.spent, **(w.march.spent if w.march is not None else {})}
    for unit, n in sorted(spent.items()):
        if unit in UNITS and n > (most := UNITS[unit].move + 1):  # §27.2 one more by Military Advance
            yield words(
                N_("{unit} cannot have moved {n}; it moves {most} at most"), unit=unit, n=n, most=most
            )
    if max([0, *w.replaced.values(), *w.court.values()]) > len(UNITS):
        yield words(N_("there are only {n} units to replace"), n=len(UNITS))


def _of_turn(w: World) -> Iterator[Words]:
    """§5.1 Turn and phase, and what the phase needs."""
    plan = SCENARIOS[w.scenario]
    if not plan.first_turn <= w.turn <= w.last_turn <= plan.last_turn:
        yield words(N_("there is no turn {turn} in this scenario"), turn=w.turn)
    if w.phase != "over" and w.phase not in SEQUENCE:
        yield words(N_("this game has no phase {phase}"), phase=w.phase)
        return
    if w.phase not in _SETTING_UP and set(w.core) != set(w.seats):
        yield words(N_("every player must have a core nation"))
    ordered = sorted(w.order) == sorted(w.seats)
    if w.phase not in (*_SETTING_UP, "turn_start", "over") and not ordered:
        yield words(N_("this phase needs all players in the order of play"))
    if w.phase in _IN_TURN and w.acting not in w.seats:
        yield words(N_("this phase needs a player whose turn it is"))
    if (w.phase == "battle") != (w.battle is not None):
        yield words(N_("the phase “battle” needs a battle in progress, and no other phase may have one"))
