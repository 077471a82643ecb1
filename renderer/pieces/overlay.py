"""Events over the base layer: arrows of moves, lines from a stack to its place, signs of battle."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import atan2, cos, pi, sin

from adjudicator.display.scene import Arrow, Mark
from renderer.boards import ways
from renderer.boards.plates import Wayed
from renderer.draw import glyphs
from renderer.draw.brush import along, between, bowed, curve, length, polar
from renderer.draw.canvas import Canvas
from renderer.draw.frame import Frame, Point
from renderer.draw.labels import Box, around
from renderer.draw.themes import Colour, Theme
from renderer.pieces import tokens
from renderer.pieces.stacks import Standing

SHAFT, HEAD, CLEAR, SHORTEST = 6.0, 24.0, 13.0, 4.0
EASE = 0.6
TOKEN, TOKEN_REACH = 22.0, 60.0
"""The size of a token, and what stands for the width of a hex in its place (see `themes.Token.at`)."""
DASHED = ("retreat", "regroup")
HOLDER, FOUGHT = "holder:", "fought"


def arrow(canvas: Canvas, move: Arrow, points: list[Point], frame: Frame, theme: Theme) -> None:
    """A move along a line of pixels; dashed if it was a way back."""
    whole = length(points)
    if whole < SHORTEST * frame.zoom:
        return
    clear, head = min(CLEAR * frame.zoom, whole * 0.15), min(HEAD * frame.zoom, whole * 0.4)
    shaft = between(points, clear, whole - clear - head * 0.75)
    barbs = _head(along(points, whole - clear - head)[0], along(points, whole - clear)[0], head)
    lines = _dashed(shaft, frame.zoom) if move.kind in DASHED else [shaft]
    colours = theme.family(move.colour)
    mask, corner = canvas.strokes([*shaft, *barbs], head)
    for colour, more in (
        (theme.rim, 3.4 * frame.zoom),
        (colours.edge, 1.4 * frame.zoom),
        (colours.back, 0.0),
    ):
        for line in lines:
            mask.line(_moved(line, corner), SHAFT * frame.zoom + more)
        mask.area(_moved(barbs, corner))
        if more:
            mask.line(_moved([*barbs, barbs[0]], corner), more)
        canvas.ink(mask, corner, colour)
    if move.count > 1:
        _count(canvas, along(points, whole * 0.42)[0], move.count, frame, theme)


def heads(move: Arrow, board: Wayed, frame: Frame) -> list[Box]:
    """Return the boxes of an arrow that no stack should cover: its head, and the number on it.

    Raises:
        KeyError: the path names a place that the board does not have.
    """
    return _heads(move, course(move.path, board, frame), frame)


def along_arrow(move: Arrow, points: Sequence[Point], frame: Frame) -> list[Box]:
    """Return the boxes that an arrow along a line of pixels covers, bit by bit."""
    step = SHAFT * 1.6 * frame.zoom
    shaft = [along(points, at * step)[0] for at in range(1, int(length(points) / step))]
    return [*(around(at, step / 2) for at in shaft), *_heads(move, points, frame)]


def _heads(move: Arrow, points: Sequence[Point], frame: Frame) -> list[Box]:
    whole = length(points)
    if whole < SHORTEST * frame.zoom:
        return []
    tip = along(points, max(0.0, whole - (CLEAR + HEAD / 2) * frame.zoom))[0]
    boxes = [around(tip, HEAD * 0.6 * frame.zoom)]
    return boxes if move.count < 2 else [*boxes, around(along(points, whole * 0.42)[0], 13 * frame.zoom)]


def _head(root: Point, tip: Point, size: float) -> list[Point]:
    """The four corners of an arrow's head."""
    turn = atan2(tip[1] - root[1], tip[0] - root[0])
    left, right = polar(root, size * 0.5, turn + pi / 2), polar(root, size * 0.5, turn - pi / 2)
    return [tip, left, polar(root, size * 0.22, turn), right]


def course(path: tuple[str, ...], board: Wayed, frame: Frame) -> list[Point]:
    """The line in pixels through the places of a path: along the roads, in a bow over water.

    Raises:
        KeyError: the path names a place that the board does not have.
    """
    places = board.places()
    joined = {frozenset(way.ends): way for way in board.ways}
    if len(path) > 2 and not any(frozenset(leg) in joined for leg in itertools.pairwise(path)):
        return curve(_eased([frame.pixel(places[place]) for place in path]), 24)
    points: list[Point] = []
    for start, end in itertools.pairwise(path):
        way = joined.get(frozenset((start, end)))
        if way is None or way.kind == "strait":
            leg = bowed(frame.pixel(places[start]), frame.pixel(places[end]), 0.12)
        else:
            leg = ways.course(way, frame)
            leg = leg if way.ends[0] == start else leg[::-1]
        points += leg[1:] if points else leg
    return points


def _eased(points: list[Point]) -> list[Point]:
    """A course over the middles of seas, each drawn towards the line past it: no ship goes out of its way.

    A sea whose middle lies behind the start or beyond the end is passed by.
    """
    found = list(points)
    for at in range(1, len(points) - 1):
        (ax, ay), (x, y), (bx, by) = found[at - 1], points[at], points[at + 1]
        across, down = bx - ax, by - ay
        on = 0 < (x - ax) * across + (y - ay) * down < across**2 + down**2
        share = EASE if on else 1.0
        found[at] = (x + ((ax + bx) / 2 - x) * share, y + ((ay + by) / 2 - y) * share)
    return found


