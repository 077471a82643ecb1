"""Sprites changed as a whole: small RGBA pictures of pieces and cards."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from renderer.draw.brush import Mask
from renderer.draw.themes import Colour

FADED, STRUCK = 0.55, 0.045


def faded(sprite: Image.Image, strike: Colour | None = None) -> Image.Image:
    """A sprite faded and without colour; with `strike` also struck through, for what has fallen."""
    grey = sprite.convert("LA").convert("RGBA")
    made = Image.blend(sprite, grey, 0.6)
    made.putalpha(sprite.getchannel("A").point([round(value * FADED) for value in range(256)]))
    if strike is not None:
        made.alpha_composite(_cross(sprite.size, strike))
    return made


@lru_cache(maxsize=64)
def _cross(size: tuple[int, int], colour: Colour) -> Image.Image:
    mask = Mask(size, 4)
    wide, high = size
    for start, end in (((0.16, 0.16), (0.84, 0.84)), ((0.84, 0.16), (0.16, 0.84))):
        line = [(start[0] * wide, start[1] * high), (end[0] * wide, end[1] * high)]
        mask.line(line, max(2.0, STRUCK * wide))
    made = Image.new("RGBA", size, (0, 0, 0, 0))
    made.paste((*colour, 255), (0, 0), mask.reduced())
    return made
