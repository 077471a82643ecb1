"""Names and signs on a board of areas: regions, seas, cities, the plaques of values, limits of entry."""

from __future__ import annotations

from functools import lru_cache
from math import cos, floor, pi, sin

from PIL import Image

from renderer.boards.areas.board import AreaBoard, Land, Place, Sea
from renderer.draw import glyphs, labels, lettering, text
from renderer.draw.brush import Mask, seen
from renderer.draw.frame import Frame, Point
from renderer.draw.labels import Box
from renderer.draw.themes import Colour, Theme

SIGN = {True: 15.0, False: 11.0}
"""The radius of a key city's sign, and of another's, in plate units."""
TOWN_SIZE = {True: 23.0, False: 19.5}
PLAQUE = 17.0
NOTE_SIZE = 15.5
STEPS = 96
WHITE: Colour = (255, 255, 255)
NEUTRAL: Colour = (104, 98, 88)
Letters = dict[str, tuple[Box, ...]]
SHARES = {"disc": 1.0, "star": 1.12, "shield": 1.0, "quatrefoil": 1.08, "square": 0.86, "wave": 1.0}


def placed(board: AreaBoard, frame: Frame) -> tuple[dict[str, Box], Letters, Letters]:
    """The boxes of cities' names, of the letters of seas, and of the letters and plaques of regions, in a
    frame of the whole board.
    """
    seas = {sea.id: lettering.boxes(sea.name, sea.arc, frame, "italic") for sea in board.seas}
    lands = {land.id: lettering.boxes(land.name, land.arc, frame, "bold") for land in board.lands if land.arc}
    notes = [_note_box(one, frame) for one in _areas(board) if one.note]
    letters = [box for one in (*seas.values(), *lands.values()) for box in one]
    plaques = {land.id: labels.around(frame.pixel(land.plaque), PLAQUE * frame.zoom) for land in board.lands}
    lands = {id_: (*lands.get(id_, ()), box) for id_, box in plaques.items()}
    return _names(board, letters + notes, frame), seas, lands


def draw(sheet: Image.Image, board: AreaBoard, frame: Frame, theme: Theme) -> None:
    """Write the names of regions and seas, the plaques, and the limits of entry."""
    for sea in board.seas:
        lettering.spaced(sheet, sea.name, sea.arc, frame, theme.sea_ink, "italic", 0.92)
    for land in board.lands:
        if land.arc is not None:
            halo = (0.62, theme.halo)
            lettering.spaced(sheet, land.name, land.arc, frame, theme.ink, "bold", 0.82, halo)
    _plaques(sheet, board, frame, theme)
    for one in _areas(board):
        if one.note:
            _note(sheet, one, frame, theme)


def _areas(board: AreaBoard) -> tuple[Land | Sea, ...]:
    return (*board.lands, *board.seas)


def sign_box(town: Place, frame: Frame) -> Box:
    """The box of a city's sign."""
    return labels.around(frame.pixel(town.point), SIGN[town.key] * frame.zoom)


def towns(sheet: Image.Image, board: AreaBoard, frame: Frame, theme: Theme) -> None:
    """Draw the signs of all cities."""
    for town in board.towns:
        if seen([frame.pixel(town.point)], frame):
            _town(sheet, town, frame, theme)


def _town(sheet: Image.Image, town: Place, frame: Frame, theme: Theme) -> None:
    """A tower in a ring, in a wider one of gold for a key city; an anchor for a port."""
    x, y = frame.pixel(town.point)
    radius = SIGN[town.key] * frame.zoom
    rings = [(radius + 2.2 * frame.zoom, theme.halo), (radius, theme.ink)]
    if town.key:
        rings += [(radius * 0.9, theme.gold), (radius * 0.68, theme.ink)]
    rings.append((radius * (0.6 if town.key else 0.84), theme.paper))
    for across, colour in rings:
        _disc(sheet, (x, y), across, colour)
    side = max(6, round(radius * (0.86 if town.key else 1.14)))
    sheet.paste(theme.ink, (round(x - side / 2), round(y - side / 2)), glyphs.stamp("tower", side))
    if town.port:
        at = (x + radius * 0.86, y + radius * 0.86)
        reach = 7.2 * frame.zoom
        _disc(sheet, at, reach + 1.3 * frame.zoom, theme.halo)
        _disc(sheet, at, reach, theme.port)
        side = max(5, round(reach * 1.5))
        sheet.paste(WHITE, (round(at[0] - side / 2), round(at[1] - side / 2)), glyphs.stamp("anchor", side))


