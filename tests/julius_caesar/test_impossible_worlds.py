"""Worlds of Julius Caesar that are impossible, and what is said of them (§1.3 §4.1 §5.1)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from adjudicator.core import fill
from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.world import World
from tests.kit.test_positions import saved

from .kit import KIT


def impossible(change: Callable[[World], object]) -> list[str]:
    w = msgspec.convert(saved(KIT)["movement"], World)
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
