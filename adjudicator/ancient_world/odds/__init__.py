"""The odds of an answer before it is given, from the seat's view alone (`Game.odds`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.ancient_world.show.view import View
from adjudicator.ancient_world.world import World
from adjudicator.core import Choice, Odds
from adjudicator.core.log.chain import JSON

from .battles import avoidance, elephant, joining, retreat
from .known import known_worlds
from .operations import operation
from .reactions import envelopment, reaction
from .sieges import siege

_ASKED: Mapping[str, Callable[[Sequence[World], Any], Iterator[Odds]]] = {
    "5.3": operation,
    "6.53": reaction,
    "6.57": envelopment,
    "8.22": avoidance,
    "8.25": joining,
    "8.36": elephant,
    "8.37": retreat,
}
"""By the paragraph that asks."""


def odds(seen: View, question: Choice[Any], answer: JSON) -> Sequence[Odds]:
    """Return the odds of an answer, line by line; nothing for a question that has none.

    A figure that the view hides is a range (§8.12): from the weakest to the strongest that a force may be, on
    foot or mounted.
    """
    if question.rule == "9.53":
        return list(siege(list(known_worlds(seen)), question.prompt.values["city"], answer))
    told = _ASKED.get(question.rule)
    return [] if told is None else list(told(list(known_worlds(seen)), answer))
