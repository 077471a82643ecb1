"""Going back: the position of a campaign after an entry (architecture.md §1.3; design/fair-dice.md §8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.log.chain import JSON, Entry, effective
from adjudicator.core.table.table import Position, Rest

RUN = ("ask", "answer", "lock", "open", "batch", "draw", "move", "look", "reveal")
"""The entries that a procedure writes and reads again; all others do not belong to the game itself."""


def is_run(body: Mapping[str, JSON]) -> bool:
    """Return true if a procedure has written an entry; a referee's look at hidden things is outside the
    game.
    """
    return body["t"] in RUN and not (body["t"] == "look" and body["seat"] == "referee")


def position_at(entries: Sequence[Entry], rests: Sequence[Rest], to: int) -> Position:
    """Return the position after entry `to`, which is in effect: the newest rest at or before it, and the
    tail.

    `rests` are in chronological order.

    Raises:
        LookupError: if no rest so old was kept.
    """
    before = [rest for rest in rests if rest.n <= to]
    if not before:
        raise LookupError(f"no rest at or before entry {to}")
    rest = before[-1]
    tail = tuple(e for e in effective(entries) if rest.n < e.n <= to and is_run(e.body))
    return Position(rest, tail)
