"""Figures over time as lines, each side with its emblem and its own kind of line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from adjudicator.display.charts import Plot, ScoreChart, Series
from renderer.charts import paper
from renderer.draw.brush import dashes
from renderer.draw.canvas import Canvas
from renderer.draw.frame import Point
from renderer.draw.themes import Theme

HIGH, TITLE, GAP, FOOT = 168.0, 34.0, 18.0, 34.0
LEFT, RIGHT = paper.MARGIN + 44, paper.WIDTH - paper.MARGIN - 118
THICK, DASH = 4.4, (15.0, 8.0)
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES = 4
NEAREST_NAMES = 74.0


class Scale(Struct, frozen=True):
    """The scale of a plot: pixels of its box, its highest figure, and its lowest, which is 0 or less."""

    left: float
    right: float
    top: float
    bottom: float
    most: int
    moments: int
    step: int = 1
    least: int = 0

    def point(self, at: int, value: float) -> Point:
        """A figure at a moment, in pixels."""
        across = (self.right - self.left) * (at / max(1, self.moments - 1))
        share = (value - self.least) / (self.most - self.least)
        return self.left + across, self.bottom - (self.bottom - self.top) * share


def paint(chart: ScoreChart, width: int, theme: Theme) -> Canvas:
    """The plots below each other, the moments named under the last."""
    share = width / paper.WIDTH
    high = paper.HEAD + len(chart.plots) * (TITLE + HIGH + GAP) + FOOT
    canvas = paper.blank((width, round(high * share)), theme, share)
    y = paper.head(canvas, chart.title, chart.subtitle, theme, share)
    for plot in chart.plots:
        canvas.write((paper.MARGIN * share, y + 24 * share), plot.title, "bold", 24 * share, theme.alarm)
        scale = _scale(plot, len(chart.moments), y + TITLE * share, share)
        _ground(canvas, scale, plot, chart.moments, theme, share)
        _lines(canvas, scale, plot.series, theme, share)
        y += (TITLE + HIGH + GAP) * share
    _names(canvas, chart, y - GAP * share, theme, share)
    return canvas


def _scale(plot: Plot, moments: int, top: float, share: float) -> Scale:
    values = [value for one in plot.series for value in one.values if value is not None]
    most = max([1, *values, *([plot.mark] if plot.mark is not None else [])])
    least = min([0, *values])
    step = next((step for step in STEPS if most - least <= step * MOST_LINES), STEPS[-1])
    high, low, bottom = -(-most // step) * step, least // step * step, top + (HIGH - 8) * share
    return Scale(LEFT * share, RIGHT * share, top + 8 * share, bottom, high, moments, step, low)


def _ground(
    canvas: Canvas, scale: Scale, plot: Plot, moments: Sequence[str], theme: Theme, share: float
) -> None:
    """Lines at round figures, where a moment has a name, and at the mark."""
    thin = max(1, round(share))
    for at, name in enumerate(moments):
        if name:
            x = scale.point(at, 0)[0]
            canvas.box((x, scale.top, x + thin, scale.bottom), _pale(theme))
    for value in range(scale.least, scale.most + 1, scale.step):
        y = scale.point(0, value)[1]
        canvas.box((scale.left, y, scale.right, y + thin), theme.paper_edge if value == 0 else _pale(theme))
        label = (scale.left - 9 * share, y + 6 * share)
        canvas.write(label, str(value), "plain", 19 * share, theme.soft_ink, "r")
    if plot.mark is not None:
        start = scale.point(0, plot.mark)
        dots = dashes([start, (scale.right, start[1])], 5 * share, 5 * share)
        _stroke(canvas, dots, 1.8 * share, theme.alarm)


def _pale(theme: Theme) -> tuple[int, int, int]:
    red, green, blue = (round(a + (b - a) * 0.3) for a, b in zip(theme.paper, theme.paper_edge, strict=True))
    return red, green, blue


def _stroke(
    canvas: Canvas, lines: Sequence[Sequence[Point]], thick: float, colour: tuple[int, int, int]
) -> None:
    points = [point for line in lines for point in line]
    mask, corner = canvas.strokes(points, thick * 2 + 2)
    for line in lines:
        mask.line([(x - corner[0], y - corner[1]) for x, y in line], thick)
    canvas.stamp(mask.reduced(), *corner, colour)


def _lines(canvas: Canvas, scale: Scale, series: Sequence[Series], theme: Theme, share: float) -> None:
    """The lines, the second and later dashed; at their ends emblems and figures, no two on each other."""
    ends: list[tuple[float, Series, int]] = []
    for number, one in enumerate(series):
        points = [scale.point(at, value) for at, value in enumerate(one.values) if value is not None]
        if not points:
            continue
        steps = _stepped(points)
        lines = dashes(steps, DASH[0] * share, DASH[1] * share) if number and len(points) > 1 else [steps]
        colours = theme.family(one.colour)
        _stroke(canvas, [steps], (THICK + 3) * share, theme.paper)
        _stroke(canvas, lines, (THICK + 1.6) * share, colours.edge if theme.name == "light" else theme.rim)
        _stroke(canvas, lines, THICK * share, colours.back)
        last = [value for value in one.values if value is not None][-1]
        ends.append((points[-1][1], one, last))
    least = 32 * share
    ends.sort(key=lambda end: end[0])
    for y, one, last in _apart(ends, least):
        paper.emblem(canvas, (scale.right + 24 * share, y), one.colour, 28 * share, theme)
        canvas.write((scale.right + 45 * share, y + 9 * share), str(last), "bold", 28 * share, theme.ink)


def _apart(ends: Sequence[tuple[float, Series, int]], least: float) -> list[tuple[float, Series, int]]:
    """The ends' labels moved so that none covers another, the nearest pairs by equal parts."""
    ys = [end[0] for end in ends]
    for _ in ends:
        for at in range(1, len(ys)):
            lack = least - (ys[at] - ys[at - 1])
            if lack > 0:
                ys[at - 1] -= lack / 2
                ys[at] += lack / 2
    return [(y, one, last) for y, (_, one, last) in zip(ys, ends, strict=True)]


def _stepped(points: Sequence[Point]) -> list[Point]:
    """A line that keeps a figure until the next moment."""
    found = [points[0]]
    for before, after in pairwise(points):
        found += [(after[0], before[1]), after] if before[1] != after[1] else [after]
    return found if len(found) > 1 else [found[0], (found[0][0] + 0.5, found[0][1])]


def _names(canvas: Canvas, chart: ScoreChart, y: float, theme: Theme, share: float) -> None:
    """The names of moments, as many as fit."""
    before = -1e9
    for at, name in enumerate(chart.moments):
        x = (LEFT + (RIGHT - LEFT) * at / max(1, len(chart.moments) - 1)) * share
        if name and x - before >= NEAREST_NAMES * share:
            canvas.write((x, y + 20 * share), name, "italic", 20 * share, theme.ink, "l" if at == 0 else "m")
            before = x