def _disc(sheet: Image.Image, middle: Point, radius: float, colour: Colour) -> None:
    reach = int(radius) + 3
    mask = Mask((2 * reach, 2 * reach), 4)
    mask.disc((reach + middle[0] % 1, reach + middle[1] % 1), radius)
    sheet.paste(colour, (int(middle[0] // 1) - reach, int(middle[1] // 1) - reach), mask.reduced())


@lru_cache(maxsize=128)
def outline(shape: str, radius: float) -> tuple[Point, ...]:
    """The outline of a plaque about nothing.

    Raises:
        KeyError: no such shape.
    """
    reach = radius * SHARES[shape]
    if shape == "shield":
        half = (
            (0.0, -0.86),
            (0.5, -0.8),
            (0.92, -0.92),
            (0.94, -0.2),
            (0.74, 0.4),
            (0.36, 0.84),
            (0.0, 1.08),
        )
        whole = (*half, *((-x, y) for x, y in half[-2:0:-1]))
        return tuple((x * reach, y * reach) for x, y in whole)
    if shape == "square":
        return tuple((x * reach, y * reach) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    turns = [at / STEPS * 2 * pi for at in range(STEPS)]
    return tuple(
        (_swell(shape, turn) * reach * sin(turn), -_swell(shape, turn) * reach * cos(turn)) for turn in turns
    )


def _swell(shape: str, angle: float) -> float:
    """Return the radius of the outline of a round plaque at an angle."""
    if shape == "star":
        return _star(angle)
    if shape == "quatrefoil":
        return 0.8 + 0.2 * abs(cos(2 * angle))
    if shape == "wave":
        return 0.94 + 0.06 * cos(10 * angle)
    return 1.0


def _star(angle: float) -> float:
    """Two squares, one turned by an eighth: the farther of the two outlines."""
    found = []
    for turn in (0.0, pi / 4):
        inner = (angle + turn) % (pi / 2) - pi / 4
        found.append(cos(pi / 4) / cos(inner))
    return max(found)


def _plaques(sheet: Image.Image, board: AreaBoard, frame: Frame, theme: Theme) -> None:
    """The value of every region and sea: the shape tells the party, as the colour does."""
    party = {one.id: one for one in board.parties}
    for land in board.lands:
        own = party.get(land.party)
        plaque(
            sheet,
            land.plaque,
            own.plaque if own else "square",
            own.colour if own else NEUTRAL,
            land.value,
            frame,
            theme,
        )
    for sea in board.seas:
        plaque(sheet, sea.plaque, "wave", theme.port, sea.value, frame, theme)


def plaque(
    sheet: Image.Image, at: Point, shape: str, colour: Colour, value: int, frame: Frame, theme: Theme
) -> None:
    """One plaque with its number about a point of the plate."""
    x, y = frame.pixel(at)
    if not seen([(x, y)], frame):
        return
    reach = int(PLAQUE * frame.zoom * 1.4) + 3
    middle = (reach + x % 1, reach + y % 1)
    for share, ink in ((1.16, theme.halo), (1.04, theme.ink), (0.94, colour)):
        mask = Mask((2 * reach, 2 * reach), 4)
        mask.area(
            [
                (middle[0] + right, middle[1] + down)
                for right, down in outline(shape, PLAQUE * frame.zoom * share)
            ]
        )
        sheet.paste(ink, (int(x // 1) - reach, int(y // 1) - reach), mask.reduced())
    size = PLAQUE * 1.4 * frame.zoom
    text.write(sheet, (x, y + size * 0.31), str(value), "bold", size, WHITE, anchor="m")


def _note_box(one: Land | Sea, frame: Frame) -> Box:
    size = NOTE_SIZE * frame.zoom
    wide = text.width(one.note, "italic", size) + 16 * frame.zoom
    x, y = frame.pixel(one.note_at)
    return x - wide / 2, y - size * 0.72, x + wide / 2, y + size * 0.72


def _note(sheet: Image.Image, one: Land | Sea, frame: Frame, theme: Theme) -> None:
    """A slip of paper that names the only nations that may enter."""
    left, top, right, bottom = (floor(value + 0.5) for value in _note_box(one, frame))
    thin = round(1.6 * max(1.0, frame.zoom))
    sheet.paste(theme.rule, (left, top, right, bottom))
    sheet.paste(theme.paper, (left + thin, top + thin, right - thin, bottom - thin))
    size = NOTE_SIZE * frame.zoom
    x, y = frame.pixel(one.note_at)
    text.write(sheet, (x, y + size * 0.3), one.note, "italic", size, theme.ink, anchor="m")


def _names(board: AreaBoard, taken: list[Box], frame: Frame) -> dict[str, Box]:
    """Place the names of all cities at once, off the plaques, the other names and the borders."""
    wanted = [name_of(town, frame) for town in board.towns]
    plaques = [frame.pixel(one.plaque) for one in _areas(board)]
    wanted += [labels.Wanted(at, PLAQUE * 1.15 * frame.zoom, (0.0, 0.0)) for at in plaques]
    points = [frame.pixel(at) for line in board.lines for at in line.points[::2] if line.layer == "land"]
    low, high = frame.pixel((34, 34)), frame.pixel((board.size[0] - 34, board.size[1] - 34))
    found = labels.place(wanted, points, taken, (*low, *high))
    return {town.id: box for town, box in zip(board.towns, found, strict=False)}


def name_of(town: Place, frame: Frame) -> labels.Wanted:
    """A city's name, to be placed beside its sign."""
    size = TOWN_SIZE[town.key] * frame.zoom
    wide = text.width(town.name, face_of(town), size)
    return labels.Wanted(
        frame.pixel(town.point), SIGN[town.key] * frame.zoom * 1.15, (wide, size * 0.9), town.side
    )


def face_of(town: Place) -> str:
    """The face of a city's name."""
    return "bold" if town.key else "plain"
