"""A reaction window that waits: the referee closes it on the referee's page."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.core.log.chance import sampler
from service.usecases.play import playing, queries
from tests.harness.browser import TableHarness, at_table
from tests.harness.service import by
from tests.kit.play_styles import bold
from tests.service.test_belisarius import ASK, placed


def test_the_referee_closes_a_window_that_waits(tmp_path: Path) -> None:
    async def act(harness: TableHarness) -> None:
        b = harness.bench
        campaign = placed(b, b"a", ASK)
        for n in range(60):
            asked = b.service.asked(campaign)[0]
            if asked.optional:
                break
            pending = b.service.look(campaign, queries.pending, asked.seat)
            assert pending is not None
            answer = bold(pending.choice, sampler(n), None, asked.seat)
            b.service.do(by(asked.seat), campaign, playing.submit, asked.seat, answer)
        path = f"/game/{campaign}/referee/actions"
        async with harness.guest(harness.session_at(campaign, "", "judge")) as judge:
            assert "Reaction window open" in (await judge.get(path)).text
            assert (await judge.post(f"{path}/close", {})).status == 200
            page = (await judge.get(f"/game/{campaign}/referee")).text
            assert 'data-posts="money"' in page, "a filter where the game has money"
            paid = re.findall(r'<article class="post told[^"]*\bmoney\b[^"]*".*?</article>', page)
            assert paid and all("solid" in one for one in paid)
        assert [a for a in b.service.asked(campaign) if a.entry == asked.entry and a.optional] == []
        told = [str(post.content) for post in b.service.posts(campaign, ["channel"], 0, 10_000)]
        assert any("the referee closed the reaction window" in text for text in told)

    at_table(tmp_path, act)
