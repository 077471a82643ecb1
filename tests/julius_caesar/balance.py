"""Whom the war favours, by random play and by the computer: who wins, how, in which year, and the points.

python -m tests.julius_caesar.balance [RANDOM_GAMES [COMPUTER_GAMES]]
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import mean

from msgspec import Struct

from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.world import SIDES
from tests.kit.balance import computer, game_of, modes_of, parser, told
from tests.kit.play_styles import PlayStyle, plain

from .kit import KIT


class Ended(Struct, frozen=True):
    """A game: who won ("" for a draw), how, in which year, and the points."""

    winner: str
    how: str
    year: int
    points: dict[str, int]


def ended(seed: int, style: PlayStyle, modes: Mapping[str, str]) -> Ended:
    """One game with the same style on both sides."""
    *_, last = game_of(KIT, "war", seed, style, modes)
    w = last.world
    return Ended(w.result["winner"], w.result["how"], w.year, dict(GAME.score(w).points))


def report(what: str, games: Sequence[Ended]) -> None:
    """Print one way of playing."""
    n = len(games)
    won = Counter(f"{game.winner or 'nobody'} ({game.how})" for game in games)
    years = Counter(game.year for game in games)
    print(f"{what}, {n} games: " + ", ".join(f"{who} {k / n:.0%}" for who, k in won.most_common()))
    print("  ended in year " + ", ".join(f"{year}: {years[year] / n:.0%}" for year in sorted(years)))
    print("  points " + ", ".join(f"{side} {mean(g.points[side] for g in games):.1f}" for side in SIDES))


def main(random: int, by_computer: int, modes: Mapping[str, str]) -> None:
    """Play them all and print."""
    print(told(modes))
    for what, style, n in (("random play", plain, random), ("the computer", computer(GAME), by_computer)):
        began = time.perf_counter()
        if n:
            report(what, [ended(seed, style, modes) for seed in range(n)])
        print(f"  {time.perf_counter() - began:.0f} seconds", flush=True)


if __name__ == "__main__":
    arguments = parser()
    arguments.add_argument("random", type=int, nargs="?", default=200)
    arguments.add_argument("computer", type=int, nargs="?", default=200)
    given = arguments.parse_args()
    main(given.random, given.computer, modes_of(GAME, given.windows))
