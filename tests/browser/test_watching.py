"""`demo --watch`: the computer plays every seat of a game that can be watched."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import GAMES
from frontends.browser.watching import play, seat_computer
from service.runtime.demo import plan_of
from tests.harness.browser import TableHarness, at_table


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_computer_plays_and_spectators_see_it(game: str, tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        campaign = await harness.worker.run(lambda service: seat_computer(service, plan_of(game, "", 1)))
        begun = harness.bench.service.status(campaign).campaign.n
        answers = 0

        class Enough(Exception):
            pass

        async def counted(pause: float) -> None:
            nonlocal answers
            answers += 1
            if answers > 3:
                raise Enough

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("frontends.browser.watching.asyncio.sleep", counted)
            with pytest.raises(Enough):
                await play(harness.worker, 1)
        assert harness.bench.service.status(campaign).campaign.n > begun
        async with harness.guest() as g:
            page = await g.get(f"/game/{campaign}/public")
            assert page.status == 200 and 'class="post' in page.text

    at_table(tmp_path, act, sheets)
