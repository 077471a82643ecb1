"""Where stacks stand: near their place, off other stacks and signs, off names where it can be.

The pieces of a place become tiles: every face by itself, equal backs as one pile. Tiles fill rows;
each stack may take several shapes and stand on any side of its place; the cheapest arrangement of all
is looked for in a fixed order, so the same scene gives the same picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from adjudicator.maps.scene import Counter, Stack
from renderer import counters
from renderer.features import Drawn
from renderer.frame import Frame, Point
from renderer.labels import Box, around, overlap

DIRECTIONS = ((0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (0, 1))
DISTANCES = (0.0, 0.5, 1.1, 1.9, 2.8)
GAP = 3
VERSUS = 44
PASSES = 4
OVER_STACK, OVER_SIGN, OVER_NAME, OVER_OWN_NAME, OVER_WATER, OVER_EDGE = 60.0, 26.0, 2.4, 3.0, 0.2, 60.0
AWAY, ORDER, ON_ITS_SIGN, AMBIGUOUS = 1500.0, 12.0, 2600.0, 2400.0
BESIDE = 13.0
SLACK, OTHER_SHAPE = 5000.0, 40.0


class Tile(Struct, frozen=True):
    """A face, or a pile of equal backs; `left` and `top` are pixels from the stack's corner."""

    counter: Counter
    count: int
    left: float
    top: float


class Shape(Struct, frozen=True):
    """One arrangement of a stack's tiles; `versus` is the middle of the gap between two sides."""

    tiles: tuple[Tile, ...]
    width: float
    height: float
    versus: Point | None


class Standing(Struct, frozen=True):
    """A stack in its shape at its place, in pixels: `anchor` and `radius` are the place's sign.

    `away` is true where a line must say to which sign the stack belongs.
    """

    place: str
    shape: Shape
    box: Box
    anchor: Point
    radius: float
    away: bool


def piles(pieces: Sequence[Counter]) -> list[tuple[Counter, int]]:
    """Faces one by one, then equal backs together, each kind where it first stood.

    Of a back nothing counts but its colour and its flags.
    """
    faces = [(piece, 1) for piece in pieces if piece.symbol]
    backs: dict[Counter, int] = {}
    for piece in pieces:
        if not piece.symbol:
            back = Counter(piece.colour, flags=piece.flags)
            backs[back] = backs.get(back, 0) + 1
    return faces + list(backs.items())


def camp(piece: Counter) -> str:
    """The side a piece fights for: its own family's, or the one it is flagged to serve."""
    served = [flag.removeprefix(counters.SERVES) for flag in piece.flags if flag.startswith(counters.SERVES)]
    return served[0] if served else piece.colour


def sides(stack: Stack) -> list[tuple[Counter, ...]]:
    """The stack cut in two where pieces of two sides stand in it, else whole."""
    camps = [camp(piece) for piece in stack.counters]
    for at, one in enumerate(camps):
        if one != camps[0]:
            return [stack.counters[:at], stack.counters[at:]]
    return [stack.counters]


def _rows(pieces: Sequence[Counter], across: int, zoom: float) -> tuple[list[Tile], float, float]:
    face, thick = counters.side(zoom), counters.depth(zoom)
    tiles: list[Tile] = []
    left = top = widest = 0.0
    in_row = 0
    for counter, count in piles(pieces):
        wide = face + thick + round(face * counters.FAN) * (min(count, counters.MOST_FANNED) - 1)
        if in_row >= across:
            left, top, in_row = 0.0, top + face + thick - 1, 0
        tiles.append(Tile(counter, count, left, top))
        left += wide - 1
        widest = max(widest, left)
        in_row += 1
    return tiles, widest, top + face + thick


