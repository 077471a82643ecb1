"""Boards laid on a scan: every place where the group's own map has it.

The plate of such a board keeps our plate's measure, the distance of neighbouring places, so pieces and signs
have the size that suits the print. A scan of hexes is straightened until they lie as ours; on other maps
the places move to where the print has them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, dist, floor
from pathlib import Path
from statistics import median

from msgspec.structs import replace

from adjudicator.geometry.fits import Fit, Point, Projective, Unsolvable, projective, thin_plate
from renderer.boards.areas.board import AreaBoard
from renderer.boards.hexes.board import TALL, HexBoard
from renderer.boards.placement import Drawn
from renderer.boards.plates import Way
from renderer.boards.points.board import PointBoard
from renderer.draw.frame import Frame
from renderer.draw.labels import Box, around
from renderer.scans.scan import Scan

Printed = PointBoard | HexBoard | AreaBoard
STRIP, GAP = 520.0, 24.0
"""The width of the strip beside a picture, and the paper between things in it, in plate units."""
LEAST_HEIGHT = 1500.0
"""The least height of such a plate: room for the panels."""
WIDEST = 2.5
"""The most that a picture's plate is wider or higher than ours."""
SITE = 15.0
"""The room around a place that pieces leave free where they can, at zoom 1."""
STEPS = 8
"""The points of a line between two places that are led along with them."""


def fitted(board: Printed, anchors: Mapping[str, Point]) -> Fit:
    """Return the map from our plate to the picture: projective for hexes, a thin plate for other places.

    Raises:
        Unsolvable: too few anchors, or some that do not determine it.
    """
    if isinstance(board, HexBoard):
        return projective([(board.middles[id], at) for id, at in anchors.items() if id in board.middles])
    places = board.places()
    return thin_plate([(places[id], at) for id, at in anchors.items()])


def expected(board: Printed, anchors: Mapping[str, Point]) -> dict[str, Point]:
    """Return where the picture has each place: as anchored, else as the fit expects it. Boxes off the map,
    which a print may have anywhere, are only where they are anchored.

    Raises:
        Unsolvable: as `fitted`.
    """
    fit = fitted(board, anchors)
    if not isinstance(board, HexBoard):
        return {id: anchors.get(id) or fit(at) for id, at in board.places().items()}
    boxes = {area.id for area in board.areas}
    found = {id: anchors.get(id) if id in boxes else fit(at) for id, at in board.places().items()}
    return {id: at for id, at in found.items() if at is not None}


def laid(
    board: Printed,
    id: str,
    file: Path,
    size: tuple[int, int],
    anchors: Mapping[str, Point],
    corners: Sequence[Point] = (),
) -> Printed:
    """Return the board as it lies on a scan.

    Args:
        board: ours.
        id: of the game as it is played on the scan.
        file: the picture.
        size: its width and height.
        anchors: the pixel of places.
        corners: of the printed map in a picture that shows it askew, from the upper left clockwise; none if
            it lies straight.

    Raises:
        Unsolvable: as `fitted`.
    """
    edges = corners or (
        (0.0, 0.0),
        (float(size[0]), 0.0),
        (float(size[0]), float(size[1])),
        (0.0, float(size[1])),
    )
    if isinstance(board, HexBoard):
        return _hexes(board, id, file, edges, anchors)
    return _places(board, id, file, edges, anchors)


def placed(board: Printed, frame: Frame) -> Drawn:
    """Return the places in a frame, which pieces leave free; all names are the print's."""
    if isinstance(board, HexBoard):
        return Drawn({}, {}, {}, (), cells=tuple(cell.id for cell in board.cells))
    spots = {id: around(frame.pixel(at), SITE * frame.zoom) for id, at in board.places().items()}
    return Drawn(spots, {}, {}, tuple(way.id for way in board.ways))


# -- hexes ---------------------------------------------------------------------------------------------


def _hexes(
    board: HexBoard, id: str, file: Path, edges: Sequence[Point], anchors: Mapping[str, Point]
) -> HexBoard:
    """Return the board on the scan, moved by whole columns and rows so that nothing lies off its edge."""
    fit = fitted(board, anchors)
    assert isinstance(fit, Projective)
    box = _within(_around([fit.inverse()(edge) for edge in edges]), board)
    column, rows = board.across, board.across * TALL * 1.5
    right, down = -floor(box[0] / column) * column, -floor(box[1] / rows) * rows

    def moved(at: Point) -> Point:
        return at[0] + right, at[1] + down

    onto = fit.after(Projective((1.0, 0.0, -right, 0.0, 1.0, -down, 0.0, 0.0, 1.0)))
    covered = (*moved(box[:2]), *moved(box[2:]))
    back = onto.inverse()
    beside = [area for area in board.areas if area.id not in anchors]
    size, strip, corners = _beside(covered, len(beside) * 110.0)
    areas, top = [], strip[1] + GAP
    for area in board.areas:
        wide, high = min(area.box[2] - area.box[0], STRIP - 2 * GAP), area.box[3] - area.box[1]
        if area in beside:
            left = strip[0] + GAP
        else:
            x, y = back(anchors[area.id])
            left, top_of_it = x - wide / 2, y - high / 2
        start = top if area in beside else top_of_it
        areas.append(replace(area, box=(left, start, left + wide, start + high)))
        top += high + GAP / 2 if area in beside else 0.0
    corners = {
        name: (x, y + (top - strip[1] if name != "legend" else 0.0)) for name, (x, y) in corners.items()
    }
    return replace(
        board,
        game=id,
        size=size,
        cells=tuple(replace(cell, middle=moved(cell.middle)) for cell in board.cells),
        regions=tuple(
            replace(one, shield=back(anchors[one.id]) if one.id in anchors else moved(one.shield))
            for one in board.regions
        ),
        captions=(),
        sea_names=(),
        areas=tuple(areas),
        corners=corners,
        scan=Scan(id, file, onto, covered, strip, tuple(area.id for area in beside)),
    )


