"""The store: one SQLite file, opened so that nothing accepted is ever lost (design/store.md §1).

Only this module imports sqlite_utils. A transaction is one function run to its end, never held open
over an `await`; every statement outside one is a read.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache, partial
from hashlib import blake2b, sha256
from pathlib import Path
from threading import RLock
from typing import Any, TypeAlias, TypeVar

from sqlite_utils import Database, Migrations

from adjudicator.core.errors import Refusal
from adjudicator.core.log.chain import lp
from adjudicator.core.words import N_, Words
from service.storage.migrations import posts
from service.storage.migrations.scripts import SCRIPTS
from service.values.records import Seen
from service.values.settings import CannotStartYet

T = TypeVar("T")

Row: TypeAlias = tuple[Any, ...]
StoreError = sqlite3.Error

_LOGGER = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds that a locked file is waited for."""
LEAST_FREE = 64 * 1024
"""Bytes of a disk without which SQLite cannot open what it keeps beside a file."""
BESIDE = ("-wal", "-shm")
"""The files that SQLite keeps beside one in use, or one whose process was killed."""

_text = partial(str, encoding="utf-8", errors="replace")
"""The reading of a text: a damaged one must not hide the rows beside it; checksums are made of bytes."""

_MIGRATIONS = Migrations("tabellarius")


def _register(name: str, script: str) -> None:
    @_MIGRATIONS(name=name)
    def migrate(db: Database) -> None:
        for statement in _statements(script):
            db.conn.execute(statement)


for _name, _script in SCRIPTS.items():
    _register(_name, _script)


def _statements(script: str) -> Iterator[str]:
    """Yield the statements one by one: `executescript` would commit the migration's transaction.

    Raises:
        ValueError: if the last one has no semicolon, and would be left out.
    """
    statement = ""
    for part in re.findall(r"[^;]*;?", script):
        statement += part
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        raise ValueError(f"a migration ends without a semicolon: {statement.strip()}")


class Corrupt(Exception):
    """Raised for a damaged file, which is not opened.

    Attributes:
        path: the file.
        why: the damage, for the operator.
        newest: the newest backup that is intact, None if there is none.
    """

    def __init__(self, path: Path, why: str, newest: Path | None) -> None:
        instead = (
            "No intact backup was found." if newest is None else f"The newest intact backup is {newest}."
        )
        super().__init__(f"{path} is damaged ({why}). {instead}")
        self.path, self.why, self.newest = path, why, newest


class Newer(Exception):
    """Raised if the file was written by a later release with tables unknown to this one."""


UNWRITABLE = N_(
    "the database cannot be written now, and nothing was changed; the operator's log has the reason"
)
FULL = N_("the disk is full, and nothing was changed; the operator must free some space")
MOVED = N_(
    "the database was moved or deleted while the umpire runs, and nothing was changed; the operator "
    "must stop the umpire and put it back"
)


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
        super().__init__(Words(why))


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
        Newer: if a later release has written it.
        CannotStartYet: if it cannot be opened now.
    """

    def __init__(self, path: Path, backups: Path | None = None) -> None:
        self.path, self._backups = path, backups or path.parent
        # A trigger calls Python in the middle of a statement: a second thread waits here, not in SQLite.
        self._one = RLock()
        self.blocked: Unavailable | None = None
        self.note: Callable[[int], None] = lambda number: None
        try:
            self._db = _connect(path)
            _settle(self._db)
            self._identity = _identity(path)
            wrong = faults(self._db.conn)
        except UnicodeDecodeError as error:  # of SQLite's own message: it quotes what is damaged
            wrong = [str(error)]
        except sqlite3.DatabaseError as error:
            wrong = [str(_permanent(path, error))]
        if wrong:
            raise Corrupt(path, wrong[0], newest_intact(path, self._backups))

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
            if isinstance(error, Unavailable) or not _passes(error):
                raise
            _LOGGER.error("%s cannot be written: %s", self.path, error)
            refused = Unavailable(error, FULL if _is_full(self.path, error) else "")
            if refused.is_locked:
                self.blocked = refused
            raise refused from error
        except BaseException:
            _roll_back(conn)
            raise
        if durable:
            self.note(number)

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

    def rows(self, sql: str, *values: object) -> list[Row]:
        """Return the rows that a query finds."""
        with self._one:
            return self._db.conn.execute(sql, values).fetchall()

    def row(self, sql: str, *values: object) -> Row | None:
        """Return the first row that a query finds, None if there is none."""
        with self._one:
            found: Row | None = self._db.conn.execute(sql, values).fetchone()
        return found

    def run(self, sql: str, *values: object) -> int:
        """Run a statement, inside a transaction only; return the id of the row that was added."""
        self._require_transaction(sql)
        with self._one:
            return self._db.conn.execute(sql, values).lastrowid or 0

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
        _copy(self._db.conn, part)
        return part.replace(to)


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


def _passes(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _PASSING


def _roll_back(conn: sqlite3.Connection) -> None:
    if conn.in_transaction:
        conn.execute("ROLLBACK")


def _permanent(path: Path, error: sqlite3.DatabaseError) -> sqlite3.DatabaseError:
    """Return the error if it says that a file is damaged.

    Raises:
        CannotStartYet: if it does not.
    """
    if _passes(error):
        why = "the disk is full" if _is_full(path, error) else str(error)
        raise CannotStartYet(f"{path} cannot be used now: {why}") from error
    return error


def _is_full(path: Path, error: sqlite3.Error) -> bool:
    """Return true if the disk is full, which SQLite calls an I/O error where it maps a file into memory."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code == sqlite3.SQLITE_FULL or (
        code == sqlite3.SQLITE_IOERR and shutil.disk_usage(path.parent).free < LEAST_FREE
    )


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


