"""The printed point-to-point board: sites, ways between them, waters, and their places.

All lines and points are plate units (see `renderer.draw.frame`), so that boards of areas and of hexes can use
the same physical plate with layers of their own.
"""

from __future__ import annotations

from msgspec import Struct

from renderer.boards.plates import Way
from renderer.draw.frame import Point
from renderer.draw.lettering import Arc
from renderer.geography.projection import Conic
from renderer.scans.scan import Scan


class Site(Struct, frozen=True):
    """A city: `value` in points (0 to 2), whether it has a port, the signs beside its name
    ("navis", "cavalry", "elephant"), and the side of its name if that is not left to the placing.
    """

    id: str
    name: str
    point: Point
    value: int
    port: bool
    signs: tuple[str, ...]
    side: str


class Water(Struct, frozen=True):
    """A sea: its name, the arc of the name, and the place of its ships."""

    id: str
    name: str
    ships: Point
    arc: Arc


class PointBoard(Struct, frozen=True):
    """One game's board in one language, on a plate of `size` units.

    If it is laid on a `scan`, the group's own picture of the map (see `renderer.boards.on_scan`), `corners`
    are the places of the marginalia beside it.
    """

    game: str
    language: str
    conic: Conic
    size: tuple[int, int]
    sites: tuple[Site, ...]
    ways: tuple[Way, ...]
    waters: tuple[Water, ...]
    borders: tuple[tuple[Point, ...], ...]
    corners: dict[str, Point] = {}
    scan: Scan | None = None

    def places(self) -> dict[str, Point]:
        """Every place for a piece: cities, and seas at the place of their ships."""
        return {site.id: site.point for site in self.sites} | {water.id: water.ships for water in self.waters}

    def extent(self, place: str) -> list[Point]:
        """The place itself.

        Raises:
            KeyError: no such place.
        """
        return [self.places()[place]]
