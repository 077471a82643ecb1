"""Saved worlds: those of every schema that was released load, are sound, and go on (architecture.md §3)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.core import Table, fill, start
from adjudicator.core.log.chance import sampler
from adjudicator.julius_caesar.world import World

from .selfplay import GAME, Loose, chain

SAVED = Path(__file__).parents[1] / "saved"
FILES = sorted(SAVED.glob("julius_caesar_*.json"))
WORLDS = [(path.stem, name) for path in FILES for name in json.loads(path.read_text(encoding="utf-8"))]


def saved(file: str, name: str) -> dict[str, Any]:
    raw: dict[str, Any] = json.loads((SAVED / f"{file}.json").read_text(encoding="utf-8"))[name]
    return raw


def loaded(file: str, name: str) -> World:
    return msgspec.convert(saved(file, name), World)


def test_there_is_one_of_the_present_schema() -> None:
    """The last file holds worlds with all the fields that a world has now, and no others."""
    file, name = WORLDS[-1]
    assert set(saved(file, name)) == set(World.__struct_fields__)


@pytest.mark.parametrize(("file", "name"), WORLDS)
def test_a_saved_world_is_sound_and_written_as_it_was(file: str, name: str) -> None:
    w = loaded(file, name)
    assert [fill(p, "en", GAME.lexicon.label) for p in GAME.problems(w)] == []
    assert msgspec.to_builtins(w) == saved(file, name)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(w), type=World) == w


@pytest.mark.parametrize(("file", "name"), WORLDS)
def test_a_saved_world_is_played_to_its_end(file: str, name: str) -> None:
    table, rng = Table(GAME, start(GAME, loaded(file, name), 0), chain(), Loose(1), fresh=True), sampler(1)
    while not table.over:
        for seat, choice in list(table.pending.items()):
            table.submit(seat, choice.sample(rng))
    assert table.world.result["how"] in ("points", "more", "rome", "draw")


# -- what is impossible in a world (§1.3 §4.1 §5.1) ----------------------------------------------


def impossible(change: Any) -> list[str]:
    w = loaded("julius_caesar_1", "movement")
    change(w)
    return [fill(p, "en", GAME.lexicon.label) for p in GAME.problems(w)]


def test_a_block_twice_or_nowhere_is_named() -> None:
    """§1.3 §5.1."""
    assert "LEG 7 appears 2 times" in impossible(lambda w: w.stock["pompey"].append("c_legio_7"))
    twice = impossible(lambda w: w.eliminated["caesar"].append("c_caesar"))
    assert twice == ["Caesar appears 2 times"]
    gone = impossible(lambda w: w.at.pop("cleopatra"))
    assert "Cleopatra appears 0 times" in gone


def test_a_block_in_an_impossible_place_or_strength_is_named() -> None:
    """§4.1 §3.11."""
    assert "Caesar is at sea" in impossible(lambda w: w.at.update(c_caesar="mare_tyrrhenum"))
    assert "Lugdunum is not a port" in impossible(lambda w: w.at.update(c_navis_1="lugdunum"))
    strong = impossible(lambda w: w.steps.update(c_caesar=4))
    assert strong == ["Caesar has 4 steps; it may have 1 to 3"]


def test_a_card_too_many_is_named() -> None:
    """§2.1 §1.3."""
    assert "Mars appears 2 times; there must be 1" in impossible(lambda w: w.cups["deck"].append("mars"))
