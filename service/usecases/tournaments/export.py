"""Exports: the log with names and standings for the verifier, and standings as tables for people."""

from __future__ import annotations

import csv
import io
from typing import Any

from service.text import tournament_report
from tournaments.standings import Row

from .book import Book


def export(book: Book) -> dict[str, Any]:
    """Return everything public: the log, the names beside it and the standings that follow from it."""
    entries = [{**entry.body, "head": entry.head} for entry in book.repo.entries(book.row.id)]
    table = [[row.player, row.points] for row in book.rows]
    names = {player: one.who for player, one in book.people.items()}
    return {"tournament": book.row.name, "entries": entries, "players": names, "standings": table}


def columns(book: Book) -> list[str]:
    """Return the ids of the columns of the standings, with the tie-breaks in their order."""
    return ["place", "player", "points", "played", "won", "drawn", "lost", *_ties(book)]


def _ties(book: Book) -> list[str]:
    """Return the tie-breaks that need a column of their own."""
    return [tie for tie in book.t.rules.tie_breaks if tie not in ("lot", "wins")]


def cells(book: Book, row: Row) -> list[str]:
    """Return one line of the standings as texts."""
    ties = (row.broken[tie] for tie in _ties(book))
    counted = [row.points, row.played, row.won, row.drawn, row.lost, *ties]
    return [str(row.place), str(book.name(row.player)), *map(str, counted)]


def as_csv(book: Book) -> str:
    """Return the standings as CSV."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns(book))
    table.writerows([_plain_cell(cell) for cell in cells(book, row)] for row in book.rows)
    return text.getvalue()


def _plain_cell(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "@", "\t") else cell


def as_markdown(book: Book, names: list[str]) -> str:
    """Return the standings as a Markdown table under the given names of columns."""
    rows = [cells(book, row) for row in book.rows]
    return tournament_report.table(names, rows) + "\n"
