"""Signs that lie on boards: shields of holders, marks of battle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from renderer.draw import glyphs, text
from renderer.draw.brush import Mask
from renderer.draw.frame import Point
from renderer.draw.themes import Colour, Style
from renderer.pieces import tiles


def star(middle: Point, radius: float) -> list[Point]:
    """The corners of a burst."""
    spikes = 11
    return [
        (
            middle[0] + share * radius * cos(at * pi / spikes),
            middle[1] + share * radius * sin(at * pi / spikes),
        )
        for at in range(2 * spikes)
        for share in (1.0 if at % 2 == 0 else 0.74,)
    ]


@lru_cache(maxsize=64)
def shield(colour: str, value: int, size: int, style: Style) -> Image.Image:
    """A province's shield in its holder's colours, with the holder's emblem and the levy value."""
    colours = style.family(colour)
    high = round(size * 1.18)
    made = Image.new("RGBA", (size + 2, high + 2), (0, 0, 0, 0))
    for inset, ink in ((0, tiles.PAPER), (1.2, colours.edge), (2.6, colours.back)):
        side = (max(1, round(size - 2 * inset)), max(1, round(high - 2 * inset)))
        stamp = glyphs.stamp("shield", 96).resize(side, Image.Resampling.LANCZOS)
        made.paste((*ink, 255), (round(1 + inset), round(1 + inset)), stamp)
    across = max(1, round(size * 0.44))
    emblem = glyphs.stamp(colours.device, across, style)
    made.paste((*colours.emblem, 255), (round((size + 2 - across) / 2), round(high * 0.13)), emblem)
    if value:
        line = text.stamp(str(value), "bold", size * 0.5)
        left = (size + 2 - line.advance) / 2 + line.left
        made.paste((*colours.emblem, 255), (round(left), round(high * 0.84) + line.top), line.letters)
    return made


@lru_cache(maxsize=16)
def burst(across: int, colour: Colour) -> Image.Image:
    """Crossed swords on a burst, for a hex."""
    return _crossed(across, [(across * 0.5, tiles.PAPER), (across * 0.45, colour)], across * 0.5, 4)


@lru_cache(maxsize=32)
def swords(across: int, rim: float, ground: Colour, paper: Colour) -> Image.Image:
    """Crossed swords on a burst, in a paper rim, of a given width in pixels."""
    stars = [(across / 2 + rim, paper), (across / 2, ground)]
    return _crossed(round(across + 2 * rim) + 2, stars, across * 0.56, 3)


def _crossed(side: int, stars: Sequence[tuple[float, Colour]], across: float, fineness: int) -> Image.Image:
    """Crossed swords in white, `across` pixels, on stars of these radii and colours."""
    made = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    for radius, colour in stars:
        mask = Mask(made.size, fineness)
        mask.area(star((side / 2, side / 2), radius))
        made.paste((*colour, 255), (0, 0), mask.reduced())
    sign = round(across)
    corner = (round((side - sign) / 2), round((side - sign) / 2))
    made.paste((255, 255, 255, 255), corner, glyphs.stamp("swords", sign))
    return made


@lru_cache(maxsize=64)
def holder(colour: str, across: int, style: Style) -> Image.Image:
    """The holder of a city without visible pieces: a disc with the emblem, of a given width in pixels."""
    colours, radius = style.family(colour), across / 2
    made = Image.new("RGBA", (across + 2, across + 2), (0, 0, 0, 0))
    middle = (across / 2 + 1, across / 2 + 1)
    for inset, ink in ((0.0, colours.edge), (radius * 0.117, colours.back)):
        mask = Mask(made.size, 3)
        mask.disc(middle, radius - inset)
        made.paste((*ink, 255), (0, 0), mask.reduced())
    side = round(radius * 1.3)
    corner = (round(middle[0] - side / 2), round(middle[1] - side / 2))
    made.paste((*colours.emblem, 255), corner, glyphs.stamp(colours.device, side, style))
    return made
