"""The sight of the computer in a view: forces, defences, the worth of cities to a side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.ancient_world.board import CITIES, CITY_AT, HEXES, SCENARIOS, VICTORIES, distance
from adjudicator.ancient_world.rules.r06_ground import ISLANDS
from adjudicator.ancient_world.show.view import ForceSeen, View
from adjudicator.ancient_world.world import DEFENCE, hex_of, is_inside
from adjudicator.core import OneOf

WORTH: Final[Mapping[str, float]] = {"small": 4.0, "medium": 10.0, "large": 16.0}
"""The worth of a city, in attrition points of the way to it."""
GOALS: Final[Mapping[str, Mapping[str, Mapping[str, float]]]] = {
    "hannibal_in_italy": {
        "carthage": {"capua": 24.0, "tarentum": 24.0, "roma": 30.0},
        "rome": {},
    },
    "pyrrhus_in_italy": {
        "epirus": {"capua": 24.0, "neapolis": 18.0, "beneventum": 18.0},
        "rome": {"tarentum": 30.0, "metapontum": 14.0, "heraclea": 6.0},
    },
    "sicily": {
        "carthage": {"messana": 40.0, "rhegium": 40.0},
        "rome": {
            "syracusae": 30.0,
            "lilybaeum": 30.0,
            "agrigentum": 24.0,
            "panormus": 24.0,
            "tauromenium": 18.0,
            "leontini": 18.0,
            "catana": 12.0,
        },
    },
}
"""The cities that the conditions of victory name (§14.0), with their worth to a side."""
NEAR: Final = 12
"""The distance in hexes at which an enemy is a threat."""
LEAST: Final = 12
"""The least strength points of an army that it leads against a city."""


def force_with(view: View, leader: str) -> ForceSeen | None:
    """Return the force that a leader is with, None if they are not on the map."""
    return next((force for force in view.forces if leader in force.leaders), None)


def own_side(view: View) -> str:
    """Return the side of the seat; an ally is beside the first (ruling AW-V25)."""
    return view.seat if view.seat in view.sides else view.sides[0]


def enemy_of(view: View, side: str) -> str:
    """Return the other side."""
    return next(other for other in view.sides if other != side)


def against(view: View, place: str, side: str) -> int:
    """Return the strength of a side's enemies in the field in a hex."""
    there = (f for f in view.forces if f.place == hex_of(place) and f.side != side)
    return sum(force.strength for force in there)


def printed(view: View, city: str) -> int:
    """Return a city's defence as printed."""
    return SCENARIOS[view.scenario].defence.get(city, DEFENCE[CITIES[city].size])


def defence(view: View, city: str) -> int:
    """Return a city's defence as it is now."""
    return view.defences.get(city, printed(view, city))


def foot_of(force: ForceSeen) -> int:
    """Return the foot of a force; of a hidden one the most that it may be."""
    return force.arms.get("foot", force.strength)


def garrison(view: View, city: str, side: str) -> int:
    """Return the foot of a side's enemies inside a city; in fog the most that it may be."""
    place = f"{CITIES[city].hex}i"
    return sum(foot_of(f) for f in view.forces if f.place == place and f.side != side)


def worth(view: View, city: str, side: str) -> float:
    """Value a city: to take it, or to keep it from the side that must have it."""
    wanted = GOALS[view.scenario]
    goals = wanted[side] if view.control.get(city) != side else wanted[enemy_of(view, side)]
    return goals.get(city, WORTH[CITIES[city].size])


def is_hostile(view: View, city: str, side: str) -> bool:
    """Return true if somebody else holds a city."""
    return bool(city) and view.control.get(city) not in (None, side)


def city_at(place: str) -> str:
    """Return the city in the hex of a place, "" for none."""
    return CITY_AT.get(hex_of(place), "")


def shore(hex: str) -> str:
    """Return the island or coast on which a hex lies."""
    return ISLANDS.get(HEXES[hex].province, "italia")


def is_besieging(view: View, force: ForceSeen) -> bool:
    """Return true if a force lies before a city that its side besieges."""
    siege = view.sieges.get(city_at(force.place))
    return siege is not None and siege.side == force.side and not is_inside(force.place)


def threats(view: View, side: str, place: str, near: int = NEAR) -> list[ForceSeen]:
    """Return the enemy's armies near a place, on the same shore."""
    here = hex_of(place)
    armies = [f for f in view.forces if f.side != side and f.leaders and f.strength >= LEAST]
    return [
        f for f in armies if shore(hex_of(f.place)) == shore(here) and distance(hex_of(f.place), here) <= near
    ]


def leads(view: View, side: str) -> bool:
    """§14.0 Return true if a side would win by points as they are."""
    of = VICTORIES[view.scenario]
    margin = view.points[of.invader] - view.points[enemy_of(view, of.invader)]
    return margin >= of.win if side == of.invader else margin < of.draw


def is_won(view: View, side: str) -> bool:
    """§14.0 Return true if a side wins by points as they are, and the last turn has begun."""
    return view.turn >= SCENARIOS[view.scenario].turns and leads(view, side)


def opened(item: OneOf) -> list[str]:
    """Return the options that are not barred."""
    return [id for id, stop in item.options().items() if stop is None]
