"""Player aids: the charts of a game, the course of a turn, and hints for a first one.

They are public and the same for everybody. Ids are named and words are filled in only for a reader.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

from adjudicator.core.language.words import Label, Words, fill, spoken

from .charts import Sheet

Cell: TypeAlias = "str | int | Words | Sequence[str | Words]"
"""Content of a cell: an id or plain text, a number, words, several of them."""


class Table(Struct, frozen=True):
    """A chart or list: its name, the paragraph that it is of, the heads of its columns, its rows, a note."""

    id: str
    title: Words
    rule: str
    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: Words | None = None


class Step(Struct, frozen=True):
    """A step of a turn, in words for players.

    Attributes:
        id: its name, by which the position is kept that its picture shows (`data/<game>/turn.json`).
        title: what it is called.
        text: the actions in it.
        rule: its paragraph.
        phases: the phases of the sequence of play that belong to it.
        picture: "map", "hand" or "battle"; "" for none.
    """

    id: str
    title: Words
    text: Words
    rule: str
    phases: tuple[str, ...]
    picture: str = ""


class Hint(Struct, frozen=True):
    """A hint for somebody's first turn: the part of a table's page that it is about, and what it says.

    `about` is "map", "hand" or "decision". It is given when a stage begins that is called as one of
    `phases`.
    """

    id: str
    about: str
    text: Words
    phases: tuple[str, ...]


def _no_booklet(scenario: str) -> tuple[Table, ...]:
    return ()


class Aids(Struct, frozen=True):
    """All aids of a game; `tables` reads them from the board, in the order in which they are needed.

    `booklet` gives the tables of a scenario by its id (`Scenario.roster_of`, or its own): its course, its
    special rules, what each side begins with, and what comes later.
    """

    turn: tuple[Step, ...]
    hints: tuple[Hint, ...]
    tables: Callable[[], tuple[Table, ...]]
    booklet: Callable[[str], tuple[Table, ...]] = _no_booklet


def sheet_of(game: str, table: Table, language: str, label: Label) -> Sheet:
    """Return a chart as it is drawn and read in a language."""
    title = fill(table.title, language, label)
    heads = tuple(spoken(head, language, label) for head in table.columns)
    rows = tuple(tuple(spoken(cell, language, label) for cell in row) for row in table.rows)
    note = fill(table.note, language, label) if table.note is not None else ""
    return Sheet(game, title, note, _alt(title, heads, rows, note), heads, rows, language)


def _alt(title: str, heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...], note: str) -> str:
    lines = (" ".join(f"{head} {cell}" for head, cell in zip(heads, row, strict=True)) for row in rows)
    return "; ".join((f"{title}. {note}".strip(), *lines))
