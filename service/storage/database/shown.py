"""The last end of each log that anybody may have seen, kept beside the database (design/fair-dice.md §8).

If the database is replaced by an older copy, entries that people have read are missing from it; this file
still knows them. It has a line for every command: the campaign's name in the chain, the last entry, the first
16 digits of its head (none for an entry that was lost), the last epoch, and the last roll of the referee
outside the game. The last line of a campaign counts. Another line has the number of each transaction: a
database with a lower number lacks the last writes, even if they were no entries of a log. All is written
after the transaction is on the disk, so it is never ahead of a database that was not replaced and has its
-wal file.

A start leaves one line of each campaign (`keep`). Until the next one the file grows by about 85 bytes an
order: 100 campaigns with 30 orders a day each make 90 MB in a year. It is not shortened in between, because
another process, such as `bot.py link`, may add its line at that moment, and the line would be lost.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from service.values.records import Seen

from .integrity import ends_of, titles_of

_LOG = logging.getLogger(__name__)

WRITTEN = "written"
"""The first word of a line with the number of a transaction."""
UNKNOWN = Seen(-1, "", 0)
"""The end of a log for which no record says what has been read since the copy was made."""


class ShownEnds:
    """The file beside a database.

    Args:
        database: the file that has the campaigns.
    """

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}.shown")
        self._lost = database.with_name(f"{database.name}.lost")

    def note(self, name: str, end: Seen) -> None:
        """Note the end that a campaign's log has now; at once visible to other processes.

        Raises:
            OSError: if it cannot be written.
        """
        with self._path.open("ab") as file:
            file.write(_line(name, end))

    def note_written(self, number: int) -> None:
        """Note the number of the last transaction; a full disk is not an error here."""
        try:
            with self._path.open("ab") as file:
                file.write(f"{WRITTEN} {number}\n".encode())
        except OSError as error:
            _LOG.error("%s cannot be written: %s", self._path, error)

    def written(self) -> int:
        """Return the number of the last transaction, 0 if none is noted."""
        lines = self._path.read_text("ascii", errors="replace").splitlines() if self._path.exists() else []
        numbers = [line.removeprefix(f"{WRITTEN} ") for line in lines if line.startswith(f"{WRITTEN} ")]
        return max((int(number) for number in numbers if number.isdigit()), default=0)

    def all(self) -> dict[str, Seen]:
        """Return the end of each campaign's log, by the campaign's name in the chain."""
        return _read(self._path)

    def keep(self, ends: Mapping[str, Seen]) -> None:
        """Replace all lines by one for each of these; counting of transactions goes on from here."""
        _write(self._path, ends)

    def take_over(self, former: Path | None, copy: Path) -> None:
        """Keep all that is known before a copy replaces the database.

        Anything about a campaign in the copy that neither this file nor the former database contains is
        unknown. Campaigns that the copy does not have are kept apart, in `.lost`, until a copy brings them
        back.

        Args:
            former: a readable copy of the former database, None if there is none.
            copy: the file that takes its place.
        """
        ends = dict.fromkeys(ends_of(copy), UNKNOWN) | _read(self._lost) | self.all()
        for name, end in (ends_of(former) if former is not None else {}).items():
            ends[name] = later(ends.get(name, UNKNOWN), end)
        here = titles_of(copy)
        self.keep({name: end for name, end in ends.items() if name in here})
        _write(self._lost, {name: end for name, end in ends.items() if name not in here})


def _read(path: Path) -> dict[str, Seen]:
    ends: dict[str, Seen] = {}
    if path.exists():
        for line in path.read_text("ascii", errors="replace").splitlines(keepends=True):
            name, *numbers = line.split(" ")
            if line.endswith("\n") and (end := _end(numbers)) is not None:
                ends[name] = end
    return ends


def _write(path: Path, ends: Mapping[str, Seen]) -> None:
    """Replace a file by these lines; without lines no file is made, unless there was one."""
    if not ends and not path.exists():
        return
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    with part.open("wb") as file:
        file.writelines(_line(name, end) for name, end in ends.items())
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def later(one: Seen, other: Seen) -> Seen:
    """Return the end of the longer log, with the later of both epochs, and of both referee's dice."""
    longer = max(one, other, key=lambda end: end.n)
    return Seen(longer.n, longer.head, max(one.epoch, other.epoch), max(one.asides, other.asides))


def _line(name: str, end: Seen) -> bytes:
    return f"{name} {end.n} {end.head[:16]} {end.epoch} {end.asides}\n".encode()


def _end(fields: Iterable[str]) -> Seen | None:
    """Return the end in the fields of a line; None if the line was torn when it was written."""
    try:
        n, head, *dice = fields
        epoch, asides = map(int, (*dice, "0")[:2])  # before, there was no number of the referee's dice
        return Seen(int(n), head, epoch, asides) if len(head) in (0, 16) else None
    except ValueError:
        return None
