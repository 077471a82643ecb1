"""The empty sheet of a game: the printed board alone, also of games that have no scenes yet."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from renderer.frame import Frame
from renderer.sheet import Printed, sheet
from renderer.sheets import ancient_world, belisarius, julius_caesar, ottomans

BOARDS: dict[str, Callable[[str], Printed]] = {
    "ancient_world": ancient_world.board,
    "belisarius": belisarius.board,
    "julius_caesar": julius_caesar.board,
    "ottomans": ottomans.board,
}


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
    buffer = BytesIO()
    made.flat.save(buffer, "PNG", compress_level=4)
    return buffer.getvalue()
