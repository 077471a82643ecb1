"""Opening pictures that anybody may have made: within bounds, in known formats, as they are meant to be seen.

What a file says of itself is compared with the bounds before anything of it is decoded.
"""

from __future__ import annotations

import struct
import warnings
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageOps

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_, fill, words

FORMATS = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "webp": "WEBP"}
"""The formats that are read, by the endings of their files."""
OF_MODULES = (*dict.fromkeys(FORMATS.values()), "GIF")
"""The formats of pictures in modules; VASSAL's older ones use GIF."""
MOST_BYTES, MOST_PIXELS = 96 << 20, 80_000_000
LEAST_SIDE, MOST_SIDE = 200, 20_000
COUNTER_BYTES, COUNTER_SIDES = 4 << 20, (8, 2_000)
"""The most bytes of a piece's picture, the least and the most pixels of its sides."""
TURNED = {5, 6, 7, 8}
"""The values of EXIF's orientation with which width and height change places."""
ORIENTATION = 0x0112
DAMAGE = (OSError, ValueError, SyntaxError, struct.error, EOFError, IndexError, TypeError, KeyError)
"""The errors that Pillow raises over a damaged file, by format."""
SEEN = {"LA", "PA", "RGBA", "La", "RGBa"}
"""The modes of pictures that let something through."""


class Unusable(Exception):
    """Raised for a picture or a file that cannot be used; the words say why, and what would do."""

    def __init__(self, why: str, /, **values: Any) -> None:
        self.why = words(why, **values)
        super().__init__(fill(self.why, "en"))

    def of(self, file: str) -> Unusable:
        """Return the same fault with the file that has it."""
        return Unusable(N_("{file}: {why}"), file=Verbatim(file, 120), why=self.why)


def size_of(path: Path) -> tuple[int, int]:
    """Return the width and height of a map's picture, as it is meant to be seen; nothing of it is decoded.

    Raises:
        Unusable: a file or a picture beyond the bounds, another format, or an animation.
    """
    with _map(path) as picture:
        return _seen_size(picture)


def decoded(path: Path) -> Image.Image:
    """Return the picture of a map in true colour, as it is meant to be seen: turned as its camera says, on
    white paper where it lets something through.

    Raises:
        Unusable: as `size_of`, or a picture that is damaged.
    """
    with _map(path) as picture:
        return _true(picture)


def of_module(data: bytes) -> tuple[str, tuple[int, int]]:
    """Return the format and the size of a map's picture from a module.

    Raises:
        Unusable: as `size_of`; but of an animation the first frame counts.
    """
    with _opened(BytesIO(data), OF_MODULES) as picture:
        _require_map(picture)
        return _kind(picture), _seen_size(picture)


def first_frame(data: bytes) -> bytes:
    """Return a picture from a module as a PNG.

    Raises:
        Unusable: if it is damaged.
    """
    with _opened(BytesIO(data), OF_MODULES) as picture:
        _require_map(picture)
        return as_png(_true(picture))


def counter(data: bytes) -> Image.Image:
    """Return the picture of a piece in RGBA; of an animation the first frame.

    Raises:
        Unusable: one beyond the bounds, damaged, or of another format.
    """
    if len(data) > COUNTER_BYTES:
        raise Unusable(
            N_("the file has {size} MB; at most {most} MB are read"),
            size=len(data) >> 20,
            most=COUNTER_BYTES >> 20,
        )
    with _opened(BytesIO(data), OF_MODULES) as picture:
        least, most = COUNTER_SIDES
        if not (least <= min(picture.size) and max(picture.size) <= most):
            raise Unusable(
                N_("the picture has {wide} by {high} pixels; a piece's has {least} to {most} a side"),
                wide=picture.size[0],
                high=picture.size[1],
                least=least,
                most=most,
            )
        try:
            return _turned(picture).convert("RGBA")
        except DAMAGE as problem:
            raise _damaged(problem) from problem


def as_png(picture: Image.Image) -> bytes:
    """Return a picture as the bytes of a PNG."""
    buffer = BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


# -- opening -------------------------------------------------------------------------------------------


