"""Copies of the database while a front end runs: daily ones that are kept, and a latest one every few
minutes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from service.storage.database import backups
from service.storage.database.backups import backed_up, require_database, restored
from service.storage.database.errors import StoreError
from service.values.settings import CannotStart, Settings

from .worker import Worker

HOUR, MINUTE = 3600.0, 60.0

log = logging.getLogger("tabellarius")

__all__ = ["BackupKeeper", "backed_up", "require_backups", "require_database", "restored"]


def require_backups(settings: Settings) -> None:
    """Require that backups can be made as the settings ask.

    Raises:
        CannotStart: if their folder cannot be written.
    """
    if settings.backup_hours or settings.backup_minutes:
        backups.require_writable(settings.backups)


class BackupKeeper:
    """A loop that makes the copies that the settings ask for.

    Args:
        worker: runs requests on the service.
        settings: how often copies are made, where, and how many are kept.
        noted: called with the UNIX second of the newest daily copy.
    """

    def __init__(
        self, worker: Worker, settings: Settings, noted: Callable[[int], object] = lambda when: None
    ) -> None:
        self._worker, self._settings, self._noted = worker, settings, noted

    async def run(self) -> None:
        """Make copies until this is cancelled."""
        await asyncio.gather(_again(self.daily), _again(self.often))

    async def daily(self) -> float:
        """Make a copy if one is due; return the seconds until the next."""
        settings = self._settings
        if not settings.backup_hours:
            return HOUR
        every, now = settings.backup_hours * HOUR, time.time()
        latest = min(await asyncio.to_thread(backups.newest, settings.backups), now)  # clocks have been wrong
        self._noted(int(latest))
        if (left := latest + every - now) > 0:
            return left
        try:
            await self.back_up()
        except (OSError, StoreError) as error:
            self._worker.metrics.backup_fault = reason(error)
            log.exception("backup failed, next attempt in an hour")
            return HOUR
        return every

    async def often(self) -> float:
        """Replace the latest copy, beside the service's thread; return the seconds until the next."""
        settings = self._settings
        if not settings.backup_minutes:
            return HOUR
        try:
            await asyncio.to_thread(backups.replace_latest, settings.database, settings.backups)
        except (OSError, CannotStart) as error:
            self._worker.metrics.backup_fault = reason(error)
            log.exception("the latest copy failed, next attempt in %d minutes", settings.backup_minutes)
        else:
            self._worker.metrics.backup_fault = ""
        return settings.backup_minutes * MINUTE

    async def back_up(self) -> Path:
        """Copy the store while it is in use, and delete the oldest copies.

        Raises:
            OSError, StoreError: if it cannot be written.
        """
        folder, kept = self._settings.backups, self._settings.backups_kept
        made = await self._worker.run_silently(lambda service: service.back_up(folder, kept))
        self._noted(int(time.time()))
        self._worker.metrics.backup_fault = ""
        log.info("backup made", extra={"file": made.name})
        return made


def reason(error: Exception) -> str:
    """Return why a file could not be written, without its path."""
    cause = error.__cause__ or error
    if isinstance(cause, StoreError):
        return str(cause)
    return (cause.strerror if isinstance(cause, OSError) else None) or type(cause).__name__


async def _again(work: Callable[[], Awaitable[float]]) -> None:
    while True:
        await asyncio.sleep(await work())
