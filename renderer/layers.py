"""A map in layers, for pages: the board with its marginalia as a picture, and the things on it.

A page shows things as elements, so that they can be pressed, moved and hidden; it lays them as `whole_map`
does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from msgspec import Struct, structs
from PIL import Image

from adjudicator.core.language.languages import FIRST
from adjudicator.display.charts import Card
from adjudicator.display.scene import Counter, Scene
from renderer.boards.base_layer import BaseLayer, drawn_in, sheet
from renderer.boards.hexes.board import HexBoard
from renderer.charts import hands
from renderer.draw import png
from renderer.draw.canvas import Canvas
from renderer.draw.frame import Frame
from renderer.draw.labels import Box
from renderer.games import LAID, look_of, theme_of
from renderer.pictures import Picture, around, board_of, finished
from renderer.pieces import blocks, laying, sprites
from renderer.pieces.things import Sprite, Thing
from renderer.scans import scan as scans

WIDTH = 2400
"""The width in pixels of the map on which things are laid."""
LARGEST = 4.0
"""The largest multiple of its size at which a sprite is drawn."""


class Layers(Struct, frozen=True):
    """The things on a map, the lowest first, in pixels of a map `WIDTH` wide and `height` high."""

    things: tuple[Thing, ...]
    height: int


def layers_of(scene: Scene, *, cache: Path | None = None) -> Layers:
    """Return the things on the map of a scene.

    Args:
        scene: the picture's content, from one seat's view.
        cache: a folder in which the places of names are kept from one run to the next.

    Raises:
        KeyError: an unknown game or place.
        ValueError: an unknown kind of mark.
    """
    board, theme = board_of(scene), theme_of(scene.game, "light")
    frame = _frame(board.size, WIDTH)
    blank = Image.new("RGB", (1, 1))
    taken = () if isinstance(board, HexBoard) else _around(bare(scene))  # in hexes nothing gives way to them
    base = BaseLayer(frame, blank, blank, drawn_in(board, frame, cache))
    return Layers(tuple(laying.things(scene, board, base, theme, taken)), frame.size[1])


@lru_cache(maxsize=64)
def _around(scene: Scene) -> tuple[Box, ...]:
    """Return the boxes that title, panels and legend cover."""
    board = board_of(scene)
    frame = _frame(board.size, WIDTH)
    canvas = _unseen(frame.size)
    canvas.painted.clear()
    return tuple(around(canvas, scene, board, theme_of(scene.game, "light"), frame.scale))


@lru_cache(maxsize=4)
def _unseen(size: tuple[int, int]) -> Canvas:
    """Return a canvas that is never shown, painted only to find boxes."""
    blank = Image.new("RGB", size)
    return Canvas(blank, blank)


def base_map(scene: Scene, *, width: int = WIDTH, theme: str = "light", cache: Path | None = None) -> Picture:
    """Draw the board of a scene with title, panels and legend, but with nothing on it.

    The arguments and what is raised are those of `pictures.whole_map`.
    """
    board, colours = board_of(scene), theme_of(scene.game, theme)
    frame = _frame(board.size, width)
    base = sheet(board, frame, colours, cache)
    canvas = Canvas(base.true, base.flat, colours)
    around(canvas, scene, board, colours, frame.scale)
    return finished(canvas, scene.alt)


def photo_part(
    game: str, column: int, row: int, *, theme: str = "light", cache: Path | None = None
) -> Picture:
    """Draw a part of a group's own map in the map's own pixels, for a page that shows it very large.

    Args:
        game: the id of the game on that map.
        column: of the part, from the left; parts are `scan.PART` pixels wide and high.
        row: of the part, from the top.
        theme: "light" or "dark".
        cache: as for `base_map`.

    Raises:
        KeyError: an unknown game or theme.
        ValueError: our own map, or no such part.
        Unusable: if the picture cannot be decoded.
    """
    scan, colours = look_of(game).board(FIRST).scan, theme_of(game, theme)
    if scan is None:
        raise ValueError(f"{game} is on our map")
    return finished(Canvas(scans.part(scan, column, row, colours, cache), None, colours), "")


def bare(scene: Scene) -> Scene:
    """Return a scene without all that `base_map` does not show."""
    return structs.replace(scene, alt="", stacks=(), marks=(), arrows=(), fallen=(), news="")


def sprite(game: str, one: Sprite, *, times: float = 1.0, theme: str = "light") -> bytes:
    """Draw a piece or sign alone, as a PNG, at a multiple of its size.

    Raises:
        KeyError: an unknown game or theme.
        ValueError: an unknown kind of sprite, or one too large.
    """
    if not 0 < times <= LARGEST:
        raise ValueError(f"a sprite {times} times its size")
    colours = theme_of(f"{game.partition(LAID)[0]}{LAID}{one.own}" if one.own else game, theme)
    if one.card is None:
        return png.sprite(sprites.drawn(one, colours, times))
    wide, high = hands.SQUARE if one.word == "square" else hands.UPRIGHT
    across = round(one.size * times)
    return png.sprite(hands.face(one.card, (across, round(across * high / wide)), colours.style))


def in_line(game: str, counters: Sequence[Counter], size: float, *, fallen: bool = False) -> Sprite:
    """Return the looks of a piece in a line of battle, or of several equal backs, `size` pixels wide."""
    style = theme_of(game, "light").style
    blocks_are = style.pieces == "blocks"
    across = size / (blocks.SIZE + blocks.DEPTH) if blocks_are else size
    kind = ("fallen_blocks" if blocks_are else "fallen_tiles") if fallen else "pile" if blocks_are else "tile"
    shown = structs.replace(counters[0], kind=style.pictured(counters[0]))
    return Sprite(kind, across, (shown,), len(counters), own=style.own if shown.kind else "")


def card(shown: Card, size: float, *, square: bool = False) -> Sprite:
    """Return the looks of a card, `size` pixels wide, or with `square` of a chit."""
    return Sprite("card", size, word="square" if square else "", card=shown)


def _frame(size: tuple[int, int], width: int) -> Frame:
    scale = width / size[0]
    return Frame(0, 0, size[0], size[1], scale, scale)
