"""Background work: the clock of the campaigns, the computer players, backups; and the bot's health."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec import Struct

from service.api import Service
from service.runtime.worker import Worker, run_ai
from service.storage import backups
from service.storage.store import StoreError
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
        worker: runs what is asked of the service.
        settings: how often backups are made, where, and how many are kept.
        connected: set while the platform can be reached.

    Attributes:
        health: how the bot is doing.
    """

    def __init__(self, worker: Worker, settings: Settings, connected: asyncio.Event) -> None:
        self._worker, self._settings, self._connected = worker, settings, connected
        self.health = Health()

    async def run(self) -> None:
        """Tick, let the computer play, and back up the store, until cancelled."""
        await asyncio.gather(
            self._again(self._tick),
            self._again(self._play_computer),
            self._again(self._back_up),
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
        """Tick. While Discord is away the clock stands, as if the bot were down: that time is given back."""
        await self._connected.wait()
        due = await self._worker.run(lambda service: service.tick())
        self.health.ticked = int(time.time())
        self._worker.metrics.tick()
        return min(max(due - time.time(), SOONEST), LATEST)

    async def _play_computer(self) -> float:
        """Let the computer answer wherever it is asked; start again if that fails."""
        await run_ai(self._worker)
        return LATEST

    async def _sweep(self) -> float:
        """Delete, once a day, what nobody needs any more."""
        await self._worker.run_silently(lambda service: service.sweep())
        return 24 * HOUR

    async def _watch(self) -> None:
        """Measure how late the event loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK
            await asyncio.sleep(LOOK)
            self.health.late = max(loop.time() - due, 0.0)

    # -- backups ---------------------------------------------------------------------------------

    async def _back_up(self) -> float:
        settings = self._settings
        if not settings.backup_hours:
            return HOUR
        every = settings.backup_hours * HOUR
        now = time.time()
        latest = min(await asyncio.to_thread(backups.newest, settings.backups), now)  # clocks have been wrong
        self.health.backed_up = int(latest)
        if (left := latest + every - now) > 0:
            return left
        try:
            await self.back_up()
        except (OSError, StoreError):
            log.exception("backup failed, next attempt in an hour")
            return HOUR
        return every

    async def back_up(self) -> Path:
        """Copy the store while it is in use, and delete the oldest copies.

        Raises:
            OSError, StoreError: if it cannot be written.
        """
        settings = self._settings

        def copy(service: Service) -> Path:
            return service.back_up(settings.backups, settings.backups_kept)

        made = await self._worker.run_silently(copy)
        self.health.backed_up = int(time.time())
        log.info("backup made", extra={"file": made.name})
        return made
