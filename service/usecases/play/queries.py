"""Queries that change nothing: views, questions, scores, journals, logs, exports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct, structs

from adjudicator.core.audit.verify import Report, verify
from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.game.forecast import Need, Odds
from adjudicator.core.game.game import Score
from adjudicator.core.game.sealed import Event, redact
from adjudicator.core.language.errors import Defect, NotNow, Refusal, Stale
from adjudicator.core.language.words import N_, words
from adjudicator.core.log import export as core
from adjudicator.core.log.chain import JSON
from adjudicator.core.orders import orders
from adjudicator.core.table.ledger import Told
from adjudicator.core.table.position import world_of
from adjudicator.display.language import in_language
from service.storage.database.errors import Corrupt
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.tournaments import opening
from service.unit_of_work.transaction import Transaction
from service.values.records import COMPUTER, Answered, Pending

from . import battle_orders as battle

RECENT = 300
"""The number of entries among which a seat's last answer is looked for first."""


def pending(tx: Transaction, seat: str) -> Pending | None:
    """Return the question of a seat now, with its choice; None if it is not asked."""
    choice = tx.table.pending.get(seat) if tx.campaign.state == "playing" else None
    asked = {a.seat: a for a in tx.context.campaigns.asked(tx.campaign.id)}
    return None if choice is None or seat not in asked else Pending(asked[seat], choice)


def answered(tx: Transaction, seat: str) -> Answered | None:
    """Return a seat's sealed answer while others are still to answer; None if there is none."""
    q = tx.table.question if tx.campaign.state == "playing" else None
    if q is None or not q.together or seat not in q.answers:
        return None
    return Answered(q.entry, q.choices[seat], q.answers[seat])


def is_replaceable(tx: Transaction, seat: str) -> bool:
    """Return true if a seat may still replace what it answers to its question: another person is to answer
    it, too. The computer answers at once.
    """
    q = tx.table.question if tx.campaign.state == "playing" else None
    if q is None or not q.together or q.occasion is not None:
        return False
    others = [other for other in q.choices if other != seat and other not in q.answers]
    return any(tx.members[other].user != COMPUTER for other in others if other in tx.members)


def last_order(tx: Transaction, seat: str) -> JSON:
    """Return the last answer of a seat if it was by the rule that asks it now, else None."""
    choice = tx.table.pending.get(seat) if tx.campaign.state == "playing" else None
    if choice is None:
        return None
    for after in (
        tx.campaign.n - RECENT,
        -1,
    ):  # the whole log is read only if its end has no answer of the seat
        given = (
            e for e in reversed(tx.standing_entries(after)) if e.t == "answer" and e.body["seat"] == seat
        )
        if (last := next(given, None)) is not None:
            return last.answer if last.body["rule"] == choice.rule else None
    return None


def asides(tx: Transaction, seat: str) -> Choice[Any] | None:
    """Return the choice of acts that a seat may do out of turn now; None for none."""
    return tx.table.asides().get(seat) if tx.campaign.state == "playing" else None


def readable(tx: Transaction, seat: str) -> list[Choice[Any]]:
    """Return the choices that a seat's line is read by (`orders.readable`)."""
    return orders.readable(tx.table, seat) if tx.campaign.state == "playing" else []


def odds(tx: Transaction, seat: str, answer: JSON) -> Sequence[Odds]:
    """Return the odds of a seat's answer to its question, from its own view; none if it is not asked.

    Raises:
        Refusal: of the answer.
    """
    choice = tx.table.pending.get(seat) if tx.campaign.state == "playing" else None
    return () if choice is None else tx.game.odds(view(tx, seat), choice, choice.accept(answer))


def odds_of_text(tx: Transaction, seat: str, text: str, language: str) -> Sequence[Odds]:
    """Return the odds of the first order of a text, none if it is no answer."""
    choice, lines = tx.table.pending.get(seat), orders.lines(text)
    if choice is None or not lines:
        return ()
    try:
        answer, _ = orders.read(choice, lines[0].text, Reader(tx.game.lexicon, language))
        return odds(tx, seat, answer)
    except Refusal:
        return ()


def needs(tx: Transaction) -> Sequence[Need]:
    """Return the needs of each side, as everybody knows them.

    Raises:
        NotNow: if the campaign has not begun.
    """
    return tx.game.needs(view(tx, None))


def check(tx: Transaction, seat: str, text: str, language: str) -> list[str]:
    """Try orders as far as the seat's own decisions go, without giving them; return the orders after those.

    Raises:
        Refusal: as `playing.order` does, before chance or another seat comes into it.
    """
    lines, conditional = battle.parted(tx, text)
    tx.table.choice(seat)
    tried = orders.rehearse(tx.table, seat, lines, Reader(tx.game.lexicon, language))
    if conditional:
        battle.leave(tx, seat, conditional, language)
    return [line.text for line in lines[tried:]]