@lru_cache(maxsize=1024)
def shapes(stack: Stack, zoom: float) -> tuple[Shape, ...]:
    """The arrangements a stack may take, the most usual first."""
    found: list[Shape] = []
    parts = sides(stack)
    most = max(len(piles(part)) for part in parts)
    for across in _widths(most) if len(parts) == 1 else _facing_widths(most):
        tiles: list[Tile] = []
        left = height = 0.0
        versus = None
        for number, part in enumerate(parts):
            if number:
                versus = (left + VERSUS * zoom / 2, 0.0)
                left += VERSUS * zoom
            made, wide, high = _rows(part, across, zoom)
            tiles += [Tile(tile.counter, tile.count, tile.left + left, tile.top) for tile in made]
            left, height = left + wide, max(height, high)
        middle = (versus[0], height / 2) if versus else None
        found.append(Shape(tuple(tiles), left, height, middle))
    return tuple(found)


def _facing_widths(most: int) -> list[int]:
    return [1] if most == 1 else [2, 1, 3] if most <= 4 else [3, 2, 4]


def _widths(most: int) -> list[int]:
    if most <= 3:
        return [most, 1] if most == 2 else [most, 2] if most == 3 else [1]
    return [3, 2, 4] if most <= 6 else [4, 3, 6]


def _candidates(anchor: Point, shape: Shape, radius: float, zoom: float) -> list[tuple[float, Box]]:
    left, top = anchor[0] - shape.width / 2, anchor[1] - shape.height / 2
    found = [(ON_ITS_SIGN, (left, top, left + shape.width, top + shape.height))]
    for far, distance in enumerate(DISTANCES):
        for order, (right, down) in enumerate(DIRECTIONS):
            reach = radius + GAP * zoom + distance * counters.side(zoom)
            x = anchor[0] + right * (reach if down == 0 else reach * 0.6)
            y = anchor[1] + down * (reach if right == 0 else reach * 0.75)
            left = x - (shape.width / 2 if right == 0 else 0 if right > 0 else shape.width)
            top = y - (shape.height / 2 if down == 0 else 0 if down > 0 else shape.height)
            found.append((order * ORDER + far * AWAY, (left, top, left + shape.width, top + shape.height)))
    return found


def _afloat(anchor: Point, shape: Shape, zoom: float) -> list[tuple[float, Box]]:
    """A stack at sea stands on its place, or a little beside."""
    found = []
    step = counters.side(zoom) * 0.6
    for right, down in (
        (0, 0),
        (0, -1),
        (1, 0),
        (-1, 0),
        (0, 1),
        (1, -1),
        (-1, -1),
        (1, 1),
        (-1, 1),
        (0, -2),
        (2, 0),
        (-2, 0),
        (0, 2),
    ):
        left = anchor[0] + right * step - shape.width / 2
        top = anchor[1] + down * step - shape.height / 2
        found.append(((abs(right) + abs(down)) * 150.0, (left, top, left + shape.width, top + shape.height)))
    return found


class Obstacle(Struct, frozen=True):
    """What a stack should not cover: the price of each plate unit of it, and a fee for touching it at all."""

    box: Box
    price: float
    fee: float = 0.0


def _obstacles(
    stack: Stack, anchor: Point, drawn: Drawn, taken: Sequence[Box], reach: float, zoom: float
) -> list[Obstacle]:
    """All obstacles within a stack's reach.

    The surroundings of other signs cost a fee: a stack that stands there seems to belong to them.
    """
    found = [Obstacle(box, OVER_EDGE) for box in taken]
    for place, box in drawn.sites.items():
        if place != stack.place:
            grow = BESIDE * zoom
            beside = (box[0] - grow, box[1] - grow, box[2] + grow, box[3] + grow)
            found += [Obstacle(box, OVER_SIGN), Obstacle(beside, 0.0, AMBIGUOUS)]
    for place, box in drawn.names.items():
        found.append(Obstacle(box, OVER_OWN_NAME if place == stack.place else OVER_NAME))
    for letters in drawn.waters.values():
        found += [Obstacle(box, OVER_WATER) for box in letters]
    near = around(anchor, reach)
    return [obstacle for obstacle in found if overlap(obstacle.box, near)]


def _cost(box: Box, obstacles: Sequence[Obstacle], field: Box, zoom: float) -> float:
    left, top, right, bottom = box
    covered = ((right - left) * (bottom - top) - overlap(box, field)) * OVER_EDGE
    fees = 0.0
    for obstacle in obstacles:
        x, y, far, low = obstacle.box
        if x < right and far > left and y < bottom and low > top:
            covered += (min(right, far) - max(left, x)) * (min(bottom, low) - max(top, y)) * obstacle.price
            fees += obstacle.fee
    return covered / zoom**2 + fees


