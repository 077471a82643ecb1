"""Results of commands, beside the entries that they wrote: a type for each command that has more to
report.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from adjudicator.core.language.words import Words

from .words import unpacked


class Founded(Struct, frozen=True, tag="founded"):
    """A new campaign; `card` is the head of its card."""

    card: str


class BatchResult(Struct, frozen=True, tag="batch"):
    """The progress of orders.

    Attributes:
        how: "done"; "suspended" until the seat is asked again; "stopped" by a refusal, or by an unexpected
            question; "held" because play has moved on since they were written.
        done: the number of orders carried out.
        draft: the remaining lines.
        reason: the reason why they stopped or were held, packed; None if there is none.
        others: the seats that have acted since.
        noted: the `if` lines that were set for the battle.
        understood: the orders that were carried out, in full.
        missed: orders that were still possible where they ended a turn or phase without confirmation, packed.
    """

    how: Literal["done", "suspended", "stopped", "held"]
    done: int
    draft: list[str]
    reason: dict[str, Any] | None = None
    others: list[str] = []
    noted: list[str] = []
    understood: list[str] = []
    missed: list[dict[str, Any]] = []

    @property
    def could(self) -> list[Words]:
        """The orders that were still possible where a turn or phase was ended, with their places."""
        return [unpacked(words) for words in self.missed]

    @property
    def why(self) -> Words | None:
        """The reason why they stopped or were held; None if there is none."""
        return None if self.reason is None else unpacked(self.reason)


class Suggested(Struct, frozen=True, tag="suggested"):
    """An officer's suggestion: its id, and whether its orders were rehearsed."""

    id: int
    tried: bool


class Nudged(Struct, frozen=True, tag="nudged"):
    """The seats that were reminded by another player or the referee."""

    seats: list[str]


class Pressed(Struct, frozen=True, tag="pressed"):
    """A message to other players, by its number."""

    id: int


class Undone(Struct, frozen=True, tag="undone"):
    """An undo by the referee; `taken` answers were entered again."""

    taken: int


class Rolled(Struct, frozen=True, tag="rolled"):
    """The referee's dice outside the game."""

    got: list[int]


class Ruled(Struct, frozen=True, tag="ruled"):
    """A ruling, numbered from 1."""

    number: int


class Edited(Struct, frozen=True, tag="edited"):
    """The referee's edit: the public changes, path -> [before, after] in JSON."""

    changes: dict[str, list[str]]


class Burnt(Struct, frozen=True, tag="burnt"):
    """The last epoch and the last roll outside the game that are burnt; 0 where none is."""

    to: int
    aside: int = 0


class Reconciled(Struct, frozen=True, tag="reconciled"):
    """A comparison of the log with its posts; `agree` is true if the log has all that was posted."""

    agree: bool


Result: TypeAlias = (
    Founded
    | BatchResult
    | Suggested
    | Nudged
    | Pressed
    | Undone
    | Rolled
    | Ruled
    | Edited
    | Burnt
    | Reconciled
)
