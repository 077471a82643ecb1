"""The common parts of boards of points, areas and hexes: the plate that they lie on, and ways.

All lines and points are plate units (see `renderer.draw.frame`).
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from renderer.draw.frame import Point
from renderer.geography.projection import Conic
from renderer.scans.scan import Scan


class Way(Struct, frozen=True):
    """A road or strait: `kind` is "major", "minor" or "strait"; `line` runs from the first end on."""

    id: str
    kind: str
    ends: tuple[str, str]
    line: tuple[Point, ...]


class Plate(Protocol):
    """A board of any kind: its game and language, and the plate that it lies on."""

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

    @property
    def scan(self) -> Scan | None:
        """The picture of a group's own map that it is laid on, if it is."""

    def places(self) -> dict[str, Point]:
        """Every place for a piece or mark."""

    def extent(self, place: str) -> list[Point]:
        """Return the box that a picture of a place must show.

        Raises:
            KeyError: no such place.
        """


class PlateWithWays(Plate, Protocol):
    """A board with ways drawn between its places."""

    @property
    def ways(self) -> tuple[Way, ...]:
        """Roads and straits."""
