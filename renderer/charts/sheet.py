"""A chart that players look up: heads, and rows whose cells are broken where they are long."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.display.charts import Sheet
from renderer.charts import paper
from renderer.charts.battle_board import WIDTH
from renderer.draw import text
from renderer.draw.canvas import Canvas
from renderer.draw.themes import Theme

SIZE, LEAST = 22.0, 15.0
"""The size of letters in units of the paper, and the smallest where there are many columns."""
GAP, LINE, ROW, FOOT = 14.0, 1.24, 12.0, 26.0
LOOSE = 40.0
"""So much wider a column is at most where there is room."""


def paint(shown: Sheet, width: int, theme: Theme) -> Canvas:
    """The chart; its columns are as wide as they need, and long cells share the remaining width."""
    share = width / WIDTH
    size, columns = _columns(shown, width / share)
    heads = _broken(shown.columns, "bold", size, columns)
    rows = [_broken(row, "plain", size, columns) for row in shown.rows]
    note = text.wrapped(shown.subtitle, "italic", size, WIDTH - 2 * paper.MARGIN) if shown.subtitle else []
    parts = [heads, *rows]
    high = paper.HEAD + FOOT + len(note) * size * LINE + sum(_height(row, size) for row in parts)
    canvas = paper.blank((width, round(high * share)), theme, share)
    top = paper.head(canvas, shown.title, "", theme, share)
    lefts = [paper.MARGIN + sum(columns[:at]) for at in range(len(columns))]
    for number, row in enumerate(parts):
        ink, face = (theme.alarm, "bold") if number == 0 else (theme.ink, "plain")
        for left, lines in zip(lefts, row, strict=True):
            for at, line in enumerate(lines):
                base = top + (ROW / 2 + size * (1 + at * LINE)) * share
                canvas.write((left * share, base), line, face, size * share, ink)
        top += _height(row, size) * share
        edge = (paper.MARGIN * share, top, width - paper.MARGIN * share, top + max(1, round(share)))
        canvas.box(edge, theme.paper_edge)
    for at, line in enumerate(note):
        base = top + size * (1.2 + at * LINE) * share
        canvas.write((paper.MARGIN * share, base), line, "italic", size * share, theme.soft_ink)
    return canvas


def _columns(shown: Sheet, wide: float) -> tuple[float, list[float]]:
    """Return the size of letters and the widths of the columns, in units."""
    room, size = wide - 2 * paper.MARGIN, SIZE
    while True:
        needed = [_needed(shown, at, size) for at in range(len(shown.columns))]
        least = [_longest_word(shown, at, size) for at in range(len(shown.columns))]
        if sum(least) <= room or size <= LEAST:
            break
        size -= 1
    if sum(needed) <= room:
        more = min(LOOSE, (room - sum(needed)) / len(needed))
        return size, [wide + more for wide in needed]
    given, left, open_ = [0.0] * len(needed), room, list(range(len(needed)))
    while narrow := [at for at in open_ if needed[at] <= left / len(open_)]:
        for at in narrow:
            given[at] = needed[at]
        left -= sum(needed[at] for at in narrow)
        open_ = [at for at in open_ if at not in narrow]
    for at in open_:
        given[at] = left / len(open_)
    return size, given


def _needed(shown: Sheet, at: int, size: float) -> float:
    cells = [text.width(row[at], "plain", size) for row in shown.rows]
    return max([text.width(shown.columns[at], "bold", size), *cells]) + GAP


def _longest_word(shown: Sheet, at: int, size: float) -> float:
    """Return the width below which a word of a column would not fit."""
    words = [line for row in shown.rows for line in text.wrapped(row[at], "plain", size, 1)]
    words += text.wrapped(shown.columns[at], "bold", size, 1)
    return max(text.width(word, "bold", size) for word in words) + GAP


def _broken(cells: Sequence[str], face: str, size: float, columns: Sequence[float]) -> list[list[str]]:
    return [text.wrapped(cell, face, size, room - GAP) for cell, room in zip(cells, columns, strict=True)]


def _height(row: Sequence[Sequence[str]], size: float) -> float:
    return ROW + max(len(lines) for lines in row) * size * LINE
