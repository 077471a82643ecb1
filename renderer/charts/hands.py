"""A seat's cards or markers as one picture: the face-up ones, and the backs of the others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from PIL import Image, ImageDraw

from adjudicator.display.charts import Card, Hand, Row
from renderer.charts import paper
from renderer.draw import glyphs, sprites, text
from renderer.draw.canvas import Canvas
from renderer.draw.themes import Colour, Family, Style, Theme
from renderer.pieces import tiles

UPRIGHT, SQUARE = (148.0, 208.0), (132.0, 138.0)
GAP, BETWEEN, APART = 12.8, 22.0, 48.0
BACK, FANNED, OVERLAP = 0.62, 16, 0.34
FINER = 3


class Part(Struct, frozen=True):
    """A row and its place, in units from the sheet's corner; a heap may be beside others if there is room."""

    row: Row
    left: float
    top: float
    columns: int


def paint(hand: Hand, width: int, theme: Theme) -> Canvas:
    """The hand on a sheet of the given width and the height that it needs."""
    share = width / paper.WIDTH
    size = SQUARE if hand.square else UPRIGHT
    parts, high = laid(hand.rows, size)
    canvas = paper.blank((width, round(high * share)), theme, share)
    paper.head(canvas, hand.title, hand.subtitle, theme, share)
    for part in parts:
        at = (part.left * share, part.top * share)
        below = paper.heading(canvas, part.row.title, part.row.colour, at, theme, share)
        _cards(canvas, part, size, below, theme, share)
        if part.row.backs:
            _backs(canvas, part, size, below, theme, share)
    return canvas


def laid(rows: Sequence[Row], size: tuple[float, float]) -> tuple[list[Part], float]:
    """Rows beside each other as long as they fit, else below; and how tall the sheet is."""
    parts: list[Part] = []
    left, top, deepest = paper.MARGIN, paper.HEAD, 0.0
    for row in rows:
        wide, columns = _width(row, size), _columns(size)
        if parts and left + wide > paper.WIDTH - paper.MARGIN:
            left, top, deepest = paper.MARGIN, top + deepest + BETWEEN, 0.0
        parts.append(Part(row, left, top, columns))
        left += wide + APART
        deepest = max(deepest, _height(row, size, columns))
    return parts, top + deepest + paper.MARGIN


def _columns(size: tuple[float, float]) -> int:
    return int((paper.WIDTH - 2 * paper.MARGIN + GAP) / (size[0] + GAP))


def _width(row: Row, size: tuple[float, float]) -> float:
    """Return the width of a row, in units: that of its title, its cards or its backs."""
    cards = min(len(row.cards), _columns(size)) * (size[0] + GAP) - GAP
    backs = size[0] * BACK * (1 + OVERLAP * (min(row.backs, FANNED) - 1)) + 90 if row.backs else 0.0
    return max(cards, backs, 46 + text.width(row.title, "bold", 27))


