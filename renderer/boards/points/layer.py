"""The game's own layer on a sheet: borders of seas, roads, straits, cities and all names."""

from __future__ import annotations

from math import floor

from PIL import Image

from renderer.boards import neatline, ways
from renderer.boards.placement import Drawn
from renderer.boards.plates import Way
from renderer.boards.points.board import PointBoard, Site, Water
from renderer.draw import glyphs, labels, lettering, text
from renderer.draw.brush import Mask, along, curve, dashes, length, seen
from renderer.draw.frame import Frame, Point
from renderer.draw.labels import Box
from renderer.draw.themes import Colour, Theme

SIGN_RADIUS = {0: 7.5, 1: 15.0, 2: 17.0}
NAME_SIZE = {0: 21.0, 1: 24.0, 2: 27.0}
SIGN_SIZE = 20.0
MAJOR_WIDTH, MINOR_WIDTH, CASING = 3.6, 2.8, 2.6


def name_face(site: Site) -> str:
    """The face of a city's name: bold where it is worth points."""
    return "bold" if site.value else "plain"


def name_size(site: Site, frame: Frame) -> tuple[float, float]:
    """Width and height in pixels of a city's name with the signs after it."""
    size = NAME_SIZE[site.value] * frame.zoom
    signs = len(site.signs) * (SIGN_SIZE + 3) * frame.zoom
    return text.width(site.name, name_face(site), size) + (signs + 4 if signs else 0), size * 0.92


def placed(board: PointBoard, frame: Frame) -> Drawn:
    """Return the positions of names and signs in a frame of the whole board."""
    waters = {water.id: lettering.boxes(water.name, water.arc, frame, "italic") for water in board.waters}
    boxes = _names(board, frame, [box for letters in waters.values() for box in letters])
    return Drawn(
        sites={site.id: _sign_box(site, frame) for site in board.sites},
        names={site.id: box for site, box in zip(board.sites, boxes, strict=True)},
        waters=waters,
        ways=tuple(way.id for way in board.ways),
    )


def draw(sheet: Image.Image, board: PointBoard, frame: Frame, theme: Theme, drawn: Drawn) -> None:
    """Draw the part of the layer in a frame; `drawn` gives the places of its names."""
    _borders(sheet, board, frame, theme)
    for water in board.waters:
        lettering.spaced(sheet, water.name, water.arc, frame, theme.sea_ink, "italic", 0.92)
    for water in board.waters:
        _ships_place(sheet, water, frame, theme)
    _roads(sheet, board, frame, theme)
    _straits(sheet, board, frame, theme)
    for site in board.sites:
        _sign(sheet, site, frame, theme)
    neatline.draw(sheet, board, frame, theme)
    for site in board.sites:
        if site.id in drawn.names:
            _name(sheet, site, drawn.names[site.id], frame, theme)


def _sign_box(site: Site, frame: Frame) -> Box:
    return labels.around(frame.pixel(site.point), SIGN_RADIUS[site.value] * frame.zoom)


def _borders(sheet: Image.Image, board: PointBoard, frame: Frame, theme: Theme) -> None:
    mask = Mask(frame.size)
    for border in board.borders:
        points = curve([frame.pixel(point) for point in border])
        if seen(points, frame):
            for dash in dashes(points, 5 * frame.zoom, 7 * frame.zoom):
                mask.line(dash, 2.6 * frame.zoom, 140)
    mask.ink(sheet, theme.sea_ink)


def _roads(sheet: Image.Image, board: PointBoard, frame: Frame, theme: Theme) -> None:
    """Draw all roads but straits; every casing lies beneath every road, and minor roads are dashed."""
    casing, major, minor = Mask(frame.size), Mask(frame.size), Mask(frame.size)
    for way in board.ways:
        if way.kind == "strait":
            continue
        points = ways.road(way, frame)
        if not seen(points, frame):
            continue
        thick = (MAJOR_WIDTH if way.kind == "major" else MINOR_WIDTH) * frame.zoom
        casing.line(points, thick + CASING * frame.zoom, 184)
        if way.kind == "major":
            major.line(points, thick)
        else:
            for dash in dashes(points, 9 * frame.zoom, 6.5 * frame.zoom):
                minor.line(dash, thick)
    casing.ink(sheet, theme.road_casing)
    major.ink(sheet, theme.road)
    minor.ink(sheet, theme.minor_road)


