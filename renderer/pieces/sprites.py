"""Pieces and signs drawn by themselves, at any size."""

from __future__ import annotations

from PIL import Image

from renderer.draw import sprites
from renderer.draw.themes import Theme
from renderer.pieces import blocks, signs, tiles, tokens
from renderer.pieces.things import Sprite

RIM = 0.057
"""The paper rim of a battle's sign, as a share of its size."""
STEP = 0.62


def drawn(sprite: Sprite, theme: Theme, times: float = 1.0) -> Image.Image:
    """Draw a sprite in RGBA, at a multiple of its size. Do not change what is returned.

    Raises:
        ValueError: an unknown kind.
        KeyError: a token that the game does not have.
    """
    size, style = sprite.size * times, theme.style
    match sprite.kind:
        case "pile":
            return blocks.pile(sprite.counters[0], sprite.count, size, theme)
        case "tile":
            return tiles.tile(sprite.counters[0], sprite.count, round(size), style)
        case "heap":
            return tiles.heap(sprite.counters[0], sprite.below, sprite.count, round(size), style)
        case "token":
            return tokens.token(sprite.word, round(size), style)
        case "shield":
            return signs.shield(sprite.word, sprite.value, round(size), style)
        case "burst" | "battle":
            ground = theme.alarm if sprite.word == "battle" else theme.soft_ink
            if sprite.kind == "burst":
                return signs.burst(round(size), ground)
            return signs.swords(round(size), size * RIM, ground, theme.paper)
        case "holder":
            return signs.holder(sprite.word, round(size), style)
        case "fallen_blocks":
            return _row([blocks.sprite(one, size, theme) for one in sprite.counters], theme)
        case "fallen_tiles":
            return _row([tiles.tile(one, 1, round(size), style) for one in sprite.counters], theme)
    raise ValueError(f"no such sprite: {sprite.kind}")


def _row(given: list[Image.Image], theme: Theme) -> Image.Image:
    """Faded sprites in a row, each a little over the one before."""
    step = round(given[0].width * STEP)
    made = Image.new("RGBA", (given[0].width + step * (len(given) - 1), given[0].height), (0, 0, 0, 0))
    for at, sprite in enumerate(given):
        made.alpha_composite(sprites.faded(sprite, theme.alarm), (at * step, 0))
    return made
