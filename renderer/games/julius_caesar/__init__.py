"""The board of Julius Caesar: its cities, roads and seas laid on the physical plate."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from adjudicator.julius_caesar.board import BOARD
from adjudicator.julius_caesar.board.pieces import City
from adjudicator.records import listed, read
from renderer.boards.layout import Plate, name_of, read_layout
from renderer.boards.plates import Way
from renderer.boards.points.board import PointBoard, Site, Water
from renderer.draw.frame import Point
from renderer.draw.lettering import Arc
from renderer.draw.themes import NOBODY, Family, Style
from renderer.games import Gallery, Look
from renderer.games.julius_caesar.signs import SIGNS
from renderer.geography.projection import Conic
from renderer.paths import DATA

FOLDER = DATA / "julius_caesar"
CAESAR = Family((214, 178, 128), (88, 54, 20), (74, 42, 12), (250, 240, 222), "wreath", code=(66, 36, 10))
POMPEY = Family((56, 118, 76), (8, 48, 26), (226, 242, 222), (226, 239, 226), "trident")
EGYPT = Family((16, 32, 104), (4, 10, 50), (216, 226, 250), (222, 228, 245), "ankh")
"""Backs in the printed hues: tan, green, blue."""


class SeaLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """The places of a sea's ships and name."""

    ships: Point
    name: Arc


class Border(Struct, frozen=True, forbid_unknown_fields=True):
    """The line between two seas, in degrees."""

    seas: tuple[str, str]
    line: tuple[Point, ...]


class Layout(Struct, frozen=True):
    """The contents of map.toml."""

    plate: Plate
    nudge: dict[str, Point]
    label: dict[str, str]
    sea: dict[str, SeaLayout]
    border: dict[str, Border]


@cache
def layout() -> Layout:
    """The layout in data/julius_caesar/map.toml, read once (see `plates.read_layout`)."""
    return read_layout(FOLDER, Layout)


@cache
def conic() -> Conic:
    """The projection of the plate."""
    return layout().plate.conic()


def position(city: City) -> Point:
    """Return the position of a city on the plate: its place in the world, shifted if the layout says so."""
    x, y = conic().plate(city.lon, city.lat)
    right, down = layout().nudge.get(city.id, (0.0, 0.0))
    return x + right, y + down


@cache
def road_lines() -> dict[str, tuple[Point, ...]]:
    """The courses of the roads, by edge, as data/julius_caesar/road_lines.toml has them.

    Raises:
        DataError: a course that cannot be used.
    """
    return listed(read(FOLDER, "road_lines.toml"), "line", tuple[Point, ...])


@cache
def levy_signs() -> dict[str, tuple[str, ...]]:
    """The signs of the blocks that only some cities raise: cavalry and elephants (6.4)."""
    signs: dict[str, tuple[str, ...]] = {}
    for kind in ("cavalry", "elephant"):
        for block in BOARD.blocks.values():
            named = block.levy_at if isinstance(block.levy_at, tuple) else ()
            for city in named if block.kind == kind else ():
                if kind not in signs.get(city, ()):
                    signs[city] = (*signs.get(city, ()), kind)
    return signs


def _site(city: City, language: str) -> Site:
    ships = ("navis",) if city.builds_ships else ()
    return Site(
        id=city.id,
        name=name_of(FOLDER, "city", city, language),
        point=position(city),
        value=city.value,
        port=city.port,
        signs=ships + levy_signs().get(city.id, ()),
        side=layout().label.get(city.id, ""),
    )


def _way(edge: str, kind: str, ends: tuple[str, str]) -> Way:
    start, end = (position(BOARD.cities[city]) for city in ends)
    inner = road_lines()[edge][1:-1] if kind != "strait" else ()
    return Way(edge, kind, ends, (start, *inner, end))


@cache
def board(language: str) -> PointBoard:
    """The board in one language."""
    return PointBoard(
        game="julius_caesar",
        language=language,
        conic=conic(),
        size=layout().plate.size,
        sites=tuple(_site(city, language) for city in BOARD.cities.values()),
        ways=tuple(_way(road.id, road.kind, road.ends) for road in BOARD.roads.values()),
        waters=tuple(
            Water(sea.id, name_of(FOLDER, "sea", sea, language), at.ships, at.name)
            for sea in BOARD.seas.values()
            for at in (layout().sea[sea.id],)
        ),
        borders=tuple(
            tuple(conic().plate(lon, lat) for lon, lat in border.line) for border in layout().border.values()
        ),
    )


STYLE = Style(families={"caesar": CAESAR, "pompey": POMPEY, "egypt": EGYPT, "": NOBODY}, signs=SIGNS)
LOOK = Look(
    board,
    STYLE,
    pieces=tuple((id, block.kind) for id, block in BOARD.blocks.items()),
    gallery=Gallery(
        "war",
        seed=10,
        answers=900,
        moved=("moved", "marched", "sailed"),
        begun=("battle_begins", "attacked"),
        fought=("fired", "battle"),
        lost=("eliminated", "retreated", "withdrew"),
    ),
)