def view(tx: Transaction, seat: str | None, rest: int | None = None) -> Struct:
    """Return the view of a seat, or of the public (None): now, or at the rest after an entry.

    Raises:
        NotNow: if there is nothing to see, or the rest is not kept.
    """
    return tx.game.view(_world(tx, rest), seat)


def views(tx: Transaction, seat: str | None, rests: Sequence[int]) -> list[Struct]:
    """Return the views of a seat, or of the public, at several rests.

    Raises:
        NotNow: if one of them is not kept.
    """
    return [tx.game.view(_world(tx, n), seat) for n in rests]


def scene(tx: Transaction, seat: str | None, language: str, rest: int | None = None) -> Any:
    """Return the same view as a scene for the renderer; None for a game without maps.

    Raises:
        NotNow: as `view`.
    """
    if tx.game.scene is None:
        return None
    return in_language(tx.game.scene(view(tx, seat, rest)), language, tx.game.lexicon.label)


def longest_asked(context: ServiceContext, seats: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the seats of some campaigns that have a decision to make now, those asked longest ago first."""
    wanted, found = set(seats), set[tuple[int, int, str]]()
    for campaign in {campaign for campaign, _ in wanted}:
        if not context.campaign(campaign).held:
            asked = context.campaigns.asked(campaign)
            found.update((one.since, campaign, one.seat) for one in asked if (campaign, one.seat) in wanted)
    return [(campaign, seat) for _, campaign, seat in sorted(found)]


def score(tx: Transaction, rest: int | None = None) -> Score:
    """Return points and result now, or at a rest.

    Raises:
        NotNow: if the campaign has not begun.
    """
    return tx.game.score(_world(tx, rest))


def ended_now(tx: Transaction, more: Mapping[str, int]) -> Score:
    """Return points and result if the game ended now, with `more` points for some seats.

    Raises:
        NotNow: if the campaign has not begun.
    """
    return tx.game.ended_now(_world(tx, None), more)


def turns_left(tx: Transaction) -> int | None:
    """Return how many turns may follow the one that is played; None where the game sets no last one.

    Raises:
        NotNow: if the campaign has not begun.
    """
    return tx.game.turns_left(_world(tx, None))


def _world(tx: Transaction, n: int | None) -> Any:
    if n is None and tx.campaign.state in ("playing", "closed"):
        try:
            return tx.table.world
        except (Stale, Defect, Corrupt):
            if not tx.campaign.held:
                raise
            rest = tx.context.log.newest_intact(tx.campaign.id)
    else:
        rest = tx.context.log.rest(tx.campaign.id, n)
    if rest is None or (n is not None and rest.n != n):
        raise NotNow(words(N_("there is nothing to show yet")))
    tx.context.require_figures(tx.campaign)
    return world_of(tx.game, rest)


def journal(tx: Transaction, seat: str | None, after: int = -1) -> list[tuple[int, Event]]:
    """Return the journal of a seat, or of the public, after entry `after`, each with the entry before it."""
    told = tx.context.log.journal(tx.campaign.id, after)
    known = [(line.n, redact(line.event, seat)) for line in told]
    return [(n, event) for n, event in known if event is not None]


def told(tx: Transaction, seat: str | None, after: int = -1) -> list[Told]:
    """Return the journal of a seat, or of the public, after entry `after`, each line with its stage."""
    return [
        structs.replace(line, event=known)
        for line in tx.context.log.journal(tx.campaign.id, after)
        if (known := redact(line.event, seat)) is not None
    ]


def log(tx: Transaction, after: int) -> list[dict[str, Any]]:
    """Return the public entries after entry `after`, with their heads."""
    return [entry.public for entry in tx.context.log.entries(tx.campaign.id, after)]


def export(tx: Transaction, reader: str | None) -> list[str]:
    """Return the lines of the export for a seat, the public (None), or the referee ("all").

    Of a game that is over, but not open to the reader, they go up to the entry that opens it.
    """
    entries, campaign = tx.context.log.entries(tx.campaign.id), tx.campaign
    if campaign.state == "over" and not opening.is_open(tx.context, campaign, to_public=reader is None):
        entries = [*takewhile(lambda entry: entry.t != "end", entries)]
    return core.export(entries, reader)


def public_log(tx: Transaction) -> list[str]:
    """Return the lines of the public export, of a game that is over all of them: what is verified."""
    return core.export(tx.context.log.entries(tx.campaign.id), None)


def verdict(tx: Transaction, heads: Mapping[int, str] | None = None) -> Report:
    """Return the verifier's findings, compared with heads that somebody kept; once a game is over they cover
    all of it.
    """
    return verify(public_log(tx), sorted((heads or {}).items()))
