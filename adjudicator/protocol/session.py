"""The state of a session of the table protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.founding import RulesVersion
from adjudicator.core.table.table import Table

from .campaign import Campaign
from .requests import Request
from .speech import Said, Speech


class Session:
    """One table: the games that it offers, and the one being played.

    Args:
        games: the games that can be played here.
        rules_version: (game) -> the version of its rules, for its card.

    Attributes:
        campaign: the game being played; None before one is founded.
    """

    def __init__(self, games: Mapping[str, Game], rules_version: Callable[[str], RulesVersion]) -> None:
        self.games, self.rules_version = games, rules_version
        self.campaign: Campaign | None = None
        self._table: Table | None = None
        self._described: dict[tuple[str, str], Said] = {}

    @property
    def playing(self) -> Campaign:
        """The game being played.

        Raises:
            NotNow: none is.
        """
        if self.campaign is None:
            raise NotNow(words(N_("no game has been created at this table")))
        return self.campaign

    def speech(self, request: Request) -> Speech:
        """Return the language and the reader of the answer to this command."""
        if self.campaign is None:
            return Speech(None, request.language, request.seat)
        if self._table is not self.campaign.table:
            self._table, self._described = self.campaign.table, {}
        return Speech(self.campaign.game, request.language, request.seat, self._described)
