"""How often the computer beats play at random, on each side of a scenario.

    python -m tests.kit.strength GAME [SCENARIO] [--games N] [--first SEED] [--windows usual|ask|standing]

Printed for each side: the games that the computer won with it, those that another seat won and those that
nobody won, with its mean points less the best of the others.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Mapping

from .balance import computer, modes_of, parser, told
from .game import GameUnderTest
from .games import KITS
from .play_styles import plain
from .selfplay import play


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
        winner = found.result.get("winner", "")
        won["won" if winner == seat else "lost" if winner else "nobody"] += 1
        margin += found.points.get(seat, 0) - max(n for other, n in found.points.items() if other != seat)
    took = time.process_time() - began
    counts = ", ".join(f"{kind} {won[kind]}" for kind in ("won", "lost", "nobody"))
    return f"{scenario} {seat}: {counts}; margin {margin / len(seeds):+.1f}; {took / len(seeds):.1f} s a game"


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
