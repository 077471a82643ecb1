"""The computer as a simple opponent, which decides from its seat's view alone.

It is meant for a first game, not for a tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from adjudicator.core import Choice, Menu
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .plans import answers, operations, reactions, sieges
from .show.view import View

AS_PLANNED: Final = "as_planned"


def ai_player(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """Return a sensible legal answer to the seat's question."""
    if isinstance(choice, Menu) and AS_PLANNED in choice.items():
        return {"pick": AS_PLANNED}
    return _PLANS.get(choice.rule, _at_random)(view, choice, rng)


def _at_random(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    return choice.sample(rng)


def _always(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§6.61 Overrun who stands in the way."""
    return "yes"


_PLANS: Final[Mapping[str, Callable[[View, Choice[Any], Rng], JSON]]] = {
    "3.0": answers.elect,
    "5.12": reactions.command,
    "5.3": operations.operate,
    "5.43": reactions.command,
    "5.54": reactions.stake,
    "6.53": reactions.intercept,
    "6.61": _always,
    "6.72": answers.devastate,
    "8.22": reactions.avoid,
    "8.25": reactions.join,
    "8.36": reactions.elephants,
    "8.37": answers.go_back,
    "8.62": answers.come_back,
    "8.64": answers.replace,
    "9.22": sieges.ring,
    "9.25": sieges.enter,
    "9.43": sieges.sally,
    "9.53": sieges.forage,
    "9.74": sieges.after_fall,
    "9.82": sieges.spare,
    "10.0": answers.recruit,
    "13.0": answers.omen,
}
"""Its answer by the paragraph that asks; any other question is answered at random."""
