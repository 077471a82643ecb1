"""Grow the areas of a board of areas over our own plate; writes data/GAME/areas.csv.

    python -m tools.areas GAME

It is run by hand. Every region grows over the land from the places in seeds.toml, all at the same speed,
slowly over steep and high ground and across rivers, so that borders follow ridges and rivers. A sea grows up
to the lines between the seas. The result is traced into lines between two areas, which are rounded; a border
between regions that are not neighbours becomes a point. The tool ends with an error if the neighbours are not
those of areas.toml. At present it does so, for a coast of Egypt on the Libyan Sea: the only areas.csv
is an earlier result, and seeds.toml has to be adjusted before it is written anew.
"""

from __future__ import annotations

import itertools
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from heapq import heappop, heappush
from math import hypot
from typing import Any

from renderer.boards.terrain import land_mask
from renderer.draw.brush import Mask
from renderer.draw.chains import chains
from renderer.draw.frame import Frame, Point
from renderer.geography import atlas
from renderer.geography.plane import warped

from .roads import board_of, simplified

CELL = 3
MARGIN = 36
RIVER = 7.0
LEAST = 3
"""The length in cells of the shortest border that makes two areas neighbours."""
ROUNDS = 7
TOLERANCE = 0.55
Grid = list[int]
Seeds = dict[str, dict[str, dict[str, list[Point]]]]
Step = tuple[int, int]
Pair = tuple[int, int]
AROUND = [
    (x, y, hypot(x, y))
    for x in (-2, -1, 0, 1, 2)
    for y in (-2, -1, 0, 1, 2)
    if (abs(x), abs(y)) in {(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)}
]
BESIDE = [step for step in AROUND if step[2] < 2]


class Ground:
    """The plate in cells, with a margin, so that borders continue beyond its edge."""

    def __init__(self, board: Any, raw: Seeds) -> None:
        plate = board.layout().plate
        self.conic = board.conic()
        self.frame = Frame(-MARGIN, -MARGIN, plate.width + 2 * MARGIN, plate.height + 2 * MARGIN, 1 / CELL, 1)
        self.width, self.height = self.frame.size
        self.land = [value > 127 for value in land_mask(self.conic, self.frame).tobytes()]
        for record in raw["channel"].values():
            for at in self.along(record["points"]):
                self.land[at] = False
        high = warped("elevation", self.conic, self.frame).tobytes()
        streams = self.streams()
        self.cost = [1.0] * len(self.land)
        for y in range(1, self.height - 1):
            for x in range(1, self.width - 1):
                at = y * self.width + x
                steep = max(
                    abs(high[at] - high[other])
                    for other in (at - 1, at + 1, at - self.width, at + self.width)
                )
                self.cost[at] = (
                    0.55
                    + 0.9 * unevenness(x, y)
                    + steep * 0.16
                    + high[at] * 0.012
                    + (RIVER if streams[at] > 60 else 0)
                )

    def streams(self) -> bytes:
        """Return a mask of the rivers, one cell wide."""
        mask = Mask(self.frame.size)
        for river in atlas.geography().rivers:
            mask.line([self.frame.pixel(self.conic.plate(*point)) for point in river.line], 1.5)
        return mask.reduced().tobytes()

    def cell(self, point: Point) -> int:
        """Return the cell of a place, -1 if it is outside."""
        x, y = self.frame.pixel(self.conic.plate(*point))
        return int(y) * self.width + int(x) if 0 <= x < self.width and 0 <= y < self.height else -1

    def along(self, line: list[Point]) -> set[int]:
        """Return all cells that a line touches, and those beside them, so that nothing grows across it."""
        found = set()
        for one, other in itertools.pairwise(line):
            for part in range(201):
                share = part / 200
                at = self.cell((one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share))
                found |= {at, at + 1, at + self.width} if at >= 0 else set()
        return found

    def grow(self, seeds: dict[int, int], open_: list[bool], cost: list[float] | None) -> Grid:
        """Return the label of every open cell that the seeds reach, 0 for others; seeds may be anywhere."""
        labels = [0] * len(open_)
        border = [(0.0, at, label) for at, label in sorted(seeds.items())]
        best = dict.fromkeys(seeds, 0.0)
        while border:
            far, at, label = heappop(border)
            if labels[at]:
                continue
            labels[at] = label
            y, x = divmod(at, self.width)
            for right, down, way in AROUND:
                if 0 <= x + right < self.width and 0 <= y + down < self.height:
                    there = at + down * self.width + right
                    new = far + way * (cost[there] if cost else 1.0)
                    half = int(down / 2) * self.width + int(right / 2)
                    passed = not half or (open_[at + half] and open_[there - half])
                    if open_[there] and passed and not labels[there] and new < best.get(there, 1e9):
                        best[there] = new
                        heappush(border, (new, there, label))
        return labels


