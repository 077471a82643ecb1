"""The dice of a game: the hits to be expected, and those made (§7.4)."""

from __future__ import annotations

import pytest

from adjudicator.core import Event
from adjudicator.julius_caesar import GAME


def fired(side: str, dice: list[int], firepower: int) -> Event:
    hits = sum(die <= firepower for die in dice)
    values = {"side": side, "block": "leg_7", "dice": dice, "firepower": firepower, "hits": hits}
    return Event("fired", "7.4", values)


def test_hits_are_expected_by_firepower() -> None:
    """§7.4 A die hits on the block's firepower or less: three dice at B3 make one and a half hits."""
    events = [fired("caesar", [1, 2, 6], 3), fired("pompey", [5, 6], 2), fired("caesar", [4], 3)]
    found = GAME.luck([Event("passed", "7.2"), *events])
    caesar, pompey = found["caesar"], found["pompey"]
    assert (caesar.dice, caesar.hits, pompey.dice, pompey.hits) == (4, 2, 2, 0)
    assert caesar.expected == pytest.approx(2.0) and pompey.expected == pytest.approx(2 / 3)


def test_a_game_without_battles_has_no_dice() -> None:
    assert not any(one.dice for one in GAME.luck([]).values())
