"""Receipts: a kind of result for each kind of command, and the same again for a repetition."""

from __future__ import annotations

from service.usecases.play import playing
from tests.harness.posts import notices
from tests.harness.service import ServiceHarness, by


def test_a_batch_that_stops_says_why_and_says_it_again(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    written = b.service.status(campaign).campaign.head
    b.service.do(by("north"), campaign, playing.order, "north", "bid 1")
    b.service.do(by("south"), campaign, playing.order, "south", "bid 0")
    first = b.service.do(by("north", "7"), campaign, playing.order, "north", "take 1\nbid 2", head=written)
    assert first.result.why is not None and first.result.why.values == {"others": ["south"]}
    assert (
        b.service.do(by("north", "7"), campaign, playing.order, "north", "take 1\nbid 2", head=written)
        == first
    )
    (notice,) = notices(b.waiting(1000), "batch")
    assert notice.packed == first.result.reason