def unevenness(x: int, y: int) -> float:
    """Return a smooth value of 0 to 1, always the same for a cell; it makes borders on flat land uneven."""
    found = 0.0
    for wide, share in ((23, 0.65), (9, 0.35)):
        (left, right), (top, down) = divmod(x, wide), divmod(y, wide)
        u, v = (3 * s * s - 2 * s**3 for s in (right / wide, down / wide))
        knots = [(left + a) * 73856093 ^ (top + b) * 19349663 for b in (0, 1) for a in (0, 1)]
        nw, ne, sw, se = ((knot * 2654435761 % 2**32) / 2**32 for knot in knots)
        found += share * ((nw * (1 - u) + ne * u) * (1 - v) + (sw * (1 - u) + se * u) * v)
    return found


def seeded(
    ground: Ground, raw: dict[str, dict[str, list[Point]]], numbers: dict[str, int], beyond: int
) -> dict[int, int]:
    """Return the number of the area of each cell that is a seed."""
    found = {}
    for name, record in raw.items():
        for point in record["points"]:
            at = ground.cell(point)
            if at >= 0:
                found[at] = numbers.get(name, beyond)
    return found


def lands(ground: Ground, raw: Seeds, numbers: dict[str, int], beyond: int) -> Grid:
    """Return the region of every cell: first over land, then over the water, to the nearest one."""
    seeds = seeded(ground, raw["land"] | raw["beyond"], numbers, beyond)
    grown = ground.grow(seeds, ground.land, ground.cost)
    whole = ground.grow({at: label for at, label in enumerate(grown) if label}, [True] * len(grown), None)
    for island in islands(ground, grown):
        most = Counter(whole[at] for at in island).most_common(1)[0][0]
        for at in island:
            whole[at] = most
    return whole


def islands(ground: Ground, grown: Grid) -> list[list[int]]:
    """Return each piece of land that no seed reached; none of them is divided."""
    left = {at for at, dry in enumerate(ground.land) if dry and not grown[at]}
    found = []
    while left:
        island = [left.pop()]
        for at in island:
            for right, down, _ in BESIDE:
                there = at + down * ground.width + right
                if there in left:
                    left.remove(there)
                    island.append(there)
        found.append(island)
    return found


def waters(ground: Ground, raw: Seeds, numbers: dict[str, int], beyond: int) -> tuple[Grid, list[bool]]:
    """Return the sea of every cell, up to the lines, and whether it is water; without a seed it is beyond."""
    wet = [not land for land in ground.land]
    open_ = list(wet)
    for record in raw["line"].values():
        for at in ground.along(record["points"]):
            open_[at] = False
    grown = ground.grow(seeded(ground, raw["water"], numbers, beyond), open_, None)
    for at, free in enumerate(open_):
        if free and not grown[at]:
            grown[at] = beyond
    return ground.grow({at: label for at, label in enumerate(grown) if label}, [True] * len(grown), None), wet


def edges(ground: Ground, labels: Grid, beyond: int) -> dict[Pair, list[tuple[Step, Step]]]:
    """Return the sides between cells of two areas, by pair, as steps between the corners of cells.

    Outside the grid all is beyond, so that every area is closed.
    """
    found: dict[Pair, list[tuple[Step, Step]]] = {}
    wide, high = ground.width, ground.height

    def label(x: int, y: int) -> int:
        return labels[y * wide + x] if 0 <= x < wide and 0 <= y < high else beyond

    for y in range(-1, high):
        for x in range(-1, wide):
            one, right, below = label(x, y), label(x + 1, y), label(x, y + 1)
            if right != one:
                found.setdefault(pair_of(one, right), []).append(((x + 1, y), (x + 1, y + 1)))
            if below != one:
                found.setdefault(pair_of(one, below), []).append(((x, y + 1), (x + 1, y + 1)))
    return found


def pair_of(one: int, other: int) -> Pair:
    """Return two areas, the lower number first."""
    return min(one, other), max(one, other)


def contacts(ground: Ground, labels: Grid, where: list[bool]) -> Counter[Pair]:
    """Return the length in cells of the border of every two areas, where both cells are of a kind."""
    found: Counter[Pair] = Counter()
    for at, one in enumerate(labels):
        for there in (at + 1 if (at + 1) % ground.width else -1, at + ground.width):
            if 0 <= there < len(labels) and where[at] and where[there] and labels[there] != one:
                found[pair_of(one, labels[there])] += 1
    return found


def shores(ground: Ground, land: Grid, sea: Grid, wet: list[bool]) -> Counter[Pair]:
    """Return the length in cells of the coast of every region on every sea."""
    found: Counter[Pair] = Counter()
    for at in range(len(land)):
        for there in (at + 1 if (at + 1) % ground.width else -1, at + ground.width):
            if 0 <= there < len(land) and ground.land[at] != ground.land[there]:
                dry, water = (at, there) if ground.land[at] else (there, at)
                if wet[water]:
                    found[land[dry], sea[water]] += 1
    return found


