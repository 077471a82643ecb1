"""§6.3 Ground: what may be entered and crossed, and what a way costs in attrition points (§6.41).

Points are counted in halves, for a force in its own home provinces pays half (ruling AW-R25).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise

from msgspec import Struct

from adjudicator.ancient_world.board import (
    CITIES,
    CITY_AT,
    ENGINE,
    HEXES,
    NEIGHBOURS,
    PROVINCES,
    SCENARIOS,
    SIDES_OF,
    Scenario,
)
from adjudicator.ancient_world.world import (
    Place,
    Side,
    World,
    city_of,
    enemy_of,
    has_units,
    hex_of,
    in_play,
    inside_of,
    is_inside,
    province_of,
    scenario_of,
)
from adjudicator.core import N_, Bar, bar

from .r02_forces import of_arm
from .r11_control import controls_province

MOUNTAIN, MARSH, ROUGH, FLAT = "mountain", "marsh", "rough", "flat"
HARD = (MOUNTAIN, MARSH)
TERRAIN_POINTS: Mapping[str, int] = {MOUNTAIN: 6, MARSH: 3}
RIVER_POINTS: Mapping[str, int] = {"minor": 1, "medium": 2, "major": 3}
DEVASTATED = 2
"""§6.74 A devastated province multiplies its rating by so much."""
AFRICA = ("carthago", "byzacium", "numidia")
STRAIT_ZONES: Mapping[str, str] = {"5915/6015": "fretum", "3126/3227": "tyrrhenum"}
"""§6.38 The zone whose superiority decides a crossing."""


class Roads(Struct, frozen=True):
    """§6.33 The roads of a scenario."""

    levels: tuple[str, ...]
    ways: tuple[str, ...]

    def link(self, a: Place, b: Place) -> bool:
        """§6.34 Return true if a road that exists leads from one hex straight into the other."""
        side = SIDES_OF.get((hex_of(a), hex_of(b)))
        return side is not None and bool(side.way) and (side.level in self.levels or side.way in self.ways)


def roads_of(scenario: Scenario) -> Roads:
    """§6.33 Return the roads of a scenario: those that were built by then; ruling AW-R94."""
    return Roads(scenario.roads, scenario.ways)


def river(a: Place, b: Place) -> str:
    """§6.35 Return the size of the river between two hexes, "" for none."""
    side = SIDES_OF.get((hex_of(a), hex_of(b)))
    return side.size if side is not None else ""


def strait(a: Place, b: Place) -> str:
    """§6.38 Return the id of the strait between two hexes, "" for none."""
    side = SIDES_OF.get((hex_of(a), hex_of(b)))
    return side.id if side is not None and side.strait else ""


def terrain(place: Place) -> str:
    """§6.31 Return the terrain of a place."""
    return HEXES[hex_of(place)].terrain


def barred(a: Place, b: Place) -> bool:
    """§6.32 Return true if no unit may cross from one hex into the other."""
    side = SIDES_OF.get((hex_of(a), hex_of(b)))
    return side is not None and bool(side.barred)


def friendly_city(w: World, side: Side, city: str) -> bool:
    """§6.37 §11.34 Return true if a side's units may enter a city.

    It is theirs, or nobody's in their province, and no enemy is in it.
    Ruling AW-R79.
    """
    if w.notes.get(f"neutral/{city}") or has_units(w, inside_of(city), enemy_of(w, side)):
        return False
    holder = w.control.get(city, "")
    if holder:
        return holder == side
    return controls_province(w, CITIES[city].province, side)


def may_enter_city(w: World, side: Side, city: str) -> Bar | None:
    """§6.37 Return the reason why a city may not be entered, None if it may."""
    if city in w.sieges:
        return bar("6.37", N_("{city} is under siege: no unit may enter or leave it by land"), city=city)
    if friendly_city(w, side, city):
        return None
    if w.notes.get(f"neutral/{city}"):
        return bar("6.37", N_("{city} is neutral"), city=city)
    if w.control.get(city):
        return bar("6.37", N_("{city} is held by the enemy"), city=city)
    return bar("11.34", N_("nobody holds {city}, and you do not control its province"), city=city)


def may_step(w: World, side: Side, units: Mapping[str, int], a: Place, b: Place, roads: Roads) -> Bar | None:
    """§6.32 §6.38 §9.28 Return the reason why a force may not take a step, None if it may."""
    if is_inside(b):
        return may_enter_city(w, side, CITY_AT[hex_of(b)])
    if is_inside(a) and CITY_AT[hex_of(a)] in w.sieges:
        return bar(
            "6.37",
            N_("{city} is under siege: no unit may enter or leave it by land"),
            city=CITY_AT[hex_of(a)],
        )
    if hex_of(a) == b:
        return None
    if not in_play(w, b):
        return bar("11.0", N_("{place} is outside the play area"), place=b)
    if barred(a, b):
        return bar("6.32", N_("no army can cross from {a} into {b}"), a=hex_of(a), b=b)
    if crossing := strait(a, b):
        return may_cross_strait(w, side, a, crossing)
    if of_arm(units, ENGINE):
        return engines_barred(a, b, roads)
    return None


def may_cross_strait(w: World, side: Side, a: Place, crossing: str) -> Bar | None:
    """§6.38 Bar a crossing from a hex with an enemy in it, inside its city or outside."""
    if STRAIT_ZONES[crossing] not in w.naval:
        return bar("6.38", N_("this strait is not part of the scenario"))
    here, enemy = hex_of(a), enemy_of(w, side)
    if has_units(w, here, enemy) or has_units(w, f"{here}i", enemy):
        return bar("6.38", N_("the enemy is at {place}: you cannot cross the strait from there"), place=here)
    return None


def engines_barred(a: Place, b: Place, roads: Roads) -> Bar | None:
    """§9.28 Engines enter no mountain and no marsh, and cross rivers by road alone."""
    if terrain(b) in HARD:
        return bar("9.28", N_("siege engines cannot enter mountains or marshes"))
    if river(a, b) and not roads.link(a, b):
        return bar("9.28", N_("siege engines cross rivers only by road"))
    return None


def nexts(w: World, place: Place) -> list[Place]:
    """§6.37 Return the places beside a place: hexes of land, and the inside of its city."""
    here = hex_of(place)
    beside = [to for to in NEIGHBOURS[here] if HEXES[to].kind == "land" and (joined(here, to))]
    if is_inside(place):
        return [here, *beside]
    city = city_of(w, here)
    return [inside_of(city), *beside] if city else beside


def joined(a: Place, b: Place) -> bool:
    """Return true if two adjacent land hexes lie on one shore, or at a strait that may be crossed."""
    return _island(a) == _island(b) or bool(strait(a, b))


ISLANDS: Mapping[str, str] = {
    "sicilia_e": "sicilia",
    "sicilia_w": "sicilia",
    "lipara": "lipara",
    "melita": "melita",
    "corsica": "corsica",
    "sardinia": "sardinia",
    "carthago": "africa",
    "byzacium": "africa",
    "numidia": "africa",
}


def _island(place: Place) -> str:
    return ISLANDS.get(province_of(place), "italia")


def rivers_stop(w: World) -> bool:
    """§5.3 Return true if who crosses a major river off the road ends the march: ruling AW-R10."""
    return w.options.get("major_rivers", "stop") == "stop"


def must_stop(a: Place, b: Place, roads: Roads, rivers: bool) -> bool:
    """§5.3 §6.37 §6.38 Return true if a force ends its movement on this step.

    It enters a city, crosses a strait or, where `rivers` end a march, a major one off the road.
    """
    crossed = rivers and river(a, b) == "major" and not roads.link(a, b)
    return is_inside(b) or bool(strait(a, b)) or crossed


# -- what it costs ------------------------------------------------------------------------------


class Cost(Struct, frozen=True):
    """§6.41 The cost of a way, in half points, and why: (what, half points); and the rows it shifts."""

    half: int
    parts: tuple[tuple[str, int], ...]
    ridge: int


def rate(w: World, province: str) -> int:
    """§6.74 Return by what a province multiplies its rating; ruling AW-R26."""
    return DEVASTATED if province in w.devastated else 1


def ground_points(to: Place, by_road: bool) -> int:
    """§6.41 Return the cost of a hex's terrain, on a road too; rough ground only in Africa."""
    here = terrain(to)
    if here == ROUGH and province_of(to) in AFRICA and not by_road:
        return 1
    return TERRAIN_POINTS.get(here, 0)


