"""Two copies of a service over worlds that a viewer cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from adjudicator.core import Rest
from adjudicator.core.log.chance import sampler
from service.unit_of_work.transaction import Transaction
from service.values.records import Message
from tests.kit.games import KITS

from .service import GAMES, ServiceHarness, service_harness


@contextmanager
def two_worlds(
    b: ServiceHarness, campaign: int, viewer: str | None, folder: Path, seed: int
) -> Iterator[tuple[ServiceHarness, ServiceHarness]]:
    """Two copies of a service; in the second, all that the viewer cannot know is exchanged."""
    found = b.context.campaign(campaign)
    other_world = KITS[found.game].other_world
    assert other_world is not None, "nothing is hidden"
    table = Transaction(b.context, found, Message("", "")).table
    world, rest = other_world(table, viewer, sampler(seed)), table.position.rest
    paths = [b.store.backup(folder / f"{seed}-{viewer}-{which}.sqlite") for which in ("here", "there")]
    games = {found.game: GAMES[found.game]}
    with service_harness(paths[0], games) as here, service_harness(paths[1], games) as there:
        with there.store.transaction():
            other = Rest(rest.n, msgspec.msgpack.encode(world), rest.stage, rest.schema)
            there.context.log.add_rests(campaign, [other], [])
        yield here, there
