"""Names set letter by letter along an arc: seas and provinces."""

from __future__ import annotations

from functools import lru_cache
from math import degrees

from PIL import Image, ImageDraw, ImageFilter

from renderer import labels, text
from renderer.boards import Arc
from renderer.brush import along, bowed, length, seen
from renderer.frame import Frame, Point
from renderer.labels import Box
from renderer.themes import Colour

FINER = 3


def spaced(
    sheet: Image.Image,
    name: str,
    arc: Arc,
    frame: Frame,
    ink: Colour,
    face: str,
    strength: float,
    halo: tuple[float, Colour] | None = None,
) -> tuple[Box, ...]:
    """Set a name in spaced letters along its arc, in capitals if it is large; returns its letters' boxes.

    `halo` is its strength and colour; it is soft, and lies under the letters.
    """
    points = bowed(frame.pixel(arc.start), frame.pixel(arc.end), arc.bow)
    size = arc.size * max(frame.zoom, frame.scale * 0.75)
    shown = name.upper() if not text.is_japanese(name[0]) and arc.size > 16 else name
    widths = [text.width(letter, face, size) for letter in shown]
    room = length(points)
    if sum(widths) > room * 0.98:
        share = room * 0.98 / sum(widths)
        size, widths = size * share, [wide * share for wide in widths]
    gap = min(size * 1.6, (room - sum(widths)) / max(1, len(shown) - 1))
    pen = (room - sum(widths) - gap * (len(shown) - 1)) / 2
    boxes, set_ = [], []
    for letter, wide in zip(shown, widths, strict=True):
        middle, angle = along(points, pen + wide / 2)
        if letter != " " and seen([middle], frame):
            set_.append((_letter(letter, face, size, -degrees(angle)), middle))
            boxes.append(labels.around(middle, size * 0.42))
        pen += wide + gap
    if halo is not None:
        for stamp, middle in set_:
            _put(sheet, stamp.filter(ImageFilter.GaussianBlur(size * 0.16)), middle, halo[1], halo[0], 2.6)
    for stamp, middle in set_:
        _put(sheet, stamp, middle, ink, strength)
    return tuple(boxes)


def _put(
    sheet: Image.Image, stamp: Image.Image, middle: Point, ink: Colour, strength: float, gain: float = 1.0
) -> None:
    corner = (round(middle[0] - stamp.width / 2), round(middle[1] - stamp.height / 2))
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
