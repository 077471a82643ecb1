"""The lattice of the map: two figures for the column, two for the row, odd columns half a hex lower."""

from __future__ import annotations

HIGHEST = 99


def around(number: str) -> list[str]:
    """Return the numbers of the six hexes beside a hex, on the map or not."""
    column, row = int(number[:2]), int(number[2:])
    low = column % 2
    steps = ((0, -1), (1, low - 1), (1, low), (0, 1), (-1, low), (-1, low - 1))
    cells = ((column + right, row + down) for right, down in steps)
    return [f"{c:02}{r:02}" for c, r in cells if 0 <= c <= HIGHEST and 0 <= r <= HIGHEST]


def distance(one: str, other: str) -> int:
    """Return how many steps lead from one hex to another."""
    (a, b), (c, d) = _axial(one), _axial(other)
    across, down = c - a, d - b
    return max(abs(across), abs(down), abs(across + down))


def _axial(number: str) -> tuple[int, int]:
    column, row = int(number[:2]), int(number[2:])
    return column, row - (column - column % 2) // 2
