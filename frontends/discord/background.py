"""Background work: the clock of the campaigns, the computer players, backups; and the bot's health."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from msgspec import Struct

from frontends.discord.delivery import attention
from service.runtime.computer import run_ai
from service.runtime.keep_backups import BackupKeeper
from service.runtime.worker import Worker
from service.values.settings import Settings

SOONEST, LATEST = 1.0, 60.0
"""Between two ticks of the clock, in seconds."""
HOUR = 3600.0
LOOK = 5.0
"""Seconds between two looks at how late the event loop is."""

log = logging.getLogger("tabellarius.discord")


class Health(Struct):
    """The bot's health: UNIX seconds of the last tick and backup (0 for none), and seconds late."""

    ticked: int = 0
    backed_up: int = 0
    late: float = 0.0


class BackgroundTasks:
    """The loops of background work; none ends before the client, whatever fails in it.

    Args:
        worker: runs requests on the service.
        settings: how often backups are made, where, and how many are kept.
        connected: set while the platform can be reached.

    Attributes:
        health: the bot's health.
        backups: makes the copies.
    """

    def __init__(self, worker: Worker, settings: Settings, connected: asyncio.Event) -> None:
        self._worker, self._connected = worker, connected
        self.health = Health()
        self.backups = BackupKeeper(worker, settings, self._note_backup)

    def _note_backup(self, when: int) -> None:
        self.health.backed_up = when

    async def run(self) -> None:
        """Tick, let the computer play, and back up the store, until cancelled."""
        await asyncio.gather(
            self._again(self._tick),
            self._again(self._play_computer),
            self._again(self._recall),
            self.backups.run(),
            self._again(self._sweep),
            self._watch(),
        )

    async def _again(self, work: Callable[[], Awaitable[float]]) -> None:
        """Do some work again and again; it returns the seconds until the next time."""
        while True:
            try:
                wait = await work()
            except Exception:
                log.exception("background task %s failed, will retry", work.__name__)
                wait = LATEST
            await asyncio.sleep(wait)

    async def _tick(self) -> float:
        """Tick. While Discord is down the clock stops, as if the bot were down, and that time is given
        back.
        """
        await self._connected.wait()
        due = await self._worker.run(lambda service: service.tick())
        self.health.ticked = int(time.time())
        self._worker.metrics.tick()
        return min(max(due - time.time(), SOONEST), LATEST)

    async def _play_computer(self) -> float:
        """Let the computer answer wherever it is asked; start again if that fails."""
        await run_ai(self._worker)
        return LATEST

    async def _recall(self) -> float:
        """Call with a sound who was asked without one hours ago."""
        await self._connected.wait()
        await self._worker.run(attention.recall)
        return LATEST

    async def _sweep(self) -> float:
        """Delete, once a day, records that nobody needs any more."""
        await self._worker.run_silently(lambda service: service.sweep())
        return 24 * HOUR

    async def _watch(self) -> None:
        """Measure how late the event loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK
            await asyncio.sleep(LOOK)
            self.health.late = max(loop.time() - due, 0.0)
