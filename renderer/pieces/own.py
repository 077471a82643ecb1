"""Pieces with the pictures of a group's own copy, under what changes in play."""

from __future__ import annotations

from PIL import Image, ImageDraw

from adjudicator.display.scene import Counter
from renderer.draw.themes import Style
from renderer.scans import counters

ROUND = 0.08
"""The radius of a picture's corners, as a share of its width."""
FINER = 4


def picture(counter: Counter, style: Style) -> Image.Image | None:
    """Return the picture of a piece in the group's own copy; None for ours. A back tells only its colour."""
    name = style.pictured(counter)
    return counters.known(style.own).get(name) if name else None


def fill(made: Image.Image, picture: Image.Image, box: tuple[int, int, int, int]) -> None:
    """Lay a picture into a box of a piece: as large as it fits, in the middle, its corners rounded."""
    left, top, right, bottom = box
    share = min((right - left) / picture.width, (bottom - top) / picture.height)
    size = max(1, round(picture.width * share)), max(1, round(picture.height * share))
    small = picture.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
    mask = Image.new("L", (size[0] * FINER, size[1] * FINER), 0)
    edges = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(edges, round(min(mask.size) * ROUND), 255)
    cut = Image.new("RGBA", size, (0, 0, 0, 0))
    cut.paste(small, (0, 0), mask.reduce(FINER))
    made.alpha_composite(cut, ((left + right - size[0]) // 2, (top + bottom - size[1]) // 2))
