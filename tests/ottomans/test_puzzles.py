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
from adjudicator.ottomans.world import Battle, World
from tests.kit.puzzles import Asked, Puzzle, solve

from .helpers import order, table, world

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


def turn(w: World, seat: str = "turks") -> Asked:
    """The first question to a seat."""
    t = table(w)
    return Asked(view(t.world, seat), t.choice(seat))


def combat(garrison: Mapping[str, str], *troops: str, control: Mapping[str, str] | None = None) -> Asked:
    """The Combat Phase of the Turks, whose troops are in Serbia."""
    at = dict.fromkeys(troops, "serbia")
    return turn(world({**at, **garrison}, control=control or {"serbia": "orthodox"}))


def trade(points_of_turks: int) -> Asked:
    """Three play, and the Turks propose a trade to the Orthodox player."""
    homes = ("bursa", "adrianople", "konya", "rumelia", "emirates", "ottomans")
    troops = ("ottomans_gendarmes_1", "rumelia_militia_1", "emirates_militia_1")
    at = dict(zip(troops, homes, strict=False)) if points_of_turks else {}
    w = world(
        at | {"byzantium_infantry_1": "constantinople"},
        phase="stratagem",
        seats=("turks", "caliphate", "orthodox"),
        control=dict.fromkeys(("rumelia", "emirates"), "turks") if points_of_turks else {},
    )
    t = table(w)
    order(t, "turks", "play Trade Agreement with Orthodox")
    return Asked(view(t.world, "orthodox"), t.choice("orthodox"))


def walls() -> Asked:
    """The Orthodox player moves; the only troops of Constantinople are in it, and the Turks beside it."""
    foes = dict.fromkeys([*TROOPS, "mehmed_ii"], "rumelia")
    own = {"byzantium_infantry_1": "constantinople", "constantine": "constantinople"}
    w = world({**foes, **own, "emirates_militia_1": "kurdistan"}, phase="movement", acting="orthodox")
    return turn(w, "orthodox")


def court(*hand: str) -> Asked:
    """Krim and Tyrol are nobody's."""
    at = {"ottomans_gendarmes_1": "bursa", "krim_irregulars_1": "kaffa", "tyrol_militia_1": "tyrol"}
    return turn(world(at, phase="stratagem", hands={"turks": hand}))


FEUDAL = ("hungary_gendarmes_1", "hungary_feudal_array_1", "serbia_feudal_array_1", "serbia_militia_1")
SIEGE = ("ottomans_gendarmes_1", "ottomans_gendarmes_2", "ottomans_gendarmes_3")

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
        "§9.4 an attack at good odds",
        lambda: combat({"serbia_militia_1": "serbia"}, *SIEGE),
        good=["^attack"],
        never=["^end"],
    ),
    Puzzle(
        "§9.4 none at bad odds",
        lambda: combat(dict.fromkeys(FEUDAL, "serbia"), "ottomans_militia_1"),
        never=["^attack"],
    ),
    Puzzle(
        "§6.5 its own nations are not attacked",
        lambda: combat({"serbia_militia_1": "serbia"}, *SIEGE, control={"serbia": "turks"}),
        good=["^end"],
        never=["^attack"],
    ),
    Puzzle(
        "§10.3 the garrison does not leave Constantinople",
        walls,
        never=["^move Constantinople", "^march", "^ship"],
    ),
    Puzzle(
        "§20.3 an AGENT courts a nation of its colour", lambda: court("agent"), good=["Krim"], never=["Tyrol"]
    ),
    Puzzle("§27.2 no trade with the player who leads", lambda: trade(3), good=["^refuse"], never=["^agree"]),
    Puzzle("§27.2 a trade with one who does not", lambda: trade(0), good=["^agree"]),
    Puzzle(
        "§27.2 a good one is kept", lambda: jesuits("battle serbia", 6), good=["^pass"], never=["Jesuits"]
    ),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.name for puzzle in PUZZLES])
def test_the_computer_solves(puzzle: Puzzle) -> None:
    solve(GAME, puzzle)
