"""Casualties since the last picture: small, faded and struck through, beside their place."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from adjudicator.display.scene import Counter, Scene
from renderer.boards.hexes.board import HexBoard
from renderer.boards.plates import Wayed
from renderer.draw import sprites
from renderer.draw.brush import seen
from renderer.draw.canvas import Canvas
from renderer.draw.frame import Frame
from renderer.draw.labels import Box, overlap
from renderer.draw.themes import Theme
from renderer.pieces import blocks, tiles

SIZE, STEP, MOST = 30.0, 0.62, 6


def on_points(
    canvas: Canvas, scene: Scene, board: Wayed, frame: Frame, theme: Theme, taken: Sequence[Box]
) -> None:
    """On a board of points: below, above, right or left of the place, where the least is covered.

    Raises:
        KeyError: a place that the board does not have.
    """
    places = board.places()
    for stack in scene.fallen:
        at = frame.pixel(places[stack.place])
        if not seen([at], frame, 0):
            continue
        zoom = SIZE / (blocks.SIZE + blocks.DEPTH) * frame.zoom
        made = _row([blocks.sprite(one, zoom, theme) for one in _first(stack.counters)], theme)
        wide, high, gap = made.width, made.height, 15 * frame.zoom
        corners = [
            (at[0] - wide / 2, at[1] + gap),
            (at[0] - wide / 2, at[1] - gap - high),
            (at[0] + gap, at[1] - high / 2),
            (at[0] - gap - wide, at[1] - high / 2),
        ]
        boxes = [(x, y, x + wide, y + high) for x, y in corners]
        best = min(boxes, key=lambda box: sum(overlap(box, other) for other in taken))
        canvas.paste(made, best[0], best[1])


def in_hexes(canvas: Canvas, scene: Scene, board: HexBoard, frame: Frame, theme: Theme) -> None:
    """On a board of hexes: along the lower edge of the hex.

    Raises:
        KeyError: a place that the board does not have.
    """
    places, across = board.places(), board.across * frame.scale
    size = round(max(across * 0.42, 15))
    for stack in scene.fallen:
        x, y = frame.pixel(places[stack.place])
        if seen([(x, y)], frame, 0):
            made = _row(
                [tiles.tile(tiles.plain(one), 1, size, theme.style) for one in _first(stack.counters)], theme
            )
            canvas.paste(made, x - made.width / 2, y + across * 0.2)


def _first(fallen: Sequence[Counter]) -> list[Counter]:
    """Return as many as are drawn, leaders first."""
    return sorted(fallen, key=lambda one: one.symbol != "leader")[:MOST]


def _row(given: Sequence[Image.Image], theme: Theme) -> Image.Image:
    """Faded sprites in a row, each a little over the one before."""
    step = round(given[0].width * STEP)
    made = Image.new("RGBA", (given[0].width + step * (len(given) - 1), given[0].height), (0, 0, 0, 0))
    for at, sprite in enumerate(given):
        made.alpha_composite(sprites.faded(sprite, theme.alarm), (at * step, 0))
    return made
