"""Migrations of worlds that an older release has saved (architecture.md §3).

The schema of a world is 1 and the number of these functions. Once a release is out, a change of `World` that
cannot read its worlds, or would read them as something else, needs one more:

1. Append a function to `MIGRATIONS` that makes of a world of the schema before, as plain JSON (as saved:
   dicts, lists, strings and integers), one of the new schema. It may change what it is given. It uses
   nothing that may change later: no board, no constant, no type of `world.py`.
2. Save some worlds of the new schema, by name, as `tests/saved/julius_caesar_N.json`, each as the table
   protocol's `world` says it. `tests/core/test_schemas.py` reads those of every schema through the chain.
3. Never touch a migration, or a saved world, that has been released.

A field with a default that means what its absence meant needs no migration.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.core.log.chain import JSON

EARLIER = {"open_roads": "off", "open_ports": "off", "spared_battles": "on", "one_surprise": "on"}
"""The readings of campaigns that were founded before there was an option."""


def readings_kept(world: dict[str, Any]) -> dict[str, JSON]:
    """A campaign from before an option keeps the reading with which it began; a surprise is in a list."""
    world["options"] = {**EARLIER, **world["options"]}
    if isinstance(place := world.get("surprise"), str):
        world["surprise"] = [place] if place else []
    return world


MIGRATIONS: tuple[Callable[[dict[str, JSON]], dict[str, JSON]], ...] = (readings_kept,)
"""The first makes a world of schema 2 of one of schema 1, and so on."""
