"""The empty sheet of a game: the printed board alone, without a title and with nothing on it."""

from __future__ import annotations

from pathlib import Path

from renderer.boards import city_names
from renderer.boards.base_layer import sheet
from renderer.boards.points.board import PointBoard
from renderer.draw.canvas import Canvas
from renderer.draw.frame import Frame
from renderer.games import look_of, theme_of


def empty_sheet(
    game: str, language: str = "en", theme: str = "light", width: int = 2400, cache: Path | None = None
) -> bytes:
    """A PNG of the whole board, `width` pixels wide, with nothing on it.

    With a folder as `cache` the sheet is kept there from one run to the next.

    Raises:
        KeyError: no such game or theme.
    """
    board, colours = look_of(game).board(language), theme_of(game, theme)
    scale = width / board.size[0]
    made = sheet(board, Frame(0, 0, board.size[0], board.size[1], scale, scale), colours, cache)
    canvas = Canvas(made.true, made.flat)
    if not isinstance(board, PointBoard):
        city_names.draw(canvas, board, made.frame, colours, made.drawn, ())
    return canvas.file()[0]
