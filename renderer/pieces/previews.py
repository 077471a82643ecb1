"""A preview of an order: the way as an arrow, its cost at the end, and the other places in reach lit up."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, pi

from PIL import Image

from adjudicator.display.preview import Preview, Spot
from renderer.boards.hexes.board import HexBoard, outline
from renderer.boards.plates import Plate
from renderer.draw import text
from renderer.draw.brush import Mask, polar, seen
from renderer.draw.canvas import Canvas
from renderer.draw.frame import Frame, Point
from renderer.draw.themes import Colour, Theme

GLOW, PALE = 58, 24
RING, BEYOND = 17.5, 42.0
NEAR = 9
"""The number of nearest places that a crop shows with the start while no way is chosen."""


def places(shown: Preview, board: Plate) -> list[str]:
    """Return the places that a crop of the preview must show."""
    known = board.places()
    if len(shown.arrow.path) > 1:
        return list(shown.arrow.path)
    return [shown.arrow.path[0], *[spot.place for spot in shown.spots if spot.place in known][:NEAR]]


def light(canvas: Canvas, shown: Preview, board: Plate, frame: Frame, theme: Theme) -> None:
    """Light up the places in reach: hexes whole, other places by a ring; paler where dice decide.

    Raises:
        KeyError: a place that the board does not have.
    """
    at = board.places()
    hexes = {cell.id for cell in board.cells} if isinstance(board, HexBoard) else set()
    for spot in shown.spots:
        middle = frame.pixel(at[spot.place])
        if not seen([middle], frame, 60):
            continue
        if isinstance(board, HexBoard) and spot.place in hexes:
            made = _hex(round(board.across * frame.scale), spot.sure)
        else:
            made = _ring(round(RING * frame.zoom), spot.sure)
        canvas.sign(made, middle[0] - made.width / 2, middle[1] - made.height / 2, theme.gold)


@lru_cache(maxsize=8)
def _hex(across: int, sure: bool) -> Image.Image:
    """A hex filled with light, with a brighter edge."""
    side = round(across * 1.2)
    middle = (side / 2, side / 2)
    mask = Mask((side, side), 3)
    mask.area(outline(middle, across, 0.97), 200 if sure else 110)
    mask.area(outline(middle, across, 0.92), GLOW if sure else PALE)
    return mask.reduced()


@lru_cache(maxsize=8)
def _ring(radius: int, sure: bool) -> Image.Image:
    side = 2 * radius + 4
    mask = Mask((side, side), 3)
    mask.disc((side / 2, side / 2), radius, 235 if sure else 140)
    mask.disc((side / 2, side / 2), radius * 0.84, GLOW if sure else PALE)
    return mask.reduced()


def costs(canvas: Canvas, shown: Preview, board: Plate, frame: Frame, theme: Theme, taken: set[str]) -> None:
    """The cost at the end of the way on a plaque, small at all other places; `taken` have pieces on them."""
    at = board.places()
    for spot in shown.spots:
        middle = frame.pixel(at[spot.place])
        if spot.place != shown.end and spot.place not in taken and seen([middle], frame, 0):
            _small(canvas, spot, _corner(board, middle, frame), frame, theme)
    for spot in shown.spots:
        if spot.place == shown.end and len(shown.arrow.path) > 1:
            end, before = frame.pixel(at[spot.place]), frame.pixel(at[shown.arrow.path[-2]])
            way = atan2(end[1] - before[1], end[0] - before[0]) + (pi / 2 if spot.place in taken else 0)
            _plaque(canvas, spot.cost, polar(end, BEYOND * frame.zoom, way), frame, theme)


def _corner(board: Plate, middle: Point, frame: Frame) -> Point:
    if isinstance(board, HexBoard):
        return middle[0], middle[1] + board.across * frame.scale * 0.2
    return middle[0], middle[1] - RING * frame.zoom * 1.25


def _small(canvas: Canvas, spot: Spot, at: Point, frame: Frame, theme: Theme) -> None:
    size = 16 * frame.zoom
    ink = theme.ink if spot.sure else theme.soft_ink
    face = "bold" if spot.sure else "italic"
    canvas.write((at[0], at[1] + size * 0.3), spot.cost, face, size, ink, "m", (2.2 * frame.zoom, theme.halo))


def _plaque(canvas: Canvas, cost: str, middle: Point, frame: Frame, theme: Theme) -> None:
    """The cost in large figures, beyond the end of the way, or beside it if there are pieces."""
    size = 28 * frame.zoom
    wide = text.width(cost, "bold", size) / 2 + 9 * frame.zoom
    shades: tuple[tuple[float, Colour], ...] = ((3.0, theme.paper), (1.6, theme.alarm), (0.0, theme.paper))
    for grow, colour in shades:
        edge = grow * frame.zoom
        high = size * 0.56 + edge
        across = wide + edge
        canvas.box((middle[0] - across, middle[1] - high, middle[0] + across, middle[1] + high), colour)
    canvas.write((middle[0], middle[1] + size * 0.34), cost, "bold", size, theme.ink, "m")
