"""The parts of an opponent that know its game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.core.choices.choice import Choice
from adjudicator.core.log.chain import JSON

WHOLE = 10_000
"""The worth of a game that is won; 0 is one that is lost."""


class Plan(Struct, frozen=True):
    """Answers of a seat to its next questions by one paragraph, as long as they are legal and it is asked.

    An answer that has become illegal is left out. Where none is left, the policy makes a new plan.
    """

    rule: str
    answers: tuple[JSON, ...]


class Opponent(Struct, frozen=True):
    """The parts of a computer opponent that know its game.

    Worlds are imagined ones, in which everything is drawn: what is given here must use only what the seat
    may see, else it counts on knowledge that nobody has.

    Attributes:
        policy: (a world, a seat, its question) -> its plan, of one answer at least.
        plans: (a world, a seat, its question) -> other plans than the policy's own; empty where the question
            is not worth a search.
        searched: the paragraphs of the questions that are.
        turn: a world -> the number of its turn.
        last: (the number of a turn, a level) -> the last turn of the courses of this level.
        worth: (a world, a seat) -> what it is worth to the seat, 0 to `WHOLE`.
        weights: the digest of the numbers by which it decides.
    """

    policy: Callable[[Any, str, Choice[Any]], Plan]
    plans: Callable[[Any, str, Choice[Any]], Sequence[Plan]]
    turn: Callable[[Any], int]
    last: Callable[[int, int], int]
    worth: Callable[[Any, str], int]
    searched: frozenset[str]
    weights: str
