"""The public narration of a campaign that is being played."""

from __future__ import annotations

from itertools import takewhile

from adjudicator.core.table.ledger import Told
from adjudicator.figures import games
from service.api import Service
from service.text import telling
from service.usecases.play import queries


class Narration:
    """The sentences of a campaign that have not been read yet: each event, or the chronicle.

    Args:
        service: the service that plays it.
        campaign: its number.
        language: of the sentences.
    """

    def __init__(self, service: Service, campaign: int, language: str) -> None:
        self._service, self._campaign, self._language = service, campaign, language
        self._game = games()[service.status(campaign).campaign.game]
        self._told = -1
        self._untold: list[Told] = []
        self._turn = ""

    def unread(self) -> list[str]:
        """Return the public sentences since the last call."""
        n = self._service.status(self._campaign).campaign.n
        events = self._service.look(self._campaign, queries.journal, None, self._told)
        self._told = n - 1
        return telling.story(self._game, events, self._language)

    def chapters(self, *, is_over: bool) -> list[str]:
        """Return the chronicle of the phases that have ended since the last call, of all if the game is
        over.
        """
        n = self._service.status(self._campaign).campaign.n
        self._untold += self._service.look(self._campaign, queries.told, None, self._told)
        self._told = n - 1
        stages = [self._game.chronicle.stage(one.stage) for one in self._untold]
        open_ = 0 if is_over else sum(1 for _ in takewhile(lambda stage: stage == stages[-1], stages[::-1]))
        end = len(stages) - open_
        ended, self._untold = self._untold[:end], self._untold[end:]
        found = telling.chronicle(self._game, ended, self._language)
        said = telling.chronicle_text(found, self._language, self._turn)
        self._turn = found[-1].turn if found else self._turn
        return said
