"""The worth of a world to a seat, and the horizon of courses."""

from __future__ import annotations

from math import exp
from typing import Final

import msgspec
from msgspec import Struct

from adjudicator.core.log.chain import th
from adjudicator.julius_caesar.board import CITIES, FIGURES
from adjudicator.julius_caesar.world import (
    CAESAR,
    CLEOPATRA,
    POMPEY,
    SIDES,
    Place,
    Side,
    World,
    enemy_of,
    is_ship,
)
from adjudicator.search.opponent import WHOLE

from .scan import FAR, VALUE, Scan, roads_from

UNIT: Final = 1_000
"""A victory point that is sure to be held in the winter."""


class Weights(Struct, frozen=True):
    """The weights by which the chance of a side to win is judged, in thousandths.

    Their signs follow from what they mean; their sizes are fitted to 2,690 turns of 150 games of the policy
    against itself.

    Attributes:
        beaten: the part of a city that is lost where more enemies stand beside it than blocks in it.
        beside: the same where there are fewer.
        regained: the part of what one side loses that the other gains.
        vacant: the part of a vacant city that a side gains which can be there in a phase.
        later: the loss of that part with each phase more.
        second: the part of it if the enemy is nearer, `equal` if both are as near.
        spread: the width of the uncertainty about the winter's points in the last turn, in points, and
            `spread_turn` what each turn before it adds.
        enough: the points with which half of the wars are won in the winter.
        point: a point more than the enemy, in widths of the chance to win in a later year.
        might: the same for one of strength times firepower on the map, `block` for a block.
        pompey: the same for the side of Pompey.
    """

    beaten: int = 627
    beside: int = 9
    regained: int = 292
    vacant: int = 301
    later: int = 352
    second: int = 268
    equal: int = 326
    spread: int = 611
    spread_turn: int = 97
    enough: int = 9_975
    point: int = 172
    might: int = 43
    block: int = 36
    pompey: int = 200


FITTED: Final = Weights()
WEIGHTS: Final = th("weights", msgspec.json.encode(FITTED)).hex()
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
    """Return the worth of a world to a seat, 0 to `WHOLE`: about its chance to win.

    A side wins in the winter to come with ten points, or later: then points, might and blocks count.
    """
    if w.phase == "over":
        winner = w.result["winner"]
        return WHOLE // 2 if not winner else WHOLE if winner == side else 0
    caesar = _chance(w)
    return caesar if side == CAESAR else WHOLE - caesar


def _chance(w: World) -> int:
    """§8.4 Return the chance of Caesar, 1 to `WHOLE` - 1."""
    scans = {side: Scan(w, side) for side in SIDES}
    left = FIGURES.turns - w.turn + 1
    points = _expected(w, scans, left)
    width = FITTED.spread + FITTED.spread_turn * left
    own, other = (_logistic((points[side] - FITTED.enough) * UNIT // width) for side in SIDES)
    if own + other > WHOLE:
        own, other = own * WHOLE // (own + other), other * WHOLE // (own + other)
    more = {side: _forces(scan) + FITTED.point * points[side] // UNIT for side, scan in scans.items()}
    later = _logistic(more[CAESAR] - more[POMPEY] - FITTED.pompey)
    return max(1, min(WHOLE - 1, own + (WHOLE - own - other) * later // WHOLE))


def _expected(w: World, scans: dict[Side, Scan], left: int) -> dict[Side, int]:
    """§1.2 Return the points that each side may expect in the winter, in thousandths."""
    points = {side: UNIT * len(w.trophies[side]) * FIGURES.leader_points for side in SIDES}
    land = {side: _on_land(scan) for side, scan in scans.items()}
    for city, value in VALUE.items():
        held = [side for side in SIDES if city in scans[side].own]
        if len(held) == 1:
            scan, side = scans[held[0]], held[0]
            here = sum(b != CLEOPATRA for b in scan.own[city])
            risk = FITTED.beaten if scan.threat(city) > here else FITTED.beside * (scan.threat(city) > 0)
            points[side] += value * (UNIT - risk)
            points[enemy_of(side)] += value * risk * FITTED.regained // UNIT
        elif not held:
            far = {
                side: min((roads_from(city).get(p, FAR) for p in land[side]), default=FAR) for side in SIDES
            }
            for side in SIDES:
                points[side] += value * _reached(far[side], far[enemy_of(side)], left)
    return points


def _reached(own: int, foe: int, left: int) -> int:
    """Return the part of a vacant city that a side gains which is so many roads away."""
    phases = (own + 1) // FIGURES.group_steps
    if own == FAR or phases > left:
        return 0
    part = max(0, FITTED.vacant - FITTED.later * (phases - 1))
    return part * (UNIT if own < foe else FITTED.equal if own == foe else FITTED.second) // UNIT


def _on_land(scan: Scan) -> list[Place]:
    """Return the cities in which a side has blocks that can go by road."""
    return [
        place
        for place, blocks in scan.own.items()
        if place in CITIES and any(not is_ship(b) and b != CLEOPATRA for b in blocks)
    ]


def _forces(scan: Scan) -> int:
    return sum(FITTED.might * scan.might(blocks) + FITTED.block * len(blocks) for blocks in scan.own.values())


_FINE: Final = 32
_WIDEST: Final = 8
_CURVE: Final = tuple(
    round(WHOLE / (1 + exp(-x / _FINE))) for x in range(-_FINE * _WIDEST, _FINE * _WIDEST + 1)
)


def _logistic(x: int) -> int:
    """Return the logistic function of x thousandths, from a table: 0 to `WHOLE`."""
    at = x * _FINE // UNIT
    return _CURVE[max(-_FINE * _WIDEST, min(_FINE * _WIDEST, at)) + _FINE * _WIDEST]