def _make(path: Path) -> None:
    """Create an empty file that nobody else can read, because the seeds in it foretell all dice."""
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)


def _connect(path: Path) -> Database:
    if path.parent.is_dir() and not path.exists():
        _make(path)
    conn = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)
    conn.text_factory = _text
    return Database(conn, execute_plugins=False)


def _settle(db: Database) -> None:
    """Set the pragmas of a connection, and create the tables of this release."""
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "recursive_triggers = ON",
    ):
        db.conn.execute(f"PRAGMA {pragma}")
    _add_functions(db.conn)
    applied = {migration.name for migration in _MIGRATIONS.applied(db)}
    if strangers := sorted(applied - SCRIPTS.keys()):
        raise Newer(
            f"The database was written by a newer release: this one does not know {', '.join(strangers)}."
        )
    with db.atomic():
        _MIGRATIONS.apply(db)


def _add_functions(conn: sqlite3.Connection) -> None:
    """Give a connection the functions that migrations and triggers call."""
    conn.create_function("squeezed", 1, _squeezed, deterministic=True)
    conn.create_function("guarded", -1, guarded, deterministic=True)
    conn.create_function("toggled", -1, toggled, deterministic=True)
    conn.create_aggregate("toggled_all", 1, _Toggled)
    conn.create_function("tagged", 2, posts.tagged, deterministic=True)


def guarded(*values: str | bytes | int | None) -> bytes:
    """Return a guard of eight bytes for these values of a row, which shows a flipped bit; it protects against
    decay only.
    """
    return sha256(lp(*("" if value is None else value for value in values))).digest()[:8]


def toggled(value: int, *row: str | bytes | None) -> int:
    """Return a checksum with a row added or removed; the order does not matter."""
    return value ^ int.from_bytes(blake2b(repr(row).encode(), digest_size=8).digest(), "big", signed=True)


class _Toggled:
    """An SQL aggregate: the checksum of many rows, made from the checksum of each."""

    def __init__(self) -> None:
        self._value = 0

    def step(self, value: int) -> None:
        self._value ^= value

    def finalize(self) -> int:
        return self._value


def _squeezed(text: str) -> bytes:
    """Return the compressed content, for migrations to tables whose contents later releases compress."""
    return zlib.compress(text.encode())


# -- integrity of a file ---------------------------------------------------------------------


def faults(conn: sqlite3.Connection) -> list[str]:
    """Return the faults of the pages of a file and, if this release created them, of its definitions."""
    wrong = [str(row[0]) for row in conn.execute("PRAGMA quick_check(1)") if row[0] != "ok"]
    migrations = [name for (name,) in conn.execute("SELECT name FROM _sqlite_migrations")]
    if wrong or set(migrations) != SCRIPTS.keys():
        return wrong
    found = _definitions(conn)
    return [f"the definition of {name}" for name, made in _made().items() if found.get(name) != made]


def _definitions(conn: sqlite3.Connection) -> dict[str, tuple[str, str, str]]:
    """Return kind, table and SQL of each table, index, view and trigger, by its name.

    Quotation marks are left out: which ones a renamed table gets depends on the release of SQLite.
    """
    query = "SELECT name, type, tbl_name, replace(coalesce(sql, ''), '\"', '') FROM sqlite_schema"
    return {name: (kind, table, text) for name, kind, table, text in conn.execute(query)}


