"""The store: one SQLite file, opened so that nothing accepted is ever lost (design/store.md §1).

Only this module imports sqlite_utils. A transaction is one function run to its end, never held open
over an `await`; every statement outside one is a read.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import RLock
from typing import Any, TypeAlias

from sqlite_utils import Database, Migrations

from adjudicator.core.language.words import N_, words
from service.storage.migrations.functions import add_functions, statements
from service.storage.migrations.scripts import SCRIPTS

from .copying import PATIENCE, copy_open, make
from .errors import FULL, MOVED, Corrupt, Foreign, Unavailable, foreign, is_full, is_passing, permanent
from .integrity import broken_chains, chain_fault, faults, newest_intact, strange, text_of

Row: TypeAlias = tuple[Any, ...]
_LOGGER = logging.getLogger(__name__)

MOST_QUERIES, MOST_ROWS = 512, 1000
"""Queries of which the rows are kept, and rows of one."""


class Store:
    """The one connection to the file, for one thread at a time.

    Attributes:
        blocked: the error of the last transaction that met a locked file, until somebody resets it to None.
        note: a function called with the number of each durable transaction, once it is on the disk.

    Args:
        path: the file; it is made if it is not there.
        backups: the folder that is searched for an intact backup if the file is damaged; by default
            that of the file.

    Raises:
        Corrupt: if the file is not intact; damage within one campaign is reported by `broken_chains` and
            `require_intact`.
        Foreign: if its tables are not those of this release, or of one before that it can follow.
        CannotStartYet: if it cannot be opened now.
    """

    def __init__(self, path: Path, backups: Path | None = None) -> None:
        self.path, self._backups = path, backups or path.parent
        # A trigger calls Python in the middle of a statement: a second thread waits here, not in SQLite.
        self._one = RLock()
        self.blocked: Unavailable | None = None
        self.note: Callable[[int], None] = lambda number: None
        self._is_reading = False
        self._read: dict[tuple[str, tuple[object, ...]], list[Row]] = {}
        self._read_at = (-1, -1)
        with ExitStack() as failed:
            try:
                self._db = _connect(path)
                failed.callback(self._db.conn.close)
                wrong = _settle(self._db) or faults(self._db.conn)
                self._identity = _identity(path)
            except UnicodeDecodeError as error:  # of SQLite's own message: it quotes what is damaged
                wrong = [str(error)]
            except sqlite3.DatabaseError as error:
                wrong = [str(permanent(path, error))]
            if wrong:
                raise Corrupt(path, wrong[0], newest_intact(path, self._backups))
            failed.pop_all()

    def close(self) -> None:
        """Close the connection; the -wal file is taken into the file."""
        self._db.conn.close()

    @contextmanager
    def transaction(self, *, durable: bool = True) -> Iterator[None]:
        """A transaction, all or nothing: the write lock is taken at once, and an exception undoes everything.

        Raises:
            Unavailable: if the file cannot be written now.

        Args:
            durable: true if the transaction must be on the disk when this ends. Otherwise the end of the
                process loses nothing, but a power cut may, back to the last durable one: for data that can be
                obtained again.
        """
        conn = self._db.conn
        try:
            conn.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            conn.execute("BEGIN IMMEDIATE")
            self._require_in_place()
            yield
            number = self.number + 1
            if durable:
                conn.execute(f"PRAGMA user_version = {number}")
            conn.execute("COMMIT")
        except sqlite3.Error as error:
            _roll_back(conn)
            if isinstance(error, Unavailable) or not is_passing(error):
                raise
            _LOGGER.error("%s cannot be written: %s", self.path, error)
            refused = Unavailable(error, FULL if is_full(self.path, error) else "")
            if refused.is_locked:
                self.blocked = refused
            raise refused from error
        except BaseException:
            _roll_back(conn)
            raise
        if durable:
            self.note(number)

    @property
    def is_in_transaction(self) -> bool:
        """True while a transaction runs."""
        return self._db.conn.in_transaction

    @property
    def number(self) -> int:
        """The number of the last durable transaction in the file."""
        return int(self._db.conn.execute("PRAGMA user_version").fetchone()[0])

    def _require_in_place(self) -> None:
        """Require that the open file is still the one at its path; writes to another would be lost.

        Raises:
            Unavailable: if it was moved, deleted or replaced.
        """
        if _identity(self.path) != self._identity:
            _LOGGER.error("%s was moved, deleted or replaced while it is open: stop the umpire", self.path)
            raise Unavailable(sqlite3.OperationalError("moved"), MOVED)

    def checkpoint(self) -> None:
        """Write the -wal back into the database file, unless a replicator does so (ADR 15)."""
        mode = "PASSIVE" if is_replicated(self.path) else "TRUNCATE"
        self._db.conn.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()

    def wait_at_most(self, seconds: float) -> None:
        """Limit the wait for a locked file."""
        self._db.conn.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    @property
    def changes(self) -> int:
        """The number of rows that were changed since the file was opened."""
        return self._db.conn.total_changes

    @property
    def state(self) -> tuple[int, int]:
        """Two numbers, one of which differs once anything in the file has changed, by whatever connection."""
        return self.changes, int(self._db.conn.execute("PRAGMA data_version").fetchone()[0])

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read the rows of each query once, as long as nothing changes, also in later readings."""
        self._is_reading = True
        if self._read_at != (now := self.state):
            self._read, self._read_at = {}, now
        try:
            yield
        finally:
            self._is_reading = False

    def rows(self, sql: str, *values: object, **named: object) -> list[Row]:
        """Return the rows that a query finds; its parameters are `?`, or `:name` for named values."""
        with self._one:
            if not self._is_reading or named or self.is_in_transaction:
                return self._db.conn.execute(sql, named or values).fetchall()
            if self._read_at[0] != self.changes or len(self._read) > MOST_QUERIES:
                self._read, self._read_at = {}, self.state
            if (found := self._read.get((sql, values))) is None:
                found = self._db.conn.execute(sql, values).fetchall()
                if len(found) < MOST_ROWS:
                    self._read[sql, values] = found
            return [*found]

    def row(self, sql: str, *values: object, **named: object) -> Row | None:
        """Return the first row that a query finds, None if there is none."""
        if self._is_reading and not named and not self.is_in_transaction:
            return next(iter(self.rows(sql, *values)), None)
        with self._one:
            found: Row | None = self._db.conn.execute(sql, named or values).fetchone()
        return found

    def run(self, sql: str, *values: object, **named: object) -> int:
        """Run a statement, inside a transaction only; return the id of the row that was added."""
        self._require_transaction(sql)
        with self._one:
            return self._db.conn.execute(sql, named or values).lastrowid or 0

    def run_each(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each of the rows, inside a transaction only."""
        self._require_transaction(sql)
        with self._one:
            self._db.conn.executemany(sql, rows)

    def _require_transaction(self, sql: str) -> None:
        if not self._db.conn.in_transaction:
            raise RuntimeError(f"outside a transaction: {sql}")

    def require_checksum(self, kind: str, owner: int) -> None:
        """Require that the rows of a "campaign" or "tournament" are those that were written.

        Raises:
            Corrupt: if one has changed, is missing or is too many.
        """
        with self._readable(f"{kind} {owner}"):
            made = self.row("SELECT value FROM checksum WHERE kind = ? AND owner = ?", kind, owner)
            found = self.row(
                "SELECT toggled_all(value) FROM in_checksum WHERE kind = ? AND owner = ?", kind, owner
            )
        if made != found:
            raise Corrupt(self.path, f"{kind} {owner}: its rows", newest_intact(self.path, self._backups))

    def require_intact(self, name: str, campaign: int, n: int, head: str) -> None:
        """Require that no row of a campaign has changed, and that its whole log of `n` entries leads to its
        head.

        Raises:
            Corrupt: otherwise.
        """
        self.require_checksum("campaign", campaign)
        with self._readable(name):
            fault = chain_fault(self._db.conn, campaign, n, head)
        if fault:
            raise Corrupt(self.path, f"{name}: {fault}", newest_intact(self.path, self._backups))

    @contextmanager
    def _readable(self, what: str) -> Iterator[None]:
        """Treat a page that cannot be read, although `quick_check` passed, as damage of the data on it."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
                raise
            raise Corrupt(self.path, f"{what}: {error}", newest_intact(self.path, self._backups)) from error

    def broken_chains(self) -> dict[int, Corrupt]:
        """Return the damage of each live campaign whose newest entries are not those that were written."""
        faults = broken_chains(self._db.conn)
        newest = newest_intact(self.path, self._backups) if faults else None
        return {id: Corrupt(self.path, f"campaign {id}: {fault}", newest) for id, fault in faults.items()}

    def backup(self, to: Path) -> Path:
        """Make an intact copy of the file while it is in use; it takes its name only once it is complete.

        Raises:
            StoreError: if it cannot be written, or the file cannot be read; nothing is left of the copy then.
        """
        part = to.with_name(to.name + ".part")
        copy_open(self._db.conn, part)
        return part.replace(to)


def _roll_back(conn: sqlite3.Connection) -> None:
    if conn.in_transaction:
        conn.execute("ROLLBACK")


def is_replicated(path: Path) -> bool:
    """Return true if Litestream replicates a file; then it alone writes the -wal back."""
    return path.with_name(f".{path.name}-litestream").is_dir()


def _identity(path: Path) -> tuple[int, int]:
    """Return the device and inode of a file, (0, 0) if it is gone."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return 0, 0
    return found.st_dev, found.st_ino


def _connect(path: Path) -> Database:
    if path.parent.is_dir() and not path.exists():
        make(path)
    conn = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)
    conn.text_factory = text_of
    return Database(conn, execute_plugins=False)


def _migrations() -> Migrations:
    """Return the migrations of this release, in their order."""
    found = Migrations("tabellarius")
    for name, script in SCRIPTS.items():
        found(name=name)(_migration(script))
    return found


def _migration(script: str) -> Callable[[Database], None]:
    def migrate(db: Database) -> None:
        for statement in statements(script):
            db.conn.execute(statement)

    return migrate


def _settle(db: Database) -> list[str]:
    """Set the pragmas of a connection, and create the tables of this release; return the faults of the
    definitions that are there before, and create nothing then.

    Nothing in a file calls a function before it is known to be ours: SQLite has no mark for harmless
    functions that Python could set, so the triggers of a checked file are trusted.
    """
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "recursive_triggers = ON",
        "trusted_schema = OFF",
    ):
        db.conn.execute(f"PRAGMA {pragma}")
    migrations = _migrations()
    applied = {migration.name for migration in migrations.applied(db)}
    if strangers := sorted(applied - SCRIPTS.keys()):
        raise Foreign(foreign(words(N_("The database")), strangers))
    if applied and (wrong := strange(db.conn)):
        return wrong
    add_functions(db.conn)
    db.conn.execute("PRAGMA trusted_schema = ON")
    with db.atomic():
        migrations.apply(db)
    return []
