"""The layer of a board of hexes: grounds, grid, rivers along the sides, borders, ways, straits, gates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import atan2, ceil, floor, pi

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.boards import neatline
from renderer.boards.hexes import names as hex_names
from renderer.boards.hexes.board import (
    TALL,
    Cell,
    HexBoard,
    Line,
    border,
    ends,
    knot_of,
    outline,
)
from renderer.boards.placement import Drawn
from renderer.boards.terrain import halved, land_mask, physical
from renderer.draw import glyphs, labels
from renderer.draw.brush import Mask, dashes, polar, seen
from renderer.draw.frame import Frame, Point
from renderer.draw.labels import Box
from renderer.draw.themes import Colour, Theme
from renderer.geography.plane import touch, window

# Colours along the borders, told apart by the borders themselves: they only please the eye.
TINTS: tuple[Colour, ...] = ((186, 74, 60), (72, 116, 84), (196, 142, 40), (98, 84, 148), (52, 116, 146))
BAND, BAND_STRENGTH, STEP = 15.0, 0.42, 51
WASHES: dict[str, tuple[Colour, float]] = {
    "desert": ((206, 148, 70), 0.2),
    "rough": ((120, 84, 50), 0.14),
    "mountain": ((92, 62, 44), 0.3),
}
"""The tint of a ground and its opacity."""
VEIL = 0.6
# Where the signs of a rough hex stand, and their size, in shares of its width from its middle; by turns.
PEAKS = (
    ((-0.17, 0.02, 0.36), (0.15, -0.15, 0.33), (0.13, 0.2, 0.3)),
    ((0.0, -0.12, 0.4), (-0.2, 0.17, 0.3), (0.2, 0.15, 0.32)),
)
# Mountains are one great peak before a lesser one, their shadow filled: not to be taken for rough ground.
MASSIFS = (((0.16, -0.1, 0.44), (-0.1, 0.06, 0.6)), ((-0.16, -0.1, 0.44), (0.1, 0.06, 0.6)))
TUFTS = ((-0.18, -0.1, 0.26), (0.17, -0.16, 0.24), (0.02, 0.16, 0.28))
DOTS = tuple(
    ((column - 1 + (0.25 if row % 2 else -0.25)) * 0.27, (row - 1) * 0.25, 0.042)
    for row in range(3)
    for column in range(3)
)

# The sign of a ground ("" is a dot), its strength, and where it stands.
SIGNS: dict[str, tuple[str, int, tuple[tuple[tuple[float, float, float], ...], ...]]] = {
    "rough": ("peak", 140, PEAKS),
    "mountain": ("massif", 210, MASSIFS),
    "marsh": ("tuft", 215, (TUFTS,)),
    "desert": ("", 80, (DOTS,)),
}

NEAR = 20
"""The distance in pixels up to which lines are drawn beyond the frame."""
HAIR, STEPS = 66, 3
INKED = [round(value * STEPS / 150) * 150 // STEPS for value in range(256)]
"""The strength of the grid; and the ink of signs and numbers in steps: PNG packs few strengths well."""


class Laid(Struct, frozen=True):
    """A board in a frame: the hexes that are seen, and the middle of every hex in pixels.

    `sides` are those between two hexes that are seen, the lower id first. Every layer draws on the same three
    `masks`, which are empty again once they were inked.
    """

    board: HexBoard
    frame: Frame
    cells: tuple[Cell, ...]
    middles: dict[str, Point]
    sides: tuple[tuple[str, str], ...]
    across: float
    masks: tuple[Mask, Mask, Mask]

    def outline(self, cell: Cell, share: float = 1.0) -> list[Point]:
        """The corners of a hex in pixels."""
        return outline(self.middles[cell.id], self.across, share)

    def border(self, side: str) -> tuple[Point, Point]:
        """The ends of a side in pixels."""
        one, other = ends(side)
        return border(self.middles[one], self.middles[other])


def laid(board: HexBoard, frame: Frame) -> Laid:
    """Lay a board into a frame."""
    middles = {cell.id: frame.pixel(cell.middle) for cell in board.cells}
    across = board.across * frame.scale
    (width, height), more = frame.size, across * 1.5
    near = tuple(
        cell
        for cell in board.cells
        if -more < middles[cell.id][0] < width + more and -more < middles[cell.id][1] < height + more
    )
    masks = Mask(frame.size), Mask(frame.size), Mask(frame.size)
    return Laid(board, frame, near, middles, tuple(_sides(near, middles, across)), across, masks)


def _sides(cells: tuple[Cell, ...], middles: dict[str, Point], across: float) -> Iterator[tuple[str, str]]:
    """Two neighbours lie the width of a hex apart: to the right, or in the next row below."""
    row, half = across * TALL * 0.75, across / 2
    found = {knot_of(middles[cell.id], across): cell.id for cell in cells}
    for cell in cells:
        x, y = middles[cell.id]
        for right, down in ((across, 0.0), (half, row), (-half, row)):
            other = found.get(knot_of((x + right, y + down), across))
            if other is not None:
                yield min(cell.id, other), max(cell.id, other)


def placed(board: HexBoard, frame: Frame) -> Drawn:
    """Return the positions of names and signs in a frame of the whole board."""
    names, captions, letters = hex_names.placed(board, frame)
    reach = board.across * frame.scale * 0.46
    return Drawn(
        sites={town.id: labels.around(frame.pixel(board.middles[town.cell]), reach) for town in board.towns},
        names=names,
        waters=letters,
        ways=(*board.ways, *board.straits),
        cells=tuple(cell.id for cell in board.cells),
        rivers=tuple(board.rivers),
        captions=captions,
    )


def plate(board: HexBoard, frame: Frame, theme: Theme, drawn: Drawn) -> Image.Image:
    """Return the part of the printed board in a frame, in true colour; `drawn` gives the places of its
    letters.

    The names of cities are laid on it with the pieces (see `renderer.boards.city_names`).
    """
    land = land_mask(board.conic, frame)
    at = laid(board, frame)

    def wash(ground: Image.Image, water: Image.Image) -> None:
        tint(ground, at)
        _bands(ground, at)
        _veil((ground, water), at, theme)

    sheet = physical(board, frame, theme, land, hexes=True, wash=wash)
    ink = ImageChops.multiply(signs(at), land)
    for box in (box for letters in drawn.waters.values() for box in letters):
        _clear(ink, box)
    _grid(sheet, ink, at, theme)
    rivers(sheet, at, theme)
    borders(sheet, at, theme)
    ways(sheet, at, theme)
    hex_names.letters(sheet, board, frame, theme)
    hex_names.towns(sheet, board, frame, theme)
    straits(sheet, at, theme)
    neatline.draw(sheet, board, frame, theme)
    _gates(sheet, at, theme)
    hex_names.captions(sheet, board, frame, theme, drawn)
    return sheet


def _shared(mask: Image.Image, strength: float) -> Image.Image:
    return mask.point([round(value * strength) for value in range(256)])


def _veil(plates: Iterable[Image.Image], at: Laid, theme: Theme) -> None:
    """Paper over everything outside the board."""
    inner = Mask(halved(at.frame.size), 1)
    for cell in at.cells:
        inner.area(_halved(at.outline(cell, 1.02)))
    outside = ImageChops.invert(inner.image).filter(ImageFilter.GaussianBlur(0.8 * at.frame.scale))
    for plate in plates:
        plate.paste(theme.paper, (0, 0), _shared(outside, VEIL))


def _halved(points: Iterable[Point]) -> list[Point]:
    return [(x / 2, y / 2) for x, y in points]


def _bands(ground: Image.Image, at: Laid) -> None:
    """A soft band of colour inside every region's border."""
    colours = {region.id: TINTS[region.tint] for region in at.board.regions}
    wash, own, line = Image.new("RGB", ground.size), Image.new("L", ground.size), Mask(ground.size, 1)
    tinted, shown = ImageDraw.Draw(wash), ImageDraw.Draw(own)
    for cell in at.cells:
        if cell.region:
            corners = _halved(at.outline(cell))
            tinted.polygon(corners, fill=colours[cell.region])
            shown.polygon(corners, fill=255)
    near = {cell.id for cell in at.cells}
    for side in at.board.borders:
        if near.issuperset(ends(side)):
            line.line(_halved(at.border(side)), BAND * at.frame.scale * 0.65)
    soft = line.image.filter(ImageFilter.GaussianBlur(BAND * at.frame.scale * 0.15))
    shares = [round(round(value / STEP) * STEP * BAND_STRENGTH) for value in range(256)]
    ground.paste(wash, (0, 0), ImageChops.multiply(soft, own).point(shares))