def _moved(points: list[Point], corner: Point) -> list[Point]:
    return [(x - corner[0], y - corner[1]) for x, y in points]


def _dashed(shaft: list[Point], zoom: float) -> list[list[Point]]:
    whole, step = length(shaft), 17 * zoom
    return [
        between(shaft, at * step, min(whole, at * step + 10 * zoom)) for at in range(int(whole / step) + 1)
    ]


def _count(canvas: Canvas, middle: Point, count: int, frame: Frame, theme: Theme) -> None:
    radius = 13 * frame.zoom
    disc(canvas, middle, radius, theme.ink)
    disc(canvas, middle, radius - 1.6 * frame.zoom, theme.paper)
    size = radius * 1.5
    canvas.write((middle[0], middle[1] + size * 0.32), str(count), "bold", size, theme.ink, "m")


def disc(canvas: Canvas, middle: Point, radius: float, colour: Colour) -> None:
    """A smooth filled disc."""
    mask, corner = canvas.strokes([middle], radius + 2)
    mask.disc((middle[0] - corner[0], middle[1] - corner[1]), radius)
    canvas.stamp(mask.reduced(), *corner, colour)


def tether(canvas: Canvas, standing: Standing, frame: Frame, theme: Theme) -> None:
    """A line from a stack that stands apart to its place."""
    left, top, right, bottom = standing.box
    near = (
        min(max(standing.anchor[0], left + 6), right - 6),
        min(max(standing.anchor[1], top + 6), bottom - 6),
    )
    start = polar(
        standing.anchor, standing.radius, atan2(near[1] - standing.anchor[1], near[0] - standing.anchor[0])
    )
    for colour, width in ((theme.rim, 5.0), (theme.alarm, 2.4)):
        mask, corner = canvas.strokes([near, start], 8 * frame.zoom)
        mask.line(_moved([near, start], corner), width * frame.zoom)
        mask.disc(_moved([start], corner)[0], width * frame.zoom * 1.2)
        canvas.stamp(mask.reduced(), *corner, colour)


def mark(
    canvas: Canvas, sign: Mark, at: Point, standing: Standing | None, frame: Frame, theme: Theme
) -> None:
    """A sign beside a place. "holder:" without a name is a vacant place, and nothing is drawn for it.

    Raises:
        ValueError: a kind of mark that is not drawn here.
    """
    if sign.kind in ("battle", FOUGHT):
        _battle(canvas, at, standing, frame, theme, theme.alarm if sign.kind == "battle" else theme.soft_ink)
    elif sign.kind in theme.style.tokens:
        right, down = (TOKEN_REACH * frame.zoom * part for part in theme.style.tokens[sign.kind].at)
        made = tokens.token(sign.kind, round(TOKEN * frame.zoom), theme.style)
        canvas.paste(made, at[0] + right - made.width / 2, at[1] + down - made.height / 2)
    elif sign.kind == "target":
        _target(canvas, at, frame, theme)
    elif sign.kind.startswith(HOLDER):
        if standing is None and sign.kind != HOLDER:
            _holder(canvas, sign.kind.removeprefix(HOLDER), at, frame, theme)
    else:
        raise ValueError(f"no such mark: {sign.kind}")


def star(middle: Point, radius: float) -> list[Point]:
    """The corners of a burst."""
    spikes = 11
    return [
        (
            middle[0] + share * radius * cos(at * pi / spikes),
            middle[1] + share * radius * sin(at * pi / spikes),
        )
        for at in range(2 * spikes)
        for share in (1.0 if at % 2 == 0 else 0.74,)
    ]


def _battle(
    canvas: Canvas, at: Point, standing: Standing | None, frame: Frame, theme: Theme, ground: Colour
) -> None:
    """Crossed swords on a burst: between the two sides of a stack, else on its upper edge."""
    middle, radius = at, 22 * frame.zoom
    if standing is not None:
        left, top, right, _ = standing.box
        versus = standing.shape.versus
        middle = (left + versus[0], top + versus[1]) if versus else ((left + right) / 2, top - radius * 0.55)
    for colour, size in ((theme.paper, radius + 2.5 * frame.zoom), (ground, radius)):
        mask, corner = canvas.strokes([middle], size + 2)
        mask.area(_moved(star(middle, size), corner))
        canvas.stamp(mask.reduced(), *corner, colour)
    across = round(radius * 1.12)
    canvas.stamp(
        glyphs.stamp("swords", across), middle[0] - across / 2, middle[1] - across / 2, (255, 255, 255)
    )


def _target(canvas: Canvas, at: Point, frame: Frame, theme: Theme) -> None:
    mask, corner = canvas.strokes([at], 30 * frame.zoom)
    centre = (at[0] - corner[0], at[1] - corner[1])
    for radius, value in ((24.0, 255), (20.0, 0)):
        mask.disc(centre, radius * frame.zoom, value)
    canvas.stamp(mask.reduced(), *corner, theme.alarm)


def _holder(canvas: Canvas, colour: str, at: Point, frame: Frame, theme: Theme) -> None:
    """Draw the holder of a city in which nobody can be seen: a disc with the emblem, above its sign."""
    colours = theme.family(colour)
    middle, radius = (at[0], at[1] - 19 * frame.zoom), 12 * frame.zoom
    disc(canvas, middle, radius, colours.edge)
    disc(canvas, middle, radius - 1.4 * frame.zoom, colours.back)
    across = round(radius * 1.3)
    canvas.stamp(
        glyphs.stamp(colours.device, across, theme.style),
        middle[0] - across / 2,
        middle[1] - across / 2,
        colours.emblem,
    )