@cache
def _made() -> dict[str, tuple[str, str, str]]:
    """Return the definitions that the migrations create."""
    with closing(sqlite3.connect(":memory:")) as conn:
        _add_functions(conn)
        for script in SCRIPTS.values():
            for statement in _statements(script):
                conn.execute(statement)
        return _definitions(conn)


def broken_chains(conn: sqlite3.Connection) -> dict[int, str]:
    """Return the fault in the newest entries of each live campaign that has one.

    It checks the links of each log since its last rest; `chain_fault` checks a whole log, before a campaign
    is first played (docs/service.md).
    """
    query = """SELECT c.id, c.n, c.head, coalesce(max(r.n), 0) FROM campaign c
               LEFT JOIN rest r ON r.campaign = c.id
               WHERE c.state IN ('joining', 'salting', 'playing', 'closed') GROUP BY c.id"""
    found = {id: chain_fault(conn, id, n, head, rest) for id, n, head, rest in conn.execute(query).fetchall()}
    return {id: fault for id, fault in found.items() if fault}


_LOG = lp("tabellarius/1/log")


def chain_fault(conn: sqlite3.Connection, campaign: int, n: int, head: str, start: int = 0) -> str:
    """Return the fault in a campaign's chain of `n` entries from entry `start` on; "" if there is none."""
    query = "SELECT n, body, head FROM entry WHERE campaign = ? AND n >= ? ORDER BY n"
    rows = conn.execute(query, (campaign, max(start - 1, 0))).fetchall()
    before, due = b"", 0
    if start:
        if not rows:
            return f"entry {start - 1} is missing"
        due, _, before = rows.pop(0)
        due += 1
    for at, body, claimed in rows:
        before = sha256(_LOG + lp(before, body)).digest()
        if at != due or before != claimed:
            return f"the chain is broken at entry {due}"
        due += 1
    if due != n or before.hex() != head:
        return f"the log ends at entry {due - 1}, the campaign at entry {n - 1}"
    return ""


def newest_intact(path: Path, backups: Path) -> Path | None:
    """Return the newest backup in the folder that is intact, None if there is none."""
    copies = [file for file in backups.iterdir() if file.suffix == path.suffix and file != path]
    for file in sorted(copies, key=lambda file: file.stat().st_mtime, reverse=True):
        if is_intact(file):
            return file
    return None


def is_intact(path: Path) -> bool:
    """Return true if every campaign in a file that nobody has open is intact."""
    return is_whole(path) and not _read(path, broken_chains)


def is_whole(path: Path) -> bool:
    """Return true if a file that nobody has open can be opened; a campaign in it may be damaged."""
    try:
        return not _read(path, faults)
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False


def ends_of(path: Path) -> dict[str, Seen]:
    """Return the end of the log of each campaign in play, by its name, from a file that nobody has open.

    Dice of open tables, known to all, are not counted. For a file that cannot be read the result is empty.
    """
    query = """SELECT name, n - 1, head, iif(tier = 'open', 0, epoch), iif(tier = 'open', 0, asides)
               FROM campaign WHERE state IN ('playing', 'closed')"""
    try:
        rows = _read(path, lambda conn: conn.execute(query).fetchall())
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return {}
    return {name: Seen(n, head[:16], *dice) for name, n, head, *dice in rows}


def names_of(path: Path) -> set[str]:
    """Return the names of all campaigns in a file that nobody has open; none, if it cannot be read."""
    try:
        rows = _read(path, lambda conn: conn.execute("SELECT name FROM campaign").fetchall())
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return set()
    return {name for (name,) in rows}


def _read(path: Path, look: Callable[[sqlite3.Connection], T]) -> T:
    """Query a file that nobody has open, without leaving anything beside it."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as conn:
        conn.text_factory = _text
        return look(conn)


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
            _copy(source, to)
    except sqlite3.DatabaseError as error:
        raise Corrupt(path, str(_permanent(path, error)), None) from error


def _copy(source: sqlite3.Connection, to: Path) -> None:
    """Make one intact file without side files, neither now nor when it is read; no file if that fails.

    The source is read in a transaction begun before, because SQLite's own would wait for a lock for ever.
    """
    source.execute("BEGIN")
    try:
        source.execute("SELECT 1 FROM sqlite_schema").fetchone()
        _make(to)
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
            _make(made)
            shutil.copyfile(beside, made)
    try:
        with closing(sqlite3.connect(to)) as conn:
            conn.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        raise Corrupt(path, str(error), None) from error
    with to.open("rb+") as file:
        os.fsync(file.fileno())
