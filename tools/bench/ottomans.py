"""The time of whole games of Ottomans with two to four seats, of one answer, and of the computer's."""

from __future__ import annotations

import time
from collections.abc import Iterator
from resource import RUSAGE_SELF, getrusage
from statistics import median, quantiles

from adjudicator.core import Choice, Table
from adjudicator.core.log.chance import sampler
from adjudicator.ottomans.ai_player import ai_player
from adjudicator.ottomans.show.view import view
from tests.kit.selfplay import again
from tests.ottomans.kit import play

from . import Figure, benchmark
from .belisarius import Timed

GAMES_MEASURED = 7
"""Of scenario 1, with every roster."""
FOUR_SEATS = "s1_tcho"


@benchmark
def ottomans() -> Iterator[Figure]:
    """Whole games of scenario 1 with all windows asked, in memory on one core; and one answer of them."""
    began, answers, entries, opening, took = time.perf_counter(), 0, 0, 0.0, list[float]()
    for seed in range(GAMES_MEASURED):
        *_, last = play(seed)
        answers += last.n
        entries += len(last.table.ledger.entries)
    whole = time.perf_counter() - began
    yield Figure("whole games a second, with choosing the answers", GAMES_MEASURED / whole, "")
    yield Figure("answers a second, with choosing them", answers / whole, "")
    yield Figure("answers a game", answers / GAMES_MEASURED, "")
    yield Figure("entries of the log a game", entries / GAMES_MEASURED, "")
    with Timed(took):
        for step in play(1, scenario=FOUR_SEATS):
            before = time.perf_counter()
            again(step.table, step.table.position)
            opening += time.perf_counter() - before
    yield Figure("answers a second, the umpire alone", len(took) / sum(took), "", "500")
    yield Figure("one answer, p50", 1000 * median(took), "ms")
    yield Figure("one answer, p99", 1000 * quantiles(took, n=100)[98], "ms")
    yield Figure("opening a position, on average", 1e6 * opening / len(took), "µs")
    yield Figure("memory at most", getrusage(RUSAGE_SELF).ru_maxrss / 1024, "MiB")


@benchmark
def ottomans_computer() -> Iterator[Figure]:
    """Find the computer's answer to every question of a game with four seats."""
    took, rng = list[float](), sampler(1)

    def watched(table: Table, seat: str, choice: Choice[object], answer: object) -> None:
        if table.pending.get(seat) is not choice:
            return
        seen, began = view(table.world, seat), time.perf_counter()
        ai_player(seen, choice, rng)
        took.append(time.perf_counter() - began)

    for _ in play(1, watched, scenario=FOUR_SEATS):
        pass
    yield Figure("one answer of the computer, p50", 1000 * median(took), "ms")
    yield Figure("one answer of the computer, p99", 1000 * quantiles(took, n=100)[98], "ms")
