"""Find the courses of the roads on a board of points over our own plate; writes data/GAME/road_lines.toml.

    python -m tools.roads GAME

It is run by hand after a change of the cities, the plate or the relief; a test compares its result with
the file. A road takes the cheapest path over land: steep ground costs more, water far more, and a road
keeps away from other cities and from the roads that were found before it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from importlib import import_module
from math import dist, hypot
from typing import Any

from renderer.boards.terrain import land_mask
from renderer.draw.frame import Frame, Point
from renderer.games import names
from renderer.geography.plane import warped

CELL = 4
Cell = tuple[int, int]
STEPS = [
    (x, y)
    for x in (-2, -1, 0, 1, 2)
    for y in (-2, -1, 0, 1, 2)
    if (abs(x), abs(y)) in {(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)}
]


class Ground:
    """The cost of crossing each cell of the plate."""

    def __init__(self, board: Any) -> None:
        plate = board.layout().plate
        frame = Frame(0, 0, plate.width, plate.height, 1 / CELL, 1)
        self.width, self.height = frame.size
        land = land_mask(board.conic(), frame).tobytes()
        height = warped("elevation", board.conic(), frame).tobytes()
        self.cost = [60.0] * (self.width * self.height)
        for y in range(2, self.height - 2):
            for x in range(2, self.width - 2):
                at = y * self.width + x
                around = (at - 1, at + 1, at - self.width, at + self.width)
                steep = max(abs(height[at] - height[other]) for other in around)
                if land[at] > 150:
                    self.cost[at] = 1 + steep * 0.11 + height[at] * 0.004
                    self.cost[at] += 1.2 if any(land[other] < 120 for other in around) else 0

    def discourage(self, centre: Cell, radius: int, extra: float) -> None:
        """Raise the cost of the cells around a point."""
        for y in range(max(0, centre[1] - radius), min(self.height, centre[1] + radius + 1)):
            for x in range(max(0, centre[0] - radius), min(self.width, centre[0] + radius + 1)):
                if hypot(x - centre[0], y - centre[1]) <= radius:
                    self.cost[y * self.width + x] += extra

    def path(self, start: Cell, end: Cell) -> list[Cell]:
        """Return the cheapest path between two cells."""
        best = {start: 0.0}
        came: dict[Cell, Cell] = {}
        border = [(0.0, start)]
        while border:
            _, here = heappop(border)
            if here == end:
                break
            for right, down in STEPS:
                there = (here[0] + right, here[1] + down)
                if not (0 <= there[0] < self.width and 0 <= there[1] < self.height):
                    continue
                new = best[here] + hypot(right, down) * self.cost[there[1] * self.width + there[0]]
                if new < best.get(there, 1e9):
                    best[there] = new
                    came[there] = here
                    heappush(border, (new + hypot(end[0] - there[0], end[1] - there[1]), there))
        cells = [end]
        while cells[-1] != start:
            cells.append(came[cells[-1]])
        return cells[::-1]


def simplified(points: list[Point], tolerance: float) -> list[Point]:
    """Return a line of fewer points, by the algorithm of Douglas and Peucker."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    whole = hypot(bx - ax, by - ay) or 1.0
    away = [abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / whole for x, y in points]
    worst = max(range(len(points)), key=away.__getitem__)
    if away[worst] <= tolerance:
        return [points[0], points[-1]]
    return simplified(points[: worst + 1], tolerance)[:-1] + simplified(points[worst:], tolerance)


def smoothed(points: list[Point]) -> list[Point]:
    """Return a line with rounded corners: inner points move half-way to the middle of their neighbours."""
    for _ in range(2):
        points = [
            points[0],
            *(
                ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
                for a, b, c in zip(points, points[1:], points[2:], strict=False)
            ),
            points[-1],
        ]
    return points


def courses(board: Any) -> dict[str, list[Point]]:
    """Return the course of every road in plate units; the shortest roads are found first."""
    places = {city.id: board.position(city) for city in board.BOARD.cities.values()}
    cells = {city: (round(x / CELL), round(y / CELL)) for city, (x, y) in places.items()}
    ground = Ground(board)
    for cell in cells.values():
        ground.discourage(cell, 5, 5)
    roads = [road for road in board.BOARD.roads.values() if road.kind != "strait"]
    roads.sort(key=lambda road: (dist(*(places[city] for city in road.ends)), road.id))
    lines = {}
    for road in roads:
        start, end = road.ends
        for city in road.ends:
            ground.discourage(cells[city], 5, -5)
        found = ground.path(cells[start], cells[end])
        for city in road.ends:
            ground.discourage(cells[city], 5, 5)
        for cell in found[4:-4]:
            ground.discourage(cell, 2, 0.9)
        points = [places[start], *((x * CELL + 0.0, y * CELL + 0.0) for x, y in found[1:-1]), places[end]]
        lines[road.id] = simplified(smoothed(points), 1.1)
    return lines


HEADER = """\
# The courses of the roads on our map, in plate units; tools/roads.py makes them from map.toml.

[source]
kind = "reconstruction"
why = "The cheapest way over the land of our own plate; the true course was not looked up"
sure = "fair"

[line]
"""


def written(lines: Mapping[str, Sequence[Point]]) -> str:
    """Return the text of road_lines.toml, with coordinates in whole plate units."""
    rows = [
        f'"{name}" = [' + ", ".join(f"[{x:.0f}, {y:.0f}]" for x, y in line) + "]"
        for name, line in sorted(lines.items())
    ]
    return HEADER + "\n".join(rows) + "\n"


def board_of(words: Sequence[str], has: Callable[[Any], bool]) -> Any:
    """Return the module in `renderer.games` of the game that a command names.

    Args:
        words: the arguments of the command.
        has: returns true for a module with the map that the command needs.

    Raises:
        SystemExit: the words are not the id of such a game; with the ids of all.
    """
    boards = {name: import_module(f"renderer.games.{name}") for name in names()}
    known = [name for name, board in boards.items() if has(board)]
    match words:
        case [name] if name in known:
            return boards[name]
    sys.exit(f"expected GAME, one of: {', '.join(known)}")


def main(words: Sequence[str]) -> None:
    """Find the course of every road of a game and write the lines.

    Raises:
        SystemExit: see `board_of`.
    """
    board = board_of(words, lambda board: hasattr(getattr(board, "BOARD", None), "roads"))
    lines = courses(board)
    target = board.FOLDER / "road_lines.toml"
    target.write_text(written(lines), encoding="utf-8")
    print(f"{len(lines)} roads, {target.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main(sys.argv[1:])
