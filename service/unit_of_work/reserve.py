"""Roots that are planted before they are needed: the two chains of a campaign are 131,072 hashes.

They are drawn at random, as those of a founding are, kept in memory alone, and each is given to one campaign
(design/fair-dice.md §1).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from adjudicator.core.log.chance import Secrets
from adjudicator.core.log.founding import Roots

KEPT = 8
"""Roots in reserve for each game: a round of a tournament founds several campaigns at once."""


class Reserve:
    """Roots of campaigns that are not founded yet, by the game; for several threads.

    Args:
        entropy: returns a number of random bytes that nobody can guess.
    """

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._entropy = entropy
        self._planted: dict[str, deque[Roots]] = {}

    def take(self, game: str) -> Roots:
        """Return the roots of a new campaign; they are planted now if there are none in reserve."""
        try:
            return self._planted[game].popleft()
        except (KeyError, IndexError):
            return self._plant(game)

    def lacks(self, game: str) -> bool:
        """Return true if there is room for more roots of a game."""
        return len(self._planted.get(game, ())) < KEPT

    def add(self, game: str) -> None:
        """Plant roots for a later campaign."""
        self._planted.setdefault(game, deque()).append(self._plant(game))

    def _plant(self, game: str) -> Roots:
        secrets = Secrets(self._entropy(32), self._entropy(32))
        return Roots.plant(game, self._entropy(16), secrets)
