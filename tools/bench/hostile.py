"""The time that a text takes which means nothing, however long it is."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterator
from functools import partial

from adjudicator.core import Choice, Reader, Refusal
from adjudicator.core.language.words import Lexicon
from adjudicator.core.orders.orders import read
from service.text.explain import completions, explain
from tests.harness.service import GAMES
from tests.harness.walks import games

from . import Figure, benchmark

LONGEST = 4000
"""The characters of an order in Discord's own field."""
UNITS = ("a ", "1, ", "move ", "leg 10, ", "all ", "a and ", "a;", ": ", "e-", "x", "、")
JOINTS = ("-", ", ", ": ", "; ", " ")
QUESTIONS = 60


def hostile_lines(lexicon: Lexicon) -> Iterator[str]:
    """Yield lines of the greatest length that mean nothing: signs again and again, names at random."""
    rng = random.Random(LONGEST)
    for unit in UNITS:
        yield (unit * LONGEST)[:LONGEST]
    for verb in ("play", "move", "march", "recruit"):
        yield f"{verb} " + ("a " * LONGEST)[: LONGEST - 10]
        for joint in JOINTS:
            names = (lexicon.label(id, "en") for id in rng.choices(lexicon.ids() or ("a",), k=LONGEST))
            yield f"{verb} {joint.join(names)}"[:LONGEST]


def read_all(choice: Choice[object], text: str, reader: Reader) -> None:
    """Read, explain and complete a line, as a front end does."""
    try:
        read(choice, text, reader)
    except Refusal as refused:
        explain([choice], text, refused, reader)
    list(completions([choice], text, reader))


def _timed(act: Callable[[], None]) -> float:
    began = time.process_time()
    act()
    return time.process_time() - began


@benchmark
def hostile() -> Iterator[Figure]:
    """Lines of 4,000 characters that mean nothing, at the first questions of a game."""
    gc.freeze()  # as the command of a front end does
    for name in GAMES:
        worst = 0.0
        for table, _, choice in games(name, 3, QUESTIONS):
            reader = Reader(table.game.lexicon)
            list(completions([choice], "", reader))  # what the question itself costs is measured elsewhere
            for text in hostile_lines(reader.lexicon):
                worst = max(worst, _timed(partial(read_all, choice, text, reader)))
        yield Figure(f"{name}: the slowest line of {LONGEST} characters", 1000 * worst, "ms", "50")
