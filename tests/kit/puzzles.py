"""Puzzles for the computer: a position, the seat that is asked, answers that are good and that are
never given.

Answers are compared as the seat would write them, by regular expressions. The computer may choose by chance
among plans that are nearly equal, so a puzzle is tried with several streams: no answer may be one of those
that are never given, and nine of ten must be good.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.core import Choice, Game, Reader
from adjudicator.core.log.chance import sampler

STREAMS = 10
ENOUGH = 9


class Asked(Struct, frozen=True):
    """A question to a seat, and its view."""

    view: Any
    choice: Choice[Any]


class Puzzle(Struct, frozen=True):
    """A question with the answers that a person would give, and those that a person would laugh at.

    `ask` makes the question anew; without `good` any answer is good that is not in `never`.
    """

    name: str
    ask: Callable[[], Asked]
    good: Sequence[str] = ()
    never: Sequence[str] = ()


def solve(game: Game, puzzle: Puzzle, streams: int = STREAMS) -> None:
    """Require that the computer solves a puzzle."""
    assert game.ai_player is not None
    assert puzzle.good or puzzle.never
    reader, given = Reader(game.lexicon), list[str]()
    for seed in range(streams):
        asked = puzzle.ask()
        answer = game.ai_player(asked.view, asked.choice, sampler(seed))
        given.append(asked.choice.write(asked.choice.accept(answer), reader))
    laughed_at = [text for text in given if any(re.search(wrong, text) for wrong in puzzle.never)]
    assert not laughed_at, f"{puzzle.name}: {laughed_at}"
    good = [text for text in given if not puzzle.good or any(re.search(one, text) for one in puzzle.good)]
    assert len(good) * STREAMS >= ENOUGH * streams, f"{puzzle.name}: {given}"
