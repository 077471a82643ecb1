"""Whom scenario 1 favours: how many games end on which level of §23.2, by random and by plain heuristic play.

    python -m tests.belisarius.balance [RANDOM_GAMES [HEURISTIC_GAMES]]

The standard game, with no optional rules. What it begins with is printed beside it: 57 points for the Empire
and 26 for the barbarian (stalemate and decline), as the suggested set-up has it.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from statistics import mean, pstdev

from msgspec import Struct

from adjudicator.belisarius import GAME
from adjudicator.belisarius.board import LEVELS
from adjudicator.belisarius.rules.r23_victory import level_of, score
from adjudicator.belisarius.world import SEATS, World
from tests.belisarius.kit import play
from tests.belisarius.selfplay import consul
from tests.kit.play_styles import PlayStyle, plain

OPENING = {"empire": 57, "barbarian": 26}


class Ended(Struct, frozen=True):
    """A game: its first points, its last, and who won ("" for a draw); without the games given up."""

    opening: dict[str, int]
    points: dict[str, int]
    winner: str


def ended(seed: int, style: PlayStyle) -> Ended | None:
    """One game with the same style on both sides; None if somebody surrendered."""
    begun: World = GAME.found("advance", {}, SEATS)
    opening, step = dict[str, int](), None
    for step in play(seed, styles=(style, style), world=begun):
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


def main(random: int, heuristic: int) -> None:
    """Play them all and print."""
    for what, style, n in (("random play", plain, random), ("heuristic play", consul, heuristic)):
        began = time.perf_counter()
        games = [game for seed in range(n) if (game := ended(seed, style)) is not None]
        if games:
            report(what, games)
        print(f"  {time.perf_counter() - began:.0f} seconds", flush=True)


if __name__ == "__main__":
    given = [int(n) for n in sys.argv[1:]]
    main(*(given + [500, 200][len(given) :]))
