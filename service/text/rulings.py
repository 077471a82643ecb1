"""Rulings on doubtful rules of a game, as players read them in their language.

They are written in `RULINGS.md` beside the game's code; `RULINGS.ja.md` has question, decision and reason in
Japanese; the alternatives are in English only.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

import adjudicator

_FOLDER = Path(adjudicator.__file__).resolve().parent
_SECTION = re.compile(r"^## (?P<id>[A-Z]{2}-\w+) (?P<title>.+)\n(?P<text>(?:(?!^#).*\n?)*)", re.MULTILINE)
_PARAGRAPH = re.compile(r"§([\w./]+\w)")
_PART = re.compile(r"\*\*(\w+)\*\*(?:: |：)")


class Reading(Struct, frozen=True):
    """One ruling.

    Attributes:
        id: "JC-W1".
        title: the doubt.
        decision: the decision.
        grounds: question, reason and alternative, each with its name before it; in Japanese the reason.
        rules: the paragraphs that it is about.
    """

    id: str
    title: str
    decision: str
    grounds: tuple[str, ...]
    rules: tuple[str, ...]

    def is_about(self, number: str) -> bool:
        """Return true if the ruling is about a paragraph, or one below it."""
        return any(re.match(rf"{re.escape(number)}(?![A-Za-z])", rule) for rule in self.rules)


@lru_cache
def readings(game: str, language: str) -> tuple[Reading, ...]:
    """Return the rulings of a game, in their order."""
    found = [_english(match) for match in _sections(game, "RULINGS.md")]
    said = {match["id"]: match for match in _sections(game, f"RULINGS.{language}.md")}
    return tuple(_translated(r, said[r.id]) if r.id in said else r for r in found)


def _translated(ruling: Reading, match: re.Match[str]) -> Reading:
    decision, *parts = _PART.split(_line(match["text"]))
    grounds = tuple(f"{name}：{text.strip()}" for name, text in zip(parts[::2], parts[1::2], strict=True))
    return Reading(ruling.id, match["title"], decision.strip(), grounds, ruling.rules)


def _sections(game: str, name: str) -> list[re.Match[str]]:
    path = _FOLDER / game / name
    return list(_SECTION.finditer(path.read_text(encoding="utf-8"))) if path.exists() else []


def _line(text: str) -> str:
    return " ".join(text.split()).replace("`", "")


def _english(match: re.Match[str]) -> Reading:
    about, *parts = _PART.split(_line(match["text"]))
    said = dict(zip(parts[::2], (text.strip() for text in parts[1::2]), strict=True))
    decision = said.pop("Decision")
    grounds = tuple(f"{name}: {text}" for name, text in said.items())
    return Reading(match["id"], match["title"], decision, grounds, tuple(_PARAGRAPH.findall(about)))
