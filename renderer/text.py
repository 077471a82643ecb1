"""Text in our two scripts: EB Garamond for Latin, Noto Serif JP for Japanese, mixed freely in a line."""

from __future__ import annotations

from functools import cache, lru_cache
from math import ceil, floor

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from renderer.atlas import DATA

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


class Stamp(Struct, frozen=True):
    """A line of text as grey masks: the letters, and the halo around them where one was asked for.

    `left` and `top` say where the masks begin, in pixels from the pen's start on the base line;
    `advance` is how far the pen moves.
    """

    letters: Image.Image
    halo: Image.Image | None
    left: int
    top: int
    advance: float


def is_japanese(letter: str) -> bool:
    """Whether a character is set in the Japanese font."""
    return ord(letter) >= 0x2E80


@cache
def _font(face: str, quarters: int) -> ImageFont.FreeTypeFont:
    size = quarters / SIZES_A_PIXEL
    return ImageFont.truetype(FOLDER / FACES[face], size, layout_engine=ImageFont.Layout.RAQM)


def font(face: str, size: float) -> ImageFont.FreeTypeFont:
    """A face ("plain", "bold", "italic", "japanese") at a size in pixels, to a quarter of a pixel."""
    return _font(face, max(SIZES_A_PIXEL, round(size * SIZES_A_PIXEL)))


def _runs(text: str) -> list[str]:
    runs: list[str] = []
    for letter in text:
        if runs and is_japanese(runs[-1][-1]) == is_japanese(letter):
            runs[-1] += letter
        else:
            runs.append(letter)
    return runs


def font_of(letter: str, face: str, size: float) -> ImageFont.FreeTypeFont:
    """The font in which a character is set: the face, or the Japanese one a little smaller."""
    return font("japanese", size * JAPANESE_SHARE) if is_japanese(letter) else font(face, size)


def _set(text: str, face: str, size: float) -> list[tuple[str, ImageFont.FreeTypeFont]]:
    return [(run, font_of(run[0], face, size)) for run in _runs(text)]


@lru_cache(maxsize=4096)
def width(text: str, face: str, size: float) -> float:
    """How wide a line is, in pixels."""
    return sum(used.getlength(run) for run, used in _set(text, face, size * FINER)) / FINER


@lru_cache(maxsize=2048)
def stamp(text: str, face: str, size: float, halo: float = 0) -> Stamp:
    """A line of text drawn once and kept. Do not change what is returned.

    It is set at twice the size and reduced, so that letters stand where they should and not on
    whole pixels.
    """
    advance = width(text, face, size)
    edge = ceil(halo) + 2
    up, down = ceil(size * 1.05), ceil(size * 0.42)
    box = (ceil(advance) + 2 * edge + ceil(size * 0.2), up + down + 2 * edge)
    large = (box[0] * FINER, box[1] * FINER)
    letters = Image.new("L", large, 0)
    around = Image.new("L", large, 0) if halo else None
    pen = float(edge * FINER)
    for run, used in _set(text, face, size * FINER):
        at = (pen, (up + edge) * FINER)
        ImageDraw.Draw(letters).text(at, run, fill=255, font=used, anchor="ls")
        if around is not None:
            ImageDraw.Draw(around).text(at, run, fill=255, font=used, anchor="ls", stroke_width=halo * FINER)
        pen += used.getlength(run)
    return Stamp(letters.reduce(FINER), around.reduce(FINER) if around else None, -edge, -up - edge, advance)


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

    `anchor` is "l", "m" or "r": where in the line `at` is. `halo` is its width in pixels and its colour.
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
