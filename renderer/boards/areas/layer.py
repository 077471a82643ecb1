"""The layer of a board of areas: tinted regions, borders by kind, straits, cities, plaques, boxes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.boards import neatline, ways
from renderer.boards.areas import names as area_names
from renderer.boards.areas.board import BEYOND, AreaBoard, Line
from renderer.boards.placement import Drawn
from renderer.boards.terrain import land_mask, physical
from renderer.draw.brush import Mask, curve, dashes, seen
from renderer.draw.frame import Frame, Point
from renderer.draw.themes import Theme
from renderer.geography import atlas

WASH, BAND = 0.24, 0.5
BAND_WIDTH = 26.0
VEIL, SEA_VEIL = 0.62, 0.34
KNOWN = [min(255, max(0, 510 - value * 2)) for value in range(256)]


class Laid(Struct, frozen=True):
    """A board in a frame: its land, and the number of the area of every pixel of the half-size picture.

    The areas are numbered from 1 in the order of the board's regions, and its seas likewise; 0 is outside.
    """

    board: AreaBoard
    frame: Frame
    land: Image.Image
    regions: Image.Image
    seas: Image.Image

    @property
    def small(self) -> tuple[int, int]:
        """Half the size of the picture."""
        return self.regions.size


def laid(board: AreaBoard, frame: Frame) -> Laid:
    """Lay a board into a frame."""
    return Laid(
        board,
        frame,
        land_mask(board.conic, frame),
        _numbered(board, frame, [land.id for land in board.lands]),
        _numbered(board, frame, [sea.id for sea in board.seas]),
    )


def _numbered(board: AreaBoard, frame: Frame, areas: list[str]) -> Image.Image:
    """Every area filled with its number, the largest first, so that an area inside another shows."""
    small = Image.new("L", (-(-frame.size[0] // 2), -(-frame.size[1] // 2)))
    pen = ImageDraw.Draw(small)
    rings = [(ring, at + 1) for at, area in enumerate(areas) for ring in board.rings[area]]
    for ring, number in sorted(rings, key=lambda one: -abs(_area(one[0]))):
        pen.polygon([(x / 2, y / 2) for x, y in map(frame.pixel, ring)], fill=number)
    return small


def _area(ring: list[Point]) -> float:
    """Twice the area of a ring."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))


def placed(board: AreaBoard, frame: Frame) -> Drawn:
    """Return the positions of names and signs in a frame of the whole board."""
    names, waters, lands = area_names.placed(board, frame)
    return Drawn(
        sites={town.id: area_names.sign_box(town, frame) for town in board.towns},
        names=names,
        waters=waters,
        ways=tuple(way.id for way in board.straits),
        cells=tuple(land.id for land in board.lands),
        lands=lands,
    )


def plate(board: AreaBoard, frame: Frame, theme: Theme) -> Image.Image:
    """Return the part of the printed board in a frame, in true colour.

    The names of cities are laid on it with the pieces (see `renderer.boards.city_names`).
    """
    at = laid(board, frame)

    def wash(ground: Image.Image, water: Image.Image) -> None:
        _washes(ground, at)
        for plate, areas, strength in ((ground, at.regions, VEIL), (water, at.seas, SEA_VEIL)):
            beyond = _picked(areas, [0]).filter(ImageFilter.GaussianBlur(1))
            plate.paste(theme.paper, (0, 0), beyond.point(_ramp(strength)))
            plate.paste(theme.paper, (0, 0), _unknown(at))

    sheet = physical(board, frame, theme, at.land, wash=wash)
    _borders(sheet, at, theme)
    _sea_borders(sheet, at, theme)
    _straits(sheet, at, theme)
    area_names.towns(sheet, board, frame, theme)
    neatline.draw(sheet, board, frame, theme)
    area_names.draw(sheet, board, frame, theme)
    return sheet


def _picked(numbers: Image.Image, chosen: Iterable[int]) -> Image.Image:
    """A mask of the areas of some numbers."""
    values = [0] * 256
    for number in chosen:
        values[number] = 255
    return numbers.point(values)


@lru_cache(maxsize=32)
def _ramp(strength: float) -> tuple[int, ...]:
    return tuple(round(value * strength) for value in range(256))


def _washes(ground: Image.Image, at: Laid) -> None:
    """The colour of its party over every region, light within, deeper along its borders and its shore."""
    land = at.land.reduce(2)
    shore = ImageChops.invert(land).filter(ImageFilter.GaussianBlur(BAND_WIDTH * 0.16 * at.frame.scale))
    for party in at.board.parties:
        own = [number + 1 for number, one in enumerate(at.board.lands) if one.party == party.id]
        names = {one.id for one in at.board.lands if one.party == party.id}
        mask = _picked(at.regions, own)
        edge = Mask(at.small, 1)
        for line in at.board.lines:
            if line.layer == "land" and (line.one in names or line.other in names):
                both = line.one in names and line.other in names
                points = [(x / 2, y / 2) for x, y in map(at.frame.pixel, line.points)]
                edge.line(points, BAND_WIDTH * at.frame.scale * 0.5, 150 if both else 255)
        soft = edge.image.filter(ImageFilter.GaussianBlur(BAND_WIDTH * 0.14 * at.frame.scale))
        deep = ImageChops.lighter(soft.point(_ramp(BAND)), shore.point(_ramp(BAND * 0.8)))
        deep = ImageChops.lighter(deep, Image.new("L", at.small, round(255 * WASH)))
        ground.paste(party.colour, (0, 0), ImageChops.multiply(deep, mask))


