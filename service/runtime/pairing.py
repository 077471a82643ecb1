"""Pairing of rounds, large ones in a process of their own (matching hundreds of players takes seconds), and
the founding of their games.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from service.usecases.tournaments import rounds
from service.usecases.tournaments.rounds import Pairing
from service.values.records import Message
from tournaments.state import Match

from .worker import Worker

FEW = 32
"""The number of players up to which pairing takes some hundredths of a second and is done at once."""
AT_ONCE = 200
"""The number of games that are begun before the command that paired them is answered; the rest follow."""


async def paired(worker: Worker, message: Message, id: int) -> None:
    """Pair the next round of a tournament and begin it; only the sender waits for it.

    Raises:
        Refusal: if there is no round to pair, or the tournament has changed in the meantime.
    """
    if await worker.run_silently(lambda service: service.tournaments.done(message)) is not None:
        return
    planned = await worker.run_silently(lambda service: service.tournaments.plan_round(message, id))
    matches = planned.matches() if len(planned.t.active) <= FEW else await _beside(planned)
    await worker.run(lambda service: service.tournaments.do(message, id, rounds.start, planned, matches))


async def _beside(planned: Pairing) -> list[Match]:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return await asyncio.get_running_loop().run_in_executor(pool, planned.matches)


async def begin_games(worker: Worker) -> None:
    """Begin the games that can begin, one by one, so that other requests are served in between."""
    for _ in range(AT_ONCE):
        if not await worker.run(lambda service: service.tournaments.tick()):
            return
