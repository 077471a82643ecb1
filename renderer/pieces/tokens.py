"""Round tokens: a game's own marks (see `themes.Token`)."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from renderer.draw import glyphs
from renderer.draw.brush import Mask
from renderer.draw.themes import Style

RIM = (252, 246, 230)


@lru_cache(maxsize=32)
def token(kind: str, across: int, style: Style) -> Image.Image:
    """A round token with the sign of a mark."""
    one = style.tokens[kind]
    made = Image.new("RGBA", (across + 2, across + 2), (0, 0, 0, 0))
    middle = (across / 2 + 1, across / 2 + 1)
    for radius, colour in ((0.5, RIM), (0.44, one.ground)):
        mask = Mask(made.size, 4)
        mask.disc(middle, across * radius)
        made.paste((*colour, 255), (0, 0), mask.reduced())
    side = round(across * 0.58)
    stamp = glyphs.stamp(one.sign, side, style)
    made.paste((*one.ink, 255), (round(middle[0] - side / 2), round(middle[1] - side / 2)), stamp)
    return made
