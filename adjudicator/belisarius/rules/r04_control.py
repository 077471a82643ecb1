"""§4 §5 Control of provinces, and §12.2 to §12.4: the loyalty of the Guard."""

from __future__ import annotations

from adjudicator.belisarius.board import UNITS
from adjudicator.belisarius.world import (
    BARBARIAN,
    EMPIRE,
    JUSTINIAN,
    NEUTRAL,
    SEATS,
    Hex,
    Place,
    Province,
    Seat,
    Unit,
    World,
    enemy_of,
    is_guard,
    is_walled,
    owner_of,
    province_of,
    stacks,
    strength_of,
    units_at,
)
from adjudicator.core import tell

from . import r13_stacks as r13

# -- §4 control --------------------------------------------------------------------------------


async def change_control(w: World, province: Province, to: str, rule: str) -> None:
    """§4.2 §4.51 §4.6 §13.131 Give a province with its units to a seat, or make it neutral; `rule` is why.

    Nothing happens if that is so already; a neutral province stays neutral until it is changed again
    (§4.51b).
    """
    was = w.control[province]
    if was == to:
        return
    lost = leaving(w, province, to)
    down = await r13.going_down(w, lost)
    w.control[province] = to
    tell("control_neutral" if to == NEUTRAL else "control", rule, province=province, seat=to, was=was)
    await r13.eliminate(w, [*lost, *down], "4.51" if to == NEUTRAL else "4.6")


async def violate(w: World, province: Province, by: Seat, rule: str) -> None:
    """§4.41 §4.42 §15.13 Give a neutral province to the enemy of the seat that breaks its neutrality; do
    nothing if it is not neutral.
    """
    if w.control[province] == NEUTRAL:
        await change_control(w, province, enemy_of(by), rule)


def leaving(w: World, province: Province, to: str) -> list[Unit]:
    """§4.51 §4.6 §13.131 Return the units of a province that leave play when it changes hands, by id.

    Those that then stand among units of another player: old friends (§4.6), belligerents (§4.51(4)). Of the
    neutral also those outside (§4.51(2)), at sea too, but not those in a city or colony elsewhere (§4.51(3)).
    Those inside stay (§4.51(1)), and so do all others in the province (§4.51(5)).
    """
    own = sorted(u for u in w.at if UNITS[u].origin == province)
    return [u for u in own if _mixed(w, u, to) or (to == NEUTRAL and _abroad(w, u))]


def _mixed(w: World, unit: Unit, to: str) -> bool:
    """Return true if a unit would share its place with units that do not obey `to`."""
    others = [u for u in units_at(w, w.at[unit]) if UNITS[u].origin != UNITS[unit].origin]
    return any(owner_of(w, u) != to for u in others)


def _abroad(w: World, unit: Unit) -> bool:
    place = w.at[unit]
    return province_of(place) != UNITS[unit].origin and not is_walled(w, place)


def controlled(w: World, seat: str) -> list[Province]:
    """§4.1 The provinces that a seat controls, or the neutral ones, by id."""
    return sorted(p for p, held in w.control.items() if held == seat)


# -- §5 occupation -----------------------------------------------------------------------------


def places_of(w: World, seat: str) -> list[Place]:
    """§5.0 The places that a seat (or a neutral) occupies, by id."""
    return [place for place, here in stacks(w).items() if owner_of(w, here[0]) == seat]


def holdings(w: World, seat: Seat) -> list[Hex]:
    """§5.1 §27.31 §27.4 The hexes with a city or colony, not pillaged, that a seat occupies, by id."""
    return [place for place in places_of(w, seat) if is_walled(w, place)]


def intruded(w: World, seat: Seat) -> list[Province]:
    """§4.31(4) §5.0 The neutral provinces with units of a seat in one of their hexes, by id."""
    held = {province_of(place) for place in places_of(w, seat)}
    return [p for p in controlled(w, NEUTRAL) if p in held]


# -- §12 the Guard -----------------------------------------------------------------------------


def loyal_stacks(w: World) -> list[Place]:
    """§12.22 §12.23 §21.4(4) The stacks with loyal Guards that may revolt, by id: none with Justinian."""
    return [
        place
        for place, here in stacks(w).items()
        if any(is_guard(u) and u not in w.rebels for u in here) and JUSTINIAN not in here
    ]


def rebel_stacks(w: World) -> list[Place]:
    """§12.32 The stacks of Guards in revolt, by id."""
    return sorted({w.at[u] for u in w.rebels})


async def revolt_guards(w: World, place: Place, rule: str) -> None:
    """§12.2 §21.232 §12.4 Let the Guards of a stack revolt, leaders included, and fight the other units
    there.

    Printed strengths are compared, without multipliers: if theirs is equal or greater, the others are
    eliminated, else the rebels are. Nobody revolts where Justinian is (§12.23).
    """
    here = units_at(w, place)
    if JUSTINIAN in here:
        return
    guards, others = [u for u in here if is_guard(u)], [u for u in here if not is_guard(u)]
    stand = strength_of(guards) >= strength_of(others)
    lost = others if stand else guards
    down = await r13.going_down(w, lost, BARBARIAN if stand else EMPIRE)
    if stand:
        tell("guards_revolt", rule, place=place, units=guards)
        w.rebels = sorted({*w.rebels, *guards})
    else:
        tell("guards_beaten", rule, place=place, units=guards, others=others)
    await r13.eliminate(w, [*lost, *down], "12.4")


async def restore_guards(w: World, place: Place, rule: str) -> None:
    """§12.3 Make the Guards in revolt in a place loyal again, leaders among them."""
    back = [u for u in units_at(w, place) if u in w.rebels]
    w.rebels = [u for u in w.rebels if u not in back]
    tell("guards_return", rule, place=place, units=back)


def leader_by_provinces(w: World, margin: int) -> Seat:
    """Return the seat with at least `margin` provinces more than the other, "" for neither."""
    return next(
        (s for s in SEATS if len(controlled(w, s)) >= len(controlled(w, enemy_of(s))) + margin),
        "",
    )
