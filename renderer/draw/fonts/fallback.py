"""Fonts for the letters of people's names that the two fonts of the pictures lack.

A stretch of such letters is set as one. Arabic, Hebrew, Devanagari and Thai are set by Pillow's raqm; where
it cannot be loaded, these count as letters that no font has.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from math import ceil, floor

import msgspec
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont, features

from renderer.paths import DATA

FOLDER = DATA / "fonts" / "names"
FACES = {
    "letters": "NotoSerif-Regular.ttf",
    "han": "NotoSerifCJK-Bold.otf",
    "thai": "NotoSerifThai-Regular.ttf",
    "arabic": "NotoNaskhArabic-Regular.ttf",
    "hebrew": "NotoSerifHebrew-Regular.ttf",
    "devanagari": "NotoSerifDevanagari-Regular.ttf",
    "emoji": "NotoColorEmoji.ttf",
}
SHARES = {
    "letters": 0.86,
    "han": 0.84,
    "thai": 0.86,
    "arabic": 0.9,
    "hebrew": 0.86,
    "devanagari": 0.86,
    "emoji": 0.8,
}
"""The size of each beside EB Garamond's."""
SHAPED = ("thai", "arabic", "hebrew", "devanagari")
"""Faces that raqm sets: letters that join, change places, or run from right to left."""
FROM_RIGHT = ("arabic", "hebrew")
STRIKE = 109
"""The only size of the emoji, in pixels."""
UNSEEN = frozenset("\ufe0e\ufe0f\u200d\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
"""Signs that change an emoji, which is drawn without the change."""
INSTEAD = "?"
"""Drawn for a letter that no font has, where it is no name's."""


@cache
def has_shaping() -> bool:
    """Return true if raqm can be loaded, for which the system has to have FriBiDi."""
    return bool(features.check("raqm"))


@cache
def coverage() -> dict[str, frozenset[str]]:
    """Return the characters of each font, by its file's name (`tools/assets/fonts.py`)."""
    spans = msgspec.json.decode(
        (FOLDER / "coverage.json").read_bytes(), type=dict[str, list[tuple[int, int]]]
    )
    return {
        name: frozenset(chr(point) for first, last in of for point in range(first, last + 1))
        for name, of in spans.items()
    }


@cache
def face_of(letter: str, own: str) -> str | None:
    """Return the face of a letter that the file `own` lacks; "" if it has the letter, None if no font has."""
    if letter in coverage()[own]:
        return ""
    for face, name in FACES.items():
        if letter in coverage()[name] and (face not in SHAPED or has_shaping()):
            return face
    return None


@cache
def font(face: str, quarters: int, a_pixel: int) -> ImageFont.FreeTypeFont:
    """A face at a size of so many parts of a pixel."""
    engine = ImageFont.Layout.RAQM if face in SHAPED and has_shaping() else ImageFont.Layout.BASIC
    size = STRIKE if face == "emoji" else quarters / a_pixel
    return ImageFont.truetype(FOLDER / FACES[face], size, layout_engine=engine)


def composed(text: str) -> str:
    """Return a text whose accents are part of their letters, without signs that are not seen."""
    if text.isascii():
        return text
    kept = "".join(letter for letter in text if letter not in UNSEEN)
    return unicodedata.normalize("NFC", kept) if any(map(unicodedata.combining, kept)) else kept


def emoji_advance() -> float:
    """Return the advance of an emoji, as a share of its size."""
    return font("emoji", 0, 1).getlength("\u2764") / STRIKE


@lru_cache(maxsize=256)
def emoji(letters: str, size: float, stroke: float) -> tuple[Image.Image, tuple[int, int]]:
    """Emoji as a grey mask, darker where they are, and its offset from the pen on the base line."""
    used = font("emoji", 0, 1)
    left, top, right, bottom = used.getbbox(letters, anchor="ls")
    box = (ceil(right - left), ceil(bottom - top))
    coloured = Image.new("RGBA", box, (255, 255, 255, 0))
    ImageDraw.Draw(coloured).text((-left, -top), letters, font=used, anchor="ls", embedded_color=True)
    alpha = coloured.getchannel("A")
    mask = (
        alpha
        if stroke
        else ImageChops.multiply(alpha, coloured.convert("L").point(lambda v: 255 - v * 3 // 4))
    )
    share = size / STRIKE
    small = mask.resize((max(1, round(box[0] * share)), max(1, round(box[1] * share))), Image.Resampling.BOX)
    edge = ceil(stroke)
    if edge:
        wide = Image.new("L", (small.width + 2 * edge, small.height + 2 * edge), 0)
        wide.paste(small, (edge, edge))
        small = wide.filter(ImageFilter.MaxFilter(2 * edge + 1))
    return small, (floor(left * share) - edge, floor(top * share) - edge)
