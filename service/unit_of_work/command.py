"""The running of commands: the context they need, all or nothing, and the hold after a broken rule."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from adjudicator.core.language.errors import Defect, NotNow, Refusal, Stale, Verbatim
from adjudicator.core.language.words import N_, words
from service.storage.campaigns import ERROR
from service.storage.database.errors import Corrupt, StoreError
from service.storage.outbox import PostDraft, notice
from service.values.audiences import CHANNEL, REFEREE
from service.values.posts import AlarmNotice
from service.values.records import Campaign, Message, R, Receipt
from service.values.words import kept, packed

from . import clocks
from .context import ServiceContext
from .transaction import Transaction

T = TypeVar("T")

_LOG = logging.getLogger(__name__)

MOST_READ = 16
"""Campaigns of which is kept what was read."""

_ERROR = re.compile(f"{ERROR}[0-9a-f]{{8}}")
"""By what a campaign is held that a rule broke in; a referee's own reason is no such."""


class Held(Refusal):
    """Raised if a rule broke, or no longer follows the log: nothing was kept, the campaign is held for the
    referee.
    """

    kind = "stale"


class CommandRunner:
    """A runner of commands and queries for the service.

    Args:
        context: the context of every command.
    """

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._whole: set[int] = set()
        self._touched: set[int] = set()
        self._read: dict[int, tuple[Transaction, dict[tuple[object, ...], Any]]] = {}
        self._read_at: tuple[int, ...] = ()
        self._is_reading = False

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Let queries share what they have read of a campaign; for pages with many queries, and for pages one
        after another, until something changes or the next second begins.
        """
        at = (*self._context.store.state, self._context.clock())
        if at != self._read_at or len(self._read) > MOST_READ:
            self._read, self._read_at = {}, at
        self._is_reading = True
        try:
            with self._context.store.reading():
                yield
        finally:
            self._is_reading = False

    def touched(self) -> set[int]:
        """Return the campaigns that commands have changed since this was last asked."""
        touched, self._touched = self._touched, set()
        return touched

    @property
    def context(self) -> ServiceContext:
        """The context, for a front end with tables of its own."""
        return self._context

    def _do(self, message: Message, campaign: int, act: Callable[[Transaction], R]) -> Receipt[R]:
        """Carry out a command: all of it is kept, or nothing.

        Raises:
            Refusal: and nothing has changed.
            Held: if a rule broke; the campaign is held.
        """
        try:
            with self._context.store.transaction():
                if (done := self._done(message)) is not None:
                    return done
                self._context.require_reconciled(campaign)
                s = self._sit(message, campaign)
                self._touched.add(campaign)
                was = s.campaign.state
                receipt = self._remember(message, s.keep(act(s)))
            self._context.note_shown(s.campaign)
            if was != s.campaign.state == "playing":
                self._context.store.checkpoint()  # what was founded is in the file itself
            return receipt
        except Refusal as refused:
            self._explain(campaign, refused)
            raise
        except StoreError:
            raise
        except RecursionError as error:
            raise NotNow(words(N_("what you sent is nested too deeply"))) from error
        except Exception as error:
            raise self._hold(campaign, error) from error

    def _once(self, message: Message, act: Callable[[], None]) -> Receipt[None]:
        """Run a command that belongs to no single campaign; its receipt is filed under campaign 0."""
        with self._context.store.transaction():
            if (done := self._done(message)) is not None:
                return done
            act()
            return self._remember(message, Receipt(0, 0, "", None))

    def _look(self, campaign: int, look: Callable[[Transaction], T], message: Message | None = None) -> T:
        """Run a query on the present state of a campaign.

        One that is held because it is damaged, or because its rules cannot follow its log any more, is still
        shown as far as it can be read.

        Args:
            campaign: its number.
            look: the query.
            message: the sender's, where it matters who asks, or where something is only tried; nothing is
                shared then with other queries (`reading`).

        Raises:
            Refusal: as for a campaign that is whole.
            Held: if it cannot be read; it is held then.
        """
        try:
            return look(self._shared(campaign) if message is None else self._sit(message, campaign))
        except Refusal as refused:
            self._explain(campaign, refused)
            raise
        except (Stale, Defect, Corrupt) as error:
            held = self._hold(campaign, error)
        try:
            found = self._context.campaign(campaign)
            return look(Transaction(self._context, found, message or Message("", "")))
        except Refusal:
            raise
        except Exception as error:
            raise held from error

    def _look_once(self, campaign: int, query: Callable[..., T], *values: str | int | None) -> T:
        """Run a query with arguments; while `reading`, return the earlier result of the same query."""
        key = (query, *values)
        return self._look(campaign, lambda tx: self.once(campaign, key, lambda: query(tx, *values)))

    def once(self, campaign: int, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return a result of the present state of a campaign; while `reading`, it is made once."""
        known = self._read.get(campaign) if self._is_reading else None
        if known is None:
            return make()
        if key not in known[1]:
            known[1][key] = make()
        done: T = known[1][key]
        return done

    def _examine(self, campaign: int) -> None:
        """Hold a campaign that is damaged before it is listed: others are shown beside it."""
        if _ERROR.fullmatch(self._context.campaign(campaign).held):
            return
        try:
            self._require_intact(campaign)
        except Corrupt as error:
            self._hold(campaign, error)

    def _require_intact(self, campaign: int) -> None:
        """Require once a day that a campaign is intact, as `ServiceContext.require_intact` does."""
        if campaign not in self._whole:
            self._context.require_intact(campaign)
            self._whole.add(campaign)

    def _shared(self, campaign: int) -> Transaction:
        """Return the transaction that queries of a campaign share while nothing has changed."""
        if not self._is_reading:
            return self._sit(Message("", ""), campaign)
        if self._read_at[0] != self._context.store.changes:
            self._read, self._read_at = {}, (*self._context.store.state, self._context.clock())
        self._require_intact(campaign)
        if campaign not in self._read:
            self._read[campaign] = self._sit(Message("", ""), campaign), {}
        return self._read[campaign][0]

    def _sit(self, message: Message, campaign: int) -> Transaction:
        self._require_intact(campaign)
        return Transaction(self._context, self._context.campaign(campaign), message)

    def done(self, message: Message) -> Receipt[Any] | None:
        """Return the receipt of a command that was carried out before; None if it was not."""
        return self._done(message)

    def _explain(self, campaign: int, refused: Refusal) -> None:
        """Add to a refusal of what is played in windows how this campaign treats them."""
        found = self._context.campaign(campaign)
        self._context.games[found.game].treatment(found.modes, found.options).explain(refused)

    def _done(self, message: Message) -> Receipt[Any] | None:
        return self._context.campaigns.receipt(_inbox(message)) if message.id else None

    def _remember(self, message: Message, receipt: Receipt[R], of: str = "campaign") -> Receipt[R]:
        if message.id:
            self._context.campaigns.remember(_inbox(message), receipt, of)
        return receipt

    def _hold(self, campaign: int, error: Exception) -> Held:
        """Roll the command back, hold the campaign and tell the referee once, by an error id."""
        self._context.chance.cache_clear()
        found = self._context.campaign(campaign)
        self._touched.add(campaign)
        if not _ERROR.fullmatch(found.held):
            found.held = f"{ERROR}{self._context.entropy(4).hex()}"
            with self._context.store.transaction():
                self._context.campaigns.save(found)
                clocks.halt(self._context, found)
                self._context.outbox.add(found, self._alarm(found, error))
        why = words(
            N_("nothing from this command was saved; the game is on hold ({error})"), error=found.held
        )
        return Held(why)

    def hold_damaged(self) -> None:
        """Hold every campaign whose newest entries are not those that were written; the others go on."""
        for campaign, damage in self._context.store.broken_chains().items():
            _LOG.error("game %d is on hold: %s", campaign, damage)
            self._hold(campaign, damage)

    def hold_without_figures(self) -> None:
        """Hold every campaign whose figures are no longer installed; all are told which are missing."""
        context = self._context
        for found in context.campaigns.campaigns("joining", "salting", "playing"):
            try:
                context.require_figures(found)
            except NotNow as missing:
                why = kept(missing.why)
                if found.held == why:
                    continue
                found.held = why
                said = words(N_("the game is on hold: {why}"), why=missing.why)
                with context.store.transaction():
                    context.campaigns.save(found)
                    clocks.halt(context, found)
                    context.outbox.add(found, [notice(CHANNEL, "held", said)])

    def _alarm(self, campaign: Campaign, error: Exception) -> list[PostDraft]:
        """Return the notices of a hold: to the referee the error and the rest to return to; to all, that it
        is held.
        """
        rests = self._context.log.rests(campaign.id)
        rest, kind = rests[-1][0] if rests else 0, "stale" if isinstance(error, Stale) else "defect"
        what = f"{type(error).__name__}: {error}"
        values = {"error": campaign.held, "what": what, "rest": rest}
        said = words(N_("error {error}: {what}; the last checkpoint is entry {rest}"), **values)
        held = words(N_("the game is on hold: {why}"), why=Verbatim(campaign.held))
        return [
            PostDraft(REFEREE, AlarmNotice(kind, packed(said), rest=rest)),
            notice(CHANNEL, "held", held),
        ]


def _inbox(message: Message) -> str:
    """Return the key of a message's receipt: ids are unique only within one sender."""
    return f"{message.user}\n{message.id}"
