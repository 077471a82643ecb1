"""What a reader keeps proves how far they have read; with open dice there is nothing to prove."""

from __future__ import annotations

from pathlib import Path

from service.usecases.referee import restored
from service.values.records import Seen
from tests.harness.service import GAMES, ServiceHarness, service_harness

GAME = {"julius_caesar": GAMES["julius_caesar"]}


def begun(b: ServiceHarness, answers: int, seed: bytes) -> int:
    campaign = b.found("julius_caesar", "war", seed=seed)
    for n in range(answers):
        b.step(campaign, n)
    return campaign


def test_a_seeded_game_is_not_held_by_a_mark_from_another_database(tmp_path: Path) -> None:
    """Two games with the same seed have the same secrets; a demo that is shown again is one."""
    with service_harness(tmp_path / "first.db", GAME) as b:
        campaign = begun(b, 9, b"the same")
        assert b.service.shown(campaign) == ""
        found = b.context.campaign(campaign)
        end = Seen(found.n - 1, found.head[:16], found.epoch, found.asides)
        kept = restored._marked(b.context, found, end)  # what an earlier release gave out
    with service_harness(tmp_path / "second.db", GAME) as b:
        assert begun(b, 2, b"the same") == campaign
        assert b.service.hear_shown(campaign, kept)
        assert not b.service.status(campaign).campaign.held
