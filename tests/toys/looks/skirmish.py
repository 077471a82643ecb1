"""The looks of Skirmish: renderer/games/skirmish.py, were it a game of the repository."""

from __future__ import annotations

from functools import cache

from renderer.boards.hexes.board import Cell, HexBoard, Town
from renderer.draw.frame import Point
from renderer.draw.strokes import disc
from renderer.draw.themes import NOBODY, Family, Style, Token
from renderer.games import Gallery, Look
from renderer.geography.projection import Conic
from tests.toys.skirmish.rules import HEXES, MOUNTAINS

CONIC = Conic(36.0, 39.0, 14.2, 14400.0, -491.1, 18378.8)
"""Lambert's projection: true at 36 and 39 degrees north, 14400 plate units for a radius of the earth."""
ACROSS, ORIGIN = 110.0, (-50.0, 626.0)
TOWNS = {
    "0405": ("Messana", "メッサナ", 1),
    "0106": ("Syracusae", "シラクサエ", 2),
    "0203": ("Agrigentum", "アグリゲントゥム", 0),
    "0401": ("Panormus", "パノルムス", 1),
    "0300": ("Lilybaeum", "リリュバエウム", 0),
}
STYLE = Style(
    families={
        "rome": Family((158, 43, 37), (92, 18, 18), (250, 222, 168), (250, 231, 214), "wreath"),
        "carthage": Family((88, 38, 108), (42, 12, 56), (255, 216, 124), (236, 222, 242), "tanit", "octagon"),
        "": NOBODY,
    },
    signs={
        "tanit": [
            ("fill", disc(50, 20, 16)),
            ("line", "M 14 46 L 86 46", 9.0),
            ("fill", "M 50 42 L 84 96 L 16 96 Z"),
        ]
    },
    tokens={"grave": Token("tanit", (42, 30, 24), (255, 176, 64), (-0.36, -0.3))},
    pieces="tiles",
)


def middle(number: str) -> Point:
    """Return the middle of a hex, in plate units: rows run north, columns lean to the east."""
    row, column = int(number[:2]), int(number[2:])
    return ORIGIN[0] + (column + row / 2) * ACROSS, ORIGIN[1] - row * ACROSS * 3**0.5 / 2


@cache
def board(language: str) -> HexBoard:
    """The board in one language."""
    return HexBoard(
        game="skirmish",
        language=language,
        conic=CONIC,
        size=(900, 740),
        across=ACROSS,
        cells=tuple(Cell(one, middle(one), "mountain" if one in MOUNTAINS else "flat", "") for one in HEXES),
        towns=tuple(
            Town(latin.lower(), japanese if language == "ja" else latin, hex, rank, hex != "0203", "")
            for hex, (latin, japanese, rank) in TOWNS.items()
        ),
        captions=(),
        regions=(),
        sea_names=(),
        areas=(),
        ways={"0203/0302": "road"},
        rivers={},
        straits={},
        borders=(),
        corners={"title": (20.0, 20.0), "panel_1": (610.0, 20.0), "legend": (20.0, 722.0)},
    )


LOOK = Look(
    board,
    STYLE,
    Gallery("sicily", seed=1, answers=60, moved=("moved",), begun=("battle_begins",), fought=("battle",)),
)
