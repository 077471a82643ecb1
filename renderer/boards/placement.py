"""The places of printed things in a frame."""

from __future__ import annotations

from msgspec import Struct

from renderer.draw.labels import Box


class Drawn(Struct, frozen=True):
    """The places of the printed things of a base layer, in pixels, for what is drawn over them.

    `cells` and `rivers` are the hexes and the sides with a river, where a board has any; `captions` are
    names that have no part in the rules; `lands` are the letters and values of regions on a board of areas.
    """

    sites: dict[str, Box]
    names: dict[str, Box]
    waters: dict[str, tuple[Box, ...]]
    ways: tuple[str, ...]
    cells: tuple[str, ...] = ()
    rivers: tuple[str, ...] = ()
    captions: dict[str, Box] = {}
    lands: dict[str, tuple[Box, ...]] = {}

    def __hash__(self) -> int:
        return hash((len(self.sites), len(self.names), next(iter(self.sites.values()), None)))
