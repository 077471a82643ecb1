"""The levels of the computer: who plays a game by search (design/computer.md §5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.search.job import Job, thought
from adjudicator.search.opponent import Opponent, Plan

from . import GAMES
from .core import Game
from .julius_caesar.opponent.opponent import OPPONENT as JULIUS_CAESAR

OPPONENTS: Final[Mapping[str, Opponent]] = {"julius_caesar": JULIUS_CAESAR}
"""The opponents that search, by the id of their game; none with figures of a group's own."""
SHOWN: Final = (2,)
"""The levels whose gain over the one below has been measured (strength.md)."""


def levels(game: Game) -> tuple[int, ...]:
    """Return the levels at which the computer plays a game; none if it does not play it."""
    if game.ai_player is None:
        return ()
    return (1, *SHOWN) if game.id in OPPONENTS else (1,)


def find(id: str) -> tuple[Game, Opponent]:
    """Return a game and its opponent."""
    return GAMES[id], OPPONENTS[id]


def considered(job: Job) -> Plan | None:
    """Return the plan that a job leads to; None where the answer is that of level 1."""
    found = thought(job, find)
    return None if found is None else found.plan
