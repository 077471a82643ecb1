"""Names set letter by letter along an arc: seas and provinces."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, degrees, floor, hypot

from msgspec import Struct
from PIL import Image, ImageFilter

from renderer.draw import labels, text
from renderer.draw.brush import along, bowed, length, seen
from renderer.draw.frame import Frame, Point
from renderer.draw.labels import Box
from renderer.draw.themes import Colour

FINER = 2
GAIN = 2.6
"""The strength of the halo of a letter, over that of its blur."""


class Arc(Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """The arc of a name; `bow` is its rise over the chord as a share of its length."""

    start: Point
    end: Point
    bow: float
    size: float


class Letter(Struct, frozen=True):
    """A letter of a name: its middle in pixels, its size, and its angle in degrees."""

    letter: str
    middle: Point
    size: float
    angle: float


def letters(name: str, arc: Arc, frame: Frame, face: str) -> list[Letter]:
    """A name in spaced letters along its arc, in capitals if it is large."""
    left, top = frame.x * frame.scale, frame.y * frame.scale
    return [
        Letter(one.letter, (one.middle[0] - left, one.middle[1] - top), one.size, one.angle)
        for one in _set(name, arc, frame.scale, frame.zoom, face)
    ]


@lru_cache(maxsize=1024)
def _set(name: str, arc: Arc, scale: float, zoom: float, face: str) -> tuple[Letter, ...]:
    """The letters on the whole plate."""
    start, end = ((x * scale, y * scale) for x, y in (arc.start, arc.end))
    points = bowed(start, end, arc.bow)
    size = arc.size * max(zoom, scale * 0.75)
    shown = name.upper() if not text.is_japanese(name[0]) and arc.size > 16 else name
    widths = [text.width(letter, face, size) for letter in shown]
    room = length(points)
    if sum(widths) > room * 0.98:
        share = room * 0.98 / sum(widths)
        size, widths = size * share, [wide * share for wide in widths]
    gap = min(size * 1.6, (room - sum(widths)) / max(1, len(shown) - 1))
    pen = (room - sum(widths) - gap * (len(shown) - 1)) / 2
    found = []
    for letter, wide in zip(shown, widths, strict=True):
        middle, angle = along(points, pen + wide / 2)
        if letter != " ":
            found.append(Letter(letter, middle, round(size, 3), round(-degrees(angle), 2)))
        pen += wide + gap
    return tuple(found)


def boxes(name: str, arc: Arc, frame: Frame, face: str) -> tuple[Box, ...]:
    """The boxes of the letters."""
    return tuple(labels.around(one.middle, one.size * 0.42) for one in letters(name, arc, frame, face))


def spaced(
    sheet: Image.Image,
    name: str,
    arc: Arc,
    frame: Frame,
    ink: Colour,
    face: str,
    strength: float,
    halo: tuple[float, Colour] | None = None,
) -> None:
    """Set a name in spaced letters along its arc.

    `halo` is its strength and colour; it is soft, and lies under the letters.
    """
    found = [one for one in letters(name, arc, frame, face) if seen([one.middle], frame)]
    stamps = [(_letter(one.letter, face, one.size, one.angle, strength), one.middle) for one in found]
    if halo is not None:
        shares = _shares(halo[0], GAIN / strength)
        for (stamp, middle), one in zip(stamps, found, strict=True):
            _put(sheet, _soft(stamp, one.size * 0.16).point(shares), middle, halo[1])
    for stamp, middle in stamps:
        _put(sheet, stamp, middle, ink)


def _put(sheet: Image.Image, stamp: Image.Image, middle: Point, ink: Colour) -> None:
    corner = (floor(middle[0] - stamp.width / 2 + 0.5), floor(middle[1] - stamp.height / 2 + 0.5))
    sheet.paste(ink, corner, stamp)


def _soft(stamp: Image.Image, radius: float) -> Image.Image:
    """A blurred stamp, with a margin for the blur."""
    edge = ceil(radius * 2.5)
    wide = Image.new("L", (stamp.width + 2 * edge, stamp.height + 2 * edge), 0)
    wide.paste(stamp, (edge, edge))
    return wide.filter(ImageFilter.GaussianBlur(radius))


@lru_cache(maxsize=16)
def _shares(strength: float, gain: float) -> tuple[int, ...]:
    return tuple(round(min(255.0, value * gain) * strength) for value in range(256))


@lru_cache(maxsize=512)
def _letter(letter: str, face: str, size: float, angle: float, strength: float) -> Image.Image:
    """A letter turned about its middle, which is half its size above the base line."""
    made, (left, top) = text.glyph(letter, face, size * FINER)
    right = floor(0.5 - text.width(letter, face, size * FINER) / 2) + left
    below = round(size) + top
    reach = ceil(hypot(max(-right, right + made.width), max(-below, below + made.height)) / FINER) * FINER
    square = Image.new("L", (2 * reach, 2 * reach), 0)
    square.paste(round(255 * strength), (reach + right, reach + below), made)
    return square.rotate(angle, Image.Resampling.BICUBIC).reduce(FINER)
