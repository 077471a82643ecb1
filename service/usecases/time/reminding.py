"""Reminders where there are no deadlines: by the umpire after a day and after two, and by other players."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, Words, words
from service.unit_of_work import clocks as timing
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.transaction import Transaction
from service.values.audiences import to_seat
from service.values.calendar import Calendar, moment
from service.values.posts import ReminderNotice
from service.values.receipts import Nudged
from service.values.records import COMPUTER, Asked
from service.values.time_control import HOUR, TimeControl
from service.values.words import packed

from . import absence

DAY = 24 * HOUR
AFTER = (DAY, 2 * DAY)
"""The times after which a seat is reminded, in seconds: the first reminder comes without a sound."""


# -- by the umpire -----------------------------------------------------------------------------------


def due(context: ServiceContext) -> list[int]:
    """Return the campaigns in which somebody is to be reminded now."""
    now = context.clock()
    late = context.clocks.forgotten(*(now - after for after in AFTER))
    return [campaign for campaign in late if any(True for _ in _late(context, campaign))]


def remind(tx: Transaction) -> None:
    """Remind the seats of a campaign that have let it wait; of several reminders missed only the last."""
    question = tx.table.question
    for a, count in list(_late(tx.context, tx.campaign.id)) if question is not None else ():
        values = {"n": count, "prompt": tx.table.pending[a.seat].prompt}
        said = words(N_("the game has waited for you for {n} {n:day|days}: {prompt}"), **values)
        is_silent = count < len(AFTER)
        tx.post(to_seat(a.seat), ReminderNotice("reminder", packed(said), due=0, silent=is_silent))
        known = tx.context.clocks.reminded(tx.campaign.id, a.seat)
        tx.context.clocks.save_reminded(tx.campaign.id, structs.replace(known, since=a.since, sent=count))


def recall(tx: Transaction, seat: str) -> None:
    """Remind a seat of a question that its front end has not told it loudly; nobody who is away."""
    since = {a.seat: a.since for a in tx.context.campaigns.asked(tx.campaign.id)}
    span = absence.away(tx.context, tx.campaign.id).get(seat)
    if seat not in since or tx.campaign.held or (span is not None and span.since <= tx.time):
        return
    values = {"n": (tx.time - since[seat]) // HOUR, "prompt": tx.table.pending[seat].prompt}
    said = words(N_("the game has waited for you for {n} {n:hour|hours}: {prompt}"), **values)
    tx.post(to_seat(seat), ReminderNotice("reminder", packed(said), due=0))


def _late(context: ServiceContext, campaign: int) -> Iterator[tuple[Asked, int]]:
    """Yield the seats that are to be reminded now, each with how many reminders it has had then.

    Nobody is while they are absent or in their quiet hours; days of absence, on hold or without a player do
    not count.
    """
    pace = context.clocks.pace(campaign)
    if pace.kind != "none" or not pace.reminders:
        return
    at = timing.clock_context(context, context.campaign(campaign), context.clock())
    for a in context.campaigns.asked(campaign):
        user = at.user(a.seat)
        if user in ("", COMPUTER) or _is_resting(context, user, at.now, pace):
            continue
        stops = context.clocks.halts(campaign, a.seat) + timing.absences(context, campaign, user)
        known, counts = context.clocks.reminded(campaign, a.seat), Calendar(TimeControl(), stops)
        count = sum(counts.end(a.since, after) <= at.now for after in AFTER)
        if counts.resumes(at.now) == at.now and count > (known.sent if known.since == a.since else 0):
            yield a, count


def _is_resting(context: ServiceContext, user: str, now: int, pace: TimeControl) -> bool:
    """Return true in the quiet hours of a game or of a reader."""
    reader, zone = context.channels.reader(user), context.channels.note(f"zone/{user}") or "UTC"
    own = TimeControl(quiet=reader.quiet, zone=zone)
    return any(Calendar(times).resumes(now) > now for times in (pace, own))


# -- by another player, or the referee -----------------------------------------------------------------


def nudge(tx: Transaction, seat: str = "") -> Nudged:
    """Remind a seat that the game waits for, "" for all of them, as another player or the referee.

    Return the seats that were reminded; each is at most once a day.

    Raises:
        NotNow: if the sender may not, or nobody can be reminded; it says why.
    """
    tx.require("playing")
    own, is_referee = tx.own_seats(), tx.message.user == tx.campaign.referee
    if not own and not is_referee:
        raise NotNow(words(N_("only players of this game and its referee can remind somebody")))
    asked = [a.seat for a in tx.context.campaigns.asked(tx.campaign.id)]
    if seat and seat not in asked:
        raise NotNow(words(N_("the game does not wait for {seat} now"), seat=seat))
    called = [one for one in asked if one not in own and seat in ("", one)]
    if not called:
        raise NotNow(words(N_("the game waits for nobody but you")))
    barred = {one: bar for one in called if (bar := _bar(tx, one)) is not None}
    if len(barred) == len(called):
        raise NotNow(barred[called[0]])
    reminded = [one for one in called if one not in barred]
    for one in reminded:
        values = {"by": own, "prompt": tx.table.pending[one].prompt}
        said = words(
            N_("{by} reminded you: {prompt}") if own else N_("the referee reminded you: {prompt}"), **values
        )
        tx.post(to_seat(one), ReminderNotice("reminder", packed(said), due=0))
        known = tx.context.clocks.reminded(tx.campaign.id, one)
        tx.context.clocks.save_reminded(tx.campaign.id, structs.replace(known, nudged=tx.time))
    return Nudged(reminded)


def nudgeable(tx: Transaction) -> list[str]:
    """Return the seats that the sender may remind now."""
    own, is_referee = tx.own_seats(), tx.message.user == tx.campaign.referee
    if tx.campaign.state != "playing" or tx.campaign.held or not (own or is_referee):
        return []
    asked = [a.seat for a in tx.context.campaigns.asked(tx.campaign.id)]
    return [seat for seat in asked if seat not in own and _bar(tx, seat) is None]


def _bar(tx: Transaction, seat: str) -> Words | None:
    """Return the reason why a seat is not reminded now, None if it may be."""
    member, zone = tx.members.get(seat), tx.context.clocks.pace(tx.campaign.id).zone
    if member is None:
        return words(N_("nobody plays {seat}"), seat=seat)
    if member.user == COMPUTER:
        return words(N_("the computer plays {seat}"), seat=seat)
    span = absence.away(tx.context, tx.campaign.id).get(seat)
    if span is not None and span.since <= tx.time:
        return words(N_("{seat} is away until {until}"), seat=seat, until=moment(span.until, zone))
    last = tx.context.clocks.reminded(tx.campaign.id, seat).nudged
    if tx.time < last + DAY:
        values = {"seat": seat, "time": moment(last, zone), "next": moment(last + DAY, zone)}
        return words(N_("{seat} was reminded at {time}, and may be again from {next}"), **values)
    return None
