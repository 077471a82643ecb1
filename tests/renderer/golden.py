"""The pictures that golden tests compare with; `python -m tests.renderer.golden` writes them anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import Image

from adjudicator.display.scene import Counter
from renderer.boards.base_layer import sheet
from renderer.draw import glyphs
from renderer.draw.frame import Frame
from renderer.games import julius_caesar, theme_of
from renderer.pictures import board_of
from renderer.pieces import blocks
from tests.renderer.scenes import historical

FOLDER = Path(__file__).parent / "golden"
PAPER = (249, 243, 226)
PIECES = (
    Counter("caesar", "leader", "Caesar", "A3", 3, 3),
    Counter("caesar", "legion", "LEG 13", "C3", 1, 4, ("moved",)),
    Counter("pompey", "navis", "NAV 2", "D2", 2, 2, ("reserve",)),
    Counter("egypt", "cleopatra", "Cleopatra", "C1", 4, 4, ("serves:pompey",)),
    Counter("caesar"),
    Counter("pompey", flags=("moved",)),
    Counter("egypt"),
)


def signs() -> Image.Image:
    """Every sign at two sizes."""
    common = list(glyphs.SIGNS)
    at = common.index("navis") + 1
    names = [*common[:at], "cleopatra", *common[at:], "ankh"]
    picture = Image.new("RGB", (64 * len(names), 96), PAPER)
    for number, name in enumerate(names):
        picture.paste((40, 24, 12), (number * 64, 0), glyphs.stamp(name, 60, julius_caesar.STYLE))
        picture.paste((40, 24, 12), (number * 64, 64), glyphs.stamp(name, 24, julius_caesar.STYLE))
    return picture


def pieces() -> Image.Image:
    """Faces, backs and piles."""
    picture = Image.new("RGB", (120 * len(PIECES), 230), PAPER)
    for number, piece in enumerate(PIECES):
        made = blocks.sprite(piece, 2.0, theme_of("julius_caesar", "light"))
        picture.paste(made, (number * 120, 0), made)
        fan = blocks.pile(piece, number + 1, 1.2, theme_of("julius_caesar", "light"))
        picture.paste(fan, (number * 120, 130), fan)
    return picture


def corners() -> Image.Image:
    """The four corners and the middle of the empty sheet, at half size."""
    frame = Frame(0, 0, 2400, 1500, 0.5, 0.5)
    whole = sheet(board_of(historical()), frame, theme_of("julius_caesar", "light"), None).true
    picture = Image.new("RGB", (200 * 5, 150))
    for number, (left, top) in enumerate(((0, 0), (1000, 0), (0, 600), (1000, 600), (500, 300))):
        picture.paste(whole.crop((left, top, left + 200, top + 150)), (number * 200, 0))
    return picture


GOLDEN: dict[str, Callable[[], Image.Image]] = {"signs": signs, "pieces": pieces, "corners": corners}


def main() -> None:
    """Write all golden pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, drawn in GOLDEN.items():
        drawn().quantize(128).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
