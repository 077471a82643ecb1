"""Flat counters for boards of hexes, drawn once each and cached: one kind of unit, or a whole heap.

The side shows in the colour and in the outline (see `themes.Family.shape`), the kind of unit in its sign.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import structs
from PIL import Image

from adjudicator.display.scene import Counter
from renderer.draw import glyphs, text
from renderer.draw.brush import Mask
from renderer.draw.frame import Point
from renderer.draw.themes import Colour, Family, Style
from renderer.pieces import own

FINER = 4
WRITTEN = 34
"""From this size on a counter shows its strength and operation value."""
GOLD: Colour = (255, 214, 110)
DARK: Colour = (30, 20, 10)
PAPER: Colour = (252, 246, 230)
TURNED = "hollow"
SEA: Colour = (40, 110, 160)
LAYERS = 3


def plain(counter: Counter) -> Counter:
    """A counter without the details that make no difference in the picture."""
    shown = tuple(flag for flag in counter.flags if flag in ("aboard", "moved"))
    return structs.replace(counter, flags=shown, name="")


def _outline(size: float, inset: float, shape: str) -> list[Point]:
    low, high = inset, size - inset
    cut = (high - low) * (0.24 if shape == "octagon" else 0.07)
    return [
        (low + cut, low),
        (high - cut, low),
        (high, low + cut),
        (high, high - cut),
        (high - cut, high),
        (low + cut, high),
        (low, high - cut),
        (low, low + cut),
    ]


def _area(sprite: Image.Image, points: list[Point], colour: Colour) -> None:
    mask = Mask(sprite.size, FINER)
    mask.area(points)
    sprite.paste((*colour, 255), (0, 0), mask.reduced())


def _blank(size: int, colours: Family) -> Image.Image:
    """A counter without its sign: a light rim, a dark edge, the ground, and what the shape adds."""
    sprite = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    thin = max(1.0, size * 0.032)
    _area(sprite, _outline(size, 0, colours.shape), PAPER)
    _area(sprite, _outline(size, thin, colours.shape), colours.edge)
    _area(sprite, _outline(size, thin * 2.2, colours.shape), colours.back)
    if colours.shape in ("framed", "struck"):
        _area(sprite, _outline(size, thin * 3.0, colours.shape), GOLD if colours.shape == "framed" else PAPER)
        _area(sprite, _outline(size, thin * 4.4, colours.shape), colours.back)
    if colours.shape == "struck":
        mask = Mask(sprite.size, FINER)
        mask.line([(size * 0.12, size * 0.88), (size * 0.88, size * 0.12)], thin * 2.4)
        sprite.paste((*colours.edge, 255), (0, 0), mask.reduced())
    return sprite


def _put(sprite: Image.Image, mask: Image.Image, left: float, top: float, colour: Colour) -> None:
    sprite.paste((*colour, 255), (round(left), round(top)), mask)


@lru_cache(maxsize=1024)
def tile(counter: Counter, count: int, size: int, style: Style) -> Image.Image:
    """`count` equal units as one counter of `size` pixels, in RGBA. Do not change what is returned."""
    colours = style.family(counter.colour)
    made = _blank(size, colours)
    written = size >= WRITTEN and bool(counter.code)
    picture = own.picture(counter, style)
    if picture is not None:
        inset = max(2, round(size * 0.07))
        own.fill(made, picture, (inset, inset, size - inset, size - inset))
    side = round(size * (0.48 if written else 0.62))
    top = size * (0.12 if written else 0.19)
    if picture is None:
        sign = counter.symbol if glyphs.known(counter.symbol, style) else colours.device
        stamp = glyphs.stamp(sign, side, style)
        if colours.shape == TURNED:
            stamp = stamp.transpose(Image.Transpose.ROTATE_180)
        _put(made, stamp, (size - side) / 2, top, colours.emblem)
    elif written:
        strip = (round(size * 0.1), round(size * 0.66), round(size * 0.9), round(size * 0.9))
        made.paste((*colours.back, 255), strip)
    if written:
        _write(made, counter.code, (size / 2, size * 0.86), size * 0.27, colours.emblem)
    if "moved" in counter.flags:
        _tag(made, "arrowhead", (size * 0.83, size * (0.52 if written else 0.17)), size * 0.3, GOLD)
    if "aboard" in counter.flags:
        _tag(made, "wave", (size * 0.17, size * (0.52 if written else 0.83)), size * 0.32, SEA, PAPER)
    if counter.symbol == "leader":
        _stars(made, counter.full, size)
    elif counter.full:
        _bar(made, counter.steps / counter.full, size, style.family(counter.colour))
    if count > 1:
        badge(made, count, (size * 0.8, size * (0.2 if written else 0.8)), size * (0.37 if written else 0.46))
    return made


def _write(made: Image.Image, line: str, at: Point, size: float, ink: Colour) -> None:
    stamp = text.stamp(line, "bold", size)
    _put(made, stamp.letters, at[0] - stamp.advance / 2 + stamp.left, at[1] + stamp.top, ink)


def _stars(made: Image.Image, stars: int, size: int) -> None:
    """A leader's stars at the upper left corner, down the side."""
    across = max(5, round(size * 0.25))
    for at in range(stars):
        left, top = size * 0.05, size * 0.05 + at * across * 0.95
        _put(made, glyphs.stamp("star", across + 2), left - 1, top - 1, DARK)
        _put(made, glyphs.stamp("star", across), left, top, GOLD)


