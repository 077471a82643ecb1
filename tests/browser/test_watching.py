"""`demo --watch`: the computer plays every seat of a game that can be watched."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from adjudicator import GAMES
from frontends.browser.watching import seat_computer
from service.runtime.computer import run_ai
from service.runtime.demo import plan_of
from tests.harness.browser import TableHarness, at_table


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_computer_plays_and_spectators_see_it(game: str, tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        campaign = await harness.worker.run(lambda service: seat_computer(service, plan_of(game, "", 1)))
        begun = harness.bench.service.status(campaign).campaign.n
        playing = asyncio.create_task(run_ai(harness.worker, 0))
        while (
            await harness.worker.run_silently(lambda service: service.status(campaign).campaign.n) < begun + 3
        ):
            await asyncio.sleep(0.01)
        playing.cancel()
        async with harness.guest() as g:
            page = await g.get(f"/game/{campaign}/public")
            assert page.status == 200 and 'class="post' in page.text

    at_table(tmp_path, act, sheets)
