"""The placing of names: beside their sign, over no other name and no sign, off the roads where it can be.

Every name has a list of possible places; the cheapest is taken for each in turn, then all are looked
at again until nothing improves; then once more, so that none seems to belong to another sign. The order
is fixed, so the same board gives the same map.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from msgspec import Struct

from renderer.draw.frame import Point

Box = tuple[float, float, float, float]
Options = list[tuple[float, Box]]
"""Places of a name with what each costs by itself."""
SIDES = {
    "e": (1.0, 0.0),
    "w": (-1.0, 0.0),
    "se": (0.78, 0.72),
    "ne": (0.78, -0.72),
    "sw": (-0.78, 0.72),
    "nw": (-0.78, -0.72),
    "s": (0.0, 1.0),
    "n": (0.0, -1.0),
}
REACHES = (1.0, 1.6, 2.6)
PASSES = 6
COLLISION, ASIDE, FARTHER, WRONG_SIDE, ON_ROAD, ON_WATER_NAME = 4000.0, 3.0, 60.0, 900.0, 9.0, 40.0
AMBIGUOUS = 150.0


class Wanted(Struct, frozen=True):
    """A name to be placed: its sign's centre and radius, its own size, and the preferred side."""

    centre: Point
    radius: float
    size: tuple[float, float]
    side: str = ""


def overlap(one: Box, other: Box) -> float:
    """The common area of two boxes (left, top, right, bottom)."""
    if one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]:
        return 0.0
    return (min(one[2], other[2]) - max(one[0], other[0])) * (min(one[3], other[3]) - max(one[1], other[1]))


def around(centre: Point, radius: float) -> Box:
    """The box around a disc."""
    return centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius


def beside(wanted: Wanted, side: str, reach: float) -> Box:
    """The box of a name on one side of its sign, `reach` times as far off as it need be."""
    right, down = SIDES[side]
    width, height = wanted.size
    away = wanted.radius * reach + 3
    x = wanted.centre[0] + right * away - (0 if right > 0 else width if right < 0 else width / 2)
    y = wanted.centre[1] + down * (away + height / 2) - height / 2
    return x, y, x + width, y + height


def candidates(wanted: Wanted) -> Options:
    """All places that a name may take."""
    found = []
    for order, side in enumerate(SIDES):
        for reach in REACHES:
            cost = order * ASIDE + (reach - 1) * FARTHER
            cost += WRONG_SIDE if wanted.side and side != wanted.side else 0
            found.append((cost, beside(wanted, side, reach)))
    return found


def place(names: Sequence[Wanted], roads: Sequence[Point], waters: Sequence[Box], field: Box) -> list[Box]:
    """The boxes of the names, in the order given; `field` is the part of the picture they must stay in."""
    signs = [around(name.centre, name.radius) for name in names]
    reaches = [around(name.centre, name.size[0] + name.radius * 4 + 20) for name in names]
    near_signs = [
        [sign for sign in touching(signs, reach) if sign != signs[at]] for at, reach in enumerate(reaches)
    ]
    options = [
        _options(name, reach, near, roads, waters, field)
        for name, reach, near in zip(names, reaches, near_signs, strict=True)
    ]
    beside = [
        [other for other, theirs in enumerate(reaches) if other != at and _touch(reach, theirs)]
        for at, reach in enumerate(reaches)
    ]
    clear = _settled(options, [min(given)[1] for given in options], reaches, beside, COLLISION)
    sure: list[Options] = []
    for name, near, given in zip(names, near_signs, options, strict=True):
        middles = [middle_of(sign) for sign in near]
        sure.append([(cost + doubt(name, box, middles), box) for cost, box in given])
    return _settled(sure, clear, reaches, beside, 2 * COLLISION)


def _settled(
    options: Sequence[Options],
    start: Sequence[Box],
    reaches: Sequence[Box],
    beside: Sequence[Sequence[int]],
    price: float,
) -> list[Box]:
    """The cheapest box for each name in turn, from `start` on, until nothing improves.

    `beside` are the names that may come near each; `price` is the cost of touching one.
    """
    chosen = list(start)
    for _ in range(PASSES):
        changed = False
        for at, given in enumerate(options):
            others = touching([chosen[other] for other in beside[at]], reaches[at])
            best = min((cost + price * len(touching(others, mine)), mine) for cost, mine in given)
            changed = changed or best[1] != chosen[at]
            chosen[at] = best[1]
        if not changed:
            break
    return chosen


def _touch(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _options(
    name: Wanted, reach: Box, signs: Sequence[Box], roads: Sequence[Point], waters: Sequence[Box], field: Box
) -> Options:
    left, top, right, bottom = reach
    near_roads = [(x, y) for x, y in roads if left < x < right and top < y < bottom]
    near_waters = touching(waters, reach)
    return [
        (cost + _fixed(box, signs, near_roads, near_waters, field), box) for cost, box in candidates(name)
    ]


def doubt(name: Wanted, box: Box, middles: Sequence[Point]) -> float:
    """Return the cost of a name that is nearer to the middles of other signs than to its own."""
    own = _distance(name.centre, box)
    return AMBIGUOUS * len([True for middle in middles if _distance(middle, box) < own])


def middle_of(box: Box) -> Point:
    """The middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _distance(point: Point, box: Box) -> float:
    """Return the distance of a point from a box."""
    x, y = min(max(point[0], box[0]), box[2]), min(max(point[1], box[1]), box[3])
    return hypot(point[0] - x, point[1] - y)


def touching(boxes: Iterable[Box], box: Box) -> list[Box]:
    """Return those of some boxes that have a part in common with one."""
    left, top, right, bottom = box
    return [one for one in boxes if one[0] < right and left < one[2] and one[1] < bottom and top < one[3]]


def _fixed(
    box: Box, signs: Sequence[Box], roads: Sequence[Point], waters: Sequence[Box], field: Box
) -> float:
    left, top, right, bottom = box
    cost = COLLISION * len(touching(signs, box)) + ON_WATER_NAME * len(touching(waters, box))
    cost += ON_ROAD * len([x for x, y in roads if left < x < right and top < y < bottom])
    inside = overlap(box, field) >= (right - left) * (bottom - top) - 0.01
    return cost if inside else cost + 4 * COLLISION
