"""Entries and withdrawals, substitutes, and the closing of the list."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.languages import LANGUAGES
from adjudicator.core.words import N_, Words
from service.storage import retention
from service.storage.tournaments.register import Entrant, Replaced
from service.usecases.context import ServiceContext
from service.usecases.founding import LONGEST_SALT
from service.usecases.press import messages as press
from service.usecases.teams import RESERVED, named
from service.values.lookalikes import looks_like
from service.values.records import BY_MAIL, Member
from service.values.words import LONGEST_REASON, plain
from tournaments.pairing import keeping_apart
from tournaments.rules import MOST_PLAYERS
from tournaments.state import Match

from .book import Book

WITHDRAWN = "withdrawn"
"""The reason in the log of those who give none."""
LATE = ("swiss", "ladder")
"""The formats that take players in play; they are paired from the next round on."""


def enter(book: Book, who: str, words: str, *, filler: bool = False, operates: bool = False) -> None:
    """Enter the sender.

    Args:
        book: the tournament.
        who: the name that others see.
        words: what the sender adds to the lots, at their choice; the program draws some if there are none.
        filler: true for a volunteer who plays only where the number is odd.
        operates: true if the sender runs the installation: the tournament says so, and is not rated.

    Raises:
        Refusal: if the list is closed or full, they are entered already, or the name is like another's.
    """
    book.require("entries", "playing")
    rules = book.t.rules
    if book.t.state == "playing" and rules.format not in LATE:
        raise NotNow(Words(N_("entries are closed, and this format takes no late ones")))
    if filler and (rules.format != "swiss" or rules.table > 2):
        raise NotNow(
            Words(
                N_("only a Swiss tournament of two-player games needs someone who plays when numbers are odd")
            )
        )
    if len(book.t.players) >= MOST_PLAYERS:
        raise NotNow(Words(N_("the tournament is full: {most} players"), {"most": MOST_PLAYERS}))
    if book.player:
        if not book.t.players[book.player].plays:
            come_back(book, book.player)
            return
        raise NotNow(Words(N_("you have already entered")))
    user, who = named(book.message.user, who)
    require_distinct(book, who)
    salt = plain(words, LONGEST_SALT) or book.context.entropy(16).hex()
    player = f"p{len(book.t.players) + 1}"
    book.repo.save_entrant(book.row.id, Entrant(player, user, who))
    book.people = book.repo.entrants(book.row.id)
    book.note("enter", player=player, salt=salt, filler=int(filler))
    if operates:
        book.note("operator", player=player)


def require_distinct(book: Book, who: str, instead_of: str = "") -> None:
    """Require a name under which a player can take any side: no seat's, and no other player's but that of the
    one whose place they take.

    Raises:
        NotNow: if it looks like one of these.
    """
    label, seats = book.context.games[book.t.card["game"]].lexicon.label, book.t.rules.seats
    sides = [label(seat, language) for seat in seats for language in LANGUAGES]
    players = (one.who for one in book.people.values() if one.player != instead_of)
    others = [*players, *RESERVED, *sides]
    if (other := looks_like(who, others)) is not None:
        values = {"who": Verbatim(who), "other": Verbatim(other)}
        raise NotNow(Words(N_("the name “{who}” looks like “{other}”; choose another"), values))


def come_back(book: Book, player: str) -> None:
    """Take a player who has left back into the tournament, from the next round on.

    Raises:
        NotNow: if they have not left, or the format has gone on without them.
    """
    if book.t.players[player].plays:
        raise NotNow(Words(N_("{who} has not withdrawn"), {"who": book.name(player)}))
    if book.t.state == "playing" and book.t.rules.format in ("elimination", "pools"):
        raise NotNow(Words(N_("entries are closed, and this format takes no late ones")))
    book.note("return", player=player, why="", by=_by(book))


def withdraw(book: Book, player: str, why: str) -> None:
    """Withdraw a player: the sender, or anybody by a director; open games are forfeited by `results.forfeit`.

    Raises:
        NotNow: if the sender may not, or the player has left already.
        NotUnderstood: if there is no such player.
    """
    book.require("entries", "playing")
    if player not in book.t.players:
        raise NotUnderstood(player, Words(N_("a player of the tournament")))
    if player != book.player:
        book.require_director()
    if not book.t.players[player].plays:
        raise NotNow(Words(N_("{who} has already withdrawn"), {"who": book.name(player)}))
    why = plain(why, LONGEST_REASON) or WITHDRAWN
    book.note("withdraw", player=player, why=why, by=_by(book))


def _by(book: Book) -> str:
    """Return how the log names the sender: by their number, or as the director."""
    return book.player or "director"


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
            raise NotNow(Words(why, {"game": Verbatim(game)}))
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
            raise NotNow(Words(N_("you do not take part in this tournament")))
        return [one for one in replaced if one.user == book.message.user]
    if player not in book.t.players:
        raise NotUnderstood(player, Words(N_("a player of the tournament")))
    if player != book.player:
        book.require_director()
    if book.t.state in ("entries", "playing") and book.t.players[player].plays:
        raise NotNow(Words(N_("withdraw first; your name can be erased then")))
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
        context.campaigns.rise(campaign, seat)
        context.campaigns.sit(campaign, Member(seat, nobody, here[-1].player, own_salt=False))
    for seat, player in match.seats.items():
        for one in here:
            if player == one.player:
                for number in context.press.written(campaign, seat, one.since, one.until):
                    press.erase(context, campaign, number)
    context.teams.strike(campaign, user)
    retention.rename(context.store, campaign, user, nobody)
    for mail in context.mail.seats(campaign):
        if mail.user == user:
            context.mail.drop_seat(mail.token)


def hide(book: Book) -> None:
    """Show the sender's number in place of their name, here and in games that begin from now on.

    Raises:
        NotNow: if they do not take part.
    """
    player = book.require_player()
    book.repo.save_entrant(book.row.id, Entrant(player, book.message.user, player))
    book.people = book.repo.entrants(book.row.id)


def set_apart(book: Book, player: str, *, is_blocked: bool) -> None:
    """Never pair the sender with a player, or allow it again; nobody else is told.

    Raises:
        Refusal: if the sender has never entered, or there is no such other player.
    """
    if not book.player:
        raise NotNow(Words(N_("you do not take part in this tournament")))
    others = [one for one in book.people if one != book.player]
    if player not in others:
        raise NotUnderstood(player, Words(N_("another player of the tournament")), others)
    book.repo.block(book.message.user, book.people[player].user, is_blocked=is_blocked)


def close(book: Book) -> None:
    """Close the list and seed it by lot, as the director; in brackets and pools those who have blocked each
    other are kept apart as far as that is possible.

    Raises:
        NotNow: if it is closed, or there are too few players.
    """
    book.require("entries")
    book.require_director()
    least = max(2, book.t.rules.table)
    if len(book.t.active) < least:
        raise NotNow(Words(N_("at least {n} players are needed"), {"n": least}))
    lot, drawn = book.lot()
    seeding = keeping_apart.seeding(book.t.rules, lot.order(list(book.t.players)), book.apart)
    book.note("close", **drawn, seeding=seeding, apart=len(book.apart))
