"""Tournaments as front ends use them: each command, a function of a use case, is one transaction."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Concatenate, ParamSpec

from adjudicator.core.game.game import Score
from adjudicator.core.language.errors import NotNow, Refusal
from service.storage.database.errors import StoreError
from service.storage.tournaments.register import TournamentRow
from service.unit_of_work.command import CommandRunner
from service.unit_of_work.tournaments.book import Book
from service.usecases.play import queries
from service.usecases.seats import founding as campaigns
from service.usecases.tournaments import (
    export,
    following,
    founding,
    lateness,
    rating,
    results,
    rounds,
    sides,
)
from service.usecases.tournaments.founding import TournamentPlan
from service.usecases.tournaments.lateness import Pending
from service.usecases.tournaments.rating import Ratings
from service.usecases.tournaments.rounds import Pairing
from service.values.records import CLOCK, Campaign, Message, Receipt
from tournaments.state import Match

__all__ = ["Book", "Tournaments"]

P = ParamSpec("P")

_LOG = logging.getLogger(__name__)


class Tournaments(CommandRunner):
    """Commands and queries on tournaments, for the thread of the service.

    Every command takes the message that brought it and is carried out only once; it may raise `Refusal`, and
    then nothing has changed.
    """

    def do(
        self,
        message: Message,
        id: int,
        act: Callable[Concatenate[Book, P], object],
        *values: P.args,
        **named: P.kwargs,
    ) -> None:
        """Carry out a command of a use case on a tournament: all of it is kept, or nothing."""
        with self._context.store.transaction():
            if self._done(message) is None:
                book = Book.open(self._context, id, message)
                act(book, *values, **named)
                self._remember(message, Receipt(id, book.row.n, book.row.head, None), "tournament")

    # -- queries -----------------------------------------------------------------------------------

    def listed(self, *states: str) -> list[TournamentRow]:
        """Return the tournaments, of some states or all, the newest first."""
        return self._context.tournaments.tournaments(*states)

    def look(self, id: int, user: str = "") -> Book:
        """Return a tournament to read from, as a user sees it.

        Raises:
            NotNow: if there is none.
        """
        return Book.open(self._context, id, Message("", user))

    def exists(self, id: int) -> bool:
        """Return true if there is a tournament with this number."""
        return self._context.tournaments.tournament(id) is not None

    def of_campaign(self, campaign: int) -> tuple[int, str] | None:
        """Return the tournament of a campaign, and which game of it; None if it belongs to none."""
        return self._context.tournaments.tournament_of(campaign)

    def of_user(self, user: str) -> list[Book]:
        """Return the tournaments in which a user is entered, or was replaced, the newest first."""
        return [self.look(id, user) for id in reversed(self._context.tournaments.of_user(user))]

    def export(self, id: int) -> dict[str, Any]:
        """Return the log, names and standings, as `tournaments/verify.py` reads them."""
        return export.export(self.look(id))

    def pending(self, message: Message, id: int) -> list[Pending]:
        """Return every decision that the games wait for, with the reason, for a director."""
        return lateness.pending(Book.open(self._context, id, message))

    def ratings(self) -> Ratings:
        """Return the ratings of all players and the balance of the scenarios."""
        return rating.rated(self._context)

    # -- founding and rounds -----------------------------------------------------------------------

    def found(self, message: Message, plan: TournamentPlan) -> Receipt[None]:
        """Found a tournament; its number is that of the receipt."""
        founding.prepare(self._context, plan)
        with self._context.store.transaction():
            if (done := self._done(message)) is not None:
                return done
            row = founding.found(self._context, message, plan)
            return self._remember(message, Receipt(row.id, row.n, row.head, None), "tournament")

    def plan_round(self, message: Message, id: int) -> Pairing:
        """Return the state and the lot of the next round; `Pairing.matches` pairs it, in any process."""
        return rounds.plan(Book.open(self._context, id, message))

    def next_round(self, message: Message, id: int) -> None:
        """Pair and begin the next round at once; only for few players, because others wait meanwhile."""
        if self.done(message) is None:
            planned = self.plan_round(message, id)
            self.do(message, id, rounds.start, planned, planned.matches())

    # -- what happens by itself --------------------------------------------------------------------

    def tick(self) -> bool:
        """Begin one game that is paired, or take one result; return true if there may be more to do.

        It may be called at any time. A tournament that fails is logged, and the others go on.
        """
        for row in self.listed("playing"):
            try:
                book = Book(self._context, row, CLOCK)
                if (match := rounds.to_begin(book)) is not None:
                    self._begin(book, match)
                    return True
                if self._collect(book) or self._follow(book):
                    return True
            except (Refusal, StoreError):
                _LOG.exception("tournament %d cannot go on; the others do", row.id)
        return False

    def _begin(self, book: Book, match: Match) -> None:
        """Found the campaign of a game and seat its players."""
        ready = rounds.prepared(self._context, book, match)
        with self._context.store.transaction():
            receipt = campaigns.found(self._context, CLOCK, ready)
            rounds.begin(book, match, self._context.campaign(receipt.campaign))
        self._seat(book, match, receipt.campaign)

    def _seat(self, book: Book, match: Match, campaign: int) -> None:
        """Seat the players of a game; skip those who are seated already."""
        for seat, player in match.seats.items():
            person, members = book.people[player], self._context.campaigns.members(campaign)
            if seat not in members:
                take = partial(campaigns.join, seat=seat, who=person.who, own_salt=False)
                self._do(Message("", person.user), campaign, take)

    def _collect(self, book: Book) -> bool:
        """Seat players who were not seated because of a crash, and take a result; return true if one was
        taken.
        """
        begun = self._context.tournaments.campaigns(book.row.id)
        for match in book.t.open_games:
            if match.id not in begun:
                continue
            campaign = self._context.campaign(begun[match.id])
            if campaign.state == "joining":
                self._seat(book, match, campaign.id)
            if campaign.state == "over" and self._take_result(book, match, campaign):
                return True
            is_due = book.t.rules.unfinished == "level" and book.has_round_ended
            if is_due and campaign.state == "playing" and self._settle(book, match, campaign):
                return True
        return False

    def _follow(self, book: Book) -> bool:
        """Apply announcements and decisions of the tournament to its games; return true if one was
        changed.
        """
        for game in following.waiting(book):
            try:
                self._do(CLOCK, game.campaign, partial(following.follow, book=book, game=game))
            except (Refusal, StoreError):
                _LOG.exception("game %s of tournament %d cannot follow", game.game, book.row.id)
            else:
                return True
        return False

    def _take_result(self, book: Book, match: Match, campaign: Campaign) -> bool:
        """Take the result of a campaign that is over; return false if it has none and the director must
        rule.
        """
        log = self._context.log
        body = log.bodies(campaign.id, "end")[-1]
        score = self._score(book, match, campaign)
        found = results.outcome(campaign, body, score, has_bids=bool(match.opened))
        if found is None:
            return False
        hours = results.hours_used([entry.body for entry in log.entries(campaign.id)])
        with self._context.store.transaction():
            results.collect(book, match, found, hours)
        return True

    def _score(self, book: Book, match: Match, campaign: Campaign) -> Score:
        """Return points and result of a game as if it ended now, with the points of its bid."""
        more = sides.handicap(book, match)
        return self._look(campaign.id, lambda tx: queries.ended_now(tx, more))

    def _settle(self, book: Book, match: Match, campaign: Campaign) -> bool:
        """Take the result of a game that the round's end has stopped from its score; return false if it has
        none.
        """
        score = self._score(book, match, campaign)
        try:
            with self._context.store.transaction():
                results.settle(book, match, score)
        except NotNow:
            return False
        return True