def tint(ground: Image.Image, at: Laid) -> None:
    """Tint the desert, rough ground and mountains, at half size."""
    wash, mask = Image.new("RGB", ground.size), Image.new("L", ground.size)
    tinted, shown = ImageDraw.Draw(wash), ImageDraw.Draw(mask)
    for cell in at.cells:
        if cell.ground in WASHES:
            colour, opacity = WASHES[cell.ground]
            corners = _halved(at.outline(cell))
            tinted.polygon(corners, fill=colour)
            shown.polygon(corners, fill=round(255 * opacity))
    ground.paste(wash, (0, 0), mask)


def signs(at: Laid) -> Image.Image:
    """The mask of mountains, dots and tufts, to be inked: from a whole pixel on, so that they pack well."""
    ink = Image.new("L", at.frame.size)
    for cell in at.cells:
        if cell.ground in SIGNS:
            _, strength, sets = SIGNS[cell.ground]
            stamp, reach = _signed(cell.ground, int(cell.id) % len(sets), at.across)
            x, y = at.middles[cell.id]
            ink.paste(strength, (floor(x + 0.5) - reach, floor(y + 0.5) - reach), stamp)
    return ink


def _clear(ink: Image.Image, box: Box) -> None:
    """Let the signs of the ground fade around a letter of a name."""
    soft = _fading(round((box[2] - box[0]) * 0.62))
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    ink.paste(0, (floor(x - soft.width / 2 + 0.5), floor(y - soft.height / 2 + 0.5)), soft)


