"""Changes of a position at rest by the referee: tried first, then entered, for all to see.

An edit is an entry of the log (design/fair-dice.md §5).

Trying an edit reveals hidden things to its writer; so every try is logged as a look of the referee at the
whole world before anything is answered.
"""

from __future__ import annotations

import re
from typing import Any

from adjudicator.core.audit import edits
from adjudicator.core.audit.edits import Changes, Edit, Impossible
from adjudicator.core.language.errors import Defect, Illegal, NotNow, NotUnderstood, Stale, Verbatim
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import NoSource, Stopped
from adjudicator.core.table.position import Position, start, world_of
from adjudicator.core.table.question import WindowPolicy
from adjudicator.core.table.table import Table
from service.storage import outbox
from service.unit_of_work.transaction import Transaction
from service.usecases.play import batches, playing
from service.usecases.seats import teams
from service.values.audiences import CHANNEL, to_seat
from service.values.receipts import Edited
from service.values.records import Preview
from service.values.words import LONGEST_REASON, plain

from . import acts
from .edit_lines import rewritten

MOST_SHOWN, LONGEST_LINE = 8, 100
"""The number of changes that a sentence names, and the characters of each; a post has all of them."""

_MISFIT = re.compile(r"Expected `(?P<expected>[^`]+)`.* - at `\$\.?(?P<path>[^`]*)`")
_MISSING = re.compile(r"'(?P<name>[^']+)'")
"""The messages of msgspec for a value of another type, and of Python for a missing name."""


def require_editable(tx: Transaction) -> None:
    """Require that the referee may write an edit: the game is at rest; the look at the whole world is logged.

    Raises:
        NotNow: if it is not, or the caller is not the referee, or has a side of their own.
    """
    tx.require("playing", held=True)
    tx.require_referee()
    for seat in tx.campaign.seats:
        teams.require_apart(tx, seat)
    if not tx.table.at_rest:
        said = words(
            N_(
                "you can edit the position only between orders; an order is still being carried out, "
                "so go back to before it"
            )
        )
        raise NotNow(said)
    acts.note_look(tx, acts.WORLD)


def try_edit(tx: Transaction, text: str) -> Preview:
    """Return the changes of an edit, for all and for each seat, and the problems with it; nothing is carried
    out.

    Raises:
        Refusal: of the first line that cannot be read.
    """
    before, head = _at_rest(tx), tx.campaign.head
    raw = rewritten(edits.plain(before), tx.game.world, text)
    try:
        made = _judged(tx, raw)
    except Impossible as error:
        patch = edits.changes(edits.plain(before), raw)
        return Preview(head, patch, {}, {}, {}, [_reason(reason) for reason in error.reasons])
    return Preview(head, made.patch, made.pub, made.private, made.sizes)


def edit(tx: Transaction, text: str, why: str, head: str) -> Edited:
    """Change the position; `head` is that of the try, "" for the present one.

    Raises:
        Refusal: of a line that cannot be read, of an impossible position, or if play has gone on since.
    """
    if head and not tx.campaign.head.startswith(head):
        raise NotNow(words(N_("the game has moved on since you previewed the edit; preview it again")))
    why = plain(why, LONGEST_REASON)
    if not why:
        raise NotUnderstood(why, words(N_("the reason for the edit")))
    try:
        made = _judged(tx, rewritten(edits.plain(_at_rest(tx)), tx.game.world, text))
    except Impossible as error:
        reasons = [_reason(reason) for reason in error.reasons]
        raise Illegal("", N_("this position is impossible: {reasons}"), reasons=reasons) from error
    _enter(tx, made, why)
    return Edited(made.pub)


def _at_rest(tx: Transaction) -> Any:
    """Return the world of the last rest: the table's own has gone on to the question that is open."""
    return world_of(tx.game, tx.table.position.rest)


def _reason(reason: str | Words) -> Words:
    """Return the reason against a position in words for people, also for an error of the world's decoder."""
    if isinstance(reason, Words):
        return reason
    if found := _MISFIT.fullmatch(reason):
        return words(N_("the value at {path} is invalid; it must be {expected}"), **_verbatim(found))
    if found := _MISSING.fullmatch(reason):
        return words(N_("there is no {name}"), **_verbatim(found))
    return words(N_("the position is inconsistent: {why}"), why=Verbatim(reason, LONGEST_REASON))


def _verbatim(found: re.Match[str]) -> dict[str, Verbatim]:
    return {name: Verbatim(text, LONGEST_REASON) for name, text in found.groupdict().items()}


def _judged(tx: Transaction, raw: dict[str, Any]) -> Edit:
    """Return the edit that leads to a position, if it is legal and the rules can go on from there.

    Raises:
        Impossible: if it is not, or they cannot.
    """
    before = _at_rest(tx)
    after = edits.judged(tx.game, raw, tx.campaign.options)
    after.cups = {cup: sorted(items) for cup, items in after.cups.items()}
    made = edits.edit(tx.game, tx.campaign.seats, before, after)
    chain = Chain(tx.campaign.name, bytes(32), tx.chain.n, tx.chain.head, tx.chain.epoch)
    policy = WindowPolicy({"default": "stop"})
    try:
        Table(tx.game, start(tx.game, after, tx.chain.n - 1), chain, NoSource(), policy=policy, fresh=True)
    except Stopped:
        return made
    except (Defect, Stale, LookupError, TypeError, ValueError, AttributeError) as error:
        said = words(N_("the game cannot continue from this position: {why}"), why=_reason(str(error)))
        raise Impossible([said]) from error
    return made


def shown(changes: Changes) -> list[str]:
    """Return the first changes as a value for sentences: the path, the old content and the new."""
    lines = [f"{path}: {before or '-'} → {after or '-'}" for path, (before, after) in changes.items()]
    return [
        line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…" for line in lines[:MOST_SHOWN]
    ]


def _enter(tx: Transaction, made: Edit, why: str) -> None:
    """Log the edit, report it, and go on from the position that it leads to."""
    c = tx.campaign
    tx.note_rules()
    entry = tx.append("edit", made.fields(why), made.sealed)
    position: Position = start(tx.game, made.world, entry.n)
    tx.context.log.add_rests(c.id, [position.rest], [entry.n])
    tx.context.campaigns.drop_proposals(c.id, but="pause")
    batches.stop_all(tx, words(N_("the referee has edited the position; your orders have been kept for you")))
    said = words(N_("the referee edited hidden parts of the position"))
    if made.pub:
        said = words(N_("the referee edited the position: {changes}"), changes=shown(made.pub))
    tx.tell(CHANNEL, "edit", said, why)
    for seat, changes in made.private.items():
        own = words(N_("your private information has changed: {changes}"), changes=shown(changes))
        tx.tell(to_seat(seat), "edit", own)
    tx.drafts += outbox.pictures("", [position.rest], c.seats)
    c.stage = position.rest.stage
    tx.open(position, fresh=True)
    playing.settle(tx)