def _unknown(at: Laid) -> Image.Image:
    """A mask, with a soft edge, of the parts without geographical data."""
    known = Mask(at.small, 1)
    west, south, east, north = atlas.BOUNDS
    steps = [share / 20 for share in range(20)]
    ring = [(west + (east - west) * share, north) for share in steps]
    ring += [(east, north + (south - north) * share) for share in steps]
    ring += [(east + (west - east) * share, south) for share in steps]
    ring += [(west, south + (north - south) * share) for share in steps]
    pixels = [at.frame.pixel(at.board.conic.plate(*point)) for point in ring]
    known.area([(x / 2, y / 2) for x, y in pixels])
    return known.image.filter(ImageFilter.GaussianBlur(9 * at.frame.scale)).point(KNOWN)


def _curve(line: Line, frame: Frame) -> list[Point]:
    return curve([frame.pixel(point) for point in line.points], 3)


def _inked(
    sheet: Image.Image, mask: Mask, ground: Image.Image, ink: tuple[int, int, int], strength: float
) -> None:
    sheet.paste(ink, (0, 0), ImageChops.multiply(mask.reduced(), ground).point(_ramp(strength)))


def _borders(sheet: Image.Image, at: Laid, theme: Theme) -> None:
    """Borders on land: whole between parties, dashes and dots within one, dots where the board ends."""
    party = {land.id: land.party for land in at.board.lands} | {BEYOND: BEYOND}
    light, dark, faint = Mask(at.frame.size), Mask(at.frame.size), Mask(at.frame.size)
    zoom = at.frame.zoom
    for line in at.board.lines:
        points = _curve(line, at.frame)
        if line.layer != "land" or not seen(points, at.frame):
            continue
        if BEYOND in (line.one, line.other):
            for dash in dashes(points, 3 * zoom, 5 * zoom):
                faint.line(dash, 2.6 * zoom)
            continue
        light.line(points, 5.6 * zoom)
        if party[line.one] != party[line.other]:
            dark.line(points, 2.6 * zoom)
        else:
            for dash in dashes(points, 11 * zoom, 5 * zoom):
                dark.line(dash, 2.0 * zoom)
    _inked(sheet, light, at.land, theme.halo, 0.6)
    _inked(sheet, dark, at.land, theme.ink, 0.85)
    _inked(sheet, faint, at.land, theme.ink, 0.6)
    _knots(sheet, at, theme)


def _knots(sheet: Image.Image, at: Laid, theme: Theme) -> None:
    """A closed ring where four regions meet and two of them are not neighbours."""
    ring, inner = Mask(at.frame.size), Mask(at.frame.size)
    for knot in at.board.knots:
        if seen([at.frame.pixel(knot)], at.frame):
            ring.disc(at.frame.pixel(knot), 6.4 * at.frame.zoom)
            inner.disc(at.frame.pixel(knot), 4.2 * at.frame.zoom)
    ring.ink(sheet, theme.ink)
    inner.ink(sheet, theme.halo)


def _sea_borders(sheet: Image.Image, at: Laid, theme: Theme) -> None:
    """Dashes between two seas, dots where the board ends."""
    water = ImageChops.invert(at.land)
    inner, outer = Mask(at.frame.size), Mask(at.frame.size)
    zoom = at.frame.zoom
    for line in at.board.lines:
        points = _curve(line, at.frame)
        if line.layer != "sea" or not seen(points, at.frame):
            continue
        if BEYOND in (line.one, line.other):
            for dash in dashes(points, 3 * zoom, 5 * zoom):
                outer.line(dash, 2.4 * zoom)
        else:
            for dash in dashes(points, 10 * zoom, 7 * zoom):
                inner.line(dash, 3.0 * zoom)
    _inked(sheet, inner, water, theme.sea_ink, 0.75)
    _inked(sheet, outer, water, theme.sea_ink, 0.5)


def _straits(sheet: Image.Image, at: Laid, theme: Theme) -> None:
    """A double arrow over the water."""
    mask, casing = Mask(at.frame.size), Mask(at.frame.size)
    for way in at.board.straits:
        ways.strait(mask, casing, way, at.frame)
    casing.ink(sheet, theme.halo)
    mask.ink(sheet, theme.strait)
