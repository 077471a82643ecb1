"""Undo: of own orders alone, further by consent of all or by the referee (design/fair-dice.md §8)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.core.audit.rewind import is_run
from adjudicator.core.language.errors import NotNow, Stale
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import Chain, Entry, effective
from adjudicator.core.table.answers import is_standing
from adjudicator.core.table.table import Position, Table
from service.storage import outbox
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.transaction import Transaction
from service.usecases.play import batches, playing
from service.usecases.seats import teams
from service.values.audiences import CHANNEL
from service.values.receipts import Undone
from service.values.records import BY_MAIL
from service.values.words import LONGEST_REASON, plain

SHOWS = ("batch", "draw", "look", "open", "move", "reveal", "edit")
"""The entries that an undo crosses only with the consent of every seat, or by the referee."""
SETTLES = ("batch", "draw", "open", "move", "reveal", "edit", "lock")
"""Those of them that everybody sees at once."""
ALONE_FOR = 300
"""Seconds in which an order is taken back alone where others read of it by mail."""
RECENT = 300
"""The number of entries among which an order that can be taken back is looked for."""
NAMED = 5
"""The most places to go back to that a refusal names."""
ALONE = N_(
    "you have a seat of your own; propose going back to the other seats. Only a referee "
    "without a seat may go back alone"
)


class Point(Struct, frozen=True):
    """A place to go back to: as after entry `to`, before `seat` gave its answer `entry` by `rule`.

    At a rest that is kept `seat` is "".
    """

    to: int
    entry: int
    seat: str
    rule: str


def points(tx: Transaction) -> list[Point]:
    """Return every place that can be gone back to, the newest first."""
    entries = tx.standing_entries()
    found = {
        e.n - 1: Point(e.n - 1, e.n, str(e.body["seat"]), str(e.body["rule"]))
        for e in entries
        if e.t == "answer"
    }
    for n, stage in tx.context.log.rests(tx.campaign.id):
        found.setdefault(n, Point(n, n, "", stage))
    last = max((e.n for e in entries if is_run(e.body) or e.t == "edit"), default=0)
    return [found[to] for to in sorted(found, reverse=True) if to < last]


def take_back(tx: Transaction, seat: str, head: str = "") -> None:
    """Take back one's own last order, if nothing was rolled, drawn or told another seat since.

    `head` is the beginning of the one that a button was made on, so that a second press takes nothing back.

    Raises:
        NotNow: if something was, if another seat has acted since, or the log has another head.
    """
    tx.require("playing")
    tx.require_seat(seat)
    if not tx.campaign.head.startswith(head):
        raise NotNow(words(N_("that decision is no longer open")))
    entries = tx.standing_entries()
    last = next((e for e in reversed(entries) if _is_order(e, seat)), None)
    if last is None:
        raise NotNow(words(N_("{seat} has no order to take back"), seat=seat))
    undone = [e for e in entries if e.n >= last.n]
    if _shows(tx, seat, undone):
        raise NotNow(
            words(
                N_(
                    "you can no longer take that order back alone: something was rolled, drawn, revealed "
                    "or answered since. Propose going back to everyone"
                )
            )
        )
    if _is_too_late(tx, last):
        raise NotNow(
            words(
                N_(
                    "you can no longer take that order back alone: more than {n} minutes have passed, and "
                    "others have read about it by mail. Propose going back to everyone"
                ),
                n=ALONE_FOR // 60,
            )
        )
    told = words(N_("{seat} took back the last order"), seat=seat)
    undo(tx, last.n - 1, 0, "seats", [seat], "", told)


def _is_too_late(tx: Transaction, order: Entry) -> bool:
    """Return true if an order is older than `ALONE_FOR` and anybody but the sender reads of it by mail."""
    users = {tx.campaign.referee, *(member.user for member in tx.members.values())} - {tx.message.user}
    is_old = tx.time - int(order.body["time"]) >= ALONE_FOR
    return is_old and any(user.startswith(BY_MAIL) for user in users)


def is_settled(context: ServiceContext, campaign: int, n: int, seat: str = "") -> bool:
    """Return true if all can see that no order up to entry `n` is taken back alone any more, but by `seat`.

    Whether somebody was told something in secret also forbids it (`take_back`), but must not show.
    """
    entries = effective(context.log.entries(campaign))
    last = next((e for e in reversed(entries) if e.n <= n and _is_given(e)), None)
    if last is None or last.body["seat"] == seat:
        return True
    after = [e for e in entries if e.n >= last.n]
    return any(e.t in SETTLES or (e.t == "answer" and e.body["seat"] != last.body["seat"]) for e in after)


def taken_back(context: ServiceContext, campaign: int) -> list[tuple[int, int]]:
    """Return the entries between which orders were taken back alone: the last in effect, and the undo."""
    undone = context.log.bodies(campaign, "undo")
    return [(b["to"], b["n"]) for b in undone if b["by"] == "seats" and len(b["consent"]) == 1]


def _is_given(entry: Entry) -> bool:
    return entry.t == "answer" and not _is_standing(entry)


def _is_order(entry: Entry, seat: str) -> bool:
    return _is_given(entry) and entry.body["seat"] == seat


def _shows(tx: Transaction, seat: str, undone: Sequence[Entry]) -> bool:
    """Return true if the entries to undo have told another seat anything, or are another's act."""
    if any(e.t in SHOWS or e.t == "lock" for e in undone):
        return True
    if any(e.t == "answer" and e.body["seat"] != seat for e in undone):
        return True
    events = [told.event for told in tx.context.log.journal(tx.campaign.id, undone[0].n - 1)]
    knowing = [event.seats or () for event in events] + [x.seats for e in events for x in e.sealed.values()]
    again = _run_again(tx, undone[0].n)
    if again is None or any(entry >= undone[0].n for entry, _ in again.ledger.learnt):
        return True
    knowing += _could_react(again, undone[0].n)
    return any(other != seat for seats in knowing for other in seats)