@lru_cache(maxsize=64)
def _fading(radius: int) -> Image.Image:
    mask = Mask((4 * radius, 4 * radius), 1)
    mask.disc((2 * radius, 2 * radius), radius * 1.05, 225)
    return mask.image.filter(ImageFilter.GaussianBlur(radius * 0.3))


@lru_cache(maxsize=64)
def _signed(ground: str, turn: int, across: float) -> tuple[Image.Image, int]:
    """All signs of a hex in one stamp, and the offset of its middle from the upper left corner."""
    name, _, sets = SIGNS[ground]
    reach = ceil(across * 0.6) + 2
    made = Image.new("L", (2 * reach, 2 * reach))
    for right, down, share in sets[turn]:
        side = share * across
        stamp = glyphs.stamp(name, max(4, round(side))) if name else _dot(side)
        corner = (right * across - stamp.width / 2, down * across - stamp.height / 2)
        made.paste(255, (reach + round(corner[0]), reach + round(corner[1])), stamp)
    return made, reach


def _grid(sheet: Image.Image, ink: Image.Image, at: Laid, theme: Theme) -> None:
    """Hair lines between whole pixels, laid on the sheet together with `ink` and the numbers."""
    lines = Image.new("L", at.frame.size)
    pen = ImageDraw.Draw(lines)
    for one, other in at.sides:
        side = [(floor(x + 0.5), floor(y + 0.5)) for x, y in border(at.middles[one], at.middles[other])]
        pen.line(side, fill=HAIR)
    whole = ImageChops.lighter(ink, hex_names.numbers(at.board, at.frame)).point(INKED)
    sheet.paste(theme.ink, (0, 0), ImageChops.lighter(lines, whole))


@lru_cache(maxsize=16)
def _dot(radius: float) -> Image.Image:
    side = max(3, round(radius * 2) + 2)
    mask = Mask((side, side), 6)
    mask.disc((side / 2, side / 2), max(0.7, radius))
    return mask.reduced()


def _seen(line: Line, frame: Frame) -> bool:
    return touch(line.box, window(frame, NEAR))


def rivers(sheet: Image.Image, at: Laid, theme: Theme) -> None:
    """Rivers lie on the sides, their corners a little rounded."""
    bank, water, _ = at.masks
    for line in at.board.streams:
        if _seen(line, at.frame):
            points = [at.frame.pixel(point) for point in line.points]
            bank.line(points, 5.2 * at.frame.scale, 140)
            water.line(points, 3.4 * at.frame.scale)
    bank.ink(sheet, theme.halo)
    water.ink(sheet, theme.stream)


def borders(sheet: Image.Image, at: Laid, theme: Theme) -> None:
    """Borders of regions: a dark line of long dashes and dots over a light one."""
    light, dark, _ = at.masks
    for line in at.board.frontiers:
        if not _seen(line, at.frame):
            continue
        points = [at.frame.pixel(point) for point in line.points]
        light.line(points, 3.6 * at.frame.scale, 128)
        for dash in dashes(points, 9 * at.frame.scale, 4 * at.frame.scale):
            dark.line(dash, 2.2 * at.frame.scale, 204)
    light.ink(sheet, theme.halo)
    dark.ink(sheet, theme.alarm)


