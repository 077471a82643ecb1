"""Suggested answers: to a question of losses, forces or places, and to a turn's reactions.

Front ends show what is suggested before it is given, because most of these answers cannot be taken back.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.choices.forms import Form
from adjudicator.core.choices.plain import Subset
from adjudicator.core.choices.shares import Assign, Split
from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chance import sampler
from service.unit_of_work.transaction import Transaction
from service.wizard.filled import Filled
from service.wizard.steps import decompose

from . import playing, spared

NOTHING = N_("nothing is suggested for this decision")
SPARED = N_(
    "Until the turn ends you are not asked about battles and other reactions: they are answered as "
    "suggested, and you pass where something may be played, unless a standing order of yours acts."
)
_SUGGESTED = N_("Suggested: {order}")
_PLACED = N_("Suggested: all pieces as the game places them")


class Suggested(Struct, frozen=True):
    """A suggested answer.

    Attributes:
        text: the order, or the orders that place the pieces, on one line.
        filled: the picks of the order; none of several orders.
    """

    text: str
    filled: Filled

    @property
    def said(self) -> Words:
        """The sentence that says what is suggested."""
        return words(_SUGGESTED, order=Verbatim(self.text)) if self.filled else words(_PLACED)


class OpenReaction(NotNow):
    """Refusal to spare a seat its reactions while one is open, until the answer is confirmed.

    Attributes:
        order: the answer to it, as text.
        entry: of its question.
    """

    def __init__(self, order: str, entry: int) -> None:
        self.order, self.entry = order, entry
        said = N_("this gives “{order}” at once, which cannot be taken back; confirm it first")
        super().__init__(words(said, order=Verbatim(order)))


class Offered(Struct, frozen=True):
    """The suggestions for a seat.

    Attributes:
        suggested: the suggested answer to its question, None without one.
        is_spared: whether it is asked no reactions until the turn ends.
        may_be_spared: whether it could be.
        gives: the answer that is given at once if it is, as text; "" for none.
    """

    suggested: Suggested | None
    is_spared: bool
    may_be_spared: bool
    gives: str = ""


def offered(tx: Transaction, seat: str, language: str) -> Offered:
    """Return the suggestions for a seat now."""
    found, may_be_spared = suggestion(tx, seat, language), spared.may_be_spared(tx)
    gives = _given(tx, seat, language, found) if may_be_spared else ""
    return Offered(found, spared.is_spared(tx, seat), may_be_spared, gives)


def suggestion(tx: Transaction, seat: str, language: str) -> Suggested | None:
    """Return the suggested answer to a seat's question, None if there is none.

    It is what the computer would answer, from the seat's view alone; where a seat places its pieces, what the
    game suggests. Orders of a turn have none, nor has a window in which the computer would pass.
    """
    choice = tx.table.pending.get(seat) if tx.campaign.state == "playing" else None
    if choice is None:
        return None
    reader = Reader(tx.game.lexicon, language)
    if tx.game.suggested is not None and choice.rule == tx.game.suggested[0]:
        orders = [reader.label(one.strip()) for one in tx.game.suggested[1].split(";")]
        return Suggested("; ".join(orders), Filled())
    answer = _answer(tx, seat, choice)
    return None if answer is None else Suggested(choice.write(answer, reader), decompose(choice, answer))


def _given(tx: Transaction, seat: str, language: str, found: Suggested | None) -> str:
    """Return the answer that a seat gives to its open reaction if it is spared it, "" without one; `found` is
    the suggestion for it.
    """
    choice, question = tx.table.pending.get(seat), tx.table.question
    if choice is None or question is None:
        return ""
    occasion = question.occasion
    if (choice.rule if occasion is None else occasion.kind) not in tx.game.reactions:
        return ""
    if occasion is not None:
        return choice.write(choice.accept({"pick": "pass"}), Reader(tx.game.lexicon, language))
    return "" if found is None else found.text


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


def spare(tx: Transaction, seat: str, language: str = "en", confirmed: int = 0) -> None:
    """Ask a seat no reactions until the turn ends (`spared`); one that is open is answered, if `confirmed` is
    the entry of its question.

    Raises:
        OpenReaction: if it has to be confirmed; nothing has changed.
        NotNow: if the computer does not play this game, or no turn has begun.
    """
    playing.begin(tx, seat)
    if not spared.may_be_spared(tx):
        raise NotNow(words(N_("there are no reactions that you could be spared now")))
    asked = {a.seat: a.entry for a in tx.context.campaigns.asked(tx.campaign.id)}
    gives = _given(tx, seat, language, suggestion(tx, seat, language))
    if gives and confirmed != asked[seat]:
        raise OpenReaction(gives, asked[seat])
    tx.context.campaigns.spare(tx.campaign.id, seat, tx.message.user, spared.turn_of(tx))
    playing.settle(tx)


def ask_again(tx: Transaction, seat: str) -> None:
    """Ask a seat all its reactions again."""
    tx.require_seat(seat)
    tx.context.campaigns.spare(tx.campaign.id, seat, tx.message.user, "")
