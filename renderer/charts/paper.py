"""Paper for the pictures without a map: its frame, its title, and small ornaments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from renderer.draw import glyphs, palette, text
from renderer.draw.canvas import Canvas
from renderer.draw.frame import Point
from renderer.draw.themes import Colour, Theme
from renderer.pieces import overlay

WIDTH = 1080
MARGIN, HEAD = 40.0, 108.0
BELOW, LINE = 24.0, 27.0
"""Size of the line below a title, and the height of another."""
EMBLEM = 34.0


def blank(size: tuple[int, int], theme: Theme, share: float) -> Canvas:
    """Return empty paper of `size` pixels with a double rule along its edge; `share` is pixels for a unit."""
    return Canvas(*_blank(size, theme, share), theme)


@lru_cache(maxsize=8)
def _blank(size: tuple[int, int], theme: Theme, share: float) -> tuple[Image.Image, Image.Image]:
    """The empty paper in true colour, and in its palette."""
    true = Image.new("RGB", size, theme.paper)
    rules = ((8.0, theme.rule), (10.5, theme.paper), (14.0, theme.paper_edge), (15.5, theme.paper))
    for inset, colour in rules:
        edge = round(inset * share)
        true.paste(colour, (edge, edge, size[0] - edge, size[1] - edge))
    flat = palette.printed(true, palette.chosen(true, theme))
    return flat.convert("RGB"), flat


def below(subtitle: str, across: float) -> list[str]:
    """Return the text below a title, broken into lines if it is wider than the paper, `across` units wide."""
    return text.wrapped(subtitle, "italic", BELOW, across - 2 * MARGIN)


def head(
    canvas: Canvas,
    title: str,
    lines: str | Sequence[str],
    theme: Theme,
    share: float,
    *,
    at_left: bool = False,
) -> float:
    """Write the title and the line or lines below it; return where the rest may begin, in pixels.

    `at_left`: all begin at the left margin, for a table whose left part alone is seen on a narrow screen.
    """
    width = canvas.picture.width
    room = width - 2 * MARGIN * share
    x, anchor = (MARGIN * share, "l") if at_left else (width / 2, "m")
    size = text.fitted(title, "bold", 40 * share, room, 18 * share)
    canvas.write((x, 54 * share), text.shortened(title, "bold", size, room), "bold", size, theme.ink, anchor)
    told = [lines] if isinstance(lines, str) else lines
    for n, line in enumerate(told):
        size = text.fitted(line, "italic", BELOW * share, room, 13 * share)
        canvas.write((x, (84 + n * LINE) * share), line, "italic", size, theme.soft_ink, anchor)
    more = (len(told) - 1) * LINE * share
    y = 98 * share + more
    if at_left:
        canvas.box((x, y, width - x, y + max(1, round(1.4 * share))), theme.rule)
    else:
        rule(canvas, y, theme, share)
    return HEAD * share + more


def rule(canvas: Canvas, y: float, theme: Theme, share: float) -> None:
    """A rule with a diamond in the middle."""
    middle = canvas.picture.width / 2
    wide = min(330 * share, middle - MARGIN * share)
    canvas.box((middle - wide, y, middle + wide, y + max(1, round(1.4 * share))), theme.rule)
    across = round(12 * share)
    canvas.stamp(glyphs.stamp("diamond", across), middle - across / 2, y - across / 2 + share, theme.alarm)


def emblem(canvas: Canvas, middle: Point, colour: str, across: float, theme: Theme) -> None:
    """The emblem of a side on a disc."""
    colours = theme.family(colour)
    overlay.disc(canvas, middle, across / 2, colours.edge)
    overlay.disc(canvas, middle, across / 2 - max(1.0, across * 0.05), colours.back)
    side = round(across * 0.62)
    corner = (middle[0] - side / 2, middle[1] - side / 2)
    canvas.stamp(glyphs.stamp(colours.device, side, theme.style), *corner, colours.emblem)


def heading(
    canvas: Canvas, title: str, colour: str, at: Point, theme: Theme, share: float, room: float = float("inf")
) -> float:
    """The title of a part with its side's emblem, in `room` pixels; return where the part begins."""
    left, y = at
    emblem(canvas, (left + 17 * share, y + 20 * share), colour, EMBLEM * share, theme)
    size = text.fitted(title, "bold", 27 * share, room, 15 * share)
    canvas.write((left + 46 * share, y + 29 * share), title, "bold", size, theme.ink)
    return y + 46 * share


def paragraph(
    canvas: Canvas, at: Point, line: str, face: str, size: float, ink: Colour, room: float, most: int = 99
) -> float:
    """A text broken to fit, its first base line at `at`; return the next base line."""
    y = at[1]
    for part in text.wrapped(line, face, size, room)[:most]:
        canvas.write((at[0], y), part, face, size, ink)
        y += size * 1.24
    return y