def _map(path: Path) -> Image.Image:
    """Return the picture of a map, not read yet; refuse by ending, size and format what is none."""
    ending = path.suffix.lower().removeprefix(".")
    if ending == "svg":
        raise Unusable(N_("SVG is not read; export it as PNG, about 5,000 pixels wide"))
    if ending not in FORMATS:
        raise Unusable(
            N_("{ending} is not read; save it as PNG, JPEG or WebP"),
            ending=Verbatim(path.suffix) if path.suffix else words(N_("a file without ending")),
        )
    try:
        size = path.stat().st_size
    except OSError as problem:
        raise _damaged(problem) from problem
    if size > MOST_BYTES:
        raise Unusable(
            N_("the file has {size} MB; at most {most} MB are read"), size=size >> 20, most=MOST_BYTES >> 20
        )
    picture = _opened(path, FORMATS.values(), FORMATS[ending])
    try:
        _require_map(picture)
        if _frames(picture) > 1:
            raise Unusable(N_("the picture is an animation; save its first frame alone"))
    except Unusable:
        picture.close()
        raise
    return picture


def _opened(source: Path | BytesIO, formats: Collection[str], expected: str = "") -> Image.Image:
    """Return a picture of which no more than its head is read."""
    try:
        with _quiet():
            picture = Image.open(source, formats=[*dict.fromkeys(formats)])
            if picture.format == "MPO":  # a camera's JPEG with a second, small picture
                picture.seek(0)
            return picture
    except Image.DecompressionBombError as problem:
        raise Unusable(
            N_("the picture has far too many pixels; at most {most} are read"), most=_number(MOST_PIXELS)
        ) from problem
    except DAMAGE as problem:
        raise Unusable(
            N_("this is not a {format} picture, or it is damaged: {why}"),
            format=expected or ", ".join(formats),
            why=_reason(problem),
        ) from problem


def _require_map(picture: Image.Image) -> None:
    """Refuse a picture with too many pixels, or too few for a map."""
    wide, high = picture.size
    if wide * high > MOST_PIXELS or max(wide, high) > MOST_SIDE:
        raise Unusable(
            N_(
                "the picture has {wide} by {high} pixels; at most {most} in all and {side} a side are read: "
                "save it smaller"
            ),
            wide=_number(wide),
            high=_number(high),
            most=_number(MOST_PIXELS),
            side=_number(MOST_SIDE),
        )
    if min(wide, high) < LEAST_SIDE:
        raise Unusable(
            N_("the picture has {wide} by {high} pixels; a map needs {least} a side at least"),
            wide=wide,
            high=high,
            least=LEAST_SIDE,
        )


def _frames(picture: Image.Image) -> int:
    try:
        return 1 if picture.format == "MPO" else int(getattr(picture, "n_frames", 1))
    except DAMAGE as problem:
        raise _damaged(problem) from problem


def _kind(picture: Image.Image) -> str:
    return "JPEG" if picture.format == "MPO" else str(picture.format)


def _seen_size(picture: Image.Image) -> tuple[int, int]:
    wide, high = picture.size
    try:
        with _quiet():
            turn = picture.getexif().get(ORIENTATION)
    except DAMAGE as problem:
        raise _damaged(problem) from problem
    return (high, wide) if turn in TURNED else (wide, high)


def _true(picture: Image.Image) -> Image.Image:
    """Return a picture in true colour, turned as it is meant to be seen, on white paper."""
    try:
        turned = _turned(picture)
        if turned.mode in SEEN or "transparency" in turned.info:
            over = turned.convert("RGBA")
            paper = Image.new("RGBA", over.size, (255, 255, 255, 255))
            paper.alpha_composite(over)
            return paper.convert("RGB")
        return turned.convert("RGB")
    except DAMAGE as problem:
        raise _damaged(problem) from problem


def _turned(picture: Image.Image) -> Image.Image:
    """Return a picture as it is meant to be seen, with 8 bits a pixel and band."""
    with _quiet():
        picture.load()
        return _eight_bits(ImageOps.exif_transpose(picture))


@contextmanager
def _quiet() -> Iterator[None]:
    """Let Pillow warn of nothing: our bound of pixels is lower than its own, and notes may be damaged."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _eight_bits(picture: Image.Image) -> Image.Image:
    """Return a picture of 16 bits a pixel with 8; any other as it is."""
    if picture.mode.startswith("I;16") or picture.mode in ("I", "F"):
        return picture.convert("I").point([value >> 8 for value in range(1 << 16)], "L")
    return picture


def _damaged(problem: BaseException) -> Unusable:
    return Unusable(N_("the picture is damaged: {why}"), why=_reason(problem))


def _reason(problem: BaseException) -> Verbatim:
    """Return the words of a library on a fault, in its language."""
    return Verbatim(str(problem), 160)


def _number(value: int) -> str:
    return f"{value:,}"
