"""The physical plate: tinted land under a hill shade, lined water, shore, rivers, lakes, graticule."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil

from PIL import Image, ImageChops, ImageFilter

from renderer.boards.plates import Plate
from renderer.draw.brush import Mask, seen
from renderer.draw.frame import Frame, Point
from renderer.draw.themes import Colour, Theme
from renderer.geography import plane
from renderer.geography.projection import Conic

RIVER_WIDTH = {1: 2.6, 2: 2.4, 3: 2.1, 4: 1.8, 5: 1.5, 6: 1.2}
# Distances from the shore (plate units) at which a water line is drawn, and its strength.
WATER_LINES = ((5.0, 0.8), (11.5, 0.55), (20.0, 0.32))
SHORES = tuple(distance * 2 / 1.35 for distance, _ in WATER_LINES)
REACH = 80
"""The distance in pixels up to which lines are drawn beyond the frame."""
RANGE = range(256)
# Tints in steps, which PNG packs well: numbers of steps of height and of depth, and grey levels for each step
# of slope; a lesser slope is none.
HEIGHTS, DEPTHS, SLOPE, FLAT = 14, 20, 8, 8
CALM = 3.0
"""The blur of the relief in pixels at half size, which makes the edges of the steps smooth."""

Wash = Callable[[Image.Image, Image.Image], None]
"""Paints a game's tints on the land and on the water, both at half size and whole."""


def bare(ground: Image.Image, water: Image.Image) -> None:
    """An empty wash."""


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@lru_cache(maxsize=16)
def _ramp(colours: tuple[Colour, ...]) -> list[Colour]:
    last = len(colours) - 1
    found = []
    for value in RANGE:
        at = min(int(value / 255 * last), last - 1)
        found.append(_mixed(colours[at], colours[at + 1], value / 255 * last - at))
    return found


def coloured(grey: Image.Image, colours: tuple[Colour, ...]) -> Image.Image:
    """A grey picture tinted by a ramp: black takes the first colour, white the last."""
    ramp = _ramp(colours)
    return Image.merge("RGB", [grey.point([colour[band] for colour in ramp]) for band in range(3)])


def halved(size: tuple[int, int]) -> tuple[int, int]:
    """Half a size, rounded up."""
    return ceil(size[0] / 2), ceil(size[1] / 2)


def doubled(small: Image.Image, size: tuple[int, int]) -> Image.Image:
    """A picture of half the size in squares of two by two pixels, which is invisible where tints are soft."""
    large = small.resize((small.width * 2, small.height * 2), Image.Resampling.NEAREST)
    return large if large.size == size else large.crop((0, 0, *size))


def land_mask(conic: Conic, frame: Frame) -> Image.Image:
    """White where there is land, smooth at the shore."""
    mask = Mask(frame.size)
    for ring in plane.coast_in(conic, plane.window(frame, REACH)):
        mask.area([frame.pixel(point) for point in ring.points], 0 if ring.wet else 255)
    return mask.reduced()


def stepped(value: float, steps: int) -> int:
    """The middle of the step in which a grey value lies; nothing stays nothing."""
    return round((int(value * steps / 256) + 0.5) * 256 / steps) if value > 0 else 0


def _slope(value: int, relief: float) -> int:
    """A value of the hill shade, in steps: 128 is flat."""
    away = (value - 128) * relief
    steps = int(max(0.0, abs(away) - FLAT) / SLOPE + 0.999)
    return round(128 + (steps and FLAT + (steps - 0.5) * SLOPE) * (1 if away > 0 else -1))


def _land(grids: plane.Grids, frame: Frame, theme: Theme) -> Image.Image:
    """Land tinted by height under a hill shade, at half size."""
    calm, half = ImageFilter.GaussianBlur(CALM), halved(frame.size)
    height, shade = (plane.cut(grid, frame, half).filter(calm) for grid in (grids.height, grids.shade))
    shade = shade.point([_slope(v, theme.relief) for v in RANGE])
    tints = coloured(height.point([stepped(v, HEIGHTS) for v in RANGE]), theme.land)
    return ImageChops.overlay(tints, Image.merge("RGB", (shade, shade, shade)))


def _sea(grids: plane.Grids, frame: Frame, theme: Theme) -> Image.Image:
    """Water that darkens away from the shore; all at half size."""
    depth = [stepped(255 - min(255, value * 2), DEPTHS) for value in RANGE]
    return coloured(plane.cut(grids.far, frame, halved(frame.size)).point(depth), theme.sea)


