"""Pieces and marks on a board of hexes: stacks in their hexes, marks at the hexes' corners, shields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil

from msgspec import Struct
from PIL import Image

from adjudicator.display.scene import Counter, Mark, Scene, Stack
from renderer.boards.hexes.board import TALL, HexBoard, OffMap, Region, outline
from renderer.draw import text
from renderer.draw.brush import Mask, between, length, seen
from renderer.draw.canvas import Canvas
from renderer.draw.chains import softened
from renderer.draw.frame import Frame, Point
from renderer.draw.labels import Box
from renderer.draw.themes import Colour, Theme
from renderer.pieces import tiles
from renderer.pieces.overlay import FOUGHT, HOLDER, laid
from renderer.pieces.things import Laid, LeaderNames, Ring, Sprite, Target, Thing

SPREAD_FROM = 66
"""The least width in pixels of hexes that show every kind of unit by itself; smaller ones show heaps."""
HEAP, TILES, LARGEST = 0.72, 0.88, 0.56
SHIELD = 25.0
FREE = 0.3
"""The distance from the middle of its first hex at which an arrow begins, in widths of a hex."""


class Spread(Struct, frozen=True):
    """The layout of the kinds of a stack in a box: the number of columns of tiles, each of `side` pixels."""

    columns: int
    rows: int
    side: int


def lay(scene: Scene, board: HexBoard, frame: Frame, theme: Theme) -> Iterator[Thing]:
    """Yield rings, stacks, then marks.

    Raises:
        KeyError: a place that the board does not have.
        ValueError: a kind of mark that is not drawn here.
    """
    points = board.places()
    named = {*(stack.place for stack in scene.stacks), *(sign.place for sign in scene.marks)}
    places = {place: frame.pixel(points[place]) for place in sorted(named)}
    areas = {area.id: area for area in board.areas}
    regions = {region.id: region for region in board.regions}
    across = board.across * frame.scale
    for stack in scene.stacks:
        if _shown(places[stack.place], frame, across) and stack.place not in areas and _acting(stack):
            yield Ring(stack.place, places[stack.place], across)
    for stack in scene.stacks:
        if stack.place in areas:
            yield from _off_map(stack, areas[stack.place], frame)
        elif _shown(places[stack.place], frame, across):
            yield from _stack(stack, places[stack.place], across, theme)
    for sign in scene.marks:
        if _shown(places[sign.place], frame, across):
            yield _mark(sign, places[sign.place], regions, across, frame, theme)


def _shown(at: Point, frame: Frame, across: float) -> bool:
    return seen([at], frame, across)


def _acting(stack: Stack) -> bool:
    return any("acting" in counter.flags for counter in stack.counters)


def kinds(counters: Sequence[Counter]) -> list[tuple[Counter, int]]:
    """Equal units together, the kinds in the order of their first units."""
    found: dict[Counter, int] = {}
    for counter in counters:
        kind = tiles.plain(counter)
        found[kind] = found.get(kind, 0) + 1
    return list(found.items())


def spread(count: int, wide: float, high: float, largest: float) -> Spread:
    """The largest tiles with which a number of kinds fill a box."""
    options = [Spread(columns, ceil(count / columns), 0) for columns in range(1, count + 1)]
    sides = [min(wide / one.columns, high / one.rows, largest) for one in options]
    best = max(range(len(options)), key=lambda at: (round(sides[at], 3), -at))
    return Spread(options[best].columns, options[best].rows, max(6, int(sides[best])))


def _stack(stack: Stack, at: Point, across: float, theme: Theme) -> Iterator[Thing]:
    if across < SPREAD_FROM:
        sprite = heap(stack.counters, round(across * HEAP))
        middle = (at[0], at[1] - across * 0.03)
        yield laid(sprite, stack.place, middle, theme, tuple(range(len(stack.counters))))
        return
    leaders = [counter.label for counter in stack.counters if counter.symbol == "leader"]
    ribbon = across * 0.13 if leaders else 0.0
    high = across * TALL * 0.82 - ribbon
    middle = (at[0], at[1] - ribbon / 2)
    yield from _tiles(stack, middle, across * TILES, high, across * LARGEST)
    if leaders:
        yield _ribbon(stack.place, leaders, (at[0], at[1] + across * 0.44), across)


def heap(counters: Sequence[Counter], size: int) -> Sprite:
    """Return a stack as a heap of counters of `size` pixels."""
    below = tuple(one.colour for one in counters[1:3])
    return Sprite("heap", size, (tiles.plain(counters[0]),), len(counters), below=below)


def _tiles(stack: Stack, middle: Point, wide: float, high: float, largest: float) -> Iterator[Laid]:
    found = kinds(stack.counters)
    shape = spread(len(found), wide, high, largest)
    step = shape.side + max(1, shape.side // 24)
    top = middle[1] - shape.rows * step / 2
    for row in range(shape.rows):
        line = found[row * shape.columns : (row + 1) * shape.columns]
        left = middle[0] - len(line) * step / 2
        for at, (counter, count) in enumerate(line):
            x, y = left + at * step, top + row * step
            box = (x, y, x + shape.side, y + shape.side)
            pieces = tuple(n for n, one in enumerate(stack.counters) if tiles.plain(one) == counter)
            yield Laid(Sprite("tile", shape.side, (counter,), count), stack.place, box, pieces)


def _ribbon(place: str, leaders: Sequence[str], at: Point, across: float) -> LeaderNames:
    """The leaders' names on a paper label: all if they fit, or the first and the number of others."""
    room, size = across * 1.12, across * 0.165
    shown = ", ".join(leaders)
    if text.width(shown, "bold", size) > room and len(leaders) > 1:
        shown = f"{leaders[0]} +{len(leaders) - 1}"
    size = text.fitted(shown, "bold", size, room, 6)
    return LeaderNames(place, shown, at, size, text.width(shown, "bold", size) + size * 0.7)


