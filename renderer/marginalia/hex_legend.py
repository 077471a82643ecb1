"""The signs in the legend of a board of hexes: pieces and marks as on the map, the map's signs on parts of a
board.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from adjudicator.display.scene import Counter, Note
from renderer.boards.hexes import layer as hex_layer
from renderer.boards.hexes import names as hex_names
from renderer.boards.hexes.board import Cell, HexBoard, Town
from renderer.boards.terrain import doubled, halved
from renderer.draw import glyphs
from renderer.draw.canvas import Canvas
from renderer.draw.frame import Frame, Point
from renderer.draw.themes import Theme
from renderer.geography.projection import Conic
from renderer.pieces import hex_stacks, signs, tiles, tokens

WIDTH, HEIGHT = 38, 28
GROUNDS = ("rough", "mountain", "marsh", "desert")
TOWNS = {"town": (0, False), "wealthy": (1, False), "capital": (2, False), "port": (0, True)}
LINES = ("road", "track", "river", "strait", "border")


def sample(canvas: Canvas, note: Note, middle: Point, theme: Theme, zoom: float) -> None:
    """One sign of the legend.

    Raises:
        ValueError: no such sign.
    """
    kind, _, word = note.sign.partition(":")
    size = round(25 * zoom)
    if kind in GROUNDS or kind in TOWNS or kind in LINES:
        made = _part_of_board(kind, theme, zoom)
    elif kind == "back":
        made = tiles.tile(Counter(word), 1, size, theme.style)
    elif kind == "flag" and word == "acting":
        hex_stacks.ring(canvas, middle, size * 0.86, theme.alarm)
        return
    elif kind == "flag":
        made = tiles.tile(Counter("", flags=(word,)), 1, size, theme.style)
    elif kind == "shield":
        made = signs.shield(word, 2, size, theme.style)
    elif kind in theme.style.tokens:
        made = tokens.token(kind, size, theme.style)
    elif glyphs.known(kind, theme.style):
        canvas.stamp(
            glyphs.stamp(kind, size, theme.style), middle[0] - size / 2, middle[1] - size / 2, theme.ink
        )
        return
    else:
        raise ValueError(f"no such sign for the legend: {note.sign}")
    canvas.paste(made, middle[0] - made.width / 2, middle[1] - made.height / 2)


@lru_cache(maxsize=64)
def _part_of_board(kind: str, theme: Theme, zoom: float) -> Image.Image:
    """A part of a board that shows one sign, drawn as on the sheet."""
    frame = Frame(0, 0, WIDTH, HEIGHT, zoom, zoom)
    board = _board(kind)
    at = hex_layer.laid(board, frame)
    ground = Image.new("RGB", halved(frame.size), theme.paper)
    hex_layer.tint(ground, at)
    made = doubled(ground, frame.size)
    made.paste(theme.ink, (0, 0), hex_layer.signs(at))
    hex_layer.rivers(made, at, theme)
    hex_layer.borders(made, at, theme)
    hex_layer.ways(made, at, theme)
    hex_names.towns(made, board, frame, theme)
    hex_layer.straits(made, at, theme)
    return made.convert("RGBA")


def _board(kind: str) -> HexBoard:
    """Two hexes with a line between them, or a single one with a ground or a city."""
    middle, single = HEIGHT / 2, kind not in LINES
    across = HEIGHT * 0.84 if single else WIDTH * 0.84
    ground = kind if kind in GROUNDS else "flat"
    if single:
        cells = [Cell("0", (WIDTH / 2, middle), ground, "")]
    else:
        cells = [Cell(str(at), ((WIDTH - across) / 2 + at * across, middle), ground, "") for at in (0, 1)]
    rank, port = TOWNS.get(kind, (0, False))
    return HexBoard(
        game="",
        language="en",
        conic=Conic(30.0, 50.0, 0.0, 1.0, 0.0, 0.0),
        size=(WIDTH, HEIGHT),
        across=across,
        cells=tuple(cells),
        towns=(Town("", "", "0", rank, port, ""),) if kind in TOWNS else (),
        captions=(),
        regions=(),
        sea_names=(),
        areas=(),
        ways={"0/1": kind} if kind in ("road", "track") else {},
        rivers={"0/1": kind} if kind == "river" else {},
        straits={"0/1": kind} if kind == "strait" else {},
        borders=("0/1",) if kind == "border" else (),
        corners={},
    )
