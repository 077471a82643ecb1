"""Positions written by hand (docs/position/julius_caesar.md)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.board import BLOCKS, SETUP
from adjudicator.julius_caesar.world import World

OPTIONS = GAME.found("war", {}, ()).options
PAGE = Path(__file__).parents[2] / "docs/position/julius_caesar.md"


def read(raw: dict[str, Any]) -> World:
    assert GAME.complete is not None
    world = GAME.complete(raw, OPTIONS)
    assert isinstance(world, World)
    return world


def test_an_empty_position_is_the_set_up() -> None:
    """§5.0 §5.1 Nothing said: the historical set-up at full strength, the rest in the stocks."""
    w = read({})
    assert {p: tuple(sorted(b for b in w.at if w.at[b] == p)) for p in SETUP} == SETUP
    assert all(w.steps[b] == BLOCKS[b].steps for b in w.at)
    assert (w.phase, len(w.cups["deck"]), GAME.problems(w)) == ("deal", 27, [])


def test_the_example_of_the_page_is_sound() -> None:
    example = re.search(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert example is not None
    w = read(json.loads(example[1]))
    assert GAME.problems(w) == []
    assert w.phase == "cards"
    assert "p_pompey" in w.stock["pompey"]
    assert len(w.cups["deck"]) == 25
