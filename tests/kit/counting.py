"""Counts of what whole games come to, by name: what was never reached is missing."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable


def count(of_game: Callable[[int], Counter[str]], seeds: Iterable[int]) -> Counter[str]:
    """Return the counts of many games."""
    total = Counter[str]()
    for seed in seeds:
        total.update(of_game(seed))
    return total


def report(of_game: Callable[[int], Counter[str]], everything: Iterable[str]) -> None:
    """Print the counts of a number of games, and exit with 1 if anything was never reached.

    The command line has how many games, and the seed of the first.

    Args:
        of_game: the counts of the game with a seed.
        everything: the names of all that has to be reached.
    """
    games, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    began, names = time.perf_counter(), list(everything)
    counts = count(of_game, range(first, first + games))
    for name in ["games", "answers", *names]:
        print(f"{counts[name]:>9}  {name}")
    missing = [name for name in names if not counts[name]]
    print(f"{time.perf_counter() - began:9.0f}  seconds; never reached: {missing or 'nothing'}")
    sys.exit(bool(missing))
