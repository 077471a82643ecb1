"""Suggested answers: to a question of losses, forces or places by one press, or to a turn's reactions."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.choices.forms import Form
from adjudicator.core.choices.plain import Subset
from adjudicator.core.choices.shares import Assign, Split
from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.chance import sampler
from service.unit_of_work.transaction import Transaction

from . import playing, spared


class Suggested(Struct, frozen=True):
    """A suggested answer as text; "" for pieces that are placed as the game suggests."""

    text: str


class Offered(Struct, frozen=True):
    """The suggestions for a seat.

    Attributes:
        suggested: the suggested answer to its question, None without one.
        is_spared: whether it is asked no reactions until the turn ends.
        may_be_spared: whether it could be.
    """

    suggested: Suggested | None
    is_spared: bool
    may_be_spared: bool


def offered(tx: Transaction, seat: str, language: str) -> Offered:
    """Return the suggestions for a seat now."""
    return Offered(suggestion(tx, seat, language), spared.is_spared(tx, seat), spared.may_be_spared(tx))


def suggestion(tx: Transaction, seat: str, language: str) -> Suggested | None:
    """Return the suggested answer to a seat's question, None if there is none.

    It is what the computer would answer, from the seat's view alone; where a seat places its pieces, what the
    game suggests. Orders of a turn have none, nor has a window in which the computer would pass.
    """
    choice = tx.table.pending.get(seat) if tx.campaign.state == "playing" else None
    if choice is None:
        return None
    if _places(tx, choice):
        return Suggested("")
    answer = _answer(tx, seat, choice)
    return None if answer is None else Suggested(choice.write(answer, Reader(tx.game.lexicon, language)))


def give(tx: Transaction, seat: str, question: int | None = None) -> None:
    """Give the suggested answer of a seat; `question` is the entry after which it was asked.

    Raises:
        NotNow: if there is none, or something else is asked by now.
    """
    tx.require_seat(seat)
    playing.require_open(tx, seat, question)
    choice = tx.table.pending.get(seat)
    answer = None if choice is None or _places(tx, choice) else _answer(tx, seat, choice)
    if answer is not None:
        playing.submit(tx, seat, answer, question)
    elif choice is not None and tx.game.suggested is not None and _places(tx, choice):
        playing.order(tx, seat, tx.game.suggested[1])
    else:
        raise NotNow(words(N_("nothing is suggested for this decision")))


def _places(tx: Transaction, choice: Choice[Any]) -> bool:
    """Return true for the question by which a seat places its pieces."""
    return tx.game.suggested is not None and choice.rule == tx.game.suggested[0]


def _answer(tx: Transaction, seat: str, choice: Choice[Any]) -> Any:
    """Return the suggested answer, None if there is none."""
    question = tx.table.question
    is_window = question is not None and question.occasion is not None
    is_reaction = is_window or choice.rule in tx.game.reactions
    if tx.game.ai_player is None or not (is_reaction or isinstance(choice, Split | Assign | Subset | Form)):
        return None
    # always the same random numbers: those of the log would tell apart positions that look alike to the seat
    answer = choice.accept(spared.suggested(tx, seat, choice, sampler(0)))
    return None if is_window and answer == {"pick": "pass"} else answer


def spare(tx: Transaction, seat: str) -> None:
    """Ask a seat no reactions until the turn ends (`spared`); those that are open are answered.

    Raises:
        NotNow: if the computer does not play this game, or no turn has begun.
    """
    playing.begin(tx, seat)
    if not spared.may_be_spared(tx):
        raise NotNow(words(N_("there are no reactions that you could be spared now")))
    tx.context.campaigns.spare(tx.campaign.id, seat, tx.message.user, spared.turn_of(tx))
    playing.settle(tx)


def ask_again(tx: Transaction, seat: str) -> None:
    """Ask a seat all its reactions again."""
    tx.require_seat(seat)
    tx.context.campaigns.spare(tx.campaign.id, seat, tx.message.user, "")
