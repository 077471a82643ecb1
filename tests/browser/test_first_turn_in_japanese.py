"""The first turn of each game is typed in Japanese in the table's order line: the orders of docs/plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.browser import TableHarness, at_table
from tests.harness.first_turn import EACH, answers, begun, expected, turn


@pytest.fixture(autouse=True)
def short_chains() -> None:
    """Here chains are as long as in play: the dice of the files follow from them."""


@pytest.mark.parametrize("game", EACH)
def test_a_first_turn_is_typed_in_japanese_at_the_table(game: str, tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        campaign = begun(harness.bench, game, "ann")
        first, *others = harness.bench.service.status(campaign).campaign.seats
        async with harness.guest(harness.session_at(campaign, first, "ann")) as g:
            for seat in others:
                harness.admit(g.session_id, campaign, seat, "ann")
            await g.post("/choices", {"language": "ja"})
            for line in turn(game).orders:
                said = await g.order(f"/game/{campaign}/{line.seat}", line.text)
                assert said.status == 200, said.text
        assert answers(harness.bench.service, campaign) == expected(game)

    at_table(tmp_path, act, sheets)
