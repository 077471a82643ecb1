"""What is printed on a point-to-point board: sites, ways between them, waters, and where each lies.

All lines and points are plate units (see `renderer.frame`), so that boards of areas and of hexes can
stand on the same physical plate with layers of their own.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from renderer.frame import Point
from renderer.projection import Conic


class Plate(Protocol):
    """What every board has: its game and language, and the plate that it lies on."""

    @property
    def game(self) -> str:
        """The game's id."""

    @property
    def language(self) -> str:
        """The language of its names."""

    @property
    def conic(self) -> Conic:
        """The projection of its plate."""

    @property
    def size(self) -> tuple[int, int]:
        """Plate units, right and down."""

    def places(self) -> dict[str, Point]:
        """Every place that a piece or mark can stand on."""

    def extent(self, place: str) -> list[Point]:
        """What a picture of a place must show.

        Raises:
            KeyError: no such place.
        """


class Wayed(Plate, Protocol):
    """A board with ways drawn between its places."""

    @property
    def ways(self) -> tuple[Way, ...]:
        """Roads and straits."""


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


class Way(Struct, frozen=True):
    """A road or strait: `kind` is "major", "minor" or "strait"; `line` runs from the first end on."""

    id: str
    kind: str
    ends: tuple[str, str]
    line: tuple[Point, ...]


class Arc(Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """The arc on which a name stands; `bow` is its rise over the chord as a share of its length."""

    start: Point
    end: Point
    bow: float
    size: float


class Water(Struct, frozen=True):
    """A sea: its name, the arc of the name, and the place of its ships."""

    id: str
    name: str
    ships: Point
    arc: Arc


class PointBoard(Struct, frozen=True):
    """One game's board in one language, on a plate of `size` units."""

    game: str
    language: str
    conic: Conic
    size: tuple[int, int]
    sites: tuple[Site, ...]
    ways: tuple[Way, ...]
    waters: tuple[Water, ...]
    borders: tuple[tuple[Point, ...], ...]

    def places(self) -> dict[str, Point]:
        """Every place a piece can stand on: cities, and seas at the place of their ships."""
        return {site.id: site.point for site in self.sites} | {water.id: water.ships for water in self.waters}

    def extent(self, place: str) -> list[Point]:
        """The place itself.

        Raises:
            KeyError: no such place.
        """
        return [self.places()[place]]
