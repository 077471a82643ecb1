"""Names of stages and of dice."""

from __future__ import annotations

from adjudicator.ancient_world import GAME
from adjudicator.core import fill


def test_stages_by_name() -> None:
    """§2.6 §5.2 The year is told, and who is active; a ten is read as nought."""
    when = GAME.when("1/218/operation/hannibal")
    assert fill(when.title, "en") == "Turn 1 (218 BC)"
    assert fill(when.phase, "en", GAME.lexicon.label) == "operation phase of Hannibal"
    throw = GAME.throw("8.3", "4705", [10], [], [])
    assert throw.result is not None
    assert fill(throw.result, "en") == "10 counts as 0"
