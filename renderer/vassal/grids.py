"""Grids of VASSAL's boards: where the places that they name lie, in pixels of the board's picture.

Names and positions follow VASSAL's classes `HexGrid`, `SquareGrid`, `RegionGrid`, `ZonedGrid` and their
numbering. What a `locationFormat` puts around a name is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, isfinite, sqrt

from msgspec import Struct

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from adjudicator.geometry.fits import Point
from renderer.scans.picture import Unusable
from renderer.vassal.elements import Element

Box = tuple[float, float, float, float]
DY, LEAST_STEP = 64.0, 2.0
MOST_CELLS = 200_000
LETTERS = 26
GRIDS = ("HexGrid", "SquareGrid", "RegionGrid")
NUMBERED = {"HexGrid": "HexGridNumbering", "SquareGrid": "SquareGridNumbering"}
MOST_CORNERS, LONGEST = 4096, 200
"""The most corners of a zone, and the most characters of a name."""


class Named(Struct, frozen=True):
    """A named place on a board: "hex" (a cell of a grid), "region" (a point) or "zone" (an area's middle)."""

    kind: str
    name: str
    at: Point


class Container(Struct, frozen=True):
    """The holder of a grid: the whole board, or a zone with its polygon; the box bounds it."""

    box: Box
    corners: tuple[Point, ...] = ()
    apart: tuple[tuple[Point, ...], ...] = ()

    def holds(self, at: Point) -> bool:
        """Return true if a point is in it, and in none of the zones apart."""
        left, top, right, bottom = self.box
        if not (left <= at[0] <= right and top <= at[1] <= bottom):
            return False
        return (not self.corners or inside(at, self.corners)) and not any(
            inside(at, zone) for zone in self.apart
        )


def places(board: Element, size: tuple[int, int]) -> list[Named]:
    """Return the named places of a board, given with the size of its picture.

    Raises:
        Unusable: figures that are none, or grids with too many cells.
    """
    whole = Container((0.0, 0.0, float(size[0]), float(size[1])))
    return [named for grid in board.below("ZonedGrid", *GRIDS) for named in _of(grid, whole)]


def _of(grid: Element, container: Container) -> Iterator[Named]:
    """Yield the places of a grid: of one with zones those of each, then those outside of all."""
    if grid.kind != "ZonedGrid":
        yield from _plain(grid, container)
        return
    zones = [(zone, _corners(zone)) for zone in grid.below("Zone")]
    zones = [(zone, corners) for zone, corners in zones if len(corners) > 2]
    beneath = grid.below(*GRIDS)
    for at, (zone, corners) in enumerate(zones):
        before = tuple(other for _, other in zones[:at])
        held = Container(_box(corners), corners, before)
        if name := zone.given.get("name", "")[:LONGEST]:
            yield Named("zone", name, _middle(corners))
        for inner in () if _is_parents(zone) else zone.below(*GRIDS):
            yield from _plain(inner, held)
    own = tuple(corners for zone, corners in zones if not _is_parents(zone))
    for outer in beneath:
        yield from _plain(outer, Container(container.box, container.corners, own))


def _plain(grid: Element, container: Container) -> Iterator[Named]:
    if grid.kind == "RegionGrid":
        for region in grid.below("Region"):
            if name := region.given.get("name", "")[:LONGEST]:
                yield Named(
                    "region", name, (_figure(region, "originx", 0.0), _figure(region, "originy", 0.0))
                )
        return
    for numbering in grid.below(NUMBERED[grid.kind])[:1]:
        for raw, at in cells(grid, container):
            yield Named("hex", name_of(raw, grid, numbering, container), at)


def cells(grid: Element, container: Container) -> Iterator[tuple[tuple[int, int], Point]]:
    """Yield the raw column and row of each cell in a container, with its middle in whole pixels.

    Raises:
        Unusable: if there are too many.
    """
    dx, dy = steps(grid)
    left, top, right, bottom = container.box
    sideways = is_sideways(grid)
    if sideways:
        left, top, right, bottom = top, left, bottom, right
    is_hex = grid.kind == "HexGrid"
    x0 = _figure(grid, "x0", 0.0)
    y0 = _figure(grid, "y0", DY / 2 if is_hex else 0.0)
    columns = range(floor((left - x0) / dx), ceil((right - x0) / dx) + 1)
    rows = range(floor((top - y0) / dy) - 1, ceil((bottom - y0) / dy) + 1)
    if len(columns) * len(rows) > MOST_CELLS:
        raise Unusable(N_("a grid has over {most} cells"), most=MOST_CELLS)
    for column in columns:
        for row in rows:
            down = dy / 2 if is_hex and column % 2 else 0.0
            x, y = float(int(column * dx + x0)), float(int(row * dy + y0 + down))
            at = (y, x) if sideways else (x, y)
            if container.holds(at):
                yield (column, row), at


def steps(grid: Element) -> tuple[float, float]:
    """Return the width of a column and the height of a row.

    Raises:
        Unusable: figures that are none, or too small.
    """
    dy = _figure(grid, "dy", DY)
    dx = _figure(grid, "dx", sqrt(3) / 2 * dy if grid.kind == "HexGrid" else DY)
    if min(dx, dy) < LEAST_STEP:
        raise Unusable(N_("a grid has columns of {dx} and rows of {dy} pixels"), dx=f"{dx:g}", dy=f"{dy:g}")
    return dx, dy


def name_of(raw: tuple[int, int], grid: Element, numbering: Element, container: Container) -> str:
    """Return the name that a numbering gives to a raw column and row."""
    dx, dy = steps(grid)
    given, sideways = numbering.given, is_sideways(grid)
    wide, high = container.box[2] - container.box[0], container.box[3] - container.box[1]
    last = floor(wide / dy + 0.5), floor(high / dx + 0.5)
    if grid.kind != "HexGrid":
        last = floor(wide / dx + 0.5), floor(high / dy + 0.5)
    down, right = _is(given.get("vDescend")), _is(given.get("hDescend"))
    column, row = raw
    if sideways:
        column = last[1] - column if down else column
        row = last[0] - row if right else row
    else:
        column = last[0] - column if right else column
        row = last[1] - row if down else row
    if grid.kind == "HexGrid" and _is(given.get("stagger", "true")) and raw[0] % 2:
        row += -1 if (right if sideways else down) else 1
    across = _written(column + _whole(numbering, "hOff", 1), numbering, "h")
    along = _written(row + _whole(numbering, "vOff", 1), numbering, "v")
    parts = (across, along) if given.get("first", "H") == "H" else (along, across)
    return given.get("sep", "").join(parts)[:LONGEST]


def is_sideways(grid: Element) -> bool:
    """Return true if x and y of a grid of hexes are exchanged."""
    return grid.kind == "HexGrid" and _is(grid.given.get("sideways"))


def _written(value: int, numbering: Element, axis: str) -> str:
    """Return a number as its numbering writes it: in letters, or with zeros before it."""
    sign, value = "-" if value < 0 else "", abs(value)
    if numbering.given.get(f"{axis}Type", "N") == "A":
        return sign + chr(ord("A") + value % LETTERS) * min(value // LETTERS + 1, LONGEST)
    zeros = min(max(_whole(numbering, f"{axis}Leading", 1), 0), 9)
    return sign + str(value).zfill(zeros + 1)


def _is(said: str | None) -> bool:
    return (said or "").strip().lower() == "true"


def _is_parents(zone: Element) -> bool:
    return _is(zone.given.get("useParentGrid"))


def _figure(element: Element, name: str, default: float) -> float:
    said = element.given.get(name, "")
    try:
        value = float(said) if said else default
    except ValueError as problem:
        raise _wrong(element, name, said) from problem
    if not isfinite(value) or abs(value) > 1e6:
        raise _wrong(element, name, said)
    return value


def _wrong(element: Element, name: str, said: str) -> Unusable:
    return Unusable(N_("“{said}” is not a number that a grid may have"), said=Verbatim(said)).of(
        f"{element.kind}: {name}"
    )


def _whole(element: Element, name: str, default: int) -> int:
    return int(_figure(element, name, float(default)))


# -- polygons --------------------------------------------------------------------------------------------


def _corners(zone: Element) -> tuple[Point, ...]:
    """Return the corners of a zone; a path that is none has too few."""
    found = list[Point]()
    for pair in zone.given.get("path", "").split(";")[:MOST_CORNERS]:
        x, _, y = pair.partition(",")
        try:
            at = float(x), float(y)
        except ValueError:
            return ()
        if not (abs(at[0]) < 1e6 and abs(at[1]) < 1e6):
            return ()
        found.append(at)
    return tuple(found)


def _box(corners: Sequence[Point]) -> Box:
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def inside(at: Point, corners: Sequence[Point]) -> bool:
    """Return true if a point is in a polygon."""
    found, (x, y) = False, at
    for (left, top), (right, bottom) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (top > y) != (bottom > y) and x < (right - left) * (y - top) / (bottom - top) + left:
            found = not found
    return found


def _middle(corners: Sequence[Point]) -> Point:
    """Return a point in a polygon: its centre of gravity, else the middle of the widest part beside it."""
    area = x = y = 0.0
    for one, two in zip(corners, [*corners[1:], corners[0]], strict=True):
        cross = one[0] * two[1] - two[0] * one[1]
        area, x, y = area + cross, x + (one[0] + two[0]) * cross, y + (one[1] + two[1]) * cross
    left, top, right, bottom = _box(corners)
    if not area:
        return (left + right) / 2, (top + bottom) / 2
    centre = x / (3 * area), y / (3 * area)
    if inside(centre, corners):
        return centre
    cuts = sorted(
        (two[0] - one[0]) * (centre[1] - one[1]) / (two[1] - one[1]) + one[0]
        for one, two in zip(corners, [*corners[1:], corners[0]], strict=True)
        if (one[1] > centre[1]) != (two[1] > centre[1])
    )
    widest = max(zip(cuts[::2], cuts[1::2], strict=False), key=lambda cut: cut[1] - cut[0], default=None)
    return ((widest[0] + widest[1]) / 2, centre[1]) if widest else centre
