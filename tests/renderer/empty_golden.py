"""The golden pictures of empty sheets; `python -m tests.renderer.empty_golden` writes them anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PIL import Image

from renderer.boards.base_layer import sheet
from renderer.draw.frame import Frame
from renderer.games import look_of, theme_of
from tests.renderer.golden import FOLDER


def corners(game: str) -> Image.Image:
    """The four corners and the middle of an empty sheet, at half size."""
    board = look_of(game).board("en")
    width, height = board.size
    frame = Frame(0, 0, width, height, 0.5, 0.5)
    whole = sheet(board, frame, theme_of(game, "light"), None).true
    right, low = frame.size[0] - 200, frame.size[1] - 150
    picture = Image.new("RGB", (200 * 5, 150))
    for number, at in enumerate(((0, 0), (right, 0), (0, low), (right, low), (right // 2, low // 2))):
        picture.paste(whole.crop((*at, at[0] + 200, at[1] + 150)), (number * 200, 0))
    return picture


GOLDEN: dict[str, Callable[[], Image.Image]] = {
    f"{game}_corners": partial(corners, game) for game in ("ancient_world", "ottomans")
}


def main() -> None:
    """Write all golden pictures."""
    for name, drawn in GOLDEN.items():
        drawn().quantize(128).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
