"""The names of cities on a board of hexes or areas, laid over the pieces: no stack beside hides one.

A name has its place on the sheet; if it would cover too much there, it gets the best of the other places
beside its city.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from renderer.boards.areas import names as area_names
from renderer.boards.areas.board import AreaBoard, Place
from renderer.boards.hexes import names as hex_names
from renderer.boards.hexes.board import HexBoard, Town
from renderer.boards.placement import Drawn
from renderer.draw import labels
from renderer.draw.canvas import Canvas
from renderer.draw.frame import Frame, Point
from renderer.draw.labels import Box, overlap, touching
from renderer.draw.themes import Theme

COVERED = 0.15
"""A name may lie on other things by so much of its area."""
HALO, BASE = 2.2, 0.2
"""The halo in plate units; the base line stands so much of the letters' size over a name's lower edge."""
HIDING, CLASHING, OUTSIDE = 4000.0, 6000.0, 9000.0
"""The cost for a name to lie wholly on pieces, on another name or city, or outside of the picture."""
CLOSE, APART = 400.0, 0.3
"""The cost for a name to stand so near beside another that both read as one: by this share of its height."""


class Name(Struct, frozen=True):
    """The name of a city, from `start` on its base line."""

    place: str
    text: str
    start: Point
    size: float
    face: str


def draw(
    canvas: Canvas,
    board: HexBoard | AreaBoard,
    frame: Frame,
    theme: Theme,
    drawn: Drawn,
    taken: Sequence[Box],
) -> None:
    """Write the names of all cities in the frame.

    `drawn` gives their places on the printed board, `taken` the boxes that should not be written on, in
    pixels.
    """
    for one in lay(board, frame, drawn, taken):
        write(canvas, one, frame, theme)


def write(canvas: Canvas, one: Name, frame: Frame, theme: Theme) -> None:
    """Write a name."""
    halo = (HALO * frame.zoom, theme.halo)
    canvas.write(one.start, one.text, one.face, one.size, theme.ink, halo=halo)


def lay(board: HexBoard | AreaBoard, frame: Frame, drawn: Drawn, taken: Sequence[Box]) -> Iterator[Name]:
    """Yield the names of all cities in the frame; see `draw`."""
    places = placed(board, frame, drawn, taken)
    for town in board.towns:
        if town.id in places:
            left, _, _, bottom = places[town.id]
            size, face = _letters(town, frame)
            yield Name(town.id, town.name, (left, bottom - size * BASE), size, face)


def placed(board: HexBoard | AreaBoard, frame: Frame, drawn: Drawn, taken: Sequence[Box]) -> dict[str, Box]:
    """Return the position of the name of each city in the frame."""
    field = (0.0, 0.0, float(frame.size[0]), float(frame.size[1]))
    towns = [town for town in board.towns if town.id in drawn.names and overlap(drawn.names[town.id], field)]
    places = {town.id: drawn.names[town.id] for town in towns}
    lands = [box for boxes in drawn.lands.values() for box in boxes]

    def moved(town: Town | Place) -> Box:
        names = [*(box for id_, box in places.items() if id_ != town.id), *lands]
        signs = [box for id_, box in drawn.sites.items() if id_ != town.id]
        return _best(_wanted(town, board, frame), places[town.id], (taken, names, signs), field)

    gone = [town for town in towns if _share(places[town.id], taken) > COVERED]
    for town in gone:
        places[town.id] = moved(town)
    for town in towns:
        near = [places[one.id] for one in gone if one is not town]
        if touching(near, _with_gap(places[town.id])):
            places[town.id] = moved(town)
    return places


def _letters(town: Town | Place, frame: Frame) -> tuple[float, str]:
    """Return the size of a name's letters in pixels, and their face."""
    if isinstance(town, Place):
        return area_names.TOWN_SIZE[town.key] * frame.zoom, area_names.face_of(town)
    return hex_names.TOWN_SIZE[town.rank] * frame.zoom, hex_names.face_of(town)


def _wanted(town: Town | Place, board: HexBoard | AreaBoard, frame: Frame) -> labels.Wanted:
    """Return the name of a city, to be placed beside it."""
    if isinstance(town, Place):
        return area_names.name_of(town, frame)
    assert isinstance(board, HexBoard)
    radius = board.across * frame.scale * hex_names.BESIDE
    return hex_names.name_of(town, frame.pixel(board.middles[town.cell]), radius, frame)


def _share(box: Box, others: Sequence[Box]) -> float:
    """Return the share of a box that others cover."""
    common = sum(overlap(box, other) for other in touching(others, box))
    return common / ((box[2] - box[0]) * (box[3] - box[1]))


def _with_gap(box: Box) -> Box:
    """Return the box of a name with the room that keeps it apart from the names beside it."""
    gap = (box[3] - box[1]) * APART
    return box[0] - gap, box[1], box[2] + gap, box[3]


def _best(
    wanted: labels.Wanted,
    now: Box,
    others: tuple[Sequence[Box], Sequence[Box], Sequence[Box]],
    field: Box,
) -> Box:
    """Return the cheapest place for a name: its present one, or any beside its city.

    `others` are the things on the map, the other names, and the signs of the other cities.
    """
    free = labels.candidates(labels.Wanted(wanted.centre, wanted.radius, wanted.size))
    reach = labels.around(wanted.centre, wanted.size[0] + 4 * wanted.radius)
    taken, names, signs = (touching(boxes, reach) for boxes in others)
    middles = [labels.middle_of(sign) for sign in signs]

    best, least = now, float("inf")
    for base, box in sorted([(0.0, now), *free]):
        if base >= least:
            break
        cost = base + HIDING * _share(box, taken) + CLASHING * (_share(box, names) + _share(box, signs))
        cost += CLOSE * len(touching(names, _with_gap(box)))
        cost += OUTSIDE * (1 - _share(box, [field])) + labels.doubt(wanted, box, middles)
        if cost < least:
            best, least = box, cost
    return best
