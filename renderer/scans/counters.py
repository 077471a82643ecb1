"""Pictures of a group's own pieces: the folder `counters` of an overlay, with a file for each or a sheet.

A picture that cannot be used is left out and named; ours is drawn in its place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
from math import ceil, sqrt
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from PIL import Image

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from renderer.draw.themes import Colour
from renderer.scans.picture import Unusable, counter, decoded

FOLDER, SHEET = "counters", "sheet.toml"
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".gif")
MOST_FILES, MOST_TOML = 400, 1 << 16
SAMPLE, MOST_COLOURS = 24, 64
FINEST = 256
"""The most pixels of a side of a picture that is kept: a piece is drawn about 200 wide at most."""


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `sheet.toml`: a picture with rows and columns of pieces, and their names, row by row; a
    place with the name "" is left out.
    """

    picture: str
    rows: Annotated[int, Meta(ge=1, le=100)]
    columns: Annotated[int, Meta(ge=1, le=100)]
    names: list[str]


class Counters(Struct, frozen=True):
    """The pictures of a group's pieces by their names, a digest of them, and the faults of those left out."""

    pictures: Mapping[str, Image.Image]
    digest: str = ""
    faults: tuple[Unusable, ...] = ()


def read(overlay: Path, names: Collection[str]) -> Counters:
    """Return the pictures of pieces in an overlay folder.

    Args:
        overlay: the folder.
        names: those that the game has.
    """
    folder, found = overlay / FOLDER, dict[str, Image.Image]()
    faults, digest = list[Unusable](), hashlib.sha256()
    if not folder.is_dir():
        return Counters({})
    files = sorted(folder.iterdir())
    if len(files) > MOST_FILES:
        why = Unusable(N_("has {n} files; at most {most} are read"), n=len(files), most=MOST_FILES)
        return Counters({}, faults=(why.of(FOLDER),))
    sheet = _sheet_file(folder)
    for file in files:
        if file.name == sheet:
            continue
        try:
            made = dict(_sheet(folder, names)) if file.name == SHEET else {file.stem: _single(file, names)}
        except Unusable as problem:
            faults.append(problem.of(f"{FOLDER}/{file.name}"))
        else:
            found |= made
    for name in sorted(found):
        digest.update(name.encode() + b"\0" + found[name].tobytes())
    return Counters(found, digest.hexdigest()[:16] if found else "", tuple(faults))


def _single(file: Path, names: Collection[str]) -> Image.Image:
    """Return the picture in a file that is named after a piece."""
    if file.suffix.lower() not in ENDINGS:
        raise Unusable(
            N_("{ending} is not read; save it as PNG, JPEG or WebP"),
            ending=Verbatim(file.suffix or file.name),
        )
    _require_known(file.stem, names)
    try:
        return _reduced(counter(file.read_bytes()))
    except OSError as problem:
        raise Unusable(N_("is damaged: {why}"), why=Verbatim(str(problem), 160)) from problem


def _require_known(name: str, names: Collection[str]) -> None:
    if name not in names:
        near = sorted(names, key=lambda one: (not one.startswith(name[:3]), one))[:3]
        raise Unusable(
            N_("the game has no piece “{name}”; it has, for example, {some}"),
            name=Verbatim(name),
            some=[Verbatim(one) for one in near],
        )


def _sheet_file(folder: Path) -> str:
    """Return the name of the picture that is a sheet, "" if there is none, or it cannot be told."""
    try:
        return _described(folder).picture
    except Unusable:
        return ""


def _described(folder: Path) -> Sheet:
    """Return the contents of `sheet.toml`."""
    file = folder / SHEET
    try:
        if file.stat().st_size > MOST_TOML:
            raise Unusable(N_("is larger than {most} MB"), most=MOST_TOML >> 20)
        return msgspec.toml.decode(file.read_bytes(), type=Sheet)
    except RecursionError as problem:
        raise Unusable(N_("is nested too deeply")) from problem
    except (OSError, ValueError) as problem:
        raise Unusable(N_("is damaged: {why}"), why=Verbatim(str(problem), 160)) from problem


def _sheet(folder: Path, names: Collection[str]) -> Iterator[tuple[str, Image.Image]]:
    """Yield the pictures on a sheet with their names."""
    sheet = _described(folder)
    if Path(sheet.picture).name != sheet.picture or not (folder / sheet.picture).is_file():
        raise Unusable(N_("there is no {file} in the folder"), file=Verbatim(sheet.picture)).of("picture")
    if len(sheet.names) != sheet.rows * sheet.columns:
        raise Unusable(
            N_("there are {n} names for {rows} rows and {columns} columns"),
            n=len(sheet.names),
            rows=sheet.rows,
            columns=sheet.columns,
        ).of("names")
    for name in filter(None, sheet.names):
        _require_known(name, names)
    whole = decoded(folder / sheet.picture)
    across, down = whole.width / sheet.columns, whole.height / sheet.rows
    for at, name in enumerate(sheet.names):
        if name:
            row, column = divmod(at, sheet.columns)
            left, top = round(column * across), round(row * down)
            box = (left, top, round((column + 1) * across), round((row + 1) * down))
            yield name, _reduced(whole.crop(box).convert("RGBA"))


def _reduced(picture: Image.Image) -> Image.Image:
    picture.thumbnail((FINEST, FINEST), Image.Resampling.LANCZOS)
    return picture


# -- those that are known ------------------------------------------------------------------------------

_KNOWN: dict[str, Mapping[str, Image.Image]] = {}


def know(digest: str, pictures: Mapping[str, Image.Image]) -> None:
    """Keep pictures of pieces under the digest of the copy that they belong to."""
    _KNOWN[digest] = pictures


def known(digest: str) -> Mapping[str, Image.Image]:
    """Return the pictures of a copy; none if it is not known (any more)."""
    return _KNOWN.get(digest, {})


def colours(digest: str) -> tuple[Colour, ...]:
    """Return the colours that the pictures of a copy have most, for pictures with a palette."""
    pictures = known(digest)
    if not pictures:
        return ()
    side = ceil(sqrt(len(pictures)))
    sheet = Image.new("RGB", (side * SAMPLE, side * SAMPLE), (255, 255, 255))
    for at, name in enumerate(sorted(pictures)):
        small = pictures[name].convert("RGB").resize((SAMPLE, SAMPLE), Image.Resampling.NEAREST)
        sheet.paste(small, (at % side * SAMPLE, at // side * SAMPLE))
    reduced = sheet.quantize(MOST_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    bands = iter((reduced.getpalette() or [])[: 3 * MOST_COLOURS])
    return tuple(dict.fromkeys(zip(bands, bands, bands, strict=True)))


def forget() -> None:
    """Drop all pictures."""
    _KNOWN.clear()
