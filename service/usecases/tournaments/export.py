"""Exports: the log with names and standings for the verifier, and standings as tables for people."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, words
from service.text import tournament_report
from service.text.calendar_file import Date, calendar
from service.text.localizer import Localizer
from service.unit_of_work.tournaments.book import Book
from service.usecases.time import deadlines
from tournaments import trf
from tournaments.standings import Row


def export(book: Book) -> dict[str, Any]:
    """Return everything public: the log, the names beside it and the standings that follow from it."""
    entries = [{**entry.body, "head": entry.head} for entry in book.repo.entries(book.row.id)]
    table = [[row.player, row.points] for row in book.rows]
    names = {player: one.who for player, one in book.people.items()}
    return {"tournament": book.row.name, "entries": entries, "players": names, "standings": table}


def columns(book: Book) -> list[str]:
    """Return the ids of the columns of the standings, with the tie-breaks in their order."""
    pool = ["pool"] if _pools(book) else []
    return ["place", "player", *pool, "points", "played", "won", "drawn", "lost", *_ties(book)]


def _pools(book: Book) -> dict[str, str]:
    """Return the pool of every player, as the first round has it; empty for other formats."""
    if book.t.rules.format != "pools":
        return {}
    return {player: match.stage for match in book.t.games(1) for player in match.players}


def _ties(book: Book) -> list[str]:
    """Return the tie-breaks that need a column of their own; a ladder has an order in place of ties."""
    if book.t.rules.format == "ladder":
        return []
    return [tie for tie in book.t.rules.tie_breaks if tie != "lot"]


def cells(book: Book, row: Row) -> list[str]:
    """Return one line of the standings as texts."""
    ties = (row.broken[tie] for tie in _ties(book))
    counted = [row.points, row.played, row.won, row.drawn, row.lost, *ties]
    pool = [found.get(row.player, "")] if (found := _pools(book)) else []
    return [str(row.place), str(book.name(row.player)), *pool, *map(str, counted)]


FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""The beginnings of a cell that a spreadsheet takes for a formula."""
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?", re.ASCII)


def as_csv(book: Book) -> str:
    """Return the standings as CSV."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns(book))
    table.writerows([_plain_cell(cell) for cell in cells(book, row)] for row in book.rows)
    return text.getvalue()


def _plain_cell(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula, in Japan neither; a number stays one."""
    is_formula = cell.startswith(FORMULA) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if is_formula else cell


def as_trf(book: Book) -> str:
    """Return the tournament as FIDE's Tournament Report File.

    Raises:
        NotNow: if it cannot hold this tournament.
    """
    if not trf.can_write(book.t.rules):
        raise NotNow(words(N_("this file can hold rounds of two-player games alone")))
    names = {player: one.who for player, one in book.people.items()}
    return trf.write(book.t, book.row.title, names, book.t.closing.get("ratings", {}))


def as_markdown(book: Book, names: list[str]) -> str:
    """Return the standings as a Markdown table under the given names of columns."""
    rows = [cells(book, row) for row in book.rows]
    return tournament_report.table(names, rows) + "\n"


def as_calendar(book: Book, t: Localizer) -> str:
    """Return the dates of the reader as a calendar file, "" if there are none."""
    found = dates(book, t)
    return calendar(found) if found else ""


def dates(book: Book, t: Localizer) -> list[Date]:
    """Return the end of the round, and when the reader's own decisions are due."""
    found = []
    if book.due and book.t.state == "playing":
        title = t(N_("{title}: round {n} ends"), title=book.name_of_tournament, n=book.t.round)
        found.append(Date(f"{book.row.name}/{book.t.round}", book.due, book.time, title))
    return [*found, *_decisions(book, t)]


def _decisions(book: Book, t: Localizer) -> Iterator[Date]:
    begun = book.repo.campaigns(book.row.id)
    for match in book.t.open_games:
        seat = next((seat for seat, one in match.seats.items() if one == book.player), "")
        if not seat or match.id not in begun:
            continue
        for due in deadlines.due(book.context, begun[match.id]):
            if due.seat == seat and due.due is not None:
                values = {"title": book.name_of_tournament, "game": Verbatim(match.id)}
                title = t(N_("{title}: your decision in game {game} is due"), **values)
                yield Date(f"{book.row.name}/{match.id}/{seat}", due.due, book.time, title)
