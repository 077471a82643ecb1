"""A group's own board as its overlay folder describes it: `board.toml` and the picture, checked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from math import dist
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from adjudicator.geometry.fits import Point
from renderer.scans.picture import FORMATS, Unusable, size_of

DESCRIPTION = "board.toml"
STEM = "board"
MOST_TOML = 1 << 20
NEAREST = 2.0
"""The least distance of two anchors, in pixels: nearer ones are one place clicked twice."""
LEAST_ANCHORS = 4


class OwnBoard(Struct, frozen=True):
    """A group's picture of its printed map, and the pixels at which places lie on it.

    Attributes:
        game: the id of the game, of which it is the map.
        folder: the overlay folder.
        file: the picture.
        size: its width and height, as it is meant to be seen.
        places: the pixel of each anchored place.
        corners: of the printed map in a picture that shows it askew, from the upper left clockwise; or none.
        digest: of the description and the picture, in hex.
    """

    game: str
    folder: Path
    file: Path
    size: tuple[int, int]
    places: Mapping[str, Point]
    corners: tuple[Point, ...]
    digest: str


Pixel = tuple[Annotated[float, Meta(ge=0, le=20_000)], Annotated[float, Meta(ge=0, le=20_000)]]


class Description(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `board.toml`."""

    picture: str
    size: tuple[Annotated[int, Meta(ge=1, le=20_000)], Annotated[int, Meta(ge=1, le=20_000)]]
    place: dict[str, Pixel]
    corners: tuple[Pixel, ...] = ()


def read(folder: Path, game: str) -> OwnBoard:
    """Return the own board in an overlay folder, as far as its description and its picture's head tell.

    Raises:
        Unusable: the text names file, field and reason.
    """
    found = _description(folder / DESCRIPTION)
    if Path(found.picture).name != found.picture or Path(found.picture).stem != STEM:
        raise fault(
            "picture",
            N_("“{found}” is not one of {files:or}"),
            found=Verbatim(found.picture),
            files=[f"{STEM}.{ending}" for ending in FORMATS],
        )
    file = folder / found.picture
    if not file.is_file():
        raise fault("picture", N_("there is no {file} in the folder"), file=Verbatim(found.picture))
    try:
        size = size_of(file)
    except Unusable as problem:
        raise problem.of(found.picture) from problem
    if size != found.size:
        raise fault(
            "size",
            N_(
                "the picture has {wide} by {high} pixels, and was anchored with {across} by {down}: "
                "anchor it again"
            ),
            wide=size[0],
            high=size[1],
            across=found.size[0],
            down=found.size[1],
        )
    _require_pixels(found)
    digest = hashlib.sha256(file.read_bytes())
    digest.update((folder / DESCRIPTION).read_bytes())
    return OwnBoard(game, folder, file, size, found.place, found.corners, digest.hexdigest()[:16])


def _description(path: Path) -> Description:
    try:
        if path.stat().st_size > MOST_TOML:
            raise Unusable(N_("is larger than {most} MB"), most=MOST_TOML >> 20).of(path.name)
        return msgspec.toml.decode(path.read_bytes(), type=Description)
    except (OSError, ValueError, RecursionError) as problem:
        if isinstance(problem, RecursionError):
            raise Unusable(N_("is nested too deeply")).of(path.name) from problem
        raise Unusable(N_("{file}: {why}"), file=path.name, why=Verbatim(str(problem), 200)) from problem


def _require_pixels(found: Description) -> None:
    """Refuse too few anchors, pixels off the picture, and two anchors so near that they are one."""
    if len(found.corners) not in (0, 4):
        raise fault("corners", N_("{n} are given; give four, or none"), n=len(found.corners))
    if len(found.place) < LEAST_ANCHORS:
        raise fault(
            "place",
            N_("{n} are anchored; at least {least} are needed"),
            n=len(found.place),
            least=LEAST_ANCHORS,
        )
    points = [(f"place/{id}", at) for id, at in found.place.items()]
    for name, (x, y) in [*points, *((f"corners/{n}", at) for n, at in enumerate(found.corners, 1))]:
        if x > found.size[0] or y > found.size[1]:
            raise fault(name, N_("the pixel {x}, {y} is not on the picture"), x=f"{x:g}", y=f"{y:g}")
    ordered = sorted(points, key=lambda one: one[1])
    for at, (name, point) in enumerate(ordered):
        for other, beside in ordered[at + 1 :]:
            if beside[0] - point[0] > NEAREST:
                break
            if dist(point, beside) <= NEAREST:
                raise fault(name, N_("lies on the pixel of {other}"), other=Verbatim(other))


def fault(field: str, why: str, /, **values: Any) -> Unusable:
    """Return a fault of the description: its file, the field, and the reason."""
    return Unusable(why, **values).of(field).of(DESCRIPTION)


def written(found: Description) -> str:
    """Return a description as the text of its file, its places in the order in which they were anchored."""
    lines = [f'picture = "{found.picture}"', f"size = [{found.size[0]}, {found.size[1]}]"]
    if found.corners:
        lines.append(f"corners = [{', '.join(map(_pixel, found.corners))}]")
    return "\n".join(
        [*lines, "", "[place]", *(f'"{id}" = {_pixel(at)}' for id, at in found.place.items()), ""]
    )


def _pixel(at: Point) -> str:
    return f"[{at[0]:.1f}, {at[1]:.1f}]"
