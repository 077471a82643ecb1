"""The languages of users, as far as they are known without the store."""

from __future__ import annotations

from adjudicator.core.language.languages import FIRST, language_of
from frontends.discord.ui.items import Interaction

MOST_USERS = 10_000
"""Users whose language is kept in memory."""


class Languages:
    """The languages of the users seen since the start."""

    def __init__(self) -> None:
        self._of_user: dict[int, str] = {}

    def of(self, interaction: Interaction) -> str:
        """Return the language of the user of an interaction: the one kept, else that of their client."""
        return self._of_user.get(interaction.user.id) or known_language(interaction.locale)

    def keep(self, user: int, language: str) -> None:
        """Keep the language of a user, by Discord's id."""
        if len(self._of_user) >= MOST_USERS:
            self._of_user.clear()
        self._of_user[user] = language


def known_language(locale: object) -> str:
    """Return the available language for a client's locale."""
    return language_of(str(locale)) or FIRST
