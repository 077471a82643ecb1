"""Pieces and marks on a board of hexes: stacks in their hexes, marks at the hexes' corners, shields."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from msgspec import Struct
from PIL import Image

from adjudicator.display.scene import Counter, Mark, Scene, Stack
from renderer.boards.hexes.board import TALL, HexBoard, OffMap, Region, outline
from renderer.draw import glyphs, text
from renderer.draw.brush import Mask, between, length, seen
from renderer.draw.canvas import Canvas
from renderer.draw.chains import softened
from renderer.draw.frame import Frame, Point
from renderer.draw.labels import Box
from renderer.draw.themes import Colour, Style, Theme
from renderer.pieces import tiles, tokens
from renderer.pieces.overlay import FOUGHT, HOLDER, star

SPREAD_FROM = 66
"""Hexes at least so many pixels wide show every kind of unit by itself; smaller ones show heaps."""
HEAP, TILES, LARGEST = 0.72, 0.88, 0.56
SHIELD = 25.0
FREE = 0.3
"""An arrow begins so many widths of a hex from the middle of its first one."""


class Spread(Struct, frozen=True):
    """The layout of the kinds of a stack in a box: so many columns of tiles, each of `side` pixels."""

    columns: int
    rows: int
    side: int


def draw(canvas: Canvas, scene: Scene, board: HexBoard, frame: Frame, theme: Theme) -> list[Box]:
    """Rings, stacks, then marks; gives the boxes of all but the rings.

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
            ring(canvas, places[stack.place], across, theme.alarm)
    before = len(canvas.painted)
    for stack in scene.stacks:
        if stack.place in areas:
            _off_map(canvas, stack, areas[stack.place], frame, theme.style)
        elif _shown(places[stack.place], frame, across):
            _stack(canvas, stack, places[stack.place], across, theme)
    for sign in scene.marks:
        if _shown(places[sign.place], frame, across):
            _mark(canvas, sign, places[sign.place], regions, across, frame, theme)
    return [*canvas.painted[before:]]


def _shown(at: Point, frame: Frame, across: float) -> bool:
    return seen([at], frame, across)


def _acting(stack: Stack) -> bool:
    return any("acting" in counter.flags for counter in stack.counters)


def kinds(counters: Sequence[Counter]) -> list[tuple[Counter, int]]:
    """Equal units together, each kind where it first stood."""
    found: dict[Counter, int] = {}
    for counter in counters:
        kind = tiles.plain(counter)
        found[kind] = found.get(kind, 0) + 1
    return list(found.items())


def spread(count: int, wide: float, high: float, largest: float) -> Spread:
    """The largest tiles with which so many kinds fill a box."""
    options = [Spread(columns, ceil(count / columns), 0) for columns in range(1, count + 1)]
    sides = [min(wide / one.columns, high / one.rows, largest) for one in options]
    best = max(range(len(options)), key=lambda at: (round(sides[at], 3), -at))
    return Spread(options[best].columns, options[best].rows, max(6, int(sides[best])))


def _stack(canvas: Canvas, stack: Stack, at: Point, across: float, theme: Theme) -> None:
    if across < SPREAD_FROM:
        made = heap_of(stack.counters, round(across * HEAP), theme.style)
        canvas.paste(made, at[0] - made.width / 2, at[1] - made.height / 2 - across * 0.03)
        return
    leaders = [counter.label for counter in stack.counters if counter.symbol == "leader"]
    ribbon = across * 0.13 if leaders else 0.0
    high = across * TALL * 0.82 - ribbon
    middle = (at[0], at[1] - ribbon / 2)
    _tiles(canvas, stack.counters, middle, across * TILES, high, across * LARGEST, theme.style)
    if leaders:
        _ribbon(canvas, leaders, (at[0], at[1] + across * 0.44), across, theme)


def heap_of(counters: Sequence[Counter], size: int, style: Style) -> Image.Image:
    """A stack as a heap of counters of `size` pixels."""
    top = tiles.plain(counters[0])
    return tiles.heap(top, tuple(one.colour for one in counters[1:3]), len(counters), size, style)


