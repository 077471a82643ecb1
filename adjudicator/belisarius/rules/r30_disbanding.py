"""§30 Disbanding (optional): whether unpaid units go home, mutiny or stay; and §32 attrition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.belisarius.board import AREAS, CHARTS, HEXES, UNITS
from adjudicator.belisarius.world import (
    JUSTINIAN,
    NEUTRAL,
    Place,
    Seat,
    Unit,
    World,
    enemy_of,
    is_guard,
    is_leader,
    owner_of,
    province_of,
    stars_of,
    units_at,
)
from adjudicator.core import tell

from . import r04_control as r04
from . import r08_stratagems as r08
from . import r13_stacks as r13
from . import r26_ruins as r26

ROVERS: Final = ("nomad", "warband")
"""§32.0 The types that want to go home."""


async def check_stack(w: World, place: Place, units: Sequence[Unit], rule: str) -> None:
    """§30.1 §30.2 Check the units of one owner in one place together; what comes of it follows at once.

    One die for all (§30.1), or one for each by the chart (option `disband_dice`, ruling BE-D13). Nothing
    happens without units. `rule` is the paragraph that makes them check.
    """
    if not units:
        return
    seat = owner_of(w, units[0])
    check = _each if w.options["disband_dice"] == "unit" else _all
    found = await check(w, place, units, rule)
    mutineers = [u for u in units if found[u] == "mutiny"]
    await r13.eliminate(w, [u for u in units if found[u] != "loyal"], "30.1")
    if mutineers:
        await _mutiny(w, place, seat)


async def _all(w: World, place: Place, units: Sequence[Unit], rule: str) -> dict[Unit, str]:
    """§30.1 §30.2 One die for the place, for all who check."""
    die = await r08.roll(w, "30.1", f"disband {place}", owner_of(w, units[0]))
    modifier = modifier_of(w, place, units)
    result = CHARTS.disbanding(die + modifier)
    found = {u: _steadied(w, place, u, result) for u in sorted(units)}
    for how in dict.fromkeys(found.values()):
        _tell_result(w, rule, place, [u for u in found if found[u] == how], [die], modifier, how)
    return found


async def _each(w: World, place: Place, units: Sequence[Unit], rule: str) -> dict[Unit, str]:
    """Disband chart: one die for each of the units, which fall together."""
    fallen = await r08.rolls(w, "30.1", "disband", sorted(units), owner_of(w, units[0]))
    modifiers = {u: modifier_of(w, place, [u]) for u in sorted(units)}
    found = {u: _steadied(w, place, u, CHARTS.disbanding(fallen[u] + m)) for u, m in modifiers.items()}
    for unit, result in found.items():
        _tell_result(w, rule, place, [unit], [fallen[unit]], modifiers[unit], result)
    return found


def _steadied(w: World, place: Place, unit: Unit, result: str) -> str:
    """§21.4(4) §12.23 Justinian and the Guards of that stack go home, but never mutiny (ruling BE-D15)."""
    beside = is_guard(unit) and JUSTINIAN in units_at(w, place)
    return "disband" if beside and result == "mutiny" else result


def _tell_result(
    w: World, rule: str, place: Place, units: list[Unit], dice: list[int], modifier: int, how: str
) -> None:
    seat = owner_of(w, units[0])
    tell("checked", rule, seat=seat, place=place, units=units, dice=dice, modifier=modifier, how=how)


def modifier_of(w: World, place: Place, units: Sequence[Unit]) -> int:
    """§chart/disband §2.6 §30.5 §32.1 §32.2 Return the modifier of the die of units that check together.

    The stars of the best leader in the place, even if the leader does not check; with attrition -2 where all
    are nomads and war-bands away from home, -1 where some are.
    """
    best = stars_of(u for u in units_at(w, place) if is_leader(u))
    if w.options["attrition"] == "off":
        return best
    away = [u for u in units if is_homesick(u, place)]
    return best - (0 if not away else 2 if len(away) == len(units) else 1)


def is_homesick(unit: Unit, place: Place) -> bool:
    """§32.0 §32.1 Return true if a unit is a nomad or war-band out of its own province; ruling BE-D16."""
    return UNITS[unit].type in ROVERS and province_of(place) != UNITS[unit].origin


async def _mutiny(w: World, place: Place, seat: Seat) -> None:
    """Disband chart: the hex is pillaged without gain; if it was already, the enemy draws a marker.

    Then the province that it lies in becomes neutral (ruling BE-D14). At sea and off the map
    nothing can be pillaged.
    """
    tell("mutinied", "30.1", seat=seat, place=place)
    if place not in AREAS and HEXES[place].kind != "sea":
        if place in w.pillaged:
            await r08.draw_markers(w, enemy_of(seat), 1, "30.1")
        else:
            tell("ruined", "30.1", place=place)
            r26.lay_waste(w, place)
    if province := province_of(place):
        await r04.change_control(w, province, NEUTRAL, "30.1")
