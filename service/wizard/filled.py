"""A half-filled decision: what was picked so far (`steps`)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from adjudicator.core.log.chain import JSON


class End(StrEnum):
    """The end of a list of picks: it is done, all of it is taken, or none. No id begins with a star."""

    DONE = "*done"
    ALL = "*all"
    NONE = "*none"


class Filled(Struct, frozen=True):
    """A half-filled decision.

    Attributes:
        picks: what was picked so far, outermost first (`steps`). Pages, buttons and the store keep it as
            JSON, where an `End` is its text.
    """

    picks: tuple[JSON, ...] = ()

    @classmethod
    def of(cls, picks: Iterable[JSON]) -> Filled:
        """Return the decision of picks that were kept."""
        return cls(tuple(picks))

    def __len__(self) -> int:
        """Return the number of picks."""
        return len(self.picks)

    def plus(self, *picks: JSON) -> Filled:
        """Return the decision with further picks."""
        return Filled((*self.picks, *picks))

    def until(self, end: int) -> Filled:
        """Return the decision as far as the pick `end`; a negative one is counted from the last."""
        return Filled(self.picks[:end])
