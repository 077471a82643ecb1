"""Saved worlds: those of every schema that was released load, are sound, and go on (architecture.md §3)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.belisarius import GAME
from adjudicator.belisarius.migrations import MIGRATIONS
from adjudicator.belisarius.options import OPTIONS
from adjudicator.belisarius.world import World
from adjudicator.core import fill

from .selfplay import bold, plain, play

SAVED = Path(__file__).parents[1] / "saved"
LATEST = f"belisarius_{1 + len(MIGRATIONS)}"
WORLDS = sorted(json.loads((SAVED / f"{LATEST}.json").read_text(encoding="utf-8")))


def saved(name: str) -> dict[str, Any]:
    raw: dict[str, Any] = json.loads((SAVED / f"{LATEST}.json").read_text(encoding="utf-8"))[name]
    return raw


def loaded(name: str) -> World:
    return msgspec.convert(saved(name), World)


@pytest.mark.parametrize("name", WORLDS)
def test_a_saved_world_is_sound_and_written_as_it_was(name: str) -> None:
    """It has all the fields and options that a world has now, and no others."""
    w = loaded(name)
    assert set(w.options) == {option.name for option in OPTIONS}
    assert set(saved(name)) == set(World.__struct_fields__)
    assert [fill(p, "en", GAME.lexicon.label) for p in GAME.problems(w)] == []
    assert msgspec.to_builtins(w) == saved(name)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(w), type=World) == w


@pytest.mark.parametrize("name", [name for name in WORLDS if name not in ("over", "set_up")])
def test_a_saved_world_is_played_on(name: str) -> None:
    """Into the next turn at least, or to its end."""
    w = loaded(name)
    turn = w.turn
    for step in play(3, None, (bold, plain), world=w):
        if step.world.turn > turn:
            break
    assert step.table.over or step.world.turn > turn


def test_the_saved_worlds_are_of_every_kind_of_moment() -> None:
    """At the beginning, in the middle of things, in the end; and among them all that a world may hold."""
    phases = {"set_up", "recruit", "army", "battle", "supply", "over"}
    assert {saved(name)["phase"] for name in WORLDS} == phases
    for field in ("colonies", "works", "pillaged", "agreements", "aboard", "operated", "dropped", "result"):
        assert any(saved(name)[field] for name in WORLDS), field
