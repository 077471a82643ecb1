"""Smooth strokes and fills: drawn on a grey mask at twice the size and reduced, then inked."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from math import atan2, cos, hypot, sin

from PIL import Image, ImageDraw

from renderer.draw.frame import Frame, Point
from renderer.draw.palette import Box, merged
from renderer.draw.themes import Colour

FINER = 2
STEPS, LONG = 12, 120.0
"""The length of the parts in which the boxes of a line are noted: in steps, and for a short line in
pixels.
"""


class Mask:
    """A grey mask over a whole picture, drawn at twice its size.

    Points are pixels of the picture. Nothing shows until `ink` puts a colour through the mask: opaque where
    the value is 255, not at all where it is 0.
    """

    def __init__(self, size: tuple[int, int], finer: int = FINER) -> None:
        self.finer = finer
        self.image = Image.new("L", (size[0] * finer, size[1] * finer), 0)
        self.pen = ImageDraw.Draw(self.image)
        self.drawn: list[Box] = []

    def _large(self, points: Sequence[Point]) -> list[Point]:
        finer = self.finer
        return [(x * finer, y * finer) for x, y in points]

    def line(self, points: Sequence[Point], width: float, value: int = 255) -> None:
        """A line with round joints, `width` pixels wide."""
        thick = max(1, round(width * self.finer))
        half = (thick - 1) / 2
        for run in _within(self._large(points), self.image.size, thick + 4):
            self.pen.line(run, fill=value, width=thick)
            for x, y in run[1:-1] if thick > 3 else ():
                self.pen.ellipse((x - half, y - half, x + half, y + half), fill=value)
            for part in _parts(run):
                self._note(part, half + 2)

    def area(self, points: Sequence[Point], value: int = 255) -> None:
        """A filled polygon."""
        if len(points) > 2:
            large = self._large(points)
            self.pen.polygon(large, fill=value)
            self._note(large, 1)

    def disc(self, centre: Point, radius: float, value: int = 255) -> None:
        """A filled disc."""
        x, y, r = centre[0] * self.finer, centre[1] * self.finer, radius * self.finer
        self.pen.ellipse((x - r, y - r, x + r, y + r), fill=value)
        self._note([(x, y)], r + 1)

    def reduced(self) -> Image.Image:
        """The mask at the picture's own size."""
        return self.image.reduce(self.finer)

    def ink(self, picture: Image.Image, colour: Colour, corner: tuple[int, int] = (0, 0)) -> list[Box]:
        """Put a colour on the picture through the mask, which is then empty again; return what was inked.

        `corner` is the corner of the mask in the picture.
        """
        finer, (x, y) = self.finer, corner
        inked = []
        for left, top, right, low in merged(self.drawn):
            box = (left * finer, top * finer, right * finer, min(low * finer, self.image.height))
            picture.paste(colour, (x + left, y + top), self.image.reduce(finer, box))
            self.image.paste(0, box)
            inked.append((x + left, y + top, x + right, y + low))
        self.drawn.clear()
        return inked

    def _note(self, points: Sequence[Point], reach: float) -> None:
        """Remember a box around some points of the large mask as drawn, in pixels of the picture."""
        finer, (width, height) = self.finer, self.image.size
        left, top, right, bottom = box_of(points)
        box = (
            int(max(left - reach, 0)) // finer,
            int(max(top - reach, 0)) // finer,
            int(min(right + reach, width - finer)) // finer + 1,
            int(min(bottom + reach, height - finer)) // finer + 1,
        )
        if box[0] < box[2] and box[1] < box[3]:
            self.drawn.append(box)


