"""The time of whole games of The Ancient World, of one answer, and of the cheapest ways to every hex."""

from __future__ import annotations

import time
from collections.abc import Iterator
from resource import RUSAGE_SELF, getrusage
from statistics import median, quantiles

from adjudicator.ancient_world.rules.r06_ways import cheapest
from adjudicator.ancient_world.world import World, force_of
from tests.ancient_world.kit import founded, play
from tests.ancient_world.selfplay import lively
from tests.kit.selfplay import again

from . import Figure, benchmark
from .belisarius import Timed

GAMES_MEASURED = 6
SEARCHES = 20
ARMIES = (("hannibal_in_italy", "hannibal"), ("pyrrhus_in_italy", "pyrrhus"), ("sicily", "hiero"))


@benchmark
def ancient_world() -> Iterator[Figure]:
    """Whole games of all scenarios with all windows asked, in memory on one core; and one answer of them."""
    began, answers, entries, opening, took = time.perf_counter(), 0, 0, 0.0, list[float]()
    for seed in range(GAMES_MEASURED):
        *_, last = play(seed, tempers=(lively, lively))
        answers += last.n
        entries += len(last.table.ledger.entries)
    whole = time.perf_counter() - began
    yield Figure("whole games a second, with choosing the answers", GAMES_MEASURED / whole, "")
    yield Figure("answers a second, with choosing them", answers / whole, "")
    yield Figure("answers a game", answers / GAMES_MEASURED, "")
    yield Figure("entries of the log a game", entries / GAMES_MEASURED, "")
    with Timed(took):
        for step in play(1, tempers=(lively, lively)):
            before = time.perf_counter()
            again(step.table, step.table.position)
            opening += time.perf_counter() - before
    yield Figure("answers a second, the umpire alone", len(took) / sum(took), "", "500")
    yield Figure("one answer, p50", 1000 * median(took), "ms")
    yield Figure("one answer, p99", 1000 * quantiles(took, n=100)[98], "ms")
    yield Figure("opening a position, on average", 1e6 * opening / len(took), "µs")
    yield Figure("memory at most", getrusage(RUSAGE_SELF).ru_maxrss / 1024, "MiB")


@benchmark
def ancient_world_ways() -> Iterator[Figure]:
    """Find the way of least attrition to every hex of the play area, from where a scenario begins."""
    for seed, (scenario, leader) in enumerate(ARMIES):
        w: World = founded(seed, scenario)
        force, took = w.forces[force_of(w, leader)], list[float]()
        for _ in range(SEARCHES):
            began = time.perf_counter()
            found = cheapest(w, force.side, force.units, force.place)
            took.append(time.perf_counter() - began)
        yield Figure(f"{scenario}: places", len(found), "")
        yield Figure(f"{scenario}: the cheapest way to each, p50", 1000 * median(took), "ms", "under 100")
        yield Figure(f"{scenario}: at most", 1000 * max(took), "ms")
