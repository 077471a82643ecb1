"""Sides by choice of the higher seed, and by sealed bids."""

from __future__ import annotations

from typing import Any

from adjudicator.core.language.errors import NotNow, NotUnderstood
from adjudicator.core.language.words import N_, words
from service.unit_of_work.tournaments.book import Book
from tournaments.log import bid_commitment
from tournaments.sides import by_bids
from tournaments.state import Match

BIDDINGS = 3
"""The number of equal biddings after which lots are drawn."""
LAST_SEED = 10**9


def higher(book: Book, match: Match) -> str:
    """Return the player of a game with the higher seed, who chooses the side."""
    return min(match.players, key=lambda player: book.t.players[player].seed or LAST_SEED)


def choose(book: Book, game: str, seat: str) -> None:
    """Choose a side, as the higher seed.

    Raises:
        Refusal: if the sender does not choose, or there is no such seat.
    """
    match = _waiting(book, game, "choice")
    player = book.require_player()
    if player != higher(book, match):
        values = {"who": book.name(higher(book, match))}
        raise NotNow(words(N_("{who} has the higher seed and chooses"), **values))
    seats = book.t.rules.seats
    if seat not in seats:
        raise NotUnderstood(seat, words(N_("{options:or}"), options=seats), seats)
    (other,) = [one for one in match.players if one != player]
    left = seats[1] if seat == seats[0] else seats[0]
    book.note("sides", game=game, seats={seat: player, left: other}, by=player)


def bid(book: Book, game: str, points: int) -> None:
    """Bid for the seat that is bid for; sealed until both have bid, and changed until then.

    Raises:
        Refusal: if it is too high, or the sender does not bid here.
    """
    match = _waiting(book, game, "bid")
    player = book.require_player()
    if player not in match.players:
        raise NotNow(words(N_("you do not play in this game")))
    most = book.t.rules.most_bid
    if not 0 <= points <= most:
        raise NotNow(words(N_("you may bid from 0 to {most} points"), most=most))
    nonce = book.context.entropy(16)
    c = bid_commitment(book.row.name, game, player, nonce, points)
    book.repo.seal(book.row.id, game, player, "bid", nonce, points)
    book.note("bid", game=game, player=player, c=c.hex())
    sealed = book.repo.sealed(book.row.id, game, "bid")
    if {*sealed} == {*match.players}:
        _open(book, match, {one: (nonce, int(bid)) for one, (nonce, bid) in sealed.items()})


def _open(book: Book, match: Match, sealed: dict[str, tuple[bytes, int]]) -> None:
    """Open both bids: the higher has the seat; a third tie is decided by a lot."""
    bids = {player: bid for player, (nonce, bid) in sealed.items()}
    rules, lot = book.t.rules, dict[str, Any]()
    seats = by_bids(rules.seats, rules.bid_for, bids)
    if not seats and match.bidding >= BIDDINGS:
        drawn, lot = book.lot()
        first = drawn.stream(f"bids {match.id}").choice(sorted(match.players))
        (second,) = [player for player in match.players if player != first]
        left = rules.seats[1] if rules.bid_for == rules.seats[0] else rules.seats[0]
        seats = {rules.bid_for: first, left: second}
    opened = {player: {"nonce": nonce.hex(), "bid": bid} for player, (nonce, bid) in sealed.items()}
    book.repo.unseal(book.row.id, match.id, "bid")
    book.note("bids", game=match.id, bids=opened, seats=seats, **lot)


def _waiting(book: Book, game: str, way: str) -> Match:
    """Return a game whose sides are still to be settled in this way.

    Raises:
        NotNow: if they are settled, or in another way.
    """
    book.require("playing")
    match = book.match(game)
    if book.t.rules.sides != way or match.seats or match.result is not None:
        raise NotNow(words(N_("the sides of game {game} are settled"), game=game))
    return match


def handicap(book: Book, match: Match) -> dict[str, int]:
    """Return the points with which the player of the other seat begins: the bid by which a seat was won."""
    if not match.opened or not match.seats:
        return {}
    wanted = book.t.rules.bid_for
    (other,) = [seat for seat in match.seats if seat != wanted]
    return {other: match.opened[-1][match.seats[wanted]]}
