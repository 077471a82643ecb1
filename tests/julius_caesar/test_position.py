"""Positions written by hand (docs/position/julius_caesar.md)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.core import fill
from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.board import BLOCKS, SETUP
from adjudicator.julius_caesar.sequence import SEQUENCE
from adjudicator.julius_caesar.show.names import LEXICON
from adjudicator.julius_caesar.world import World

OPTIONS = GAME.found("war", {}, ()).options
PAGE = Path(__file__).parents[2] / "docs/position/julius_caesar.md"


def read(raw: dict[str, Any]) -> World:
    assert GAME.complete is not None
    world = GAME.complete(raw, OPTIONS)
    assert isinstance(world, World)
    return world


def reasons(raw: dict[str, Any]) -> list[str]:
    return [fill(p, "en", LEXICON.label) for p in GAME.problems(read(raw))]


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


def test_the_page_names_every_field_and_phase() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [f for f in World.__struct_fields__ if f"`{f}`" not in page] == []
    assert [phase for phase in (*SEQUENCE, "over") if f"`{phase}`" not in page] == []


def test_what_the_umpire_writes_it_reads_again() -> None:
    w = GAME.found("war", {}, ())
    assert read(msgspec.to_builtins(w)) == w


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ({"at": {"c_legio_8": "atlantis", "cleopatra": "alexandria"}}, "LEG 8 is in atlantis"),
        ({"at": {"c_legio_8": "mare_tyrrhenum", "cleopatra": "alexandria"}}, "LEG 8 is at sea"),
        ({"at": {"c_navis_1": "lugdunum", "cleopatra": "alexandria"}}, "Lugdunum is not a port"),
        ({"at": {"c_legio_8": "roma"}}, "must be on the map"),
        ({"steps": {"c_legio_8": 4}}, "LEG 8 has 4 steps; it may have 1 to 3"),
        ({"stock": {"caesar": []}}, "LEG 17 appears 0 times"),
        ({"eliminated": {"caesar": ["c_legio_8"]}}, "LEG 8 appears 2 times"),
        ({"trophies": {"caesar": ["c_octavian"]}}, "Caesar's trophies cannot include Octavian"),
        ({"cups": {"deck": ["mars", "mars"]}}, "Mars appears 2 times; there must be 1"),
        (
            {"cups": {"caesar_hand": ["mars"]}, "phase": "cards"},
            "Caesar has 1 card in hand; there should be 5",
        ),
        ({"year": 6}, "there is no turn 1 of year 6"),
        ({"phase": "tea"}, "there is no phase tea"),
        ({"phase": "movement"}, "this phase needs an acting side with its card"),
        ({"phase": "battle"}, "this phase needs a battle in progress"),
        ({"at": {"c_legio_8": "roma", "p_legio_1": "roma", "cleopatra": "alexandria"}}, "Roma is contested"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(raw: dict[str, Any], reason: str) -> None:
    assert any(reason in said for said in reasons(raw)), reasons(raw)


@pytest.mark.parametrize(
    "raw", [{"at": 5}, {"steps": {"c_legio_8": "full"}}, {"tea": 1}, {"cups": {"deck": [1]}}]
)
def test_what_is_no_position_is_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(raw)
