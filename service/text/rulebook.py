"""Paragraph numbers of a game with our own short headings: what `rules 6.11` shows."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

_DATA = Path(__file__).resolve().parent.parent.parent / "data"


class Paragraph(Struct, frozen=True):
    """A paragraph by its number, with headings of ours."""

    number: str
    heading: str
    heading_ja: str

    def text(self, language: str) -> str:
        """The heading in a language."""
        return self.heading_ja if language == "ja" else self.heading


class _Index(Struct):
    paragraph: list[Paragraph]


@lru_cache
def _index(game: str) -> tuple[Paragraph, ...]:
    return tuple(msgspec.toml.decode((_DATA / game / "rules_index.toml").read_bytes(), type=_Index).paragraph)


def paragraphs(game: str, number: str) -> list[Paragraph]:
    """The paragraph of this number and those below it: "6.1" also finds 6.11; all of a chapter for "6"."""
    wanted = number.strip().strip("§").lower()
    return [p for p in _index(game) if p.number.lower().startswith(wanted)] if wanted else []


def heading(game: str, number: str, language: str) -> str:
    """The heading of one paragraph, "" if there is none of this number."""
    return next((p.text(language) for p in _index(game) if p.number == number), "")
