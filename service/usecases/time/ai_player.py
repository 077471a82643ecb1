"""The computer as an opponent: it plays the seats that it is given, and answers what it is asked.

It is a user like any other, whose commands come from here, one a transaction. Its answer follows from its
seat's view, the log's head and the hidden root alone: a crash in between changes nothing, and nobody who
knows the log can tell what it will do.

At level 1 it answers at once. Above, a question is a job (`Asks`), which is thought about outside any
transaction; what was found is carried out only at the same head of the log, else it is asked anew.
"""

from __future__ import annotations

from msgspec import Struct

from adjudicator.core.language.errors import Defect, NotNow, Refusal
from adjudicator.core.language.words import N_, words
from adjudicator.core.table.question import WindowPolicy
from adjudicator.core.table.rollout import seen
from adjudicator.opponents import OPPONENTS, levels
from adjudicator.rules_version import rules_version
from adjudicator.search.job import Job
from adjudicator.search.opponent import Plan
from service.unit_of_work.transaction import Transaction
from service.usecases.agreeing import agreements
from service.usecases.play import playing
from service.usecases.seats import founding
from service.values.records import BY_MAIL, COMPUTER, Message, computer_name, level_of

USER = COMPUTER
UNHURRIED = ("discord/", BY_MAIL)
"""The beginnings of the user ids of those who wait at no page, in the order in which they are served."""


class Asks(Struct, frozen=True):
    """A question to the computer that it has to think about.

    Attributes:
        seat: its seat.
        head: the log's.
        job: what its answer follows from.
        is_searched: true if plans are compared.
        urgency: 0 if somebody may wait at a page, 1 on Discord, 2 by mail alone.
    """

    seat: str
    head: str
    job: Job
    is_searched: bool
    urgency: int


class Found(Struct, frozen=True):
    """The plan that a job has led to, for a seat and a head; None where it is to answer as at level 1."""

    seat: str
    head: str
    plan: Plan | None


def invite(tx: Transaction, seat: str, level: int = 1) -> None:
    """Give a vacant seat to the computer: the founder may before the campaign begins, the referee always.

    In play any commander may, so that no game waits for ever: the computer tells nobody what it sees.

    Raises:
        NotNow: if the seat is not theirs to give, or taken, or the computer does not play this game, or not
            at this level.
    """
    tx.require("joining", "playing")
    is_founder = tx.campaign.state == "joining" and tx.message.user == tx.campaign.founder
    if not is_founder and not (tx.campaign.state == "playing" and tx.own_seats()):
        tx.require_referee()
    if tx.game.ai_player is None:
        raise NotNow(words(founding.NO_COMPUTER))
    if level not in (offered := levels(tx.game)):
        only = N_("the computer plays this game at level {offered:or}, not at level {n}")
        raise NotNow(words(only, offered=[*map(str, offered)], n=level))
    take_seat(tx, seat, level)


def take_seat(tx: Transaction, seat: str, level: int = 1) -> None:
    """Let the computer take a vacant seat.

    Raises:
        Refusal: and nothing has changed.
    """
    sender, tx.message = tx.message, Message(tx.message.id, USER)
    founding.take_seat(tx, seat, computer_name(level), own_salt=False)
    tx.message = sender


def asks(tx: Transaction) -> Asks | None:
    """Return the question that the computer has to think about; None where it can act at once."""
    if all(level_of(tx.members[seat].who) < 2 for seat in tx.own_seats()):
        return None
    if _is_proposed(tx, "undo") or _is_proposed(tx, "draw"):
        return None
    seat = next((seat for seat in tx.own_seats() if seat in tx.table.pending), "")
    if not seat or (level := level_of(tx.members[seat].who)) < 2:
        return None
    opponent, rules = OPPONENTS[tx.game.id], rules_version(tx.game.id)
    known, modes = seen(tx.table, seat), tx.campaign.modes
    job = Job(tx.game.id, rules, opponent.weights, level, known, modes, tx.seed(seat))
    is_searched = tx.table.pending[seat].rule in opponent.searched
    return Asks(seat, tx.chain.head, job, is_searched, _urgency(tx))


def act(tx: Transaction, found: Found | None = None) -> None:
    """Do one thing: accept an undo that is proposed, decide on a draw, or answer what is asked.

    It agrees to a draw among several people, and refuses one with the only person who plays. The orders of a
    plan are given one after another, as long as they are asked for.

    Args:
        tx: the transaction.
        found: what it has found about its question, if it had to think.

    Raises:
        Refusal: if the undo is not possible; only `decline` is possible then.
        Defect: if its answer is refused, or it has to think first.
    """
    own, head = tx.own_seats(), tx.chain.head
    if _is_proposed(tx, "undo"):
        agreements.answer(tx, "undo", own[0], True)
        return
    if _is_proposed(tx, "draw"):
        people = {member.user for member in tx.members.values()} - {USER}
        agreements.answer(tx, "draw", own[0], len(people) > 1)
        return
    seat = next(seat for seat in own if seat in tx.table.pending)
    if level_of(tx.members[seat].who) > 1 and (found is None or (found.seat, found.head) != (seat, head)):
        raise Defect(f"the computer has not thought about {seat}'s question at {head}")
    leave_orders(tx)
    if found is None or not _carry_out(tx, seat, found.plan):
        _answer(tx, seat)


def _urgency(tx: Transaction) -> int:
    """Return 0 if somebody may wait at a page, 1 if all are on Discord, 2 by mail."""
    users = {member.user for member in tx.members.values()} - {USER}
    found = [next((n for n, by in enumerate(UNHURRIED, 1) if user.startswith(by)), 0) for user in users]
    return min(found, default=0)


def _answer(tx: Transaction, seat: str) -> None:
    """Answer a question as at level 1."""
    assert tx.game.ai_player is not None
    view, rng = tx.game.view(tx.table.world, seat), tx.randomness(seat)
    answer = tx.game.ai_player(view, tx.table.pending[seat], rng)
    try:
        playing.submit(tx, seat, answer, None)
    except Refusal as error:
        raise Defect(f"the computer is refused {answer!r}: {error}") from error


def _carry_out(tx: Transaction, seat: str, plan: Plan | None) -> bool:
    """Give the orders of a plan as long as they are asked for, those left out that are not legal; return true
    if one was given.
    """
    given = False
    for answer in plan.answers if plan else ():
        choice = tx.table.pending.get(seat)
        if plan is None or choice is None or choice.rule != plan.rule:
            break
        try:
            choice.accept(answer)
        except Refusal:
            continue
        playing.submit(tx, seat, answer, None)
        given = True
    return given


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
