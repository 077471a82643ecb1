"""Migrations of worlds that an older release has saved (architecture.md §3).

The schema of a world is 1 and the number of these functions. Once a release is out, a change of `World` that
cannot read its worlds, or would read them as something else, needs one more:

1. Append a function to `MIGRATIONS` that makes of a world of the schema before, as plain JSON (as saved:
   dicts, lists, strings and integers), one of the new schema. It may change what it is given. It uses
   nothing that may change later: no board, no constant, no type of `world.py`.
2. Save some worlds of the new schema, by name, as `tests/saved/ottomans_N.json`, each as the table
   protocol's `world` says it. `tests/core/test_schemas.py` reads those of every schema through the chain.
3. Never touch a migration, or a saved world, that has been released.

A field with a default that means what its absence meant needs no migration.
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.core.log.chain import JSON


def readings_and_owners(world: dict[str, JSON]) -> dict[str, JSON]:
    """Give a campaign that has begun the readings it was played by, where the default is another one now, and
    what is left of Kaisar-i-Rum to the seat whose part of the Replacement Phase it is.
    """
    options = world.get("options") or {}
    read = {
        "march_after_stop": "yes",
        "fed_by_chit": "area",
        "chits_before_draw": "no",
        "chits_after_events": "no",
        "leader_arrival": "own",
        "mercenary_arrival": "own",
        "leader_raises": "own",
        "empire_player": "austria",
        "assassin_survivor": "stays_put",
        "defenders_lose": "one_each",
        "neutrals_begin": "where_fed",
    }
    world["options"] = read | options
    if court := world.get("court"):
        seat = next(one for one in world["order"] if one not in world["done"])
        world["court"] = {f"{seat} {coalition}": n for coalition, n in court.items()}
    return world


MIGRATIONS: tuple[Callable[[dict[str, JSON]], dict[str, JSON]], ...] = (readings_and_owners,)
"""The first makes a world of schema 2 of one of schema 1, and so on."""
