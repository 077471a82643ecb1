"""Opening pictures that anybody may have made: within bounds, in three formats, as they are meant to be seen.

What a file says of itself is compared with the bounds before anything of it is decoded.
"""

from __future__ import annotations

import struct
import warnings
from pathlib import Path

from PIL import Image, ImageOps

FORMATS = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "webp": "WEBP"}
"""The formats that are read, by the endings of their files."""
MOST_BYTES, MOST_PIXELS = 96 << 20, 80_000_000
LEAST_SIDE, MOST_SIDE = 200, 20_000
TURNED = {5, 6, 7, 8}
"""The values of EXIF's orientation with which width and height change places."""
ORIENTATION = 0x0112
DAMAGE = (OSError, ValueError, SyntaxError, struct.error, EOFError, IndexError, TypeError)
"""The errors that Pillow raises over a damaged file, by format."""


class Unusable(Exception):
    """Raised for a picture that cannot be used; the text says why, and what would do."""


def size_of(path: Path) -> tuple[int, int]:
    """Return a picture's width and height, as it is meant to be seen; nothing of it is decoded.

    Raises:
        Unusable: a file or a picture beyond the bounds, another format, or an animation.
    """
    with _opened(path) as picture:
        return _seen_size(picture)


def decoded(path: Path) -> Image.Image:
    """Return a picture in true colour, as it is meant to be seen: turned as its camera says, on white paper
    where it lets something through.

    Raises:
        Unusable: as `size_of`, or a picture that is damaged.
    """
    try:
        with _opened(path) as picture:
            picture.load()
            return _true(ImageOps.exif_transpose(picture))
    except DAMAGE as problem:
        raise Unusable(f"the picture is damaged: {problem}") from problem


def _opened(path: Path) -> Image.Image:
    """Return the picture, not read yet; refuse by ending, size and format what is no picture that we read."""
    if path.suffix.lower() == ".svg":
        raise Unusable("SVG is not read; export it as PNG, about 5,000 pixels wide")
    expected = FORMATS.get(path.suffix.lower().removeprefix("."))
    if expected is None:
        raise Unusable(f"{path.suffix or 'a file without ending'} is not read; save it as PNG, JPEG or WebP")
    try:
        if (size := path.stat().st_size) > MOST_BYTES:
            raise Unusable(f"the file has {size >> 20} MB; at most {MOST_BYTES >> 20} MB are read")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own bound is lower
            picture = Image.open(path, formats=[*dict.fromkeys(FORMATS.values())])
            if picture.format == "MPO":  # a camera's JPEG with a second, small picture
                picture.seek(0)
    except Image.DecompressionBombError as problem:
        raise Unusable(
            f"the picture has far too many pixels; at most {_number(MOST_PIXELS)} are read"
        ) from problem
    except DAMAGE as problem:
        raise Unusable(f"this is no {expected} picture, or it is damaged: {problem}") from problem
    try:
        _require_within_bounds(picture)
    except Unusable:
        picture.close()
        raise
    return picture


def _require_within_bounds(picture: Image.Image) -> None:
    wide, high = picture.size
    if wide * high > MOST_PIXELS or max(wide, high) > MOST_SIDE:
        raise Unusable(
            f"the picture has {_number(wide)} by {_number(high)} pixels; at most {_number(MOST_PIXELS)} in "
            f"all and {_number(MOST_SIDE)} a side are read: save it smaller"
        )
    if min(wide, high) < LEAST_SIDE:
        raise Unusable(f"the picture has {wide} by {high} pixels; a map needs {LEAST_SIDE} a side at least")
    if picture.format != "MPO" and getattr(picture, "n_frames", 1) > 1:
        raise Unusable("the picture is an animation; save its first frame alone")


def _seen_size(picture: Image.Image) -> tuple[int, int]:
    wide, high = picture.size
    return (high, wide) if picture.getexif().get(ORIENTATION) in TURNED else (wide, high)


def _true(picture: Image.Image) -> Image.Image:
    if picture.mode.startswith("I;16") or picture.mode in ("I", "F"):
        picture = picture.convert("I").point([value >> 8 for value in range(1 << 16)], "L")
    if picture.mode in ("LA", "PA", "RGBA", "La", "RGBa") or "transparency" in picture.info:
        over = picture.convert("RGBA")
        paper = Image.new("RGBA", over.size, (255, 255, 255, 255))
        paper.alpha_composite(over)
        return paper.convert("RGB")
    return picture.convert("RGB")


def _number(value: int) -> str:
    return f"{value:,}"
