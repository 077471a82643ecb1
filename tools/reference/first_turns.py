"""Write `docs/plays/first_turn`: how a game begins, with its orders in the languages that have no whole game.

    python -m tools.reference.first_turns GAME

The computer plays every seat. What everybody could see stands below each order as a comment.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from adjudicator import GAMES
from adjudicator.core.language.languages import FIRST, LANGUAGES
from service.runtime.demo import seated
from service.runtime.orders_file import USER, reproducible
from service.text.terms import game_title
from service.values.records import Plan
from tools.plays import head_of, write_orders

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs/plays/first_turn"
SEED = 1
WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
"""For each language the title, the first lines, and the first phase of each game that is not written."""


class _Later(Exception):
    """The first turn is over."""


def written(name: str, language: str) -> str:
    """Return the beginning of the first scenario of a game as a file of orders."""
    words = WORDS[language]
    scenario = GAMES[name].scenarios()[0].id
    plan = Plan(name, scenario, words["title"], referee=USER, seed=b"first turn")
    lines = [words["head"].format(game=game_title(GAMES[name], language)), *head_of(plan, language)]

    def write(line: str) -> None:
        if line.startswith("\n# -- ") and words["later"][name] in line:
            raise _Later
        lines.append(line)

    with reproducible() as service:
        try:
            write_orders(service, seated(service, plan, USER), SEED, write, language)
        except _Later:
            return "\n".join(lines) + "\n"
    raise ValueError(f"{name} has no phase called {words['later'][name]}")


if __name__ == "__main__":
    (asked,) = sys.argv[1:]
    for one in LANGUAGES:
        if one != FIRST:
            (FOLDER / f"{asked}.{one}.orders").write_text(written(asked, one), encoding="utf-8")
