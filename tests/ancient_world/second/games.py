"""Play whole games beside the second reading, and count what was compared.

    python -m tests.ancient_world.second.games 400 [FIRST_SEED]

Scenarios, options, allies' seats and styles change from game to game; every fourth is played by the computer.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence

from tests.kit.play_styles import PlayStyle

from ..selfplay import consul
from . import compare_battle, compare_march, compare_siege, compare_war
from .watch import Scene, Tally, watched

COMPUTER = 4
"""One game of so many is the computer's."""


def styles_of(seed: int) -> Sequence[PlayStyle]:
    """The styles of a game: the computer's, or those of self-play."""
    return (consul,) if seed % COMPUTER == COMPUTER - 1 else ()


def follow(seed: int, tally: Tally, answers: int | None = None) -> None:
    """Play a game, or its first answers, and compare every procedure."""
    lookers = (
        compare_march.Looker(tally),
        compare_battle.Looker(tally),
        compare_siege.Looker(tally),
        compare_war.Looker(tally),
    )

    def seen(scene: Scene) -> None:
        if scene.told("deputy"):  # ruling AW-R82: asked before the procedure of that name
            return
        tally.where = f"seed {seed}, {scene.name}"
        for looker in lookers:
            looker.look(scene)

    for n, _ in enumerate(watched(seed, seen, styles_of(seed)), 1):
        tally.counts["answers"] += 1
        if n == answers:
            break
    tally.counts["games"] += 1


def compared(seeds: Iterable[int]) -> Tally:
    """Follow the games of some seeds."""
    tally = Tally()
    for seed in seeds:
        follow(seed, tally)
    return tally


def main() -> None:
    """Print the counts by kind, and exit with 1 if anything differs."""
    games, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    began = time.perf_counter()
    tally = compared(range(first, first + games))
    differs = Counter(kind for kind, _ in tally.differences)
    for kind, n in sorted(tally.counts.items()):
        print(f"{n:>9} {differs[kind]:>5}  {kind}")
    for kind, text in tally.differences:
        print(f"{kind}: {text}")
    total = tally.counts.total() - tally.counts["games"] - tally.counts["answers"]
    seconds = time.perf_counter() - began
    print(f"{total} comparisons, {len(tally.differences)} differences, {seconds:.0f} seconds")
    sys.exit(bool(tally.differences))


if __name__ == "__main__":
    main()
