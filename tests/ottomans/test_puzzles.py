"""What the computer does in positions where people laughed at it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adjudicator.core.table.question import offer
from adjudicator.ottomans import GAME
from adjudicator.ottomans.board import COLUMNS
from adjudicator.ottomans.rules.r19_dice import purpose, reaction
from adjudicator.ottomans.rules.r27_results import _losses_of
from adjudicator.ottomans.show.view import view
from adjudicator.ottomans.world import Battle
from tests.kit.puzzles import Asked, Puzzle, solve

from .helpers import world

TROOPS = ("ottomans_gendarmes_1", "ottomans_gendarmes_2", "ottomans_militia_1")
LEADERS = ("beyazid", "mehmed_ii", "selim_i")
NAMES = ["Beyazid|Mehmed|Selim"]
STRONG = COLUMNS[len(COLUMNS) // 2].name


def loss(need: int, *units: str, aboard: Mapping[str, str] | None = None) -> Asked:
    """The Turks lose some printed strength of units in an area."""
    w = world(dict.fromkeys(units, "mare_aegaeum" if aboard else "serbia"))
    w.aboard = dict(aboard or {})
    return Asked(view(w, "turks"), _losses_of(w, units, need))


def jesuits(label: str, die: int) -> Asked:
    """A die of the Turks falls while they attack Serbia, and they hold Jesuits/Sufis."""
    troops = dict.fromkeys([*TROOPS, "mehmed_ii"], "serbia")
    w = world({**troops, "byzantium_infantry_1": "serbia"}, hands={"turks": ["jesuits_sufis"]})
    w.battle = Battle("turks", "rumelia", "serbia", [*troops], ["byzantium_infantry_1"], ["orthodox"])
    w.battle.column = STRONG
    prompt = "{why}, die of the {by} player: {die}. Do you reroll it?"
    choice = reaction(w, "turks", "jesuits_sufis", prompt, die=die, by="turks", why=purpose(label))
    return Asked(view(w, "turks"), offer(choice))


PUZZLES = [
    Puzzle("§27.0 no leader is the first loss", lambda: loss(1, *TROOPS, *LEADERS), never=NAMES),
    Puzzle("§27.0 nor for two points", lambda: loss(2, *TROOPS, *LEADERS), never=NAMES),
    Puzzle("§27.0 nor three of them for five", lambda: loss(5, *TROOPS, *LEADERS), never=NAMES),
    Puzzle(
        "§27.0 the only troops go before their leaders",
        lambda: loss(1, "ottomans_militia_1", *LEADERS),
        good=["^lose .*Militia"],
        never=NAMES,
    ),
    Puzzle(
        "§27.0 of equal leaders the one of least command",
        lambda: loss(1, "beyazid", "barbarossa", "vlad"),
        good=["Beyazid"],
        never=["Vlad", "Barbarossa"],
    ),
    Puzzle(
        "§27.2 a leader who lives is not rolled for again",
        lambda: jesuits("survival mehmed_ii", 1),
        good=["^pass"],
        never=["Jesuits"],
    ),
    Puzzle(
        "§27.2 a bad die of the battle is rolled again",
        lambda: jesuits("battle serbia", 1),
        good=["Jesuits"],
        never=["^pass"],
    ),
    Puzzle(
        "§27.2 a good one is kept", lambda: jesuits("battle serbia", 6), good=["^pass"], never=["Jesuits"]
    ),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.name for puzzle in PUZZLES])
def test_the_computer_solves(puzzle: Puzzle) -> None:
    solve(GAME, puzzle)
