"""The board of Belisarius: its hexes laid exactly on the physical plate, for the grid is Lambert's own."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import count

import msgspec
from msgspec import Struct

from adjudicator.belisarius.board import BOARD, Area, City, Hex
from renderer.atlas import DATA
from renderer.boards import Arc
from renderer.frame import Point
from renderer.hexboard import Bay, Caption, Cell, HexBoard, OffMap, Region, Town, ends
from renderer.projection import Conic

FOLDER = DATA / "belisarius"
CAPITAL = 4
"""The tax of a capital of the world (§10.11)."""
ROW = 3**0.5 / 2


class Plate(Struct, frozen=True, forbid_unknown_fields=True):
    """The plate, its projection (see `renderer.projection.Conic`), and the grid on it.

    `across` is the width of a hex in plate units, `origin` where the hex of row 0 and column 0 would lie.
    """

    width: int
    height: int
    parallels: tuple[float, float]
    meridian: float
    scale: float
    corner: Point
    across: float
    origin: Point


class RegionLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a province's shield and name stand."""

    shield: Point
    name: Arc


class AreaLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """The box of an area off the map: left, top, right, bottom."""

    box: tuple[float, float, float, float]


class Layout(Struct, frozen=True):
    """The contents of map.toml."""

    plate: Plate
    corner: dict[str, Point]
    label: dict[str, str]
    region: dict[str, RegionLayout]
    water: dict[str, Arc]
    area: dict[str, AreaLayout]


@cache
def layout() -> Layout:
    """The layout in data/belisarius/map.toml, read once.

    Raises:
        msgspec.ValidationError: a field is missing or wrong.
    """
    with (FOLDER / "map.toml").open("rb") as source:
        return msgspec.convert(tomllib.load(source), Layout)


def conic() -> Conic:
    """The projection of the plate."""
    plate = layout().plate
    return Conic(*plate.parallels, plate.meridian, plate.scale, *plate.corner)


def middle(cell: Hex) -> Point:
    """Where the middle of a hex lies on the plate."""
    plate = layout().plate
    return (
        plate.origin[0] + (cell.col + cell.row / 2) * plate.across,
        plate.origin[1] - cell.row * ROW * plate.across,
    )


@cache
def tints() -> dict[str, int]:
    """A colour along the border for every province, none like a neighbour's: the first that is free."""
    beside: dict[str, list[str]] = {province: [] for province in BOARD.provinces}
    for a, b in BOARD.sides:
        one, other = BOARD.hexes[a].province, BOARD.hexes[b].province
        if one and other and one != other:
            beside[one].append(other)
    found: dict[str, int] = {}
    for province in sorted(beside, key=lambda one: (-len(set(beside[one])), one)):
        used = [found[other] for other in beside[province] if other in found]
        found[province] = next(tint for tint in count() if tint not in used)
    return found


def _named(name: str, name_ja: str, language: str) -> str:
    return name_ja.partition("（")[0] if language == "ja" else name


def _town(city: City, language: str) -> Town:
    rank = 2 if city.tax >= CAPITAL else 1 if city.wealthy else 0
    name = _named(city.name, city.name_ja, language)
    return Town(city.id, name, city.hex, rank, city.port, layout().label.get(city.id, ""))


def _region(province: str, language: str) -> Region:
    printed, at = BOARD.provinces[province], layout().region[province]
    name = _named(printed.name, printed.name_ja, language)
    return Region(province, name, at.name, at.shield, printed.levy, tints()[province])


def _area(area: Area, language: str) -> OffMap:
    name = _named(area.name, area.name_ja, language)
    box = layout().area[area.id].box
    income = f"+{area.income}" if area.income else ""
    port = bool(area.sea_gates)
    return OffMap(area.id, name, income, port, box, area.gates, area.sea_gates)


def _divides(side: str) -> bool:
    """Whether two provinces meet at a side."""
    one, other = (BOARD.hexes[end].province for end in ends(side))
    return bool(one and other and one != other)


@cache
def board(language: str) -> HexBoard:
    """The board in one language ("en" has Latin names, "ja" Japanese ones)."""
    plate = layout().plate
    sides = {f"{a}/{b}": side for (a, b), side in BOARD.sides.items() if a < b}
    return HexBoard(
        game="belisarius",
        language=language,
        conic=conic(),
        size=(plate.width, plate.height),
        across=plate.across,
        cells=tuple(Cell(one.id, middle(one), one.terrain, one.province) for one in BOARD.hexes.values()),
        towns=tuple(_town(city, language) for city in BOARD.cities.values()),
        captions=tuple(
            Caption(one.id, _named(one.name, one.name_ja, language), conic().plate(*one.position))
            for one in BOARD.labels.values()
        ),
        regions=tuple(_region(province, language) for province in BOARD.provinces),
        bays=tuple(
            Bay(sea.id, _named(sea.name, sea.name_ja, language), layout().water[sea.id])
            for sea in BOARD.seas.values()
        ),
        areas=tuple(_area(area, language) for area in BOARD.areas.values()),
        ways={key: side.way for key, side in sides.items() if side.way},
        rivers={key: side.stream for key, side in sides.items() if side.river},
        straits={key: side.strait for key, side in sides.items() if side.strait},
        borders=tuple(key for key, side in sides.items() if side.kind != "sea" and _divides(key)),
        corners=layout().corner,
    )
