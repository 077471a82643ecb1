"""The printed board of hexes: cells, their sides, cities, regions, waters, boxes off the map.

All points are plate units (see `renderer.draw.frame`). Hexes rest on a corner and form rows; `across` is
the width of one from side to side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from math import cos, pi, sin

from msgspec import Struct

from renderer.draw.chains import chains, softened
from renderer.draw.frame import Point
from renderer.draw.lettering import Arc
from renderer.geography.plane import Box, box_of
from renderer.geography.projection import Conic
from renderer.scans.scan import Scan

Edge = tuple[str, str]
TALL = 2 / 3**0.5
"""The height of a hex over its width."""


class Cell(Struct, frozen=True):
    """A hex: `ground` is "flat", "rough", "mountain", "marsh", "desert" or "sea"; `region` is "" at sea."""

    id: str
    middle: Point
    ground: str
    region: str


class Town(Struct, frozen=True):
    """A city: `rank` is 0 for a plain one, 1 for a wealthy one, 2 for a capital of the world."""

    id: str
    name: str
    cell: str
    rank: int
    port: bool
    side: str


class Caption(Struct, frozen=True):
    """A name that has no part in the rules, and the point that it names."""

    id: str
    name: str
    point: Point


class Region(Struct, frozen=True):
    """A province: the arc of its name, the place of the shield of its holder, and the number on it.

    `tint` is one of the colours along borders, so that neighbours have different ones.
    """

    id: str
    name: str
    arc: Arc
    shield: Point
    value: int
    tint: int


class SeaName(Struct, frozen=True):
    """A water and the arc of its name."""

    id: str
    name: str
    arc: Arc


class OffMap(Struct, frozen=True):
    """An area off the map: its box, the hexes by which one enters it by land and by sea, and a short note."""

    id: str
    name: str
    note: str
    port: bool
    box: tuple[float, float, float, float]
    gates: tuple[str, ...]
    sea_gates: tuple[str, ...]

    @property
    def middle(self) -> Point:
        """The place of its pieces."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2


class Line(Struct, frozen=True):
    """A line in plate units, and its box."""

    points: tuple[Point, ...]
    box: Box


class HexBoard(Struct, frozen=True, dict=True):
    """One game's board in one language, on a plate of `size` units.

    `ways` are the sides that a "road" or "track" crosses, `rivers` the sides along which a river runs, with
    its name, `straits` the sides that may be crossed over water, `borders` those between two regions on land;
    the lower id of a side comes first. `corners` are the upper left corners of the title and of the panels
    ("panel_1", ...), and the legend's lower left corner. `scan` is the group's own picture
    of the map that it is laid on, if it is (see `renderer.boards.on_scan`).
    """

    game: str
    language: str
    conic: Conic
    size: tuple[int, int]
    across: float
    cells: tuple[Cell, ...]
    towns: tuple[Town, ...]
    captions: tuple[Caption, ...]
    regions: tuple[Region, ...]
    sea_names: tuple[SeaName, ...]
    areas: tuple[OffMap, ...]
    ways: dict[str, str]
    rivers: dict[str, str]
    straits: dict[str, str]
    borders: tuple[str, ...]
    corners: dict[str, Point]
    scan: Scan | None = None

    def places(self) -> dict[str, Point]:
        """Every place for a piece or a mark: hexes, boxes off the map, regions by their shields."""
        return self._places

    @cached_property
    def _places(self) -> dict[str, Point]:
        found = dict(self.middles)
        found |= {region.id: region.shield for region in self.regions}
        return found | {area.id: area.middle for area in self.areas}

    @cached_property
    def _extents(self) -> dict[str, list[Point]]:
        found: dict[str, list[Point]] = {}
        for cell in self.cells:
            found.setdefault(cell.region, []).append(cell.middle)
        return {**found, **{area.id: [area.box[:2], area.box[2:]] for area in self.areas}, "": []}

    @cached_property
    def middles(self) -> dict[str, Point]:
        """The middle of every hex."""
        return {cell.id: cell.middle for cell in self.cells}

    @cached_property
    def top(self) -> float:
        """The distance of the uppermost row of hexes from the top."""
        return min(y for _, y in self.middles.values())

    @cached_property
    def streams(self) -> tuple[Line, ...]:
        """The rivers, joined from fork to fork, their corners a little rounded."""
        return tuple(_line(softened(line)) for line in self._joined(self.rivers))

    @cached_property
    def frontiers(self) -> tuple[Line, ...]:
        """The borders between regions, joined from fork to fork."""
        return tuple(_line(line) for line in self._joined(self.borders))

    @cached_property
    def courses(self) -> tuple[tuple[str, Line], ...]:
        """Tracks, then roads, each with its kind, from middle to middle: whole between towns and forks."""
        towns = {town.cell for town in self.towns}
        found = []
        for kind in ("track", "road"):
            steps = [ends(side) for side, way in self.ways.items() if way == kind]
            other = {end for side, way in self.ways.items() if way != kind for end in ends(side)}
            for chain in chains(steps, towns | other):
                found.append((kind, _line(softened([self.middles[cell] for cell in chain]))))
        return tuple(found)

    def _joined(self, sides: Iterable[str]) -> Iterator[list[Point]]:
        corners: dict[tuple[int, int], Point] = {}
        steps = []
        for side in sides:
            one, other = ends(side)
            knots = []
            for point in border(self.middles[one], self.middles[other]):
                knot = knot_of(point, self.across)
                corners.setdefault(knot, point)
                knots.append(knot)
            steps.append((knots[0], knots[1]))
        return ([corners[knot] for knot in chain] for chain in chains(steps))

    def extent(self, place: str) -> list[Point]:
        """All hexes of a region, the corners of a box off the map, or the middle of a hex.

        Raises:
            KeyError: no such place.
        """
        return self._extents.get(place) or [self.places()[place]]


def _line(points: Iterable[Point]) -> Line:
    kept = tuple(points)
    return Line(kept, box_of(kept))


def knot_of(point: Point, across: float) -> tuple[int, int]:
    """A point on a grid of half hexes, for middles; and of sixths of their height, for corners."""
    return round(point[0] * 2 / across), round(point[1] * 4 / (across * TALL))


def ends(side: str) -> Edge:
    """The two hexes of a side."""
    one, _, other = side.partition("/")
    return one, other


def outline(middle: Point, across: float, share: float = 1.0) -> list[Point]:
    """The six corners of a hex, clockwise from the top; `share` shrinks it about its middle."""
    radius = across * TALL / 2 * share
    return [(middle[0] + radius * sin(at * pi / 3), middle[1] - radius * cos(at * pi / 3)) for at in range(6)]


def border(one: Point, other: Point) -> tuple[Point, Point]:
    """The ends of the side between two neighbours, by their middles."""
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    right, down = (other[0] - one[0]) * TALL / 4, (other[1] - one[1]) * TALL / 4
    return (x - down, y + right), (x + down, y - right)
