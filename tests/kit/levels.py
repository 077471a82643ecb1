"""How strong one computer is against another: pairs of games with the same dice, the sides exchanged.

    python -m tests.kit.levels GAME [SCENARIO] [--first A] [--second B] [--pairs N] [--from S] [--keep F]

A and B: 1 (level 1), policy (the policy on worlds alone), 2 to 4 (levels that search; 2:64 with another
number of courses). For games of two seats. With --keep each game is a line of JSON in a file, and games that
are there are not played again.

Printed: games won, lost and drawn by A on each side, its mean margin in points, seconds of processor a game,
the share of searches that left the policy's plan, and the difference in Elo with its interval of 95 %, from
the results of the pairs.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from math import log10, sqrt
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from adjudicator.core import Refusal, Table, start, winners
from adjudicator.core.log.chain import th
from adjudicator.core.log.chance import Rng
from adjudicator.core.table.question import WindowPolicy
from adjudicator.core.table.rollout import seen
from adjudicator.opponents import OPPONENTS, find
from adjudicator.rules_version import rules_version
from adjudicator.search.job import Job, thought
from adjudicator.search.opponent import Plan

from .game import GameUnderTest
from .games import KITS
from .selfplay import Loose, chain
from .strength import NORMAL

MEANS: Final = ("margin", "seconds")

Player = Callable[[Table, str, Rng], Any]
"""A player: a function from a table, its seat and its stream to an answer."""


class Played(Struct, frozen=True):
    """A game.

    Attributes:
        seed: the seed of its dice.
        seat: the seat of the first computer.
        result: 1, 0.5 or 0 for the first computer.
        margin: its points less the other's.
        seconds: of processor, for both.
        searched: its answers that were searched.
        left: those of them that left the policy's plan.
    """

    seed: int
    seat: str
    result: float
    margin: int
    seconds: float
    searched: int = 0
    left: int = 0


class Searching:
    """A player that thinks of plans, and keeps to one as long as it lasts; at level 1 the policy's own."""

    def __init__(self, kit: GameUnderTest, level: int, budget: int, seed: int) -> None:
        self.kit, self.level, self.budget, self.seed = kit, level, budget, seed
        self.rule, self.answers = "", list[Any]()
        self.searched = self.left = 0

    def __call__(self, table: Table, seat: str, rng: Rng) -> Any:
        choice, game = table.pending[seat], self.kit.game
        if self.rule != choice.rule or not self.answers:
            plan = self.think(table, seat)
            self.rule, self.answers = (plan.rule, list(plan.answers)) if plan else ("", [])
        while self.answers:
            answer = self.answers.pop(0)
            try:
                choice.accept(answer)
            except Refusal:
                continue
            return answer
        assert game.ai_player is not None
        return game.ai_player(game.view(table.world, seat), choice, rng)

    def think(self, table: Table, seat: str) -> Plan | None:
        """Return a plan for a question; None where no world is imagined."""
        name, choice = self.kit.name, table.pending[seat]
        opponent = OPPONENTS[name]
        if self.level == 1 or not opponent.plans(table.world, seat, choice):
            return opponent.policy(table.world, seat, choice)
        seed = th("level", self.seed, table.ledger.chain.head)
        rules, modes = rules_version(name), self.kit.game.modes({})
        job = Job(name, rules, opponent.weights, self.level, seen(table, seat), modes, seed, self.budget)
        found = thought(job, find)
        if found is None:
            return None
        self.searched += 1
        self.left += found.found.chosen != 0
        return found.plan


def player(kit: GameUnderTest, named: str, seed: int) -> Player:
    """Return the player of a name."""
    level, _, budget = named.partition(":")
    if level != "1":
        return Searching(kit, 1 if level == "policy" else int(level), int(budget or 0), seed)

    def simple(table: Table, seat: str, rng: Rng) -> Any:
        assert kit.game.ai_player is not None
        return kit.game.ai_player(kit.game.view(table.world, seat), table.pending[seat], rng)

    return simple


