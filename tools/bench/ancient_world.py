"""The time of whole games of The Ancient World, of one answer, of the cheapest ways, of completions."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from statistics import median

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.rules.r06_ways import cheapest, searched
from adjudicator.ancient_world.world import World, force_of
from adjudicator.core import Reader
from tests.ancient_world.helpers import act, table
from tests.ancient_world.kit import founded, play
from tests.ancient_world.selfplay import lively

from . import Figure, benchmark
from .whole_games import whole_games

GAMES_MEASURED = 6
SEARCHES, COMPLETIONS = 20, 10
ARMIES = (("hannibal_in_italy", "hannibal"), ("pyrrhus_in_italy", "pyrrhus"), ("sicily", "hiero"))


@benchmark
def ancient_world() -> Iterator[Figure]:
    """Whole games of all scenarios with all windows asked, in memory on one core; and one answer of them."""
    yield from whole_games(partial(play, styles=(lively, lively)), GAMES_MEASURED, timed=1)


@benchmark
def ancient_world_ways() -> Iterator[Figure]:
    """Find the way of least attrition to every hex of the play area, from where a scenario begins."""
    for seed, (scenario, leader) in enumerate(ARMIES):
        w: World = founded(seed, scenario)
        force, took = w.forces[force_of(w, leader)], list[float]()
        for _ in range(SEARCHES):
            searched.cache_clear()
            began = time.perf_counter()
            found = cheapest(w, force.side, force.units, force.place)
            took.append(time.perf_counter() - began)
        began = time.perf_counter()
        cheapest(w, force.side, force.units, force.place)
        again = time.perf_counter() - began
        yield Figure(f"{scenario}: places", len(found), "")
        yield Figure(f"{scenario}: the cheapest way to each, p50", 1000 * median(took), "ms", "under 100")
        yield Figure(f"{scenario}: at most", 1000 * max(took), "ms")
        yield Figure(f"{scenario}: asked again", 1000 * again, "ms")


@benchmark
def ancient_world_completions() -> Iterator[Figure]:
    """Complete "march": attrition, losses, interceptors with their odds, for each place of the play area."""
    reader = Reader(GAME.lexicon, "en")
    for seed, (scenario, leader) in enumerate(ARMIES):
        w: World = founded(seed, scenario)
        w.turn, w.agenda, took = 1, [], list[float]()
        choice = next(iter(table(act(w, leader)).pending.values()))
        for _ in range(COMPLETIONS):
            searched.cache_clear()
            began = time.perf_counter()
            found = list(choice.complete("march ", reader))
            took.append(time.perf_counter() - began)
        yield Figure(f"{scenario}: lines", len(found), "")
        yield Figure(f"{scenario}: all of them, search and all, p50", 1000 * median(took), "ms")
