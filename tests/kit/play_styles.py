"""Styles of answers in self-play, and the record of each answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from adjudicator.core import Choice, Event, Table
from adjudicator.core.log.chance import Rng

PlayStyle: TypeAlias = Callable[[Choice[Any], Rng, Any, str], Any]
"""A style: a function from the choice, a stream, the world and the seat to an answer."""

TRIES = 5
ENDINGS = ("done", "end", "pass")


def plain(choice: Choice[Any], rng: Rng, w: Any, seat: str) -> Any:
    """Any legal answer."""
    return choice.sample(rng)


def bold(choice: Choice[Any], rng: Rng, w: Any, seat: str) -> Any:
    """Rather something than nothing: the first of some answers that ends nothing."""
    for _ in range(TRIES):
        answer = choice.sample(rng)
        if pick_of(answer) not in ENDINGS:
            break
    return answer


def pick_of(answer: Any) -> str:
    """The item of a menu that an answer takes, "" where there is none."""
    return str(answer.get("pick", "")) if isinstance(answer, dict) else ""


class Step(Struct, frozen=True):
    """An answer that has just been given, the `n`th of its game: by whom, to what, and what was told."""

    table: Table
    seat: str
    rule: str
    answer: Any
    events: tuple[Event, ...]
    n: int

    @property
    def world(self) -> Any:
        """The world after the answer."""
        return self.table.world
