"""Where the printed things of a board came to lie in a frame."""

from __future__ import annotations

from msgspec import Struct

from renderer.draw.labels import Box


class Drawn(Struct, frozen=True):
    """Where the printed things of a sheet came to lie, in pixels, for what is laid over them.

    `cells` and `rivers` are the hexes and the sides with a river, where a board has any; `captions` are
    names that have no part in the rules.
    """

    sites: dict[str, Box]
    names: dict[str, Box]
    waters: dict[str, tuple[Box, ...]]
    ways: tuple[str, ...]
    cells: tuple[str, ...] = ()
    rivers: tuple[str, ...] = ()
    captions: dict[str, Box] = {}
