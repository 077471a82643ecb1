"""Events over the base layer: arrows of moves, lines from a stack to its place, signs of battle."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import atan2, pi

from adjudicator.display.scene import Arrow, Mark
from renderer.boards import ways
from renderer.boards.plates import PlateWithWays
from renderer.draw.brush import along, between, bowed, curve, length, polar
from renderer.draw.canvas import Canvas
from renderer.draw.frame import Frame, Point
from renderer.draw.labels import Box, around
from renderer.draw.themes import Colour, Theme
from renderer.pieces import sprites
from renderer.pieces.stacks import Standing
from renderer.pieces.things import Laid, LeaderLine, Sprite, Target, Thing

SHAFT, HEAD, CLEAR, SHORTEST = 6.0, 24.0, 13.0, 4.0
EASE = 0.6
TOKEN, TOKEN_REACH = 22.0, 60.0
"""The size of a token, and the length that replaces the width of a hex for its place (see
`themes.Token.at`).
"""
DASHED = ("retreat", "regroup")
HOLDER, FOUGHT = "holder:", "fought"


def arrow(canvas: Canvas, move: Arrow, points: list[Point], frame: Frame, theme: Theme) -> None:
    """A move along a line of pixels; dashed for a retreat."""
    made = shaped(move, points, frame.zoom)
    if made is None:
        return
    lines, barbs = made
    colours = theme.family(move.colour)
    mask, corner = canvas.strokes([*(point for line in lines for point in line), *barbs], HEAD * frame.zoom)
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
        _count(canvas, numbered(points), move.count, frame, theme)


def shaped(move: Arrow, points: list[Point], zoom: float) -> tuple[list[list[Point]], list[Point]] | None:
    """Return the lines of an arrow's shaft and the corners of its head, None for one too short to be seen."""
    whole = length(points)
    if whole < SHORTEST * zoom:
        return None
    clear, head = min(CLEAR * zoom, whole * 0.15), min(HEAD * zoom, whole * 0.4)
    shaft = between(points, clear, whole - clear - head * 0.75)
    barbs = _head(along(points, whole - clear - head)[0], along(points, whole - clear)[0], head)
    return (_dashed(shaft, zoom) if move.kind in DASHED else [shaft]), barbs


def numbered(points: Sequence[Point]) -> Point:
    """Return the place of the number on an arrow."""
    return along(points, length(points) * 0.42)[0]


def heads(move: Arrow, board: PlateWithWays, frame: Frame) -> list[Box]:
    """Return the boxes of an arrow that no stack should cover: its head, and the number on it.

    Raises:
        KeyError: the path names a place that the board does not have.
    """
    return _heads(move, path_points(move.path, board, frame), frame)


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
    return boxes if move.count < 2 else [*boxes, around(numbered(points), 13 * frame.zoom)]


def _head(root: Point, tip: Point, size: float) -> list[Point]:
    """The four corners of an arrow's head."""
    turn = atan2(tip[1] - root[1], tip[0] - root[0])
    left, right = polar(root, size * 0.5, turn + pi / 2), polar(root, size * 0.5, turn - pi / 2)
    return [tip, left, polar(root, size * 0.22, turn), right]


def path_points(path: tuple[str, ...], board: PlateWithWays, frame: Frame) -> list[Point]:
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
            leg = ways.road(way, frame)
            leg = leg if way.ends[0] == start else leg[::-1]
        points += leg[1:] if points else leg
    return points


def _eased(points: list[Point]) -> list[Point]:
    """A line over the middles of seas, each drawn towards the line past it: no ship goes out of its way.

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


def leader_line(standing: Standing) -> LeaderLine:
    """Return the line from a stack away from its place to the place."""
    left, top, right, bottom = standing.box
    near = (
        min(max(standing.anchor[0], left + 6), right - 6),
        min(max(standing.anchor[1], top + 6), bottom - 6),
    )
    start = polar(
        standing.anchor, standing.radius, atan2(near[1] - standing.anchor[1], near[0] - standing.anchor[0])
    )
    return LeaderLine(standing.place, start, near)


def line(canvas: Canvas, one: LeaderLine, frame: Frame, theme: Theme) -> None:
    """A line with a dot at its start."""
    for colour, width in ((theme.rim, 5.0), (theme.alarm, 2.4)):
        mask, corner = canvas.strokes([one.end, one.start], 8 * frame.zoom)
        mask.line(_moved([one.end, one.start], corner), width * frame.zoom)
        mask.disc(_moved([one.start], corner)[0], width * frame.zoom * 1.2)
        canvas.stamp(mask.reduced(), *corner, colour)


def mark(sign: Mark, at: Point, standing: Standing | None, frame: Frame, theme: Theme) -> Thing | None:
    """Return a sign beside a place. None for a vacant place, "holder:" without a name, and for the holder of
    a place with their own pieces.

    Raises:
        ValueError: a kind of mark that is not drawn here.
    """
    if sign.kind in ("battle", FOUGHT):
        return _battle(sign, at, standing, frame, theme)
    if sign.kind in theme.style.tokens:
        right, down = (TOKEN_REACH * frame.zoom * part for part in theme.style.tokens[sign.kind].at)
        sprite = Sprite("token", round(TOKEN * frame.zoom), word=sign.kind)
        return laid(sprite, sign.place, (at[0] + right, at[1] + down), theme)
    if sign.kind == "target":
        return Target(sign.place, at, 24.0 * frame.zoom, 4.0 * frame.zoom)
    if sign.kind.startswith(HOLDER):
        if standing is not None or sign.kind == HOLDER:
            return None
        sprite = Sprite("holder", round(24 * frame.zoom), word=sign.kind.removeprefix(HOLDER))
        return laid(sprite, sign.place, (at[0], at[1] - 19 * frame.zoom), theme)
    raise ValueError(f"no such mark: {sign.kind}")


def laid(sprite: Sprite, place: str, middle: Point, theme: Theme, pieces: tuple[int, ...] = ()) -> Laid:
    """Return a sprite with its middle at a point."""
    wide, high = sprites.drawn(sprite, theme).size
    left, top = middle[0] - wide / 2, middle[1] - high / 2
    return Laid(sprite, place, (left, top, left + wide, top + high), pieces)


def _battle(sign: Mark, at: Point, standing: Standing | None, frame: Frame, theme: Theme) -> Laid:
    """Crossed swords on a burst: between the two sides of a stack, else on its upper edge."""
    middle, radius = at, 22 * frame.zoom
    if standing is not None:
        left, top, right, _ = standing.box
        versus = standing.shape.versus
        middle = (left + versus[0], top + versus[1]) if versus else ((left + right) / 2, top - radius * 0.55)
    return laid(Sprite("battle", round(2 * radius), word=sign.kind), sign.place, middle, theme)


def target(canvas: Canvas, one: Target, theme: Theme) -> None:
    """A ring around a target."""
    mask, corner = canvas.strokes([one.middle], one.radius + 6)
    centre = (one.middle[0] - corner[0], one.middle[1] - corner[1])
    mask.disc(centre, one.radius)
    mask.disc(centre, one.radius - one.width, 0)
    canvas.sign(mask.reduced(), *corner, theme.alarm)
