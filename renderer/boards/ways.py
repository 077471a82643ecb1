"""Roads and straits as lines in a frame."""

from __future__ import annotations

from functools import lru_cache
from math import pi

from renderer.boards.plates import Way
from renderer.draw.brush import Mask, along, between, bowed, curve, length, polar, seen
from renderer.draw.frame import Frame, Point


def road(way: Way, frame: Frame) -> list[Point]:
    """Return a road as a smooth line, in pixels."""
    return [frame.pixel(point) for point in _smooth(way.line)]


@lru_cache(maxsize=512)
def _smooth(line: tuple[Point, ...]) -> list[Point]:
    return curve(line, 6)


def strait(mask: Mask, casing: Mask, way: Way, frame: Frame) -> None:
    """Draw a double arrow across the water into both masks."""
    start, end = frame.pixel(way.line[0]), frame.pixel(way.line[-1])
    points = bowed(start, end, 0.06)
    if not seen(points, frame):
        return
    whole = length(points)
    clear = min(13 * frame.zoom, whole * 0.2)
    head = min(13 * frame.zoom, whole * 0.24)
    inner = between(points, clear + head * 0.7, whole - clear - head * 0.7)
    casing.line(inner, 7.5 * frame.zoom, 217)
    mask.line(inner, 4 * frame.zoom)
    for distance, turn in ((clear, 0.0), (whole - clear, pi)):
        tip, angle = along(points, distance)
        mask.area([tip, *(polar(tip, head, angle + turn + splay) for splay in (0.5, -0.5))])
