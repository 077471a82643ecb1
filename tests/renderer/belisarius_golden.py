"""The golden pictures of Belisarius; `python -m tests.renderer.belisarius_golden` writes them anew."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from renderer.boards.base_layer import sheet
from renderer.draw import glyphs
from renderer.draw.frame import Frame
from renderer.draw.signs import late_antiquity
from renderer.games import belisarius, theme_of
from renderer.pieces import hex_stacks, sprites, tiles, tokens
from renderer.pieces.signs import shield
from tests.renderer.belisarius_scenes import PIECES
from tests.renderer.golden import FOLDER, PAPER


def signs() -> Image.Image:
    """Every sign of late antiquity at two sizes."""
    picture = Image.new("RGB", (64 * len(late_antiquity.SIGNS), 96), PAPER)
    for number, name in enumerate(late_antiquity.SIGNS):
        picture.paste((40, 24, 12), (number * 64, 0), glyphs.stamp(name, 60))
        picture.paste((40, 24, 12), (number * 64, 64), glyphs.stamp(name, 24))
    return picture


def pieces() -> Image.Image:
    """Counters large and small, heaps, shields and tokens."""
    picture = Image.new("RGB", (90 * len(PIECES), 200), PAPER)
    theme = theme_of("belisarius", "light")
    for number, piece in enumerate(PIECES):
        for made, top in (
            (tiles.tile(piece, number + 1, 72, belisarius.STYLE), 4),
            (sprites.drawn(hex_stacks.heap(PIECES[number:] + PIECES[:number], 28), theme), 86),
            (shield(piece.colour, number % 4, 36, belisarius.STYLE), 124),
        ):
            picture.paste(made, (number * 90 + 4, top), made)
    for number, kind in enumerate(belisarius.STYLE.tokens):
        made = tokens.token(kind, 24, belisarius.STYLE)
        picture.paste(made, (number * 30, 172), made)
    return picture


def corners() -> Image.Image:
    """The four corners and the middle of the empty sheet, at half size."""
    frame = Frame(0, 0, 2480, 1620, 0.5, 0.5)
    whole = sheet(belisarius.board("en"), frame, theme_of("belisarius", "light"), None).true
    picture = Image.new("RGB", (200 * 5, 150))
    for number, (left, top) in enumerate(((0, 0), (1040, 0), (0, 660), (1040, 660), (500, 200))):
        picture.paste(whole.crop((left, top, left + 200, top + 150)), (number * 200, 0))
    return picture


GOLDEN: dict[str, Callable[[], Image.Image]] = {
    "belisarius_signs": signs,
    "belisarius_pieces": pieces,
    "belisarius_corners": corners,
}


def main() -> None:
    """Write all golden pictures."""
    for name, drawn in GOLDEN.items():
        drawn().quantize(128).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
