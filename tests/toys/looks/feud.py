"""The looks of Feud: renderer/games/feud.py, were it a game of the repository."""

from __future__ import annotations

from functools import cache

from renderer.boards.hexes.board import Cell, HexBoard
from renderer.draw.themes import NOBODY, Family, Style
from renderer.games import Gallery, Look
from tests.toys.feud.rules import PLACES
from tests.toys.looks.skirmish import CONIC

ACROSS = 160.0
STYLE = Style(
    families={
        "north": Family((38, 74, 132), (16, 34, 74), (220, 232, 250), (226, 236, 250), "disc"),
        "south": Family((142, 96, 30), (82, 52, 10), (255, 232, 180), (250, 238, 214), "diamond"),
        "": NOBODY,
    },
    pieces="blocks",
)
MIDDLES = {
    place: (200.0 + number * ACROSS + row * ACROSS / 2, 260.0 + row * ACROSS * 3**0.5 / 2)
    for row, places in enumerate(PLACES.values())
    for number, place in enumerate(places.values())
}


@cache
def board(language: str) -> HexBoard:
    """The board in one language."""
    return HexBoard(
        game="feud",
        language=language,
        conic=CONIC,
        size=(900, 740),
        across=ACROSS,
        cells=tuple(Cell(place, at, "flat", "") for place, at in MIDDLES.items()),
        towns=(),
        captions=(),
        regions=(),
        sea_names=(),
        areas=(),
        ways={},
        rivers={},
        straits={},
        borders=(),
        corners={"title": (20.0, 20.0), "panel_1": (610.0, 20.0), "legend": (20.0, 722.0)},
    )


LOOK = Look(
    board,
    STYLE,
    Gallery("moor", seed=1, answers=20, moved=("played",), begun=("attacks",), fought=("fought",)),
)
