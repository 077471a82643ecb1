"""Sprites that viewers were shown of late: a page that is some orders old still asks for them.

A viewer is sent a sprite only if it was on the viewer's own map or in their battle, so that nobody learns
what lies on another's.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from renderer.draw.lru_cache import LruCache
from renderer.pieces.things import Sprite

MOST_VIEWERS = 200
"""Viewers whose sprites are kept."""
MOST_EACH = 600
"""The latest sprites of a viewer, of which none is forgotten."""


class _Latest(Struct):
    """The sprites shown to a viewer: the newest, and those before them."""

    newer: dict[str, Sprite] = field(default_factory=dict)
    older: dict[str, Sprite] = field(default_factory=dict)


class ShownSprites:
    """The latest sprites of each viewer by their names, for one thread at a time."""

    def __init__(self) -> None:
        self._viewers: LruCache[_Latest] = LruCache(MOST_VIEWERS)

    def add(self, campaign: int, place: str, sprites: Mapping[str, Sprite]) -> None:
        """Keep sprites that a viewer is shown."""
        latest = self._viewers.get_or_make((campaign, place), _Latest)
        latest.newer |= sprites
        if len(latest.newer) >= MOST_EACH:
            latest.newer, latest.older = {}, latest.newer

    def get(self, campaign: int, place: str, name: str) -> Sprite | None:
        """Return a sprite that a viewer was shown, None if it is not kept."""
        latest = self._viewers.get((campaign, place))
        return None if latest is None else latest.newer.get(name) or latest.older.get(name)
