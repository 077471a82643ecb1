"""Entries and withdrawals, substitutes, and the closing of the list."""

from __future__ import annotations

from typing import Any

from adjudicator.core.language.errors import NotNow, NotUnderstood
from adjudicator.core.language.languages import LANGUAGES, TYPED
from adjudicator.core.language.words import N_, words
from service.storage.tournaments.register import Entrant
from service.unit_of_work.tournaments.book import Book
from service.usecases.seats.founding import LONGEST_SALT
from service.usecases.seats.teams import named
from service.values.lookalikes import name_taken
from service.values.words import LONGEST_REASON, plain
from tournaments.pairing import keeping_apart
from tournaments.rules import MOST_PLAYERS

from . import handwritten, rating

WITHDRAWN = "withdrawn"
"""The reason in the log of those who give none."""
LATE = ("swiss", "ladder")
"""The formats that take players in play; they are paired from the next round on."""


def enter(book: Book, who: str, lot: str = "", *, filler: bool = False, operates: bool = False) -> None:
    """Enter the sender.

    Args:
        book: the tournament.
        who: the name that others see.
        lot: what the sender adds to the lots, at their choice; the program draws some if there are none.
        filler: true for a volunteer who plays only where the number is odd.
        operates: true if the sender runs the installation: the tournament says so, and is not rated.

    Raises:
        Refusal: if the list is closed or full, they are entered already, or the name is like another's.
    """
    book.require("entries", "playing")
    rules = book.t.rules
    if not takes_late(book):
        raise NotNow(words(N_("entries are closed, and this format takes no late ones")))
    if filler and (rules.format != "swiss" or rules.table > 2):
        raise NotNow(
            words(
                N_("only a Swiss tournament of two-player games needs someone who plays when numbers are odd")
            )
        )
    if len(book.t.players) >= MOST_PLAYERS:
        raise NotNow(words(N_("the tournament is full: {most} players"), most=MOST_PLAYERS))
    if book.player:
        if not book.t.players[book.player].plays:
            come_back(book, book.player)
            return
        raise NotNow(words(N_("you have already entered")))
    user, who = named(book.message.user, who)
    require_distinct(book, who)
    salt = plain(lot, LONGEST_SALT) or book.context.entropy(16).hex()
    player = f"p{len(book.t.players) + 1}"
    book.repo.save_entrant(book.row.id, Entrant(player, user, who))
    book.people = book.repo.entrants(book.row.id)
    book.note("enter", player=player, salt=salt, filler=int(filler))
    if operates:
        book.note("operator", player=player)


def takes_late(book: Book) -> bool:
    """Return true while players may enter: before the list is closed, later in some formats up to a final."""
    if book.t.state != "playing":
        return True
    rules = book.t.rules
    return rules.format in LATE and not (rules.final and book.t.round >= rules.rounds)


def require_distinct(book: Book, who: str, instead_of: str = "") -> None:
    """Require a name under which a player can take any side: no seat's, and no other player's but that of the
    one whose place they take.

    Raises:
        NotNow: if it looks like one of these.
    """
    label, seats = book.context.games[book.t.card["game"]].lexicon.label, book.t.rules.seats
    sides = [label(seat, language) for seat in seats for language in LANGUAGES]
    players = (one.who for one in book.people.values() if one.player != instead_of)
    others = [*players, *TYPED.reserved, *sides]
    if (why := name_taken(who, others)) is not None:
        raise NotNow(why)


def come_back(book: Book, player: str) -> None:
    """Take a player who has left back into the tournament, from the next round on.

    Raises:
        NotNow: if they have not left, or the format has gone on without them.
    """
    if book.t.players[player].plays:
        raise NotNow(words(N_("{who} has not withdrawn"), who=book.name(player)))
    is_final = bool(book.t.rules.final) and not takes_late(book)
    if is_final or (book.t.state == "playing" and book.t.rules.format in ("elimination", "pools")):
        raise NotNow(words(N_("entries are closed, and this format takes no late ones")))
    book.note("return", player=player, why="", by=_by(book))