def river_points(a: Place, b: Place, by_road: bool) -> int:
    """§6.41 Return the cost of crossing a river, 0 by a road."""
    return 0 if by_road else RIVER_POINTS.get(river(a, b), 0)


class _Leg(Struct, frozen=True):
    """A step into the next hex, as the map alone has it; `ground` and `water` in points."""

    by_road: bool
    province: str
    ground: int
    water: int
    mountain: bool


@cache
def _leg(scenario: str, a: Place, b: Place) -> _Leg:
    by_road = roads_of(SCENARIOS[scenario]).link(a, b)
    ground, water = ground_points(b, by_road), river_points(a, b, by_road)
    return _Leg(by_road, province_of(b), ground, water, terrain(b) == MOUNTAIN)


def cost_of(w: World, side: Side, walked: Sequence[Place]) -> Cost:
    """§6.41 §chart/attrition_points Return the cost of a way.

    §6.34 The road rate is paid only where all movement in a province was by road; a province is paid once,
    for the hexes entered in it (ruling AW-R18, ruling AW-R19). Who moves in home provinces alone pays half
    for them.
    """
    off: dict[str, bool] = {}
    ground = water = ridge = run = 0
    for a, b in pairwise(map(hex_of, walked)):
        if a == b:
            continue
        leg = _leg(w.scenario, a, b)
        off[leg.province] = off.get(leg.province, False) or not leg.by_road
        ground += leg.ground
        water += leg.water
        run = run + 1 if leg.mountain else 0
        ridge = max(ridge, run)
    home = all(province in scenario_of(w).home[side] for province in {*off, province_of(walked[0])})
    parts = [
        (province, (PROVINCES[province].attrition if far else 1) * rate(w, province) * (1 if home else 2))
        for province, far in off.items()
    ]
    parts += [(name, 2 * n) for name, n in (("terrain", ground), ("rivers", water)) if n]
    return Cost(sum(n for _, n in parts), tuple(parts), int(ridge > 1))
