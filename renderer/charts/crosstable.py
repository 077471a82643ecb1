"""A crosstable: a line for each player by standing, a column for each opponent or round, sums after."""

from __future__ import annotations

from adjudicator.display.charts import Crosstable
from renderer.charts import paper
from renderer.draw import text
from renderer.draw.canvas import Canvas
from renderer.draw.themes import Colour, Theme

ROW, HEADS, FOOT, NAME, SUM, PLACE = 34.0, 42.0, 34.0, 240.0, 62.0, 40.0
CELL = 76.0
"""The widest that a column is, in units of the paper."""


def paint(shown: Crosstable, width: int, theme: Theme) -> Canvas:
    """The table; columns become narrower if there are many."""
    share = width / paper.WIDTH
    high = paper.HEAD + HEADS + len(shown.rows) * ROW + FOOT
    canvas = paper.blank((width, round(high * share)), theme, share)
    top = paper.head(canvas, shown.title, shown.subtitle, theme, share, at_left=True) + HEADS * share
    left, right = paper.MARGIN * share, width - paper.MARGIN * share
    start = left + (PLACE + NAME) * share
    room = right - start - SUM * share * len(shown.sums)
    cell = min(CELL * share, room / max(1, len(shown.heads)))
    end = start + cell * len(shown.heads)
    for at, head in enumerate(shown.heads):
        _fit(canvas, head, start + cell * (at + 0.5), top - 12 * share, cell, "bold", theme.soft_ink, share)
    for at, head in enumerate(shown.sums):
        middle = end + SUM * share * (at + 0.5)
        _fit(canvas, head, middle, top - 12 * share, SUM * share, "bold", theme.alarm, share)
    last = end + SUM * share * len(shown.sums)
    for number, (name, cells) in enumerate(shown.rows):
        y = top + ROW * share * number
        canvas.box((left, y, last, y + max(1, round(share))), theme.paper_edge)
        base = y + 24 * share
        canvas.write((left + 30 * share, base), str(number + 1), "plain", 20 * share, theme.soft_ink, "r")
        size = text.fitted(name, "bold", 22 * share, (NAME - 12) * share, 9 * share)
        shorter = text.shortened(name, "bold", size, (NAME - 12) * share)
        canvas.write((left + PLACE * share, base), shorter, "bold", size, theme.ink)
        for at, one in enumerate(cells):
            middle = start + cell * (at + 0.5)
            _fit(canvas, one, middle, base, cell, "plain", theme.ink, share)
        for at, one in enumerate(shown.totals[number]):
            middle = end + SUM * share * (at + 0.5)
            _fit(canvas, one, middle, base, SUM * share, "bold" if at == 0 else "plain", theme.ink, share)
    return canvas


def _fit(
    canvas: Canvas, line: str, middle: float, base: float, room: float, face: str, ink: Colour, share: float
) -> None:
    size = text.fitted(line, face, 20 * share, room - 4 * share, 7 * share)
    canvas.write((middle, base), line, face, size, ink, "m")
