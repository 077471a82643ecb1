"""Acts of seats at a table: answers, orders, batches, acts out of turn, standing orders, open windows."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import NotNow, Refusal, Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, Words, fold, words
from adjudicator.core.log.chain import JSON, Entry
from adjudicator.core.log.chance import Stopped
from adjudicator.core.orders import orders
from adjudicator.core.orders.books import Books
from adjudicator.core.table.question import Question
from service.text.telling import BY_RULES
from service.unit_of_work.transaction import Transaction
from service.values.audiences import CHANNEL, to_seat
from service.values.receipts import BatchResult
from service.values.records import COMPUTER, Queue
from service.values.words import packed, require_unicode, speak
from service.wizard.left_open import Unconfirmed, ends, left_open, only_end
from service.wizard.steps import decompose

from . import batches, closing, default_play, drafts, spared
from . import battle_orders as battle

MOST_ASIDES = 100
"""Acts out of turn of a seat between two answers: each stays in the log, and none has to be done (ADR 19)."""
END_ALL = N_("end all")
"""The order, in any language, that ends all phases in which a seat can do nothing (`end_idle`)."""
LAPSED = {
    "undo": N_("the proposal to go back has lapsed because play went on"),
    "draw": N_("the draw proposal has lapsed because play went on"),
}
"""The sentence for all, by the kind of a proposal that nobody can answer any more."""


def begin(tx: Transaction, seat: str = "") -> None:
    """Check that play is possible before an act; of a seat, if one is named.

    Raises:
        NotNow: if the campaign is not being played, or the seat is not the sender's.
    """
    tx.require("playing")
    if seat:
        tx.require_seat(seat)
    tx.note_rules()


def settle(tx: Transaction) -> None:
    """Let standing orders, waiting batches and, for vacant seats and for those that are spared reactions, the
    umpire act in turn until only people have to decide.
    """
    tx.books.answer_all(tx.table)
    while batches.resume(tx) or default_play.answer_one(tx) or spared.answer_one(tx):
        tx.books.answer_all(tx.table)
    for note in tx.books.notes:
        if note.seat in tx.members and tx.members[note.seat].user == COMPUTER:
            continue  # it reads nothing
        template = N_("your standing order “{order}” could not be carried out: {why}")
        values = {"order": Verbatim(note.order), "why": note.refusal.why}
        tx.tell(to_seat(note.seat), "standing", words(template, **values))
    tx.books.notes.clear()
    drafts.drop_answered(tx.context.store, tx.campaign.id, tx.table.ledger.entries)
    if tx.table.ledger.entries:
        lapse(tx)
    if tx.table.over and tx.campaign.state == "playing":
        result = dict(tx.game.score(tx.table.world).result)
        if _has_surrendered(tx):
            closing.close(tx, "surrender", result, by="rules", consent=())
        else:
            tx.end(BY_RULES, result, by="rules")


def _has_surrendered(tx: Transaction) -> bool:
    """Return true if the last answer gave the game up."""
    last = next((e for e in reversed(tx.table.ledger.entries) if e.t == "answer"), None)
    return last is not None and last.aside and surrenders(tx.game, last.answer)


def surrenders(game: Game, answer: Any) -> bool:
    """Return true if an act out of turn gives the whole game up."""
    return bool(game.surrender) and isinstance(answer, dict) and answer.get("pick") == game.surrender


def lapse(tx: Transaction) -> None:
    """Drop open proposals, because play has gone on, or other seats have to consent now."""
    for kind, template in LAPSED.items():
        if tx.context.campaigns.proposal(tx.campaign.id, kind) is not None:
            tx.tell(CHANNEL, kind, words(template))
    tx.context.campaigns.drop_proposals(tx.campaign.id, but="pause")


def submit(tx: Transaction, seat: str, answer: object, question: int | None = None) -> None:
    """Answer the question of a seat; `question` is the entry after which it was asked, if known.

    Raises:
        Refusal: and nothing has changed.
    """
    begin(tx, seat)
    require_open(tx, seat, question)
    orders.answer(tx.table, seat, answer)
    settle(tx)


def end_idle(tx: Transaction, seat: str, language: str = "en", question: int | None = None) -> BatchResult:
    """End the phases, one after another, in which a seat can do nothing else.

    Raises:
        NotNow: if it can do something now, or is not asked; nothing has changed.
    """
    begin(tx, seat)
    require_open(tx, seat, question)
    reader, done = Reader(tx.game.lexicon, language), list[str]()
    while (choice := tx.table.pending.get(seat)) is not None and (end := only_end(choice, reader)):
        done.append(choice.write(choice.accept({"pick": end}), reader))
        orders.answer(tx.table, seat, {"pick": end})
        settle(tx)
    if not done:
        raise NotNow(words(N_("there is a decision to make here: no phase is ended for you")))
    return BatchResult("done", len(done), [], understood=done)


def amend(tx: Transaction, seat: str, answer: object, question: int | None = None) -> None:
    """Replace one's own answer, as long as others are still to answer.

    Raises:
        Refusal: and nothing has changed.
    """
    begin(tx, seat)
    require_open(tx, seat, question)
    orders.amend(tx.table, seat, answer)
    settle(tx)


def require_open(tx: Transaction, seat: str, question: int | None) -> None:
    """Require that a seat is still asked the question of an entry, or may change its answer; None is any.

    Raises:
        NotNow: if it is not.
    """
    if question is None:
        return
    asked = {a.seat: a.entry for a in tx.context.campaigns.asked(tx.campaign.id)}
    q = tx.table.question
    is_open = asked.get(seat) == question or (q is not None and seat in q.answers and q.entry == question)
    if not is_open:
        raise NotNow(words(N_("that decision is no longer open")))


def aside(tx: Transaction, seat: str, answer: object) -> None:
    """Act out of turn.

    Raises:
        Refusal: and nothing has changed.
    """
    begin(tx, seat)
    tx.table.aside(seat, answer)
    _require_few_asides(tx, seat)
    settle(tx)


def _require_few_asides(tx: Transaction, seat: str) -> None:
    """Require that a seat does not act out of turn endlessly; surrendering is always allowed.

    Raises:
        NotNow: if it has acted out of turn more than `MOST_ASIDES` times since the last answer to a question.
    """
    new = [e for e in tx.table.ledger.entries if e.aside and e.body["seat"] == seat]
    if not any(not surrenders(tx.game, entry.answer) for entry in new):
        return
    if (done := tx.context.log.asides(tx.campaign.id, seat)) >= MOST_ASIDES:
        template = N_(
            "{seat} has acted out of turn {n} times since the last answer; the game must go on first"
        )
        raise NotNow(words(template, seat=seat, n=done))


def answer_as(tx: Transaction, seat: str, answer: object, by: str) -> None:
    """Answer for a seat as "referee" or "clock" (design/fair-dice.md §6); the caller has checked that they
    may.

    Raises:
        Refusal: and nothing has changed.
    """
    begin(tx)
    if seat not in tx.table.pending:
        raise NotNow(words(N_("{seat} has nothing to decide right now"), seat=seat))
    tx.table.submit(seat, answer, by=by)
    settle(tx)


def close_window(tx: Transaction) -> None:
    """Close the open window: seats that have not answered pass.

    Raises:
        NotNow: if none is open.
    """
    begin(tx)
    tx.table.close()
    settle(tx)


def order(
    tx: Transaction, seat: str, text: str, language: str = "en", head: str = "", confirmed: str | None = None
) -> BatchResult:
    """Carry out one order line, or several as a batch, written on `head` ("" for the present one).

    `END_ALL` ends the phases in which the seat can do nothing. Lines that begin with `if` are set first, as
    standing orders for the battle that is being fought. An order that ends a turn or phase counts only if
    `confirmed` is the state of its refusal; with None no confirmation is asked for.

    Raises:
        Unconfirmed: if the player has to confirm it; nothing has changed.
        Refusal: and nothing has changed: of one line, or of a line of the batch that was rehearsed.
    """
    if fold(text) in {fold(speak(words(END_ALL), each)) for each in LANGUAGES}:
        return end_idle(tx, seat, language)
    begin(tx, seat)
    require_unicode(text)
    require_unicode(head)
    lines, conditional = battle.parted(tx, text)
    reader = Reader(tx.game.lexicon, language)
    if not lines and not conditional:
        raise NotNow(words(N_("the text contains no order")))
    if (others := batches.acted_since(tx, seat, head)) and len(lines) > 1:
        return batches.hold_back(tx, seat, lines, language, others)
    state, missed, ended = _shown(tx, text), list[Words](), list[bool]()

    def watch(choice: Choice[Any], answer: JSON) -> None:
        filled = decompose(choice, answer)
        ended.append(ends(choice, filled))
        missed.extend(left_open(choice, filled, reader))

    def guard(choice: Choice[Any], answer: JSON) -> None:
        watch(choice, answer)
        if ended[-1] and confirmed not in (None, state):
            found = tx.game.odds(tx.game.view(tx.table.world, seat), choice, answer)
            left = text if len(lines) == 1 else choice.write(answer, reader)
            costs = [one.text for one in found if one.kind in ("cost", "note")]
            raise Unconfirmed(left, missed, state, costs)

    if len(lines) > 1:
        orders.rehearse(tx.table, seat, lines, reader, watch)
        if any(ended) and confirmed not in (None, state):
            raise Unconfirmed(text, missed, state)
        missed.clear()
    noted = battle.leave(tx, seat, conditional, language) if conditional else []
    outcome = orders.run(tx.table, seat, lines, reader, tx.books.answer_all, guard)
    if outcome.how == "stopped" and not outcome.done and outcome.refusal is not None:
        raise outcome.refusal
    _require_few_asides(tx, seat)
    result = batches.keep(tx, seat, outcome, language)
    settle(tx)
    told = missed if confirmed is None else []  # who was asked has read it
    return replace(result, noted=noted, missed=[packed(said) for said in told])


def _shown(tx: Transaction, text: str) -> str:
    """Return a digest of a text at the present position, which a confirmation must repeat."""
    return hashlib.sha256(f"{tx.campaign.head} {text.strip()}".encode()).hexdigest()[:16]


def change_batch(tx: Transaction, seat: str, add: str = "", cancel: int = 0, wait: bool = False) -> None:
    """Change what is left of a seat's batch: cancel a line (counted from 1, 0 for none), add lines after the
    others, or let it wait as a draft until it is given again.

    Raises:
        NotNow: if there is none, or no such line.
    """
    tx.require("playing")
    tx.require_seat(seat)
    require_unicode(add)
    queue = tx.context.campaigns.queues(tx.campaign.id).get(seat)
    if queue is None:
        raise NotNow(words(N_("none of your orders are waiting")))
    if not 0 <= cancel <= len(queue.lines):
        raise NotNow(words(N_("only {n} {n:order is|orders are} waiting"), n=len(queue.lines)))
    lines = [line for n, line in enumerate(queue.lines, 1) if n != cancel]
    lines += [replace(line, number=len(lines) + n) for n, line in enumerate(orders.lines(add), 1)]
    state = "draft" if wait else queue.state
    left = Queue(seat, queue.head, state, queue.language, lines) if lines else None
    tx.context.campaigns.save_queue(tx.campaign.id, seat, left)


def drop_batch(tx: Transaction, seat: str) -> None:
    """Drop what is left of a seat's batch."""
    tx.require_seat(seat)
    tx.context.campaigns.save_queue(tx.campaign.id, seat, None)


