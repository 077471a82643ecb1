"""Lessons: positions with an aim, from which a beginner plays one side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from adjudicator.core.log.chain import JSON

Outcome: TypeAlias = Literal["", "reached", "missed"]
"""The state of an aim: open, reached, or no longer to be reached."""


class Lesson(Struct, frozen=True):
    """A position with an aim; the computer plays the other seats.

    Attributes:
        id: its id, which stands as the scenario of its campaigns.
        scenario: the scenario whose seats and options it has.
        seat: the one that is played.
        position: written by hand, for `Game.complete`; the options are those of the scenario.
        aim: what is to be reached, and until when.
        steps: the way to it, in the order of play.
        outcome: (the seat's view) -> the state of the aim.
    """

    id: str
    scenario: str
    seat: str
    position: Mapping[str, JSON]
    aim: str
    steps: tuple[str, ...]
    outcome: Callable[[Any], Outcome]
