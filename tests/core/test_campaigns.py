"""Whole games of both toys at random; the table is built again after every answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core import Ruling
from adjudicator.core.export import export
from adjudicator.core.verify import verify
from tests.core.campaign import Campaign, play, reflex_of, require_same_after_crash
from tests.toys import markers, nim

ROOT = Path(__file__).resolve().parents[2]
RULINGS = {
    "nobody": Ruling(),
    "standing": Ruling(reflex=reflex_of(1), books={"a": ["on raid do play treachery"], "b": []}),
    "ask": Ruling(modes={"default": "ask"}),
    "ask_standing": Ruling(modes={"default": "ask", "tide": "standing"}, reflex=reflex_of(2)),
}


@pytest.mark.parametrize("seed", range(12))
def test_nim_after_a_crash_at_every_answer(seed: int) -> None:
    campaign = Campaign(nim.GAME, "long", bytes([seed]))
    for table in play(campaign, seed):
        require_same_after_crash(campaign, table)
    assert table.world.winner in ("north", "south")
    require_verified(campaign)


@pytest.mark.parametrize("ruling", RULINGS)
@pytest.mark.parametrize("seed", range(15))
def test_markers_after_a_crash_at_every_answer(seed: int, ruling: str) -> None:
    campaign = Campaign(markers.GAME, "ring", bytes([seed]), ruling=RULINGS[ruling])
    for table in play(campaign, seed):
        require_same_after_crash(campaign, table)
        require_sound(table.world)
    assert table.world.phase == "over"
    require_verified(campaign)


def require_sound(world: markers.World) -> None:
    markers_left = [m for cup, held in world.cups.items() if cup != "relics" for m in held]
    assert sorted(markers_left) == sorted(markers.MARKERS)
    assert all(held == sorted(held) for held in world.cups.values())
    assert min(world.coins.values()) >= 0


def require_verified(campaign: Campaign) -> None:
    """The stand-alone verifier, written apart from core, finds nothing wrong with any export."""
    for reader in (None, "all", campaign.seats[0]):
        assert verify(export(campaign.entries, reader)).errors == []
    campaign.end()
    report = verify(export(campaign.entries, None))
    assert report.errors == []
    assert report.sealed == 0
    draws = report.counts["hidden draws"]
    assert report.counts["hidden draws recomputed"] == draws