def ways(sheet: Image.Image, at: Laid, theme: Theme) -> None:
    """Roads whole, tracks dashed, from middle to middle; a bridge where one crosses a river."""
    casing, road, track = at.masks
    for kind, line in at.board.courses:
        if not _seen(line, at.frame):
            continue
        points = [at.frame.pixel(point) for point in line.points]
        if kind == "road":
            casing.line(points, 4.8 * at.frame.scale, 168)
            road.line(points, 2.6 * at.frame.scale)
        else:
            casing.line(points, 4.2 * at.frame.scale, 168)
            for dash in dashes(points, 6 * at.frame.scale, 4.4 * at.frame.scale):
                track.line(dash, 2.1 * at.frame.scale)
    casing.ink(sheet, theme.road_casing)
    track.ink(sheet, theme.minor_road)
    road.ink(sheet, theme.road)
    _bridges(sheet, at, theme)


def _bridges(sheet: Image.Image, at: Laid, theme: Theme) -> None:
    """Draw a bridge wherever a road crosses a river, at a right angle to the hexside."""
    rails, deck, _ = at.masks
    scale = at.frame.scale
    for side in at.board.ways:
        if side in at.board.rivers:
            one, other = (at.middles[end] for end in ends(side))
            middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
            turn = atan2(other[1] - one[1], other[0] - one[0])
            if not seen([middle], at.frame):
                continue
            lines = []
            for across in (pi / 2, -pi / 2):
                near = polar(middle, 3.0 * scale, turn + across)
                lines.append([polar(near, 5.4 * scale, turn + pi), polar(near, 5.4 * scale, turn)])
            deck.area([*lines[0], *lines[1][::-1]])
            for line in lines:
                rails.line(line, 1.6 * scale)
    deck.ink(sheet, theme.road_casing)
    rails.ink(sheet, theme.ink)


def straits(sheet: Image.Image, at: Laid, theme: Theme) -> None:
    """A double arrow over the side."""
    casing, ink, _ = at.masks
    scale = at.frame.scale
    for side in at.board.straits:
        one, other = (at.middles[end] for end in ends(side))
        middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        if not seen([middle], at.frame):
            continue
        turn = atan2(other[1] - one[1], other[0] - one[0])
        tips = [polar(middle, 13 * scale, turn + way) for way in (0.0, pi)]
        roots = [polar(middle, 7 * scale, turn + way) for way in (0.0, pi)]
        casing.line(roots, 6.4 * scale, 230)
        ink.line(roots, 3.0 * scale)
        for tip, way in zip(tips, (pi, 0.0), strict=True):
            for mask, size, value in ((casing, 11.5, 230), (ink, 9.0, 255)):
                wings = [polar(tip, size * scale, turn + way + splay) for splay in (0.55, -0.55)]
                mask.area([tip, *wings], value)
    casing.ink(sheet, theme.halo)
    ink.ink(sheet, theme.strait)


def _gates(sheet: Image.Image, at: Laid, theme: Theme) -> None:
    """The boxes off the map, and an arrowhead on every hex from which one enters them."""
    mask, halo, wet = at.masks
    for area in at.board.areas:
        hex_names.box(sheet, area, at.frame, theme)
        for gate in (*area.gates, *area.sea_gates):
            tip, turn = _outward(at, gate, area.middle)
            root = polar(tip, 8 * at.frame.scale, turn + pi)
            for pen, size in ((halo, 7.2), (wet if gate in area.sea_gates else mask, 5.2)):
                wings = [polar(root, size * at.frame.scale, turn + way) for way in (pi / 2, -pi / 2)]
                pen.area([polar(tip, (size - 5.2) * at.frame.scale, turn), *wings])
    halo.ink(sheet, theme.halo)
    mask.ink(sheet, theme.road)
    wet.ink(sheet, theme.strait)


def _outward(at: Laid, gate: str, box: Point) -> tuple[Point, float]:
    """Return the position of the arrowhead of a gate, and its direction: off the nearest edge of the
    board.
    """
    x, y = at.middles[gate]
    top = at.frame.pixel((0.0, at.board.top))[1]
    if y < top + at.across * 0.4 and at.frame.pixel(box)[1] < top:
        return (x, y - at.across * 0.5), -pi / 2
    return (x + at.across * 0.5, y), 0.0
