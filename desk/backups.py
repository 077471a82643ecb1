"""Copies of the database: made while it is in use, let go when they are old, put back by hand."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

from .alone import alone
from .settings import CannotStart
from .store import Store, copy, is_whole

PATTERN = "tabellarius-*.*"
PART = ".part"
"""The ending of a copy that is being made, or that was torn when it was."""
DAY = 86_400
_BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside a file that is, or was, in use."""


def back_up(store: Store, folder: Path, kept: int) -> Path:
    """A copy in a folder, named by the time (UTC); of older ones so many are kept.

    Raises:
        OSError, StoreError: if it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    made = store.backup(_unused(folder, store.path.suffix))
    _let_go(folder, kept)
    return made


def _let_go(folder: Path, kept: int) -> None:
    for old in _copies(folder)[:-kept]:
        old.unlink()
    for torn in folder.glob(PATTERN + PART):
        if torn.stat().st_mtime < time.time() - DAY:
            torn.unlink()


def _copies(folder: Path) -> list[Path]:
    """The whole copies, the oldest first."""
    return sorted(file for file in folder.glob(PATTERN) if file.suffix != PART)


def newest(folder: Path) -> float:
    """When the newest copy was made, in UNIX seconds; 0 if there is none."""
    return max((file.stat().st_mtime for file in _copies(folder)), default=0.0)


def backed_up(database: Path, folder: Path, kept: int) -> Path:
    """A copy of a file, whether an umpire has it open or not.

    Raises:
        CannotStart: if there is no such file.
    """
    if not database.exists():
        raise CannotStart(f"there is no database {database}")
    folder.mkdir(parents=True, exist_ok=True)
    made = _unused(folder, database.suffix)
    part = made.with_name(made.name + PART)
    copy(database, part)
    part.replace(made)
    _let_go(folder, kept)
    return made


def restored(backup: Path, database: Path) -> Path | None:
    """Put a copy in the place of the database; gives where the former one lies now, None if there was none.

    The umpire must not run. Nothing is deleted: the former file and what SQLite kept beside it are set aside.

    Raises:
        CannotStart: if the copy is not whole, or an umpire runs.
    """
    with alone(database):
        return _restored(backup, database)


def _restored(backup: Path, database: Path) -> Path | None:
    if not backup.exists() or not is_whole(backup):
        raise CannotStart(f"{backup} is no whole database; nothing was changed")
    aside = database.with_name(f"{database.name}.before-{_stamp()}")
    had_one = database.exists()
    if had_one:
        database.rename(aside)
    for ending in _BESIDE:
        beside = database.with_name(database.name + ending)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + ending))
    part = database.with_name(database.name + PART)
    copy(backup, part)
    part.replace(database)
    return aside if had_one else None


def _unused(folder: Path, ending: str) -> Path:
    """A name by the time that no copy has yet: two may be made in one second."""
    stamp = _stamp()
    names = (folder / f"tabellarius-{stamp}-{n:02}{ending}" for n in range(100))
    return next(name for name in names if not name.exists())


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
