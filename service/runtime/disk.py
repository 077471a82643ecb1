"""The disk of an umpire: the size of its database, the age of its newest backup, the room that is left."""

from __future__ import annotations

import shutil
import time
from math import nan

from service.storage.database.backups import newest_copy
from service.storage.database.copying import BESIDE
from service.values.settings import Settings

HOUR, MINUTE = 3600, 60
MISSED = 2
"""The backups that may be missed before somebody must look after them."""


class DiskUse:
    """The database and the backups of an umpire."""

    def __init__(self, settings: Settings) -> None:
        self._database, self._backups = settings.database, settings.backups
        hours, minutes = settings.backup_hours * HOUR, settings.backup_minutes * MINUTE
        self._every = min(hours or minutes, minutes or hours)
        """Seconds between two backups, 0 for none."""

    def backup_age(self) -> float:
        """Return the age of the newest backup in seconds, NaN if there is none."""
        newest = newest_copy(self._backups)
        return nan if newest is None else time.time() - newest.stat().st_mtime

    def database_size(self) -> int:
        """Return the size of the database with what SQLite keeps beside it, in bytes."""
        files = [self._database.with_name(self._database.name + ending) for ending in ("", *BESIDE)]
        return sum(file.stat().st_size for file in files if file.exists())

    def free(self) -> int:
        """Return the free bytes on the disk of the database."""
        return shutil.disk_usage(self._database.parent).free

    def shortcomings(self) -> list[str]:
        """Return the faults that the operator must look after: missed backups, no room for one more."""
        found: list[str] = []
        if self._every and (age := self.backup_age()) > MISSED * self._every:
            found.append(f"the newest backup is {age / HOUR:.0f} hours old")
        if (free := self.free()) < self.database_size():
            found.append(f"the disk of the database has {free >> 20} MB left, too few for a copy of it")
        return found
