"""The geography laid on a plate once: shores, lakes and rivers in plate units, the relief as grids.

The parts in a frame are cut out of this, so that the cost of a window depends on its content.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, floor

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFilter

from renderer.draw.frame import Frame, Point
from renderer.geography import atlas
from renderer.geography.projection import Conic

Box = tuple[float, float, float, float]
CELLS = 64
RUN = 48
"""The number of steps in each run of a line, which has a box of its own."""
PART = 400.0
MARGIN = 200
"""The distance in plate units by which the grids extend beyond the plate's edges."""
STEP = 2
"""Plate units for one pixel of a grid: finer than the relief, and than water darkens away from the shore."""
FAR = 52.0
"""The blur of the shore in plate units, which gives the distance from it."""


class Ring(Struct, frozen=True):
    """A closed line in plate units, its box, and whether it is the shore of an inland sea."""

    points: tuple[Point, ...]
    box: Box
    wet: bool


class River(Struct, frozen=True):
    """A river in plate units, its box and its rank (see `atlas.River`)."""

    points: tuple[Point, ...]
    box: Box
    rank: int


class Grids(Struct, frozen=True):
    """Grey grids over a plate and some way beyond it: do not change them.

    `height` and `shade` are the relief; `far` is the land blurred by `FAR`; `near` the land blurred by each
    of the given distances.
    """

    height: Image.Image
    shade: Image.Image
    far: Image.Image
    near: tuple[Image.Image, ...]


def box_of(points: Sequence[Point]) -> Box:
    """The box around some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def window(frame: Frame, margin: float) -> Box:
    """Return the window of a frame in plate units, with `margin` pixels around it."""
    more = margin / frame.scale
    return frame.x - more, frame.y - more, frame.x + frame.width + more, frame.y + frame.height + more


def touch(one: Box, other: Box) -> bool:
    """Return true if two boxes have a point in common."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _plated(line: atlas.Line, conic: Conic) -> tuple[Point, ...]:
    return tuple(conic.plate(lon, lat) for lon, lat in line)


@lru_cache(maxsize=8)
def coast(conic: Conic) -> tuple[Ring, ...]:
    """The rings of the coast."""
    laid = [(line, _plated(line, conic)) for line in atlas.geography().coast]
    return tuple(Ring(points, box_of(points), _is_water(line)) for line, points in laid)


@lru_cache(maxsize=8)
def lakes(conic: Conic) -> tuple[Ring, ...]:
    """The shores of lakes."""
    laid = [_plated(line, conic) for line in atlas.geography().lakes]
    return tuple(Ring(points, box_of(points), True) for points in laid)


@lru_cache(maxsize=8)
def rivers(conic: Conic) -> tuple[River, ...]:
    """The rivers."""
    laid = [(river.rank, _plated(river.line, conic)) for river in atlas.geography().rivers]
    return tuple(River(points, box_of(points), rank) for rank, points in laid if len(points) > 1)


@lru_cache(maxsize=8)
def shores(conic: Conic) -> tuple[tuple[Box, tuple[Point, ...]], ...]:
    """The coast as runs of a few steps, each with its box."""
    return tuple((box_of(run), run) for ring in coast(conic) for run in _runs(ring.points))