# -- standing orders -----------------------------------------------------------------------------


def set_standing(tx: Transaction, seat: str, texts: Sequence[str]) -> None:
    """Replace a seat's standing orders; they answer at once what they can.

    Raises:
        Refusal: for the first that is not understood, and nothing has changed.
    """
    tx.require("playing")
    tx.require_seat(seat)
    tx.note_rules()
    tx.books.leave(seat, texts, tx.table.world)
    settle(tx)


def rehearse_standing(tx: Transaction, seat: str, texts: Sequence[str], language: str) -> list[str]:
    """Return the orders that such standing orders would give now, in the order language; nothing is
    carried out.

    They are tried on a clone that stops, without looking, at the first chance or window, and beside
    no other seat's orders (architecture.md §1.8). In an open window it is what they play as it closes.

    Raises:
        Refusal: for the first that is not understood.
    """
    window = tx.table.question
    if window is not None and window.occasion is not None and seat in tx.table.pending:
        return _reaction(tx, window, seat, texts, language)
    table, reader = orders.clone(tx.table, seat), Reader(tx.game.lexicon, language)
    said: list[str] = []
    with suppress(Stopped):
        for entry in _tried(tx, seat, texts):
            choice = (table.asides() if entry.aside else table.pending)[seat]
            said.append(choice.write(entry.answer, reader))
            act = table.aside if entry.aside else table.submit
            act(seat, entry.answer)
    return said


def _reaction(tx: Transaction, window: Question, seat: str, texts: Sequence[str], language: str) -> list[str]:
    tx.require("playing")
    tx.require_seat(seat)
    books = Books(tx.game, {})
    books.leave(seat, texts, tx.table.world)
    assert window.occasion is not None
    answer = books.reflex(window.occasion, seat, window.reactions[seat], tx.table.world)
    if answer is None:
        return []
    with suppress(Refusal):
        played = window.choices[seat].accept({"pick": "play", "answer": answer})
        return [window.choices[seat].write(played, Reader(tx.game.lexicon, language))]
    return []


def _tried(tx: Transaction, seat: str, texts: Sequence[str]) -> list[Entry]:
    tx.require("playing")
    tx.require_seat(seat)
    scratch, books = orders.clone(tx.table, seat), Books(tx.game, {})
    books.leave(seat, texts, scratch.world)
    with suppress(Stopped):
        books.answer_all(scratch)
    return [entry for entry in scratch.ledger.entries if entry.t == "answer"]
