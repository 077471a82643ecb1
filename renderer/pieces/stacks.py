"""The placing of stacks: near their place, off other stacks and signs, off names where it can be.

The pieces of a place become tiles: every face by itself, equal backs as one pile. Tiles fill rows;
each stack may have several shapes, on any side of its place; the cheapest arrangement of all
is looked for in a fixed order, so the same scene gives the same picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from adjudicator.display.scene import Counter, Stack
from renderer.boards.placement import Drawn
from renderer.draw.frame import Frame, Point
from renderer.draw.labels import Box, around, overlap
from renderer.pieces import blocks

DIRECTIONS = ((0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (0, 1))
DISTANCES = (0.0, 0.5, 1.1, 1.9, 2.8)
GAP = 3
VERSUS = 44
PASSES = 4
OVER_STACK, OVER_SIGN, OVER_EDGE = 60.0, 26.0, 60.0
OVER_NAME, OVER_OWN_NAME, OVER_WATER, OVER_LAND = 2.4, 3.0, 0.2, 0.8
AWAY, ORDER, ON_ITS_SIGN, AMBIGUOUS = 1500.0, 12.0, 2600.0, 2400.0
BESIDE = 13.0
SLACK, OTHER_SHAPE = 5000.0, 40.0


class Tile(Struct, frozen=True):
    """A face, or a pile of equal backs; `left` and `top` are pixels from the stack's corner."""

    counter: Counter
    count: int
    left: float
    top: float


Size = tuple[float, float]
Obstacle = tuple[float, float, float, float, float, float]
"""A thing not to cover: its box, the price of each plate unit of it, and a fee for touching it."""
Option = tuple[float, Box, int]
"""A place for a stack: its price, its box, and which of the stack's shapes it is for."""


class Shape(Struct, frozen=True):
    """One arrangement of a stack's tiles; `versus` is the middle of the gap between two sides."""

    tiles: tuple[Tile, ...]
    width: float
    height: float
    versus: Point | None


class Standing(Struct, frozen=True):
    """A stack in its shape at its place, in pixels: `anchor` and `radius` are the place's sign.

    `away` is true if a line must show to which sign the stack belongs.
    """

    place: str
    shape: Shape
    box: Box
    anchor: Point
    radius: float
    away: bool


def piles(pieces: Sequence[Counter]) -> list[tuple[Counter, int]]:
    """Faces one by one, equal ones together if they show their owner; then equal backs together.

    Kinds are in the order of their first pieces. Backs are equal if their colour and flags are.
    """
    faces: list[tuple[Counter, int]] = []
    backs: dict[Counter, int] = {}
    for piece in pieces:
        if piece.symbol:
            alike = [at for at, (face, _) in enumerate(faces) if face == piece]
            if alike and piece.owner:
                faces[alike[0]] = (piece, faces[alike[0]][1] + 1)
            else:
                faces.append((piece, 1))
        else:
            back = shown(piece)
            backs[back] = backs.get(back, 0) + 1
    return [*faces, *backs.items()]


def shown(piece: Counter) -> Counter:
    """Return the visible side of a piece: its face, or the colour, flags and side served of its back."""
    return piece if piece.symbol else Counter(piece.colour, flags=piece.flags, serves=piece.serves)


def pile_size(counter: Counter, count: int, zoom: float) -> Size:
    """Return the width and height of a face or a pile."""
    face, thick = blocks.side(zoom), blocks.depth(zoom)
    return face + thick + round(face * blocks.FAN) * (blocks.fanned(counter, count) - 1), face + thick


def camp(piece: Counter) -> tuple[str, str]:
    """The side a piece fights for: its own family's, or the one that it serves; and its owner."""
    return piece.serves or piece.colour, piece.owner


def sides(stack: Stack) -> list[tuple[Counter, ...]]:
    """The stack in two parts if two sides share it, else whole: for one side, or three or more.

    Pieces that show their owner are divided by owner and colour, into any number of parts.
    """
    camps = [camp(piece) for piece in stack.counters]
    if any(owner for _, owner in camps):
        return [
            tuple(piece for piece, one in zip(stack.counters, camps, strict=True) if one == own)
            for own in dict.fromkeys(camps)
        ]
    if len(set(camps)) == 2:
        at = next(at for at, one in enumerate(camps) if one != camps[0])
        return [stack.counters[:at], stack.counters[at:]]
    return [stack.counters]


