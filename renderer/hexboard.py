"""What is printed on a board of hexes: cells, their sides, cities, regions, waters, boxes off the map.

All points are plate units (see `renderer.frame`). Hexes stand on a point and lie in rows; `across` is
the width of one from side to side.
"""

from __future__ import annotations

from math import cos, pi, sin

from msgspec import Struct

from renderer.boards import Arc
from renderer.frame import Point
from renderer.projection import Conic

Edge = tuple[str, str]
TALL = 2 / 3**0.5
"""How much taller than wide a hex is."""


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


class Bay(Struct, frozen=True):
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
        """Where its pieces stand."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2


class HexBoard(Struct, frozen=True):
    """One game's board in one language, on a plate of `size` units.

    `ways` are the sides that a "road" or "track" crosses, `rivers` the sides along which one runs with its
    name, `straits` the sides that may be crossed over water, `borders` those between two regions on land; the
    lower id of a side comes first. `corners` are the upper left corners of the title and of the panels
    ("panel_1", ...), and the legend's lower left corner.
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
    bays: tuple[Bay, ...]
    areas: tuple[OffMap, ...]
    ways: dict[str, str]
    rivers: dict[str, str]
    straits: dict[str, str]
    borders: tuple[str, ...]
    corners: dict[str, Point]

    def places(self) -> dict[str, Point]:
        """Every place a piece or a mark can stand on: hexes, boxes off the map, regions by their shields."""
        found = {cell.id: cell.middle for cell in self.cells}
        found |= {region.id: region.shield for region in self.regions}
        return found | {area.id: area.middle for area in self.areas}

    def extent(self, place: str) -> list[Point]:
        """All hexes of a region, the corners of a box off the map, or the middle of a hex.

        Raises:
            KeyError: no such place.
        """
        inner = [cell.middle for cell in self.cells if cell.region == place]
        boxes = [area.box for area in self.areas if area.id == place]
        return inner or [at for box in boxes for at in (box[:2], box[2:])] or [self.places()[place]]


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
