"""Deadlines that were missed in the games of a tournament: its log holds each, for the hours that count."""

from __future__ import annotations

from collections.abc import Sequence

from service.unit_of_work.clocks import Overrun

from .book import Book


def note(book: Book, game: str, overruns: Sequence[Overrun]) -> None:
    """Note the deadlines that the players of a game have missed."""
    for one in overruns:
        player = book.t.matches[game].seats[one.seat]
        book.note("late", game=game, player=player, due=one.due, seconds=one.seconds)
