"""Names set letter by letter along an arc: seas and provinces."""

from __future__ import annotations

from functools import lru_cache
from math import degrees, floor

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFilter

from renderer import labels, text
from renderer.boards import Arc
from renderer.brush import along, bowed, length, seen
from renderer.frame import Frame, Point
from renderer.labels import Box
from renderer.themes import Colour

FINER = 2


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
    stamps = [(_letter(one.letter, face, one.size, one.angle), one) for one in found]
    if halo is not None:
        for stamp, one in stamps:
            soft = stamp.filter(ImageFilter.GaussianBlur(one.size * 0.16))
            _put(sheet, soft, one.middle, halo[1], halo[0], 2.6)
    for stamp, one in stamps:
        _put(sheet, stamp, one.middle, ink, strength)


def _put(
    sheet: Image.Image, stamp: Image.Image, middle: Point, ink: Colour, strength: float, gain: float = 1.0
) -> None:
    corner = (floor(middle[0] - stamp.width / 2 + 0.5), floor(middle[1] - stamp.height / 2 + 0.5))
    box = stamp.getbbox()
    if box is not None:
        mask = stamp.crop(box).point(_ramp(strength, gain))
        sheet.paste(ink, (corner[0] + box[0], corner[1] + box[1]), mask)


@lru_cache(maxsize=16)
def _ramp(strength: float, gain: float) -> tuple[int, ...]:
    return tuple(round(min(255.0, value * gain) * strength) for value in range(256))


@lru_cache(maxsize=512)
def _letter(letter: str, face: str, size: float, angle: float) -> Image.Image:
    side = int(size * FINER * 1.7)
    square = Image.new("L", (side, side), 0)
    font = text.font_of(letter, face, size * FINER)
    ImageDraw.Draw(square).text((side / 2, side / 2 + size), letter, fill=255, font=font, anchor="ms")
    turned = square.rotate(angle, Image.Resampling.BICUBIC)
    return turned.resize((round(side / FINER), round(side / FINER)), Image.Resampling.LANCZOS)
