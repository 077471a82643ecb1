"""The odds and sums of an answer before it is given, from the seat's view alone (`Game.odds`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core import Choice, Odds
from adjudicator.core.log.chain import JSON
from adjudicator.ottomans.show.view import View
from adjudicator.ottomans.world import World

from .agents import committed
from .battles import before_the_die, given_up
from .known import known_world
from .orders import ordered

_ASKED: Mapping[str, Callable[[World, str, Choice[Any], Any], Iterator[Odds]]] = {
    "5.1": ordered,
    "20.1": committed,
    "27.0": given_up,
    "27.2": before_the_die,
}
"""By the paragraph that asks."""


def odds(view: View, question: Choice[Any], answer: JSON) -> Sequence[Odds]:
    """Return the odds of an answer, line by line; nothing for a question that has none."""
    told = _ASKED.get(question.rule)
    return [] if told is None or not view.seat else list(told(known_world(view), view.seat, question, answer))
