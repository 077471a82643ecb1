"""Half-filled decisions, stored so that no panel depends on memory: a user's picks so far for a seat.

A draft is the list of `steps` under a key: "pending" for the question of the seat, "aside" for an act out of
turn, any other text for a form of a front end's own. It belongs to its user alone. It is dropped when its
seat answers; a draft whose question is no longer asked is reported as gone, and never taken for an answer to
another.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from adjudicator.core.choices.choice import Choice
from adjudicator.core.language.errors import NotNow, NotUnderstood
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.chain import Entry
from service.storage.database.store import Store
from service.unit_of_work.transaction import Transaction
from service.values.words import require_unicode
from service.wizard.filled import Filled

from . import queries

PENDING, ASIDE = "pending", "aside"
LONGEST = 20_000
"""The most characters of a draft, as JSON."""
LONGEST_KEY = 100

_TOO_MUCH = words(N_("that answer is too long"))

_WHOSE = "campaign = ? AND user = ? AND seat = ? AND key = ?"

State: TypeAlias = Literal["open", "afresh", "gone"]


class Draft(Struct, frozen=True):
    """A user's picks so far.

    Attributes:
        filled: the picks.
        question: the entry after which it was asked (`Asked.entry`); -1 under a key of a front end's own.
        state: "open"; "afresh" if the same is asked again after another entry, since somebody acted out of
            turn, so that options may have changed; "gone" if it is not asked any more.
    """

    key: str
    filled: Filled
    question: int
    state: State


def draft(tx: Transaction, user: str, seat: str, key: str) -> Draft | None:
    """Return a user's draft for a seat, None if there is none or they no longer give its orders."""
    row = tx.context.store.row(
        f"SELECT filled, question, asked FROM draft WHERE {_WHOSE}", tx.campaign.id, user, seat, key
    )
    if row is None or not _orders_for(tx, user, seat):
        return None
    filled, question, asked = row
    return Draft(
        key, Filled.of(msgspec.json.decode(filled)), question, _state(tx, seat, key, question, asked)
    )


def keep(tx: Transaction, seat: str, key: str, filled: Filled) -> Draft:
    """Save a draft of the message's user in place of the one before.

    Raises:
        Refusal: if the user does not order for the seat, nothing is asked of it under this key, or the picks
            are too long or cannot be stored.
    """
    if not _orders_for(tx, tx.message.user, seat):
        raise NotNow(words(N_("you do not play {seat}"), seat=seat))
    content = _content(filled, key)
    if len(content) > LONGEST or len(key) > LONGEST_KEY:
        raise NotNow(_TOO_MUCH)
    question, asked = -1, ""
    if key in (PENDING, ASIDE):
        found = _asked(tx, seat, key)
        if found is None:
            raise NotNow(words(N_("{seat} has nothing to decide right now"), seat=seat))
        question, asked = found
    values = (tx.campaign.id, tx.message.user, seat, key, content, question, asked, tx.time)
    with tx.context.store.transaction(durable=False):
        columns = "campaign, user, seat, key, filled, question, asked, updated"
        sql = f"REPLACE INTO draft ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        tx.context.store.run(sql, *values)
    return Draft(key, filled, question, "open")


def _content(filled: Filled, key: str) -> str:
    """Return the picks as they are stored; input from a page may hold anything, lone surrogates and deep
    nesting too.

    Raises:
        Refusal: if it cannot be kept.
    """
    try:
        require_unicode(key)
        return msgspec.json.encode(filled.picks).decode()
    except UnicodeEncodeError:
        raise NotUnderstood(ascii(list(filled.picks)), words(N_("a text"))) from None
    except RecursionError:
        raise NotNow(_TOO_MUCH) from None


def drop(store: Store, campaign: int, user: str, seat: str, key: str) -> None:
    """Delete a draft."""
    with store.transaction(durable=False):
        store.run(f"DELETE FROM draft WHERE {_WHOSE}", campaign, user, seat, key)


def drop_answered(store: Store, campaign: int, entries: Iterable[Entry]) -> None:
    """Delete the drafts of all seats that have answered, or acted out of turn."""
    answers = [entry for entry in entries if entry.t == "answer"]
    rows = [(campaign, entry.body["seat"], ASIDE if entry.aside else PENDING) for entry in answers]
    store.run_each("DELETE FROM draft WHERE campaign = ? AND seat = ? AND key = ?", rows)


def _orders_for(tx: Transaction, user: str, seat: str) -> bool:
    """Return true if somebody commands a seat, or is an officer of it: others may not learn what it is
    asked.
    """
    people = tx.context.teams.people(tx.campaign.id)
    return any((p.seat, p.user) == (seat, user) and p.role != "observer" for p in people)


def _state(tx: Transaction, seat: str, key: str, question: int, asked: str) -> State:
    if key not in (PENDING, ASIDE):
        return "open"
    now = _asked(tx, seat, key)
    if now == (question, asked):
        return "open"
    return "afresh" if now is not None and now[1] == asked else "gone"


def _asked(tx: Transaction, seat: str, key: str) -> tuple[int, str] | None:
    """Return the entry after which a seat is asked, and its choice; None if it is not asked."""
    if key == PENDING:
        pending = queries.pending(tx, seat)
        return None if pending is None else (pending.asked.entry, pending.choice.fingerprint())
    aside: Choice[Any] | None = queries.asides(tx, seat)
    return None if aside is None else (tx.campaign.n - 1, aside.fingerprint())
