"""How often the computer beats play at random, on each side of a scenario.

    python -m tests.kit.strength GAME [SCENARIO] [--games N] [--first SEED] [--windows usual|ask|standing]

Printed for each side: the games that the computer won with it, those that another seat won and those that
nobody won, the interval of 95 % of those won, with its mean points less the best of the others.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Mapping
from math import sqrt

from adjudicator.core import winners

from .balance import computer, modes_of, parser, told
from .game import GameUnderTest
from .games import KITS
from .play_styles import plain
from .selfplay import play

NORMAL = 1.96
"""The standard errors on each side of a mean that hold 95 in a hundred."""


def fought(kit: GameUnderTest, scenario: str, seat: str, seeds: range, modes: Mapping[str, str]) -> str:
    """Play some games with the computer in one seat and chance in the others; return what came of it."""
    seats = kit.scenario_of(seeds.start, scenario).seats
    styles = [computer(kit.game) if other == seat else plain for other in seats]
    won, margin, began = Counter[str](), 0, time.process_time()
    for seed in seeds:
        begun = kit.game.found(scenario, {}, seats)
        steps = play(kit, seed, styles=styles, scenario=scenario, modes=modes, asides=False, world=begun)
        (last,) = deque(steps, maxlen=1)
        found = kit.game.score(last.world)
        best = winners(found.result)
        won["won" if seat in best else "lost" if best else "nobody"] += 1
        margin += found.points.get(seat, 0) - max(n for other, n in found.points.items() if other != seat)
    took = time.process_time() - began
    counts = ", ".join(f"{kind} {won[kind]}" for kind in ("won", "lost", "nobody"))
    low, high = interval(won["won"], len(seeds))
    share = f"{low:.0f} to {high:.0f} % won; margin {margin / len(seeds):+.1f}"
    return f"{scenario} {seat}: {counts}; {share}; {took / len(seeds):.1f} s a game"


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the ends of Wilson's interval of 95 % for a share, in a hundred."""
    share, weight = won / games, NORMAL**2 / games
    middle, half = share + weight / 2, NORMAL * sqrt(share * (1 - share) / games + weight / games / 4)
    return 100 * (middle - half) / (1 + weight), 100 * (middle + half) / (1 + weight)


def main() -> None:
    arguments = parser()
    arguments.add_argument("game", choices=sorted(KITS))
    arguments.add_argument("scenario", nargs="?", default="")
    arguments.add_argument("--games", type=int, default=20)
    arguments.add_argument("--first", type=int, default=0)
    given = arguments.parse_args()
    kit = KITS[given.game]
    modes = modes_of(kit.game, given.windows)
    print(told(modes))
    for scenario in kit.game.scenarios():
        if given.scenario in ("", scenario.id):
            for seat in scenario.seats:
                seeds = range(given.first, given.first + given.games)
                print(fought(kit, scenario.id, seat, seeds, modes), flush=True)


if __name__ == "__main__":
    main()
