"""Around the map: border with degrees, title cartouche, panels, legend, footer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from adjudicator.display.scene import Counter, Note, Panel, Scene
from renderer.draw import glyphs, text
from renderer.draw.brush import dashes
from renderer.draw.canvas import Canvas
from renderer.draw.frame import Point
from renderer.draw.labels import Box
from renderer.draw.themes import Theme
from renderer.pieces import blocks, tokens

PAD = 15.0
ROW = 25.0
BODY, HEAD, SPACE = 20.0, 22.0, 30.0
PANEL_WIDTH = 292.0
EDGE = 22.0


class Line(Struct, frozen=True):
    """One line of a panel: its left and right text, either may be empty."""

    left: str
    right: str


def plaque(canvas: Canvas, box: Box, theme: Theme, zoom: float) -> None:
    """A sheet of paper with a double rule."""
    canvas.box((box[0] + 4 * zoom, box[1] + 4 * zoom, box[2] + 4 * zoom, box[3] + 4 * zoom), theme.shadow)
    for inset, colour in ((0.0, theme.rule), (2.0, theme.paper), (5.0, theme.paper_edge), (6.2, theme.paper)):
        grow = inset * zoom
        canvas.box((box[0] + grow, box[1] + grow, box[2] - grow, box[3] - grow), colour)


def title(canvas: Canvas, scene: Scene, theme: Theme, at: Point, zoom: float, widest: float = 560.0) -> Box:
    """The cartouche: the title, a rule with a diamond, and below it the side to move."""
    head, small = 46 * zoom, 25 * zoom
    room = widest * zoom
    if text.width(scene.subtitle, "italic", small) < room * 1.2:
        small = text.fitted(scene.subtitle, "italic", small, room, 12 * zoom)
    lines = text.wrapped(scene.subtitle, "italic", small, room + 1)
    wide = max(
        text.width(scene.title, "bold", head),
        *(text.width(line, "italic", small) for line in lines),
        260 * zoom,
    )
    head = text.fitted(scene.title, "bold", head, room, 20 * zoom)
    wide = min(wide, room)
    box = (at[0], at[1], at[0] + wide + 60 * zoom, at[1] + (80 + 30 * len(lines)) * zoom + head * 0.3)
    plaque(canvas, box, theme, zoom)
    middle = (box[0] + box[2]) / 2
    canvas.write((middle, at[1] + 24 * zoom + head * 0.72), scene.title, "bold", head, theme.ink, "m")
    rule = at[1] + 44 * zoom + head * 0.72
    canvas.box(
        (middle - wide * 0.36, rule, middle + wide * 0.36, rule + max(1, round(1.4 * zoom))), theme.rule
    )
    diamond = round(13 * zoom)
    canvas.stamp(
        glyphs.stamp("diamond", diamond), middle - diamond / 2, rule - diamond / 2 + zoom, theme.alarm
    )
    for number, line in enumerate(lines):
        canvas.write((middle, rule + (31 + 30 * number) * zoom), line, "italic", small, theme.ink, "m")
    return box


def panel_lines(panel: Panel, zoom: float) -> list[Line]:
    """The rows of a panel broken into lines that fit its width."""
    room = (PANEL_WIDTH - 2 * PAD) * zoom
    size = BODY * zoom
    found: list[Line] = []
    for left, right in panel.rows:
        if text.width(left, "plain", size) + text.width(right, "bold", size) + 14 * zoom <= room:
            found.append(Line(left, right))
            continue
        found += [Line(line, "") for line in text.wrapped(left, "plain", size, room)] if left else []
        found += [Line("", line) for line in text.wrapped(right, "bold", size, room - 10 * zoom)]
    return found


def panel_height(panel: Panel, zoom: float) -> float:
    """Return the height of a panel, in pixels."""
    track = SPACE + 8 if panel.track else 0
    return (PAD * 2 + HEAD + 12 + ROW * len(panel_lines(panel, zoom)) + track) * zoom


def panel(canvas: Canvas, shown: Panel, theme: Theme, at: Point, zoom: float) -> Box:
    """One panel with its upper left corner at `at`."""
    box = (at[0], at[1], at[0] + PANEL_WIDTH * zoom, at[1] + panel_height(shown, zoom))
    plaque(canvas, box, theme, zoom)
    left, right = box[0] + PAD * zoom, box[2] - PAD * zoom
    base = box[1] + (PAD + HEAD * 0.78) * zoom
    size = text.fitted(shown.title, "bold", HEAD * zoom, right - left, 12 * zoom)
    canvas.write(((left + right) / 2, base), shown.title, "bold", size, theme.alarm, "m")
    canvas.box((left, base + 8 * zoom, right, base + 9 * zoom), theme.paper_edge)
    for number, line in enumerate(panel_lines(shown, zoom)):
        row = base + (12 + ROW * (number + 0.78)) * zoom
        if line.left:
            canvas.write((left, row), line.left, "plain", BODY * zoom, theme.ink)
        if line.right:
            canvas.write((right, row), line.right, "bold", BODY * zoom, theme.ink, "r")
    _track(canvas, shown, theme, (left, box[3] - (PAD + SPACE) * zoom), (right - left), zoom)
    return box


def _track(canvas: Canvas, shown: Panel, theme: Theme, at: Point, room: float, zoom: float) -> None:
    """The spaces of a track side by side, the marked one filled."""
    for number, space in enumerate(shown.track):
        wide = room / len(shown.track)
        left, marked = at[0] + number * wide, number == shown.at
        box = (left, at[1], left + wide - 4 * zoom, at[1] + SPACE * zoom)
        canvas.box(box, theme.alarm if marked else theme.paper_edge)
        if not marked:
            canvas.box((box[0] + zoom, box[1] + zoom, box[2] - zoom, box[3] - zoom), theme.paper)
        ink = theme.paper if marked else theme.ink
        size = text.fitted(space, "bold", BODY * zoom, wide - 10 * zoom, 8 * zoom)
        canvas.write(((box[0] + box[2]) / 2, box[3] - 8 * zoom), space, "bold", size, ink, "m")


def panels(
    canvas: Canvas, shown: Sequence[Panel], theme: Theme, zoom: float, starts: Sequence[Point]
) -> list[Box]:
    """Panels at their upper left corners `starts`, in pixels, in order; the others are below the first."""
    boxes: list[Box] = []
    for number, one in enumerate(shown):
        if number < len(starts):
            at = starts[number]
        else:
            above = boxes[number - len(starts)]
            at = (above[0], above[3] + 12 * zoom)
        boxes.append(panel(canvas, one, theme, at, zoom))
    return boxes


def columns(
    canvas: Canvas, shown: Sequence[Panel], theme: Theme, zoom: float, starts: Sequence[Point]
) -> list[Box]:
    """Panels in columns that begin at `starts`; each in turn goes into the shortest column."""
    ends = list(starts)
    boxes: list[Box] = []
    for one in shown:
        at = min(range(len(ends)), key=lambda column: ends[column][1])
        boxes.append(panel(canvas, one, theme, ends[at], zoom))
        ends[at] = (ends[at][0], boxes[-1][3] + 12 * zoom)
    return boxes


def footer(canvas: Canvas, line: str, theme: Theme, zoom: float) -> Box:
    """The last line of the picture on a slip of paper, in the middle of the lower edge."""
    width, height = canvas.picture.size
    size = text.fitted(line, "plain", 19 * zoom, width * 0.8, 9 * zoom)
    wide = text.width(line, "plain", size)
    box = (
        (width - wide) / 2 - 20 * zoom,
        height - 41 * zoom,
        (width + wide) / 2 + 20 * zoom,
        height - 9 * zoom,
    )
    plaque(canvas, box, theme, zoom)
    canvas.write((width / 2, height - 19 * zoom), line, "plain", size, theme.soft_ink, "m")
    return box


Sampler = Callable[[Canvas, Note, Point, Theme, float], None]
"""Draws one sign of the legend about a point, at a zoom."""


def sample(canvas: Canvas, note: Note, middle: Point, theme: Theme, zoom: float) -> None:
    """One sign of the legend of a point-to-point board.

    Raises:
        ValueError: no such sign.
    """
    across = round(24 * zoom)
    corner = (middle[0] - across / 2, middle[1] - across / 2)
    kind, _, word = note.sign.partition(":")
    if kind in ("major", "minor", "strait", "sea_border"):
        _sample_way(canvas, kind, middle, theme, zoom)
    elif kind in ("port", "inland", "value"):
        _sample_city(canvas, kind, middle, theme, zoom)
    elif kind == "back":
        canvas.paste(blocks.sprite(Counter(word), 0.52 * zoom, theme), *corner)
    elif kind == "owner":
        canvas.paste(blocks.sprite(Counter(word, "disc", owner=word), 0.52 * zoom, theme), *corner)
    elif kind == "flag":
        canvas.paste(blocks.sprite(Counter("", flags=(word,)), 0.52 * zoom, theme), *corner)
    elif note.sign in theme.style.tokens:
        canvas.paste(tokens.token(note.sign, across, theme.style), *corner)
    elif glyphs.known(kind, theme.style):
        canvas.stamp(
            glyphs.stamp(kind, across, theme.style), *corner, theme.port if kind == "navis" else theme.ink
        )
    else:
        raise ValueError(f"no such sign for the legend: {note.sign}")


def legend(
    canvas: Canvas,
    notes: Sequence[Note],
    theme: Theme,
    at: Point,
    columns: int,
    zoom: float,
    sampler: Sampler = sample,
) -> Box:
    """Draw the legend in columns and return its box; `at` is the lower left corner. All in pixels."""
    size, row = 19 * zoom, 31 * zoom
    rows = -(-len(notes) // columns)
    groups = [notes[start : start + rows] for start in range(0, len(notes), rows)]
    widths = [max(text.width(note.text, "plain", size) for note in group) + 66 * zoom for group in groups]
    box = (at[0], at[1] - rows * row - 2 * PAD * zoom, at[0] + sum(widths) + 2 * PAD * zoom, at[1])
    plaque(canvas, box, theme, zoom)
    left = box[0] + PAD * zoom
    for group, wide in zip(groups, widths, strict=True):
        for number, note in enumerate(group):
            middle = box[1] + PAD * zoom + row * (number + 0.5)
            sampler(canvas, note, (left + 20 * zoom, middle), theme, zoom)
            canvas.write((left + 48 * zoom, middle + size * 0.3), note.text, "plain", size, theme.ink)
        left += wide
    return box


def _sample_way(canvas: Canvas, kind: str, middle: Point, theme: Theme, zoom: float) -> None:
    """Draw a short piece of a way for the legend, as the map draws it."""
    line = [(middle[0] - 20 * zoom, middle[1]), (middle[0] + 20 * zoom, middle[1])]
    mask, corner = canvas.strokes(line, 12 * zoom)
    here = [(x - corner[0], y - corner[1]) for x, y in line]
    if kind == "major":
        mask.line(here, 3.6 * zoom)
    elif kind == "strait":
        mask.line([(here[0][0] + 6 * zoom, here[0][1]), (here[1][0] - 6 * zoom, here[1][1])], 4 * zoom)
        for (x, y), way in ((here[0], 1), (here[1], -1)):
            mask.area([(x, y), (x + way * 12 * zoom, y - 6 * zoom), (x + way * 12 * zoom, y + 6 * zoom)])
    else:
        for dash in dashes(here, (9 if kind == "minor" else 4) * zoom, 6 * zoom):
            mask.line(dash, 2.8 * zoom)
    colour = theme.road if kind in ("major", "minor") else theme.strait
    canvas.stamp(mask.reduced(), *corner, colour)


def _sample_city(canvas: Canvas, kind: str, middle: Point, theme: Theme, zoom: float) -> None:
    """Draw a city for the legend: inland ones square, ports round, those of value before a laurel."""
    if kind == "value":
        across = round(30 * zoom)
        canvas.stamp(
            glyphs.stamp("laurel", across), middle[0] - across / 2, middle[1] - across / 2, theme.gold
        )
    middle_colour = theme.alarm if kind == "inland" else theme.port
    for colour, radius in (
        (theme.ink, 9.0),
        (theme.halo if kind != "value" else theme.port, 6.6),
        (middle_colour, 3.0),
    ):
        mask, corner = canvas.strokes([middle], 12 * zoom)
        x, y = middle[0] - corner[0], middle[1] - corner[1]
        if kind == "inland":
            r = radius * 0.88 * zoom
            mask.area([(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)])
        else:
            mask.disc((x, y), radius * zoom)
        canvas.stamp(mask.reduced(), *corner, colour)
