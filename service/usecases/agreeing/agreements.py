"""Agreements of the players: undo, draw, pause, and after a provisional result opening or resuming the game.

One seat proposes, the others agree or decline, and once all that must agree have agreed it is carried out.
A person who plays several seats answers for all of them. docs/service.md has the table of the kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, Words, words
from service.unit_of_work.transaction import Transaction
from service.usecases.play import closing
from service.usecases.seats import teams
from service.values.audiences import CHANNEL
from service.values.posts import ProposedNotice
from service.values.records import PAUSED, Proposal
from service.values.words import LONGEST_REASON, packed, plain

from . import ending, undo


class Kind(Struct, frozen=True):
    """A kind of agreement.

    Attributes:
        states: the states of a campaign in which it is proposed and answered.
        needed: gives the seats that must agree.
        carried_out: carries it out, once they have.
        nobody: the refusal of an answer if it is not proposed.
        proposed, agreed, declined, withdrawn: what all are told.
        waits, done: the sentence for a person who has proposed or agreed: while others must agree, and after.
        is_done: tells whether it is carried out.
        require: refuses what cannot be proposed.
        while_held: whether it can be agreed on in a game that is held.
    """

    states: tuple[str, ...]
    needed: Callable[[Transaction], Collection[str]]
    carried_out: Callable[[Transaction, Proposal], None]
    nobody: str
    proposed: str
    agreed: str
    declined: str
    withdrawn: str
    waits: str
    done: str
    is_done: Callable[[Transaction], bool]
    require: Callable[[Transaction, int], None] | None = None
    while_held: bool = False


def propose(tx: Transaction, kind: str, seat: str, to: int | None = None, why: str = "") -> None:
    """Propose something; agree to it where the same is proposed already.

    Args:
        tx: the transaction.
        kind: one of `KINDS`.
        seat: the seat that proposes it.
        to: the entry to go back to, for an undo.
        why: the reason, which all are told.

    Raises:
        NotNow: if it cannot be proposed now, or the sender has agreed already.
    """
    rule = _kind(tx, kind, seat)
    if rule.require is not None:
        rule.require(tx, tx.campaign.n if to is None else to)
    made = tx.context.campaigns.proposal(tx.campaign.id, kind)
    if made is not None and to in (None, made.target):
        _agree(tx, seat, made)
        return
    target, own = tx.campaign.n if to is None else to, tx.own_seats()
    made = Proposal(kind, seat, target, plain(why, LONGEST_REASON), own, tx.context.entropy(4).hex())
    if not {*rule.needed(tx)} <= {*own}:
        tx.post(CHANNEL, ProposedNotice(kind, packed(told(made)), made.why, proposal=made.id))
    _settle(tx, made)


def answer(tx: Transaction, kind: str, seat: str, agrees: bool, id: str | None = None) -> None:
    """Agree to what is proposed, or decline it; for the proposer, declining withdraws it.

    `id` is that of the proposal which the front end showed, None for whichever is open.

    Raises:
        NotNow: if nothing of this kind is proposed, or another proposal, or the sender has agreed already.
    """
    rule, made = _kind(tx, kind, seat), tx.context.campaigns.proposal(tx.campaign.id, kind)
    if id is not None and (made is None or made.id != id):
        raise NotNow(words(NO_LONGER_OPEN))
    if made is None:
        raise NotNow(words(rule.nobody))
    if agrees:
        _agree(tx, seat, made)
        return
    tx.context.campaigns.save_proposal(tx.campaign.id, kind, None)
    said = rule.withdrawn if made.by_seat in tx.own_seats() else rule.declined
    tx.tell(CHANNEL, kind, words(said, seat=seat))


def answer_any(tx: Transaction, seat: str, agrees: bool) -> None:
    """Answer what is proposed; if there are several proposals, one that the seat has not agreed to.

    Raises:
        NotNow: as `answer` does, or if nothing is proposed.
    """
    tx.require_seat(seat)
    made = min(proposals(tx), key=lambda one: seat in one.consent, default=None)
    if made is None:
        raise NotNow(words(N_("nobody has proposed anything")))
    answer(tx, made.kind, seat, agrees, made.id)


def resume(tx: Transaction, why: str = "") -> None:
    """Resume a campaign whose result is provisional: its referee at once, a player by agreement.

    Raises:
        NotNow: if the result is not provisional, or the sender may not, or has agreed already.
    """
    tx.require("closed")
    own, why = tx.own_seats(), plain(why, LONGEST_REASON)
    is_referee = bool(tx.message.user) and tx.message.user == tx.campaign.referee
    if is_referee and teams.is_apart(tx, *tx.campaign.seats):
        undo.resume(tx, "referee", [], why)
        return
    if not own:
        tx.require_referee()
        raise NotNow(words(N_("you belong to a seat of this game; its players resume it by agreement")))
    propose(tx, "resume", own[0], why=why)


def proposals(tx: Transaction) -> list[Proposal]:
    """Return everything that is proposed and not decided yet."""
    found = [tx.context.campaigns.proposal(tx.campaign.id, kind) for kind in KINDS]
    return [made for made in found if made is not None]


def proposal(tx: Transaction, kind: str) -> Proposal | None:
    """Return the open proposal of a kind; None if there is none."""
    return next((made for made in proposals(tx) if made.kind == kind), None)


def told(made: Proposal) -> Words:
    """Return the sentence that says what is proposed, and by whom."""
    return words(KINDS[made.kind].proposed, seat=made.by_seat, to=made.target)


def agreed(made: Proposal) -> list[Words]:
    """Return the sentences that say who else has agreed so far."""
    others = [seat for seat in made.consent if seat != made.by_seat]
    return [words(KINDS[made.kind].agreed, seat=seat) for seat in others]


def outcome(tx: Transaction, kind: str, command: Words, to: int = 0) -> Words:
    """Return the answer to somebody who has just proposed or agreed: it waits for others, or it is done.

    `command` is what the front end calls the act that ends a pause, `to` the entry to go back to.
    """
    rule = KINDS[kind]
    return words(rule.done if rule.is_done(tx) else rule.waits, command=command, n=to)


def _kind(tx: Transaction, kind: str, seat: str) -> Kind:
    """Return a kind that a seat of the sender may propose or answer now."""
    if kind not in KINDS:
        raise NotNow(words(NO_LONGER_OPEN))
    rule = KINDS[kind]
    tx.require(*rule.states, held=rule.while_held)
    tx.require_seat(seat)
    return rule


def _agree(tx: Transaction, seat: str, made: Proposal) -> None:
    own = tx.own_seats()
    if {*own} <= {*made.consent}:
        raise NotNow(words(N_("you have already agreed; the other seats have not answered yet")))
    tx.tell(CHANNEL, made.kind, words(KINDS[made.kind].agreed, seat=seat))
    _settle(tx, replace(made, consent=sorted({*made.consent, *own})))


def _settle(tx: Transaction, made: Proposal) -> None:
    """Carry out what all have agreed on; keep what others must still agree to."""
    rule = KINDS[made.kind]
    if {*rule.needed(tx)} <= {*made.consent}:
        tx.context.campaigns.save_proposal(tx.campaign.id, made.kind, None)
        rule.carried_out(tx, made)
    else:
        tx.context.campaigns.save_proposal(tx.campaign.id, made.kind, made)


# -- what is carried out -----------------------------------------------------------------------------


def _go_back(tx: Transaction, made: Proposal) -> None:
    undo.undo(tx, made.target, 0, "seats", made.consent, made.why)


def _draw(tx: Transaction, made: Proposal) -> None:
    tx.context.campaigns.drop_proposals(tx.campaign.id)
    tx.end("draw", {"draw": 1}, by="seats", consent=made.consent)


def _pause(tx: Transaction, made: Proposal) -> None:
    ending.hold(tx, words(PAUSED))


def _open(tx: Transaction, made: Proposal) -> None:
    tx.context.campaigns.drop_proposals(tx.campaign.id)
    closing.open_now(tx, "seats", closing.people(tx))


def _resume(tx: Transaction, made: Proposal) -> None:
    undo.resume(tx, "seats", sorted(tx.voters()), made.why)


def _outside_tournaments(tx: Transaction, to: int) -> None:
    if tx.context.tournaments.tournament_of(tx.campaign.id) is not None:
        raise NotNow(words(N_("in a tournament only its directors can pause a game")))


NO_LONGER_OPEN = N_("that decision is no longer open")

KINDS: Mapping[str, Kind] = {
    "undo": Kind(
        ("playing",),
        Transaction.voters,
        _go_back,
        N_("nobody has proposed going back"),
        N_("{seat} proposed going back to log entry {to}"),
        N_("{seat} agreed to go back"),
        N_("{seat} declined to go back"),
        N_("{seat} no longer proposes going back"),
        N_("You propose going back to log entry {n}. The game goes back once everyone agrees."),
        N_("The game went back to log entry {n}."),
        lambda tx: proposal(tx, "undo") is None,
        require=undo.require_point,
        while_held=True,
    ),
    "draw": Kind(
        ("playing",),
        Transaction.voters,
        _draw,
        N_("nobody has proposed a draw"),
        N_("{seat} proposed a draw"),
        N_("{seat} agreed to a draw"),
        N_("{seat} declined the draw"),
        N_("{seat} no longer proposes a draw"),
        N_("You agree to a draw. The game is a draw once all players agree."),
        N_("The game is a draw."),
        lambda tx: tx.campaign.state == "over",
    ),
    "pause": Kind(
        ("playing",),
        closing.people,
        _pause,
        N_("nobody has proposed a pause"),
        N_("{seat} proposed to pause the game"),
        N_("{seat} agreed to pause"),
        N_("{seat} declined to pause"),
        N_("{seat} no longer proposes to pause the game"),
        N_("You agree to a pause. The clocks stop once all players agree."),
        N_("The game is paused. Any player can resume it with {command}."),
        lambda tx: tx.campaign.is_paused,
        require=_outside_tournaments,
    ),
    "open": Kind(
        ("closed",),
        closing.people,
        _open,
        N_("nobody has proposed to open the game now"),
        N_("{seat} proposed to open the game now"),
        N_("{seat} agreed to open the game now"),
        N_("{seat} declined to open the game now"),
        N_("{seat} no longer proposes to open the game now"),
        N_("You agree to open everything now. It opens once every player agrees."),
        N_("The game is over, and everything is open."),
        lambda tx: tx.campaign.state == "over",
    ),
    "resume": Kind(
        ("closed",),
        closing.people,
        _resume,
        N_("nobody has proposed to resume the game"),
        N_("{seat} proposed to resume the game"),
        N_("{seat} agreed to resume the game"),
        N_("{seat} declined to resume the game"),
        N_("{seat} no longer proposes to resume the game"),
        N_("You agree to resume the game. It resumes once every player agrees."),
        N_("The game resumes."),
        lambda tx: tx.campaign.state != "closed",
    ),
}
"""The kinds of agreements, by what posts and buttons call them."""