def rounded(line: list[Point]) -> list[Point]:
    """Return a line with its corners moved towards the middle of their neighbours; the ends stay."""
    ring = line[0] == line[-1]
    for _ in range(ROUNDS):
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(line, line[1:], line[2:], strict=False)
        ]
        start, end = line[0], line[-1]
        if ring and len(line) > 3:
            start = end = (
                (line[-2][0] + 2 * line[0][0] + line[1][0]) / 4,
                (line[-2][1] + 2 * line[0][1] + line[1][1]) / 4,
            )
        line = [start, *inner, end]
    return line


Line = tuple[int, int, list[Point]]


def traced(ground: Ground, labels: Grid, apart: set[Pair], beyond: int) -> list[Line]:
    """Return all lines between two areas, from fork to fork, in corners of cells; `apart` become points."""
    by_pair = edges(ground, labels, beyond)
    seen = Counter(knot for pair in by_pair for knot in {knot for step in by_pair[pair] for knot in step})
    forks = {knot for knot, count in seen.items() if count > 1}
    moved: dict[Step, Point] = {}
    lines: list[Line] = []
    for pair in sorted(by_pair):
        for line in chains(by_pair[pair], forks):
            if pair in apart:
                middle = ((line[0][0] + line[-1][0]) / 2, (line[0][1] + line[-1][1]) / 2)
                moved |= dict.fromkeys((line[0], line[-1]), middle)
            else:
                lines.append((*pair, [(float(x), float(y)) for x, y in line]))
    return [
        (one, other, [moved.get((round(x), round(y)), (x, y)) for x, y in line]) for one, other, line in lines
    ]


def text_of(ground: Ground, line: list[Point]) -> str:
    """Return a line, rounded and simplified, in degrees: longitude and latitude alternate."""
    units = [(x * CELL - MARGIN, y * CELL - MARGIN) for x, y in rounded(line)]
    middle = len(units) // 2
    thin = simplified(units[: middle + 1], TOLERANCE)[:-1] + simplified(units[middle:], TOLERANCE)
    return " ".join(f"{value:.3f}" for point in thin for value in ground.conic.degrees(*point))


HEADER = """\
---
# The lines between the areas of our map, as tools/areas.py grows them from seeds.toml: the two areas (none is
# beyond the map) and the course in degrees, longitude and latitude by turns. Lines between regions run on
# over the water, lines between seas over the land, so that every area is closed; the shore cuts them off.

[source]
kind = "reconstruction"
why = "Grown over the relief from places of each land; the printed borders were not seen"
sure = "fair"
---
id,layer,one,other,line
"""


def compared(what: str, found: set[tuple[str, str]], wanted: set[tuple[str, str]]) -> list[str]:
    """Return the differences, in words."""
    return [f"{what} {a} - {b}: not there" for a, b in sorted(wanted - found)] + [
        f"{what} {a} - {b}: should not be" for a, b in sorted(found - wanted)
    ]


def main(words: Sequence[str]) -> None:
    """Grow, check and write the areas of a game.

    Raises:
        SystemExit: see `board_of`; or the neighbours are not those of areas.toml, after writing.
    """
    board = board_of(words, lambda board: (board.FOLDER / "seeds.toml").exists())
    with (board.FOLDER / "seeds.toml").open("rb") as source:
        raw = tomllib.load(source)
    regions, seas = board.REGIONS, board.SEAS
    names = ["", *regions, *seas, ""]
    numbers = {name: at for at, name in enumerate(names) if name}
    beyond = len(names) - 1
    ground = Ground(board, raw)
    land = lands(ground, raw, numbers, beyond)
    sea, wet = waters(ground, raw, numbers, beyond)
    apart = {pair_of(*(numbers[name] for name in pair.split("/"))) for pair in raw["apart"]}

    def named(counts: Counter[Pair], least: int = LEAST) -> set[tuple[str, str]]:
        pairs = {pair for pair, count in counts.items() if count >= least and pair not in apart}
        return {(names[a], names[b]) for a, b in pairs if names[a] and names[b]}

    touching = contacts(ground, land, ground.land)
    faults = compared(
        "land",
        named(touching),
        {(a, b) for a, one in regions.items() for b in one.land if numbers[a] < numbers[b]},
    )
    faults += compared(
        "sea",
        named(contacts(ground, sea, wet), 2),
        {(a, b) for a, one in seas.items() for b in one.seas if numbers[a] < numbers[b]},
    )
    faults += compared(
        "coast",
        named(shores(ground, land, sea, wet)),
        {(a, b) for a, one in regions.items() for b in one.seas},
    )
    lines = [("land", *line) for line in traced(ground, land, apart, beyond)]
    lines += [("sea", *line) for line in traced(ground, sea, set(), beyond)]
    rows = [
        f"{layer}_{at:03},{layer},{names[one]},{names[other]},{text_of(ground, line)}"
        for at, (layer, one, other, line) in enumerate(lines)
    ]
    target = board.FOLDER / "areas.csv"
    target.write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")
    print(f"{len(rows)} lines, {target.stat().st_size // 1024} KiB")
    for a, b in sorted(apart):
        print(f"{names[a]} and {names[b]} would share {touching[a, b]} cells")
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main(sys.argv[1:])
