"""A bracket: the games of each round in a column, joined to the game that they lead to."""

from __future__ import annotations

from adjudicator.display.charts import Bracket, Pair
from renderer.charts import paper
from renderer.draw import text
from renderer.draw.canvas import Canvas
from renderer.draw.themes import Colour, Theme

LINE, PAIR_GAP, TITLE, FOOT, GUTTER = 30.0, 18.0, 44.0, 30.0, 34.0
THIRD = 100.0
"""The room below for the game for the third place, in units of the paper."""


def paint(shown: Bracket, width: int, theme: Theme) -> Canvas:
    """The rounds from left to right; the winner of a game is bold."""
    share = width / paper.WIDTH
    first = max(1, len(shown.rounds[0][1]))
    each = 2 * LINE + PAIR_GAP
    high = paper.HEAD + TITLE + first * each + FOOT + (THIRD if shown.third else 0)
    canvas = paper.blank((width, round(high * share)), theme, share)
    top = paper.head(canvas, shown.title, shown.subtitle, theme, share, at_left=True)
    columns = len(shown.rounds)
    left, right = paper.MARGIN * share, width - paper.MARGIN * share
    gutter = min(GUTTER * share, (right - left) / columns / 4)
    wide = (right - left - gutter * (columns - 1)) / columns
    for at, (title, pairs) in enumerate(shown.rounds):
        x, box = left + at * (wide + gutter), each * share * (1 << at)
        size = text.fitted(title, "bold", 22 * share, wide, 11 * share)
        canvas.write((x, top + 26 * share), title, "bold", size, theme.alarm)
        for number, pair in enumerate(pairs):
            middle = top + TITLE * share + box * (number + 0.5)
            _pair(canvas, pair, x, middle, wide, theme, share)
            if at + 1 < columns:
                _join(canvas, x + wide, middle, gutter, box / 2 * (-1 if number % 2 else 1), theme, share)
    if shown.third is not None:
        y = top + (TITLE + first * each + 34) * share
        size = text.fitted(shown.third.label, "bold", 22 * share, wide, 11 * share)
        canvas.write((right - wide, y), shown.third.label, "bold", size, theme.alarm)
        _pair(canvas, shown.third, right - wide, y + 42 * share, wide, theme, share)
    return canvas


def _pair(
    canvas: Canvas, pair: Pair, x: float, middle: float, wide: float, theme: Theme, share: float
) -> None:
    """Two names above each other around a line."""
    thin = max(1, round(1.6 * share))
    canvas.box((x, middle, x + wide, middle + thin), theme.paper_edge)
    for line, name in enumerate(pair.names):
        base = middle + (LINE * line - 8 if not line else LINE - 7) * share
        face, ink = _face(pair, line, theme)
        size = text.fitted(name, face, 22 * share, wide, 9 * share)
        canvas.write((x, base), text.shortened(name, face, size, wide), face, size, ink)


def _face(pair: Pair, line: int, theme: Theme) -> tuple[str, Colour]:
    if pair.won == line:
        return "bold", theme.ink
    return "plain", theme.ink if pair.won < 0 else theme.soft_ink


def _join(
    canvas: Canvas, x: float, middle: float, gutter: float, down: float, theme: Theme, share: float
) -> None:
    """The line from a game to the one in the next round."""
    thin, half = max(1, round(1.6 * share)), x + gutter / 2
    canvas.box((x, middle, half, middle + thin), theme.paper_edge)
    low, high = sorted((middle, middle + down))
    canvas.box((half, low, half + thin, high + thin), theme.paper_edge)
    canvas.box((half, middle + down, x + gutter, middle + down + thin), theme.paper_edge)
