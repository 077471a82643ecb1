"""Press: messages between the players of a game, and to all, each delivered where its reader plays.

They are posts like any others and no entries: the log, its head and exports contain no trace of them. Who
wrote or was sent them can save them as a file.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.language.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, words
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.transaction import Transaction
from service.values.audiences import CHANNEL, to_seat
from service.values.posts import PressNotice
from service.values.receipts import Pressed
from service.values.records import Post
from service.values.words import packed, plain

from . import teams

LONGEST = 2_000
HOUR = 3_600
MOST_AN_HOUR = 20
STATES = ("joining", "salting", "playing", "closed", "over")


def send(tx: Transaction, seat: str, to: Sequence[str], text: str) -> Pressed:
    """Send a message from a seat to others, or to all with no names; return its number.

    A seat that does not want to read the sender gets nothing, and the sender is not told.

    Raises:
        Refusal: if the sender does not belong to the seat, was silenced, or wrote too often; if the message
            is empty or too long, or names no other seat.
    """
    tx.require(*STATES, held=True)
    who = _require_person(tx, seat)
    press, id = tx.context.press, tx.campaign.id
    if press.is_silent(id, seat):
        raise NotNow(words(N_("the referee has silenced {seat}"), seat=seat))
    if press.count(id, seat, tx.time - HOUR) >= MOST_AN_HOUR:
        raise NotNow(words(N_("a seat may send {n} messages an hour"), n=MOST_AN_HOUR))
    text = plain(" ".join(text.split()), LONGEST)
    if not text:
        raise NotNow(words(N_("the message is empty")))
    for other in to:
        teams.require_known(tx, other, but=seat)
    if seat in to:
        raise NotNow(words(N_("{seat} is your own seat"), seat=seat))
    number = press.add(id, seat, tx.time)
    values = {"who": Verbatim(who), "seat": seat, "to": list(to), "text": Verbatim(text, LONGEST)}
    said = N_("{who} ({seat}) writes to {to}: {text}") if to else N_("{who} ({seat}) writes to all: {text}")
    notice = PressNotice("press", packed(words(said, **values)), id=number)
    readers = sorted({*to} - {*press.blocking(id, seat)})
    for audience in (*map(to_seat, [*readers, seat]),) if to else (CHANNEL,):
        tx.post(audience, notice)
    return Pressed(number)


def written(context: ServiceContext, campaign: int, seat: str) -> list[PressNotice]:
    """Return the messages that a seat has written and not withdrawn, the oldest first."""
    mine = context.press.written(campaign, seat)
    found = context.outbox.press(campaign, (CHANNEL, to_seat(seat)))
    return [notice for notice in found if notice.id in mine]


def read(context: ServiceContext, campaign: int, seat: str) -> list[tuple[int, PressNotice]]:
    """Return the messages that a seat has written or was sent and reads, the oldest first, with their UNIX
    seconds.
    """
    sent, blocked = context.press.all(campaign), context.press.blocked(campaign, seat)
    found = context.outbox.press(campaign, (CHANNEL, to_seat(seat)))
    mine = [one for one in found if one.id in sent and sent[one.id][0] not in blocked]
    return [(sent[one.id][1], one) for one in mine]


def is_unwanted(context: ServiceContext, post: Post, seat: str | None) -> bool:
    """Return true for a message to all by somebody whose messages a seat does not read."""
    if seat is None or not isinstance(post.content, PressNotice):
        return False
    writer = context.press.sender(post.campaign, post.content.id)
    return writer in context.press.blocked(post.campaign, seat)


def withdraw(tx: Transaction, seat: str, number: int | None = None) -> None:
    """Erase a message of one's own, the last one if none is named; readers may have read it already.

    Raises:
        NotNow: if there is none.
    """
    _require_person(tx, seat)
    press, id = tx.context.press, tx.campaign.id
    found = press.last(id, seat) if number is None else number
    if found is None or press.sender(id, found) != seat:
        raise NotNow(words(N_("you have written no such message")))
    erase(tx.context, id, found)


def erase(context: ServiceContext, campaign: int, number: int) -> None:
    """Replace a message by a sentence that says that it was erased."""
    context.press.drop(number)
    gone = words(N_("this message was withdrawn"))
    context.outbox.replace_press(campaign, number, PressNotice("press", packed(gone), id=number))


def block(tx: Transaction, seat: str, other: str, is_blocked: bool = True) -> None:
    """Stop reading the messages of another seat to one's own, or read them again. Only the sender knows.

    Raises:
        Refusal: if there is no such other seat, or the sender does not belong to the seat.
    """
    _require_person(tx, seat)
    teams.require_known(tx, other, but=seat)
    if other == seat:
        raise NotNow(words(N_("{seat} is your own seat"), seat=seat))
    tx.context.press.block(tx.campaign.id, seat, other, is_blocked)


def silence(tx: Transaction, seat: str, is_silent: bool = True) -> None:
    """Let a seat write no messages, or let it again, as the referee.

    Raises:
        Refusal: if there is no such seat, or the caller is not the referee.
    """
    tx.require_referee()
    teams.require_known(tx, seat)
    tx.context.press.silence(tx.campaign.id, seat, is_silent)
    said = N_("the referee has silenced {seat}") if is_silent else N_("{seat} may write messages again")
    tx.tell(CHANNEL, "silence", words(said, seat=seat))


def _require_person(tx: Transaction, seat: str) -> str:
    """Return the name of a sender who belongs to a seat and may speak for it.

    Raises:
        NotNow: if they do not, or only observe.
    """
    for person in tx.context.teams.people(tx.campaign.id):
        if (person.seat, person.user) == (seat, tx.message.user) and person.role != teams.OBSERVER:
            return person.who
    if seat not in tx.campaign.seats:
        raise NotUnderstood(seat, words(N_("{options:or}"), options=tx.campaign.seats))
    raise NotNow(words(N_("only the commander and officers of {seat} may write for it"), seat=seat))
