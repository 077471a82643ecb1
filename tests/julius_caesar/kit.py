"""Julius Caesar as the kit tests it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.board import BLOCKS, CARDS, CITIES, DECK, EDGES, FIGURES, NAVAL, SEAS
from adjudicator.julius_caesar.sequence import SEQUENCE
from adjudicator.julius_caesar.world import SIDES
from tests.kit import selfplay
from tests.kit.game import GameUnderTest
from tests.kit.play_styles import Step

from .positions import IMPOSSIBLE, NO_POSITIONS
from .selfplay import options_of, styles_of
from .stories import STORIES
from .two_worlds import TELLING, other_world


def sound(step: Step) -> None:
    """§1.3 §7.1: no block and no card is lost or twice in the game; a battle has its rounds."""
    w = step.world
    piles = (*w.stock.values(), *w.eliminated.values(), *w.trophies.values())
    assert len(w.at) + sum(map(len, piles)) == len(BLOCKS)
    assert sum(map(len, w.cups.values())) == len(DECK)
    if w.battle is not None:
        assert 1 <= w.battle.round <= FIGURES.battle_rounds


def ended(step: Step) -> None:
    """§8.4 §1.2: the result is what the points say."""
    w, points = step.world, GAME.score(step.world).points
    assert w.phase == "over"
    winner, how = w.result["winner"], w.result["how"]
    loser = "pompey" if winner == "caesar" else "caesar"
    match how:
        case "points":
            assert points[winner] >= FIGURES.victory_points
        case "more":
            assert (w.year, points[winner] > points[loser]) == (FIGURES.years, True)
        case "rome" | "draw":
            assert (w.year, points["caesar"]) == (FIGURES.years, points["pompey"])
            assert (winner == "") == (how == "draw")
        case other:
            pytest.fail(other)


def named(secret: str) -> Sequence[Any]:
    """Answers that name a block or a card where one's own should be."""
    return (
        {secret: "roma"},
        {"pick": "move", "answer": {"start": "roma", "blocks": [secret], "way": ["capua"]}},
    )


def there(w: Any, answer: Any) -> Sequence[str]:
    """The blocks at the place from which an order moves."""
    return [block for block, place in w.at.items() if place == answer["answer"].get("start")]


KIT = GameUnderTest(
    game=GAME,
    seeds=5,
    more=60,
    options=options_of,
    styles=styles_of,
    sound=sound,
    ended=ended,
    other_world=other_world,
    telling=TELLING,
    compared=tuple((seed, "ask") for seed in range(4)),
    every=25,
    secrets=(*BLOCKS, *CARDS),
    probes=named,
    phrases=("play {}", "move Roma-Capua: {}"),
    pieces=lambda w: list(BLOCKS),
    beside=lambda place: [*EDGES.get(place, ()), *NAVAL.get(place, ())],
    others=there,
    ids=(*BLOCKS, *CARDS, *CITIES, *SEAS, *SIDES),
    stories=STORIES,
    phases=(*SEQUENCE, "over"),
    impossible=IMPOSSIBLE,
    no_positions=NO_POSITIONS,
    solutions={
        "lesson_battle": ("move Narbo-Tarraco: Caesar, LEG 7, LEG 9, LEG 10", "end", "fire all"),
        "lesson_landing": ("sail Neapolis-Utica: Caesar, LEG 8, LEG 12", "end"),
        "lesson_army": ("step Antonius", "step LEG 8", "levy LEG 11 at Genua"),
    },
)

play = partial(selfplay.play, KIT)
founded = partial(selfplay.founded, KIT)
