"""What the computer does in positions where people laughed at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.show.view import view
from adjudicator.julius_caesar.world import World
from tests.kit.puzzles import Asked, Puzzle, solve

from .battles import battle, in_round
from .helpers import Blocks, table, world


def asked(w: World, seat: str = "caesar", cards: tuple[str, str] | None = None) -> Asked:
    """The first question to a seat."""
    with table(w, cards=cards) as t:
        return Asked(view(t.w, seat), t.table.choice(seat))


def moving(places: Mapping[str, Blocks], cards: tuple[str, str] = ("4/1", "1/2")) -> Asked:
    """Caesar moves first."""
    return asked(world(places), cards=cards)


def hand(places: Mapping[str, Blocks], *cards: str, phase: str = "cards", turn: int = 4) -> Asked:
    """Caesar plays one of some cards."""
    return asked(world(places, phase=phase, turn=turn, hands={"caesar": cards}))


def fighting(own: Sequence[str], theirs: Sequence[str], round: int = 2) -> Asked:
    """Caesar's blocks have come to Tarraco, where Pompey's act first."""
    w = in_round(round, battle("tarraco", "caesar", {"narbo": theirs}, own), "tarraco")
    return asked(w, "pompey")


LEGIONS = ["c_legio_7", "c_legio_9", "c_legio_10", "c_legio_13"]
FOES = ["p_legio_2", "p_legio_4", "p_legio_5", "p_legio_6"]
FAR = {"antiochia": "p_legio_1"}
BESIDE = {"narbo": ["c_caesar", *LEGIONS], "tarraco": "p_legio_2:1"}


def levy() -> Asked:
    """Caesar has a levy point, a weak legion beside the enemy, and a weak ship at Massilia."""
    w = world({"narbo": ["c_legio_7:1"], "tarraco": FOES[:2], "massilia": ["c_navis_1:1"]})
    with table(w, cards=("4/1", "1/2")) as t:
        t.caesar("end")
        return Asked(view(t.w, "caesar"), t.table.choice("caesar"))


def winter() -> Asked:
    """Six blocks of Caesar winter in a city that feeds fewer."""
    w = world({"narbo": ["c_caesar", *LEGIONS, "c_legio_11"]}, phase="quarters", turn=5)
    w.first = "caesar"
    return asked(w)


PUZZLES = [
    Puzzle(
        "§6.1 Roma comes first",
        lambda: moving({"ravenna": ["c_caesar", "c_legio_13"], "antiochia": "p_legio_1"}),
        good=["Roma"],
        never=["^end"],
    ),
    Puzzle(
        "§6.1 no attack on twice as many",
        lambda: moving({"narbo": LEGIONS[:2], "tarraco": FOES}),
        never=["Tarraco"],
    ),
    Puzzle(
        "§6.12 nor where others can come to help",
        lambda: moving(
            {
                "narbo": LEGIONS[:3],
                "tarraco": FOES[:2],
                "carthago_nova": [*FOES[2:], "p_legio_1", "p_legio_3"],
            },
            cards=("2/3", "1/2"),
        ),
        never=["Tarraco"],
    ),
    Puzzle("§6.1 an attack at good odds", lambda: moving(BESIDE), good=["Tarraco"], never=["^end"]),
    Puzzle(
        "§4.2 Roma is not left empty with the enemy beside it",
        lambda: moving({"roma": LEGIONS[0], "neapolis": FOES[:2]}),
        never=["^move Roma"],
    ),
    Puzzle(
        "§6.1 a single legion does not set out for cities that it cannot take",
        lambda: moving({"gades": LEGIONS[0], "massilia": FOES[:2], "tarraco": FOES[2:], "roma": "c_caesar"}),
        never=["Tarraco", "Massilia", "^move Roma"],
    ),
    Puzzle("§card/mars Mars waits for an enemy to attack", lambda: hand(FAR, "Mars", "2/3"), good=["2/3"]),
    Puzzle("§card/mars and comes where there is one", lambda: hand(BESIDE, "Mars", "3/1"), good=["Mars"]),
    Puzzle("§card/vulcan Vulcan waits for a stack", lambda: hand(FAR, "Vulcan", "2/3"), good=["2/3"]),
    Puzzle(
        "§card/vulcan and strikes one",
        lambda: hand({"tarraco": FOES, "narbo": LEGIONS}, "Vulcan", "3/1"),
        good=["Vulcan"],
    ),
    Puzzle(
        "§card/neptune Neptune does not go before a 4/1",
        lambda: hand(FAR, "Neptune", "4/1"),
        good=["4/1"],
        never=["Neptune"],
    ),
    Puzzle(
        "§7.62 one legion does not fight four to its end",
        lambda: fighting(["p_legio_2:1"], LEGIONS),
        good=["^retreat"],
        never=["^fire"],
    ),
    Puzzle(
        "§7.2 four do not retreat from one",
        lambda: fighting(FOES, ["c_legio_7:1"]),
        good=["^fire"],
        never=["^retreat"],
    ),
    Puzzle(
        "§6.4 a levy point is spent at the front, not on a ship",
        levy,
        good=["^step LEG", "at Narbo"],
        never=["NAV", "^end"],
    ),
    Puzzle(
        "§8.3 Caesar is not disbanded in winter",
        winter,
        never=["Caesar"],
    ),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.name for puzzle in PUZZLES])
def test_the_computer_solves(puzzle: Puzzle) -> None:
    solve(GAME, puzzle)
