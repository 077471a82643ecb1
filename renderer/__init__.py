"""Pictures of scenes: the only package that imports Pillow.

`draw` shows the whole board, `crop` the part around some places, `preview` an order before it is given;
`hand`, `battle` and `course` need no map; `animate` makes a film of scenes. All are pure: the same scene
gives the same bytes, and nothing is written but the sheets in the cache folder.
"""

from __future__ import annotations

from renderer.animation import Film, animate
from renderer.leaves import battle, course, hand
from renderer.pictures import Picture, crop, draw, preview

__all__ = ["Film", "Picture", "animate", "battle", "course", "crop", "draw", "hand", "preview"]