def to_take_back(tx: Transaction, seat: str) -> int | None:
    """Return the entry of a seat's last order if, as all can see, it can be taken back alone; else None.

    Whether somebody was told something in secret also forbids it (`take_back`), but must not show.
    """
    entries = effective(tx.context.log.entries(tx.campaign.id, tx.campaign.n - RECENT))
    last = next((e for e in reversed(entries) if _is_order(e, seat)), None)
    if last is None or tx.campaign.state != "playing":
        return None
    if any(e.n > last.n and e.t in (*SHOWS, "lock", "answer") for e in entries) or _is_too_late(tx, last):
        return None
    again = _run_again(tx, last.n)
    if again is None:
        return None
    could_react = any(other != seat for seats in _could_react(again, last.n) for other in seats)
    return None if could_react else last.n


def _could_react(again: Table, since: int) -> list[tuple[str, ...]]:
    """Return the seats that could react in each window since entry `since`: a silent one leaves no entry.

    A player who could take an order back after one would learn, again and again, whether an order stands
    there.
    """
    return [seats for entry, seats in again.ledger.met if entry >= since]


def _run_again(tx: Transaction, since: int) -> Table | None:
    """Return a table that was run again from the rest before entry `since`; None if it cannot be."""
    rest = tx.position(since - 1).rest
    run = [e for e in tx.standing_entries(rest.n) if is_run(e.body)]
    chain = Chain(tx.campaign.name, tx.chain.hroot, tx.chain.n, tx.chain.head, tx.chain.epoch)
    try:
        return tx.replay(Position(rest, tuple(run)), chain)
    except Stale:
        return None


# -- further back --------------------------------------------------------------------------------------


def by_referee(tx: Transaction, to: int, keep: int, why: str) -> Undone:
    """Go back as the referee; with `keep` 1 (a mended rule) the same answers and dice come again.

    Return the number of answers that were entered again.

    Raises:
        NotNow: if that is no place to go back to, or the caller has a side of their own.
    """
    tx.require("playing", held=True)
    tx.require_referee()
    for seat in tx.campaign.seats:
        teams.require_apart(tx, seat, ALONE)
    if keep not in (0, 1):
        raise NotNow(
            words(N_("choose 1 to keep the dice or 0 to roll them anew; {keep} is neither"), keep=keep)
        )
    require_point(tx, to)
    return Undone(undo(tx, to, keep, "referee", [], plain(why, LONGEST_REASON)))


def require_point(tx: Transaction, to: int) -> None:
    """Require that the game can go back to the position after an entry.

    Raises:
        NotNow: if it cannot.
    """
    found = [point.to for point in points(tx)]
    if to not in found:
        places: list[object] = [*found[:NAMED]] or [words(N_("none"))]
        why = N_("you cannot go back to log entry {to}; the latest possible ones are: {places}")
        raise NotNow(words(why, to=to, places=places))


def resume(tx: Transaction, by: str, consent: Sequence[str], why: str) -> None:
    """Resume a campaign whose result is provisional; a surrender is taken back by it.

    `by` and `consent` are those of the entry (design/fair-dice.md §5).
    """
    tx.append("resume", {"by": by, "why": why, "consent": [*consent]})
    tx.context.campaigns.drop_proposals(tx.campaign.id)
    tx.campaign.state = "playing"
    tx.tell(CHANNEL, "released", words(N_("the game resumes")), why)
    if not tx.campaign.held and tx.table.over:
        gave_up = next(e for e in reversed(tx.standing_entries()) if e.t == "answer")
        undo(tx, gave_up.n - 1, 0, by, consent, why)


# -- carrying it out ---------------------------------------------------------------------------------


def undo(
    tx: Transaction,
    to: int,
    keep: int,
    by: str,
    consent: Sequence[str],
    why: str,
    told: Words | None = None,
) -> int:
    """Go back to the position after entry `to`; epochs, asides, seats and rules never go back.

    `told` is what the channel is told; None names the entry. Return the number of answers that were entered
    again, with `keep` 1.

    Raises:
        NotNow: if the rules have changed since, so that only whole rests can be gone back to.
    """
    tx.note_rules()
    undone = [e for e in tx.standing_entries() if e.n > to and is_run(e.body)]
    position = tx.position(to)
    fields = {"to": to, "keep": keep, "by": by, "why": why, "consent": sorted(consent)}
    tx.append("undo", fields)
    tx.context.campaigns.drop_proposals(tx.campaign.id, but="pause")
    tx.context.log.drop_rests(tx.campaign.id, to)
    tx.books.undo(to)
    batches.stop_all(tx, words(N_("the game went back; your orders have been kept for you")))
    try:
        table = tx.open(position, undone=undone if keep else ())
    except Stale as stale:
        values = {"rests": [n for n, _ in tx.context.log.rests(tx.campaign.id)]}
        template = N_(
            "the umpire's program has changed since; you can go back only to these checkpoints: {rests}"
        )
        raise NotNow(words(template, **values), rule=str(stale.entry)) from stale
    tx.tell(CHANNEL, "undo", told or words(N_("the game went back to log entry {to}"), to=to), why)
    if position.rest.stage != tx.campaign.stage:
        tx.drafts += outbox.pictures(tx.campaign.stage, [position.rest], tx.campaign.seats)
        tx.campaign.stage = position.rest.stage
    if keep:
        tx.books.reentered(undone, table)
    playing.settle(tx)
    return table.reentered


def _is_standing(entry: Entry) -> bool:
    return entry.t == "answer" and is_standing(entry)
