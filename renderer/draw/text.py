"""Text in two scripts: EB Garamond for Latin, Noto Serif JP for Japanese, mixed freely in a line.

The letters of other scripts, which people's names have, come from the fonts of `fallback`.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from itertools import product
from math import ceil, floor

import msgspec
from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from renderer.draw.fonts import fallback
from renderer.paths import DATA

FOLDER = DATA / "fonts"
FACES = {
    "plain": "EBGaramond-Medium.ttf",
    "bold": "EBGaramond-Bold.ttf",
    "italic": "EBGaramond-MediumItalic.ttf",
    "japanese": "NotoSerifJP-SemiBold.ttf",
}
# Kanji fill their square: set at this share of the size they match the Latin letters beside them.
JAPANESE_SHARE = 0.84
SIZES_A_PIXEL = 4
FINER = 2
UNITS = 1000
"""Units of the fonts to their size: at that size what they say of themselves is not rounded."""
Kerning = dict[str, dict[str, int]]
STOPS = "、。，．）」』】・：；！？"
"""Signs with which no line of Japanese begins."""


class Stamp(Struct, frozen=True):
    """A line of text as grey masks: the letters, and the halo around them, if any.

    `left` and `top` are the corner of the masks, in pixels from the pen's start on the base line; `advance`
    is the movement of the pen.
    """

    letters: Image.Image
    halo: Image.Image | None
    left: int
    top: int
    advance: float


def is_japanese(letter: str) -> bool:
    """Return true if a character is set in the Japanese font, which alone has the star of a leader."""
    return ord(letter) >= 0x2E80 or letter == "★"


@cache
def _font(face: str, quarters: int) -> ImageFont.FreeTypeFont:
    if face in fallback.FACES:
        return fallback.font(face, quarters, SIZES_A_PIXEL)
    size = quarters / SIZES_A_PIXEL
    return ImageFont.truetype(FOLDER / FACES[face], size, layout_engine=ImageFont.Layout.BASIC)


def font(face: str, size: float) -> ImageFont.FreeTypeFont:
    """A face ("plain", "bold", "italic", "japanese", of `fallback`) at a size to a quarter of a pixel."""
    return _font(face, max(SIZES_A_PIXEL, round(size * SIZES_A_PIXEL)))


def _face_of(letter: str, face: str) -> str | None:
    """Return the face in which a letter is set, None if no font has it."""
    own = "japanese" if is_japanese(letter) else face
    found = fallback.face_of(letter, FACES[own])
    return own if found == "" else found


def _in(unit: str, face: str, size: float) -> tuple[str, float]:
    """The face and size of a letter or stretch: as given, or another one a little smaller."""
    used = _face_of(unit[0], face) or face
    return used, size * (JAPANESE_SHARE if used == "japanese" else fallback.SHARES.get(used, 1))


@lru_cache(maxsize=4096)
def _units(text: str, face: str) -> tuple[str, ...]:
    """Return the parts of a line that are set as one: letters, and stretches in a face of `fallback`."""
    found: list[str] = []
    faces: list[str] = []
    for letter in fallback.composed(text):
        used = _face_of(letter, face)
        shown, used = (letter, used) if used is not None else (fallback.INSTEAD, face)
        if used in fallback.FACES and faces and faces[-1] == used:
            found[-1] += shown
        elif used in fallback.FROM_RIGHT and faces[-2:] == [used, face] and found[-1] == " ":
            found[-2:], faces[-2:] = [found[-2] + " " + shown], [used]
        else:
            found.append(shown)
            faces.append(used)
    return tuple(found)


def can_write(text: str, face: str = "bold") -> bool:
    """Return true if the fonts have every letter of a text, and it has any."""
    letters = fallback.composed(text).strip()
    return bool(letters) and all(_face_of(letter, face) is not None for letter in letters)


@cache
def _advance(unit: str, face: str) -> float:
    """Return the advance of a letter or stretch, as a share of its size."""
    if face == "emoji":
        return fallback.emoji_advance() * len(unit)
    return font(face, UNITS).getlength(unit) / UNITS


@cache
def _kerning(face: str) -> dict[str, float]:
    """Return the kerning of two characters, as a share of their size (`tools/assets/fonts.py`)."""
    found = msgspec.json.decode((FOLDER / "kerning.json").read_bytes(), type=dict[str, Kerning])
    rows = found.get(FACES.get(face, ""), {})
    return {
        left + right: between / UNITS
        for lefts, row in rows.items()
        for rights, between in row.items()
        for left, right in product(lefts, rights)
    }


@lru_cache(maxsize=4096)
def _pens(text: str, face: str, size: float) -> tuple[float, ...]:
    """Return the position of each letter or stretch of a line, in pixels, and the end of the line.

    It is the same on every machine; a shaping library would need one of the system's, which many lack.
    """
    pens, pen, before = [], 0.0, ""
    for unit in _units(text, face):
        used, high = _in(unit, face, size)
        pen += _kerning(used).get(before + unit, 0.0) * high
        pens.append(pen)
        pen += _advance(unit, used) * high
        before = unit
    return (*pens, pen)


def width(text: str, face: str, size: float) -> float:
    """Return the width of a line, in pixels."""
    return _pens(text, face, size)[-1]


@lru_cache(maxsize=4096)
def glyph(letter: str, face: str, size: float, stroke: float = 0) -> tuple[Image.Image, tuple[int, int]]:
    """A cached letter or stretch as a grey mask, and its offset from the pen on the base line.

    `stroke` is the thickness added on all sides. Do not change what is returned.
    """
    name, high = _in(letter, face, size)
    if name == "emoji":
        return fallback.emoji(letter, high, stroke)
    used = font(name, high)
    left, top, right, bottom = used.getbbox(letter, anchor="ls", stroke_width=stroke)
    corner = (floor(left) - 1, floor(top) - 1)
    made = Image.new("L", (ceil(right) + 1 - corner[0], ceil(bottom) + 1 - corner[1]), 0)
    at = (-corner[0], -corner[1])
    ImageDraw.Draw(made).text(at, letter, fill=255, font=used, anchor="ls", stroke_width=stroke)
    return made, corner


@lru_cache(maxsize=2048)
def stamp(text: str, face: str, size: float, halo: float = 0) -> Stamp:
    """A cached line of text. Do not change what is returned.

    It is set at twice the size and reduced, so that letters have exact places and not whole pixels.
    """
    advance = width(text, face, size)
    edge = ceil(halo) + 2
    up, down = ceil(size * 1.05), ceil(size * 0.42)
    box = (ceil(advance) + 2 * edge + ceil(size * 0.2), up + down + 2 * edge)

    def drawn(stroke: float) -> Image.Image:
        made = Image.new("L", (box[0] * FINER, box[1] * FINER), 0)
        for unit, pen in zip(_units(text, face), _pens(text, face, size), strict=False):
            mask, (right, below) = glyph(unit, face, size * FINER, stroke)
            made.paste(255, (floor((edge + pen) * FINER + 0.5) + right, (up + edge) * FINER + below), mask)
        return made.reduce(FINER)

    letters, around = drawn(0), drawn(halo * FINER) if halo else None
    seen = (around or letters).getbbox() or (0, 0, 1, 1)
    cut = None if around is None else around.crop(seen)
    return Stamp(letters.crop(seen), cut, seen[0] - edge, seen[1] - up - edge, advance)


def write(
    picture: Image.Image,
    at: tuple[float, float],
    text: str,
    face: str,
    size: float,
    ink: tuple[int, int, int],
    *,
    anchor: str = "l",
    halo: tuple[float, tuple[int, int, int]] | None = None,
) -> float:
    """Write a line with its base line at `at` and return its width.

    `anchor` is "l", "m" or "r": the place of `at` in the line. `halo` is its width in pixels and its colour.
    """
    made = stamp(text, face, size, halo[0] if halo else 0)
    start = at[0] - {"l": 0.0, "m": made.advance / 2, "r": made.advance}[anchor]
    corner = (floor(start + 0.5) + made.left, floor(at[1] + 0.5) + made.top)
    if halo and made.halo is not None:
        picture.paste(halo[1], corner, made.halo)
    picture.paste(ink, corner, made.letters)
    return made.advance


def fitted(text: str, face: str, size: float, room: float, least: float) -> float:
    """The largest size up to `size` at which the line fits into `room` pixels, but never under `least`."""
    wide = width(text, face, size)
    return size if wide <= room else max(least, size * room / wide)


def shortened(line: str, face: str, size: float, room: float) -> str:
    """A line that ends with "…" where it would not fit."""
    if width(line, face, size) <= room:
        return line
    letters = fallback.composed(line)
    while letters and width(f"{letters}…", face, size) > room:
        letters = letters[:-1].rstrip()
        while letters and unicodedata.combining(letters[-1]):
            letters = letters[:-1]
    return f"{letters}…"


def wrapped(line: str, face: str, size: float, room: float) -> list[str]:
    """A line broken to fit: at spaces, and between any two characters of Japanese."""
    found: list[str] = []
    current = ""
    for word in _words(line):
        if current and width((current + word).rstrip(), face, size) > room:
            found.append(current.rstrip())
            current = word.lstrip()
        else:
            current += word
    return [*found, current.rstrip()] if current.strip() or not found else found


def _words(line: str) -> list[str]:
    """Return the parts that stay together: words, a number with its noun, names in katakana, stops."""
    words = [""]
    for at, letter in enumerate(line):
        before = words[-1][-1:]
        if letter == " ":
            words[-1] += letter
            if not line[at + 1 : at + 2].isdecimal():
                words.append("")
        elif not before or letter in STOPS or (_is_katakana(letter) and _is_katakana(before)):
            words[-1] += letter
        elif before != " " and (is_japanese(letter) or is_japanese(before)):
            words.append(letter)
        else:
            words[-1] += letter
    return [word for word in words if word]


def _is_katakana(letter: str) -> bool:
    return "\u30a1" <= letter <= "\u30fc"
