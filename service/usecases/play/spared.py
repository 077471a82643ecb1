"""Reactions that a player is spared for a turn: the umpire answers them as suggested (design/discord.md §2).

It passes in windows, unless a standing order of the seat acts; other questions it answers as the computer
would, from the seat's own view. The answers are the player's own, who wants it so: the log shows nothing
else, and others can see only that they come at once.
"""

from __future__ import annotations

from typing import Any

from adjudicator.core.choices.choice import Choice
from adjudicator.core.language.errors import Defect, Refusal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from service.unit_of_work.transaction import Transaction


def is_spared(tx: Transaction, seat: str) -> bool:
    """Return true if a seat is asked no reactions in the present turn, as its player wants it."""
    user, turn = tx.context.campaigns.spared(tx.campaign.id).get(seat, ("", ""))
    return bool(turn) and seat in tx.members and tx.members[seat].user == user and turn == turn_of(tx)


def may_be_spared(tx: Transaction) -> bool:
    """Return true if there are reactions that a player can be spared in the present turn."""
    has_reactions = bool(tx.game.reactions) and tx.game.ai_player is not None
    return has_reactions and tx.campaign.state == "playing" and bool(turn_of(tx))


def turn_of(tx: Transaction) -> str:
    """Return the present turn, "" before the first."""
    stage = tx.game.stage(tx.table.world)
    return tx.game.when(stage).whole[0] if stage else ""


def answer_one(tx: Transaction) -> bool:
    """Answer a reaction of one seat that is spared them; return true if there was one."""
    question = tx.table.question
    if question is None or not tx.game.reactions or not tx.context.campaigns.spared(tx.campaign.id):
        return False
    for seat, choice in tx.table.pending.items():
        kind = choice.rule if question.occasion is None else question.occasion.kind
        if kind not in tx.game.reactions or not is_spared(tx, seat):
            continue
        if question.occasion is not None:
            tx.table.let_pass(seat)
            return True
        try:
            tx.table.submit(seat, suggested(tx, seat, choice, tx.randomness(seat)))
        except Refusal as error:
            raise Defect(f"the answer for {seat}, which is spared it, is refused: {error}") from error
        return True
    return False


def suggested(tx: Transaction, seat: str, choice: Choice[Any], rng: Rng) -> JSON:
    """Return the answer of the computer in a seat's place, from that seat's view alone."""
    assert tx.game.ai_player is not None
    return tx.game.ai_player(tx.game.view(tx.table.world, seat), choice, rng)
