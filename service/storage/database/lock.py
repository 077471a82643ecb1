"""One bot at a time over a database: two would each post, tick and roll for the same campaigns."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from adjudicator.core.language.words import N_
from service.values.settings import CannotStart, CannotStartYet
from service.values.words import because

if sys.platform == "win32":
    import msvcrt

    def _take(file: BinaryIO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def require_folder(database: Path) -> None:
    """Require that the folder of a database is there: in its place a disk may not be mounted, and an umpire
    that made it would know of no game.

    Raises:
        CannotStart: if it is missing.
    """
    if not database.parent.is_dir():
        raise CannotStart(
            N_(
                "{folder}, the folder of the database {name}, is not there. Mount its disk or correct the "
                "setting; if the database is to begin there, make the folder first."
            ),
            folder=database.parent,
            name=database.name,
        )


@contextmanager
def alone(database: Path) -> Iterator[None]:
    """Lock the database, so that no other bot opens it meanwhile.

    A file beside it is locked; the system releases the lock however the process ends, so none has to be
    removed by hand.

    Raises:
        CannotStart: if the folder of the database is missing.
        CannotStartYet: if another process has it, or the file beside it cannot be opened.
    """
    require_folder(database)
    beside = database.with_name(f"{database.name}.lock")
    try:
        file = beside.open("ab")
    except OSError as error:
        said = N_("{file} cannot be opened ({why}).")
        raise CannotStartYet(said, file=beside, why=because(error)) from error
    with file:
        try:
            _take(file)
        except OSError as error:
            raise CannotStartYet(
                N_(
                    "Another umpire has {database} open, or {beside} cannot be locked ({why}). Stop the "
                    "other one first, or set a different database."
                ),
                database=database,
                beside=beside,
                why=because(error),
            ) from error
        yield
