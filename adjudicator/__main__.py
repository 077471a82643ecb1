"""`python -m adjudicator` lists the games; `python -m adjudicator table` is the table protocol."""

from __future__ import annotations

import sys

from adjudicator.protocol import serve

from . import GAMES
from .rules_version import rules_version


def main(arguments: list[str]) -> int:
    """Run one of the two; return the exit code."""
    if arguments == ["table"]:
        serve(GAMES, rules_version, sys.stdin.buffer, sys.stdout.buffer)
        return 0
    if arguments:
        print("usage: python -m adjudicator [table]", file=sys.stderr)
        return 2
    for game in GAMES.values():
        print(game.name, "-", game.lexicon.written(game.name, "en"))
        for scenario in game.scenarios():
            print("   ", scenario.id, "-", ", ".join(scenario.seats))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
