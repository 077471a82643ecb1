"""The erasure of a player's name, address and messages."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.language.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, words
from service.storage import retention
from service.storage.tournaments.register import Entrant, Replaced
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.tournaments.book import Book
from service.usecases.seats import press
from service.values.records import BY_MAIL, Member
from tournaments.state import Match


def erase(book: Book, player: str) -> None:
    """Erase name, address and messages of a player, here and in the games: logs keep numbers and seats.

    Args:
        book: the tournament.
        player: their number; "" for the sender, whom a substitute has replaced.

    Raises:
        Refusal: if the sender is neither they nor the director, or they still take part or play.
    """
    own = _own_parts(book, player)
    user = own[-1].user
    begun = _games_of(book, user)
    for game, campaign in begun.items():
        if not book.context.campaign(campaign).has_ended:
            why = N_("game {game} has not ended yet; your name can be erased then")
            raise NotNow(words(why, game=Verbatim(game)))
    nobody = f"erased/{book.context.entropy(8).hex()}"
    for game, campaign in begun.items():
        _erase_in(book.context, campaign, book.t.matches[game], own, nobody)
    for offer in book.context.mail.offers():
        if offer.user == user and offer.campaign in book.repo.campaigns(book.row.id).values():
            book.context.mail.drop_seat(offer.token)
    if player:
        book.repo.save_entrant(book.row.id, Entrant(player, nobody, player))
    book.repo.drop_replaced(book.row.id, user)
    book.repo.drop_access(book.row.id, user)
    book.context.mail_places.drop(book.row.id, user)
    book.people = book.repo.entrants(book.row.id)
    if not book.context.teams.of_user(user) and not book.repo.of_user(user):
        retention.forget(book.context.store, user, user.removeprefix(BY_MAIL))


def can_be_erased(book: Book) -> bool:
    """Return true if the sender, who is or was a player, can be erased now (`erase`)."""
    is_in = bool(book.player) and book.t.players[book.player].plays and book.t.state in ("entries", "playing")
    if is_in or not (book.player or book.former_player):
        return False
    begun = _games_of(book, book.message.user)
    return all(book.context.campaign(campaign).has_ended for campaign in begun.values())


def _games_of(book: Book, user: str) -> dict[str, int]:
    """Return the campaigns, by game, in which a user has or had a seat."""
    games = book.repo.games_of_user(book.row.id, user)
    return {game: id for game, id in book.repo.campaigns(book.row.id).items() if game in games}


def _own_parts(book: Book, player: str) -> list[Replaced]:
    """Return the numbers that are or were somebody's, the present one last, until the end of time."""
    replaced = book.repo.replaced(book.row.id)
    if not player:
        if not book.former_player:
            raise NotNow(words(N_("you do not take part in this tournament")))
        return [one for one in replaced if one.user == book.message.user]
    if player not in book.t.players:
        raise NotUnderstood(player, words(N_("a player of the tournament")))
    if player != book.player:
        book.require_director()
    if book.t.state in ("entries", "playing") and book.t.players[player].plays:
        raise NotNow(words(N_("withdraw first; your name can be erased then")))
    now, since = book.people[player], max((one.until for one in replaced if one.player == player), default=0)
    own = Replaced(player, now.user, now.who, since, book.time)
    return [*(one for one in replaced if one.user == now.user), own]


def _erase_in(
    context: ServiceContext, campaign: int, match: Match, own: Sequence[Replaced], nobody: str
) -> None:
    """Erase a user in a game that has ended: name, mail address, place in a team, messages, notices.

    Args:
        context: of the service.
        campaign: of the game.
        match: the game.
        own: the numbers of the user.
        nobody: the id that takes the place of the user's.
    """
    user = own[-1].user
    here = [one for one in own if one.player in match.players] or own[-1:]
    names = {one.who for one in here} | {
        one.who for one in context.teams.people(campaign) if one.user == user
    }
    for name in sorted(names):
        context.outbox.rename(campaign, name, here[-1].player)
    held = [seat for seat, member in context.campaigns.members(campaign).items() if member.user == user]
    for seat in held:
        context.campaigns.remove_member(campaign, seat)
        context.campaigns.add_member(campaign, Member(seat, nobody, here[-1].player, own_salt=False))
    mine = [(seat, one) for seat, player in match.seats.items() for one in here if one.player == player]
    for seat, one in mine:
        for number in context.press.written(campaign, seat, one.since, one.until):
            press.erase(context, campaign, number)
    context.teams.strike(campaign, user)
    retention.rename(context.store, campaign, user, nobody)
    for mail in context.mail.seats(campaign):
        if mail.user == user:
            context.mail.drop_seat(mail.token)
