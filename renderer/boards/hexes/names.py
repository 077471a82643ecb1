"""Names and signs on a board of hexes: waters, regions, cities, captions, hex numbers, boxes off the map."""

from __future__ import annotations

from functools import lru_cache
from math import floor

from PIL import Image

from renderer.boards.hexes.board import TALL, Caption, HexBoard, OffMap, Town, ends, outline
from renderer.boards.placement import Drawn
from renderer.draw import glyphs, labels, lettering, text
from renderer.draw.brush import Mask, along, length, seen
from renderer.draw.frame import Frame, Point
from renderer.draw.labels import Box
from renderer.draw.themes import Theme

TOWN_SIZE = {0: 16.5, 1: 18.5, 2: 22.0}
CAPTION_SIZE = 13.5
SHIELD_ROOM = 14.0
NUMBER, LEAST_NUMBER = 0.17, 7.6
WALL = {0: 2.0, 1: 2.6, 2: 3.2}
CAPTIONS_FROM = 1.7
"""Captions and large hex numbers are shown from this scale on."""
BESIDE = 0.44
"""The distance at which a name stands from the middle of its city's hex, as a share of the hex's breadth."""
Placed = tuple[dict[str, Box], dict[str, Box], dict[str, tuple[Box, ...]]]


def letters(sheet: Image.Image, board: HexBoard, frame: Frame, theme: Theme) -> None:
    """Write the names of waters and regions."""
    for sea in board.sea_names:
        lettering.spaced(sheet, sea.name, sea.arc, frame, theme.sea_ink, "italic", 0.95)
    for region in board.regions:
        halo = (0.55, theme.halo)
        lettering.spaced(sheet, region.name, region.arc, frame, theme.ink, "bold", 0.68, halo)


def captions(sheet: Image.Image, board: HexBoard, frame: Frame, theme: Theme, drawn: Drawn) -> None:
    """Write captions at their places."""
    for one in board.captions:
        if one.id in drawn.captions:
            _caption(sheet, one, drawn.captions[one.id], frame, theme)


def placed(board: HexBoard, frame: Frame) -> Placed:
    """The boxes of cities' names, of captions, and of the other letters, in a frame of the whole board."""
    found = {sea.id: lettering.boxes(sea.name, sea.arc, frame, "italic") for sea in board.sea_names}
    found |= {one.id: lettering.boxes(one.name, one.arc, frame, "bold") for one in board.regions}
    return *_names(board, [box for boxes in found.values() for box in boxes], frame), found


def towns(sheet: Image.Image, board: HexBoard, frame: Frame, theme: Theme) -> None:
    """Draw the signs of all cities."""
    middles = {cell.id: frame.pixel(cell.middle) for cell in board.cells}
    for town in board.towns:
        _town(sheet, town, middles[town.cell], board.across, frame, theme)


def numbers(board: HexBoard, frame: Frame) -> Image.Image:
    """A mask of every hex's number at its upper corner; of none where the hexes are too small for them."""
    across = board.across * frame.scale
    size = max(across * NUMBER, LEAST_NUMBER)
    wide = size * 0.5
    mask = Image.new("L", frame.size, 0)
    if wide * 4 > across * 0.5:
        return mask
    (width, height), above = frame.size, round(across * TALL / 2 * 0.86)
    for cell in board.cells:
        x, y = frame.pixel(cell.middle)
        if -across < x < width + across and -across < y < height + across:
            left, top = floor(x + 0.5) - round(wide * 2), floor(y + 0.5) - above
            for at in range(0, len(cell.id), 2):
                mask.paste(_pair(cell.id[at : at + 2], size), (left + round(at * wide), top))
    return mask


@lru_cache(maxsize=256)
def _pair(figures: str, size: float) -> Image.Image:
    """Two figures beside each other."""
    one, other = (_digits(size)[figure] for figure in figures)
    step = round(size * 0.5)
    made = Image.new("L", (step + other.width, other.height))
    made.paste(one, (0, 0))
    made.paste(other, (step, 0))
    return made


@lru_cache(maxsize=16)
def _digits(size: float) -> dict[str, Image.Image]:
    """The ten figures on equal boxes."""
    found = {}
    for figure in "0123456789":
        made = text.stamp(figure, "plain", size)
        box = Image.new("L", (round(size * 0.56), round(size * 0.9)), 0)
        pen = (size * 0.5 - made.advance) / 2
        box.paste(150, (round(made.left + pen), round(size * 0.78) + made.top), made.letters)
        found[figure] = box
    return found


