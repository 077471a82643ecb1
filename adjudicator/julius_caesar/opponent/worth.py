"""The worth of a world to a seat, and the horizon of courses."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from adjudicator.core.log.chain import th
from adjudicator.julius_caesar.board import FIGURES
from adjudicator.julius_caesar.rules.r08_winter import parts_of
from adjudicator.julius_caesar.world import Side, World, enemy_of
from adjudicator.search.opponent import WHOLE

from .scan import VALUE, Scan


class Weights(Struct, frozen=True):
    """The worth of each feature in ten-thousandths of a game, set by hand.

    Attributes:
        point: a victory point more than the enemy.
        might: strength times firepower more than the enemy, on the map.
        block: a block more than the enemy, on the map.
        threatened: a point in a city beside which more enemies stand than blocks in it.
    """

    point: int = 400
    might: int = 14
    block: int = 20
    threatened: int = 120


HAND: Final = Weights()
WEIGHTS: Final = th("weights", msgspec.json.encode(HAND)).hex()
"""The digest of these weights."""


def turn(w: World) -> int:
    """Return the number of a turn, counted from the beginning of the war; after the last one more."""
    over = w.phase == "over"
    return (w.year - 1) * FIGURES.turns + w.turn + over


def last(now: int, level: int) -> int:
    """Return the last turn of the courses: the next one at level 2, else that of the winter to come."""
    if level == 2:
        return now + 1
    return -(-now // FIGURES.turns) * FIGURES.turns


def worth(w: World, side: Side) -> int:
    """Return the worth of a world to a seat, 0 to `WHOLE`."""
    if w.phase == "over":
        winner = w.result["winner"]
        return WHOLE // 2 if not winner else WHOLE if winner == side else 0
    gain = _held(w, side) - _held(w, enemy_of(side))
    return max(1, min(WHOLE - 1, WHOLE // 2 + gain))


def _held(w: World, side: Side) -> int:
    """§1.2 Return the worth of the points of a side and of its blocks on the map."""
    scan = Scan(w, side)
    points = sum(parts_of(w, side).values())
    might = sum(scan.might(blocks) for blocks in scan.own.values())
    blocks = sum(len(here) for here in scan.own.values())
    risk = sum(
        value for city, value in VALUE.items() if city in scan.own and scan.threat(city) > len(scan.own[city])
    )
    return HAND.point * points + HAND.might * might + HAND.block * blocks - HAND.threatened * risk
