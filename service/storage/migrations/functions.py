"""The statements of migrations, and the SQL functions that they and triggers call."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from hashlib import blake2b, sha256

from adjudicator.core.log.chain import lp


def statements(script: str) -> Iterator[str]:
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


def add_functions(conn: sqlite3.Connection) -> None:
    """Give a connection the functions that migrations and triggers call."""
    conn.create_function("guarded", -1, guarded, deterministic=True)
    conn.create_function("toggled", -1, toggled, deterministic=True)
    conn.create_aggregate("toggled_all", 1, _Toggled)


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