def played(kit: GameUnderTest, scenario: str, seed: int, names: tuple[str, str], seat: str) -> Played:
    """Play a game with the first computer in a seat and the second in the other."""
    seats = kit.scenario_of(seed, scenario).seats
    other = next(one for one in seats if one != seat)
    mine = player(kit, names[0], seed)
    players = {seat: mine, other: player(kit, names[1], seed)}
    rngs = {one: Rng(th("player", seed, one)) for one in seats}
    begun = start(kit.game, kit.game.found(scenario, {}, seats), 0)
    policy = WindowPolicy(kit.game.modes({}))
    table = Table(kit.game, begun, chain(kit.game), Loose(seed), policy=policy, fresh=True)
    began = time.process_time()
    while not table.over:
        asked = next(iter(table.pending))
        table.submit(asked, players[asked](table, asked, rngs[asked]))
    score = kit.game.score(table.world)
    best = winners(score.result)
    counts = (mine.searched, mine.left) if isinstance(mine, Searching) else (0, 0)
    return Played(
        seed,
        seat,
        float(seat in best) if best else 0.5,
        score.points[seat] - score.points[other],
        round(time.process_time() - began, 2),
        *counts,
    )


def elo(share: float) -> float:
    """Return the difference in Elo at which this share of the points is expected."""
    return -400 * log10(1 / min(max(share, 1e-4), 1 - 1e-4) - 1)


def told(games: Sequence[Played]) -> Iterator[str]:
    """Tell the results by side, and Elo from pairs."""
    for seat in sorted({game.seat for game in games}):
        mine = [game for game in games if game.seat == seat]
        won, lost, drawn = (sum(game.result == result for game in mine) for result in (1, 0, 0.5))
        margin, seconds = (sum(getattr(game, name) for game in mine) / len(mine) for name in MEANS)
        left = sum(game.left for game in mine) / max(1, sum(game.searched for game in mine))
        yield (
            f"{seat}: won {won}, lost {lost}, drawn {drawn}; margin {margin:+.1f}; {seconds:.1f} s a game; "
            f"{left:.0%} of the searches left the policy's plan"
        )
    pairs: dict[int, list[float]] = {}
    for game in games:
        pairs.setdefault(game.seed, []).append(game.result)
    means = [sum(pair) / 2 for pair in pairs.values() if len(pair) == 2]
    if len(means) > 1:
        mean = sum(means) / len(means)
        error = NORMAL * sqrt(sum((one - mean) ** 2 for one in means) / (len(means) - 1) / len(means))
        low, high = elo(mean - error), elo(mean + error)
        pairs_won = f"{len(means)} pairs: {mean:.1%} of the points"
        yield f"{pairs_won}; Elo {elo(mean):+.0f} ({low:+.0f} to {high:+.0f})"


def main() -> None:
    arguments = ArgumentParser()
    arguments.add_argument("game", choices=sorted(OPPONENTS))
    arguments.add_argument("scenario", nargs="?", default="")
    arguments.add_argument("--first", default="2")
    arguments.add_argument("--second", default="1")
    arguments.add_argument("--pairs", type=int, default=20)
    arguments.add_argument("--from", type=int, default=0, dest="begin")
    arguments.add_argument("--keep", type=Path)
    given = arguments.parse_args()
    kit = KITS[given.game]
    scenario = kit.scenario_of(0, given.scenario)
    lines = given.keep.read_bytes().splitlines() if given.keep and given.keep.exists() else []
    games = [msgspec.json.decode(line, type=Played) for line in lines]
    done = {(game.seed, game.seat) for game in games}
    for seed in range(given.begin, given.begin + given.pairs):
        for seat in scenario.seats:
            if (seed, seat) not in done:
                games.append(played(kit, scenario.id, seed, (given.first, given.second), seat))
                if given.keep:
                    with given.keep.open("ab") as file:
                        file.write(msgspec.json.encode(games[-1]) + b"\n")
    for line in told(games):
        print(line)


if __name__ == "__main__":
    main()
