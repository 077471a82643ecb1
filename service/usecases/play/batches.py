"""Batches: order lines that wait until their seat is asked again (architecture.md §1.8)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.choices.choice import Reader
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import effective
from adjudicator.core.orders import orders
from adjudicator.core.orders.orders import Line, Outcome
from service.unit_of_work.transaction import Transaction
from service.values.audiences import to_seat
from service.values.posts import OrdersNotice
from service.values.receipts import BatchResult
from service.values.records import Queue
from service.values.words import packed

OTHERS_ACTED = N_("{others} acted after you wrote these orders; check them again")


def acted_since(tx: Transaction, seat: str, head: str) -> list[str]:
    """Return the other seats that have answered since the head (hex; its first characters are enough)."""
    if not head or tx.campaign.head.startswith(head):
        return []
    since = [
        entry
        for entry in effective(
            tx.context.log.entries(tx.campaign.id, tx.context.log.place(tx.campaign.id, head))
        )
        if entry.t == "answer"
    ]
    return sorted({str(entry.body["seat"]) for entry in since} - {seat})


def hold_back(
    tx: Transaction, seat: str, lines: Sequence[Line], language: str, others: list[str]
) -> BatchResult:
    """Keep a batch that was written before others acted as a draft, to be confirmed again."""
    _keep(tx, seat, lines, language, "draft")
    said, draft = words(OTHERS_ACTED, others=others), [str(line) for line in lines]
    tx.post(to_seat(seat), OrdersNotice("batch", packed(said), draft=draft))
    return BatchResult("held", 0, draft, packed(said), others)


def keep(tx: Transaction, seat: str, outcome: Outcome, language: str) -> BatchResult:
    """Keep the rest of a batch, and tell its seat; return how many lines were carried out."""
    draft = [str(line) for line in outcome.draft]
    if outcome.how == "done":
        tx.context.campaigns.save_queue(tx.campaign.id, seat, None)
    else:
        _keep(tx, seat, outcome.draft, language, "waiting" if outcome.how == "suspended" else "draft")
    understood = list(outcome.understood)
    if outcome.how != "stopped":
        return BatchResult(outcome.how, outcome.done, draft, understood=understood)
    said = words(N_("your orders stopped because the decision has changed"))
    if outcome.refusal is not None:
        said = words(N_("your orders stopped: {why}"), why=outcome.refusal.why)
    tx.post(to_seat(seat), OrdersNotice("batch", packed(said), draft=draft))
    return BatchResult("stopped", outcome.done, draft, packed(said), understood=understood)


def resume(tx: Transaction) -> bool:
    """Resume the first waiting batch whose seat is asked again; return true if there was one."""
    stop_for_asides(tx)
    for seat, queue in tx.context.campaigns.queues(tx.campaign.id).items():
        if queue.state != "waiting" or tx.table.question is None:
            continue
        if seat in tx.table.pending and tx.table.question.occasion is None:
            reader = Reader(tx.game.lexicon, queue.language)
            outcome = orders.run(tx.table, seat, queue.lines, reader, tx.books.answer_all)
            keep(tx, seat, outcome, queue.language)
            return True
    return False


def stop_for_asides(tx: Transaction) -> None:
    """Turn the waiting batches of all other seats into drafts, after a seat acted out of turn."""
    acted = {str(entry.body["seat"]) for entry in tx.table.ledger.entries if entry.aside}
    for seat, queue in tx.context.campaigns.queues(tx.campaign.id).items():
        if others := sorted(acted - {seat}):
            said = words(N_("{others} acted out of turn; your orders have been kept for you"), others=others)
            _stop(tx, queue, said)


def stop_all(tx: Transaction, why: Words) -> None:
    """Stop all batches, after an undo or an edit."""
    for queue in tx.context.campaigns.queues(tx.campaign.id).values():
        _stop(tx, queue, why)


def _stop(tx: Transaction, queue: Queue, why: Words) -> None:
    if queue.state == "waiting":
        _keep(tx, queue.seat, queue.lines, queue.language, "draft")
        draft = [str(line) for line in queue.lines]
        tx.post(to_seat(queue.seat), OrdersNotice("batch", packed(why), draft=draft))


def _keep(tx: Transaction, seat: str, lines: Sequence[Line], language: str, state: str) -> None:
    queue = Queue(seat, tx.chain.head, state, language, list(lines))
    tx.context.campaigns.save_queue(tx.campaign.id, seat, queue)
