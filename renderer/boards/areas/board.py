"""The printed board of areas: regions, the cities in them, waters, and the lines between all these.

All points are plate units (see `renderer.draw.frame`). A line divides two areas of one layer, "land" or
"sea"; it may run on where its layer is not visible, and is cut off by the shore.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from renderer.boards.plates import Way
from renderer.draw.frame import Point
from renderer.draw.lettering import Arc
from renderer.draw.themes import Colour
from renderer.geography.projection import Conic
from renderer.scans.scan import Scan

BEYOND = ""
"""The other side of a line where the board ends."""


class Party(Struct, frozen=True):
    """A party whose regions share one colour: its name, the colour, and the shape of the plaque with a
    region's value.

    `plaque` is a shape of its own besides the colour: "disc", "star", "shield", "quatrefoil" or "square".
    """

    id: str
    name: str
    colour: Colour
    plaque: str


class Land(Struct, frozen=True):
    """A region: its party ("" for none), value and arc of its name, and the places of its plaque and pieces.

    Without an arc it is a city only, and has no name but the city's. `note`, with the middle of its box,
    names the only nations that may enter, if there is such a limit.
    """

    id: str
    name: str
    party: str
    value: int
    arc: Arc | None
    plaque: Point
    stand: Point
    note: str = ""
    note_at: Point = (0.0, 0.0)


class Place(Struct, frozen=True):
    """A city, which is an area of its own: `key` if it counts for victory; the side of its name."""

    id: str
    name: str
    region: str
    point: Point
    key: bool
    port: bool
    side: str


class Sea(Struct, frozen=True):
    """A water: its value, the arc of its name, the places of its plaque and ships; its note as a region's."""

    id: str
    name: str
    value: int
    arc: Arc
    plaque: Point
    ships: Point
    note: str = ""
    note_at: Point = (0.0, 0.0)


class Line(Struct, frozen=True):
    """A line between two areas of a layer ("land" or "sea"), from fork to fork."""

    id: str
    layer: str
    one: str
    other: str
    points: tuple[Point, ...]


class AreaBoard(Struct, frozen=True, dict=True):
    """One game's board in one language, on a plate of `size` units.

    `straits` join two regions over water. `knots` are points where four regions meet and two of them are
    not neighbours. `corners` are the places of the marginalia: the title's upper left corner, and so on.
    `scan` is the group's own picture of the map that it is laid on, if it is (see `renderer.boards.on_scan`).
    """

    game: str
    language: str
    conic: Conic
    size: tuple[int, int]
    parties: tuple[Party, ...]
    lands: tuple[Land, ...]
    towns: tuple[Place, ...]
    seas: tuple[Sea, ...]
    lines: tuple[Line, ...]
    straits: tuple[Way, ...]
    knots: tuple[Point, ...]
    corners: dict[str, Point]
    scan: Scan | None = None

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways that are drawn as such: straits alone."""
        return self.straits

    def places(self) -> dict[str, Point]:
        """Every place for a piece or a mark: regions, cities, seas at the place of their ships."""
        found = {land.id: land.stand for land in self.lands}
        found |= {town.id: town.point for town in self.towns}
        return found | {sea.id: sea.ships for sea in self.seas}

    def extent(self, place: str) -> list[Point]:
        """The place itself, with the name, plaque and cities of a region, or the name of a sea.

        Raises:
            KeyError: no such place.
        """
        found = [self.places()[place]]
        areas: tuple[Land | Sea, ...] = (*self.lands, *self.seas)
        for one in areas:
            if one.id == place:
                found += [one.plaque, *((one.arc.start, one.arc.end) if one.arc else ())]
        return found + [town.point for town in self.towns if town.region == place]

    @cached_property
    def rings(self) -> dict[str, list[list[Point]]]:
        """The closed outlines of every region and sea, by id."""
        found = {}
        for area in (*(land.id for land in self.lands), *(sea.id for sea in self.seas)):
            found[area] = _joined([line.points for line in self.lines if area in (line.one, line.other)])
        return found


def _joined(lines: list[tuple[Point, ...]]) -> list[list[Point]]:
    """Lines joined end to end until they close."""
    left, rings = list(lines), []
    while left:
        ring = list(left.pop(0))
        while _knot(ring[0]) != _knot(ring[-1]):
            at = next(
                at for at, line in enumerate(left) if _knot(ring[-1]) in (_knot(line[0]), _knot(line[-1]))
            )
            line = left.pop(at)
            ring += line[1:] if _knot(line[0]) == _knot(ring[-1]) else line[-2::-1]
        rings.append(ring)
    return rings


def _knot(point: Point) -> tuple[int, int]:
    """A point on a grid coarse enough that the ends of two lines fall together."""
    return round(point[0]), round(point[1])
