"""The pictures of the page that explains a turn: positions of a game that the computer played.

`python -m tools.turns` writes them to `data/<game>/turn.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core.game.game import Game
from adjudicator.core.game.sealed import Event
from adjudicator.display.aids import Step
from adjudicator.display.language import in_language
from adjudicator.display.pictures import Pictures

from .build import action, cropped, fitting, whole
from .drawing import CHART_WIDTH, Drawing, shortened

DATA = Path(__file__).resolve().parent.parent.parent / "data"


class Shown(Struct, frozen=True):
    """A position that shows a step of a turn: the world, the viewer, and the events before it."""

    seat: str
    world: Any
    events: tuple[Event, ...] = ()


class Turn(Struct, frozen=True):
    """The positions of a game by the id of their step, and the schema of their worlds."""

    schema: int
    steps: Mapping[str, Shown]


@lru_cache
def turn_of(game: str) -> Turn:
    """Return the positions of a game.

    Raises:
        FileNotFoundError: if the game has none.
    """
    return msgspec.json.decode((DATA / game / "turn.json").read_bytes(), type=Turn)


def turn_picture(game: Game, step: Step, language: str, theme: str) -> Drawing:
    """Return the picture of a step of a turn.

    Raises:
        KeyError: if the step has no picture.
    """
    shown, pictures = turn_of(game.name).steps[step.id], game.pictures
    assert isinstance(pictures, Pictures)
    view = game.view(msgspec.convert(shown.world, game.world), shown.seat)
    label = game.lexicon.label
    if step.picture == "hand":
        hand = in_language(pictures.hand(view), language, label)
        return Drawing("hand", step.id, shortened(hand.alt), chart=hand, width=CHART_WIDTH, theme=theme)
    if step.picture == "battle":
        found = pictures.battle(view, shown.events)
        assert found is not None
        board = in_language(found, language, label)
        return Drawing("battle", step.id, shortened(board.alt), chart=board, width=CHART_WIDTH, theme=theme)
    told = pictures.with_story(pictures.scene(view), shown.events, shown.seat)
    scene = in_language(told, language, label)
    large = sorted(scene.stacks, key=lambda stack: -len(stack.counters))
    groups = action(scene) or [(stack.place,) for stack in large]
    near = fitting(scene, groups)  # one part of the map: of the whole nothing can be read on a phone
    made = cropped(scene, shown.seat, near) or whole(scene, shown.seat)
    return msgspec.structs.replace(made, name=step.id, theme=theme, width=CHART_WIDTH)
