"""Leaving a seat: for a while, or for good by resigning. A game of three or more goes on (ADR 12)."""

from __future__ import annotations

from adjudicator.core.language.words import N_
from service.unit_of_work.transaction import Transaction
from service.usecases.play import closing, playing
from service.usecases.seats import founding

from . import ai_player


def leave(tx: Transaction, seat: str) -> None:
    """Leave a seat. Before the salts it is simply vacant again; in play its player may come back.

    While salts are given nobody else may take part in them: the game is given up, to be founded
    again with `before` naming it (design/fair-dice.md §2).

    Raises:
        Refusal: and nothing has changed.
    """
    tx.require("joining", "salting", "playing", held=True)
    tx.require_seat(seat)
    founding.remove(tx, seat, N_("{who} left {seat}"))
    go_on(tx)


def resign(tx: Transaction, seat: str) -> None:
    """Resign a seat. The game is over, with a provisional result, if it was one of the last two, or if nobody
    else plays; else it goes on.

    Raises:
        NotNow: if the campaign is not being played.
    """
    tx.require("playing")
    tx.require_seat(seat)
    give_up(tx, seat, "resigned")


def give_up(tx: Transaction, seat: str, why: str) -> None:
    """Take a seat to have resigned: "resigned" by its player, or "claimed" by all the others."""
    if ends_game(tx, seat):
        by, consent = ("seats", [seat]) if why == "resigned" else ("clock", tx.own_seats())
        gone = tx.resigned()
        for vacant in (s for s in tx.campaign.seats if s not in tx.members and s not in gone):
            tx.note_seat(vacant, "")
        closing.close(tx, why, {"resigned": sorted([*gone, seat])}, by=by, consent=consent)
        return
    said = N_("{who} resigned {seat}; the game goes on")
    if why == "claimed":
        said = N_("{who} has run out of time and no longer plays {seat}; the game goes on")
    founding.remove(tx, seat, said, may_return=False)
    playing.lapse(tx)
    tx.note_seat(seat, "")
    go_on(tx)


def ends_game(tx: Transaction, seat: str) -> bool:
    """Return true if the game is over once a seat resigns: one seat is left, or nobody plays any other."""
    gone = [*tx.resigned(), seat]
    left = [other for other in tx.campaign.seats if other not in gone]
    persons = [other for other in left if other in tx.members and tx.members[other].user != ai_player.USER]
    return len(left) < 2 or not persons


def go_on(tx: Transaction) -> None:
    """Go on with the seats that are vacant, as the time control says: the computer takes them, or the umpire
    answers for them.
    """
    vacant = [seat for seat in tx.campaign.seats if seat not in tx.members]
    if tx.campaign.state != "playing" or tx.campaign.held or not vacant:
        return
    tx.note_rules()
    if tx.context.clocks.pace(tx.campaign.id).vacant == "computer":
        for seat in vacant:
            ai_player.take_seat(tx, seat)
    playing.settle(tx)
