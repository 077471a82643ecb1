"""The processor time of whole games in memory, and of one answer of them: other programs do not count."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from resource import RUSAGE_SELF, getrusage
from statistics import median, quantiles
from time import process_time
from unittest.mock import patch

from adjudicator.core import Table
from tests.kit.play_styles import Step
from tests.kit.selfplay import again

from . import Figure


def whole_games(play: Callable[[int], Iterator[Step]], seeds: int, timed: int) -> Iterator[Figure]:
    """Play games by their seeds, and one of them again with every answer timed.

    Args:
        play: a whole game by its seed, step by step.
        seeds: how many games are played.
        timed: the seed of the game in which answers are timed.
    """
    began, answers, entries = process_time(), 0, 0
    for seed in range(seeds):
        *_, last = play(seed)
        answers += last.n
        entries += len(last.table.ledger.entries)
    whole = process_time() - began
    yield Figure("whole games a second, with choosing the answers", seeds / whole, "")
    yield Figure("answers a second, with choosing them", answers / whole, "")
    yield Figure("answers a game", answers / seeds, "")
    yield Figure("entries of the log a game", entries / seeds, "")
    took, opening = list[float](), 0.0
    submit = Table.submit

    def watched(table: Table, seat: str, answer: object) -> None:
        before = process_time()
        submit(table, seat, answer)
        took.append(process_time() - before)

    with patch.object(Table, "submit", watched):
        for step in play(timed):
            before = process_time()
            again(step.table, step.table.position)
            opening += process_time() - before
    yield Figure("answers a second, the umpire alone", len(took) / sum(took), "", "500")
    yield Figure("one answer, p50", 1000 * median(took), "ms")
    yield Figure("one answer, p99", 1000 * quantiles(took, n=100)[98], "ms")
    yield Figure("opening a position, on average", 1e6 * opening / len(took), "µs")
    yield Figure("memory at most", getrusage(RUSAGE_SELF).ru_maxrss / 1024, "MiB")
