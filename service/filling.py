"""The part of the desk that keeps what is half done: drafts of decisions, and forms of standing orders."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.books import Standing
from adjudicator.core.log.chain import JSON
from service.usecases.command import CommandRunner
from service.usecases.drafts import Draft
from service.usecases.standing import form
from service.usecases.standing.form import StandingOrder
from service.values.records import Answered, Message

from .usecases import drafts, playing, queries


class Filling(CommandRunner):
    """What `Service` does for panels that are filled pick by pick (`steps`)."""

    def answered(self, campaign: int, seat: str) -> Answered | None:
        """What a seat has answered and may still amend, for itself alone; None if there is nothing such."""
        return self._look(campaign, lambda s: queries.answered(s, seat))

    def draft(self, campaign: int, user: str, seat: str, key: str) -> Draft | None:
        """What a user has picked so far for a seat: under "pending", "aside" or any other key."""
        return self._look(campaign, lambda s: drafts.draft(s, user, seat, key))

    def keep_draft(self, campaign: int, user: str, seat: str, key: str, filled: Sequence[JSON]) -> Draft:
        """Keep what a user has picked so far, in place of what was before; it goes when the seat answers.

        Raises:
            NotNow: if he neither commands the seat nor is an officer of it, or nothing is asked of it under
                this key.
        """
        return self._look(campaign, lambda s: drafts.keep(s, seat, key, filled), Message("", user))

    def drop_draft(self, campaign: int, user: str, seat: str, key: str) -> None:
        """Forget what a user has picked so far."""
        drafts.drop(self._context.store, campaign, user, seat, key)

    def standing_book(self, campaign: int, seat: str) -> list[Standing]:
        """A seat's standing orders with what has become of each: by which entries it acted, if it lapsed."""
        return self._context.campaigns.books(campaign).get(seat, [])

    def standing_form(self, campaign: int, seat: str) -> StandingOrder:
        """The form by which a standing order is made pick by pick; the text of what is built is its line.

        Raises:
            NotNow: if the campaign is not being played.
        """
        return self._look(campaign, lambda s: form.form(s, seat))

    def rehearse_standing(
        self, message: Message, campaign: int, seat: str, texts: Sequence[str], language: str
    ) -> list[str]:
        """What such standing orders would order now, in the order language; nothing is carried out.

        Raises:
            Refusal: for the first that is not understood.
        """
        return self._look(campaign, lambda s: playing.rehearse_standing(s, seat, texts, language), message)
