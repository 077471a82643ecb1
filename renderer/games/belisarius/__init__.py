"""The board of Belisarius: its hexes laid exactly on the physical plate, because the grid is in Lambert's
projection.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from adjudicator.belisarius.board import BOARD
from adjudicator.belisarius.board.pieces import Area, City, Hex
from renderer.boards.hexes.board import Caption, Cell, HexBoard, OffMap, Region, SeaName, Town, ends
from renderer.boards.layout import ROW, Gridded, RegionLayout, name_of, read_layout, tinted
from renderer.draw.frame import Point
from renderer.draw.lettering import Arc
from renderer.draw.themes import Family, Style, Token
from renderer.games import Gallery, Look
from renderer.games.belisarius.signs import SIGNS
from renderer.geography.projection import Conic
from renderer.paths import DATA

FOLDER = DATA / "belisarius"
EMPIRE = Family((172, 40, 38), (86, 12, 14), (255, 226, 160), (250, 231, 214), "chi_rho")
GUARD = Family((88, 38, 108), (42, 12, 56), (255, 216, 124), (236, 222, 242), "diadem", "framed")
BARBARIAN = Family((32, 96, 146), (8, 42, 72), (216, 238, 250), (220, 234, 244), "axe", "octagon")
REBEL = Family((112, 106, 116), (42, 12, 56), (244, 240, 230), (236, 232, 238), "diadem", "struck")
NEUTRAL = Family((230, 221, 198), (70, 60, 46), (62, 52, 40), (230, 221, 198), "scales", "hollow")
CAPITAL = 4
"""The tax of a capital of the world (§10.11)."""


class AreaLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """The box of an area off the map: left, top, right, bottom."""

    box: tuple[float, float, float, float]


class Layout(Struct, frozen=True):
    """The contents of map.toml."""

    plate: Gridded
    corner: dict[str, Point]
    label: dict[str, str]
    region: dict[str, RegionLayout]
    water: dict[str, Arc]
    area: dict[str, AreaLayout]


@cache
def layout() -> Layout:
    """The layout in data/belisarius/map.toml, read once (see `plates.read_layout`)."""
    return read_layout(FOLDER, Layout)


@cache
def conic() -> Conic:
    """The projection of the plate."""
    return layout().plate.conic()


def middle(cell: Hex) -> Point:
    """Return the position of the middle of a hex on the plate."""
    plate = layout().plate
    return (
        plate.origin[0] + (cell.col + cell.row / 2) * plate.across,
        plate.origin[1] - cell.row * ROW * plate.across,
    )


@cache
def tints() -> dict[str, int]:
    """A colour along the border for every province (see `plates.tinted`)."""
    return tinted(BOARD.provinces, [_provinces(f"{a}/{b}") for a, b in BOARD.sides if _divides(f"{a}/{b}")])


def _town(city: City, language: str) -> Town:
    rank = 2 if city.tax >= CAPITAL else 1 if city.wealthy else 0
    return Town(
        city.id,
        name_of(FOLDER, "city", city, language),
        city.hex,
        rank,
        city.port,
        layout().label.get(city.id, ""),
    )


def _region(province: str, language: str) -> Region:
    printed, at = BOARD.provinces[province], layout().region[province]
    return Region(
        province,
        name_of(FOLDER, "province", printed, language),
        at.name,
        at.shield,
        printed.levy,
        tints()[province],
    )


def _area(area: Area, language: str) -> OffMap:
    name = name_of(FOLDER, "area", area, language)
    box = layout().area[area.id].box
    income = f"+{area.income}" if area.income else ""
    port = bool(area.sea_gates)
    return OffMap(area.id, name, income, port, box, area.gates, area.sea_gates)


def _provinces(side: str) -> tuple[str, str]:
    """The provinces of the two hexes of a side, "" for none."""
    one, other = ends(side)
    return BOARD.hexes[one].province, BOARD.hexes[other].province


def _divides(side: str) -> bool:
    """Return true if two provinces meet at a side."""
    one, other = _provinces(side)
    return bool(one and other and one != other)


@cache
def board(language: str) -> HexBoard:
    """The board in one language."""
    plate = layout().plate
    sides = {f"{a}/{b}": side for (a, b), side in BOARD.sides.items() if a < b}
    return HexBoard(
        game="belisarius",
        language=language,
        conic=conic(),
        size=plate.size,
        across=plate.across,
        cells=tuple(Cell(one.id, middle(one), one.terrain, one.province) for one in BOARD.hexes.values()),
        towns=tuple(_town(city, language) for city in BOARD.cities.values()),
        captions=tuple(
            Caption(one.id, name_of(FOLDER, "label", one, language), conic().plate(*one.position))
            for one in BOARD.labels.values()
        ),
        regions=tuple(_region(province, language) for province in BOARD.provinces),
        sea_names=tuple(
            SeaName(sea.id, name_of(FOLDER, "sea", sea, language), layout().water[sea.id])
            for sea in BOARD.seas.values()
        ),
        areas=tuple(_area(area, language) for area in BOARD.areas.values()),
        ways={key: side.way for key, side in sides.items() if side.way},
        rivers={key: side.stream for key, side in sides.items() if side.river},
        straits={key: side.strait for key, side in sides.items() if side.strait},
        borders=tuple(key for key, side in sides.items() if side.kind != "sea" and _divides(key)),
        corners=layout().corner,
    )


STYLE = Style(
    families={
        "empire": EMPIRE,
        "guard": GUARD,
        "barbarian": BARBARIAN,
        "rebel": REBEL,
        "neutral": NEUTRAL,
        "": NEUTRAL,
    },
    signs=SIGNS,
    tokens={
        "pillaged": Token("flame", (42, 30, 24), (255, 176, 64), (-0.36, -0.3)),
        "colony": Token("colony", (30, 96, 62), (232, 246, 226), (0.36, -0.3)),
        "works": Token("works", (70, 82, 104), (240, 240, 232), (-0.36, 0.3)),
    },
    pieces="tiles",
)
LOOK = Look(
    board,
    STYLE,
    pieces=tuple(sorted({(unit.kind, unit.type) for unit in BOARD.units.values()})),
    gallery=Gallery(
        "advance",
        seed=3,
        answers=1500,
        moved=("moved", "marched", "sailed"),
        begun=("battle_begins", "attacked"),
        fought=("battle",),
        lost=("eliminated", "retreated", "withdrew"),
    ),
)
