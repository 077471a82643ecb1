"""The board of The Ancient World: the hexes of Italy, the islands and Africa on the physical plate.

The printed hexes rest on a flat side, with the top of the map to the north-east. The plate is turned by 30
degrees, so that the hexes rest on a corner and form rows, and north is nearly up.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from adjudicator.ancient_world.board import (
    ARMS,
    CITIES,
    HEXES,
    LEADERS,
    NEIGHBOURS,
    PROVINCES,
    SEAS,
    SIDES_OF,
    City,
    Province,
)
from renderer.boards.hexes.board import Cell, HexBoard, Region, SeaName, Town, ends
from renderer.boards.layout import ROW, Gridded, RegionLayout, name_of, read_layout, tinted
from renderer.draw.frame import Point
from renderer.draw.glyphs import DRAWINGS
from renderer.draw.lettering import Arc
from renderer.draw.strokes import disc
from renderer.draw.themes import NOBODY, Family, Style, Token
from renderer.games import Gallery, Look
from renderer.geography.projection import WarpedConic
from renderer.paths import DATA

FOLDER = DATA / "ancient_world"
RANKS = {"small": 0, "medium": 1, "large": 2}


class WarpedPlate(Gridded, frozen=True, forbid_unknown_fields=True):
    """A plate whose projection is warped a little (see `renderer.geography.projection.WarpedConic`)."""

    middle: Point
    right: tuple[float, float, float, float, float, float]
    down: tuple[float, float, float, float, float, float]

    def conic(self) -> WarpedConic:
        at = super().conic()
        return WarpedConic(
            at.first, at.second, at.meridian, at.scale, at.left, at.top, self.middle, self.right, self.down
        )


class Layout(Struct, frozen=True):
    """The contents of map.toml."""

    plate: WarpedPlate
    corner: dict[str, Point]
    label: dict[str, str]
    region: dict[str, RegionLayout]
    water: dict[str, Arc]


@cache
def layout() -> Layout:
    """The layout in data/ancient_world/map.toml, read once (see `plates.read_layout`)."""
    return read_layout(FOLDER, Layout)


@cache
def conic() -> WarpedConic:
    """The projection of the plate."""
    return layout().plate.conic()


def middle(number: str) -> Point:
    """Return the middle of a hex on the plate: the lattice of upright columns, turned by 30 degrees."""
    at = layout().plate
    column, row = int(number[:2]), int(number[2:])
    right, down = column * ROW, row + (column % 2) / 2
    return (
        at.origin[0] + (right * ROW - down / 2) * at.across,
        at.origin[1] + (right / 2 + down * ROW) * at.across,
    )


def borders() -> list[str]:
    """The sides on which two provinces meet."""
    found = []
    for one in HEXES.values():
        for other in NEIGHBOURS[one.id]:
            if one.id < other and one.province and HEXES[other].province:
                found += [f"{one.id}/{other}"] if one.province != HEXES[other].province else []
    return sorted(found)


@cache
def tints() -> dict[str, int]:
    """A colour along the border for every province (see `plates.tinted`)."""
    meetings = [(HEXES[one].province, HEXES[other].province) for one, other in map(ends, borders())]
    return tinted(PROVINCES, meetings)


def _region(province: Province, language: str) -> Region:
    at = layout().region[province.id]
    name = name_of(FOLDER, "province", province, language)
    return Region(province.id, name, at.name, at.shield, province.attrition, tints()[province.id])


def _town(city: City, language: str) -> Town:
    side = layout().label.get(city.id, "")
    return Town(
        city.id, name_of(FOLDER, "city", city, language), city.hex, RANKS[city.size], bool(city.port), side
    )


@cache
def board(language: str) -> HexBoard:
    """The board in one language.

    Roads of level A are roads, those built later are tracks.
    """
    plate, sides = layout().plate, {side.id: side for side in SIDES_OF.values()}.values()
    return HexBoard(
        game="ancient_world",
        language=language,
        conic=conic(),
        size=plate.size,
        across=plate.across,
        cells=tuple(
            Cell(one.id, middle(one.id), one.terrain or "sea", one.province) for one in HEXES.values()
        ),
        towns=tuple(_town(city, language) for city in CITIES.values()),
        captions=(),
        regions=tuple(_region(province, language) for province in PROVINCES.values()),
        sea_names=tuple(
            SeaName(sea.id, name_of(FOLDER, "sea", sea, language), layout().water[sea.id])
            for sea in SEAS.values()
        ),
        areas=(),
        ways={side.id: "road" if side.level == "A" else "track" for side in sides if side.way},
        rivers={side.id: side.river for side in sides if side.river},
        straits={side.id: side.strait for side in sides if side.strait},
        borders=tuple(borders()),
        corners=layout().corner,
    )


STYLE = Style(
    families={
        "rome": Family((158, 43, 37), (92, 18, 18), (250, 222, 168), (250, 231, 214), "wreath"),
        "carthage": Family((88, 38, 108), (42, 12, 56), (255, 216, 124), (236, 222, 242), "tanit", "octagon"),
        "epirus": Family((32, 96, 146), (8, 42, 72), (216, 238, 250), (220, 234, 244), "sun", "framed"),
        "": NOBODY,
    },
    signs={
        "tanit": [
            ("fill", disc(50, 20, 16)),
            ("line", "M 14 46 L 86 46", 9.0),
            ("fill", "M 50 42 L 84 96 L 16 96 Z"),
        ],
        "sun": [
            ("fill", disc(50, 50, 17)),
            *[
                ("line", f"M 50 50 L {x} {y}", 6.0)
                for x, y in (
                    (50, 2),
                    (84, 16),
                    (98, 50),
                    (84, 84),
                    (50, 98),
                    (16, 84),
                    (2, 50),
                    (16, 16),
                )
            ],
        ],
        "bird": [
            (
                "fill",
                "M 4 30 C 24 18 40 26 50 46 "
                "C 60 26 76 18 96 30 C 80 34 70 44 60 66 L 50 92 L 40 66 C 30 44 20 34 4 30 Z",
            ),
            ("fill", disc(50, 38, 8)),
        ],
        "siege": [
            (
                "fill",
                "M 22 96 L 22 34 L 10 34 L 10 6 L 26 6 L 26 18 L 42 18 L 42 6 L 58 6 L 58 18 L 74 18 L 74 6 "
                "L 90 6 L 90 34 L 78 34 L 78 96 Z",
            ),
            ("cut", "M 40 96 L 40 70 C 40 56 60 56 60 70 L 60 96 Z"),
        ],
        "crossed": [("line", "M 10 10 L 90 90", 14.0), ("line", "M 90 10 L 10 90", 14.0)],
        "crack": [("line", "M 60 2 L 36 36 L 62 54 L 40 98", 12.0)],
        "foot": [
            (
                "fill",
                "M 50 4 C 78 10 88 24 88 46 C 88 74 70 90 50 98 C 30 90 12 74 12 46 C 12 24 22 10 50 4 Z",
            ),
            ("score", "M 50 8 L 50 94", 5.0),
            ("cut", disc(50, 48, 13)),
            ("fill", disc(50, 48, 8)),
        ],
        "horse": DRAWINGS["cavalry"],
        "engine": DRAWINGS["ballista"],
    },
    tokens={
        "city:rome": Token("wreath", (158, 43, 37), (250, 222, 168), (0.38, -0.3)),
        "city:carthage": Token("tanit", (88, 38, 108), (255, 216, 124), (0.38, -0.3)),
        "city:epirus": Token("sun", (32, 96, 146), (216, 238, 250), (0.38, -0.3)),
        "siege": Token("siege", (70, 52, 30), (255, 214, 140), (-0.38, -0.3)),
        "reduced": Token("crack", (110, 104, 96), (250, 246, 236), (-0.38, 0.32)),
        "sacked": Token("flame", (42, 30, 24), (255, 176, 64), (0.0, 0.46)),
        "devastated": Token("flame", (120, 40, 20), (255, 226, 160), (0.55, 0.0)),
        "disordered": Token("crossed", (240, 232, 206), (150, 30, 20), (0.38, 0.32)),
        "scattered": Token("wave", (30, 74, 110), (220, 238, 250), (0.0, -0.46)),
    },
    pieces="tiles",
)
LOOK = Look(
    board,
    STYLE,
    pieces=(*((id, "leader") for id in LEADERS), *(("", arm) for arm in (*ARMS, "garrison"))),
    gallery=Gallery(
        "hannibal_in_italy",
        seed=8,
        answers=400,
        moved=("stopped", "sails", "rides"),
        begun=("attacks",),
        fought=("battle", "victory", "no_victory"),
        lost=("destroyed", "fell", "retreats"),
    ),
)
