"""The memory of whole games of Julius Caesar."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from tests.julius_caesar.kit import play
from tests.kit.play_styles import plain
from tests.kit.selfplay import again

from . import Figure, benchmark

GAMES_MEASURED = 40


@benchmark
def julius_caesar() -> Iterator[Figure]:
    """Whole games at random, in memory, in processor time; and a re-run of a procedure from its rest."""
    began, answers, entries, reruns = process_time(), 0, 0, 0.0
    for seed in range(GAMES_MEASURED):
        *_, last = play(seed, styles=(plain, plain))
        answers += last.n
        entries += len(last.table.ledger.entries)
    took = process_time() - began
    yield Figure("whole games a second", GAMES_MEASURED / took, "", "15 or more")
    yield Figure("answers a second", answers / took, "")
    yield Figure("answers a game", answers / GAMES_MEASURED, "")
    yield Figure("entries of the log a game", entries / GAMES_MEASURED, "")
    for step in play(0, styles=(plain, plain)):
        before = process_time()
        again(step.table, step.table.position)
        reruns += process_time() - before
        opened = step.n
    yield Figure("opening a position, on average", 1e6 * reruns / opened, "µs")
