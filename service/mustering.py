"""The part of the desk that knows who stands behind a seat: every use case about teams as one method."""

from __future__ import annotations

from service.usecases.command import CommandRunner
from service.values.records import Message, Person, Receipt, Suggestion

from .usecases import teams


class Mustering(CommandRunner):
    """What `Service` does about teams."""

    def enlist(self, message: Message, campaign: int, seat: str, user: str, who: str, role: str) -> Receipt:
        """Take somebody into the team of a seat, as "officer" or "observer"."""
        return self._do(message, campaign, lambda s: teams.enlist(s, seat, user, who, role))

    def require_enlistable(
        self, message: Message, campaign: int, seat: str, user: str, who: str, role: str
    ) -> None:
        """Refuse as `enlist` would now, and change nothing: asked before somebody is invited."""
        self._look(campaign, lambda s: teams.require_enlistable(s, seat, user, who, role), message)

    def dismiss(self, message: Message, campaign: int, seat: str, user: str) -> Receipt:
        """Take somebody out of a team, or leave it."""
        return self._do(message, campaign, lambda s: teams.dismiss(s, seat, user))

    def hand_over(self, message: Message, campaign: int, seat: str, user: str) -> Receipt:
        """The commander and one of his officers change places."""
        return self._do(message, campaign, lambda s: teams.hand_over(s, seat, user))

    def suggest(self, message: Message, campaign: int, seat: str, text: str, language: str = "en") -> Receipt:
        """An officer drafts orders; `said` has the suggestion's `id`, and whether it was `tried`."""
        return self._do(message, campaign, lambda s: teams.suggest(s, seat, text, language))

    def confirm(
        self, message: Message, campaign: int, seat: str, id: int, head: str | None = None
    ) -> Receipt:
        """The commander gives suggested orders; `said` is as of `order`, `how` may be "held".

        `head` is that of the suggestion as it was shown (`Suggestion.head`), if the mouth knows it.
        """
        return self._do(message, campaign, lambda s: teams.confirm(s, seat, id, head))

    def withdraw(self, message: Message, campaign: int, seat: str, id: int) -> Receipt:
        """Take a suggestion away."""
        return self._do(message, campaign, lambda s: teams.withdraw(s, seat, id))

    def suggestions(self, campaign: int, seat: str) -> list[Suggestion]:
        """What the people of a seat suggest, the oldest first; for them alone."""
        return self._context.teams.suggestions(campaign, seat)

    def people(self, campaign: int) -> list[Person]:
        """Who stands behind each seat: commander, officers, observers."""
        return self._context.teams.people(campaign)

    def roles_of(self, user: str) -> list[tuple[int, str, str]]:
        """Every campaign, seat and role of a user."""
        return self._context.teams.of_user(user)

    def role_of(self, user: str, campaign: int, seat: str) -> str:
        """What somebody is behind a seat: "commander", "officer", "observer", "" for nothing."""
        return teams.role_of(self._context, user, campaign, seat)

    def may_see(self, user: str, campaign: int, seat: str) -> bool:
        """Whether somebody may see what a seat sees."""
        return teams.may_see(self._context, user, self._context.campaign(campaign), seat)

    def may_order(self, user: str, campaign: int, seat: str) -> bool:
        """Whether somebody's orders are those of a seat."""
        return self.role_of(user, campaign, seat) == teams.COMMANDER