def _strikes(anchor: Point, box: Box, name: Box) -> bool:
    """Whether the line from a place to the stack's nearest corner would strike through the name."""
    x, y = min(max(anchor[0], box[0]), box[2]), min(max(anchor[1], box[1]), box[3])
    return any(
        name[0] < anchor[0] + (x - anchor[0]) * share < name[2]
        and name[1] < anchor[1] + (y - anchor[1]) * share < name[3]
        for share in (0.3, 0.5, 0.7)
    )


Option = tuple[float, Box, Shape]


def _options(stack: Stack, anchor: Point, drawn: Drawn, taken: Sequence[Box], frame: Frame) -> list[Option]:
    """All arrangements worth a look, the cheapest first: those far dearer than the best are left out."""
    field = (0.0, 0.0, float(frame.size[0]), float(frame.size[1]))
    made = shapes(stack, frame.zoom)
    reach = max(shape.width + shape.height for shape in made) + 4 * counters.side(frame.zoom)
    obstacles = _obstacles(stack, anchor, drawn, taken, reach, frame.zoom)
    name = drawn.names.get(stack.place)
    found: list[Option] = []
    best = float("inf")
    for base, box, shape in _places(stack.place, made, anchor, drawn, frame.zoom):
        if base > best + SLACK:
            break
        struck = AMBIGUOUS if name and _strikes(anchor, box, name) else 0.0
        cost = base + struck + _cost(box, obstacles, field, frame.zoom)
        best = min(best, cost)
        found.append((cost, box, shape))
    return sorted(found, key=lambda option: option[0])


def _places(
    place: str, made: Sequence[Shape], anchor: Point, drawn: Drawn, zoom: float
) -> list[tuple[float, Box, Shape]]:
    sign = drawn.sites.get(place)
    found: list[Option] = []
    for rank, shape in enumerate(made):
        if sign is None:
            places = _afloat(anchor, shape, zoom)
        else:
            places = _candidates(anchor, shape, (sign[2] - sign[0]) / 2, zoom)
        found += [(cost + rank * OTHER_SHAPE, box, shape) for cost, box in places]
    return sorted(found, key=lambda option: option[0])


def stand(
    stacks: Sequence[Stack], anchors: dict[str, Point], drawn: Drawn, taken: Sequence[Box], frame: Frame
) -> list[Standing]:
    """Find room for all stacks, the largest first; `taken` are boxes that furniture covers.

    Raises:
        KeyError: a stack in a place that the board does not have.
    """
    order = sorted(range(len(stacks)), key=lambda at: (-len(stacks[at].counters), stacks[at].place))
    options = [_options(stack, anchors[stack.place], drawn, taken, frame) for stack in stacks]
    chosen: dict[int, Option] = {}
    for _ in range(PASSES):
        before = dict(chosen)
        for at in order:
            others = [option[1] for other, option in chosen.items() if other != at]
            chosen[at] = _cheapest(options[at], others, OVER_STACK / frame.zoom**2)
        if chosen == before:
            break
    return [
        _standing(stack, chosen[at], anchors[stack.place], drawn, frame.zoom)
        for at, stack in enumerate(stacks)
    ]


def _cheapest(options: Sequence[Option], others: Sequence[Box], price: float) -> Option:
    best, least = options[0], float("inf")
    for option in options:
        if option[0] >= least:
            break
        cost = option[0] + sum(overlap(option[1], other) for other in others) * price
        if cost < least:
            best, least = option, cost
    return best


def _standing(stack: Stack, option: Option, anchor: Point, drawn: Drawn, zoom: float) -> Standing:
    _, box, shape = option
    sign = drawn.sites.get(stack.place, around(anchor, 4))
    radius = (sign[2] - sign[0]) / 2
    away = overlap(box, around(anchor, radius + 14 * zoom)) == 0
    return Standing(stack.place, shape, box, anchor, radius, away)
