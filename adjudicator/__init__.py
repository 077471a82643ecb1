"""The umpire's rules: pure functions of worlds, answers and dice. Opens no file but data and catalogues."""

from __future__ import annotations

from collections.abc import Mapping

from . import ancient_world, belisarius, julius_caesar, ottomans
from .core import Game

GAMES: Mapping[str, Game] = {
    "julius_caesar": julius_caesar.GAME,
    "belisarius": belisarius.GAME,
    "ancient_world": ancient_world.GAME,
    "ottomans": ottomans.GAME,
}
"""Every game there is; a new one is a folder and a line here."""
