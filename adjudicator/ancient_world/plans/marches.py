"""The worth of the ways on which a force may march."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from adjudicator.ancient_world.board import CITIES, HEXES
from adjudicator.ancient_world.rules.r06_ground import STRAIT_ZONES, strait
from adjudicator.ancient_world.rules.r14_specials import GAULS
from adjudicator.ancient_world.show.view import ForceSeen, View
from adjudicator.ancient_world.world import hex_of, is_inside
from adjudicator.core import Choice, Route

from .fights import MARGIN, SAFE, Chances, of_coming
from .sieges import is_goal, prospect
from .sight import (
    GOALS,
    against,
    city_at,
    defence,
    enemy_of,
    is_hostile,
    is_won,
    shore,
    threats,
    worth,
)

BATTLE, DEFEAT = 12.0, -30.0
"""The worth of a battle that is won for sure, and of one that is not worth fighting."""
GAULS_WORTH: Final = 20.0
"""The worth of the Gauls who join Hannibal."""
PREY: Final = 12
"""The strength of an enemy from which a battle has its full worth."""
OVERSEAS: Final = 0.5
"""The part of the best goal on another shore that counts for a crossing."""
SHIPS: Final = 3.0
"""The cost of each level of superiority short of +3 in the value of crossing a strait."""
GUARD: Final = 0.6
"""The part of a city's worth that keeps an army with it."""
HUNGER: Final = 40
"""The strength points from which on a besieger needs no reinforcement."""
DESPERATE: Final = -0.1
"""The margin from which it fights for a city by which the enemy would win."""
RIVAL: Final = 1.5
"""The strength of an enemy beside a city, in forces of its own, from which it does not take it."""


def marches(
    view: View, force: ForceSeen, units: int, foot: int, march: Choice[Any]
) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Yield every way on which some units of a force may go, with what it is worth."""
    assert isinstance(march, Route)

    @cache
    def meeting(place: str) -> Chances:
        return of_coming(view, view.acting, force.side, place)

    for passage in march.beyond(()).values():
        reach = march.along(passage.way)
        if reach is None or is_inside(reach.to):
            continue
        value = _worth_of_place(view, force, units, foot, reach.to, meeting)
        value += GAULS_WORTH * _gauls_wait(view, reach.to)
        yield value + _crossing(view, force, reach.path) - reach.cost, reach.path


def _gauls_wait(view: View, place: str) -> bool:
    """§14.0 Return true if Gauls may join the active leader who stops in a place (ruling AW-M12)."""
    province = HEXES[hex_of(place)].province
    hannibal = (view.scenario, view.acting) == ("hannibal_in_italy", "hannibal")
    return hannibal and province in GAULS and f"gauls/{province}" not in view.notes


def guarded(view: View, force: ForceSeen) -> float:
    """Return the worth of what a force guards: a city that they must win, with their army near ashore."""
    city = city_at(force.place)
    if view.control.get(city) != force.side or not is_goal(view, city, force.side):
        return 0.0
    if not threats(view, force.side, force.place):
        return 0.0
    return GUARD * max(
        GOALS[view.scenario][enemy_of(view, force.side)].get(city, 0.0), worth(view, city, force.side)
    )


def least_margin(view: View, force: ForceSeen) -> float:
    """Return the margin from which a force attacks where it is."""
    return _least_at(view, city_at(force.place), force.side)


def _least_at(view: View, city: str, side: str) -> float:
    siege = view.sieges.get(city)
    at_stake = siege is not None and siege.side != side and is_goal(view, city, side)
    return SAFE if is_won(view, side) else DESPERATE if at_stake else MARGIN


def _worth_of_place(
    view: View,
    force: ForceSeen,
    units: int,
    foot: int,
    place: str,
    meeting: Callable[[str], Chances],
) -> float:
    """Value the goals in a hex: a city to besiege or to relieve, a siege to join, a battle."""
    city, side = city_at(place), force.side
    foes, siege = against(view, place, side), view.sieges.get(city)
    found = meeting(hex_of(place)).margin if foes else 0.0
    wins, value = found >= _least_at(view, city, side), 0.0
    if is_hostile(view, city, side) and siege is None:
        strong = foot >= 2 * max(1, defence(view, city))
        value = worth(view, city, side) * prospect(view, city, side, foot) * strong * (not foes or wins)
        near = sum(f.strength for f in threats(view, side, place, 1) if hex_of(f.place) != hex_of(place))
        value *= near <= RIVAL * units
    elif siege is not None and siege.side == side:
        with_us = sum(f.strength for f in view.forces if f.side == side and f.place == hex_of(place))
        value = worth(view, city, side) / 2 * (with_us < HUNGER)
    elif siege is not None:
        value = worth(view, city, side) * wins
    if foes:
        value += BATTLE * found * min(1.0, foes / PREY) if wins else DEFEAT
    return value


def _crossing(view: View, force: ForceSeen, path: Sequence[str]) -> float:
    """§6.38 Value the goals across a strait, less the danger of the crossing; 0 without one."""
    before = path[-2] if len(path) > 1 else force.place
    id = strait(before, path[-1])
    if not id:
        return 0.0
    coast = shore(path[-1])
    beyond = [
        worth(view, city.id, force.side)
        for city in CITIES.values()
        if shore(city.hex) == coast and is_hostile(view, city.id, force.side)
    ]
    level = view.naval[STRAIT_ZONES[id]][force.side]
    return OVERSEAS * max(beyond, default=0.0) - SHIPS * max(0, 3 - level)
