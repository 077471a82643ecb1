"""In whose words something is said: one game's names, one language."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.game import Game
from adjudicator.core.languages import LANGUAGES
from adjudicator.core.words import Words
from service.values.words import speak

from . import telling

SHORT = 16
"""So many hex digits of a head stand in a post (design/fair-dice.md §8)."""


class GameLocalizer:
    """Says things of one game to a reader of one language."""

    def __init__(self, game: Game, language: str) -> None:
        self.game, self.language = game, language

    def label(self, id: str) -> str:
        """The name of an id."""
        return self.game.lexicon.label(id, self.language)

    def say(self, text: Words) -> str:
        """Words with the game's names."""
        return speak(text, self.language, self.game.lexicon.label)

    def sentence(self, text: Words) -> str:
        """The same as a whole sentence."""
        return telling.whole(self.say(text), self.language)

    def rule(self, rule: str) -> str:
        """A paragraph as sentences name it."""
        return self.label(telling.cited(rule))

    def listed(self, parts: Sequence[str]) -> str:
        """Things one after the other."""
        return LANGUAGES[self.language].comma.join(parts)