def _water_lines(plate: Image.Image, near: Sequence[Image.Image], frame: Frame, theme: Theme) -> None:
    """Lines that follow the shore ever more faintly: where the land blurred is about a quarter."""
    steps = max(2, round(frame.scale * 2))
    whole = Image.new("L", plate.size)
    for (distance, strength), grid in zip(WATER_LINES, near, strict=False):
        blurred = plane.cut(grid, frame, plate.size)
        thick = max(4.0, 62 / (distance * frame.scale / 0.675) * 1.25)
        level = [max(0.0, 1 - abs(value - 64) / thick) for value in RANGE]
        shares = [round(255 * strength * round(share * steps) / steps) for share in level]
        whole = ImageChops.lighter(whole, blurred.point(shares))
    plate.paste(theme.water_line, (0, 0), whole)


def _rivers(plate: Image.Image, conic: Conic, frame: Frame, theme: Theme) -> None:
    mask = Mask(frame.size)
    within = plane.window(frame, REACH)
    for river in plane.rivers(conic):
        if not plane.touch(river.box, within):
            continue
        points = [frame.pixel(point) for point in river.points]
        full = RIVER_WIDTH[min(river.rank, 6)] * frame.scale
        for at, (start, end) in enumerate(itertools.pairwise(points)):
            if seen((start, end), frame):
                taper = 0.45 + 0.55 * min(1.0, (at + 1) / (len(points) * 0.6))
                mask.line((start, end), full * taper, 230)
    mask.ink(plate, theme.river)


def _lakes(plate: Image.Image, conic: Conic, frame: Frame, theme: Theme) -> None:
    water, shore = Mask(frame.size), Mask(frame.size)
    for ring in plane.seen(plane.lakes(conic), plane.window(frame, REACH)):
        points = [frame.pixel(point) for point in ring.points]
        water.area(points)
        shore.line([*points, points[0]], 1.0 * frame.scale, 153)
    water.ink(plate, theme.lake)
    shore.ink(plate, theme.shore)


@lru_cache(maxsize=8)
def _meridians(conic: Conic) -> tuple[tuple[Point, ...], ...]:
    """Every fifth degree of longitude and of latitude, in plate units."""
    upright = [[(float(lon), lat / 2) for lat in range(20, 121)] for lon in range(-30, 61, 5)]
    level = [[(lon / 2, float(lat)) for lon in range(-60, 121)] for lat in range(10, 61, 5)]
    return tuple(tuple(conic.plate(*point) for point in line) for line in (*upright, *level))


def _graticule(plate: Image.Image, conic: Conic, frame: Frame, theme: Theme) -> None:
    mask = Mask(frame.size)
    for line in _meridians(conic):
        points = [frame.pixel(point) for point in line]
        if seen(points, frame):
            mask.line(points, 1, 41)
    mask.ink(plate, theme.graticule)


def _shore(plate: Image.Image, conic: Conic, frame: Frame, theme: Theme) -> None:
    mask = Mask(frame.size)
    within = plane.window(frame, REACH)
    for box, run in plane.shores(conic):
        if plane.touch(box, within):
            mask.line([frame.pixel(point) for point in run], 1.3 * frame.scale**0.5, 230)
    mask.ink(plate, theme.shore)


def physical(
    board: Plate,
    frame: Frame,
    theme: Theme,
    land: Image.Image,
    *,
    hexes: bool = False,
    wash: Wash = bare,
) -> Image.Image:
    """The plate with a game's washes, in RGB; without rivers, graticule and the last water line
    under a grid of hexes.

    `land` is the mask of the land in the same frame.
    """
    conic = board.conic
    grids = plane.grids(conic, board.size, SHORES[:2] if hexes else SHORES)
    ground, water = _land(grids, frame, theme), _sea(grids, frame, theme)
    wash(ground, water)
    plate = doubled(water, frame.size)
    _water_lines(plate, grids.near, frame, theme)
    plate.paste(doubled(ground, frame.size), (0, 0), land)
    if not hexes:
        _rivers(plate, conic, frame, theme)
        _graticule(plate, conic, frame, theme)
    _lakes(plate, conic, frame, theme)
    _shore(plate, conic, frame, theme)
    return plate
