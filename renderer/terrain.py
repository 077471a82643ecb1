"""The physical plate: tinted land under a hill shade, lined water, shore, rivers, lakes, graticule."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil

from PIL import Image, ImageChops, ImageFilter

from renderer import atlas
from renderer.brush import Mask, seen
from renderer.frame import Frame, Point
from renderer.projection import Conic
from renderer.themes import Colour, Theme

CELLS = 40
RIVER_WIDTH = {1: 2.6, 2: 2.4, 3: 2.1, 4: 1.8, 5: 1.5, 6: 1.2}
# Distances from the shore (plate units) at which a water line is drawn, and its strength.
WATER_LINES = ((5.0, 0.8), (11.5, 0.55), (20.0, 0.32))
RANGE = range(256)
# Tints in steps, which PNG packs well: so many of height and of depth, and of slope each so many grey levels;
# a lesser slope is none.
HEIGHTS, DEPTHS, SLOPE, FLAT = 14, 20, 8, 8
CALM = 3.0
"""The relief is blurred by so many pixels at half size, so that the steps have smooth edges."""

Wash = Callable[[Image.Image, Image.Image], None]
"""Paints a game's tints on the land and on the water, both at half size and whole."""


def bare(ground: Image.Image, water: Image.Image) -> None:
    """No wash at all."""


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


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


def _pixels(line: atlas.Line, conic: Conic, frame: Frame) -> list[Point]:
    return [frame.pixel(conic.plate(lon, lat)) for lon, lat in line]


def warped(name: str, conic: Conic, frame: Frame) -> Image.Image:
    """A grid of the atlas at half the size of the frame, bent in small cells."""
    half = halved(frame.size)
    across, down = ceil(half[0] / CELLS), ceil(half[1] / CELLS)

    def source(right: int, below: int) -> Point:
        lon, lat = conic.degrees(*frame.point((right * CELLS * 2, below * CELLS * 2)))
        return (lon - atlas.GRID_WEST) * atlas.GRID_STEP, (atlas.GRID_NORTH - lat) * atlas.GRID_STEP

    knots = [[source(right, below) for right in range(across + 1)] for below in range(down + 1)]
    mesh = []
    for below in range(down):
        for right in range(across):
            box = (right * CELLS, below * CELLS, (right + 1) * CELLS, (below + 1) * CELLS)
            corners = (
                knots[below][right],
                knots[below + 1][right],
                knots[below + 1][right + 1],
                knots[below][right + 1],
            )
            mesh.append((box, tuple(value for corner in corners for value in corner)))
    bent = atlas.grid(name).transform(
        (across * CELLS, down * CELLS), Image.Transform.MESH, mesh, Image.Resampling.BICUBIC
    )
    return bent.crop((0, 0, *half))


def halved(size: tuple[int, int]) -> tuple[int, int]:
    """Half a size, rounded up."""
    return ceil(size[0] / 2), ceil(size[1] / 2)


def doubled(small: Image.Image, size: tuple[int, int]) -> Image.Image:
    """A picture of half the size in squares of two by two pixels: nobody sees it where tints are soft."""
    large = small.resize((small.width * 2, small.height * 2), Image.Resampling.NEAREST)
    return large.crop((0, 0, *size))


@lru_cache(maxsize=8)
def _coast(conic: Conic) -> tuple[tuple[bool, list[Point]], ...]:
    """The rings of the coast in plate units, and whether each is the shore of an inland sea."""
    return tuple(
        (_is_water(ring), [conic.plate(lon, lat) for lon, lat in ring]) for ring in atlas.geography().coast
    )


def land_mask(conic: Conic, frame: Frame) -> Image.Image:
    """White where there is land, smooth at the shore."""
    mask = Mask(frame.size)
    for wet, ring in _coast(conic):
        points = [frame.pixel(point) for point in ring]
        if seen(points, frame):
            mask.area(points, 0 if wet else 255)
    return mask.reduced()


def _is_water(ring: atlas.Line) -> bool:
    """Whether a ring is the shore of an inland sea: it runs the other way, and comes after its land."""
    around = itertools.pairwise((*ring, ring[0]))
    return sum(one[0] * other[1] - other[0] * one[1] for one, other in around) > 0


def stepped(value: float, steps: int) -> int:
    """The middle of the step in which a grey value lies; nothing stays nothing."""
    return round((int(value * steps / 256) + 0.5) * 256 / steps) if value > 0 else 0


