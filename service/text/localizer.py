"""Words for one reader: one language, with one game's names for ids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from adjudicator.core.language.languages import LANGUAGES, Language
from adjudicator.core.language.words import Label, Words, same, words
from service.values.records import person
from service.values.words import speak

from . import telling

SHORT = 16
"""Hex digits of a head that a post shows (design/fair-dice.md §8)."""


class Localizer(Struct, frozen=True):
    """A language, with the names of one game.

    Attributes:
        language: code of the language.
        label: names an id in a language; by default every id is its own name.
    """

    language: str
    label: Label = same

    def __call__(self, template: str, /, **values: Any) -> str:
        """Return a template marked with `N_` in this language; values that are ids are named."""
        return self.words(words(template, **values))

    def words(self, words: Words) -> str:
        """Return words in this language."""
        return speak(words, self.language, self.label)

    def sentence(self, words: Words) -> str:
        """Return words as a whole sentence."""
        return telling.whole(self.words(words), self.language)

    def name(self, id: str) -> str:
        """Return the name of an id."""
        return self.label(id, self.language)

    def person(self, user: str, who: str) -> str:
        """Return a player's name: as it was given, the computer's in this language."""
        name = person(user, who)
        return self.words(name) if isinstance(name, Words) else who

    def rule(self, rule: str) -> str:
        """Return a paragraph as sentences cite it: "§6.11", "card Apollo"."""
        return self.name(telling.cited(rule))

    def listed(self, parts: Sequence[str]) -> str:
        """Return the parts as a list, with the language's separators."""
        return self.signs.comma.join(parts)

    @property
    def signs(self) -> Language:
        """The separators of the language."""
        return LANGUAGES[self.language]
