"""The chances of battles, exact from the charts, and whether they are worth fighting."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from adjudicator.ancient_world.odds.known import known_world
from adjudicator.ancient_world.odds.operations import attacked
from adjudicator.ancient_world.odds.reactions import caught
from adjudicator.ancient_world.rules.r02_forces import fighting, split, units_of
from adjudicator.ancient_world.rules.r05_command import acting_leaders, acting_units
from adjudicator.ancient_world.rules.r05_leaders import may_command
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.rules.r08_forecast import forecast
from adjudicator.ancient_world.show.view import View
from adjudicator.ancient_world.world import (
    ACTIVE,
    World,
    battle_of,
    enemy_of,
    force_of,
    hex_of,
    keys_at,
    victory_of,
)

MARGIN: Final = 0.15
"""The share by which it must win more often than it loses, to fight."""
SAFE: Final = 0.8
"""The margin from which it fights in the last turn of a war that it has won by points as they are."""
MAJOR: Final = 0.5
"""The weight of a major victory beside a victory."""
MORTAL: Final = 1.0
"""The price of the fall of a leader whose death loses the war, in battles won."""
HOPELESS: Final = 0.35
"""The share by which it must lose more often than it wins, to avoid battle."""


class Chances(Struct, frozen=True):
    """The shares of battles that one side wins and loses, and the first less the second.

    A major victory counts more.
    """

    won: float
    lost: float
    margin: float


NONE: Final = Chances(0.0, 1.0, -1.0)
SURE: Final = Chances(1.0, 0.0, 1.0)


def chances(w: World, side: str) -> Chances:
    """§8.3 Return the chances of a side in the battle of a world, under those who would command."""
    b = battle_of(w)
    other = b.defender if side == b.attacker else b.attacker
    if not all(fighting(units_of(w, keys)) for keys in (b.attackers, b.defenders)):
        return NONE if side == b.attacker and not fighting(units_of(w, b.attackers)) else SURE
    by, than = ((may_command(w, b, one) or [""])[0] for one in (b.attacker, b.defender))
    found = forecast(w, by, than)
    won, lost = float(found.wins[side]), float(found.wins[other])
    margin = won - lost + MAJOR * float(found.major[side] - found.major[other])
    mortal = (by if side == b.attacker else than) == victory_of(w).mortal
    return Chances(won, lost, margin - MORTAL * mortal * float(found.falls[side]))


def of_attack(view: View, side: str) -> Chances:
    """§8.21 Return the chances of the active leader who attacks where they are."""
    w = known_world(view)
    attacked(w)
    return chances(w, side)


def of_coming(view: View, leader: str, side: str, place: str) -> Chances:
    """Return the chances of the active leader who attacks in a place after a march there."""
    w = known_world(view)
    split(w, force_of(w, leader), ACTIVE, acting_units(w), acting_leaders(w))
    w.forces[ACTIVE].place = hex_of(place)
    foes = keys_at(w, hex_of(place), enemy_of(w, side))
    if not foes:
        return Chances(0.0, 0.0, 0.0)
    begin_battle(w, "attack", hex_of(place), [ACTIVE], foes, leader)
    return chances(w, side)


def of_reaction(view: View, side: str, answer: Any) -> tuple[float, Chances]:
    """§6.55 Return the chance that an interception succeeds, and those of the battle."""
    w = known_world(view)
    sure = caught(w, answer)
    return sure, chances(w, side)


def of_standing(view: View, side: str) -> Chances:
    """§8.22 Return the chances of who stands in the battle that is offered."""
    return chances(known_world(view), side)
