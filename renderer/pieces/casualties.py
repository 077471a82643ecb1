"""Casualties since the last picture: small, faded and struck through, beside their place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.display.scene import Counter, Scene
from renderer.boards.hexes.board import HexBoard
from renderer.boards.plates import PlateWithWays
from renderer.draw.brush import seen
from renderer.draw.frame import Frame
from renderer.draw.labels import Box, overlap
from renderer.draw.themes import Theme
from renderer.pieces import blocks, sprites, tiles
from renderer.pieces.things import Laid, Sprite

SIZE, MOST = 30.0, 6


def on_points(
    scene: Scene, board: PlateWithWays, frame: Frame, theme: Theme, taken: Sequence[Box]
) -> Iterator[Laid]:
    """Draw them on a board of points: below, above, right or left of the place, where the least is covered.

    Raises:
        KeyError: a place that the board does not have.
    """
    places = board.places()
    for stack in scene.fallen:
        at = frame.pixel(places[stack.place])
        if not seen([at], frame, 0):
            continue
        zoom = SIZE / (blocks.SIZE + blocks.DEPTH) * frame.zoom
        sprite = Sprite("fallen_blocks", zoom, _first(stack.counters))
        (wide, high), gap = sprites.drawn(sprite, theme).size, 15 * frame.zoom
        corners = [
            (at[0] - wide / 2, at[1] + gap),
            (at[0] - wide / 2, at[1] - gap - high),
            (at[0] + gap, at[1] - high / 2),
            (at[0] - gap - wide, at[1] - high / 2),
        ]
        boxes = [(x, y, x + wide, y + high) for x, y in corners]
        best = min(boxes, key=lambda box: sum(overlap(box, other) for other in taken))
        yield Laid(sprite, stack.place, best)


def in_hexes(scene: Scene, board: HexBoard, frame: Frame, theme: Theme) -> Iterator[Laid]:
    """Draw them on a board of hexes: along the lower edge of the hex.

    Raises:
        KeyError: a place that the board does not have.
    """
    places, across = board.places(), board.across * frame.scale
    size = round(max(across * 0.42, 15))
    for stack in scene.fallen:
        x, y = frame.pixel(places[stack.place])
        if seen([(x, y)], frame, 0):
            sprite = Sprite("fallen_tiles", size, tuple(map(tiles.plain, _first(stack.counters))))
            wide, high = sprites.drawn(sprite, theme).size
            left, top = x - wide / 2, y + across * 0.2
            yield Laid(sprite, stack.place, (left, top, left + wide, top + high))


def _first(fallen: Sequence[Counter]) -> tuple[Counter, ...]:
    """Return the casualties that are drawn, leaders first."""
    return tuple(sorted(fallen, key=lambda one: one.symbol != "leader")[:MOST])