def _height(row: Row, size: tuple[float, float], columns: int) -> float:
    """Return the height of a row, in units: its title, its cards in lines, its backs in one line."""
    lines = -(-len(row.cards) // columns)
    return 46 + lines * (size[1] + GAP) + (size[1] * BACK if row.backs else 0.0)


def _cards(
    canvas: Canvas, part: Part, size: tuple[float, float], y: float, theme: Theme, share: float
) -> None:
    for number, card in enumerate(part.row.cards):
        pixels = (round(size[0] * share), round(size[1] * share))
        made = face(card, pixels, theme.style)
        left = (part.left + number % part.columns * (size[0] + GAP)) * share
        top = y + number // part.columns * (size[1] + GAP) * share
        canvas.paste(sprites.faded(made) if card.dimmed else made, left, top)


def _backs(
    canvas: Canvas, part: Part, size: tuple[float, float], y: float, theme: Theme, share: float
) -> None:
    """Backs one over the other, as many as can be counted, and their number."""
    wide, high = round(size[0] * BACK * share), round(size[1] * BACK * share)
    made = back(part.row.colour, (wide, high), theme.style)
    step = wide * OVERLAP
    shown = min(part.row.backs, FANNED)
    for at in range(shown):
        canvas.paste(made, part.left * share + at * step, y)
    right = part.left * share + (shown - 1) * step + wide + 18 * share
    canvas.write((right, y + high * 0.62), f"× {part.row.backs}", "bold", 34 * share, theme.ink)


@lru_cache(maxsize=256)
def face(card: Card, size: tuple[int, int], style: Style) -> Image.Image:
    """One card face up: its name, its sign, and its figures. Do not change what is returned."""
    colours = style.family(card.colour)
    made = body(size, colours)
    wide, high = size
    if wide > high * 0.85:
        _chit(made, card, style)
    else:
        _upright(made, card, style)
    if card.count > 1:
        tiles.badge(made, card.count, (wide * 0.86, high * 0.14), wide * 0.26)
    return made


def body(size: tuple[int, int], colours: Family) -> Image.Image:
    """An empty card: its ground and its frames."""
    made = Image.new("RGBA", (size[0] * FINER, size[1] * FINER), (0, 0, 0, 0))
    pen = ImageDraw.Draw(made)
    wide, high = made.size
    frames = ((0.0, colours.edge), (0.018, colours.face), (0.042, colours.edge), (0.05, colours.face))
    for inset, colour in frames:
        edge = inset * wide
        pen.rounded_rectangle((edge, edge, wide - 1 - edge, high - 1 - edge), wide * 0.07, (*colour, 255))
    return made.reduce(FINER)


def _upright(made: Image.Image, card: Card, style: Style) -> None:
    """Draw a face with the name in a band above, the sign, and below it figures or a line of text."""
    (wide, high), colours = made.size, style.family(card.colour)
    band = round(high * 0.17)
    inset = round(wide * 0.068)
    made.paste((*colours.back, 255), (inset, inset, wide - inset, inset + band))
    size = text.fitted(card.name, "bold", wide * 0.17, wide * 0.8, wide * 0.08)
    written(made, card.name, (wide / 2, inset + band * 0.5 + size * 0.33), size, colours.emblem)
    side = round(wide * (0.46 if card.figures else 0.58))
    top = inset + band + high * (0.06 if card.figures else 0.09)
    made.paste(
        (*colours.edge, 255), (round((wide - side) / 2), round(top)), glyphs.stamp(card.sign, side, style)
    )
    for at, (sign, number) in enumerate(card.figures):
        middle = wide * (0.28 if at == 0 else 0.72)
        _figure(made, (sign, number), middle, high * 0.79, wide * 0.3, colours.edge, style)
    if not card.figures and card.line:
        size = text.fitted(card.line, "italic", wide * 0.13, wide * 0.8, wide * 0.08)
        written(made, card.line, (wide / 2, high * 0.9), size, colours.edge, "italic")


def _figure(
    made: Image.Image,
    figure: tuple[str, str],
    middle: float,
    y: float,
    size: float,
    ink: Colour,
    style: Style,
) -> None:
    """A number with its sign below it."""
    sign, number = figure
    written(made, number, (middle, y), size, ink)
    side = round(size * 0.52)
    made.paste(
        (*ink, 255), (round(middle - side / 2), round(y + size * 0.12)), glyphs.stamp(sign, side, style)
    )


def _chit(made: Image.Image, card: Card, style: Style) -> None:
    """Draw a face with the sign on its ground, and below it the name, smaller until it fits two lines."""
    (wide, high), colours = made.size, style.family(card.colour)
    inset = round(wide * 0.068)
    bottom = round(high * 0.64)
    made.paste((*colours.back, 255), (inset, inset, wide - inset, bottom))
    side = round(high * 0.44)
    top = round(inset + (bottom - inset - side) / 2)
    made.paste((*colours.emblem, 255), (round((wide - side) / 2), top), glyphs.stamp(card.sign, side, style))
    for sign, number in card.figures:
        _small(made, sign, number, colours.emblem, style)
    size, room = wide * 0.135, wide * 0.86
    lines = text.wrapped(card.name, "bold", size, room)
    while len(lines) > 2 and size > 7:
        size *= 0.92
        lines = text.wrapped(card.name, "bold", size, room)
    size = min(text.fitted(line, "bold", size, room, 6) for line in lines)
    first = bottom + (high - inset - bottom) / 2 + size * 0.34 - (len(lines) - 1) * size * 0.54
    for at, line in enumerate(lines):
        written(made, line, (wide / 2, first + at * size * 1.08), size, colours.edge)


def _small(made: Image.Image, sign: str, number: str, ink: Colour, style: Style) -> None:
    """Draw the value of a chit in its upper left corner."""
    wide = made.width
    side = round(wide * 0.15)
    made.paste((*ink, 255), (round(wide * 0.08), round(wide * 0.09)), glyphs.stamp(sign, side, style))
    written(made, number, (wide * 0.155, wide * 0.40), wide * 0.19, ink)


@lru_cache(maxsize=32)
def back(colour: str, size: tuple[int, int], style: Style) -> Image.Image:
    """The back of a card or marker: its side's emblem in a frame. Do not change what is returned."""
    colours = style.family(colour)
    made = Image.new("RGBA", (size[0] * FINER, size[1] * FINER), (0, 0, 0, 0))
    pen = ImageDraw.Draw(made)
    wide, high = made.size
    light, ground = colours.emblem, colours.back
    frames = ((0.0, light), (0.02, colours.edge), (0.05, ground), (0.1, light), (0.115, ground))
    for inset, ink in frames:
        edge = inset * wide
        pen.rounded_rectangle((edge, edge, wide - 1 - edge, high - 1 - edge), wide * 0.07, (*ink, 255))
    made = made.reduce(FINER)
    side = round(size[0] * 0.5)
    corner = (round((size[0] - side) / 2), round((size[1] - side) / 2))
    made.paste((*colours.emblem, 255), corner, glyphs.stamp(colours.device, side, style))
    return made


def written(
    made: Image.Image, line: str, at: tuple[float, float], size: float, ink: Colour, face: str = "bold"
) -> None:
    """Write a line, its middle and its base at a point."""
    stamp = text.stamp(line, face, size)
    left = at[0] - stamp.advance / 2 + stamp.left
    made.paste((*ink, 255), (round(left), round(at[1]) + stamp.top), stamp.letters)
