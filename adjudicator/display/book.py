"""A game's book: pages for its players, one file of `data/<game>` for each language.

The file says in our words what the game is, how to begin, how it is won and what differs from the box; the
forces of the scenarios follow from the game's own tables (`Aids.booklet`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

_DATA = Path(__file__).resolve().parents[2] / "data"


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a book.

    Attributes:
        id: its name in addresses.
        title: its heading.
        text: its paragraphs.
        items: a list below them.
        orders: orders as they are typed, below both.
        charts: the charts of the game (`Aids.tables`) that belong to it, by their ids.
    """

    id: str
    title: str
    text: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    charts: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """Return its content as plain text, a line a paragraph, item or order."""
        return [*self.text, *(f"- {item}" for item in self.items), *(f"    {order}" for order in self.orders)]


class Book(Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of a book, in the order in which they are read."""

    part: tuple[Part, ...]


@cache
def book_of(game: str, language: str) -> Book | None:
    """Return the book of a game by its name; None if it has none in this language."""
    file = _DATA / game / f"book.{language}.toml"
    return msgspec.toml.decode(file.read_bytes(), type=Book) if file.is_file() else None
