"""§27 Colonies (option): the places where an army may found one, and the attempt."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.belisarius.board import AREAS, CHARTS, CITIES_AT, COSTS, HEXES, NEIGHBOURS, OP, UNITS
from adjudicator.belisarius.world import (
    Army,
    Hex,
    Unit,
    World,
    enemy_of,
    is_leader,
    is_walled,
    province_of,
    units_at,
)
from adjudicator.core import N_, Bar, bar, tell, words

from . import r04_control as r04
from . import r08_stratagems as r08
from . import r13_stacks as r13
from .r10_expenses import too_dear
from .r16_movement import points
from .r26_pillage import threatened


def may_colonize(w: World) -> Bar | None:
    """§27.1 §27.12 §27.2 §15.4 Return why the army that operates cannot found a colony where it is."""
    army = _army(w)
    if w.options["colonies"] == "off":
        return bar("27.0", N_("this game does not use colonies"))
    if (stop := _unfit(w, army)) is not None:
        return stop
    if army.half < (cost := OP.colony):
        why = N_("that costs {cost} OP; you have {left} left")
        return bar("14.31", why, cost=points(cost), left=points(army.half))
    if w.treasury[army.seat] < COSTS.colony:
        return too_dear(COSTS.colony, w.treasury[army.seat], "27.12")
    return None


def _unfit(w: World, army: Army) -> Bar | None:
    """§27.2 The six places without colonies, in the order of the text; and (ruling BE-F7) the open sea."""
    place = army.place
    if place in AREAS or HEXES[place].kind == "sea":
        return bar("27.2", N_("there cannot be a colony at {place}"), place=place)
    if (stop := threatened(w, army, "27.2")) is not None:
        return stop
    if place in CITIES_AT:
        return bar("27.2", N_("{place} has a city"), place=place)
    if place in w.colonies:
        return bar("27.2", N_("{place} has a colony"), place=place)
    if beside := settled_beside(w, place):
        return bar("27.2", N_("{place} is adjacent to {others}"), place=place, others=beside)
    if place in w.pillaged:
        return bar("27.2", N_("{place} is pillaged"), place=place)
    if HEXES[place].terrain == "desert":
        return bar("27.2", N_("{place} is desert"), place=place)
    return None


def settled_beside(w: World, place: Hex) -> list[Hex]:
    """§27.2(4) The cities and colonies beside a hex; a pillaged city is none (pillage chart)."""
    return sorted(hex for hex in NEIGHBOURS[place] if is_walled(w, hex))


def colonizing_strength(units: Iterable[Unit]) -> int:
    """§27.1 Colony table: a leader with two stars 3, with one 2, every other unit 1."""
    return sum(UNITS[u].stars + 1 if is_leader(u) else 1 for u in units)


async def colonize(w: World) -> None:
    """§27.1 §27.12 §10.34 Pay points and solidi for the army, whatever comes of it, and roll a die.

    §4.41(5) A neutral province goes over to the enemy before that; ruling BE-F6. §27.6 With a colony one
    unit of the army settles and is gone.
    """
    army = _army(w)
    seat, place = army.seat, army.place
    strength = colonizing_strength(army.units)
    army.half -= OP.colony
    w.treasury[seat] -= COSTS.colony
    tell(
        "colonizes",
        "27.1",
        seat=seat,
        units=list(army.units),
        place=place,
        paid=OP.colony,
        solidi=COSTS.colony,
    )
    await r04.violate(w, province_of(place), seat, "4.41")
    results = CHARTS.colonizing(strength, await r08.roll(w, "27.1", f"colony {place}", seat))
    if "C" not in results:
        tell("colony_fails", "27.1", seat=seat, place=place)
    if "C" in results:
        await _found(w, seat, place)
    if "R" in results:
        await r08.draw_markers(w, enemy_of(seat), 1, "27.1")


async def _found(w: World, seat: str, place: Hex) -> None:
    """§27.3 §27.6 Lay the marker, and let the owner say who of the army settles there."""
    w.colonies = sorted([*w.colonies, place])
    tell("colony_founded", "27.3", seat=seat, place=place)
    settlers = [u for u in units_at(w, place) if u in _army(w).units]
    prompt = words(N_("Which unit settles at {place} and is removed?"), place=place)
    await r13.eliminate(w, await r13.pick_units(w, seat, settlers, 1, "27.6", prompt), "27.6")


def _army(w: World) -> Army:
    assert w.army is not None  # phase "army" has one
    return w.army
