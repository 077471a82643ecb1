"""The arithmetic of a hex grid: numbering, neighbours, distance. Knows no game and no map.

A cell is a pair of axial coordinates, row and slanted column: one step along a row changes the column, one
step along a column changes the row. Hexes rest on a corner and form rows; the middle of a cell is at
x = column + row / 2, y = row * sqrt(3) / 2, a hex being one unit wide from side to side. On the page the
rows may run north and the columns lean to the east, as with four figures RRCC: two for the row, two for
the slanted column ("3536" is row 35, column 36).
"""

from __future__ import annotations

from typing import Final

Cell = tuple[int, int]

STEPS: Final = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""The changes of one step, anticlockwise from the east: along the row, then up to the right, and so on."""
HIGHEST: Final = 99
"""The last row and column that two figures can name."""


def read(number: str) -> Cell:
    """Return the cell with a number RRCC.

    Raises:
        ValueError: it is not four figures.
    """
    if len(number) != 4 or not (number.isascii() and number.isdigit()):
        raise ValueError(f"{number!r} is no hex number of four figures")
    return int(number[:2]), int(number[2:])


def write(cell: Cell) -> str:
    """Return the number RRCC of a cell.

    Raises:
        ValueError: a row or column outside 0 to 99.
    """
    row, column = cell
    if not (0 <= row <= HIGHEST and 0 <= column <= HIGHEST):
        raise ValueError(f"row {row}, column {column} has no number of four figures")
    return f"{row:02}{column:02}"


def around(cell: Cell) -> tuple[Cell, ...]:
    """Return the six cells beside a cell, in the order of `STEPS`."""
    row, column = cell
    return tuple((row + up, column + along) for up, along in STEPS)


def neighbours(number: str) -> tuple[str, ...]:
    """Return the numbers beside a number, in the order of `STEPS`, but those that none can name."""
    beside = around(read(number))
    return tuple(write(c) for c in beside if 0 <= c[0] <= HIGHEST and 0 <= c[1] <= HIGHEST)


def distance(a: Cell, b: Cell) -> int:
    """Return the number of steps from one cell to another."""
    up, along = b[0] - a[0], b[1] - a[1]
    return max(abs(up), abs(along), abs(up + along))


def middle(cell: Cell) -> tuple[float, float]:
    """Return the middle of a cell in the plane, in widths of a hex, x to the right and y upwards."""
    row, column = cell
    return column + row / 2, row * 3**0.5 / 2
