"""The board of The Ancient World: the hexes of Italy, the islands and Africa on the physical plate.

The printed lattice stands on flat hexes with the top of the map to the north-east. The plate is turned by 30
degrees, so that the hexes stand on a point and lie in rows, and north is nearly up.
"""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import count
from typing import Literal

import msgspec
from msgspec import Struct

from adjudicator.records import read, table
from renderer.atlas import DATA
from renderer.boards import Arc
from renderer.frame import Point
from renderer.hexboard import Bay, Cell, HexBoard, Region, Town, ends
from renderer.projection import Bent

FOLDER = DATA / "ancient_world"
ROW = 3**0.5 / 2
# The layer of hexes knows one broken ground: mountains are drawn as rough until it has a sign of their own.
GROUNDS = {"mountain": "rough"}
RANKS = {"small": 0, "medium": 1, "large": 2}


class Province(Struct, frozen=True, forbid_unknown_fields=True):
    """A province and its attrition rating (§6.41)."""

    id: str
    name: str
    name_ja: str
    attrition: int


class City(Struct, frozen=True, forbid_unknown_fields=True):
    """A city (§9.11) and the kind of its port, if it has one."""

    id: str
    name: str
    name_ja: str
    hex: str
    province: str
    size: Literal["small", "medium", "large"]
    position: Point
    port: Literal["", "minor", "local", "major"] = ""


class Sea(Struct, frozen=True, forbid_unknown_fields=True):
    """A naval zone (§7.1)."""

    id: str
    name: str
    name_ja: str


class Hex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex, as hexes.csv explains it."""

    id: str
    printed: str
    kind: Literal["land", "coastal", "sea"]
    terrain: Literal["sea", "flat", "rough", "mountain", "marsh"] = "sea"
    province: str = ""
    sea: str = ""


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """What a side of a hex has, as hexsides.csv explains it."""

    id: str
    river: str = ""
    size: Literal["", "minor", "medium", "major"] = ""
    way: str = ""
    level: Literal["", "A", "B", "C"] = ""
    strait: str = ""
    barred: bool = False


class Printed(Struct, frozen=True):
    """The map, by id; the sides by their two hexes ("3514/3615")."""

    provinces: dict[str, Province]
    cities: dict[str, City]
    seas: dict[str, Sea]
    hexes: dict[str, Hex]
    sides: dict[str, Side]


class Plate(Struct, frozen=True, forbid_unknown_fields=True):
    """The plate, its projection (see `renderer.projection.Bent`), and the lattice on it.

    `across` is the width of a hex in plate units, `origin` where the hex of column 0 and row 0 would lie.
    """

    width: int
    height: int
    parallels: tuple[float, float]
    meridian: float
    scale: float
    corner: Point
    middle: Point
    right: tuple[float, float, float, float, float, float]
    down: tuple[float, float, float, float, float, float]
    across: float
    origin: Point


class RegionLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a province's shield and name stand."""

    shield: Point
    name: Arc


class Layout(Struct, frozen=True):
    """The contents of map.toml."""

    plate: Plate
    corner: dict[str, Point]
    label: dict[str, str]
    region: dict[str, RegionLayout]
    water: dict[str, Arc]


@cache
def printed() -> Printed:
    """The map in data/ancient_world/, read once.

    Raises:
        DataError: a record that cannot be used.
    """
    places = read(FOLDER, "places.toml")
    return Printed(
        table(places, "province", Province),
        table(places, "city", City),
        table(places, "sea", Sea),
        table(read(FOLDER, "hexes.csv"), "hexes", Hex),
        table(read(FOLDER, "hexsides.csv"), "hexsides", Side),
    )


@cache
def layout() -> Layout:
    """The layout in data/ancient_world/map.toml, read once.

    Raises:
        msgspec.ValidationError: a field is missing or wrong.
    """
    with (FOLDER / "map.toml").open("rb") as source:
        return msgspec.convert(tomllib.load(source), Layout)


def conic() -> Bent:
    """The projection of the plate."""
    at = layout().plate
    return Bent(*at.parallels, at.meridian, at.scale, *at.corner, at.middle, at.right, at.down)


def middle(number: str) -> Point:
    """Where the middle of a hex lies on the plate: the lattice of upright columns, turned by 30 degrees."""
    at = layout().plate
    column, row = int(number[:2]), int(number[2:])
    right, down = column * ROW, row + (column % 2) / 2
    return (
        at.origin[0] + (right * ROW - down / 2) * at.across,
        at.origin[1] + (right / 2 + down * ROW) * at.across,
    )


def around(number: str) -> list[str]:
    """The numbers of the six hexes beside a hex, on the map or not."""
    column, row = int(number[:2]), int(number[2:])
    low = column % 2
    steps = ((0, -1), (0, 1), (-1, low - 1), (-1, low), (1, low - 1), (1, low))
    return [f"{column + right:02}{row + down:02}" for right, down in steps]


def borders() -> list[str]:
    """The sides on which two provinces meet."""
    hexes = printed().hexes
    found = []
    for one in hexes.values():
        for other in around(one.id):
            if one.id < other and other in hexes and one.province and hexes[other].province:
                found += [f"{one.id}/{other}"] if one.province != hexes[other].province else []
    return sorted(found)


@cache
def tints() -> dict[str, int]:
    """A colour along the border for every province, none like a neighbour's: the first that is free."""
    beside: dict[str, set[str]] = {province: set() for province in printed().provinces}
    for side in borders():
        one, other = (printed().hexes[end].province for end in ends(side))
        beside[one].add(other)
        beside[other].add(one)
    found: dict[str, int] = {}
    for province in sorted(beside, key=lambda one: (-len(beside[one]), one)):
        used = [found[other] for other in sorted(beside[province]) if other in found]
        found[province] = next(tint for tint in count() if tint not in used)
    return found


def _named(one: Province | City | Sea, language: str) -> str:
    return one.name_ja if language == "ja" else one.name


def _region(province: Province, language: str) -> Region:
    at = layout().region[province.id]
    name = _named(province, language)
    return Region(province.id, name, at.name, at.shield, province.attrition, tints()[province.id])


def _town(city: City, language: str) -> Town:
    side = layout().label.get(city.id, "")
    return Town(city.id, _named(city, language), city.hex, RANKS[city.size], bool(city.port), side)


@cache
def board(language: str) -> HexBoard:
    """The board in one language ("en" has Latin names, "ja" Japanese ones).

    Roads of level A are roads, those built later are tracks.
    """
    plate, sides = layout().plate, printed().sides.values()
    return HexBoard(
        game="ancient_world",
        language=language,
        conic=conic(),
        size=(plate.width, plate.height),
        across=plate.across,
        cells=tuple(
            Cell(one.id, middle(one.id), GROUNDS.get(one.terrain, one.terrain), one.province)
            for one in printed().hexes.values()
        ),
        towns=tuple(_town(city, language) for city in printed().cities.values()),
        captions=(),
        regions=tuple(_region(province, language) for province in printed().provinces.values()),
        bays=tuple(
            Bay(sea.id, _named(sea, language), layout().water[sea.id]) for sea in printed().seas.values()
        ),
        areas=(),
        ways={side.id: "road" if side.level == "A" else "track" for side in sides if side.way},
        rivers={side.id: side.river for side in sides if side.river},
        straits={side.id: side.strait for side in sides if side.strait},
        borders=tuple(borders()),
        corners=layout().corner,
    )