def _tiles(
    canvas: Canvas,
    counters: Sequence[Counter],
    middle: Point,
    wide: float,
    high: float,
    largest: float,
    style: Style,
) -> None:
    found = kinds(counters)
    shape = spread(len(found), wide, high, largest)
    step = shape.side + max(1, shape.side // 24)
    top = middle[1] - shape.rows * step / 2
    for row in range(shape.rows):
        line = found[row * shape.columns : (row + 1) * shape.columns]
        left = middle[0] - len(line) * step / 2
        for at, (counter, count) in enumerate(line):
            canvas.paste(tiles.tile(counter, count, shape.side, style), left + at * step, top + row * step)


def _ribbon(canvas: Canvas, leaders: Sequence[str], at: Point, across: float, theme: Theme) -> None:
    """The leaders' names on a slip of paper: all that fit, or the first and how many more."""
    room, size = across * 1.12, across * 0.165
    shown = ", ".join(leaders)
    if text.width(shown, "bold", size) > room and len(leaders) > 1:
        shown = f"{leaders[0]} +{len(leaders) - 1}"
    size = text.fitted(shown, "bold", size, room, 6)
    wide = text.width(shown, "bold", size) / 2 + size * 0.35
    for grow, colour in ((1.5, theme.rule), (0.0, theme.paper)):
        box = (
            at[0] - wide - grow,
            at[1] - size * 0.62 - grow,
            at[0] + wide + grow,
            at[1] + size * 0.62 + grow,
        )
        canvas.box(box, colour)
    canvas.write((at[0], at[1] + size * 0.32), shown, "bold", size, theme.ink, "m")


def _off_map(canvas: Canvas, stack: Stack, area: OffMap, frame: Frame, style: Style) -> None:
    """The kinds of a stack in a row in its box, under the name."""
    left, top = frame.pixel(area.box[:2])
    right, bottom = frame.pixel(area.box[2:])
    if not seen([(left, top), (right, bottom)], frame, 0):
        return
    name, edge = 24 * frame.scale, 8 * frame.scale
    middle = ((left + right) / 2, (top + name + bottom - edge * 0.6) / 2)
    wide, high = right - left - 2 * edge, bottom - top - name - edge
    _tiles(canvas, stack.counters, middle, wide, high, 46 * frame.scale, style)


def ring(canvas: Canvas, at: Point, across: float, colour: Colour) -> None:
    """A ring around the hex of the army that acts."""
    made = _ring_stamp(round(across))
    canvas.stamp(made, at[0] - made.width / 2, at[1] - made.height / 2, colour)


@lru_cache(maxsize=16)
def _ring_stamp(across: int) -> Image.Image:
    side = round(across * TALL * 1.12)
    mask = Mask((side, side), 4)
    mask.area(outline((side / 2, side / 2), across, 1.08))
    mask.area(outline((side / 2, side / 2), across, 0.94), 0)
    return mask.reduced()


def _mark(
    canvas: Canvas,
    sign: Mark,
    at: Point,
    regions: dict[str, Region],
    across: float,
    frame: Frame,
    theme: Theme,
) -> None:
    if sign.kind.startswith(HOLDER):
        value = regions[sign.place].value if sign.place in regions else 0
        made = shield(sign.kind.removeprefix(HOLDER), value, round(SHIELD * frame.zoom), theme.style)
        canvas.paste(made, at[0] - made.width / 2, at[1] - made.height / 2)
    elif sign.kind in theme.style.tokens:
        right, down = theme.style.tokens[sign.kind].at
        made = tokens.token(sign.kind, round(max(across * 0.3, 13)), theme.style)
        canvas.paste(made, at[0] + right * across - made.width / 2, at[1] + down * across - made.height / 2)
    elif sign.kind in ("battle", FOUGHT):
        burst = _burst(round(across * 0.9), theme.alarm if sign.kind == "battle" else theme.soft_ink)
        canvas.paste(burst, at[0] - burst.width / 2, at[1] - across * 0.42 - burst.height / 2)
    elif sign.kind == "target":
        for grow, colour in ((0.72, theme.alarm), (0.62, theme.paper)):
            discring(canvas, at, across * grow, colour)
    else:
        raise ValueError(f"no such mark: {sign.kind}")


def discring(canvas: Canvas, at: Point, radius: float, colour: Colour) -> None:
    """A thin circle."""
    mask, corner = canvas.strokes([at], radius + 4)
    centre = (at[0] - corner[0], at[1] - corner[1])
    mask.disc(centre, radius)
    mask.disc(centre, radius * 0.9, 0)
    canvas.stamp(mask.reduced(), *corner, colour)


@lru_cache(maxsize=64)
def shield(colour: str, value: int, size: int, style: Style) -> Image.Image:
    """A province's shield in its holder's colours, with the holder's emblem and the levy value."""
    colours = style.family(colour)
    high = round(size * 1.18)
    made = Image.new("RGBA", (size + 2, high + 2), (0, 0, 0, 0))
    for inset, ink in ((0, tiles.PAPER), (1.2, colours.edge), (2.6, colours.back)):
        side = (max(1, round(size - 2 * inset)), max(1, round(high - 2 * inset)))
        stamp = glyphs.stamp("shield", 96).resize(side, Image.Resampling.LANCZOS)
        made.paste((*ink, 255), (round(1 + inset), round(1 + inset)), stamp)
    across = max(1, round(size * 0.44))
    emblem = glyphs.stamp(colours.device, across, style)
    made.paste((*colours.emblem, 255), (round((size + 2 - across) / 2), round(high * 0.13)), emblem)
    if value:
        line = text.stamp(str(value), "bold", size * 0.5)
        left = (size + 2 - line.advance) / 2 + line.left
        made.paste((*colours.emblem, 255), (round(left), round(high * 0.84) + line.top), line.letters)
    return made


@lru_cache(maxsize=16)
def _burst(across: int, colour: Colour) -> Image.Image:
    made = Image.new("RGBA", (across, across), (0, 0, 0, 0))
    middle = (across / 2, across / 2)
    for share, ink in ((0.5, tiles.PAPER), (0.45, colour)):
        mask = Mask(made.size, 4)
        mask.area(star(middle, across * share))
        made.paste((*ink, 255), (0, 0), mask.reduced())
    side = round(across * 0.5)
    corner = (round((across - side) / 2), round((across - side) / 2))
    made.paste((255, 255, 255, 255), corner, glyphs.stamp("swords", side))
    return made


def course(path: Sequence[str], board: HexBoard, frame: Frame) -> list[Point]:
    """The line in pixels through the middles of a path, its corners rounded; it leaves its first hex free."""
    places = board.places()
    line = softened([frame.pixel(places[place]) for place in path])
    return between(line, board.across * frame.scale * FREE, length(line)) if len(path) > 1 else line
