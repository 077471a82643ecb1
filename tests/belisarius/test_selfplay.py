"""The coverage of many games of Belisarius (tests/kit/test_selfplay.py plays them with all checks)."""

from __future__ import annotations

import pytest

from adjudicator.belisarius.board import AREAS, CITIES, HEXES, MARKERS, PROVINCES, UNITS
from tests.kit.counting import count

from .count_rules import everything, of_game


def test_the_board_is_whole() -> None:
    """§8.1 §2.3"""
    assert sum(marker.count for marker in MARKERS.values()) == 64
    assert (len(HEXES), len(PROVINCES), len(AREAS)) == (1773, 25, 4)
    assert (len(CITIES), len(UNITS)) == (73, 198)


@pytest.mark.byhand
def test_every_event_marker_result_and_rare_rule_is_reached() -> None:
    counts = count(of_game, range(600))
    assert [name for name in everything() if not counts[name]] == []
