"""The memory of whole games of Belisarius, the time of one answer, and of the reach of an army."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median

from adjudicator.belisarius.board import CITIES
from adjudicator.belisarius.rules.r14_armies import operation_points
from adjudicator.belisarius.rules.r16_marching import march_choice
from adjudicator.belisarius.rules.r16_movement import HALVES
from adjudicator.belisarius.rules.r19_naval import sail_choice
from adjudicator.belisarius.world import CONSTANTINOPOLIS, EMPIRE, Army, World, is_fleet, units_at
from adjudicator.core import Reach
from tests.belisarius.kit import play
from tests.kit.play_styles import bold

from . import Figure, benchmark
from .whole_games import whole_games

GAMES_MEASURED = 8
BEST, WORST = 6, 1
REACHES = 50


@benchmark
def belisarius() -> Iterator[Figure]:
    """Whole games of scenario 1 with all windows asked, in memory on one core; and one answer of them."""
    yield from whole_games(partial(play, styles=(bold, bold)), GAMES_MEASURED, timed=0)


@benchmark
def belisarius_reach() -> Iterator[Figure]:
    """Find the reach of an army of the opening with its costs: the longest march and the longest voyage."""
    w = opening()
    place, units = CITIES[CONSTANTINOPOLIS].hex, ["belisarius"]
    most, least = (operation_points(units, die) * HALVES for die in (BEST, WORST))
    yield from _timed("march", lambda: march_choice(w, units, place, most, sure=least).reach(units[0]))
    fleet = next(u for u in sorted(units_at(w, place)) if is_fleet(u))
    most = operation_points([fleet, *units], BEST) * HALVES
    army = Army(EMPIRE, place, [fleet, *units], most, naval=True, port=True)
    yield from _timed("sail", lambda: sail_choice(w, army, sure=least).reach(fleet))


def opening() -> World:
    """Return scenario 1 when the Empire first operates."""
    w: World = next(
        step.world
        for step in play(0, styles=(bold, bold))
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
