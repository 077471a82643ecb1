"""The empty sheet of a game: the printed board alone, without a title and with nothing on it."""

from __future__ import annotations

from pathlib import Path

from renderer import citynames
from renderer.canvas import Canvas
from renderer.frame import Frame
from renderer.hexboard import HexBoard
from renderer.pictures import BOARDS
from renderer.sheet import sheet
from renderer.themes import theme_of

__all__ = ["BOARDS", "empty_sheet"]


def empty_sheet(
    game: str, language: str = "en", theme: str = "light", width: int = 2400, cache: Path | None = None
) -> bytes:
    """A PNG of the whole board, `width` pixels wide, with nothing on it.

    With a folder as `cache` the sheet is kept there from one run to the next.

    Raises:
        KeyError: no such game or theme.
    """
    board = BOARDS[game](language)
    scale = width / board.size[0]
    made = sheet(board, Frame(0, 0, board.size[0], board.size[1], scale, scale), theme, cache)
    canvas = Canvas(made)
    if isinstance(board, HexBoard):
        citynames.draw(canvas, board, made.frame, theme_of(game, theme), ())
    return canvas.png()
