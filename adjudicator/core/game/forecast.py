"""The odds of an order before it is given, and the aims of each side, from a seat's view."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from adjudicator.core.language.words import Words


class Odds(Struct, frozen=True):
    """A line of what an order may bring, in words.

    Attributes:
        kind: "sum" for a modifier, a ratio or their total, "chance" for how often something happens, "cost"
            for what is paid or lost, "note" for anything else that the seat should know.
        text: what it says, with its figures.
        rule: its paragraph.
        chance: how often it happens, 0 to 1, of a line of kind "chance"; None where it is a range.
        trials: of how many imagined plays it is the share; 0 where it comes from the charts alone.
    """

    kind: Literal["sum", "chance", "cost", "note"]
    text: Words
    rule: str = ""
    chance: float | None = None
    trials: int = 0


class Need(Struct, frozen=True):
    """Something that a side needs to win, or that counts for it.

    Attributes:
        side: the seat, or the side of several seats.
        kind: "now" for what wins at once, "end" for what decides at the end, "points" for what gives points.
        text: what it says, with its figures.
        rule: its paragraph.
        have, of: how far the side is, and how far it must come; 0 of 0 where nothing is counted.
    """

    side: str
    kind: Literal["now", "end", "points"]
    text: Words
    rule: str = ""
    have: int = 0
    of: int = 0

    @property
    def met(self) -> bool:
        """True if the side has all of it."""
        return bool(self.of) and self.have >= self.of
