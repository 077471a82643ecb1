"""The map and the plain facts of a position, as this reading sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.ancient_world.board import (
    CITIES,
    CITY_AT,
    ESTUARIES,
    HEXES,
    LEADERS,
    PROVINCES,
    SCENARIOS,
    distance,
)
from adjudicator.ancient_world.board import SIDES_OF as BORDERS
from adjudicator.ancient_world.world import USELESS, Force, World

Units = Mapping[str, int]
AFRICA = ("carthago", "byzacium", "numidia")
HARD = ("mountain", "marsh")
RIVERS = {"minor": 1, "medium": 2, "major": 3}
STEPS = ("", "small", "medium", "large")
DEFENCE = {"small": 1, "medium": 3, "large": 7}


# -- units -------------------------------------------------------------------------------------


def arm(units: Units, *arms: str) -> int:
    """The strength points of some arms."""
    return sum(n for unit, n in units.items() if unit.endswith(tuple(f"_{one}" for one in arms)))


def contingent(unit: str) -> str:
    """§8.12 The contingent of a unit."""
    return unit.rpartition("_")[0]


def foot(units: Units) -> int:
    """The strength points of foot."""
    return arm(units, "foot")


def horse(units: Units) -> int:
    """The strength points of horse."""
    return arm(units, "horse")


def strength(units: Units) -> int:
    """§2.5 The strength points of all arms; siege engines have none."""
    return arm(units, "foot", "horse", "elephant")


def weight(units: Units) -> int:
    """§6.42 Strength for attrition: horse counts twice."""
    return strength(units) + horse(units)


def added(*many: Units) -> dict[str, int]:
    """Units put together."""
    total: dict[str, int] = {}
    for units in many:
        for unit, n in units.items():
            total[unit] = total.get(unit, 0) + n
    return total


def less(units: Units, gone: Units) -> dict[str, int]:
    """What is left of some units."""
    left = {unit: n - gone.get(unit, 0) for unit, n in units.items()}
    return {unit: n for unit, n in left.items() if n}


def state(force: Force) -> int:
    """§7.28 The state of a force: who is scattered is as useless."""
    return USELESS if force.scattered else force.status


# -- the map -----------------------------------------------------------------------------------


def terrain(place: str) -> str:
    """The terrain of a place."""
    return HEXES[place[:4]].terrain


def province(place: str) -> str:
    """The province of a place."""
    return HEXES[place[:4]].province


def river(one: str, other: str) -> str:
    """The size of the river between two hexes, "" for none."""
    side = BORDERS.get((one[:4], other[:4]))
    return side.size if side else ""


def road(w: World, one: str, other: str) -> bool:
    """§6.33 Is there a road of this scenario from a hex to the next?"""
    side, s = BORDERS.get((one[:4], other[:4])), SCENARIOS[w.scenario]
    return side is not None and bool(side.way) and (side.level in [*s.roads] or side.way in s.ways)


def open_side(one: str, other: str) -> bool:
    """§6.32 §6.38 May units cross from a hex to the next without a strait?"""
    side = BORDERS.get((one[:4], other[:4]))
    return not side or not (side.barred or side.strait)


def around(place: str) -> Iterator[str]:
    """The hexes beside a hex."""
    for hex in HEXES:
        if abs(int(hex[:2]) - int(place[:2])) <= 1 and distance(hex, place[:4]) == 1:
            yield hex


_BESIDE: dict[str, tuple[str, ...]] = {}


def beside(place: str) -> tuple[str, ...]:
    """The hexes beside a hex, found once."""
    if place[:4] not in _BESIDE:
        _BESIDE[place[:4]] = tuple(around(place))
    return _BESIDE[place[:4]]


def land(w: World, hex: str) -> bool:
    """§11.0 Is a hex land of the play area?"""
    return HEXES[hex].kind == "land" and HEXES[hex].province in SCENARIOS[w.scenario].area


def enterable(w: World, one: str, other: str) -> bool:
    """May units walk from a hex to the next?"""
    return land(w, other[:4]) and open_side(one, other)


def has_road(hex: str) -> bool:
    """Is there any road in a hex, of whatever time?"""
    return any(side.way for (one, _), side in BORDERS.items() if one == hex)


# -- cities ------------------------------------------------------------------------------------


def size(w: World, city: str) -> str:
    """§9.11 §9.82 The size of a city now, "" of one that is gone."""
    return STEPS[STEPS.index(CITIES[city].size) - (city in w.sacked)]


def city_in(w: World, place: str) -> str:
    """The city that stands in the hex of a place."""
    city = CITY_AT.get(place[:4], "")
    return city if city and size(w, city) else ""


def printed(w: World, city: str) -> int:
    """§9.12 The defence that a city has untouched."""
    own = SCENARIOS[w.scenario].defence.get(city, 0)
    return DEFENCE.get(size(w, city), 0) if city in w.sacked or not own else own


def defence(w: World, city: str) -> int:
    """§9.43 The defence of a city now."""
    return max(1, printed(w, city) - w.reduced.get(city, 0)) if size(w, city) else 0


def cities(w: World, province_: str = "") -> list[str]:
    """The cities of the play area, or of a province, that exist now."""
    area = (province_,) if province_ else SCENARIOS[w.scenario].area
    return [city.id for city in CITIES.values() if city.province in area and size(w, city.id)]


def inside(city: str) -> str:
    """The place inside a city."""
    return f"{CITIES[city].hex}i"


def sea_of(city: str) -> tuple[str, ...]:
    """The hexes of water at a port."""
    at = [CITIES[city].hex, *(ESTUARIES[city].hexes if city in ESTUARIES else ())]
    near = dict.fromkeys(hex for one in at for hex in (one, *beside(one)) if HEXES[hex].kind != "land")
    return tuple(near)


# -- forces and leaders ------------------------------------------------------------------------


def at(w: World, place: str, side: str = "") -> list[Force]:
    """The forces in a place."""
    return [f for f in w.forces.values() if f.place == place and side in ("", f.side) and not f.afloat]


def units(w: World, place: str, side: str) -> dict[str, int]:
    """The units of a side in a place."""
    return added(*(force.units for force in at(w, place, side)))


def leaders(w: World, place: str, side: str) -> list[str]:
    """The leaders of a side in a place."""
    return [leader for force in at(w, place, side) for leader in force.leaders]


def other(w: World, side: str) -> str:
    """The enemy."""
    return next(one for one in SCENARIOS[w.scenario].sides if one != side)


def year(w: World) -> int:
    """The year, BC."""
    return SCENARIOS[w.scenario].first_year - max(1, w.turn) + 1


def chiefs(w: World, side: str) -> set[str]:
    """§5.12 Who may be overall commander now; ruling AW-R82.

    When they are off the map it is the highest rating, of equals whom their owner has named.
    """
    here = [leader for force in w.forces.values() if force.side == side for leader in force.leaders]
    free = [leader for leader in here if not any(leader in lock.leaders for lock in w.locks.values())]
    free = [leader for leader in free if leader == w.commanders.get(side) or not LEADERS[leader].leads]
    if w.commanders.get(side) in here or not free:
        return {w.commanders.get(side, "")}

    def order(leader: str) -> tuple[int, int, str]:
        one = LEADERS[leader]
        return -one.campaign, -one.initiative, one.battle

    best = min(map(order, free))
    equals = {leader for leader in free if order(leader) == best}
    return equals & {w.deputies.get(side, "")} or equals


def letter(leader: str) -> str:
    """The battle letter of a leader, "" for nobody."""
    return LEADERS[leader].battle if leader else ""


def has(w: World, option: str, value: str) -> bool:
    """Is an option of the campaign set so?"""
    return w.options.get(option) == value


def rating(place: str) -> int:
    """§6.41 The attrition rating of the province of a place."""
    return PROVINCES[province(place)].attrition
