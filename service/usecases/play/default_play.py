"""Answers for a vacant seat, where the time control says that the umpire gives them (ADR 12)."""

from __future__ import annotations

from typing import Any

from adjudicator.core.choices.choice import Choice
from adjudicator.core.language.errors import Defect, Refusal
from adjudicator.core.log.chain import JSON
from service.unit_of_work.transaction import Transaction

from .default_answer import default_answer


def answer_one(tx: Transaction) -> bool:
    """Answer a question of one vacant seat, or close a window that waits for vacant seats alone; return true
    if there was one.

    While nobody plays any seat, the game waits.
    """
    if not tx.members or tx.context.clocks.pace(tx.campaign.id).vacant != "default":
        return False
    question, asked = tx.table.question, list(tx.table.pending)
    vacant = [seat for seat in asked if seat not in tx.members]
    if question is None or not vacant:
        return False
    if question.occasion is not None:
        if vacant != asked:
            return False
        tx.table.close()
        return True
    seat = vacant[0]
    try:
        tx.table.submit(seat, _answer_of(tx, seat, tx.table.pending[seat]), by="clock")
    except Refusal as error:
        raise Defect(f"the answer for the vacant seat {seat} is refused: {error}") from error
    return True


def _answer_of(tx: Transaction, seat: str, choice: Choice[Any]) -> JSON:
    """Return a pass; where the rules require an answer, the computer's, or one by lot if it does not play
    this game.

    Lots and the computer's stream are those of `Transaction.randomness`: a crash in between changes nothing.
    """
    answer = default_answer(choice)
    if answer is not None:
        return answer
    rng = tx.randomness(seat)
    if tx.game.ai_player is None:
        return choice.sample(rng)
    return tx.game.ai_player(tx.game.view(tx.table.world, seat), choice, rng)
