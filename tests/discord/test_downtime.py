"""The bot is down across a deadline for a minute, two hours, two days: as stated in docs/service.md."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from frontends.discord import DiscordClient
from service.usecases.time import deadlines
from service.values.time_control import HOUR, TimeControl
from tests.fake_discord.people import screen
from tests.fake_discord.server import Server
from tests.harness.clock import tick
from tests.harness.discord import in_haste, short_chains
from tests.harness.discord_toys import ToyHarness, assert_accounted, public
from tests.harness.service import by, service_harness
from tests.toys import nim

MINUTE, DAY = 60, 24 * HOUR
LONG = 72
"""Hours that a decision has."""


@asynccontextmanager
async def up(t: ToyHarness) -> AsyncIterator[None]:
    """The bot up for a while: as at its start, first the clock, then everything else."""
    await t.worker.run(lambda service: tick(t.bench))
    t.client = DiscordClient(t.worker, t.bench.service.games(), t.settings, guild_ready_timeout=0.05)
    async with t.running():
        await t.settled()
        yield
        await t.settled()
        assert_accounted(t)


async def across(t: ToyHarness, down: int, *, tournament: bool) -> tuple[int, int, int]:
    """Both are to bid, South has; the bot is down from half that time before the deadline to half behind it.

    Gives the campaign, the deadline that there was, and the one that there is (0 for none).
    """
    async with up(t):
        campaign = await t.begun()
        pace = TimeControl("fixed", LONG, tournament=tournament)
        judge = by(f"discord/{t.judge.id}")
        await t.worker.run(lambda service: service.do(judge, campaign, deadlines.set_pace, pace))
        await t.order(t.bob, "bid 1")
        (before,) = [d.due for d in t.bench.service.due(campaign) if d.seat == "north"]
        assert before == t.bench.clock.now + LONG * HOUR
        assert f"<t:{before}:R>" in screen.text(t.status)
    # Up to then it ticked every minute; that the reminders went out meanwhile is another test's.
    with t.bench.store.transaction():
        t.bench.context.clocks.beat(before - down // 2, None)
    t.bench.clock.now = before - down // 2
    await t.worker.run(lambda service: tick(t.bench))
    t.bench.clock.now = before + down // 2
    async with up(t):
        pass
    (after,) = [d.due or 0 for d in t.bench.service.due(campaign) if d.seat == "north"] or [0]
    return campaign, before, after


RETURN = {MINUTE: 0, 2 * HOUR: 2 * HOUR, 2 * DAY: 12 * HOUR}
"""The time from the return to the deadline, in a campaign that is no tournament; 0: it has passed."""


@pytest.mark.parametrize("tournament", [False, True])
@pytest.mark.parametrize("down", [MINUTE, 2 * HOUR, 2 * DAY])
def test_a_deadline_that_fell_while_the_bot_was_down(tmp_path: Path, down: int, tournament: bool) -> None:
    async def run() -> None:
        games = {"nim": nim.GAME}
        with short_chains(), in_haste(), service_harness(tmp_path / "tabellarius.sqlite", games) as found:
            async with Server() as server, asyncio.timeout(60):
                t = ToyHarness(server, found, tmp_path)
                campaign, before, after = await across(t, down, tournament=tournament)
                clocked = [e["seat"] for e in found.service.log(campaign) if e.get("by") == "clock"]
                back = before + down // 2
                if down == MINUTE:
                    assert clocked == ["north"] and public(t).count("Bids: 0 and 1. South moves.") == 1
                else:
                    expected = before + down if tournament else back + RETURN[down]
                    assert (after, clocked) == (expected, [])
                    assert f"<t:{after}:R>" in screen.text(t.status)
                    assert public(t).count("The umpire was down") == 1
                told = public(t)
                async with up(t):
                    pass
                assert public(t) == told, "a second start says nothing twice"
                await t.worker.close()

    asyncio.run(run())