def _within(box: Box, board: HexBoard) -> Box:
    """Return a box no larger than so many times the board: a picture in steep perspective reaches far out."""
    more = (WIDEST - 1) / 2
    wide, high = board.size
    return (
        max(box[0], -more * wide),
        max(box[1], -more * high),
        min(box[2], (1 + more) * wide),
        min(box[3], (1 + more) * high),
    )


# -- points and areas ------------------------------------------------------------------------------------


def _places(
    board: PointBoard | AreaBoard, id: str, file: Path, edges: Sequence[Point], anchors: Mapping[str, Point]
) -> PointBoard | AreaBoard:
    """Return the board on the scan, straightened and scaled until its places lie as far apart as on ours."""
    wide = (dist(edges[0], edges[1]) + dist(edges[3], edges[2])) / 2
    high = (dist(edges[0], edges[3]) + dist(edges[1], edges[2])) / 2
    flat = ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high))
    straight = projective(list(zip(edges, flat, strict=True)))
    fit = fitted(board, anchors)
    printed = {place: straight(at) for place, at in expected(board, anchors).items()}
    scale = _measure(board.places(), printed)

    def moved(at: Point) -> Point:
        x, y = straight(fit(at))
        return x * scale, y * scale

    def stands(place: str) -> Point:
        x, y = printed[place]
        return x * scale, y * scale

    covered = (0.0, 0.0, wide * scale, high * scale)
    size, strip, corners = _beside(covered, 0.0)
    onto = straight.inverse().after(Projective((1 / scale, 0.0, 0.0, 0.0, 1 / scale, 0.0, 0.0, 0.0, 1.0)))
    scan = Scan(id, file, onto, covered, strip)

    def way(one: Way) -> Way:
        inner = tuple(moved(at) for at in one.line[1:-1])
        return replace(one, line=(stands(one.ends[0]), *inner, stands(one.ends[1])))

    if isinstance(board, PointBoard):
        return replace(
            board,
            game=id,
            size=size,
            sites=tuple(replace(site, point=stands(site.id)) for site in board.sites),
            ways=tuple(map(way, board.ways)),
            waters=tuple(replace(water, ships=stands(water.id)) for water in board.waters),
            borders=(),
            corners=corners,
            scan=scan,
        )
    return replace(
        board,
        game=id,
        size=size,
        lands=tuple(
            replace(one, stand=stands(one.id), plaque=moved(one.plaque), arc=None) for one in board.lands
        ),
        towns=tuple(replace(town, point=stands(town.id)) for town in board.towns),
        seas=tuple(replace(one, ships=stands(one.id), plaque=moved(one.plaque)) for one in board.seas),
        lines=(),
        straits=tuple(map(way, board.straits)),
        knots=(),
        corners=corners,
        scan=scan,
    )


def _measure(ours: Mapping[str, Point], printed: Mapping[str, Point]) -> float:
    """Return our plate units for a pixel: by the distance of each place from its nearest neighbour."""
    shares = []
    for place, at in ours.items():
        near = min((one for one in ours if one != place), key=lambda one: dist(at, ours[one]))
        if (away := dist(printed[place], printed[near])) > 0:
            shares.append(dist(at, ours[near]) / away)
    if not shares:
        raise Unsolvable("all places lie on one pixel")
    return median(shares)


# -- the plate -------------------------------------------------------------------------------------------


def _around(points: Sequence[Point]) -> Box:
    return (
        min(x for x, _ in points),
        min(y for _, y in points),
        max(x for x, _ in points),
        max(y for _, y in points),
    )


def _beside(covered: Box, more: float) -> tuple[tuple[int, int], Box, dict[str, Point]]:
    """Return the size of a plate with a picture and a strip beside it, the strip, and the places in it;
    `more` is the room that its first things take.
    """
    height = ceil(max(covered[3], LEAST_HEIGHT + more))
    strip = (covered[2], 0.0, covered[2] + STRIP, float(height))
    left = strip[0] + GAP
    corners = {
        "title": (left, GAP),
        "panel_1": (left, 200.0),
        "panel_2": (left + (STRIP - GAP) / 2, 200.0),
        "legend": (left, height - 2 * GAP),
    }
    return (ceil(strip[2]), height), strip, corners
