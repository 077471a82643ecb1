"""Positions written by hand (docs/position/ottomans.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.core import fill
from adjudicator.ottomans import GAME
from adjudicator.ottomans.options import OPTIONS
from adjudicator.ottomans.sequence import SEQUENCE
from adjudicator.ottomans.world import Battle, March, World

PAGE = (Path(__file__).parents[2] / "docs/position/ottomans.md").read_text(encoding="utf-8")
CORES = {"turks": "ottomans", "caliphate": "egypt"}


def load(raw: Mapping[str, Any]) -> World:
    assert GAME.complete is not None
    world: World = GAME.complete(raw, {option.name: option.values[0] for option in OPTIONS})
    return world


def said(w: World) -> list[str]:
    return [fill(problem, "en", GAME.lexicon.label) for problem in GAME.problems(w)]


def test_an_empty_position_is_the_first_scenario() -> None:
    first = GAME.scenarios()[0]
    assert load({}) == GAME.found(first.id, {}, first.seats)
    assert said(load({})) == []


def test_the_page_has_a_sound_example_and_names_every_field_and_phase() -> None:
    example = re.search(r"```json\n(.*?)```", PAGE, re.S)
    assert example is not None
    assert said(load(json.loads(example[1]))) == []
    fields = [f for struct in (World, March, Battle) for f in struct.__struct_fields__]
    assert [name for name in (*fields, *SEQUENCE, "over") if f"`{name}`" not in PAGE] == []


def test_a_written_position_is_read_again() -> None:
    for scenario in GAME.scenarios():
        world = GAME.found(scenario.id, {}, scenario.seats)
        assert load(msgspec.to_builtins(world)) == world
        assert said(world) == []


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ({"seats": ["orthodox", "turks"]}, "the Turks play it"),
        ({"at": {"mehmed_ii": "atlantis"}, "core": CORES}, "cannot be in atlantis"),
        ({"at": {"mehmed_ii": "aegean"}, "core": CORES}, "Mehmed II cannot be in"),
        ({"at": {"mehmed_ii": "rumelia"}, "dead": ["mehmed_ii"], "core": CORES}, "appears 2 times"),
        ({"at": {"mehmed_ii": "rumelia"}, "aboard": {"mehmed_ii": "mehmed_ii"}}, "cannot be aboard"),
        ({"cups": {"turks_hand": ["alliance"] * 9}}, "there must be 2"),
        ({"cups": {"sleeve": []}}, "chits can only be in"),
        ({"control": {"serbia": "orthodox"}}, "cannot control"),
        ({"core": {"turks": "egypt"}}, "core nation"),
        ({"turn": 40}, "there is no turn 40"),
        ({"phase": "tea"}, "there is no phase tea"),
        ({"phase": "food"}, "every player must have a core nation"),
        ({"phase": "food", "core": CORES}, "in the order of play"),
        ({"phase": "draw", "core": CORES}, "whose turn it is"),
        ({"at": {}, "phase": "battle", "core": CORES}, "a battle and its phase"),
        ({"control": {"spain": "turks"}, "scenario": "3"}, "come into play later"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(raw: Mapping[str, Any], reason: str) -> None:
    found = said(load(raw))
    assert any(reason in each for each in found), found


@pytest.mark.parametrize("raw", [{"at": 5}, {"tea": 1}, {"cups": {"pool": [1]}}, {"scenario": "9"}])
def test_what_is_no_position_is_refused(raw: Mapping[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        load(raw)
