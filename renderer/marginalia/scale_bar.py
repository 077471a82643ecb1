"""The scale of a whole map: a bar of kilometres, true along the parallels where the projection is."""

from __future__ import annotations

from renderer.draw.canvas import Canvas
from renderer.draw.frame import Point
from renderer.draw.labels import Box
from renderer.draw.themes import Theme
from renderer.geography.projection import Conic

EARTH = 6371.0
"""The radius of the earth in kilometres."""
LENGTHS, LONGEST, PARTS = (1000, 500, 200, 100), 270.0, 5
"""The lengths of the bar in kilometres, and its greatest length in plate units; the longest that fits is
drawn.
"""
TALL, SIZE = 6.0, 17.0


def draw(canvas: Canvas, conic: Conic, theme: Theme, start: Point, scale: float) -> Box:
    """Draw the bar with its length; `start` is its left end, `scale` is pixels for one plate unit."""
    length = next(one for one in LENGTHS if one / EARTH * conic.scale <= LONGEST)
    long, tall, size = length / EARTH * conic.scale * scale, max(2, round(TALL * scale)), SIZE * scale
    left, right, top = start[0], start[0] + long, round(start[1] - tall / 2)
    thin = max(1, round(1.2 * scale))
    canvas.box((left - 2 * thin, top - 2 * thin, right + 2 * thin, top + tall + 2 * thin), theme.halo)
    canvas.box((left - thin, top - thin, right + thin, top + tall + thin), theme.rule)
    for part in range(1, PARTS, 2):
        begin, end = (left + long * (part + more) / PARTS for more in (0, 1))
        canvas.box((begin, top, end, top + tall), theme.paper)
    at = (right + 10 * scale, start[1] + size * 0.3)
    wide = canvas.write(at, f"{length} km", "italic", size, theme.ink, halo=(2.4 * scale, theme.halo))
    return left - 3 * scale, start[1] - size, at[0] + wide, start[1] + size
