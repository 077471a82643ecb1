"""Pictures of scenes: the only package that imports Pillow.

`whole_map` shows the whole board, `crop` the part around some places, `preview` an order before it is given;
`hand`, `battle`, `score_chart`, `bracket`, `crosstable` and `sheet` need no map; `animate` makes an animation
of scenes, `differing_frames` a file for each. For a page, `base_map` draws the board, `photo_part` a part of
a group's own, `layers_of` lists the things on it, `in_line` and `card` how a piece in battle and a card look,
`sprite` draws one, `emoji` a small square one; `can_write` tells whether a name can be drawn. All are pure:
the same scene gives the same bytes, and nothing is written but base layers in the cache folder.
"""

from __future__ import annotations

from renderer.animation import Animation, animate, differing_frames
from renderer.chart_pictures import battle, bracket, crosstable, hand, score_chart, sheet
from renderer.draw.text import can_write
from renderer.emojis import emoji
from renderer.layers import Layers, bare, base_map, card, in_line, layers_of, photo_part, sprite
from renderer.pictures import Picture, crop, preview, whole_map

__all__ = [
    "Animation",
    "Layers",
    "Picture",
    "animate",
    "bare",
    "base_map",
    "battle",
    "bracket",
    "can_write",
    "card",
    "crop",
    "crosstable",
    "differing_frames",
    "emoji",
    "hand",
    "in_line",
    "layers_of",
    "photo_part",
    "preview",
    "score_chart",
    "sheet",
    "sprite",
    "whole_map",
]