def _town(sheet: Image.Image, town: Town, middle: Point, wide: float, frame: Frame, theme: Theme) -> None:
    """A city fills its hex: a wall, a second of gold for a wealthy one, a tower; an anchor for a port."""
    across = wide * frame.scale
    if not seen([middle], frame, across):
        return
    x, y = floor(middle[0] + 0.5), floor(middle[1] + 0.5)
    filling = theme.gold if town.rank == 2 else theme.town
    colours = (theme.halo, theme.ink, *((theme.gold, theme.ink) if town.rank else ()), filling)
    for colour, mask in zip(colours, _rings(town.rank, wide, across), strict=True):
        sheet.paste(colour, (x - mask.width // 2, y - mask.height // 2), mask)
    side = round(across * (0.42 if town.rank else 0.36))
    sheet.paste(theme.ink, (x - side // 2, y - side // 2), glyphs.stamp("tower", side))
    if town.port:
        _anchor(sheet, (x, y + across * 0.42), across * 0.3, theme)


@lru_cache(maxsize=64)
def _rings(rank: int, wide: float, across: float) -> tuple[Image.Image, ...]:
    """The masks of a city's walls, the outermost first, and of what they enclose."""
    shares = [(0.93, 0.55), (0.9, 0.95)]
    inner = 0.9 - WALL[rank] * 2 / wide / TALL
    if rank:
        shares += [(inner, 1.0), (inner - 0.12, 0.95)]
        inner -= 0.17
    shares.append((inner, 0.92))
    reach = int(across * 0.7) + 2
    found = []
    for share, strength in shares:
        mask = Mask((2 * reach, 2 * reach), 4)
        mask.area(outline((reach, reach), across, share))
        found.append(mask.reduced().point([round(value * strength) for value in range(256)]))
    return tuple(found)


def _anchor(sheet: Image.Image, at: Point, across: float, theme: Theme) -> None:
    """A white anchor on a disc of the colour of ports."""
    box = round(across * 1.25) + 4
    for colour, radius in ((theme.halo, 0.62), (theme.port, 0.54)):
        mask = Mask((box, box), 4)
        mask.disc((box / 2, box / 2), across * radius)
        sheet.paste(colour, (round(at[0] - box / 2), round(at[1] - box / 2)), mask.reduced())
    side = max(5, round(across * 0.72))
    sheet.paste(
        (255, 255, 255), (round(at[0] - side / 2), round(at[1] - side / 2)), glyphs.stamp("anchor", side)
    )


def _names(board: HexBoard, letters: list[Box], frame: Frame) -> tuple[dict[str, Box], dict[str, Box]]:
    """Place all names at once; captions that find no room are left out."""
    middles = {cell: frame.pixel(middle) for cell, middle in board.middles.items()}
    radius = board.across * frame.scale * BESIDE
    wanted = [name_of(town, middles[town.cell], radius, frame) for town in board.towns]
    shown = board.captions if frame.scale > CAPTIONS_FROM else ()
    for one in shown:
        size = CAPTION_SIZE * frame.zoom
        wide = text.width(one.name, "italic", size)
        wanted.append(labels.Wanted(frame.pixel(one.point), 4 * frame.zoom, (wide, size * 0.9)))
    shields = [frame.pixel(region.shield) for region in board.regions]
    wanted += [labels.Wanted(at, SHIELD_ROOM * frame.zoom, (0.0, 0.0)) for at in shields]
    low, high = frame.pixel((18, 18)), frame.pixel((board.size[0] - 18, board.size[1] - 18))
    boxes = labels.place(wanted, _milestones(board, middles), letters, (*low, *high))
    signs = [labels.around(one.centre, one.radius) for one in wanted]
    towns, found = len(board.towns), {}
    for at, one in enumerate(shown, towns):
        others = [*boxes[:at], *signs[:towns], *boxes[towns + len(shown) :]]
        if not any(labels.overlap(boxes[at], other) for other in others):
            found[one.id] = boxes[at]
    return {town.id: box for town, box in zip(board.towns, boxes, strict=False)}, found


def face_of(town: Town) -> str:
    """The face of a city's name."""
    return "bold" if town.rank else "plain"


def name_of(town: Town, middle: Point, radius: float, frame: Frame) -> labels.Wanted:
    """A city's name, to be placed beside its sign."""
    size = TOWN_SIZE[town.rank] * frame.zoom
    wide = text.width(town.name, face_of(town), size)
    return labels.Wanted(middle, radius, (wide, size * 0.86), town.side)


def _milestones(board: HexBoard, middles: dict[str, Point]) -> list[Point]:
    found = []
    for side in board.ways:
        line = [middles[end] for end in ends(side)]
        whole = length(line)
        found += [along(line, whole * share)[0] for share in (0.2, 0.5, 0.8)]
    return found


def _caption(sheet: Image.Image, one: Caption, box: Box, frame: Frame, theme: Theme) -> None:
    size = CAPTION_SIZE * frame.zoom
    reach = round(6 * frame.zoom)
    mask = Mask((2 * reach, 2 * reach), 4)
    mask.disc((reach, reach), 2.4 * frame.zoom)
    x, y = frame.pixel(one.point)
    sheet.paste(theme.soft_ink, (floor(x + 0.5) - reach, floor(y + 0.5) - reach), mask.reduced())
    start = (box[0], box[3] - size * 0.22)
    text.write(sheet, start, one.name, "italic", size, theme.soft_ink, halo=(1.6 * frame.zoom, theme.halo))


def box(sheet: Image.Image, area: OffMap, frame: Frame, theme: Theme) -> None:
    """The box of an area off the map: paper, a double rule, its name and income, an anchor for a port."""
    left, top = frame.pixel(area.box[:2])
    right, bottom = frame.pixel(area.box[2:])
    for inset, colour in ((0.0, theme.rule), (2.0, theme.paper), (4.0, theme.paper_edge), (5.0, theme.paper)):
        grow = inset * frame.scale
        corners = [(left + grow, top + grow), (right - grow, top + grow)]
        corners += [(right - grow, bottom - grow), (left + grow, bottom - grow)]
        whole = tuple(round(value) for point in (corners[0], corners[2]) for value in point)
        sheet.paste(colour, (whole[0], whole[1], max(whole[0], whole[2]), max(whole[1], whole[3])))
    shown = f"{area.name} {area.note}".strip()
    size = text.fitted(shown, "italic", 16.5 * frame.scale, right - left - 20 * frame.scale, 5)
    at = ((left + right) / 2, top + 21 * frame.scale)
    text.write(sheet, at, shown, "italic", size, theme.soft_ink, anchor="m")
    if area.port:
        _anchor(sheet, (left + 18 * frame.scale, bottom - 18 * frame.scale), 16 * frame.scale, theme)
