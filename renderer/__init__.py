"""Pictures of scenes: the only package that imports Pillow.

`draw` shows the whole board, `crop` the part around some places. Both are pure: the same scene gives
the same bytes, and nothing is written but the sheets in the cache folder.
"""

from __future__ import annotations

from renderer.pictures import Picture, crop, draw

__all__ = ["Picture", "crop", "draw"]
