"""Deadlines of seats by mail: none is carried out until the mailbox has been read past it.

An order counts from when the mailbox received it, so an unread one there is in time. If the mailbox
cannot be reached the clocks of the campaign stop, and all are told.
"""

from __future__ import annotations

from adjudicator.core.language.words import N_, words
from service.storage.clocks import Clock
from service.unit_of_work import clocks as timing
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.transaction import Transaction
from service.values.audiences import CHANNEL
from service.values.calendar import moment
from service.values.records import BY_MAIL

PATIENCE = 120
"""Seconds that a deadline waits for the mailbox before players are told that the clocks are stopped."""


def _due(context: ServiceContext, campaign: int) -> list[int]:
    """Return the deadlines that are past, of seats by mail."""
    now, members = context.clock(), context.campaigns.members(campaign)

    def is_by_mail(clock: Clock) -> bool:
        return any(seat in members and members[seat].user.startswith(BY_MAIL) for seat in clock.seats)

    clocks = context.clocks.clocks(campaign)
    return [c.due for c in clocks if c.due is not None and c.due <= now and not c.lapsed and is_by_mail(c)]


def is_awaited(context: ServiceContext, campaign: int) -> bool:
    """Return true if the deadline of a seat by mail is past, and the mailbox was not read since."""
    if context.clocks.unseen(campaign):
        return False
    return any(context.mailbox_read_at <= due for due in _due(context, campaign))


def is_missed(context: ServiceContext, campaign: int) -> bool:
    """Return true if a deadline has waited for the mailbox too long, and nobody was told so yet."""
    overdue = any(due + PATIENCE <= context.clock() for due in _due(context, campaign))
    return overdue and campaign not in context.mailbox.waiting()


def stop(tx: Transaction) -> None:
    """Stop the clocks from when the mailbox was last read, or from the deadline, and tell all."""
    context, id = tx.context, tx.campaign.id
    since = context.mailbox_read_at or min(_due(context, id))
    context.mailbox.wait(id, since)
    zone = context.clocks.pace(id).zone
    said = N_("the umpire's mailbox has not been reachable since {since}; no time counts until it is")
    tx.tell(CHANNEL, "mailbox", words(said, since=moment(since, zone)))


def go_on(tx: Transaction) -> None:
    """Let time go on, now that the mailbox was read; what it stood is given back to all seats."""
    context, id = tx.context, tx.campaign.id
    since = context.mailbox.waiting()[id]
    context.mailbox.go_on(id)
    context.clocks.stood(id, since, tx.time)
    at = timing.clock_context(context, tx.campaign, tx.time, tx.members)
    timing.review(context, at)
    zone = at.pace.zone
    values = {"since": moment(since, zone), "until": moment(tx.time, zone)}
    said = N_("the umpire's mailbox can be read again; no time has counted from {since} to {until}")
    tx.tell(CHANNEL, "mailbox", words(said, **values))
