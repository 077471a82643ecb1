"""The odds and sums of an answer before it is given, from the seat's view alone (`Game.odds`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.belisarius.show.view import View
from adjudicator.belisarius.world import World
from adjudicator.core import Choice, Odds
from adjudicator.core.log.chain import JSON

from .battles import chosen_table, escape
from .economy import recruited, supplied, taxed
from .known import known_world
from .operations import negotiated, operated

_ASKED: Mapping[str, Callable[[World, str, Any], Iterator[Odds]]] = {
    "9.0": negotiated,
    "10.1": taxed,
    "11.2": recruited,
    "14.1": operated,
    "17.5": escape,
    "17.6": chosen_table,
    "20.0": supplied,
}
"""By the paragraph that asks."""


def odds(view: View, question: Choice[Any], answer: JSON) -> Sequence[Odds]:
    """Return the odds of an answer, line by line; nothing for a question that has none."""
    told = _ASKED.get(question.rule)
    return [] if told is None or not view.seat else list(told(known_world(view), view.seat, answer))
