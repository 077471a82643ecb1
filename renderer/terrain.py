"""The physical plate: tinted land under a hill shade, lined water, shore, rivers, lakes, graticule."""

from __future__ import annotations

import itertools
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
WATER_LINES = ((5.0, 0.8), (11.0, 0.6), (19.0, 0.4), (29.0, 0.22))
RANGE = range(256)


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
    """A grid of the atlas in the frame: bent at half size in small cells, then enlarged."""
    width, height = frame.size
    half = (ceil(width / 2), ceil(height / 2))
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
    small = atlas.grid(name).transform(
        (across * CELLS, down * CELLS), Image.Transform.MESH, mesh, Image.Resampling.BICUBIC
    )
    return small.crop((0, 0, *half)).resize((width, height), Image.Resampling.BICUBIC)


def land_mask(conic: Conic, frame: Frame) -> Image.Image:
    """White where there is land, smooth at the shore."""
    mask = Mask(frame.size)
    for ring in atlas.geography().coast:
        points = _pixels(ring, conic, frame)
        if seen(points, frame):
            mask.area(points, 0 if _is_water(ring) else 255)
    return mask.reduced()


def _is_water(ring: atlas.Line) -> bool:
    """Whether a ring is the shore of an inland sea: it runs the other way, and comes after its land."""
    around = itertools.pairwise((*ring, ring[0]))
    return sum(one[0] * other[1] - other[0] * one[1] for one, other in around) > 0


def _land(conic: Conic, frame: Frame, theme: Theme) -> Image.Image:
    tinted = coloured(warped("elevation", conic, frame), theme.land)
    shade = warped("shade", conic, frame).point(
        [round(128 + (value - 128) * theme.relief) for value in RANGE]
    )
    return ImageChops.overlay(tinted, Image.merge("RGB", (shade, shade, shade)))


def grained(picture: Image.Image, grain: int) -> Image.Image:
    """A picture in squares of `grain` pixels."""
    if grain == 1:
        return picture
    return picture.reduce(grain).resize(picture.size, Image.Resampling.NEAREST)


def _sea(land: Image.Image, frame: Frame, theme: Theme, grain: int) -> Image.Image:
    """Water that darkens away from the shore, with lines that follow the shore ever more faintly.

    The lines are level curves of the blurred land: where the blur has fallen to about a quarter.
    """
    half = land.reduce(2)
    far = half.filter(ImageFilter.GaussianBlur(26 * frame.scale))
    sea = coloured(far.point([255 - min(255, value * 2) for value in RANGE]), theme.sea).resize(land.size)
    sea = grained(sea, grain)
    for distance, strength in WATER_LINES:
        blurred = half.filter(ImageFilter.GaussianBlur(distance * frame.scale / 1.35)).resize(
            land.size, Image.Resampling.BICUBIC
        )
        thick = max(4.0, 62 / (distance * frame.scale / 0.675) * 1.25)
        level = [max(0.0, 1 - abs(value - 64) / thick) for value in RANGE]
        sea.paste(theme.water_line, (0, 0), blurred.point([round(255 * strength * share) for share in level]))
    return sea


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
    for ring in atlas.geography().coast:
        points = _pixels(ring, conic, frame)
        if seen(points, frame):
            mask.line(points, 1.3 * frame.scale**0.5)
    mask.ink(plate, theme.shore, 0.9)


def physical(
    conic: Conic, frame: Frame, theme: Theme, land: Image.Image, *, rivers: bool = True, grain: int = 1
) -> Image.Image:
    """The plate without anything of a game, in RGB; without rivers where the game draws its own.

    `land` is the mask of the land in the same frame. Tints change only every `grain` pixels, which makes
    a much smaller file where a game draws much over them.
    """
    plate = _sea(land, frame, theme, grain)
    plate.paste(grained(_land(conic, frame, theme), grain), (0, 0), land)
    if rivers:
        _rivers(plate, conic, frame, theme)
    _lakes(plate, conic, frame, theme)
    _graticule(plate, conic, frame, theme)
    _shore(plate, conic, frame, theme)
    return plate
