"""A scan: the picture of a printed map, how our plate lies on it, and the sheets that are made of it.

The picture is decoded and straightened once, and kept on disk; every sheet is a part of that.
"""

from __future__ import annotations

from io import BytesIO
from math import ceil, hypot, sqrt
from pathlib import Path

from msgspec import Struct
from PIL import Image

from adjudicator.geometry.fits import Point, Projective
from renderer.draw import disk_cache
from renderer.draw.frame import Frame
from renderer.draw.labels import Box
from renderer.draw.lru_cache import LruCache
from renderer.draw.themes import Theme
from renderer.scans.picture import decoded

MOST_PIXELS = 36_000_000
"""The most pixels of the straightened picture; a finer one is reduced."""
KEPT_QUALITY = 92
DIMMED = 0.58
"""The share of a picture's light that is left in the dark theme."""
PART = 1024
"""The side of a part of the straightened picture, in its pixels; the last ones are smaller."""
EDGE = 2.0
"""The width of the line around a picture, in plate units."""


class Scan(Struct, frozen=True):
    """The picture of a printed map under a board.

    Attributes:
        id: the id of the game as it is played on it, which holds the picture's digest.
        file: the picture.
        onto: from plate units to pixels of the picture.
        box: the part of the plate that it covers.
        strip: the part beside it, for title, panels and legend.
        beside: ids of the boxes off the map that are not printed on it, and are drawn in the strip.
    """

    id: str
    file: Path
    onto: Projective
    box: Box
    strip: Box
    beside: tuple[str, ...] = ()


_bases: LruCache[Image.Image] = LruCache(MOST_PIXELS, lambda base: base.width * base.height)


def plate(scan: Scan, frame: Frame, theme: Theme, folder: Path | None) -> Image.Image:
    """Return the part of the plate in a frame: the picture, paper around it.

    Raises:
        Unusable: if the picture cannot be decoded.
    """
    base = _base(scan, folder)
    sheet = Image.new("RGB", frame.size, theme.paper)
    left, top = frame.pixel(scan.box[:2])
    right, bottom = frame.pixel(scan.box[2:])
    edge = max(1, round(EDGE * frame.scale))
    rim = (round(left) - edge, round(top) - edge, round(right) + edge, round(bottom) + edge)
    sheet.paste(theme.rule, rim)
    seen = (
        max(0, round(left)),
        max(0, round(top)),
        min(frame.size[0], round(right)),
        min(frame.size[1], round(bottom)),
    )
    if seen[0] < seen[2] and seen[1] < seen[3]:
        across, down = base.width / (right - left), base.height / (bottom - top)
        source = (
            max(0.0, (seen[0] - left) * across),
            max(0.0, (seen[1] - top) * down),
            min(float(base.width), (seen[2] - left) * across),
            min(float(base.height), (seen[3] - top) * down),
        )
        size = (seen[2] - seen[0], seen[3] - seen[1])
        part = base.resize(size, Image.Resampling.LANCZOS, box=source, reducing_gap=2.0)
        sheet.paste(_dimmed(part) if theme.name == "dark" else part, seen[:2])
    return sheet


def part(scan: Scan, column: int, row: int, theme: Theme, folder: Path | None) -> Image.Image:
    """Return a part of the straightened picture in its own pixels.

    Raises:
        Unusable: if the picture cannot be decoded.
        ValueError: if it has no such part.
    """
    wide, high = size_of(scan)
    if column * PART >= wide or row * PART >= high:
        raise ValueError(f"no part {column}, {row} of {wide} by {high} pixels")
    base = _base(scan, folder)
    left, top = column * PART, row * PART
    found = base.crop((left, top, min(left + PART, wide), min(top + PART, high)))
    return _dimmed(found) if theme.name == "dark" else found


def size_of(scan: Scan) -> tuple[int, int]:
    """Return the width and height of the straightened picture."""
    wide, high, fine = scan.box[2] - scan.box[0], scan.box[3] - scan.box[1], _fineness(scan)
    return max(1, ceil(wide * fine)), max(1, ceil(high * fine))


def _fineness(scan: Scan) -> float:
    """Return the pixels of the straightened picture for one plate unit."""
    wide, high = scan.box[2] - scan.box[0], scan.box[3] - scan.box[1]
    return min(density(scan), sqrt(MOST_PIXELS / (wide * high)))


def density(scan: Scan) -> float:
    """Return the pixels of the picture for one plate unit, in its middle."""
    x, y = (scan.box[0] + scan.box[2]) / 2, (scan.box[1] + scan.box[3]) / 2
    here, right, down = scan.onto((x, y)), scan.onto((x + 1, y)), scan.onto((x, y + 1))
    return sqrt(_length(here, right) * _length(here, down))


def _length(one: Point, other: Point) -> float:
    return hypot(other[0] - one[0], other[1] - one[1])


def _dimmed(part: Image.Image) -> Image.Image:
    return part.point([round(value * DIMMED) for value in range(256)] * 3)


def _base(scan: Scan, folder: Path | None) -> Image.Image:
    return _bases.get_or_make(scan.id, lambda: _kept(scan, folder))


def _kept(scan: Scan, folder: Path | None) -> Image.Image:
    """Return the straightened picture from the disk; made and stored there if it is missing."""
    if folder is None:
        return straightened(scan)
    made: list[Image.Image] = []

    def packed() -> bytes:
        made.append(straightened(scan))
        buffer = BytesIO()
        made[0].save(buffer, "JPEG", quality=KEPT_QUALITY, subsampling=0)
        return buffer.getvalue()

    found = disk_cache.content(folder, scan.id, "picture.jpg", packed)
    if made:
        return made[0]
    with Image.open(BytesIO(found), formats=["JPEG"]) as opened:
        return opened.convert("RGB")


def straightened(scan: Scan) -> Image.Image:
    """Return the picture as it lies on the plate, where it covers that; beyond its edges it is white.

    Raises:
        Unusable: if it cannot be decoded.
    """
    picture = decoded(scan.file)
    fine, onto = _fineness(scan), scan.onto
    if (shrink := density(scan) / fine) > 1.5:  # first reduced, for the transformation looks at few pixels
        less = max(1 / shrink, 0.1)
        size = (max(1, round(picture.width * less)), max(1, round(picture.height * less)))
        across, down = size[0] / picture.width, size[1] / picture.height
        onto = Projective((across, 0.0, 0.0, 0.0, down, 0.0, 0.0, 0.0, 1.0)).after(onto)
        picture = picture.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
    onto = onto.after(Projective((1 / fine, 0.0, scan.box[0], 0.0, 1 / fine, scan.box[1], 0.0, 0.0, 1.0)))
    figures = tuple(one / onto.rows[8] for one in onto.rows[:8])
    return picture.transform(
        size_of(scan),
        Image.Transform.PERSPECTIVE,
        figures,
        Image.Resampling.BICUBIC,
        fillcolor=(255, 255, 255),
    )


def forget() -> None:
    """Drop all pictures kept in memory."""
    _bases.clear()
