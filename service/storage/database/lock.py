"""One bot at a time over a database: two would each post, tick and roll for the same campaigns."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from service.values.settings import CannotStartYet

if sys.platform == "win32":
    import msvcrt

    def _take(file: BinaryIO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def alone(database: Path) -> Iterator[None]:
    """Lock the database, so that no other bot opens it meanwhile.

    A file beside it is locked; the system releases the lock however the process ends, so none has to be
    removed by hand.

    Raises:
        CannotStartYet: if another process has it, or the file beside it cannot be opened.
    """
    beside = database.with_name(f"{database.name}.lock")
    try:
        beside.parent.mkdir(parents=True, exist_ok=True)
        file = beside.open("ab")
    except OSError as error:
        raise CannotStartYet(f"Cannot open {beside} ({error.strerror}).") from error
    with file:
        try:
            _take(file)
        except OSError as error:
            raise CannotStartYet(
                f"Another umpire has {database} open, or {beside} cannot be locked ({error.strerror}). "
                "Stop the other one first, or set a different database."
            ) from error
        yield
