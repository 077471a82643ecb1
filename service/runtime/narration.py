"""The public narration of a campaign that is being played."""

from __future__ import annotations

from adjudicator.figures import games
from service.api import Service
from service.text import telling
from service.usecases.play import queries


class Narration:
    """The sentences of a campaign that have not been read yet.

    Args:
        service: the service that plays it.
        campaign: its number.
        language: of the sentences.
    """

    def __init__(self, service: Service, campaign: int, language: str) -> None:
        self._service, self._campaign, self._language = service, campaign, language
        self._game = games()[service.status(campaign).campaign.game]
        self._told = -1

    def unread(self) -> list[str]:
        """Return the public sentences since the last call."""
        n = self._service.status(self._campaign).campaign.n
        events = self._service.look(self._campaign, queries.journal, None, self._told)
        self._told = n - 1
        return telling.story(self._game, events, self._language)
