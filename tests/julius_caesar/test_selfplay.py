"""The coverage of many games of Julius Caesar (tests/kit/test_selfplay.py plays them with all checks)."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.julius_caesar.board import BLOCKS, CITIES, DECK, EDGES, ROADS, SEAS
from tests.kit.counting import count

from .count_rules import everything, of_game


def test_the_board_is_whole() -> None:
    """§1.3 §4.2 §4.3 §4.4: and nothing in a game ever changes it."""
    kinds = Counter(road.kind for road in ROADS.values())
    assert (len(CITIES), len(SEAS), len(BLOCKS), len(DECK)) == (67, 9, 63, 27)
    assert kinds["major"] + kinds["minor"] == 90
    assert kinds["strait"] == 4
    assert sum(len(beside) for beside in EDGES.values()) == 2 * 94


@pytest.mark.byhand
def test_every_result_event_and_rare_rule_is_reached() -> None:
    counts = count(of_game, range(5000))
    assert [name for name in everything() if not counts[name]] == []
