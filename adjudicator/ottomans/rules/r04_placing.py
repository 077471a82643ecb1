"""§4.2 §4.3 The places of units that come onto the map: at set-up, and when their nation enters (§26.5)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.ottomans.board import CITIES, CITIES_OF, MERCENARIES, NATIONS, REGIONS, SCENARIOS, UNITS
from adjudicator.ottomans.world import (
    NOBODY,
    SPAIN,
    TURKS,
    Place,
    Unit,
    World,
    is_city,
    is_leader,
    is_naval,
    is_sea,
    own_at,
    owner,
    put,
    side,
    strength,
    total,
    units_at,
)

from .r08_stacks import may_enter_city
from .r12_food import excess
from .r15_leaders import arrivals, strongest_areas
from .r18_areas import MALTA

SETTING_UP = ("cores", "camps")
THESSALONICA = "thessalonica"
VANGUARD = {"ottomans": 3, "emirates": 1, "rumelia": 1}
"""§26.1 The units of a nation that the Ottomans may have in Thessalonica, with a Janissary and a leader."""


def home_sites(unit: Unit) -> list[Place]:
    """§4.2 Return where a nation's unit may stand at home: its cities and its region.

    A ship or naval leader in the ports of the region and the seas beside it.
    """
    home = NATIONS[UNITS[unit].nation].home
    if is_naval(unit):
        return [*(c for c in CITIES_OF[home] if CITIES[c].seas), *REGIONS[home].seas]
    return [*CITIES_OF[home], home]


def sites(w: World, unit: Unit) -> list[Place]:
    """§4.2 §26.1 Return the areas where a unit may be set up.

    §18.22 Spain's unit of strength 2 on Malta, once the nation has a player. Janissaries in their camps, the
    Ottomans' vanguard in Thessalonica too, where no Byzantine stands (§26.1 4.0(2)).
    Ruling OT-U5, ruling OT-U8.
    """
    plan = SCENARIOS[w.scenario]
    if unit in plan.janissaries:
        return list(plan.camps)
    if unit in MERCENARIES:
        home = NATIONS[next(n for n, hired in plan.hired.items() if unit in hired)].home
        return [home, *CITIES_OF[home]]
    nation = UNITS[unit].nation
    if nation == SPAIN and UNITS[unit].type == "militia" and w.spain:
        return [MALTA]
    found = home_sites(unit)
    if plan.front:
        if nation == "byzantium":
            found = [p for p in found if p != THESSALONICA]
        elif owner(w, unit) == TURKS and (nation in VANGUARD or is_leader(unit)):
            found.append(THESSALONICA)
    return found


def settle(w: World, units: Sequence[Unit]) -> None:
    """§4.3 Place land units in their cities, evenly by strength as far as these feed them, then the region.

    Ruling OT-U3: ships in port or at sea, where they are fed; ruling OT-U6: a leader with the strongest unit
    of the nation, whose other units they may then help to feed (§12.31).
    """
    nations = sorted({UNITS[u].nation for u in units})
    for nation in nations:
        mine = [u for u in units if UNITS[u].nation == nation and not is_naval(u)]
        _settle_land(w, mine)
    ships = [u for u in units if is_naval(u)]
    for unit in sorted(ships, key=lambda u: (is_leader(u), -strength(w, u), u)):
        _settle_ship(w, unit)
    w.unplaced = [u for u in w.unplaced if u not in units]


def _settle_land(w: World, units: Sequence[Unit]) -> None:
    """§4.3(1) Place the land units of a nation, the strongest first, its leaders with that one."""
    troops = sorted((u for u in units if not is_leader(u)), key=lambda u: (-strength(w, u), u))
    for unit in troops[:1]:
        put(w, unit, _land_site(w, unit))
    for leader in [u for u in units if is_leader(u)]:
        put(w, leader, _leader_site(w, leader))
    for unit in troops[1:]:
        put(w, unit, _land_site(w, unit))


def _land_site(w: World, unit: Unit) -> Place:
    cities = [p for p in sites(w, unit) if is_city(p) and _is_open(w, unit, p)]
    if fed := [c for c in cities if _is_as_printed(w) or _feeds(w, unit, c)]:
        return min(fed, key=lambda c: (total(w, units_at(w, c)), c))
    return next((p for p in sites(w, unit) if not is_city(p)), cities[0] if cities else sites(w, unit)[0])


def _is_as_printed(w: World) -> bool:
    """§4.3(1) Ruling OT-U3, option `neutrals_begin`: units begin in cities though these do not feed them."""
    return w.options["neutrals_begin"] == "in_cities" and w.phase in SETTING_UP


def _is_open(w: World, unit: Unit, city: Place) -> bool:
    """§8.1 §26.1 4.0(2) Return true if a unit may be placed in a city without being named for it."""
    if city == THESSALONICA and SCENARIOS[w.scenario].front and w.phase in SETTING_UP:
        return False
    if w.battle is not None and w.battle.place == city:
        return False
    return may_enter_city(w, owner(w, unit), side(unit), city) is None


def _feeds(w: World, unit: Unit, place: Place) -> bool:
    """§12.2 §12.5 Return true if an area would feed a unit beside those of its player there, or of nobody."""
    return not excess(w, place, [*own_at(w, owner(w, unit), place), unit])


def _leader_site(w: World, leader: Unit) -> Place:
    """Ruling OT-U6: with the strongest unit of the nation that is at home; of equal ones the first."""
    nation = UNITS[leader].nation
    fit = [u for u in w.at if UNITS[u].nation == nation and not is_leader(u)]
    fit = [u for u in fit if is_naval(u) == is_naval(leader) and w.at[u] in sites(w, leader)]
    near = strongest_areas(w, fit) or arrivals(w, NOBODY, leader)
    return near[0] if near else sites(w, leader)[0]


def _settle_ship(w: World, unit: Unit) -> None:
    """§4.3(2) Place a ship or naval leader; ruling OT-U3: a land unit makes room if only so it is fed."""
    if is_leader(unit):
        put(w, unit, _leader_site(w, unit))
        return
    if site := fed_berth(w, unit):
        put(w, unit, site)
        return
    ports = [p for p in sites(w, unit) if is_city(p) and _is_open(w, unit, p)]
    for port in () if _is_as_printed(w) else ports:
        ashore = [u for u in own_at(w, owner(w, unit), port) if not is_naval(u) and not is_leader(u)]
        for other in sorted(ashore, key=lambda u: (strength(w, u), u)):
            region = CITIES[port].region
            if region in sites(w, other) and _feeds(w, other, region):
                put(w, other, region)
                put(w, unit, port)
                return
    put(w, unit, next(p for p in sites(w, unit) if is_sea(p)))


def fed_berth(w: World, unit: Unit) -> Place | None:
    """Return a home port that a ship may enter, or a home sea, that feeds it; None if there is none."""
    ports = [p for p in home_sites(unit) if is_city(p) and _is_open(w, unit, p)]
    seas = [p for p in home_sites(unit) if is_sea(p)]
    return next((p for p in (*ports, *seas) if _feeds(w, unit, p)), None)
