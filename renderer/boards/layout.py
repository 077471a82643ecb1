"""The common parts of all layouts: the plate, its projection, names, and colours of borders."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import count
from pathlib import Path
from typing import Any, Protocol, TypeVar, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from adjudicator.core.language.names import printed
from adjudicator.records import Sheet, listed, read, values
from renderer.draw.frame import Point
from renderer.draw.lettering import Arc
from renderer.geography.projection import Conic

ROW = 3**0.5 / 2
"""The distance of two rows of hexes, in widths of a hex."""
Contents = TypeVar("Contents", bound=Struct)


class Plate(Struct, frozen=True, forbid_unknown_fields=True):
    """The size of a plate and its projection (see `renderer.geography.projection.Conic`)."""

    width: int
    height: int
    parallels: tuple[float, float]
    meridian: float
    scale: float
    corner: Point

    @property
    def size(self) -> tuple[int, int]:
        """Plate units, right and down."""
        return self.width, self.height

    def conic(self) -> Conic:
        """The projection of the plate."""
        return Conic(*self.parallels, self.meridian, self.scale, *self.corner)


class Gridded(Plate, frozen=True, forbid_unknown_fields=True):
    """A plate under a grid of hexes.

    `across` is the width of a hex in plate units, `origin` the place of the hex of row 0 and column 0.
    """

    across: float
    origin: Point


class RegionLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """The places of a province's shield and name."""

    shield: Point
    name: Arc


class Named(Protocol):
    """Anything with an id, and a name in the first language."""

    @property
    def id(self) -> str:
        """The id of the record."""

    @property
    def name(self) -> str:
        """The Latin or English name."""


def read_layout(folder: Path, kind: type[Contents]) -> Contents:
    """The layout in a folder's map.toml: every field of `kind` is a section of the file.

    Raises:
        DataError: a section or field is missing or wrong.
    """
    sheet = read(folder, "map.toml")
    asked = [one for one in fields(kind) if one.required or one.name in sheet.sections]
    return kind(**{one.name: _contents(sheet, one.name, one.type) for one in asked})


def _contents(sheet: Sheet, section: str, kind: Any) -> Any:
    """A section of records by id, or of single values that are one record."""
    if get_origin(kind) is dict:
        return listed(sheet, section, get_args(kind)[1])
    return values(sheet, section, kind)


def name_of(folder: Path, table: str, one: Named, language: str) -> str:
    """Return the name that is printed on a board, without the remark in brackets that may follow it."""
    return re.split(r" ?[(（]", printed(folder, table, one.id, one.name, language))[0]


def tinted(regions: Collection[str], meetings: Iterable[tuple[str, str]]) -> dict[str, int]:
    """A colour along the border for every region, none like a neighbour's: the first that is free.

    `meetings` are the pairs of regions that touch.
    """
    beside: dict[str, set[str]] = {region: set() for region in regions}
    for one, other in meetings:
        beside[one].add(other)
        beside[other].add(one)
    found: dict[str, int] = {}
    for region in sorted(beside, key=lambda one: (-len(beside[one]), one)):
        used = {found[other] for other in beside[region] if other in found}
        found[region] = next(tint for tint in count() if tint not in used)
    return found
