"""Whom scenario 1 favours: how many games end on which level of §23.2, at random and by the computer.

    python -m tests.belisarius.balance [--windows usual|ask|standing] [RANDOM_GAMES [COMPUTER_GAMES]]

The standard game, with no optional rules. What it begins with is printed beside it: 57 points for the Empire
and 26 for the barbarian (stalemate and decline), as the suggested set-up has it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import mean, pstdev

from msgspec import Struct

from adjudicator.belisarius import GAME
from adjudicator.belisarius.board import LEVELS
from adjudicator.belisarius.rules.r23_victory import level_of, score
from adjudicator.belisarius.world import SEATS
from tests.kit.balance import computer, game_of, modes_of, parser, told
from tests.kit.play_styles import PlayStyle, plain

from .kit import KIT

OPENING = {"empire": 57, "barbarian": 26}


class Ended(Struct, frozen=True):
    """A game: its first points, its last, and who won ("" for a draw); without the games given up."""

    opening: dict[str, int]
    points: dict[str, int]
    winner: str


def ended(seed: int, style: PlayStyle, modes: Mapping[str, str]) -> Ended | None:
    """One game with the same style on both sides; None if somebody surrendered."""
    opening, step = dict[str, int](), None
    for step in game_of(KIT, "advance", seed, style, modes):
        if not opening and step.world.phase == "diplomacy":
            opening = dict(score(step.world).points)
    assert step is not None
    result = step.world.result
    if result["how"] == "surrender":
        return None
    return Ended(opening, dict(score(step.world).points), result["winner"])


def report(what: str, games: Sequence[Ended]) -> None:
    """Print one way of playing."""
    print(f"\n{what}: {len(games)} games of scenario 1")
    winners = Counter(game.winner for game in games)
    print("  won by " + ", ".join(f"{who or 'nobody'} {n / len(games):.0%}" for who, n in winners.items()))
    for seat in SEATS:
        first, last = ([getattr(g, when)[seat] for g in games] for when in ("opening", "points"))
        print(f"  {seat}: opens with {mean(first):.1f} (aim {OPENING[seat]}),", end=" ")
        print(f"ends with {mean(last):.1f} ± {pstdev(last):.1f}, from {min(last)} to {max(last)}")
        reached = Counter(level_of(points) for points in last)
        print("    " + ", ".join(f"{level} {reached[level] / len(games):.0%}" for level in LEVELS))


def main(random: int, by_computer: int, modes: Mapping[str, str]) -> None:
    """Play them all and print."""
    print(told(modes))
    for what, style, n in (("random play", plain, random), ("the computer", computer(GAME), by_computer)):
        began = time.perf_counter()
        games = [game for seed in range(n) if (game := ended(seed, style, modes)) is not None]
        if games:
            report(what, games)
        print(f"  {time.perf_counter() - began:.0f} seconds", flush=True)


if __name__ == "__main__":
    arguments = parser()
    arguments.add_argument("random", type=int, nargs="?", default=500)
    arguments.add_argument("computer", type=int, nargs="?", default=200)
    given = arguments.parse_args()
    main(given.random, given.computer, modes_of(GAME, given.windows))
