"""A map in words: whose pieces stand where, each said once."""

from __future__ import annotations

import pytest
from msgspec import structs

from adjudicator import GAMES
from adjudicator.display.language import in_language
from adjudicator.display.scene import Counter, Scene, Stack
from service.text.scene_text import Board
from tests.harness.walks import games

GAME = GAMES["ancient_world"]


def scene_of(*stacks: Stack[str]) -> Scene:
    table, seat, _ = next(iter(games(GAME.name, 3, 1)))
    assert GAME.scene is not None
    scene = in_language(GAME.scene(GAME.view(table.world, seat)), "en", GAME.lexicon.label)
    return structs.replace(scene, stacks=stacks, marks=(), panels=())


def counter(side: str, name: str, code: str, *flags: str) -> Counter[str]:
    table, seat, _ = next(iter(games(GAME.name, 3, 1)))
    assert GAME.scene is not None
    some = GAME.scene(GAME.view(table.world, seat)).stacks[0].counters[0]
    return structs.replace(some, colour=side, name=name, code=code, flags=flags, owner="", serves="")


@pytest.mark.parametrize(
    ("stack", "said"),
    [
        (
            Stack("capua", (counter("rome", "infantry", "4"), counter("carthage", "Mago", "1-5-C"))),
            ["Several sides:", "  Capua  Rome: 4 infantry; Carthage: Mago 1-5-C"],
        ),
        (
            Stack("capua", (counter("rome", "infantry", "4"), counter("rome", "cavalry", "2"))),
            ["Held by Rome:", "  Capua  4 infantry, 2 cavalry"],
        ),
        (
            Stack(
                "capua",
                (counter("rome", "infantry", "4", "moved"), counter("rome", "cavalry", "2", "moved")),
            ),
            ["Held by Rome:", "  Capua  4 infantry, 2 cavalry (all: moved)"],
        ),
    ],
)
def test_the_board_says_whose_the_pieces_are(stack: Stack[str], said: list[str]) -> None:
    """Where both sides stand, side by side; what all of a stack have in common stands once."""
    assert Board(GAME, "en").text(scene_of(stack), "rome")[-2:] == said
