"""§26 The operation of pillage (option): ruins, plunder, and what they provoke."""

from __future__ import annotations

from adjudicator.belisarius.board import AREAS, CHARTS, CITIES, CITIES_AT, HEXES, INCOME, OP
from adjudicator.belisarius.world import CONSTANTINOPOLIS, Army, Hex, World, enemy_of, is_walled, province_of
from adjudicator.core import N_, Bar, bar, tell

from . import r04_control as r04
from . import r08_stratagems as r08
from . import r26_ruins as r26
from .r15_zones import shut_by
from .r16_movement import points


def may_pillage(w: World) -> Bar | None:
    """§26.2 §15.4 §14.31 Return why the army that operates cannot pillage where it is; None if it can."""
    army = _army(w)
    place = army.place
    if w.options["pillage"] == "off":
        return bar("26.0", N_("this game does not use pillage"))
    if place in AREAS or HEXES[place].kind == "sea":
        return bar("26.2", N_("there is nothing to pillage at {place}"), place=place)
    if place in w.pillaged:
        return bar("26.2", N_("{place} is already pillaged"), place=place)
    if (stop := threatened(w, army, "26.2")) is not None:
        return stop
    if army.half < (cost := OP.pillage):
        why = N_("that costs {cost} OP; you have {left} left")
        return bar("14.31", why, cost=points(cost), left=points(army.half))
    return None


def threatened(w: World, army: Army, rule: str) -> Bar | None:
    """§15.4 Return the reason if an army is in an enemy zone, else None.

    Ruling BE-F4: of land units or of fleets.
    """
    found = shut_by(w, army.place, army.seat, army.naval, moving=army.units)
    if not found:
        return None
    why = N_("{place} is in the zone of control of the enemy at {enemies}")
    return bar(rule, why, place=army.place, enemies=found)


async def pillage(w: World) -> None:
    """§26.1 §26.11 Pay for the army, roll a die, and carry out what the table says.

    Every unit counts one, whatever it is, and nothing multiplies that. §4.41(5) A neutral province goes
    over to the enemy before the die is cast, whatever it brings; ruling BE-F6.
    """
    army = _army(w)
    seat, place, n = army.seat, army.place, len(army.units)
    army.half -= OP.pillage
    tell("pillages", "26.1", seat=seat, units=list(army.units), place=place, paid=OP.pillage)
    await r04.violate(w, province_of(place), seat, "4.41")
    die = await r08.roll(w, "26.1", f"pillage {place}", seat)
    results = CHARTS.pillaging(n, die)
    if "P" not in results:
        tell("pillage_fails", "26.1", seat=seat, place=place)
    if "P" in results:
        await _ruin(w, place, seat)
    if "R" in results:
        await r08.draw_markers(w, enemy_of(seat), 1, "26.1")


async def _ruin(w: World, place: Hex, seat: str) -> None:
    """§26.3 §26.1 Lay the hex waste, then take the plunder of a city or colony."""
    spoils = is_walled(w, place)
    tell("pillaged", "26.3", seat=seat, place=place)
    r26.lay_waste(w, place)
    if spoils:
        solidi = await r08.roll(w, "26.1", f"plunder {place}", seat) if _is_rich(place) else INCOME.plunder
        w.treasury[seat] += solidi
        tell("plundered", "26.1", seat=seat, place=place, solidi=solidi)


def _is_rich(place: Hex) -> bool:
    """Return true for Constantinopolis and the wealthy cities, whose plunder is a die (pillage chart)."""
    city = CITIES_AT.get(place, "")
    return city == CONSTANTINOPOLIS or (city != "" and CITIES[city].wealthy)


def _army(w: World) -> Army:
    assert w.army is not None  # phase "army" has one
    return w.army
