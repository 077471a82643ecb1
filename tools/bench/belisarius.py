"""The memory of whole games of Belisarius, the time of one answer, and of the reach of an army."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from resource import RUSAGE_SELF, getrusage
from statistics import median, quantiles

from adjudicator.belisarius.board import CITIES
from adjudicator.belisarius.rules.r14_armies import operation_points
from adjudicator.belisarius.rules.r16_marching import march_choice
from adjudicator.belisarius.rules.r16_movement import HALVES
from adjudicator.belisarius.rules.r19_naval import sail_choice
from adjudicator.belisarius.world import CONSTANTINOPOLIS, EMPIRE, Army, World, is_fleet, units_at
from adjudicator.core import Reach, Table
from tests.belisarius.kit import play
from tests.kit.selfplay import again
from tests.kit.tempers import bold

from . import Figure, benchmark

GAMES_MEASURED = 8
BEST, WORST = 6, 1
REACHES = 50


@benchmark
def belisarius() -> Iterator[Figure]:
    """Whole games of scenario 1 with all windows asked, in memory on one core; and one answer of them."""
    began, answers, entries, took = time.perf_counter(), 0, 0, list[float]()
    for seed in range(GAMES_MEASURED):
        *_, last = play(seed, tempers=(bold, bold))
        answers += last.n
        entries += len(last.table.ledger.entries)
    whole = time.perf_counter() - began
    yield Figure("whole games a second, with choosing the answers", GAMES_MEASURED / whole, "")
    yield Figure("answers a second, with choosing them", answers / whole, "")
    yield Figure("answers a game", answers / GAMES_MEASURED, "")
    yield Figure("entries of the log a game", entries / GAMES_MEASURED, "")
    with Timed(took):
        for step in play(0, tempers=(bold, bold)):
            opened = step
    yield Figure("answers a second, the umpire alone", len(took) / sum(took), "", "500")
    yield Figure("one answer, p50", 1000 * median(took), "ms")
    yield Figure("one answer, p99", 1000 * quantiles(took, n=100)[98], "ms")
    yield Figure("memory at most", getrusage(RUSAGE_SELF).ru_maxrss / 1024, "MiB")
    yield from _opening(opened.n)


def _opening(answers: int) -> Iterator[Figure]:
    spent = 0.0
    for step in play(0, tempers=(bold, bold)):
        before = time.perf_counter()
        again(step.table, step.table.position)
        spent += time.perf_counter() - before
    yield Figure("opening a position, on average", 1e6 * spent / answers, "µs")


class Timed:
    """While it lasts, the seconds of every answer that a table takes."""

    def __init__(self, took: list[float]) -> None:
        self._took, self._submit = took, Table.submit

    def __enter__(self) -> None:
        submit, took = self._submit, self._took

        def watched(table: Table, seat: str, answer: object) -> None:
            began = time.perf_counter()
            submit(table, seat, answer)
            took.append(time.perf_counter() - began)

        Table.submit = watched  # type: ignore[assignment, method-assign]

    def __exit__(self, *error: object) -> None:
        Table.submit = self._submit  # type: ignore[method-assign]


@benchmark
def belisarius_reach() -> Iterator[Figure]:
    """Return the reach of an army of the opening, with the costs: the longest march and the longest
    voyage.
    """
    w = opening()
    place, units = CITIES[CONSTANTINOPOLIS].hex, ["belisarius"]
    most, least = (operation_points(units, die) * HALVES for die in (BEST, WORST))
    yield from _timed("march", lambda: march_choice(w, units, place, most, sure=least).reach(units[0]))
    fleet = next(u for u in sorted(units_at(w, place)) if is_fleet(u))
    most = operation_points([fleet, *units], BEST) * HALVES
    army = Army(EMPIRE, place, [fleet, *units], most, naval=True, port=True)
    yield from _timed("sail", lambda: sail_choice(w, army, sure=least).reach(fleet))


def opening() -> World:
    """Scenario 1 when the Empire first operates."""
    w: World = next(
        step.world
        for step in play(0, tempers=(bold, bold))
        if (step.world.phase, step.world.phasing) == ("operations", EMPIRE)
    )
    return w


def _timed(how: str, ways: Callable[[], Sequence[Reach]]) -> Iterator[Figure]:
    took = []
    for _ in range(REACHES):
        began = time.perf_counter()
        found = ways()
        took.append(time.perf_counter() - began)
    yield Figure(f"{how}: places in reach", len(found), "")
    yield Figure(f"{how}: all of them with their costs, p50", 1000 * median(took), "ms", "under 5")
