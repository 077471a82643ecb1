"""The umpire's desk: every use case as one method, each command as one transaction (architecture.md §1.3).

A command loads the campaign, re-runs its running procedure, does one thing, lets standing orders act,
writes everything and forgets. What a mouth (Discord, the local table, mail) shows of it, it finds in
the receipt, in the outbox and by the methods that look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.choices.choice import Choice
from adjudicator.core.errors import Refusal
from adjudicator.core.game import Game, Score
from adjudicator.core.log.verify import Report
from adjudicator.core.sealed import Event
from service.usecases.command import Held
from service.usecases.context import ServiceContext
from service.usecases.referee import acts
from service.usecases.time import absence
from service.values.records import (
    Asked,
    Campaign,
    Message,
    Pending,
    Plan,
    Post,
    Queue,
    Receipt,
    Seen,
    Standings,
)

from .filling import Filling
from .mustering import Mustering
from .refereeing import Refereeing
from .storage import retention
from .timekeeping import Timekeeping
from .usecases import ai_player, ending, founding, playing, queries, undo

__all__ = ["Held", "Service"]


class Service(Timekeeping, Refereeing, Mustering, Filling):
    """All that can be done with campaigns, for one thread at a time.

    Every command takes the message that brought it; one that was carried out before gives its first
    receipt again and changes nothing. Every command may raise `Refusal`, and then nothing has changed.
    """

    def __init__(self, context: ServiceContext) -> None:
        super().__init__(context)
        self._house_was_at = 0

    # -- founding --------------------------------------------------------------------------------

    def found(self, message: Message, plan: Plan) -> Receipt:
        """A new campaign, to which seats come by `join`."""
        ready = founding.prepare(self._context, plan)
        with self._context.store.transaction():
            if (done := self._done(message)) is not None:
                return done
            return self._remember(message, founding.found(self._context, message, ready))

    def found_again(self, message: Message, campaign: int) -> Receipt:
        """The same anew, after somebody has left while salts were given; nobody is seated yet."""
        old = self._context.campaign(campaign)
        plan = replace(founding.plan_again(old, message), pace=self._context.clocks.pace(campaign))
        return self.found(message, plan)

    def join(self, message: Message, campaign: int, seat: str, who: str, own_salt: bool = False) -> Receipt:
        """Take a vacant seat at the founding; in play, come back to one's own or take over as an officer."""
        return self._do(message, campaign, lambda s: founding.join(s, seat, who, own_salt))

    def invite_house(self, message: Message, campaign: int, seat: str) -> Receipt:
        """Give a vacant seat to the house."""
        return self._do(message, campaign, lambda s: ai_player.invite(s, seat))

    def leave(self, message: Message, campaign: int, seat: str) -> Receipt:
        """Leave a seat; in play it waits for a replacement."""
        return self._do(message, campaign, lambda s: founding.leave(s, seat))

    def vacate(self, message: Message, campaign: int, seat: str) -> Receipt:
        """The founder or the referee frees a seat before the game begins."""
        return self._do(message, campaign, lambda s: founding.vacate(s, seat))

    def commit_salt(self, message: Message, campaign: int, seat: str, c: str) -> Receipt:
        """Bind a seat to a salt of its own."""
        return self._do(message, campaign, lambda s: founding.commit(s, seat, c))

    def leave_salt_to_bot(self, message: Message, campaign: int, seat: str) -> Receipt:
        """Let the bot make the salt of a seat that was to make its own."""
        return self._do(message, campaign, lambda s: founding.leave_salt_to_bot(s, seat))

    def show_salt(self, message: Message, campaign: int, seat: str, nonce: str, text: str) -> Receipt:
        """Show the salt that a seat is bound to; with the last one the game begins."""
        return self._do(message, campaign, lambda s: founding.show(s, seat, nonce, text))

    # -- playing ---------------------------------------------------------------------------------

    def submit(
        self, message: Message, campaign: int, seat: str, answer: object, question: int | None = None
    ) -> Receipt:
        """Answer what is asked of a seat; `question` is its `Asked.entry`, if the mouth knows it."""
        return self._do(message, campaign, lambda s: playing.submit(s, seat, answer, question))

    def amend(
        self, message: Message, campaign: int, seat: str, answer: object, question: int | None = None
    ) -> Receipt:
        """Change an answer while others are still to give theirs."""
        return self._do(message, campaign, lambda s: playing.amend(s, seat, answer, question))

    def aside(self, message: Message, campaign: int, seat: str, answer: object) -> Receipt:
        """Act out of turn."""
        return self._do(message, campaign, lambda s: playing.aside(s, seat, answer))

    def order(
        self, message: Message, campaign: int, seat: str, text: str, language: str = "en", head: str = ""
    ) -> Receipt:
        """Orders in their language; several are a batch. `said` tells `how` far it came, and its `draft`."""
        return self._do(message, campaign, lambda s: playing.order(s, seat, text, language, head))

    def drop_batch(self, message: Message, campaign: int, seat: str) -> Receipt:
        """Forget what is left of a batch."""
        return self._do(message, campaign, lambda s: playing.drop_batch(s, seat))

    def answer_for(
        self, message: Message, campaign: int, seat: str, answer: object, by: str, why: str = ""
    ) -> Receipt:
        """The "referee", who may need a reason, or the "clock" answers for a seat that does not."""
        return self._do(message, campaign, lambda s: acts.answer_for(s, seat, answer, by, why))

    def play_house(self) -> bool:
        """Do one thing that the house is asked, in one campaign after another; False if there is nothing.

        Raises:
            Held: if its game had to be held; the others go on.
        """
        campaign = self._house_next()
        if campaign is None:
            return False
        self._house_was_at, message = campaign, Message("", ai_player.USER)
        try:
            self._do(message, campaign, ai_player.act)
        except Held:
            raise
        except Refusal:
            self._do(message, campaign, ai_player.decline)
        return True

    def is_house_asked(self) -> bool:
        """Whether the house has anything to do."""
        return self._house_next() is not None

    def _house_next(self) -> int | None:
        context = self._context
        return context.campaigns.next_asked(ai_player.USER, self._house_was_at, context.unchecked)

    def set_standing(self, message: Message, campaign: int, seat: str, texts: Sequence[str]) -> Receipt:
        """A seat's standing orders, in place of those before (none: they are all taken back)."""
        return self._do(message, campaign, lambda s: playing.set_standing(s, seat, texts))

    # -- taking back -----------------------------------------------------------------------------

    def take_back(self, message: Message, campaign: int, seat: str, head: str = "") -> Receipt:
        """Take back one's own last order alone; `head` is the one that a button was made on, "" for any."""
        return self._do(message, campaign, lambda s: undo.take_back(s, seat, head))

    def propose_undo(self, message: Message, campaign: int, seat: str, to: int, why: str = "") -> Receipt:
        """Propose to all to go back to what was after entry `to`."""
        return self._do(message, campaign, lambda s: undo.propose(s, seat, to, why))

    def consent(
        self, message: Message, campaign: int, seat: str, agrees: bool = True, proposal: str | None = None
    ) -> Receipt:
        """Accept or refuse the undo that is proposed; `proposal` is its id, if the mouth knows it."""
        return self._do(message, campaign, lambda s: undo.consent(s, seat, agrees, proposal))

    # -- holding and ending ----------------------------------------------------------------------

    def resign(self, message: Message, campaign: int, seat: str) -> Receipt:
        """Give up; the game is over."""
        return self._do(message, campaign, lambda s: ending.resign(s, seat))

    def propose_draw(self, message: Message, campaign: int, seat: str) -> Receipt:
        """Propose a draw, or accept the one that is proposed."""
        return self._do(message, campaign, lambda s: ending.propose_draw(s, seat))

    def accept_draw(self, message: Message, campaign: int, seat: str, proposal: str | None = None) -> Receipt:
        """Accept the draw that is proposed; `proposal` is its id, if the mouth knows it."""
        return self._do(message, campaign, lambda s: ending.accept_draw(s, seat, proposal))

    def refuse_draw(self, message: Message, campaign: int, seat: str, proposal: str | None = None) -> Receipt:
        """Refuse the draw that is proposed."""
        return self._do(message, campaign, lambda s: ending.refuse_draw(s, seat, proposal))

    def compare(self, message: Message, campaign: int, seen: Sequence[Seen]) -> Receipt:
        """At start, hold a campaign whose posts know more than the log; `said` has `agree`.

        From now on it may be played (`ServiceContext.unchecked`), and its clocks run, unless this breaks.
        """
        since = self._context.unchecked.pop(campaign, None)
        try:
            return self._do(message, campaign, lambda s: {"agree": int(ending.compare(s, seen, since))})
        except Exception:
            if since is not None:
                self._context.unchecked[campaign] = since
            raise

    # -- looking ---------------------------------------------------------------------------------

    def campaigns(self, *states: str) -> list[Campaign]:
        """The campaigns in these states; of those that are not over, if none is named."""
        return self._context.campaigns.campaigns(*(states or ("joining", "salting", "playing")))

    def seats_of(self, user: str) -> list[tuple[int, str]]:
        """Every campaign and seat behind which a user stands; `roles_of` says as what."""
        return [(campaign, seat) for campaign, seat, _ in self._context.teams.of_user(user)]

    def status(self, campaign: int) -> Standings:
        """Where a campaign stands, who plays, and who is asked since when."""
        found = self._context.campaign(campaign)
        register = self._context.campaigns
        members, asked, over = register.members(campaign), register.asked(campaign), found.state == "over"
        pace, away = self._context.clocks.pace(campaign), absence.away(self._context, campaign)
        return Standings(found, members, asked, over, pace, self.due(campaign), away)

    def asked(self, campaign: int) -> list[Asked]:
        """Who is asked, and since when."""
        return self._context.campaigns.asked(campaign)

    def pending(self, campaign: int, seat: str) -> Pending | None:
        """What is asked of a seat now, with the choice."""
        return self._look(campaign, lambda s: queries.pending(s, seat))

    def asides(self, campaign: int, seat: str) -> Choice[Any] | None:
        """What a seat may do out of turn now."""
        return self._look(campaign, lambda s: queries.asides(s, seat))

    def view(self, campaign: int, seat: str | None, rest: int | None = None) -> Struct:
        """What a seat, or the public, may know, now or at a rest that is kept."""
        return self._look(campaign, lambda s: queries.view(s, seat, rest))

    def scene(self, campaign: int, seat: str | None, language: str, rest: int | None = None) -> Any:
        """The same as a scene for the renderer."""
        return self._look(campaign, lambda s: queries.scene(s, seat, language, rest))

    def views(self, campaign: int, seat: str | None, rests: Sequence[int]) -> list[Struct]:
        """What a seat, or the public, knew at several rests that are kept."""
        return self._look(campaign, lambda s: queries.views(s, seat, rests))

    def rests(self, campaign: int) -> list[tuple[int, str]]:
        """Which rests are kept: behind which entry, and in which stage."""
        return self._context.log.rests(campaign)

    def game(self, campaign: int) -> Game:
        """The game that a campaign is of."""
        return self._context.games[self._context.campaign(campaign).game]

    def score(self, campaign: int, rest: int | None = None) -> Score:
        """Points and result now, or at a rest that is kept."""
        return self._look(campaign, lambda s: queries.score(s, rest))

    def standing(self, campaign: int, seat: str) -> list[str]:
        """A seat's standing orders."""
        return [order.text for order in self._context.campaigns.books(campaign).get(seat, [])]

    def batch(self, campaign: int, seat: str) -> Queue | None:
        """What is left of a seat's batch."""
        return self._context.campaigns.queues(campaign).get(seat)

    def undo_points(self, campaign: int) -> list[undo.Point]:
        """Every place that can be gone back to, the newest first."""
        return self._look(campaign, undo.points)

    def journal(self, campaign: int, seat: str | None, after: int = -1) -> list[tuple[int, Event]]:
        """What a seat, or the public, was told behind entry `after`."""
        return self._look(campaign, lambda s: queries.journal(s, seat, after))

    def log(self, campaign: int, after: int = -1) -> list[dict[str, Any]]:
        """The public entries behind entry `after`."""
        return self._look(campaign, lambda s: queries.log(s, after))

    def export(self, campaign: int, reader: str | None) -> list[str]:
        """The export for a seat, the public (None) or the referee ("all"), line by line."""
        return self._look(campaign, lambda s: queries.export(s, reader))

    def verify(self, campaign: int, heads: Mapping[int, str] | None = None) -> Report:
        """What the verifier says, held against heads that somebody kept: entry -> hex."""
        return self._look(campaign, lambda s: queries.verdict(s, heads or {}))

    # -- the outbox ------------------------------------------------------------------------------

    def waiting(self, most: int = 100) -> list[Post]:
        """The oldest posts that have not arrived, in order."""
        return self._context.outbox.waiting(most)

    def posts(self, campaign: int, audiences: Sequence[str], after: int = 0, most: int = 200) -> list[Post]:
        """The oldest posts to these audiences behind post `after`, whether they have arrived or not.

        What an undo took back stays among them, as history; the undo is a post of its own.
        """
        return self._context.outbox.posts(campaign, audiences, after, most)

    def delivered(self, arrived: Mapping[int, str]) -> None:
        """Posts have arrived: id -> the mouth's own reference. A power cut may take that back."""
        with self._context.store.transaction(lasting=False):
            for post, reference in arrived.items():
                self._context.outbox.deliver(post, reference)

    def sweep(self) -> None:
        """Take away what nobody needs any more, and is part of no game; to be done once a day or so."""
        retention.sweep(self._context.store, self._context.clock())

    def reference(self, post: int) -> str | None:
        """As what a post has arrived; None if it has not."""
        return self._context.outbox.reference(post)
