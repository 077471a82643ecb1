"""Standing orders for the battles of a turn: `if` lines among a seat's orders (docs/mail.md)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.choices.choice import Reader, tidy
from adjudicator.core.language.errors import NotNow, Refusal
from adjudicator.core.language.terms import Battle
from adjudicator.core.language.words import N_, words
from adjudicator.core.orders.orders import Line, LineRefused, lines
from adjudicator.core.orders.standing import as_if_line, for_battle, is_for_battle, order_of, was_for_battle
from service.unit_of_work.transaction import Transaction


def parted(tx: Transaction, text: str) -> tuple[list[Line], list[Line]]:
    """Split a text into its orders and its `if` lines."""
    found: tuple[list[Line], list[Line]] = [], []
    for line in lines(text):
        found[is_for_battle(line.text, tx.game.lexicon)].append(line)
    return found


def fought(tx: Transaction, seat: str, language: str) -> Battle | None:
    """Return the battle that a seat fights in, with orders that suit it; None if it fights in none."""
    return tx.game.battle(tx.game.view(tx.table.world, seat), seat, Reader(tx.game.lexicon, language))


def suggested(tx: Transaction, seat: str, language: str) -> tuple[list[str], list[str]]:
    """Return the `if` lines that a seat has left for its battles, and others that suit them and order
    something else.
    """
    battle = fought(tx, seat, language)
    if battle is None:
        return [], []
    kept = [standing.text for standing in tx.books.kept.get(seat, []) if standing.is_in_force]
    reader = Reader(tx.game.lexicon, language)
    mine = [as_if_line(text, reader) for text in kept if was_for_battle(text)]
    ordered = {order_of(line, reader) for line in mine}
    return mine, [line for line in battle.lines if order_of(tidy(line), reader) not in ordered]


def draft(tx: Transaction, seat: str, language: str) -> str:
    """Return a text of `if` lines for the battle that a seat fights in; "" if it fights in none.

    It holds what the seat has left, or else lines that fight the battle, and the seat's other battles of the
    turn, to the end. The others are comments.
    """
    left, others = suggested(tx, seat, language)
    battle = fought(tx, seat, language)
    idle = others if left or battle is None else battle.early
    return "\n".join([*left, *(f"# {line}" if line in idle else line for line in others)])


def leave(tx: Transaction, seat: str, conditional: Sequence[Line], language: str) -> list[str]:
    """Replace all `if` lines that a seat has set for battles; return the new ones as they were understood.

    Its other standing orders come after them, and act where none of these does.

    Raises:
        NotNow: if the seat fights in no battle.
        LineRefused: for the first that is not understood.
    """
    battle = fought(tx, seat, language)
    if battle is None:
        why = N_("an “if” line works only while you are fighting a battle, and you are not fighting one now")
        raise NotNow(words(why))
    reader = Reader(tx.game.lexicon, language)
    texts = [_checked(line, battle, reader) for line in conditional]
    others = [kept.text for kept in tx.books.kept.get(seat, []) if not was_for_battle(kept.text)]
    tx.books.leave(seat, others, tx.table.world)  # so that none keeps its lapse from an earlier battle here
    try:
        tx.books.leave(seat, [*texts, *others], tx.table.world)
    except LineRefused as refused:
        line = conditional[refused.line.number - 1]
        raise LineRefused(line, refused) from refused
    return [as_if_line(kept.text, reader) for kept in tx.books.kept[seat][: len(texts)]]


def _checked(line: Line, battle: Battle, reader: Reader) -> str:
    try:
        return for_battle(line.text, reader.label(battle.place), battle.turn, reader.lexicon)
    except Refusal as refused:
        raise LineRefused(line, refused) from refused
