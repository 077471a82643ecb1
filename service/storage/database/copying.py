"""Copies of the SQLite file, each one intact file that nobody else can read."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from .errors import Corrupt, permanent

PATIENCE = 5.0
"""Seconds that a locked file is waited for."""
BESIDE = ("-wal", "-shm")
"""The files that SQLite keeps beside one in use, or one whose process was killed."""


def make(path: Path) -> None:
    """Create an empty file that nobody else can read, because the seeds in it foretell all dice."""
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)


def tighten(path: Path) -> bool:
    """Let nobody else read a file, nor what SQLite keeps beside it; return true if others could.

    A copy of another program is often readable by all. Windows keeps no such modes.
    """
    files = [path.with_name(path.name + ending) for ending in ("", *BESIDE)]
    open_ = [file for file in files if os.name == "posix" and file.exists() and file.stat().st_mode & 0o077]
    for file in open_:
        file.chmod(0o600)
    return bool(open_)


def copy(path: Path, to: Path) -> None:
    """Copy a file that may be in use, without changing its contents; nobody else can read the copy.

    Opened for writing, so that SQLite leaves nothing of its own beside a file that nobody else has open.

    Raises:
        Corrupt: if it cannot be read.
        CannotStartYet: if it cannot be read now, or the copy cannot be written.
    """
    try:
        uri = f"{path.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(uri, timeout=PATIENCE, uri=True)) as source:
            copy_open(source, to)
    except sqlite3.DatabaseError as error:
        raise Corrupt(path, str(permanent(path, error)), None) from error


def copy_open(source: sqlite3.Connection, to: Path) -> None:
    """Make one intact file without side files, neither now nor when it is read; no file if that fails.

    The source is read in a transaction begun before, because SQLite's own would wait for a lock for ever.
    """
    source.execute("BEGIN")
    try:
        source.execute("SELECT 1 FROM sqlite_schema").fetchone()
        make(to)
        with closing(sqlite3.connect(to)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
    except BaseException:
        to.unlink(missing_ok=True)
        raise
    finally:
        if source.in_transaction:
            source.execute("ROLLBACK")


def gather(path: Path, to: Path) -> None:
    """Copy a file that nobody has open, with the contents of its -wal; neither of them is touched.

    Raises:
        Corrupt: if it cannot be read.
        OSError: if a file cannot be read or written.
    """
    for ending in ("", *BESIDE):
        beside, made = (file.with_name(file.name + ending) for file in (path, to))
        made.unlink(missing_ok=True)
        if ending != "-shm" and (not ending or beside.exists()):
            make(made)
            shutil.copyfile(beside, made)
    try:
        with closing(sqlite3.connect(to)) as conn:
            conn.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        raise Corrupt(path, str(error), None) from error
    with to.open("rb+") as file:
        os.fsync(file.fileno())