def _rows(pieces: Sequence[Counter], across: int, zoom: float) -> tuple[list[Tile], float, float]:
    face, thick = blocks.side(zoom), blocks.depth(zoom)
    tiles: list[Tile] = []
    left = top = widest = 0.0
    in_row = 0
    for counter, count in piles(pieces):
        wide = pile_size(counter, count, zoom)[0]
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
    if any(piece.owner for piece in stack.counters):
        return tuple(_below(parts, across, zoom) for across in _widths(most))
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


def _below(parts: Sequence[tuple[Counter, ...]], across: int, zoom: float) -> Shape:
    """The parts of a stack one below the other."""
    tiles: list[Tile] = []
    widest = height = 0.0
    for part in parts:
        made, wide, high = _rows(part, across, zoom)
        tiles += [Tile(tile.counter, tile.count, tile.left, tile.top + height) for tile in made]
        widest, height = max(widest, wide), height + high
    return Shape(tuple(tiles), widest, height, None)


def _facing_widths(most: int) -> list[int]:
    return [1] if most == 1 else [2, 1, 3] if most <= 4 else [3, 2, 4]


def _widths(most: int) -> list[int]:
    if most <= 3:
        return [most, 1] if most == 2 else [most, 2] if most == 3 else [1]
    return [3, 2, 4] if most <= 6 else [4, 3, 6]


def _candidates(anchor: Point, size: Size, radius: float, zoom: float) -> list[tuple[float, Box]]:
    width, height = size
    left, top = anchor[0] - width / 2, anchor[1] - height / 2
    found = [(ON_ITS_SIGN, (left, top, left + width, top + height))]
    for far, distance in enumerate(DISTANCES):
        for order, (right, down) in enumerate(DIRECTIONS):
            reach = radius + GAP * zoom + distance * blocks.side(zoom)
            x = anchor[0] + right * (reach if down == 0 else reach * 0.6)
            y = anchor[1] + down * (reach if right == 0 else reach * 0.75)
            left = x - (width / 2 if right == 0 else 0 if right > 0 else width)
            top = y - (height / 2 if down == 0 else 0 if down > 0 else height)
            found.append((order * ORDER + far * AWAY, (left, top, left + width, top + height)))
    return found


def _afloat(anchor: Point, size: Size, zoom: float) -> list[tuple[float, Box]]:
    """A stack at sea on its place, or a little beside."""
    found = []
    width, height = size
    step = blocks.side(zoom) * 0.6
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
        left = anchor[0] + right * step - width / 2
        top = anchor[1] + down * step - height / 2
        found.append(((abs(right) + abs(down)) * 150.0, (left, top, left + width, top + height)))
    return found


def _printed(place: str, anchor: Point, drawn: Drawn, reach: float, zoom: float) -> tuple[Obstacle, ...]:
    """The printed things within a stack's reach.

    The surroundings of other signs cost a fee: a stack there seems to belong to them.
    """
    near = around(anchor, reach)
    found: list[Obstacle] = []

    def meet(box: Box, price: float, fee: float = 0.0) -> None:
        if _meets(box, near):
            found.append((*box, price, fee))

    grow = BESIDE * zoom
    for other, box in drawn.sites.items():
        if other != place:
            meet(box, OVER_SIGN)
            meet((box[0] - grow, box[1] - grow, box[2] + grow, box[3] + grow), 0.0, AMBIGUOUS)
    for other, box in drawn.names.items():
        meet(box, OVER_OWN_NAME if other == place else OVER_NAME)
    for letters in drawn.waters.values():
        for box in letters:
            meet(box, OVER_WATER)
    for letters in drawn.lands.values():
        for box in letters:
            meet(box, OVER_LAND)
    return tuple(found)


def _meets(box: Box, near: Box) -> bool:
    return box[0] < near[2] and box[2] > near[0] and box[1] < near[3] and box[3] > near[1]


def _cost(box: Box, obstacles: Sequence[Obstacle], zoom: float) -> float:
    """Return the price of a box for all that it covers."""
    left, top, right, bottom = box
    covered = fees = 0.0
    for x, y, far, low, price, fee in obstacles:
        if x < right and far > left and y < bottom and low > top:
            covered += (min(right, far) - max(left, x)) * (min(bottom, low) - max(top, y)) * price
            fees += fee
    return covered / zoom**2 + fees


