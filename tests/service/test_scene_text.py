"""The terminal's board: who holds each place, and points as a list."""

from __future__ import annotations

import pytest

from adjudicator.core.language.words import Cells, words
from adjudicator.display.language import in_language
from service.text.localizer import Localizer
from service.text.scene_text import Board
from tests.harness.service import GAMES


@pytest.mark.parametrize(
    ("language", "sides"),
    [("en", ("Carthage", "Rome")), ("ja", ("カルタゴ", "ローマ"))],
)
def test_the_board_of_the_ancient_world_says_who_holds_a_place(language: str, sides: tuple[str, str]) -> None:
    """The map marks provinces, not cities and camps: these stand under the side of their troops."""
    game = GAMES["ancient_world"]
    scenario = game.scenarios()[0]
    world = game.found(scenario.id, {}, scenario.seats)
    assert game.scene is not None
    scene = in_language(game.scene(game.view(world, "carthage")), language, game.lexicon.label)
    lines = Board(game, language).text(scene, "carthage")
    heads = [n for n, line in enumerate(lines) if line.endswith((":", "："))]
    assert len(heads) == 2
    for head, side in zip(heads, sides, strict=True):
        assert side in lines[head]
    assert game.lexicon.label("hannibal", language) in lines[heads[0] + 1]


@pytest.mark.parametrize(("language", "said"), [("en", "Turks 13, Caliphate 7"), ("ja", "トルコ13、カリフ7")])
def test_points_are_a_list(language: str, said: str) -> None:
    game = GAMES["ottomans"]
    points = Cells(words("{place} {n}", place=id, n=n) for id, n in (("turks", 13), ("caliphate", 7)))
    text = Localizer(language, game.lexicon.label).words(words("points: {points}.", points=points))
    assert said in text