def box_of(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """The box around some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _parts(run: list[Point]) -> Iterator[Sequence[Point]]:
    """A line in parts that have small boxes."""
    if len(run) > STEPS:
        yield from (run[at : at + STEPS + 1] for at in range(0, len(run) - 1, STEPS))
        return
    for (ax, ay), (bx, by) in itertools.pairwise(run):
        count = int(max(abs(bx - ax), abs(by - ay)) / LONG) + 1
        right, down = (bx - ax) / count, (by - ay) / count
        for at in range(count):
            yield (ax + right * at, ay + down * at), (ax + right * (at + 1), ay + down * (at + 1))


def _within(line: list[Point], size: tuple[int, int], reach: float) -> Iterator[list[Point]]:
    """The runs of a line's steps that come near a picture; distant ones cost nothing."""
    right, low = size[0] + reach, size[1] + reach
    start = -1
    for at in range(len(line) - 1):
        (ax, ay), (bx, by) = line[at], line[at + 1]
        if (ax < -reach > bx) or (ay < -reach > by) or (ax > right < bx) or (ay > low < by):
            if start >= 0:
                yield line[start : at + 1]
            start = -1
        elif start < 0:
            start = at
    if start >= 0:
        yield line[start:] if start else line


def seen(points: Sequence[Point], frame: Frame, margin: float = 60) -> bool:
    """Return true if the box around a line's points, in pixels, touches the picture."""
    width, height = frame.width * frame.scale, frame.height * frame.scale
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) < width + margin and max(xs) > -margin and min(ys) < height + margin and max(ys) > -margin


def along(points: Sequence[Point], distance: float) -> tuple[Point, float]:
    """The point `distance` along a line, and the line's direction there in radians."""
    left = distance
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        length = hypot(bx - ax, by - ay)
        if length and left <= length:
            share = left / length
            return (ax + (bx - ax) * share, ay + (by - ay) * share), atan2(by - ay, bx - ax)
        left -= length
    (ax, ay), (bx, by) = points[-2], points[-1]
    return points[-1], atan2(by - ay, bx - ax)


def length(points: Sequence[Point]) -> float:
    """The length of a line."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(points))


def between(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """The part of a line from `start` to `end`, both measured along it."""
    first, _ = along(points, start)
    inner: list[Point] = []
    gone = 0.0
    for a, b in itertools.pairwise(points):
        gone += hypot(b[0] - a[0], b[1] - a[1])
        if start < gone < end:
            inner.append(b)
    last, _ = along(points, end)
    return [first, *inner, last]


def dashes(points: Sequence[Point], dash: float, gap: float) -> list[list[Point]]:
    """A line cut into dashes of equal length, beginning and ending with a whole dash."""
    steps = (hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(points))
    gone = list(itertools.accumulate(steps, initial=0.0))
    count = max(1, round((gone[-1] + gap) / (dash + gap)))
    step = (gone[-1] + gap) / count
    return [_cut(points, gone, step * at, step * at + step - gap) for at in range(count)]


def _cut(points: Sequence[Point], gone: Sequence[float], start: float, end: float) -> list[Point]:
    """As `between`, for a line whose points' distances along it are given."""
    first, last = bisect_right(gone, start), bisect_left(gone, end)
    found = []
    for after, distance in ((first, start), (last, end)):
        at = min(max(after, 1), len(points) - 1)
        (ax, ay), (bx, by) = points[at - 1], points[at]
        whole = gone[at] - gone[at - 1]
        share = min(1.0, (distance - gone[at - 1]) / whole) if whole else 0.0
        found.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    return [found[0], *points[first:last], found[1]]


def curve(points: Sequence[Point], parts: int = 8) -> list[Point]:
    """A smooth line through the points (Catmull-Rom; close to centripetal at the distances of a map)."""
    if len(points) < 3:
        return list(points)
    padded = [points[0], *points, points[-1]]
    smooth: list[Point] = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for at in range(parts):
            t = at / parts
            smooth.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    return [*smooth, points[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


def bowed(start: Point, end: Point, bow: float, parts: int = 24) -> list[Point]:
    """An arc from start to end whose middle is `bow` times its length to the left of the chord."""
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    across = (end[1] - start[1], start[0] - end[0])
    over = (middle[0] + across[0] * bow * 2, middle[1] + across[1] * bow * 2)
    arc: list[Point] = []
    for at in range(parts + 1):
        t = at / parts
        u = 1 - t
        x = u * u * start[0] + 2 * u * t * over[0] + t * t * end[0]
        arc.append((x, u * u * start[1] + 2 * u * t * over[1] + t * t * end[1]))
    return arc


def polar(centre: Point, radius: float, angle: float) -> Point:
    """The point at a distance and an angle (radians, clockwise from the right) from a centre."""
    return centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)
