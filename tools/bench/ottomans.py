"""The time of whole games of Ottomans with two to four seats, of one answer, and of the computer's."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median, quantiles

from adjudicator.core import Choice, Table
from adjudicator.core.log.chance import sampler
from adjudicator.ottomans.ai_player import ai_player
from adjudicator.ottomans.show.view import view
from tests.ottomans.kit import play

from . import Figure, benchmark
from .whole_games import whole_games

GAMES_MEASURED = 7
"""Of scenario 1, with every roster; the last has four seats."""
FOUR_SEATS = "s1_tcho"


@benchmark
def ottomans() -> Iterator[Figure]:
    """Whole games of scenario 1 with all windows asked, in memory on one core; and one answer of them."""
    yield from whole_games(play, GAMES_MEASURED, timed=GAMES_MEASURED - 1)


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
