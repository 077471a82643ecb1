"""The decisions that a round waits for, and the reasons, for directors."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.core.language.words import N_, Words, words
from service.storage.tournaments.register import GameProgress
from service.unit_of_work.tournaments.book import Book
from service.usecases.time import absence, deadlines
from service.values.calendar import moment
from service.values.records import BY_MAIL, Due
from service.values.words import reason


class Pending(Struct, frozen=True):
    """One decision that a game waits for.

    Attributes:
        game: its id in the tournament.
        player: whose decision it is, "" while the seat is vacant.
        since: when the seat was asked, in UNIX seconds; `due` its deadline, None if no clock runs.
        late: true if the deadline is past.
        why: what keeps it: a hold, an absence, a message that did not arrive; else that it has arrived.
    """

    game: str
    player: str
    seat: str
    since: int
    due: int | None
    late: bool
    why: Words


def pending(book: Book) -> list[Pending]:
    """Return every decision that the open games of a tournament wait for: late ones, then the oldest first.

    Raises:
        NotNow: if the sender does not direct the tournament.
    """
    book.require_director()
    games = [game for game in book.repo.progress(book.row.id) if game.state == "playing"]
    open_ = [game for game in games if book.t.matches[game.game].result is None]
    found = [one for game in open_ for one in _of(book, game)]
    return sorted(found, key=lambda one: (not one.late, one.since, one.game))


def _of(book: Book, game: GameProgress) -> Iterator[Pending]:
    context, id = book.context, game.campaign
    asked = {one.seat: one for one in context.campaigns.asked(id)}
    members = context.campaigns.members(id)
    for due in deadlines.due(context, id):
        user = members[due.seat].user if due.seat in members else ""
        late = bool(due.lapsed) or (due.due is not None and due.due <= book.time)
        why = _why(book, game, due, user)
        since = asked[due.seat].since
        yield Pending(game.game, book.player_of(user), due.seat, since, due.due, late, why)


def _why(book: Book, game: GameProgress, due: Due, user: str) -> Words:
    context = book.context
    if game.held:
        return words(N_("on hold: {why}"), why=reason(game.held))
    if not user:
        return words(N_("nobody plays this side"))
    span = absence.away(context, game.campaign).get(due.seat)
    if span is not None and span.since <= book.time:
        return words(N_("away until {time}"), time=moment(span.until, book.row.zone))
    if user.startswith(BY_MAIL):
        return _by_mail(book, game, user)
    if user.startswith("discord/"):
        return _on_discord(book, game, user)
    return words(N_("shown in the browser"))


def _by_mail(book: Book, game: GameProgress, user: str) -> Words:
    mail, address = book.context.mail, user.removeprefix(BY_MAIL)
    if book.context.mailbox.is_failing(address):
        return words(N_("mail to them bounces"))
    if book.context.mailbox.delayed_since(address) is not None:
        return words(N_("mail to them is late; the servers go on trying"))
    if tries := mail.tries(address):
        if tries == 1:
            return words(N_("mail not sent yet"))
        return words(N_("mail not sent yet ({n} {n:try|tries} failed)"), n=tries - 1)
    if book.context.deliveries.unsent_of(game.campaign, "mail"):
        return words(N_("mail not written yet"))
    return words(N_("mail sent"))


def _on_discord(book: Book, game: GameProgress, user: str) -> Words:
    channels = book.context.channels
    shown = channels.shown(game.campaign)
    if shown is None:
        return words(N_("no thread on Discord shows this game"))
    if shown.gone:
        return words(N_("the channel on Discord cannot be written to"))
    if book.context.deliveries.unsent_of(game.campaign, "discord"):
        return words(N_("not delivered on Discord yet"))
    if channels.reader(user).closed:
        return words(N_("refuses direct messages; delivered in the thread"))
    return words(N_("delivered on Discord"))
