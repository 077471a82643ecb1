"""Balance of the scenarios: points and thresholds (§21.13), empires and winners; also by the computer.

    python -m tests.ottomans.balance [--windows usual|ask|standing] [--keep FILE]
        [RANDOM_GAMES [COMPUTER_GAMES [SCENARIO ...]]]

So many games of each scenario and roster; all of them if none is named ("s1_tcho"). They are played by turns,
and Ctrl-C prints what has been played; `timeout -s INT 3000` does so too. With `--keep` each game is added to
FILE, a line of JSON, when it ends. A game of the same figures and windows that FILE has is counted and not
played again:
so a run goes on where it stopped, and `--keep FILE 0 0` prints what is there. Begin a new file when a rule
has changed. For each coalition
stand the points on average, the threshold, how often it won, and the threshold that would be exceeded in a
quarter of the games that had no empire. Below stands how often each event, result and stratagem came about;
AGENTs are counted by operations.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

import msgspec
from msgspec import Struct

from adjudicator.ottomans import GAME
from adjudicator.ottomans.board import STRATAGEMS
from adjudicator.ottomans.rules.r21_victory import score, threshold
from adjudicator.ottomans.show.names import EVENTS
from adjudicator.ottomans.world import SEATS, World
from adjudicator.rules_version import rules_version
from tests.kit.balance import USUAL, computer, game_of, modes_of, parser, told
from tests.kit.play_styles import PlayStyle, plain

from .kit import KIT

RESULTS = ("AD", "AE", "BB", "DD", "DE")
QUARTER = 4
FIGURES = rules_version("ottomans").data
"""The hash of the figures that games are played by."""


class Ended(Struct, frozen=True):
    """A game: points of each seat, what survival had to exceed, who won, the empire, what came about."""

    points: dict[str, int]
    needed: dict[str, int]
    winners: tuple[str, ...]
    empire: str
    met: dict[str, int]


class Kept(Struct, frozen=True):
    """A game as a line of the file: by which figures, how it was played, which one."""

    figures: str
    windows: str
    what: str
    scenario: str
    seed: int
    game: Ended


def ended(scenario: str, seed: int, style: PlayStyle, windows: str) -> Ended:
    """One game with the same style on all sides, by the default options."""
    met: Counter[str] = Counter()
    for step in game_of(KIT, scenario, seed, style, modes_of(GAME, windows)):
        for event in step.events:
            v = event.values
            named = {"event": "event", "result": "how", "played": "chit", "played_on": "chit"}.get(event.kind)
            if named:
                met[v[named]] += 1
            met["agent"] += event.kind == "operation"
    w: World = step.world
    needed = {seat: threshold(w, seat) for seat in w.seats}
    return Ended(dict(score(w).points), needed, tuple(w.victors), w.result["empire"], met)


def reachable(games: Sequence[Ended], seat: str) -> int:
    """The highest threshold that a seat exceeds in a quarter of the games without an empire."""
    points = sorted((game.points[seat] for game in games if not game.empire), reverse=True)
    return points[(len(points) - 1) // QUARTER] - 1 if points else 0


def played(
    what: str, style: PlayStyle, scenarios: Sequence[str], n: int, keep: Path | None, windows: str = USUAL
) -> dict[str, list[Ended]]:
    """So many games of each scenario and roster, by turns, and those that were kept; fewer if interrupted."""
    games = kept(what, scenarios, keep, windows)
    try:
        for seed in range(n):
            for scenario in scenarios:
                if seed not in games[scenario]:
                    games[scenario][seed] = ended(scenario, seed, style, windows)
                    if keep is not None:
                        with keep.open("ab") as file:
                            line = Kept(FIGURES, windows, what, scenario, seed, games[scenario][seed])
                            file.write(msgspec.json.encode(line) + b"\n")
    except KeyboardInterrupt:
        print("interrupted")
    return {scenario: list(ended.values()) for scenario, ended in games.items() if ended}


def kept(what: str, scenarios: Sequence[str], keep: Path | None, windows: str) -> dict[str, dict[int, Ended]]:
    """The games of the present figures that a file has, by scenario and seed."""
    games: dict[str, dict[int, Ended]] = {scenario: {} for scenario in scenarios}
    if keep is not None and keep.exists():
        os.truncate(keep, keep.read_bytes().rfind(b"\n") + 1)  # where a kill has cut the last line
        for line in keep.read_bytes().splitlines():
            one = msgspec.json.decode(line, type=Kept)
            if (one.figures, one.windows, one.what) == (FIGURES, windows, what) and one.scenario in games:
                games[one.scenario][one.seed] = one.game
    return games


def report(title: str, games: Sequence[Ended]) -> None:
    """Print one scenario and roster, or several together."""
    n = len(games)
    won = Counter(seat for game in games for seat in game.winners)
    parts = []
    for seat in SEATS:
        of = [game for game in games if seat in game.points]
        if of:
            points, needed = mean(g.points[seat] for g in of), mean(g.needed[seat] for g in of)
            quarter = reachable(of, seat)
            parts.append(
                f"{seat} {points:.1f} of {needed:.0f} (a quarter {quarter}), won {won[seat] / len(of):.0%}"
            )
    nobody = sum(not game.winners for game in games)
    empires = sum(bool(game.empire) for game in games)
    several = sum(len(game.winners) > 1 for game in games)
    print(f"  {title}, {n} games: {'; '.join(parts)};")
    print(f"    nobody {nobody / n:.0%}, several {several / n:.0%}, empires {empires / n:.0%}", flush=True)


def main(random: int, by_computer: int, scenarios: Sequence[str], keep: Path | None, windows: str) -> None:
    """Play them all and print."""
    print(told(modes_of(GAME, windows)))
    for what, style, n in (("random play", plain, random), ("the computer", computer(GAME), by_computer)):
        began, met = time.perf_counter(), Counter[str]()
        games = played(what, style, scenarios, n, keep, windows)
        if not games:
            continue
        print(f"\n{what}: points of what must be exceeded, on average")
        for scenario, ended in games.items():
            report(scenario, ended)
        for beginning in sorted({scenario.partition("_")[0] for scenario in games}):
            of = [
                game for scenario, ended in games.items() if scenario.startswith(beginning) for game in ended
            ]
            report(f"all of {beginning}", of)
        report("all", [game for ended in games.values() for game in ended])
        for game in (game for ended in games.values() for game in ended):
            met.update(game.met)
        for title, ids in (("events", EVENTS), ("results", RESULTS), ("stratagems", STRATAGEMS)):
            print(f"  {title}: " + ", ".join(f"{id} {met[id]}" for id in ids))
        print(f"  {time.perf_counter() - began:.0f} seconds", flush=True)


if __name__ == "__main__":
    arguments = parser()
    arguments.add_argument("--keep", type=Path)
    arguments.add_argument("random", type=int, nargs="?", default=500)
    arguments.add_argument("computer", type=int, nargs="?", default=200)
    arguments.add_argument("scenarios", nargs="*", default=[one.id for one in GAME.scenarios()])
    given = arguments.parse_args()
    main(given.random, given.computer, given.scenarios, given.keep, given.windows)
