"""A checksum of all rows of each campaign and of each tournament, kept by triggers (design/store.md §4).

A row that has changed, is missing or has gone to another owner is noticed by it. Long contents with a guard
of their own are represented by the guard; sealed parts have the seals of the chain.

A released migration never changes: a column that is added later goes into `LATER`, and the migration that
adds it ends with `covering`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

Columns: TypeAlias = Mapping[str, Mapping[str, str]]
"""The columns of tables, by the kind of owner and by table; the first names whose row it is."""

_CAMPAIGN = {
    "campaign": "id name game scenario title options modes seats tier founder referee state n head umpire"
    " held epoch asides stage neutral lost_entry lost_epoch lost_aside",
    "secret": "campaign root hroot seeds asides salts joint",
    "member": "campaign seat user who own_salt",
    "entry": "campaign n t head told windows aside epoch",
    "rest": "campaign n opens guard",
    "journal": "campaign id n lines",
    "outbox": "campaign id n epoch audience kind content guard",
    "content": "post guard",
    "delivery": "post front_end recipient state reference",
    "inbox": "campaign message guard",
    "asked": "campaign seat rule entry optional since",
    "standing_order": "campaign seat place line used lapsed noted",
    "queue": "campaign seat head state language lines",
    "proposal": "campaign kind by_seat target why consent id",
    "pace": "campaign terms outage",
    "clock": "campaign seat rule entry seats since allowance extra due reminded lapsed wake claimed",
    "bank": "campaign seat user seconds",
    "halt": "campaign seat since until",
    "person": "campaign user seat who role",
    "former": "campaign user seat last looked",
    "suggestion": "campaign id seat user who head language text",
    "ruling": "campaign number n time question ruling revoked",
    "seat_access": "campaign token_hash seat user",
    "mail_seat": "campaign token seat address state language delivery code command",
    "channel_binding": "campaign guild channel language strict stage status gone",
    "thread": "campaign name thread",
    "press_block": "campaign seat other",
    "press_silence": "campaign seat",
}
_TOURNAMENT = {
    "tournament": "id name title state director zone due n head",
    "tournament_secret": "tournament root seeds",
    "tournament_entry": "tournament n body head",
    "tournament_player": "tournament player user who",
    "tournament_staff": "tournament user who",
    "tournament_sealed": "tournament game player kind nonce content",
    "tournament_game": "tournament game campaign",
    "tournament_access": "tournament token user",
    "inbox": "tournament message guard",
}
LATER: Sequence[Columns] = ()
"""Additions of later migrations, one entry each, in their order: columns of a table, or a table."""


def covered(later: Sequence[Columns]) -> dict[str, dict[str, list[str]]]:
    """Return the columns in the checksum once these migrations have added theirs."""
    found = {
        kind: {table: names.split() for table, names in of.items()}
        for kind, of in (("campaign", _CAMPAIGN), ("tournament", _TOURNAMENT))
    }
    for added in later:
        for kind, of in added.items():
            for table, names in of.items():
                found[kind][table] = [*found[kind].get(table, ()), *names.split()]
    return found


COVERED = covered(LATER)
"""The columns of each table that are in the checksum, for each kind of owner; the first says whose it is."""


def _value(table: str, row: str, columns: list[str], value: str) -> str:
    """Return the SQL of a checksum with a row added or removed; both are the same operation."""
    values = ", ".join(f"CAST({row}.{column} AS BLOB)" for column in columns)
    return f"toggled({value}, '{table}', {values})"


def _triggers(kind: str, table: str, columns: list[str]) -> Iterator[str]:
    def toggle(row: str) -> str:
        owner = f"{row}.{'id' if table == kind else kind}"
        if columns[0] == "post":
            owner = f"(SELECT campaign FROM outbox WHERE id = {row}.post)"
        alone, more = (_value(table, row, columns, value) for value in ("0", "value"))
        new = f"INSERT INTO checksum VALUES ('{kind}', {owner}, {alone})"
        return f"{new} ON CONFLICT (kind, owner) DO UPDATE SET value = {more};"

    name, update = f"{table}_of_{kind}", f"UPDATE OF {', '.join(columns)}"
    yield f"CREATE TRIGGER {name}_inserted AFTER INSERT ON {table} BEGIN {toggle('NEW')} END;"
    yield f"CREATE TRIGGER {name}_deleted AFTER DELETE ON {table} BEGIN {toggle('OLD')} END;"
    both = f"{toggle('OLD')} {toggle('NEW')}"
    yield f"CREATE TRIGGER {name}_updated AFTER {update} ON {table} BEGIN {both} END;"


def _rows(kind: str, table: str, columns: list[str]) -> str:
    """Return the SQL that selects each row's contribution to the checksum of its owner."""
    owner, source = f"{table}.{'id' if table == kind else kind}", table
    if columns[0] == "post":
        owner, source = "outbox.campaign", f"outbox JOIN {table} ON {table}.post = outbox.id"
    value = _value(table, table, columns, "0")
    return f"SELECT '{kind}' AS kind, {owner} AS owner, {value} AS value FROM {source}"


def _script() -> Iterator[str]:
    of = covered(())
    yield "CREATE TABLE checksum (kind TEXT NOT NULL, owner INTEGER NOT NULL, value INTEGER NOT NULL,"
    yield "  PRIMARY KEY (kind, owner)) STRICT, WITHOUT ROWID;"
    yield _view(of)
    for kind, tables in of.items():
        for table, columns in tables.items():
            yield from _triggers(kind, table, columns)


def covering(later: Sequence[Columns]) -> str:
    """Return the SQL that covers what the last of these migrations adds, once its tables have the columns.

    The existing part of a checksum stays as it is and is not computed anew, so earlier damage is still
    noticed.
    """
    before, after = covered(later[:-1]), covered(later)
    changed = [(kind, table) for kind, of in later[-1].items() for table in of]
    rows = [_rows(*at, of[at[0]][at[1]]) for at in changed for of in (before, after) if at[1] in of[at[0]]]
    both = "(value | excluded.value) - (value & excluded.value)"  # SQLite has no exclusive or
    return "\n".join(
        (
            f"INSERT INTO checksum SELECT kind, owner, toggled_all(value) FROM ({' UNION ALL '.join(rows)})"
            f" GROUP BY kind, owner ON CONFLICT (kind, owner) DO UPDATE SET value = {both};",
            "DROP VIEW in_checksum;",
            _view(after),
            *(
                f"DROP TRIGGER IF EXISTS {table}_of_{kind}_{act};"
                for kind, table in changed
                for act in ("inserted", "deleted", "updated")
            ),
            *(trigger for kind, table in changed for trigger in _triggers(kind, table, after[kind][table])),
        )
    )


def _view(of: Mapping[str, Mapping[str, list[str]]]) -> str:
    rows = (_rows(kind, table, columns) for kind in of for table, columns in of[kind].items())
    return f"CREATE VIEW in_checksum AS {' UNION ALL '.join(rows)};"


CHECKSUMS = "\n".join(_script())