def _slope(value: int, relief: float) -> int:
    """A value of the hill shade, in steps: 128 is flat."""
    away = (value - 128) * relief
    steps = int(max(0.0, abs(away) - FLAT) / SLOPE + 0.999)
    return round(128 + (steps and FLAT + (steps - 0.5) * SLOPE) * (1 if away > 0 else -1))


def _land(conic: Conic, frame: Frame, theme: Theme) -> Image.Image:
    """Land tinted by height under a hill shade, at half size."""
    calm = ImageFilter.GaussianBlur(CALM)
    height = warped("elevation", conic, frame).filter(calm).point([stepped(v, HEIGHTS) for v in RANGE])
    shade = warped("shade", conic, frame).filter(calm).point([_slope(v, theme.relief) for v in RANGE])
    return ImageChops.overlay(coloured(height, theme.land), Image.merge("RGB", (shade, shade, shade)))


def _sea(land: Image.Image, frame: Frame, theme: Theme) -> Image.Image:
    """Water that darkens away from the shore; all at half size."""
    far = land.filter(ImageFilter.GaussianBlur(26 * frame.scale))
    depth = [stepped(255 - min(255, value * 2), DEPTHS) for value in RANGE]
    return coloured(far.point(depth), theme.sea)


def _water_lines(
    plate: Image.Image, land: Image.Image, frame: Frame, theme: Theme, lines: Sequence[tuple[float, float]]
) -> None:
    """Lines that follow the shore ever more faintly: where the land blurred is about a quarter.

    `land` is at half size.
    """
    steps = max(2, round(frame.scale * 2))
    for distance, strength in lines:
        blurred = land.filter(ImageFilter.GaussianBlur(distance * frame.scale / 1.35)).resize(
            plate.size, Image.Resampling.BICUBIC
        )
        thick = max(4.0, 62 / (distance * frame.scale / 0.675) * 1.25)
        level = [max(0.0, 1 - abs(value - 64) / thick) for value in RANGE]
        shares = [round(255 * strength * round(share * steps) / steps) for share in level]
        plate.paste(theme.water_line, (0, 0), blurred.point(shares))


def _rivers(plate: Image.Image, conic: Conic, frame: Frame, theme: Theme) -> None:
    mask = Mask(frame.size)
    for river in atlas.geography().rivers:
        points = _pixels(river.line, conic, frame)
        if not seen(points, frame) or len(points) < 2:
            continue
        full = RIVER_WIDTH[min(river.rank, 6)] * frame.scale
        for at, (start, end) in enumerate(itertools.pairwise(points)):
            taper = 0.45 + 0.55 * min(1.0, (at + 1) / (len(points) * 0.6))
            mask.line((start, end), full * taper)
    mask.ink(plate, theme.river, 0.9)


def _lakes(plate: Image.Image, conic: Conic, frame: Frame, theme: Theme) -> None:
    water, shore = Mask(frame.size), Mask(frame.size)
    for ring in atlas.geography().lakes:
        points = _pixels(ring, conic, frame)
        if seen(points, frame):
            water.area(points)
            shore.line([*points, points[0]], 1.0 * frame.scale)
    water.ink(plate, theme.lake)
    shore.ink(plate, theme.shore, 0.6)


def _graticule(plate: Image.Image, conic: Conic, frame: Frame, theme: Theme) -> None:
    mask = Mask(frame.size)
    for lon in range(-30, 61, 5):
        mask.line(_pixels(tuple((float(lon), lat / 2) for lat in range(20, 121)), conic, frame), 1)
    for lat in range(10, 61, 5):
        mask.line(_pixels(tuple((lon / 2, float(lat)) for lon in range(-60, 121)), conic, frame), 1)
    mask.ink(plate, theme.graticule, 0.16)


def _shore(plate: Image.Image, conic: Conic, frame: Frame, theme: Theme) -> None:
    mask = Mask(frame.size)
    for _, ring in _coast(conic):
        points = [frame.pixel(point) for point in ring]
        if seen(points, frame):
            mask.line(points, 1.3 * frame.scale**0.5)
    mask.ink(plate, theme.shore, 0.9)


def physical(
    conic: Conic,
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
    small = land.reduce(2)
    ground, water = _land(conic, frame, theme), _sea(small, frame, theme)
    wash(ground, water)
    plate = doubled(water, frame.size)
    _water_lines(plate, small, frame, theme, WATER_LINES[:2] if hexes else WATER_LINES)
    plate.paste(doubled(ground, frame.size), (0, 0), land)
    if not hexes:
        _rivers(plate, conic, frame, theme)
        _graticule(plate, conic, frame, theme)
    _lakes(plate, conic, frame, theme)
    _shore(plate, conic, frame, theme)
    return plate
