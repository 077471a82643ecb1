"""The theatre's geography from `data/atlas`: lines in degrees, and two grids of the relief."""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec import Struct
from PIL import Image

from renderer.paths import DATA

FOLDER = DATA / "atlas"
STEPS_A_DEGREE = 200
# The grids of elevation.png and shade.png: the upper left corner, and pixels a degree.
GRID_WEST, GRID_NORTH, GRID_STEP = -14.0, 60.0, 12

# West, south, east and north of all that we have, in degrees.
BOUNDS = (-14.0, 10.0, 68.0, 60.0)

Line = tuple[tuple[float, float], ...]


class River(Struct, frozen=True):
    """One reach of a river from its head downward, in degrees; `rank` is 1 for the greatest, 6 the least."""

    rank: int
    line: Line


class Geography(Struct, frozen=True):
    """Coast and lakes as rings, rivers as lines (all in degrees)."""

    coast: tuple[Line, ...]
    lakes: tuple[Line, ...]
    rivers: tuple[River, ...]


def _unpacked(steps: list[int]) -> Line:
    x, y = steps[0], steps[1]
    line = [(x / STEPS_A_DEGREE, y / STEPS_A_DEGREE)]
    for right, up in zip(steps[2::2], steps[3::2], strict=True):
        x, y = x + right, y + up
        line.append((x / STEPS_A_DEGREE, y / STEPS_A_DEGREE))
    return tuple(line)


@cache
def geography() -> Geography:
    """The lines of the theatre, read once."""
    coast = msgspec.json.decode((FOLDER / "coast.json").read_bytes(), type=list[list[int]])
    lakes = msgspec.json.decode((FOLDER / "lakes.json").read_bytes(), type=list[list[int]])
    rivers = msgspec.json.decode((FOLDER / "rivers.json").read_bytes(), type=list[tuple[int, list[int]]])
    return Geography(
        tuple(_unpacked(ring) for ring in coast),
        tuple(_unpacked(ring) for ring in lakes),
        tuple(River(rank, _unpacked(line)) for rank, line in rivers),
    )


@cache
def grid(name: str) -> Image.Image:
    """One grid of the relief ("elevation" or "shade") in grey, read once; do not change it."""
    with Image.open(FOLDER / f"{name}.png") as opened:
        return opened.convert("L")