def _runs(points: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
    for at in range(0, max(1, len(points) - 1), RUN):
        yield points[at : at + RUN + 1]


def _is_water(ring: atlas.Line) -> bool:
    """Return true if a ring is the shore of an inland sea: it runs in the opposite direction, and comes
    after its land.
    """
    around = itertools.pairwise((*ring, ring[0]))
    return sum(one[0] * other[1] - other[0] * one[1] for one, other in around) > 0


@lru_cache(maxsize=256)
def _coast_in(conic: Conic, within: Box) -> tuple[Ring, ...]:
    found = []
    for ring in coast(conic):
        if touch(ring.box, within) and len(points := tuple(clipped(ring, within))) > 2:
            found.append(Ring(points, box_of(points), ring.wet))
    return tuple(found)


def coast_in(conic: Conic, within: Box) -> Iterator[Ring]:
    """Yield the rings of the coast in a box and around it, closed along its edges, land before inland seas.

    They are cut twice if that pays: large parts of the coast are cached for many boxes.
    """
    left, top, right, bottom = within
    wide = (
        floor(left / PART) * PART,
        floor(top / PART) * PART,
        ceil(right / PART) * PART,
        ceil(bottom / PART) * PART,
    )
    if (right - left) * (bottom - top) * 2 > (wide[2] - wide[0]) * (wide[3] - wide[1]):
        yield from _coast_in(conic, wide)
        return
    for ring in _coast_in(conic, wide):
        if touch(ring.box, within) and len(points := tuple(clipped(ring, within))) > 2:
            yield Ring(points, ring.box, ring.wet)


def clipped(ring: Ring, within: Box) -> Sequence[Point]:
    """Return the part of a ring inside a box, closed along the edges of the box (Sutherland and Hodgman)."""
    points: Sequence[Point] = ring.points
    for edge, (axis, least) in enumerate(((0, True), (1, True), (0, False), (1, False))):
        limit = within[edge]
        outside = ring.box[edge] < limit if least else ring.box[edge] > limit
        if outside and points:
            points = _cut(points, axis, limit, 1 if least else -1)
    return points


def _cut(points: Sequence[Point], axis: int, limit: float, sign: int) -> list[Point]:
    """Return the part of a ring on one side of a line along an axis."""
    found: list[Point] = []
    before = points[-1]
    was = (before[axis] - limit) * sign
    for point in points:
        now = (point[axis] - limit) * sign
        if (now < 0) != (was < 0):
            share = was / (was - now)
            found.append(
                (before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share)
            )
        if now >= 0:
            found.append(point)
        before, was = point, now
    return found


@lru_cache(maxsize=4)
def grids(conic: Conic, size: tuple[int, int], distances: tuple[float, ...]) -> Grids:
    """The grids of a plate of `size` units; `distances` from the shore are plate units."""
    frame = Frame(-MARGIN, -MARGIN, size[0] + 2 * MARGIN, size[1] + 2 * MARGIN, 1 / STEP, 1 / STEP)
    land = Image.new("L", frame.size)
    pen = ImageDraw.Draw(land)
    for ring in coast_in(conic, window(frame, 10)):
        pen.polygon([frame.pixel(point) for point in ring.points], fill=0 if ring.wet else 255)
    return Grids(
        warped("elevation", conic, frame),
        warped("shade", conic, frame),
        land.filter(ImageFilter.GaussianBlur(FAR / STEP)),
        tuple(land.filter(ImageFilter.GaussianBlur(distance / STEP)) for distance in distances),
    )


def cut(grid: Image.Image, frame: Frame, size: tuple[int, int]) -> Image.Image:
    """Return the part of a grid inside a frame, at a size in pixels; black where there is nothing."""
    left, top = (frame.x + MARGIN) / STEP, (frame.y + MARGIN) / STEP
    right, down = frame.width / STEP / size[0], frame.height / STEP / size[1]
    inner = (
        max(0, ceil(-left / right)),
        max(0, ceil(-top / down)),
        min(size[0], floor((grid.width - left) / right)),
        min(size[1], floor((grid.height - top) / down)),
    )
    made = Image.new("L", size)
    if inner[0] < inner[2] and inner[1] < inner[3]:
        source = (
            left + inner[0] * right,
            top + inner[1] * down,
            left + inner[2] * right,
            top + inner[3] * down,
        )
        bent = grid.resize((inner[2] - inner[0], inner[3] - inner[1]), Image.Resampling.BILINEAR, source)
        made.paste(bent, inner[:2])
    return made


def warped(name: str, conic: Conic, frame: Frame) -> Image.Image:
    """A grid of the atlas ("elevation" or "shade") bent into a frame in small cells."""
    across, down = ceil(frame.size[0] / CELLS), ceil(frame.size[1] / CELLS)

    def source(right: int, below: int) -> Point:
        lon, lat = conic.degrees(*frame.point((right * CELLS, below * CELLS)))
        return (lon - atlas.GRID_WEST) * atlas.GRID_STEP, (atlas.GRID_NORTH - lat) * atlas.GRID_STEP

    knots = [[source(right, below) for right in range(across + 1)] for below in range(down + 1)]
    mesh = []
    for below, right in itertools.product(range(down), range(across)):
        box = (right * CELLS, below * CELLS, (right + 1) * CELLS, (below + 1) * CELLS)
        rows = knots[below : below + 2]
        corners = (rows[0][right], rows[1][right], rows[1][right + 1], rows[0][right + 1])
        mesh.append((box, tuple(value for corner in corners for value in corner)))
    bent = atlas.grid(name).transform(
        (across * CELLS, down * CELLS), Image.Transform.MESH, mesh, Image.Resampling.BILINEAR
    )
    return bent.crop((0, 0, *frame.size))


def seen(rings: Iterable[Ring], within: Box) -> Iterator[Ring]:
    """The rings that come into a box."""
    return (ring for ring in rings if touch(ring.box, within))
