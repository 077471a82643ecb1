"""Integrity of the SQLite file: of its pages and definitions, and of the chains of its campaigns."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from adjudicator.core.log.chain import lp
from service.storage.migrations.functions import add_functions, statements
from service.storage.migrations.scripts import SCRIPTS
from service.values.records import Seen

T = TypeVar("T")

text_of = partial(str, encoding="utf-8", errors="replace")
"""The reading of a text: a damaged one must not hide the rows beside it; checksums are made of bytes."""
_LOG = lp("tabellarius/1/log")
OTHERS = ("sqlite_", "_sqlite_migrations", "_litestream")
"""The beginnings of the names of tables that SQLite, the library of migrations and a replicator make."""


def faults(conn: sqlite3.Connection) -> list[str]:
    """Return the faults of the pages of a file and, if this release created them, of its definitions."""
    wrong = [str(row[0]) for row in conn.execute("PRAGMA quick_check(1)") if row[0] != "ok"]
    return wrong if wrong or _unknown(conn) else strange(conn)


def strange(conn: sqlite3.Connection) -> list[str]:
    """Return the faults in the definitions of a file: what no release made, or this one makes otherwise.

    Of a file of an earlier release only the former are told: its definitions may have been written otherwise.
    """
    applied, found = _applied(conn), _definitions(conn)
    names = tuple(SCRIPTS)[: len(applied)]
    if applied != {*names}:
        return []  # of a release in development
    made = _made(names)
    foreign = [
        f"the {kind} {name} is none of ours"
        for name, (kind, table, _) in found.items()
        if name not in made and not _is_other(kind, table)
    ]
    if applied != SCRIPTS.keys():
        return foreign
    return [f"the definition of {name}" for name in made if found.get(name) != made[name]] + foreign


def _is_other(kind: str, table: str) -> bool:
    """Return true for a table, or an index of one, that no migration makes but SQLite or a tool beside us."""
    return kind in ("table", "index") and table.startswith(OTHERS)


def _applied(conn: sqlite3.Connection) -> set[str]:
    return {name for (name,) in conn.execute("SELECT name FROM _sqlite_migrations")}


def _unknown(conn: sqlite3.Connection) -> list[str]:
    """Return the migrations in a file that this release does not know: a newer one has written it."""
    return sorted(_applied(conn) - SCRIPTS.keys())


def unknown_to_us(path: Path) -> list[str]:
    """Return the migrations in a file that nobody has open which this release does not know; none for a file
    that cannot be read.
    """
    try:
        return _read(path, _unknown)
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return []


def _definitions(conn: sqlite3.Connection) -> dict[str, tuple[str, str, str]]:
    """Return kind, table and SQL of each table, index, view and trigger, by its name.

    Quotation marks are left out: which ones a renamed table gets depends on the release of SQLite.
    """
    query = "SELECT name, type, tbl_name, replace(coalesce(sql, ''), '\"', '') FROM sqlite_schema"
    return {name: (kind, table, text) for name, kind, table, text in conn.execute(query)}


@cache
def _made(names: tuple[str, ...]) -> dict[str, tuple[str, str, str]]:
    """Return the definitions that these migrations create, in this order."""
    with closing(sqlite3.connect(":memory:")) as conn:
        add_functions(conn)
        for name in names:
            for statement in statements(SCRIPTS[name]):
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
    files = backups.iterdir() if backups.is_dir() else ()
    copies = [file for file in files if file.suffix == path.suffix and file != path]
    for file in sorted(copies, key=lambda file: file.stat().st_mtime, reverse=True):
        if is_intact(file):
            return file
    return None


def is_intact(path: Path) -> bool:
    """Return true if every campaign in a file that nobody has open is intact."""
    return is_whole(path) and not _read(path, broken_chains)


def is_whole(path: Path) -> bool:
    """Return true if a file that nobody has open can be opened; a campaign in it may be damaged."""
    return not first_fault(path)


def first_fault(path: Path) -> str:
    """Return why a file that nobody has open cannot be opened, "" if it can."""
    try:
        return next(iter(_read(path, faults)), "")
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return str(error)


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


def titles_of(path: Path) -> dict[str, str]:
    """Return the titles of the campaigns in a file that nobody has open, by name; none if unreadable."""
    try:
        return dict(_read(path, lambda conn: conn.execute("SELECT name, title FROM campaign").fetchall()))
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return {}


def _read(path: Path, look: Callable[[sqlite3.Connection], T]) -> T:
    """Query a file that nobody has open, without leaving anything beside it."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as conn:
        conn.text_factory = text_of
        conn.execute("PRAGMA trusted_schema = OFF")
        return look(conn)