def leader_names_box(names: LeaderNames) -> Box:
    """Return the box of a paper label within its edge."""
    half, (x, y) = names.width / 2, names.middle
    return x - half, y - names.size * 0.62, x + half, y + names.size * 0.62


def leader_names(canvas: Canvas, one: LeaderNames, theme: Theme) -> None:
    """Leaders' names on a paper label."""
    left, top, right, bottom = leader_names_box(one)
    for grow, colour in ((1.5, theme.rule), (0.0, theme.paper)):
        canvas.box((left - grow, top - grow, right + grow, bottom + grow), colour)
    at = (one.middle[0], one.middle[1] + one.size * 0.32)
    canvas.write(at, one.text, "bold", one.size, theme.ink, "m")


def _off_map(stack: Stack, area: OffMap, frame: Frame) -> Iterator[Laid]:
    """The kinds of a stack in a row in its box, under the name."""
    left, top = frame.pixel(area.box[:2])
    right, bottom = frame.pixel(area.box[2:])
    if not seen([(left, top), (right, bottom)], frame, 0):
        return
    name, edge = 24 * frame.scale, 8 * frame.scale
    middle = ((left + right) / 2, (top + name + bottom - edge * 0.6) / 2)
    wide, high = right - left - 2 * edge, bottom - top - name - edge
    yield from _tiles(stack, middle, wide, high, 46 * frame.scale)


def ring(canvas: Canvas, at: Point, across: float, colour: Colour) -> None:
    """A ring around the hex of the army that acts."""
    made = _ring_stamp(round(across))
    canvas.sign(made, at[0] - made.width / 2, at[1] - made.height / 2, colour)


@lru_cache(maxsize=16)
def _ring_stamp(across: int) -> Image.Image:
    side = round(across * TALL * 1.12)
    mask = Mask((side, side), 4)
    mask.area(outline((side / 2, side / 2), across, 1.08))
    mask.area(outline((side / 2, side / 2), across, 0.94), 0)
    return mask.reduced()


def _mark(
    sign: Mark, at: Point, regions: dict[str, Region], across: float, frame: Frame, theme: Theme
) -> Thing:
    """Return a sign laid where its kind stands: shields and targets on the place, others beside it."""
    if sign.kind.startswith(HOLDER):
        value = regions[sign.place].value if sign.place in regions else 0
        word = sign.kind.removeprefix(HOLDER)
        sprite = Sprite("shield", round(SHIELD * frame.zoom), word=word, value=value)
        return laid(sprite, sign.place, at, theme)
    if sign.kind in theme.style.tokens:
        right, down = theme.style.tokens[sign.kind].at
        sprite = Sprite("token", round(max(across * 0.3, 13)), word=sign.kind)
        return laid(sprite, sign.place, (at[0] + right * across, at[1] + down * across), theme)
    if sign.kind in ("battle", FOUGHT):
        sprite = Sprite("burst", round(across * 0.9), word=sign.kind)
        return laid(sprite, sign.place, (at[0], at[1] - across * 0.42), theme)
    if sign.kind == "target":
        return Target(sign.place, at, across * 0.72, across * 0.1)
    raise ValueError(f"no such mark: {sign.kind}")


def path_points(path: Sequence[str], board: HexBoard, frame: Frame) -> list[Point]:
    """The line in pixels through the middles of a path, its corners rounded; it leaves its first hex free."""
    places = board.places()
    line = softened([frame.pixel(places[place]) for place in path])
    return between(line, board.across * frame.scale * FREE, length(line)) if len(path) > 1 else line
