"""Errors of the SQLite file: damaged, of a later release, or not to be written now."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.languages import FIRST
from adjudicator.core.language.words import N_, Cells, Words, words
from service.storage.migrations.scripts import BEFORE_RELEASE, LAST_BEFORE
from service.values.project import command
from service.values.settings import CannotStart, CannotStartYet
from service.values.words import speak

StoreError = sqlite3.Error
LEAST_FREE = 64 * 1024
"""Bytes of a disk without which SQLite cannot open what it keeps beside a file."""
_PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
"""Errors that do not mean that the file is damaged."""
UNWRITABLE = N_(
    "the database cannot be written now, and nothing was changed; the operator's log has the reason"
)
FULL = N_("the disk is full, and nothing was changed; the operator must free some space")
MOVED = N_(
    "the database was moved or deleted while the umpire was running, and nothing was changed; "
    "the operator must stop the umpire and put it back"
)


class Corrupt(Exception):
    """Raised for a damaged file, which is not opened.

    Attributes:
        path: the file.
        why: the damage, for the operator.
        newest: the newest backup that is intact, None if there is none.
        said: all this as words.
    """

    def __init__(self, path: Path, why: str, newest: Path | None) -> None:
        said = N_("{path} is damaged ({why}). The newest intact backup is {newest}.")
        if newest is None:
            said = N_("{path} is damaged ({why}). No intact backup was found.")
        self.said = words(said, path=path, why=why, newest=newest)
        super().__init__(speak(self.said, FIRST))
        self.path, self.why, self.newest = path, why, newest


class Foreign(CannotStart):
    """Raised if the tables of a file are those of another release: of a newer one, or of none at all."""


def foreign(what: Words, strangers: Sequence[str]) -> Words:
    """Return the sentence about a file with migrations that this release does not know."""
    said = N_(
        "{what} was written by a newer release: this one does not know {strangers}. Use that release, or "
        "restore a backup from before the upgrade (“{command} restore FILE”)."
    )
    if BEFORE_RELEASE in strangers:
        said = N_(
            "{what} is from before release 0.1.0, which does not read it. Commit {commit} is the last that "
            "does: finish its games with it, or start with a new database."
        )
    return words(said, what=what, strangers=Cells(strangers), command=command(), commit=LAST_BEFORE)


class Unavailable(Refusal, sqlite3.Error):
    """Raised if the file cannot be written now, for a cause that may pass; nothing has changed.

    Attributes:
        is_locked: true if another program holds it.
    """

    kind = "not_now"

    def __init__(self, error: sqlite3.Error, why: str = "") -> None:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        self.is_locked = code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        why = why or UNWRITABLE
        if self.is_locked:
            why = N_("another program holds the database, and nothing was changed; try again in a minute")
        super().__init__(words(why))


def is_passing(error: sqlite3.Error) -> bool:
    """Return true if an error has a cause that may pass, and does not mean that the file is damaged."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _PASSING


def permanent(path: Path, error: sqlite3.DatabaseError) -> sqlite3.DatabaseError:
    """Return the error if it says that a file is damaged.

    Raises:
        CannotStartYet: if it does not.
    """
    if is_passing(error):
        said = N_("{path} cannot be used now: {why}")
        if is_full(path, error):
            said = N_("{path} cannot be used now: the disk is full")
        raise CannotStartYet(said, path=path, why=str(error)) from error
    return error


def is_full(path: Path, error: sqlite3.Error) -> bool:
    """Return true if the disk is full, which SQLite calls an I/O error where it maps a file into memory."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code == sqlite3.SQLITE_FULL or (
        code == sqlite3.SQLITE_IOERR and shutil.disk_usage(path.parent).free < LEAST_FREE
    )