def withdraw(book: Book, player: str, why: str) -> None:
    """Withdraw a player: the sender, or anybody by a director; open games are forfeited by `results.forfeit`.

    Raises:
        NotNow: if the sender may not, or the player has left already.
        NotUnderstood: if there is no such player.
    """
    book.require("entries", "playing")
    if player not in book.t.players:
        raise NotUnderstood(player, words(N_("a player of the tournament")))
    if player != book.player:
        book.require_director()
    if not book.t.players[player].plays:
        raise NotNow(words(N_("{who} has already withdrawn"), who=book.name(player)))
    why = plain(why, LONGEST_REASON) or WITHDRAWN
    book.note("withdraw", player=player, why=why, by=_by(book))


def _by(book: Book) -> str:
    """Return how the log names the sender: by their number, or as the director."""
    return book.player or "director"


def sit_out(book: Book, round: int, *, out: bool = True) -> None:
    """Sit out a round to come, for the points that the card gives for it; or play in it after all.

    Raises:
        NotNow: if the card allows no such round or no further one, or the round is paired already.
    """
    book.require("entries", "playing")
    player, rules = book.require_player(), book.t.rules
    if not rules.half_byes:
        raise NotNow(words(N_("in this tournament nobody may sit out a round")))
    if not book.t.round < round <= rules.rounds:
        values = {"field": words(N_("round")), "least": book.t.round + 1, "most": rules.rounds}
        raise NotNow(words(N_("{field}: anything from {least} to {most} is allowed"), **values))
    asked = {*book.t.players[player].asked} | {round}
    if out and len(asked) > rules.half_byes:
        raise NotNow(words(N_("you may sit out {n} {n:round|rounds}"), n=rules.half_byes))
    book.note("sit_out", player=player, round=round, out=int(out))


def hide(book: Book) -> None:
    """Show the sender's number in place of their name, here and in games that begin from now on.

    Raises:
        NotNow: if they do not take part.
    """
    player = book.require_player()
    book.repo.save_entrant(book.row.id, Entrant(player, book.message.user, player))
    book.people = book.repo.entrants(book.row.id)


def set_apart(book: Book, player: str, *, is_blocked: bool = True) -> None:
    """Never pair the sender with a player, or allow it again; nobody else is told.

    Raises:
        Refusal: if the sender has never entered, or there is no such other player.
    """
    if not book.player:
        raise NotNow(words(N_("you do not take part in this tournament")))
    others = [one for one in book.people if one != book.player]
    if player not in others:
        raise NotUnderstood(player, words(N_("another player of the tournament")), others)
    book.repo.block(book.message.user, book.people[player].user, is_blocked=is_blocked)


def close(book: Book, file: str = "") -> None:
    """Close the list and seed it, as the director; in brackets and pools those who have blocked each other
    are kept apart as far as that is possible.

    Args:
        book: the tournament.
        file: a TRF whose ratings seed the players of its names, where the card seeds by rating; "" for none.

    Raises:
        Refusal: if it is closed, there are too few players, or the file is none.
    """
    book.require("entries")
    book.require_director()
    least = max(2, book.t.rules.table)
    if len(book.t.active) < least:
        raise NotNow(words(N_("at least {n} players are needed"), n=least))
    lot, drawn = book.lot()
    order, fields = lot.order(list(book.t.players)), dict[str, Any]()
    if book.t.rules.seeding == "rating":
        rated = _ratings(book, file)
        order.sort(key=lambda player: -rated.get(player, 0))
        fields = {"ratings": rated}
    seeding = keeping_apart.seeding(book.t.rules, order, book.apart)
    book.note("close", **drawn, seeding=seeding, apart=len(book.apart), **fields)


def _ratings(book: Book, file: str) -> dict[str, int]:
    """Return the rating of each player who has one: by a file, by name, else by the games played here."""
    known = rating.strengths(book.context, book.t.card["game"])
    found = {player: known[one.user] for player, one in book.people.items() if one.user in known}
    if not file.strip():
        return found
    named = {one.name.casefold(): one.rating for one in handwritten.players(file)}
    listed = {player: named.get(one.who.casefold(), 0) for player, one in book.people.items()}
    return {player: points for player, points in listed.items() if points}
