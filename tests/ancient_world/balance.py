"""Whom each scenario favours, and whether its course is plausible, by random and by computer play.

    python -m tests.ancient_world.balance [--windows usual|ask|standing] [RANDOM_GAMES [COMPUTER_GAMES]]

Printed for each scenario: who wins and how; how often a capital falls in the first year; battles and sieges a
turn; and what attrition (6.4, 6.46, 9.5) takes of all that a side has in the field in a year. Session reports
have a consular army of some 40 strength points lose about 2 on a march the length of Italy, and one or two
battles a turn.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.rules.r02_forces import strength
from adjudicator.ancient_world.world import World
from tests.kit.balance import computer, game_of, modes_of, parser, told
from tests.kit.play_styles import PlayStyle, plain

from .kit import KIT
from .selfplay import SCENARIOS

CAPITALS = ("roma", "syracusae", "carthago_city")
BATTLES = ("victory", "no_victory")
ATTRITION = ("stopped", "inert")


class Course(Struct):
    """A game: who won and how, its turns, and what happened in it."""

    winner: str
    how: str
    turns: int
    capital: bool
    battles: int
    sieges: int
    attrition: float
    armies: Sequence[float]


def in_field(w: World) -> int:
    """The strength points of both sides that stand with a leader."""
    return sum(strength(force.units) for force in w.forces.values() if force.leaders)


def course(scenario: str, seed: int, style: PlayStyle, modes: Mapping[str, str]) -> Course:
    """One game with the options as they begin, and the same style on both sides."""
    told, lost, most = Counter[str](), 0, 1
    capital, held, armies, step = False, dict[str, int](), list[float](), None
    for step in game_of(KIT, scenario, seed, style, modes):
        w = step.world
        most = max(most, in_field(w))
        for event in step.events:
            told[event.kind] += 1
            if event.kind in ATTRITION:
                lost += strength(event.values.get("units", {}))
            capital |= event.kind == "fallen" and event.values["city"] in CAPITALS and w.turn == 1
            if event.kind == "turn":
                armies += [after_a_year(w, leader, n) for leader, n in held.items() if in_place(w, leader)]
                held = {x: strength(f.units) for f in w.forces.values() for x in f.leaders if f.units}
    assert step is not None
    result, turns = step.world.result, max(1, step.world.turn)
    battles = sum(told[kind] for kind in BATTLES)
    return Course(
        result["winner"],
        result["how"],
        turns,
        capital,
        battles,
        told["invested"],
        lost / turns / most,
        armies,
    )


def in_place(w: World, leader: str) -> bool:
    """Return true if a leader is still on the map."""
    return any(leader in force.leaders for force in w.forces.values())


def after_a_year(w: World, leader: str, before: int) -> float:
    """The share of a leader's army that is there after a year."""
    now = next(strength(force.units) for force in w.forces.values() if leader in force.leaders)
    return min(1.0, now / before)


def report(what: str, games: Sequence[Course]) -> None:
    """Print one way of playing a scenario."""
    n, turns = len(games), sum(game.turns for game in games)
    won = Counter(f"{game.winner or 'nobody'} ({game.how})" for game in games)
    print(f"  {what}, {n} games: " + ", ".join(f"{who} {k / n:.0%}" for who, k in won.most_common()))
    armies = [share for game in games for share in game.armies]
    print(
        f"    a capital falls in the first year: {sum(game.capital for game in games) / n:.0%};"
        f" battles a turn {sum(game.battles for game in games) / turns:.1f},"
        f" sieges {sum(game.sieges for game in games) / turns:.1f};"
        f" attrition a year {sum(game.attrition for game in games) / n:.1%} of all in the field;"
        f" of an army {sum(armies) / max(1, len(armies)):.0%} is there after a year"
    )


def main(random: int, by_computer: int, modes: Mapping[str, str]) -> None:
    """Play them all and print."""
    print(told(modes))
    for scenario in SCENARIOS:
        began = time.perf_counter()
        print(scenario)
        for what, style, n in (("random play", plain, random), ("the computer", computer(GAME), by_computer)):
            if n:
                report(what, [course(scenario, seed, style, modes) for seed in range(n)])
        print(f"  {time.perf_counter() - began:.0f} seconds", flush=True)


if __name__ == "__main__":
    arguments = parser()
    arguments.add_argument("random", type=int, nargs="?", default=40)
    arguments.add_argument("computer", type=int, nargs="?", default=40)
    given = arguments.parse_args()
    main(given.random, given.computer, modes_of(GAME, given.windows))
