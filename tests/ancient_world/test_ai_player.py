"""The computer plays whole games of every scenario, for both sides, with legal answers alone."""

from __future__ import annotations

import pytest

from .kit import play
from .selfplay import SCENARIOS, consul


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_computer_plays_both_sides_to_the_end(scenario: str) -> None:
    """§14.0 Cities come under siege on the way."""
    kinds, world = set(), None
    for step in play(11, styles=(consul, consul), scenario=scenario):
        world = step.world
        kinds |= {event.kind for event in step.events}
        assert step.n < 5000
    assert world is not None
    assert world.result["how"] in ("points", "automatic", "draw")
    assert {"marches", "invested", "continuation"} <= kinds


def test_the_computer_fights_for_messana() -> None:
    """§14.0 It crosses the strait, and Messana comes under siege."""
    sieges, crossed = set(), False
    for seed in (1, 2, 3):
        for step in play(seed, styles=(consul, consul), scenario="sicily"):
            sieges |= {event.values["city"] for event in step.events if event.kind == "invested"}
            crossed |= any(event.kind == "crossing" for event in step.events)
    assert crossed
    assert "messana" in sieges
