"""The border of a plate, with its degrees."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from renderer.boards.plates import Plate
from renderer.draw.brush import Mask
from renderer.draw.frame import Frame, Point
from renderer.draw.themes import Theme
from renderer.geography.plane import window
from renderer.geography.projection import Conic

BORDER = 13.0


def draw(sheet: Image.Image, board: Plate, frame: Frame, theme: Theme) -> None:
    """The plate's border: a band of paper whose degrees are filled by turns, between two rules."""
    width, height = board.size
    left, top, right, bottom = window(frame, 0)
    if left > BORDER and top > BORDER and right < width - BORDER and bottom < height - BORDER:
        return
    paper, ink = Mask(frame.size), Mask(frame.size)
    for mask, outer, inner in ((paper, -1.0, BORDER), (ink, BORDER - 1.4, BORDER), (ink, -1.0, 1.4)):
        for left, top, right, bottom in (
            (outer, outer, width - outer, inner),
            (outer, height - inner, width - outer, height - outer),
            (outer, outer, inner, height - outer),
            (width - inner, outer, width - outer, height - outer),
        ):
            mask.area(
                [
                    frame.pixel(corner)
                    for corner in ((left, top), (right, top), (right, bottom), (left, bottom))
                ]
            )
    for start, end in _degree_bars(board.conic, board.size):
        ink.line([frame.pixel(start), frame.pixel(end)], (BORDER - 6) * frame.scale)
    paper.ink(sheet, theme.paper)
    ink.ink(sheet, theme.rule)


@lru_cache(maxsize=8)
def _degree_bars(conic: Conic, size: tuple[int, int]) -> list[tuple[Point, Point]]:
    """Every second degree along the border: of longitude above and below, of latitude at the sides."""
    width, height = size
    middle = BORDER / 2
    edges: list[tuple[list[Point], int]] = []
    for y in (middle, height - middle):
        edges.append(([(float(x), y) for x in range(round(middle), width, 2)], 0))
    for x in (middle, width - middle):
        edges.append(([(x, float(y)) for y in range(round(middle), height, 2)], 1))
    bars = []
    for points, which in edges:
        start: Point | None = None
        for point in points:
            filled = int(conic.degrees(*point)[which] // 1) % 2 == 0
            if filled and start is None:
                start = point
            elif not filled and start is not None:
                bars.append((start, point))
                start = None
    return bars
