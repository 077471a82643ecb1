"""What seats do at a table: answers, orders, batches, acts out of turn, standing orders, open windows."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from adjudicator.core import orders
from adjudicator.core.books import Books
from adjudicator.core.choices.choice import Reader
from adjudicator.core.errors import NotNow, Refusal, Verbatim
from adjudicator.core.log.chain import Entry
from adjudicator.core.log.chance import Stopped
from adjudicator.core.question import Question
from adjudicator.core.words import N_, Words
from service.storage.outbox import CHANNEL, to_seat
from service.values.words import require_unicode

from . import batches, drafts
from .transaction import Transaction


def begin(s: Transaction, seat: str = "") -> None:
    """What comes before every act of play; of a seat, if one is named.

    Raises:
        NotNow: if the campaign is not being played, or the seat is not the sender's.
    """
    s.require("playing")
    if seat:
        s.require_seat(seat)
    s.note_rules()


def settle(s: Transaction) -> None:
    """Standing orders and waiting batches go on by turns until nobody but a person has to decide."""
    s.books.answer_all(s.table)
    while batches.resume(s):
        s.books.answer_all(s.table)
    for note in s.books.notes:
        template = N_("your standing order “{order}” was not carried out: {why}")
        values = {"order": Verbatim(note.order), "why": note.refusal.why}
        s.tell(to_seat(note.seat), "standing", Words(template, values), rule=note.refusal.rule)
    s.books.notes.clear()
    drafts.drop_answered(s.context.store, s.campaign.id, s.table.ledger.entries)
    if s.table.ledger.entries:
        _lapse(s)
    if s.table.over and s.campaign.state == "playing":
        s.end("over", dict(s.game.score(s.table.world).result))


def _lapse(s: Transaction) -> None:
    """Play has gone on: what was proposed before is proposed no more."""
    if s.context.campaigns.proposal(s.campaign.id, "draw") is not None:
        words = Words(N_("the draw that was proposed has lapsed, for play has gone on"))
        s.tell(CHANNEL, "draw", words, how="lapsed")
    s.context.campaigns.drop_proposals(s.campaign.id)


def submit(s: Transaction, seat: str, answer: object, question: int | None) -> None:
    """A seat's answer; `question` is the entry behind which it was asked, if the mouth knows it.

    Raises:
        Refusal: and nothing has changed.
    """
    begin(s, seat)
    _require_open(s, seat, question)
    orders.answer(s.table, seat, answer)
    settle(s)


def amend(s: Transaction, seat: str, answer: object, question: int | None) -> None:
    """Another answer in place of one's own, as long as others are still to answer.

    Raises:
        Refusal: and nothing has changed.
    """
    begin(s, seat)
    _require_open(s, seat, question)
    orders.amend(s.table, seat, answer)
    settle(s)


def _require_open(s: Transaction, seat: str, question: int | None) -> None:
    if question is None:
        return
    asked = {a.seat: a.entry for a in s.context.campaigns.asked(s.campaign.id)}
    q = s.table.question
    is_open = asked.get(seat) == question or (q is not None and seat in q.answers and q.entry == question)
    if not is_open:
        raise NotNow(Words(N_("that question is closed")))


def aside(s: Transaction, seat: str, answer: object) -> None:
    """What a seat does out of turn.

    Raises:
        Refusal: and nothing has changed.
    """
    begin(s, seat)
    s.table.aside(seat, answer)
    settle(s)


def answer_as(s: Transaction, seat: str, answer: object, by: str) -> None:
    """The "referee", or the "clock", answers for a seat (design/fair-dice.md §6); that he may is known.

    Raises:
        Refusal: and nothing has changed.
    """
    begin(s)
    if seat not in s.table.pending:
        raise NotNow(Words(N_("nothing is asked of {seat} now"), {"seat": seat}))
    s.table.submit(seat, answer, by=by)
    settle(s)


def close_window(s: Transaction) -> None:
    """The open window is closed: who has not answered passes.

    Raises:
        NotNow: if none is open.
    """
    begin(s)
    s.table.close()
    settle(s)


def order(s: Transaction, seat: str, text: str, language: str, head: str) -> dict[str, Any]:
    """One order line, or several: a batch, written on `head` ("" for the present one).

    Raises:
        Refusal: and nothing has changed: of one line, or of a line of the batch that was rehearsed.
    """
    begin(s, seat)
    require_unicode(text)
    require_unicode(head)
    lines = orders.lines(text)
    reader = Reader(s.game.lexicon, language)
    if not lines:
        raise NotNow(Words(N_("there is no order in the text")))
    if (others := batches.acted_since(s, seat, head)) and len(lines) > 1:
        return batches.hold_back(s, seat, lines, language, others)
    if len(lines) > 1:
        orders.rehearse(s.table, seat, lines, reader)
    outcome = orders.run(s.table, seat, lines, reader, s.books.answer_all)
    if outcome.how == "stopped" and not outcome.done and outcome.refusal is not None:
        raise outcome.refusal
    said = batches.keep(s, seat, outcome, language)
    settle(s)
    return said


def drop_batch(s: Transaction, seat: str) -> None:
    """Forget what is left of a seat's batch."""
    s.require_seat(seat)
    s.context.campaigns.save_queue(s.campaign.id, seat, None)


# -- standing orders -----------------------------------------------------------------------------


def set_standing(s: Transaction, seat: str, texts: Sequence[str]) -> None:
    """A seat's standing orders, in place of those before; they answer at once what they can.

    Raises:
        Refusal: for the first that is not understood, and nothing has changed.
    """
    s.require("playing")
    s.require_seat(seat)
    s.note_rules()
    s.books.leave(seat, texts, s.table.world)
    settle(s)


def rehearse_standing(s: Transaction, seat: str, texts: Sequence[str], language: str) -> list[str]:
    """What such orders would order now, in the order language; nothing is carried out.

    They are tried on a clone that stops, without looking, at the first chance or window, and beside
    no other seat's orders (architecture.md §1.8). In an open window it is what they play as it closes.

    Raises:
        Refusal: for the first that is not understood.
    """
    window = s.table.question
    if window is not None and window.occasion is not None and seat in s.table.pending:
        return _reaction(s, window, seat, texts, language)
    table, reader = orders.clone(s.table), Reader(s.game.lexicon, language)
    said: list[str] = []
    with suppress(Stopped):
        for entry in _tried(s, seat, texts):
            choice = (table.asides() if entry.aside else table.pending)[seat]
            said.append(choice.write(entry.answer, reader))
            act = table.aside if entry.aside else table.submit
            act(seat, entry.answer)
    return said


def _reaction(s: Transaction, window: Question, seat: str, texts: Sequence[str], language: str) -> list[str]:
    s.require("playing")
    s.require_seat(seat)
    books = Books(s.game, {})
    books.leave(seat, texts, s.table.world)
    assert window.occasion is not None
    answer = books.reflex(window.occasion, seat, window.reactions[seat], s.table.world)
    if answer is None:
        return []
    with suppress(Refusal):
        played = window.choices[seat].accept({"pick": "play", "answer": answer})
        return [window.choices[seat].write(played, Reader(s.game.lexicon, language))]
    return []


def _tried(s: Transaction, seat: str, texts: Sequence[str]) -> list[Entry]:
    s.require("playing")
    s.require_seat(seat)
    scratch, books = orders.clone(s.table), Books(s.game, {})
    books.leave(seat, texts, scratch.world)
    with suppress(Stopped):
        books.answer_all(scratch)
    return [entry for entry in scratch.ledger.entries if entry.t == "answer"]
