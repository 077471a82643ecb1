"""The service: every use case as one method, each command as one transaction (architecture.md §1.3).

A command loads the campaign, re-runs its running procedure, does one thing, lets standing orders act, writes
everything and keeps nothing in memory. Front ends learn of its effects from the receipt, the outbox and the
queries.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import Struct, structs

from adjudicator.core.choices.choice import Bar, Completion, Reader
from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import Refusal
from adjudicator.core.orders.books import Standing
from adjudicator.opponents import considered
from service.storage import retention
from service.storage.board_choices import BoardChoiceRepository
from service.storage.channels import ChannelRepository
from service.storage.database import backups
from service.storage.database.errors import Corrupt, StoreError
from service.storage.database.shown import UNKNOWN
from service.storage.mail import MailRepository
from service.storage.mailbox import MailboxRepository
from service.storage.notes import NoteRepository
from service.storage.seat_access import ActivityRepository, SeatAccessRepository
from service.text import explain
from service.text.examples import examples
from service.text.explain import Explanation
from service.unit_of_work.command import CommandRunner, Held
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.tournaments import opening
from service.unit_of_work.transaction import Transaction
from service.usecases.agreeing import ending, undo
from service.usecases.play import closing, drafts, queries
from service.usecases.play.drafts import Draft
from service.usecases.referee import acts, edit, restored
from service.usecases.seats import founding, press, teams
from service.usecases.time import absence, ai_player, deadlines, leaving, mailbox, reminding
from service.values.calendar import Span
from service.values.front_ends.deliveries import DELIVERED, EVERYBODY, SENDING, Delivery
from service.values.posts import PressNotice
from service.values.receipts import (
    Edited,
    Founded,
    Reconciled,
)
from service.values.records import (
    CLOCK,
    Asked,
    Campaign,
    Due,
    Message,
    Person,
    Plan,
    Post,
    Preview,
    Queue,
    R,
    Receipt,
    Ruling,
    Seen,
    Standings,
    Suggestion,
)
from service.wizard.filled import Filled

from .tournaments import Tournaments

__all__ = ["Corrupt", "Held", "Service", "StoreError", "Transaction"]

MOST_AT_ONCE = 10
"""The number of acts of one tick before other commands have their turn."""
LIVE = ("joining", "salting", "playing", "closed")
"""The states of campaigns that have not ended."""

P = ParamSpec("P")
T = TypeVar("T")

_LOG = logging.getLogger(__name__)


class Service(CommandRunner):
    """Commands and queries on campaigns, for one thread at a time.

    Every command takes the message that brought it; one that was carried out before returns its first receipt
    again and changes nothing. Every command may raise `Refusal`, and then nothing has changed.
    """

    def __init__(self, context: ServiceContext) -> None:
        super().__init__(context)
        self.tournaments = Tournaments(context)
        self._ai_was_at = 0
        self._damaged: set[int] = set()

    def touched(self) -> set[int]:
        """Return the campaigns that commands have changed since this was last asked."""
        return super().touched() | self.tournaments.touched()

    # -- any act, any query ------------------------------------------------------------------------

    def do(
        self,
        message: Message,
        campaign: int,
        act: Callable[Concatenate[Transaction, P], R],
        *values: P.args,
        **named: P.kwargs,
    ) -> Receipt[R]:
        """Carry out an act of `service.usecases` on a campaign, with its values: all of it, or nothing."""
        return self._do(message, campaign, lambda tx: act(tx, *values, **named))

    def look(
        self,
        campaign: int,
        query: Callable[Concatenate[Transaction, P], T],
        *values: P.args,
        **named: P.kwargs,
    ) -> T:
        """Return the answer of a query of `service.usecases` on the present state of a campaign."""
        return self._look(campaign, lambda tx: query(tx, *values, **named))

    def look_as(
        self,
        message: Message,
        campaign: int,
        query: Callable[Concatenate[Transaction, P], T],
        *values: P.args,
        **named: P.kwargs,
    ) -> T:
        """Return the answer of a query for which it matters who asks; nothing is carried out."""
        return self._look(campaign, lambda tx: query(tx, *values, **named), message)

    def keep(self, act: Callable[Concatenate[ServiceContext, P], T], *values: P.args, **named: P.kwargs) -> T:
        """Carry out an act of `usecases.front_ends` on the tables of one front end: all of it, or nothing.

        If a transaction runs, the act is part of it.
        """
        store = self._context.store
        with nullcontext() if store.is_in_transaction else store.transaction():
            return act(self._context, *values, **named)

    def read(
        self, query: Callable[Concatenate[ServiceContext, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Return the answer of a query of `usecases.front_ends` on the tables of one front end."""
        return query(self._context, *values, **named)

    # -- founding --------------------------------------------------------------------------------

    def found(self, message: Message, plan: Plan) -> Receipt[Founded]:
        """Found a new campaign, whose seats are taken by `join`."""
        ready = founding.prepare(self._context, plan)
        with self._context.store.transaction():
            if (done := self._done(message)) is not None:
                return done
            return self._remember(message, founding.found(self._context, message, ready))

    def found_again(self, message: Message, campaign: int) -> Receipt[Founded]:
        """Found a campaign again after somebody left while salts were given; no seat is taken yet."""
        old = self._context.campaign(campaign)
        plan = structs.replace(founding.plan_again(old, message), pace=self._context.clocks.pace(campaign))
        return self.found(message, plan)

    # -- playing ---------------------------------------------------------------------------------

    def play_ai(self, resting: Collection[int] = ()) -> int | None:
        """Answer one question or proposal for the computer player, trying the campaigns in turn; what it has
        to think about is thought about here.

        Args:
            resting: campaigns that are left out for now.

        Returns:
            the campaign; None if there is no question.

        Raises:
            Held: if its game had to be held; the others go on.
        """
        campaign = self.next_for_ai(resting)
        if campaign is not None:
            self.answer_as_ai(campaign)
        return campaign

    def next_for_ai(self, resting: Collection[int] = ()) -> int | None:
        """Return the campaign in which it is the computer's turn to do something, the campaigns in turn; None
        if there is nothing to do in another than those that rest.
        """
        campaign = self._computer_next(resting)
        if campaign is not None:
            self._ai_was_at = campaign
        return campaign

    def asks_of_ai(self, campaign: int) -> ai_player.Asks | None:
        """Return the question that the computer has to think about; None where it can act at once."""
        return self._look(campaign, ai_player.asks, Message("", ai_player.USER))

    def answer_as_ai(self, campaign: int, found: ai_player.Found | None = None) -> None:
        """Answer one question or proposal of a campaign for the computer player.

        Args:
            campaign: its number.
            found: what it has found, if it had to think; else it thinks here. If the game has changed since,
                nothing is done.

        Raises:
            Held: if its game had to be held.
            NotNow: if the computer has nothing to answer there.
        """
        message, asks = Message("", ai_player.USER), self.asks_of_ai(campaign)
        if found is not None and (asks is None or (asks.seat, asks.head) != (found.seat, found.head)):
            return
        if found is None and asks is not None:
            found = ai_player.Found(asks.seat, asks.head, considered(asks.job))
        try:
            self._do(message, campaign, lambda tx: ai_player.act(tx, found))
        except Held:
            raise
        except Refusal:
            if asks is not None:
                raise
            self._do(message, campaign, ai_player.decline)

    def hold_for_ai(self, campaign: int, asks: ai_player.Asks, error: Exception) -> None:
        """Hold a campaign in which the computer's search broke, unless the game has gone on since."""
        now = self.asks_of_ai(campaign)
        if now is not None and now.head == asks.head:
            self._hold(campaign, error)

    def is_ai_asked(self, resting: Collection[int] = ()) -> bool:
        """Return true if the computer player has a question or a proposal to answer in another campaign than
        those that rest.
        """
        return self._computer_next(resting) is not None

    def is_ai_alone(self, campaign: int) -> bool:
        """Return true if the computer player has every seat that is taken."""
        return all(
            member.user == ai_player.USER for member in self._context.campaigns.members(campaign).values()
        )

    def _computer_next(self, resting: Collection[int]) -> int | None:
        context = self._context
        left_out = {*context.unreconciled, *resting}
        return context.campaigns.next_asked(ai_player.USER, self._ai_was_at, left_out)

    # -- taking back -----------------------------------------------------------------------------

    # -- holding and ending ----------------------------------------------------------------------

    def resigned(self, campaign: int) -> list[str]:
        """Return the seats that were resigned and that nobody has taken since."""
        return self._look(campaign, lambda tx: tx.resigned())

    def reconcile(self, message: Message, campaign: int, seen: Sequence[Seen]) -> Receipt[Reconciled]:
        """At start, hold a campaign of which more was posted than the log contains.

        After that it may be played (`ServiceContext.unreconciled`) and its clocks run, unless this fails.
        """
        since = self._context.unreconciled.pop(campaign, None)

        def reconcile(tx: Transaction) -> Reconciled:
            if since is not None:
                tx.context.clocks.stood(tx.campaign.id, since, tx.time)
            return Reconciled(restored.compare(tx, seen))

        try:
            return self._do(message, campaign, reconcile)
        except Held:  # nothing will be done in it, and its clocks stand
            raise
        except Exception:
            if since is not None:
                self._context.unreconciled[campaign] = since
            raise

    def compare_with_shown(self) -> None:
        """At start, hold every campaign of which more was shown than this database contains.

        The file beside the database (`storage.database.shown`) says what was shown by any front end. For a
        game in play that is not in it, as in a copy without that file, this is unknown. The referees of the
        others are told if the database lacks the last writes.
        """
        context, ends = self._context, self._context.shown.all()
        lacking = context.shown.written() - context.store.number
        if lacking > 0:
            _LOG.error(
                "%s lacks the last %d transactions: is its -wal file lost, or is it an older copy?",
                context.store.path,
                lacking,
            )
        for campaign in self.campaigns():
            end = ends.get(campaign.name, UNKNOWN if campaign.state in restored.BEGUN else None)
            if end is not None and not restored.is_logged(context, campaign, end):
                self._compare(campaign.id, end)
            elif lacking > 0 and campaign.state in restored.LIVE:
                with suppress(Held):
                    self._do(CLOCK, campaign.id, restored.tell_of_lacking)
        kept = {name: end for name, end in context.shown.all().items() if context.may_return(name)}
        context.shown.keep(kept)

    def shown(self, campaign: int) -> str:
        """Return a text with which a reader can later prove how far they have read (`hear_shown`)."""
        return restored.token(self._context, self._context.campaign(campaign))

    def hear_shown(self, campaign: int, text: str) -> bool:
        """Compare a text kept by a reader with the log; return true if the log has that entry, or the text is
        no proof. Otherwise hold the campaign.
        """
        found = self._context.campaigns.campaign(campaign)
        end = None if found is None else restored.read_token(self._context, found, text)
        if found is None or end is None or restored.is_logged(self._context, found, end):
            return True
        self._compare(campaign, end)
        return False

    def _compare(self, campaign: int, end: Seen) -> None:
        """Compare a campaign; it may still be waiting for `reconcile`, and goes on waiting."""
        since = self._context.unreconciled.pop(campaign, None)
        try:
            with suppress(Held):  # it is damaged as well, and its referee knows
                self._do(CLOCK, campaign, lambda tx: Reconciled(restored.compare(tx, [end])))
        finally:
            if since is not None:
                self._context.unreconciled[campaign] = since

    def hold_until_reconciled(self, campaigns: Iterable[int]) -> None:
        """Block these campaigns until `reconcile` has checked them."""
        self._context.mark_unreconciled(campaigns)

    def is_unreconciled(self, campaign: int) -> bool:
        """Return true if a campaign waits for `reconcile`."""
        return campaign in self._context.unreconciled

    def unreconciled_since(self, campaign: int) -> int | None:
        """Return the UNIX second since which a campaign waits for `reconcile`; None if it does not."""
        return self._context.unreconciled.get(campaign)

    def require_reconciled(self, campaign: int) -> None:
        """Require that a campaign does not wait for `reconcile`.

        Raises:
            NotNow: if it does.
        """
        self._context.require_reconciled(campaign)

    # -- queries ---------------------------------------------------------------------------------

    def campaigns(self, *states: str) -> list[Campaign]:
        """Return the campaigns in these states; without states, those that have not ended."""
        return self._context.campaigns.campaigns(*(states or LIVE))

    def live_ids(self) -> set[int]:
        """Return the numbers of the campaigns that have not ended."""
        return self._context.campaigns.ids(*LIVE)

    def live_among(self, ids: Collection[int]) -> list[Campaign]:
        """Return those campaigns of some numbers that have not ended."""
        return self._context.campaigns.campaigns_among(ids, *LIVE)

    def live_ruled_by(self, user: str) -> list[Campaign]:
        """Return the campaigns that have not ended and that a user created or referees."""
        return self.live_among(self._context.campaigns.ids_ruled_by(user))

    def vacant_seats(self) -> dict[int, list[str]]:
        """Return the campaigns in play with vacant seats, and those seats, which the referee may give to a
        substitute.
        """
        return self._context.campaigns.vacant_seats()

    def campaign(self, campaign: int) -> Campaign:
        """Return a campaign by its number.

        Raises:
            NotNow: if there is none.
        """
        return self._context.campaign(campaign)

    def games(self) -> Mapping[str, Game]:
        """Return the games that can be played, by id."""
        return self._context.games

    def now(self) -> int:
        """Return the time now, in UNIX seconds."""
        return self._context.clock()

    def random_bytes(self, count: int) -> bytes:
        """Return `count` random bytes that nobody can guess."""
        return self._context.entropy(count)

    def seats_of(self, user: str) -> list[tuple[int, str]]:
        """Return every campaign and seat of a user; `roles_of` also gives their roles."""
        return [(campaign, seat) for campaign, seat, _ in self._context.teams.of_user(user)]

    def status(self, campaign: int) -> Standings:
        """Return the state of a campaign: its members, and who is asked since when."""
        self._examine(campaign)
        return self.once(campaign, (Service.status,), lambda: self._status(campaign))

    def _status(self, campaign: int) -> Standings:
        found = self._context.campaign(campaign)
        campaigns = self._context.campaigns
        members, asked, over = campaigns.members(campaign), campaigns.asked(campaign), found.state == "over"
        pace, away = self._context.clocks.pace(campaign), absence.away(self._context, campaign)
        return Standings(found, members, asked, over, pace, self.due(campaign), away)

    def asked(self, campaign: int) -> list[Asked]:
        """Return the seats that are asked, and since when."""
        return self._context.campaigns.asked(campaign)

    def longest_asked(self, seats: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
        """Return the seats of some campaigns that have a decision to make now, those asked longest ago
        first.
        """
        return queries.longest_asked(self._context, seats)

    def completions(self, campaign: int, seat: str, text: str, language: str) -> list[Completion]:
        """Return the lines that a seat's text may become, open and barred, at most 400 a choice."""
        reader = Reader(self.game(campaign).lexicon, language)
        return list(explain.completions(self.look(campaign, queries.readable, seat), text, reader))

    def examples(self, campaign: int, seat: str, language: str) -> list[str]:
        """Return orders with which a seat could answer its question, as examples; none if it has none."""
        pending = self.look(campaign, queries.pending, seat)
        reader = Reader(self.game(campaign).lexicon, language)
        return [] if pending is None else examples(pending.choice, reader)

    def check(self, campaign: int, seat: str, text: str, language: str) -> list[str]:
        """Try a seat's orders without giving them, as far as its own decisions go. Return the orders that
        could not be tried, as dice or others decide before them.

        Raises:
            Refusal: for the first order that would be refused.
        """
        return self._look(campaign, lambda tx: queries.check(tx, seat, text, language), Message("", ""))

    def barred(self, campaign: int, seat: str, order: str, language: str) -> Mapping[str, Bar]:
        """Return the lines that begin like an order of a seat and are not allowed, with the reasons; none if
        no rule forbids the order.

        Raises:
            Refusal: if the order is whole and would be refused.
        """
        begun = (self.completions(campaign, seat, text, language) for text in (order, f"{order} "))
        found = [line for lines in begun for line in lines]
        barred = {line.text: line.bar for line in found if line.bar is not None}
        if order and not barred and not any(len(line.text) > len(order) for line in found):
            self.check(campaign, seat, order, language)
        return barred

    def explain(self, campaign: int, seat: str, text: str, refused: Refusal, language: str) -> Explanation:
        """Explain why a text of a seat was refused, and what would be allowed instead."""
        reader = Reader(self.game(campaign).lexicon, language)
        return explain.explain(self.look(campaign, queries.readable, seat), text, refused, reader)

    def view(self, campaign: int, seat: str | None, rest: int | None = None) -> Struct:
        """Return the view of a seat, or of the public, now or at a rest that is kept."""
        return self._look_once(campaign, queries.view, seat, rest)

    def rests(self, campaign: int) -> list[tuple[int, str]]:
        """Return the rests that are kept: the entry before each, and its stage."""
        return self._context.log.rests(campaign)

    def time_of(self, campaign: int, n: int) -> int:
        """Return the UNIX second of an entry."""
        return self._context.log.time(campaign, n)

    def game(self, campaign: int) -> Game:
        """Return the game of a campaign."""
        return self._context.games[self._context.campaign(campaign).game]

    def standing(self, campaign: int, seat: str) -> list[str]:
        """Return a seat's standing orders."""
        return [order.text for order in self._context.campaigns.books(campaign).get(seat, [])]

    def batch(self, campaign: int, seat: str) -> Queue | None:
        """Return the lines that are left of a seat's batch."""
        return self._context.campaigns.queues(campaign).get(seat)

    def is_settled(self, campaign: int, n: int, seat: str = "") -> bool:
        """Return true if everybody can see that no order up to entry `n` is taken back alone any more, but by
        `seat`.
        """
        return undo.is_settled(self._context, campaign, n, seat)

    def taken_back(self, campaign: int) -> list[tuple[int, int]]:
        """Return the entries between which orders were taken back alone; see `undo.taken_back`."""
        return undo.taken_back(self._context, campaign)

    def log(self, campaign: int, after: int = -1) -> list[dict[str, Any]]:
        """Return the public entries after entry `after`."""
        return self._look_once(campaign, queries.log, after)

    # -- time --------------------------------------------------------------------------------------

    def nudgeable(self, campaign: int, user: str) -> list[str]:
        """Return the seats that a user may remind of what they are asked now."""
        return self._look(campaign, reminding.nudgeable, Message("", user))

    def grantable(self, campaign: int, user: str, hours: int) -> str:
        """Return the seat to which a user may grant hours now, whose time runs or is up; "" for none."""
        return self._look(campaign, lambda tx: deadlines.grantable(tx, hours), Message("", user))

    def due(self, campaign: int) -> list[Due]:
        """Return the deadline of each seat that is asked."""
        return deadlines.due(self._context, campaign)

    def set_absence(self, message: Message, since: int, until: int) -> Receipt[None]:
        """Enter an absence of the message's sender from all their games, between two UNIX seconds.

        Raises:
            Refusal: if it is longer, or makes more in a year, than `absence.LONGEST` and `absence.MOST` days.
        """
        return self._once(message, lambda: absence.leave(self._context, message.user, since, until))

    def end_absence(self, message: Message, since: int) -> Receipt[None]:
        """Take back the absence that begins at `since`; if it has begun, what is left of it."""
        return self._once(message, lambda: absence.come_back(self._context, message.user, since))

    def absences(self, user: str) -> list[Span]:
        """Return the absences of a user, past ones included."""
        return self._context.clocks.absences(user)

    def tick(self) -> int:
        """Carry out what is due now: reminders, expiries, windows, outages given back; a limited number per
        call.

        It may be called at any time, and does nothing twice. An error in one campaign is logged, its command
        is not kept, and the others go on. A front end ticks before it opens, and again at the UNIX second
        that is returned: a second later if there is more to do, else when something is due next, but never
        later than `deadlines.HEARTBEAT`.
        """
        with self._context.store.transaction():
            deadlines.beat(self._context)
        times, left = self._context.clocks, MOST_AT_ONCE
        for campaign in times.stirring(self._context.clock()):
            if campaign in self._context.unreconciled:
                continue
            if mailbox.is_awaited(self._context, campaign):
                if mailbox.is_missed(self._context, campaign):
                    self._act(campaign, mailbox.stop)
                continue
            left = self._act_on_due(campaign, left)
            if not left:
                return self._context.clock() + 1
        now = self._context.clock()
        for campaign in reminding.due(self._context):
            if campaign not in self._context.unreconciled:
                self._act(campaign, reminding.remind)
        for campaign, opens in closing.due(self._context).items():
            if opens <= now and campaign not in self._context.unreconciled:
                self._act(campaign, closing.open_when_due)
        if self.tournaments.tick():
            return now + 1
        latest = now + deadlines.HEARTBEAT
        return min(times.next_wake(now) or latest, latest)

    def recall(self, campaign: int, seat: str) -> None:
        """Remind a seat, with a sound, of a question that came without one; see `reminding.recall`."""
        self._act(campaign, lambda tx: reminding.recall(tx, seat))

    def note_mailbox_read(self, at: int) -> None:
        """Note that every mail which arrived up to a UNIX second was read and answered.

        Deadlines of seats by mail wait for it, and time that stood still goes on.
        """
        self._context.mailbox_read_at = at
        for campaign in self._context.mailbox.waiting():
            self._act(campaign, mailbox.go_on)

    def _act_on_due(self, campaign: int, most: int) -> int:
        """Carry out what is due in a campaign, up to a limit; return how many more acts would be allowed."""
        times, clock = self._context.clocks, self._context.clock
        while most and times.is_stirring(campaign, clock()) and self._act(campaign, deadlines.act):
            most -= 1
        return most

    def _act(self, campaign: int, act: Callable[[Transaction], None]) -> bool:
        """Carry out an act of the clock; return true if it was kept. An error is logged."""
        try:
            self._do(CLOCK, campaign, act)
        except (Refusal, StoreError) as error:
            _LOG.error("campaign %d: the clock could not act: %s", campaign, type(error).__name__)
            return False
        return True

    # -- the referee -------------------------------------------------------------------------------

    def release(self, message: Message, campaign: int) -> Receipt[None]:
        """Release a held campaign, as the referee; as a player, one that all players have paused."""

        def act(tx: Transaction) -> None:
            ending.release(tx)
            leaving.go_on(tx)

        return self._do(message, campaign, act)

    def see_as(self, message: Message, campaign: int, seat: str | None) -> Struct:
        """Return the view of a seat to the referee; it is logged, and shown to all at the end.

        A repeated message reads again, because the position may have changed.
        """
        if seat is not None:
            self._do(Message("", message.user), campaign, lambda tx: acts.see_as(tx, seat))
        return self._look(campaign, lambda tx: queries.view(tx, seat))

    def try_edit(self, message: Message, campaign: int, text: str) -> Preview:
        """Return the effects of a change of the position without carrying it out; the referee's look is
        logged.
        """
        self._do(Message("", message.user), campaign, edit.require_editable)
        return self._look(campaign, lambda tx: edit.try_edit(tx, text), message)

    def edit(self, message: Message, campaign: int, text: str, why: str, head: str = "") -> Receipt[Edited]:
        """Change the position at rest, as the referee, by lines such as `treasury.empire = 120`."""
        if not message.id or self._done(message) is None:
            self._do(Message("", message.user), campaign, edit.require_editable)
        return self._do(message, campaign, lambda tx: edit.edit(tx, text, why, head))

    def can_answer(self, campaign: int, seat: str) -> bool:
        """Return true if a seat could answer itself; only then must the referee give a reason to answer
        for it.
        """
        return acts.can_answer(self._context, campaign, seat)

    def rulings(self, campaign: int) -> list[Ruling]:
        """Return the referee's rulings, the oldest first."""
        return self._context.teams.rulings(campaign)

    # -- teams -------------------------------------------------------------------------------------

    def suggestions(self, campaign: int, seat: str) -> list[Suggestion]:
        """Return the suggestions of a seat's team, the oldest first; for that team alone."""
        return self._context.teams.suggestions(campaign, seat)

    def people(self, campaign: int) -> list[Person]:
        """Return the commander, officers and observers of each seat."""
        return self._context.teams.people(campaign)

    def roles_of(self, user: str) -> list[tuple[int, str, str]]:
        """Return every campaign, seat and role of a user."""
        return self._context.teams.of_user(user)

    def role_of(self, user: str, campaign: int, seat: str) -> str:
        """Return somebody's role at a seat: "commander", "officer", "observer", "" for none."""
        return teams.role_of(self._context, user, campaign, seat)

    def may_see(self, user: str, campaign: int, seat: str) -> bool:
        """Return true if somebody may see the view of a seat."""
        return teams.may_see(self._context, user, self._context.campaign(campaign), seat)

    def is_open(self, campaign: int, *, to_public: bool) -> bool:
        """Return true if a game is over, and all of it is open to its players, or to the public."""
        return opening.is_open(self._context, self._context.campaign(campaign), to_public=to_public)

    def may_order(self, user: str, campaign: int, seat: str) -> bool:
        """Return true if somebody commands a seat."""
        return self.role_of(user, campaign, seat) == teams.COMMANDER

    def former_seats(self, campaign: int, user: str) -> list[str]:
        """Return the seats that somebody belonged to and has left."""
        return self._context.teams.former(campaign, user)

    def last_user(self, campaign: int, seat: str) -> str:
        """Return the user who left a seat last, "" for nobody."""
        return self._context.teams.last_user(campaign, seat)

    @property
    def notes(self) -> NoteRepository:
        """The repository of private notes."""
        return self._context.notes

    @property
    def board_choices(self) -> BoardChoiceRepository:
        """The repository of the maps that groups see."""
        return self._context.board_choices

    @property
    def mail(self) -> MailRepository:
        """The repository of play by mail: seats with their addresses, mails in and out."""
        return self._context.mail

    @property
    def mailbox(self) -> MailboxRepository:
        """The repository of the umpire's mailbox: the place up to which it was read, addresses that
        fail.
        """
        return self._context.mailbox

    @property
    def activity(self) -> ActivityRepository:
        """The repository of the board inside Discord: its sessions, and what was opened there."""
        return self._context.activity

    @property
    def seat_access(self) -> SeatAccessRepository:
        """The repository of seat access: the rights to act from a browser, given by secret links."""
        return self._context.seat_access

    # -- messages between players ------------------------------------------------------------------

    def press(self, campaign: int, seat: str) -> list[PressNotice]:
        """Return the messages that a seat has written and not withdrawn, the oldest first."""
        return press.written(self._context, campaign, seat)

    def messages(self, campaign: int, seat: str) -> list[tuple[int, PressNotice]]:
        """Return the messages that a seat has written or was sent, the oldest first, with their UNIX seconds;
        only the seat itself is shown them.
        """
        return press.read(self._context, campaign, seat)

    def blocked(self, campaign: int, seat: str) -> list[str]:
        """Return the seats whose messages a seat does not read; only the seat itself is shown them."""
        return self._context.press.blocked(campaign, seat)

    def is_unwanted(self, post: Post, seat: str | None) -> bool:
        """Return true for a message to all by somebody whose messages a seat does not read."""
        return press.is_unwanted(self._context, post, seat)

    # -- half-filled decisions and standing orders -------------------------------------------------

    def draft(self, campaign: int, user: str, seat: str, key: str) -> Draft | None:
        """Return a user's draft for a seat under "pending", "aside" or any other key."""
        return self._look(campaign, lambda tx: drafts.draft(tx, user, seat, key))

    def keep_draft(self, campaign: int, user: str, seat: str, key: str, filled: Filled) -> Draft:
        """Keep a user's draft for a seat, in place of the one before; it is dropped when the seat answers.

        Raises:
            NotNow: if they neither command the seat nor are an officer of it, or nothing is asked of it under
                this key.
        """
        return self._look(campaign, lambda tx: drafts.keep(tx, seat, key, filled), Message("", user))

    def drop_draft(self, campaign: int, user: str, seat: str, key: str) -> None:
        """Drop a user's draft for a seat."""
        drafts.drop(self._context.store, campaign, user, seat, key)

    def standing_book(self, campaign: int, seat: str) -> list[Standing]:
        """Return a seat's standing orders with their history: the entries by which each acted, and whether it
        has lapsed.
        """
        return self._context.campaigns.books(campaign).get(seat, [])

    # -- the outbox ------------------------------------------------------------------------------

    def subscribe(self, front_end: str) -> None:
        """Let every post written from now on wait for a front end that sends; harmless the second time."""
        self._context.deliveries.subscribe(front_end)

    def waiting(self, front_end: str, most: int = 100) -> list[Post]:
        """Return the oldest posts that wait for a front end, in order."""
        return self._intact(self._context.outbox.waiting(front_end, most))

    def lanes(self, front_end: str) -> list[tuple[int, str, int]]:
        """Return campaign, audience and oldest post of everything that waits for a front end."""
        return self._context.deliveries.lanes(front_end)

    def front_ends(self) -> list[str]:
        """Return the front ends that send posts."""
        return self._context.deliveries.front_ends()

    def unsent(self, front_end: str) -> int:
        """Return the number of posts that wait for a front end."""
        return self._context.deliveries.unsent(front_end)

    def post_ids(self, campaign: int, audiences: Sequence[str]) -> list[int]:
        """Return the ids of all posts to these audiences, in order."""
        return self._context.outbox.ids(campaign, audiences)

    def posts(self, campaign: int, audiences: Sequence[str], after: int = 0, most: int = 200) -> list[Post]:
        """Return the oldest posts to these audiences after post `after`, delivered or not.

        Posts that an undo took back stay among them, as history; the undo is a post of its own.
        """
        return self._intact(self._context.outbox.posts(campaign, audiences, after, most))

    def _intact(self, posts: list[Post]) -> list[Post]:
        """Return the posts unchanged, and hold the campaigns of damaged posts, which were left out."""
        damaged = self._context.outbox.damaged
        for post in damaged.keys() - self._damaged:
            self._damaged.add(post)
            self._hold(damaged[post], Corrupt(self._context.store.path, f"post {post}", None))
        return posts

    def sending(self, front_end: str, post: int, recipient: str, reference: str = "") -> None:
        """Note that a post is about to be sent to a recipient; `reference` helps to find it after a crash."""
        self._context.deliveries.note(front_end, {post: reference}, recipient, SENDING)

    def delivered(self, front_end: str, arrived: Mapping[int, str], recipient: str = EVERYBODY) -> None:
        """Note that posts have arrived (id -> the front end's own reference) at a recipient, or at everybody.

        Posts that have arrived at everybody wait no longer. A power cut may take that back.
        """
        self._context.deliveries.note(front_end, arrived, recipient, DELIVERED)

    def delivery(self, front_end: str, post: int, recipient: str = EVERYBODY) -> Delivery | None:
        """Return the delivery of a post to a recipient, or as a whole; None if nothing is noted."""
        return self._context.deliveries.of(front_end, post, recipient)

    def back_up(self, folder: Path, kept: int) -> Path:
        """Copy the database into a folder while it is in use, and keep only the newest copies.

        Raises:
            OSError, StoreError: if it cannot be written.
        """
        return backups.back_up(self._context.store, folder, kept)

    def sweep(self) -> None:
        """Delete records that nobody needs any more and that are part of no game, and have every game checked
        again before it is next played; to be called about once a day.
        """
        self._whole.clear()
        retention.sweep(self._context.store, self._context.clock())

    @property
    def channels(self) -> ChannelRepository:
        """The repository of front ends with channels: bindings, readers, threads, sent messages."""
        return self._context.channels
