"""Those who fell since the last picture: small, faded and struck through, beside their place."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from adjudicator.display.scene import Counter, Scene
from renderer import counters, hexcounters, leaf
from renderer.boards import Wayed
from renderer.brush import seen
from renderer.canvas import Canvas
from renderer.frame import Frame
from renderer.hexboard import HexBoard
from renderer.labels import Box, overlap
from renderer.themes import Theme

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
        zoom = SIZE / (counters.SIZE + counters.DEPTH) * frame.zoom
        made = _row([counters.sprite(one, zoom, theme.name) for one in _first(stack.counters)], theme)
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
            tiles = [hexcounters.tile(hexcounters.plain(one), 1, size) for one in _first(stack.counters)]
            made = _row(tiles, theme)
            canvas.paste(made, x - made.width / 2, y + across * 0.2)


def _first(fallen: Sequence[Counter]) -> list[Counter]:
    """As many as are drawn, leaders first."""
    return sorted(fallen, key=lambda one: one.symbol != "leader")[:MOST]


def _row(sprites: Sequence[Image.Image], theme: Theme) -> Image.Image:
    """Faded sprites in a row, each a little over the one before."""
    step = round(sprites[0].width * STEP)
    made = Image.new("RGBA", (sprites[0].width + step * (len(sprites) - 1), sprites[0].height), (0, 0, 0, 0))
    for at, sprite in enumerate(sprites):
        made.alpha_composite(leaf.ghost(sprite, theme.alarm), (at * step, 0))
    return made
