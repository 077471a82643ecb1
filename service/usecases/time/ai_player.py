"""The computer as an opponent: it plays the seats that it is given, and answers what it is asked.

It is a user like any other, whose commands come from here, one a transaction. Its answer follows from its
seat's view, the log's head and the hidden root alone: a crash in between changes nothing, and nobody who
knows the log can tell what it will do.
"""

from __future__ import annotations

from adjudicator.core.language.errors import Defect, NotNow, Refusal
from adjudicator.core.language.words import words
from adjudicator.core.table.question import WindowPolicy
from service.unit_of_work.transaction import Transaction
from service.usecases.agreeing import agreements
from service.usecases.play import playing
from service.usecases.seats import founding
from service.values.records import COMPUTER, COMPUTER_NAME, Message

USER = COMPUTER


def invite(tx: Transaction, seat: str) -> None:
    """Give a vacant seat to the computer: the founder may before the campaign begins, the referee always.

    In play any commander may, so that no game waits for ever: the computer tells nobody what it sees.

    Raises:
        NotNow: if the seat is not theirs to give, or taken, or the computer does not play this game.
    """
    tx.require("joining", "playing")
    is_founder = tx.campaign.state == "joining" and tx.message.user == tx.campaign.founder
    if not is_founder and not (tx.campaign.state == "playing" and tx.own_seats()):
        tx.require_referee()
    if tx.game.ai_player is None:
        raise NotNow(words(founding.NO_COMPUTER))
    take_seat(tx, seat)


def take_seat(tx: Transaction, seat: str) -> None:
    """Let the computer take a vacant seat.

    Raises:
        Refusal: and nothing has changed.
    """
    sender, tx.message = tx.message, Message(tx.message.id, USER)
    founding.take_seat(tx, seat, COMPUTER_NAME, own_salt=False)
    tx.message = sender


def act(tx: Transaction) -> None:
    """Do one thing: accept an undo that is proposed, decide on a draw, or answer what is asked.

    It agrees to a draw among several people, and refuses one with the only person who plays.

    Raises:
        Refusal: if the undo is not possible; only `decline` is possible then.
        Defect: if its answer is refused.
    """
    own = tx.own_seats()
    if _is_proposed(tx, "undo"):
        agreements.answer(tx, "undo", own[0], True)
        return
    if _is_proposed(tx, "draw"):
        people = {member.user for member in tx.members.values()} - {USER}
        agreements.answer(tx, "draw", own[0], len(people) > 1)
        return
    seat = next(seat for seat in own if seat in tx.table.pending)
    assert tx.game.ai_player is not None
    leave_orders(tx)
    view, rng = tx.game.view(tx.table.world, seat), tx.randomness(seat)
    answer = tx.game.ai_player(view, tx.table.pending[seat], rng)
    try:
        playing.submit(tx, seat, answer, None)
    except Refusal as error:
        raise Defect(f"the computer is refused {answer!r}: {error}") from error


def leave_orders(tx: Transaction) -> None:
    """Leave standing orders for the computer's seats, for windows in which this campaign asks nobody.

    The answer that follows seals them (design/fair-dice.md §6).
    """
    policy = WindowPolicy(tx.campaign.modes)
    for seat in tx.own_seats():
        left = tx.game.ai_orders(tx.game.view(tx.table.world, seat))
        texts = [text for kind, of in left.items() if policy.mode(kind) != "ask" for text in of]
        if texts != [standing.text for standing in tx.books.kept.get(seat, ())]:
            tx.books.leave(seat, texts, tx.table.world)


def decline(tx: Transaction) -> None:
    """Refuse an undo that the computer would accept, but that the present rules do not allow."""
    agreements.answer(tx, "undo", tx.own_seats()[0], False)


def _is_proposed(tx: Transaction, kind: str) -> bool:
    """Return true if a proposal waits for one of the computer's seats."""
    proposal = agreements.proposal(tx, kind)
    return proposal is not None and not {*tx.own_seats()} <= {*proposal.consent}