def _straits(sheet: Image.Image, board: PointBoard, frame: Frame, theme: Theme) -> None:
    mask, casing = Mask(frame.size), Mask(frame.size)
    for way in board.ways:
        if way.kind == "strait":
            ways.strait(mask, casing, way, frame)
    casing.ink(sheet, theme.halo)
    mask.ink(sheet, theme.strait)


def _sign(sheet: Image.Image, site: Site, frame: Frame, theme: Theme) -> None:
    """A city: round for a port, square inland; a laurel and its number where it is worth points."""
    x, y = frame.pixel(site.point)
    if not seen([(x, y)], frame):
        return
    radius = SIGN_RADIUS[site.value] * frame.zoom
    filling = theme.port if site.port else theme.alarm
    if site.value:
        _shape(sheet, (x, y), radius + 2 * frame.zoom, True, theme.halo)
        laurel = glyphs.stamp("laurel", round(radius * 2.35))
        corner = (floor(x - laurel.width / 2 + 0.5), floor(y - laurel.height / 2 + 0.5))
        sheet.paste(theme.gold, corner, laurel)
    core = radius * (0.7 if site.value else 1.0)
    _shape(sheet, (x, y), core + 1.2 * frame.zoom, site.port, theme.ink)
    _shape(sheet, (x, y), core - 1.4 * frame.zoom, site.port, filling if site.value else theme.halo)
    if site.value:
        size = radius * 1.15
        text.write(sheet, (x, y + size * 0.32), str(site.value), "bold", size, (255, 255, 255), anchor="m")
    else:
        _shape(sheet, (x, y), core * 0.42, True, filling)


def _shape(sheet: Image.Image, middle: Point, radius: float, disc: bool, colour: Colour) -> None:
    """A disc, or a square of nearly the same area, with its middle to a fraction of a pixel."""
    reach = int(radius) + 4
    mask = Mask((2 * reach, 2 * reach), 4)
    x, y = reach + middle[0] % 1, reach + middle[1] % 1
    if disc:
        mask.disc((x, y), radius)
    else:
        half = radius * 0.9
        mask.area([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
    sheet.paste(colour, (int(middle[0] // 1) - reach, int(middle[1] // 1) - reach), mask.reduced())


def _names(board: PointBoard, frame: Frame, waters: list[Box]) -> list[Box]:
    wanted = [
        labels.Wanted(
            frame.pixel(site.point), SIGN_RADIUS[site.value] * frame.zoom, name_size(site, frame), site.side
        )
        for site in board.sites
    ]
    points = [point for way in board.ways for point in _milestones(way, frame)]
    low, high = frame.pixel((34, 34)), frame.pixel((board.size[0] - 34, board.size[1] - 34))
    return labels.place(wanted, points, waters, (*low, *high))


def _milestones(way: Way, frame: Frame) -> list[Point]:
    points = [frame.pixel(point) for point in way.line]
    whole = length(points)
    step = 12 * frame.zoom
    return [along(points, at * step)[0] for at in range(1, int(whole / step))]


def _name(sheet: Image.Image, site: Site, box: Box, frame: Frame, theme: Theme) -> None:
    """Write a site's name in its box, and behind it the signs, each on a pale disc."""
    size = NAME_SIZE[site.value] * frame.zoom
    base = box[3] - size * 0.24
    halo = (2.6 * frame.zoom, theme.halo)
    pen = box[0] + text.write(sheet, (box[0], base), site.name, name_face(site), size, theme.ink, halo=halo)
    side = round(SIGN_SIZE * frame.zoom)
    for sign in site.signs:
        stamp = glyphs.stamp(sign, side, theme.style)
        at = (round(pen + 4 * frame.zoom), round(box[1] + (box[3] - box[1] - side) / 2))
        ground = Mask((side + 8, side + 8))
        ground.disc(((side + 8) / 2, (side + 8) / 2), side / 2 + 2)
        sheet.paste(
            theme.halo, (at[0] - 4, at[1] - 4), ground.reduced().point([round(v * 0.75) for v in range(256)])
        )
        sheet.paste(theme.strait if sign == "navis" else theme.ink, at, stamp)
        pen += (SIGN_SIZE + 3) * frame.zoom


def _ships_place(sheet: Image.Image, water: Water, frame: Frame, theme: Theme) -> None:
    """A faint anchor at the place of a sea's ships."""
    side = round(24 * frame.zoom)
    x, y = frame.pixel(water.ships)
    if seen([(x, y)], frame):
        stamp = glyphs.stamp("anchor", side).point([round(value * 0.55) for value in range(256)])
        sheet.paste(theme.sea_ink, (round(x - side / 2), round(y - side / 2)), stamp)
