"""A campaign's position: a world at rest, in any schema, and the entries since (architecture.md §1.3, §3)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import Stale
from adjudicator.core.log.chain import JSON, Entry


class Rest(Struct, frozen=True):
    """A world at rest after entry `n`, the stage of the game that it is in, and the schema of the world."""

    n: int
    world: bytes
    stage: str
    schema: int = 1


class Position(Struct, frozen=True):
    """A rest, and the entries in effect since.

    A window that is met again with nothing new before it is past. After the tail of an undo there may be one
    whose seats are asked: it is asked again, because a past one would have left an entry.
    """

    rest: Rest
    tail: tuple[Entry, ...] = ()


def start(game: Game, world: Any, n: int) -> Position:
    """Return the position of a world at rest after entry `n`."""
    return Position(Rest(n, msgspec.msgpack.encode(world), game.stage(world), game.schema))


def world_of(game: Game, rest: Rest) -> Any:
    """Return the world of a rest, migrated if an older release has saved it.

    Raises:
        Stale: if a newer release has saved it, or if it is no world of its schema.
    """
    try:
        if rest.schema == game.schema:
            return msgspec.msgpack.decode(rest.world, type=game.world)
        return msgspec.convert(migrated(game, msgspec.msgpack.decode(rest.world), rest.schema), game.world)
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError, AttributeError) as error:
        why = f"the world at rest, of schema {rest.schema}, cannot be read: {type(error).__name__}: {error}"
        raise Stale(rest.n, "", why) from error


def migrated(game: Game, world: dict[str, JSON], schema: int) -> dict[str, JSON]:
    """Convert a world of some schema to this release's.

    Raises:
        ValueError: if there is no such schema here.
        LookupError, TypeError, ValueError, AttributeError: if it is no world of its schema.
    """
    if not 1 <= schema <= game.schema:
        raise ValueError(f"this release knows the schemas 1 to {game.schema} of {game.name}")
    for migrate in game.migrations[schema - 1 :]:
        world = migrate(world)
    return world
