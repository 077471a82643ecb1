"""The part of the desk that a referee stands at: every use case of his as one method."""

from __future__ import annotations

from msgspec import Struct

from service.usecases.command import CommandRunner
from service.usecases.referee import acts
from service.usecases.referee import edit as editing
from service.values.records import Message, Preview, Receipt, Ruling

from .usecases import ending, queries, teams
from .usecases import undo as undoing


class Refereeing(CommandRunner):
    """What `Service` does for a referee."""

    def hold(self, message: Message, campaign: int, why: str) -> Receipt:
        """The referee holds the campaign."""
        return self._do(message, campaign, lambda s: ending.hold_by_referee(s, why))

    def release(self, message: Message, campaign: int) -> Receipt:
        """The referee lets it go on."""
        return self._do(message, campaign, ending.release)

    def undo(self, message: Message, campaign: int, to: int, keep: int, why: str) -> Receipt:
        """Go back as the referee; with `keep` 1 the same answers and dice return (design/fair-dice.md §8)."""
        return self._do(message, campaign, lambda s: {"taken": undoing.by_referee(s, to, keep, why)})

    def roll(self, message: Message, campaign: int, label: str, count: int, faces: int, why: str) -> Receipt:
        """The referee casts dice beside the game; `said` has what they show."""
        return self._do(message, campaign, lambda s: {"got": ending.roll(s, label, count, faces, why)})

    def close_window(self, message: Message, campaign: int) -> Receipt:
        """The referee closes the open window: who has not answered passes."""
        return self._do(message, campaign, acts.close_window)

    def burn(self, message: Message, campaign: int, to: int, why: str) -> Receipt:
        """The referee uses up the epochs that were posted and lost."""
        return self._do(message, campaign, lambda s: ending.burn(s, to, why))

    def end(self, message: Message, campaign: int, why: str) -> Receipt:
        """The referee ends the campaign; before it begins also its founder."""
        return self._do(message, campaign, lambda s: ending.end(s, why))

    def end_by_moderator(self, message: Message, campaign: int, why: str) -> Receipt:
        """Whoever moderates its place ends a campaign that is held or has not begun."""
        return self._do(message, campaign, lambda s: ending.end_by_moderator(s, why))

    def appoint(self, message: Message, campaign: int, user: str, who: str) -> Receipt:
        """Name another referee."""
        return self._do(message, campaign, lambda s: acts.appoint(s, user, who))

    def see_as(self, message: Message, campaign: int, seat: str | None) -> Struct:
        """What a seat sees, for the referee: it is logged, and shown to all at the end.

        A message that comes again looks again, for the position may be another one.
        """
        if seat is not None:
            self._do(Message("", message.user), campaign, lambda s: acts.see_as(s, seat))
        return self._look(campaign, lambda s: queries.view(s, seat))

    def try_edit(self, message: Message, campaign: int, text: str) -> Preview:
        """What a change of the position would come to; it is logged that the referee has looked."""
        self._do(Message("", message.user), campaign, editing.require_editable)
        return self._look(campaign, lambda s: editing.try_edit(s, text), message)

    def edit(self, message: Message, campaign: int, text: str, why: str, head: str = "") -> Receipt:
        """The referee changes the position at rest, by lines such as `treasury.empire = 120`."""
        if not message.id or self._done(message) is None:
            self._do(Message("", message.user), campaign, editing.require_editable)
        return self._do(message, campaign, lambda s: editing.edit(s, text, why, head))

    def replace(self, message: Message, campaign: int, seat: str, user: str, who: str) -> Receipt:
        """The referee gives a seat to somebody else; a vacant one also who else may invite."""
        return self._do(message, campaign, lambda s: acts.replace(s, seat, user, who))

    def renew_link(self, message: Message, campaign: int, seat: str) -> Receipt:
        """The referee makes a new link to a seat, as all are told; the mouth makes the link itself."""
        return self._do(message, campaign, lambda s: acts.renew_link(s, seat))

    def require_inviter(self, message: Message, campaign: int, seat: str) -> None:
        """Whoever sends the message must be one who gives the seat to somebody."""
        self._look(campaign, lambda s: teams.require_inviter(s, seat), message)

    def require_replaceable(self, message: Message, campaign: int, seat: str, user: str, who: str) -> None:
        """Refuse as `replace` would: asked before somebody is invited."""
        self._look(campaign, lambda s: acts.require_replaceable(s, seat, user, who), message)

    def announce(self, message: Message, campaign: int, text: str) -> Receipt:
        """The referee says something to all."""
        return self._do(message, campaign, lambda s: acts.announce(s, text))

    def rule_on(self, message: Message, campaign: int, question: str, ruling: str) -> Receipt:
        """The referee rules on a question; `said` has the `number` of the ruling."""
        return self._do(message, campaign, lambda s: {"number": acts.rule_on(s, question, ruling)})

    def can_answer(self, campaign: int, seat: str) -> bool:
        """Whether a seat could answer itself; only then the referee says why he answers for it."""
        return acts.can_answer(self._context, campaign, seat)

    def rulings(self, campaign: int) -> list[Ruling]:
        """What the referee has ruled, the oldest first."""
        return self._context.teams.rulings(campaign)
