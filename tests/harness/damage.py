"""Decay of a database that no trigger of its own notices, as on a rotten disk; and files of before."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from service.storage.migrations.checksums import COVERED, covered
from service.storage.migrations.scripts import SCRIPTS


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


def before_guards(conn: sqlite3.Connection) -> None:
    """Give a file of before there were checksums the tables of before its rows had guards."""
    conn.executescript("""
        ALTER TABLE rest DROP COLUMN guard;
        ALTER TABLE outbox DROP COLUMN guard;
        ALTER TABLE content DROP COLUMN guard;
        ALTER TABLE inbox DROP COLUMN guard;
        DELETE FROM _sqlite_migrations WHERE name = 'guarded';
    """)


def before_checksums(conn: sqlite3.Connection) -> None:
    """Give a file the tables of before there were checksums."""
    of_rows = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%\\_of\\_%' ESCAPE '\\'"
    for (name,) in conn.execute(of_rows).fetchall():
        conn.execute(f"DROP TRIGGER {name}")
    for name in (name for name, script in SCRIPTS.items() if "VIEW in_checksum" in script):
        conn.execute("DELETE FROM _sqlite_migrations WHERE name = ?", [name])
    conn.execute("DROP VIEW in_checksum")
    first, later = covered(()), [script for script in SCRIPTS.values() if "VIEW in_checksum" in script]
    for kind, table, columns in ((k, t, c) for k, of in COVERED.items() for t, c in of.items()):
        for column in columns[len(first[kind][table]) :] if table in first[kind] else ():
            if any(f"ALTER TABLE {table} ADD COLUMN {column} " in script for script in later):
                conn.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        if table not in first[kind]:
            conn.execute(f"DROP TABLE {table}")
    conn.executescript("""
        DROP TABLE checksum;
        DROP INDEX inbox_campaign;
        DROP INDEX inbox_tournament;
        DROP INDEX tournament_access_tournament;
        ALTER TABLE inbox DROP COLUMN campaign;
        ALTER TABLE inbox DROP COLUMN tournament;
    """)
