"""The board of Ottomans: its regions, cities and seas laid on the physical plate."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct, field

from adjudicator.core.language.names import printed
from adjudicator.ottomans.board import CITIES, COALITIONS, REGIONS, SEAS, UNITS, pieces
from adjudicator.records import read, table
from renderer.boards.areas.board import AreaBoard, Land, Line, Party, Place, Sea
from renderer.boards.layout import Plate, name_of, read_layout
from renderer.boards.plates import Way
from renderer.draw.frame import Point
from renderer.draw.lettering import Arc
from renderer.draw.themes import Colour, Family, Style, Token
from renderer.games import Gallery, Look
from renderer.geography.projection import Conic
from renderer.paths import DATA

from . import emblems, signs

FOLDER = DATA / "ottomans"


class Outline(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of areas.csv: `line` is longitude and latitude by turns."""

    id: str
    layer: Literal["land", "sea"]
    line: str
    one: str = ""
    other: str = ""


class AreaLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """The places of the name and plaque of a region or sea, and of the box that says who may enter."""

    plaque: Point
    name: Arc | None = None
    note: str = ""
    note_at: Point = (0.0, 0.0)


class PartyLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """The looks of a coalition's regions."""

    colour: Colour
    plaque: str


class Layout(Struct, frozen=True):
    """The contents of map.toml."""

    plate: Plate
    corner: dict[str, Point]
    label: dict[str, str]
    party: dict[str, PartyLayout]
    land: dict[str, AreaLayout]
    sea: dict[str, AreaLayout]
    strait: dict[str, tuple[Point, ...]] = field(default_factory=dict)
    knot: dict[str, Point] = field(default_factory=dict)


@cache
def layout() -> Layout:
    """The layout in data/ottomans/map.toml, read once (see `plates.read_layout`)."""
    return read_layout(FOLDER, Layout)


@cache
def conic() -> Conic:
    """The projection of the plate."""
    return layout().plate.conic()


@cache
def lines() -> tuple[Line, ...]:
    """The lines between the areas, on the plate.

    Raises:
        DataError: a record that cannot be used.
    """
    found = []
    for outline in table(read(FOLDER, "areas.csv"), "areas", Outline).values():
        degrees = [float(value) for value in outline.line.split()]
        points = tuple(conic().plate(lon, lat) for lon, lat in zip(degrees[::2], degrees[1::2], strict=True))
        found.append(Line(outline.id, outline.layer, outline.one, outline.other, points))
    return tuple(found)


def _land(region: pieces.Region, language: str) -> Land:
    at = layout().land[region.id]
    return Land(
        id=region.id,
        name=name_of(FOLDER, "region", region, language),
        party=region.side,
        value=region.supply,
        arc=at.name,
        plaque=at.plaque,
        stand=conic().plate(*region.position),
        note=at.note and printed(FOLDER, "note", region.id, at.note, language),
        note_at=at.note_at,
    )


def _sea(sea: pieces.Sea, language: str) -> Sea:
    """A sea as it is drawn.

    Raises:
        ValueError: the layout has no arc for its name.
    """
    at = layout().sea[sea.id]
    if at.name is None:
        raise ValueError(f"map.toml: {sea.id} has no arc for its name")
    return Sea(
        id=sea.id,
        name=name_of(FOLDER, "sea", sea, language),
        value=sea.supply,
        arc=at.name,
        plaque=at.plaque,
        ships=conic().plate(*sea.position),
        note=at.note and printed(FOLDER, "note", sea.id, at.note, language),
        note_at=at.note_at,
    )


def _town(city: pieces.City, language: str) -> Place:
    return Place(
        id=city.id,
        name=name_of(FOLDER, "city", city, language),
        region=city.region,
        point=conic().plate(*city.position),
        key=city.key,
        port=bool(city.seas),
        side=layout().label.get(city.id, ""),
    )


def _straits() -> tuple[Way, ...]:
    """The straits that land units cross (§7.63), each once, where the layout draws it."""
    pairs = {tuple(sorted((one.id, other))) for one in REGIONS.values() for other in one.strait}
    found = []
    for a, b in sorted(pairs):
        name = f"{a}/{b}"
        found.append(Way(name, "strait", (a, b), layout().strait[name]))
    return tuple(found)


@cache
def board(language: str) -> AreaBoard:
    """The board in one language."""
    return AreaBoard(
        game="ottomans",
        language=language,
        conic=conic(),
        size=layout().plate.size,
        parties=tuple(
            Party(one.id, name_of(FOLDER, "coalition", one, language), at.colour, at.plaque)
            for one in COALITIONS.values()
            for at in (layout().party[one.id],)
        ),
        lands=tuple(_land(region, language) for region in REGIONS.values()),
        towns=tuple(_town(city, language) for city in CITIES.values()),
        seas=tuple(_sea(sea, language) for sea in SEAS.values()),
        lines=lines(),
        straits=_straits(),
        knots=tuple(layout().knot.values()),
        corners=layout().corner,
    )


TURKS = Family((164, 40, 34), (88, 14, 12), (255, 226, 198), (246, 206, 190), "turks")
CALIPHATE = Family((190, 134, 16), (92, 58, 0), (255, 246, 214), (250, 228, 160), "caliphate")
HOLY_LEAGUE = Family((32, 78, 152), (8, 30, 74), (224, 236, 252), (198, 216, 244), "holy_league")
ORTHODOX = Family((44, 104, 60), (8, 52, 24), (226, 246, 224), (198, 226, 196), "orthodox")
NEUTRAL = Family(
    (222, 216, 202), (134, 126, 112), (84, 78, 66), (240, 236, 226), "neutral", code=(84, 78, 66)
)
"""§6.6 Units that nobody controls are pale."""
STRATAGEM = Family((84, 66, 92), (46, 30, 54), (250, 238, 208), (242, 232, 240), "neutral")
FAMILIES = {"turks": TURKS, "caliphate": CALIPHATE, "holy_league": HOLY_LEAGUE, "orthodox": ORTHODOX}
STYLE = Style(
    families={**FAMILIES, "neutral": NEUTRAL, "stratagem": STRATAGEM, "": NEUTRAL},
    signs={
        **emblems.NATIONS,
        **emblems.MERCENARIES,
        **signs.TROOPS,
        **{f"chit_{chit}": strokes for chit, strokes in signs.CHITS.items()},
        **emblems.COALITIONS,
        "neutral": [("line", "M 22 50 L 78 50", 14.0)],
    },
    tokens={
        "core": Token("wreath", (70, 30, 70), (255, 232, 170), (0.0, 0.55)),
        **{
            f"key:{side}": Token(side, family.back, family.emblem, (-0.34, -0.3))
            for side, family in FAMILIES.items()
        },
    },
)
LOOK = Look(
    board,
    STYLE,
    pieces=tuple(sorted({(unit.kind, unit.type) for unit in UNITS.values()})),
    gallery=Gallery(
        "s1_tcho",
        seed=4,
        answers=900,
        moved=("moved", "sailed", "carried"),
        begun=("attacked",),
        fought=("odds", "result"),
        lost=("eliminated", "retreated", "starved", "plague", "entered"),
    ),
)
