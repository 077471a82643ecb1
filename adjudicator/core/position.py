"""Where a campaign stands: a world at rest and the entries since (architecture.md 1.3)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from .chain import Entry
from .game import Game


class Rest(Struct, frozen=True):
    """A world at rest behind entry `n`, and the stage of the game that it is in."""

    n: int
    world: bytes
    stage: str


class Position(Struct, frozen=True):
    """A rest, the entries that still stand since, and how many windows the running procedure has met.

    A window that is met again with nothing new before it is past. Only one whose seats are asked may
    lie behind the tail of an undo: it is asked again, if it is none of the first `windows`.
    """

    rest: Rest
    tail: tuple[Entry, ...] = ()
    windows: int = 0


def start(game: Game, world: Any, n: int) -> Position:
    """The position of a world at rest behind entry `n`."""
    return Position(Rest(n, msgspec.msgpack.encode(world), game.stage(world)))