def _bar(made: Image.Image, share: float, size: int, colours: Family) -> None:
    """The strength that is left, as a bar along the lower edge."""
    left, right, top, bottom = (round(size * part) for part in (0.14, 0.86, 0.88, 0.95))
    made.paste((*colours.edge, 255), (left - 1, top - 1, right + 1, max(bottom, top + 1) + 1))
    made.paste(
        (*GOLD, 255), (left, top, left + round((right - left) * min(share, 1.0)), max(bottom, top + 1))
    )


def _tag(
    made: Image.Image, sign: str, middle: Point, across: float, ground: Colour, ink: Colour = DARK
) -> None:
    for colour, size in ((DARK, across + 2), (ground, across)):
        _disc(made, middle, size / 2, colour)
    side = max(4, round(across * 0.66))
    _put(made, glyphs.stamp(sign, side), middle[0] - side / 2, middle[1] - side / 2, ink)


def _disc(made: Image.Image, middle: Point, radius: float, colour: Colour) -> None:
    mask = Mask(made.size, FINER)
    mask.disc(middle, radius)
    made.paste((*colour, 255), (0, 0), mask.reduced())


def badge(made: Image.Image, count: int, middle: Point, across: float) -> None:
    """A number on a disc."""
    _disc(made, middle, across / 2 + max(0.8, across * 0.05), DARK)
    _disc(made, middle, across / 2, PAPER)
    size = across * (0.98 if count < 10 else 0.8)
    _write(made, str(count), (middle[0], middle[1] + size * 0.31), size, DARK)


@lru_cache(maxsize=1024)
def heap(counter: Counter, below: tuple[str, ...], count: int, size: int, style: Style) -> Image.Image:
    """A whole stack small: its first counter over the edges of up to two more, with the number of all.

    `below` are the colours of those under it.
    """
    step = max(2, round(size * 0.085))
    under = below[: min(len(below), LAYERS - 1)]
    room = step * len(under)
    made = Image.new("RGBA", (size + room + 2, size + room + 2), (0, 0, 0, 0))
    for at in range(len(under), 0, -1):
        made.alpha_composite(_blank(size, style.family(under[at - 1])), (step * at, room - step * at))
    made.alpha_composite(tile(counter, 1, size, style), (0, room))
    if count > 1:
        badge(made, count, (size * 0.83, room + size * 0.83), size * 0.46)
    return made
