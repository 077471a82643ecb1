"""Decay of a database that no trigger of its own notices, as on a rotten disk; and files of before."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def decayed(path: Path, sql: str) -> None:
    """Change rows of a file that nobody has open; `flipped` is a function of the SQL."""
    with closing(sqlite3.connect(path)) as conn:
        triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            conn.execute(f"DROP TRIGGER {name}")
        conn.create_function("flipped", 1, flipped)
        assert conn.execute(sql).rowcount > 0
        for _, trigger in triggers:
            conn.execute(trigger)
        conn.commit()


def flipped(value: str | bytes | int) -> str | bytes | int:
    """The value with a bit flipped in its midst."""
    if isinstance(value, int):
        return value ^ 1
    made = bytearray(value.encode() if isinstance(value, str) else value)
    made[len(made) // 2] ^= 1
    return made.decode() if isinstance(value, str) else bytes(made)
