"""Paragraph numbers of a game with our own short headings: the answer to `rules 6.11`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

_DATA = Path(__file__).resolve().parent.parent.parent / "data"


class Paragraph(Struct, frozen=True):
    """A paragraph by its number, with our own heading."""

    number: str
    heading: str


class _Index(Struct):
    paragraph: list[Paragraph]


@lru_cache
def _index(game: str, language: str) -> tuple[Paragraph, ...]:
    found = msgspec.toml.decode((_DATA / game / "rules_index.toml").read_bytes(), type=_Index).paragraph
    path = _DATA / game / f"headings.{language}.toml"
    said = msgspec.toml.decode(path.read_bytes(), type=dict[str, str]) if path.exists() else {}
    return tuple(Paragraph(p.number, said.get(p.number, p.heading)) for p in found)


def paragraphs(game: str, number: str, language: str) -> list[Paragraph]:
    """Return the paragraph of this number and those below it: "6.1" also finds 6.11.

    If no number begins with it, `number` is taken as words: return the paragraphs whose headings contain all
    of them.
    """
    wanted = number.strip().strip("§").casefold()
    if not wanted:
        return []
    found = [p for p in _index(game, language) if p.number.casefold().startswith(wanted)]
    return found or [
        p for p in _index(game, language) if all(one in p.heading.casefold() for one in wanted.split())
    ]


def heading(game: str, number: str, language: str) -> str:
    """Return the heading of one paragraph, "" if there is none of this number."""
    return next((p.heading for p in _index(game, language) if p.number == number), "")


def heading_after(cited: str, game: str, number: str, language: str) -> str:
    """Return the heading of one paragraph, "" if its citation says it already, as that of a marker does."""
    said = heading(game, number, language)
    return "" if said in cited else said