def _strikes(anchor: Point, box: Box, name: Box) -> bool:
    """Return true if the line from a place to the stack's nearest corner would strike through the name."""
    x, y = min(max(anchor[0], box[0]), box[2]), min(max(anchor[1], box[1]), box[3])
    return any(
        name[0] < anchor[0] + (x - anchor[0]) * share < name[2]
        and name[1] < anchor[1] + (y - anchor[1]) * share < name[3]
        for share in (0.3, 0.5, 0.7)
    )


def _options(
    stack: Stack, anchor: Point, drawn: Drawn, taken: Sequence[Box], frame: Frame
) -> tuple[Option, ...]:
    """All arrangements worth trying, the cheapest first."""
    sizes = tuple((shape.width, shape.height) for shape in shapes(stack, frame.zoom))
    near = around(anchor, _reach(sizes, frame.zoom))
    met = tuple(box for box in taken if _meets(box, near))
    return _arranged(stack.place, sizes, anchor, drawn, met, frame.size, frame.zoom)


def _reach(sizes: Sequence[Size], zoom: float) -> float:
    return max(width + height for width, height in sizes) + 4 * blocks.side(zoom)


@lru_cache(maxsize=2048)
def _arranged(
    place: str,
    sizes: tuple[Size, ...],
    anchor: Point,
    drawn: Drawn,
    taken: tuple[Box, ...],
    size: tuple[int, int],
    zoom: float,
) -> tuple[Option, ...]:
    """The options of a stack of these sizes: those far dearer than the best are left out.

    So most stacks stay unchanged from picture to picture, and have the same size for all viewers.
    """
    covered = [(*box, OVER_EDGE, 0.0) for box in taken]
    found: list[Option] = []
    best = float("inf")
    for base, on_board, box, rank in _on_board(place, sizes, anchor, drawn, size, zoom):
        if base > best + SLACK:
            break
        cost = base + on_board + _cost(box, covered, zoom)
        best = min(best, cost)
        found.append((cost, box, rank))
    return tuple(sorted(found, key=lambda option: option[0]))


@lru_cache(maxsize=2048)
def _on_board(
    place: str, sizes: tuple[Size, ...], anchor: Point, drawn: Drawn, size: tuple[int, int], zoom: float
) -> tuple[tuple[float, float, Box, int], ...]:
    """All options of a stack with their price on the empty board, apart from what covers parts of it.

    Each has its basic price, by which they are sorted, what it costs more there, its box and its shape.
    """
    sign, name = drawn.sites.get(place), drawn.names.get(place)
    radius = (sign[2] - sign[0]) / 2 if sign is not None else None
    obstacles = _printed(place, anchor, drawn, _reach(sizes, zoom), zoom)
    field = (0.0, 0.0, float(size[0]), float(size[1]))

    def more(box: Box) -> float:
        beyond = ((box[2] - box[0]) * (box[3] - box[1]) - overlap(box, field)) * OVER_EDGE / zoom**2
        struck = AMBIGUOUS if name and _strikes(anchor, box, name) else 0.0
        return beyond + struck + _cost(box, obstacles, zoom)

    return tuple((base, more(box), box, rank) for base, box, rank in _places(sizes, anchor, radius, zoom))


def _places(sizes: Sequence[Size], anchor: Point, radius: float | None, zoom: float) -> list[Option]:
    found: list[Option] = []
    for rank, size in enumerate(sizes):
        places = _afloat(anchor, size, zoom) if radius is None else _candidates(anchor, size, radius, zoom)
        found += [(cost + rank * OTHER_SHAPE, box, rank) for cost, box in places]
    return sorted(found, key=lambda option: option[0])


def stand(
    stacks: Sequence[Stack], anchors: dict[str, Point], drawn: Drawn, taken: Sequence[Box], frame: Frame
) -> list[Standing]:
    """Find room for all stacks, the largest first; `taken` are boxes that marginalia covers.

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
    _, box, rank = option
    shape = shapes(stack, zoom)[rank]
    sign = drawn.sites.get(stack.place, around(anchor, 4))
    radius = (sign[2] - sign[0]) / 2
    away = overlap(box, around(anchor, radius + 14 * zoom)) == 0
    return Standing(stack.place, shape, box, anchor, radius, away)
