"""As many connections as Discord recommends: each server by its own, direct messages by the first."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import discord
import pytest

from frontends.discord import serve
from service.runtime.worker import Worker
from service.values.settings import CannotStartYet, Settings
from tests.core import scripted
from tests.fake_discord.people.person import Person
from tests.fake_discord.people.reply import Reply
from tests.fake_discord.redirect import redirect
from tests.fake_discord.server import TOKEN, Server
from tests.fake_discord.state.model import Channel
from tests.harness.discord import in_haste, short_chains
from tests.harness.discord_toys import ToyHarness, assert_accounted
from tests.harness.service import service_harness
from tests.toys import nim


@pytest.fixture(autouse=True)
def no_pause() -> Iterator[None]:
    """The library waits five seconds between two sign-ins, as Discord wants it."""

    async def at_once(client: discord.Client, shard: int | None, *, initial: bool = False) -> None:
        pass

    with patch.object(discord.Client, "before_identify_hook", at_once):
        yield


class TwoServers(ToyHarness):
    """Two games of Nim, on servers that a bot with two shards has on different ones."""

    other: Channel

    async def begin(self) -> None:
        """Found both games; Alice and Bob play in both."""
        world = self.server.world
        guild = world.add_guild("Second")
        assert (int(self.guild.id) >> 22) % 2 != (int(guild.id) >> 22) % 2
        self.other = world.add_channel(guild, "table")
        for person in (self.alice, self.bob, self.judge):
            world.join(guild, person.user)
        for channel in (self.channel, self.other):
            reply = await self.judge.command("game new", channel, title="Toy")
            await self.judge.press(reply.message, "Create game")
            await self.settled()
            for person, seat in ((self.alice, "north"), (self.bob, "south")):
                await person.command("game join", channel, seat=seat)
            await self.settled()

    def shard_of(self, channel: Channel) -> int:
        """Return the number of the shard that carries a channel."""
        return (int(channel.guild_id or 0) >> 22) % self.server.gateway.shards

    async def ordered(self, person: Person, channel: Channel, line: str) -> Reply:
        """Order while the connection is broken, and wait until it is back and all is said."""
        before = len(self.server.gateway.resumed_shards)
        self.server.gateway.abort(self.shard_of(channel))
        reply = await person.command("order", channel, line=line, settle=False)
        await self.server.until(lambda: len(self.server.gateway.resumed_shards) > before, "the resume")
        await self.settled()
        return reply


async def resumed(t: TwoServers, shards: int) -> None:
    """Each server's connection is broken under an order: RESUME brings it, once, and by its own shard."""
    await t.begin()
    assert t.client.shard_count == shards == t.server.gateway.identified
    for channel in (t.channel, t.other):
        reply = await t.ordered(t.alice, channel, "bid 2")
        assert "carried out: 1" in reply.text
        assert t.server.gateway.resumed_shards[-1] == t.shard_of(channel)
        assert t.server.gateway.carrier(reply.interaction.id) == t.shard_of(channel)
        await t.server.gateway.repeat(reply.interaction.payload)
        await t.settled()
    answers = [len(t.bench.service.log(campaign)) for campaign in (1, 2)]
    assert answers[0] == answers[1]
    await by_direct_message(t)
    assert_accounted(t)


async def by_direct_message(t: TwoServers) -> None:
    """Bob's decision came by direct message; a press there comes by shard 0, whichever else is away."""
    asked = t.bob.dms[-1]
    for shard in range(1, t.server.gateway.shards):
        t.server.gateway.abort(shard)
    pressed = await t.bob.press(asked, "命令")
    assert not pressed.failed and pressed.text
    assert t.server.gateway.carrier(pressed.interaction.id) == 0
    await t.server.until(t.client.connected.is_set, "all shards")


async def stopped(t: TwoServers, shards: int) -> None:
    """While the servers of one shard cannot answer, the clock stands."""
    await t.begin()
    away = shards - 1
    t.server.gateway.refuse_resume = True
    held = asyncio.Event()

    async def later(client: discord.Client, shard: int | None, *, initial: bool = False) -> None:
        await held.wait()

    with patch.object(discord.Client, "before_identify_hook", later):
        t.server.gateway.abort(away)
        await t.server.until(lambda: not t.client.connected.is_set(), "the disconnection")
        assert t.client.is_ready() and len(t.server.gateway.connected) == shards - 1
        held.set()
        await t.server.until(t.client.connected.is_set, "the connection")
    assert t.server.gateway.identified == shards + 1
    reply = await t.ordered(t.alice, t.other, "bid 2")
    assert "carried out: 1" in reply.text


def test_it_does_not_sign_in_so_often_that_discord_takes_the_token(tmp_path: Path) -> None:
    """With a code that systemd retries: each try asks, and signs in only when it may."""

    async def scene() -> None:
        with service_harness(tmp_path / "desk.sqlite", {"nim": nim.GAME}) as found:
            async with Server() as server:
                server.gateway.shards, server.gateway.remaining = 2, 1
                redirect(server.base)
                worker = Worker(found.service)
                with pytest.raises(CannotStartYet, match=r"signed in 999 times .* in 90 minutes"):
                    await serve(worker, Settings(discord_token=TOKEN), asyncio.Event())
                assert server.gateway.identified == 0
                await worker.close()

    asyncio.run(scene())


@pytest.mark.parametrize("shards", [1, 2])
@pytest.mark.parametrize("of", [resumed, stopped])
def test_every_server_is_reached_by_its_shard(
    tmp_path: Path, shards: int, of: Callable[[TwoServers, int], Awaitable[None]]
) -> None:
    async def run() -> None:
        games = {"nim": nim.GAME, "markers": scripted.GAME}
        with short_chains(), in_haste(), service_harness(tmp_path / "tabellarius.sqlite", games) as found:
            async with Server() as server:
                server.gateway.shards = shards
                t = TwoServers(server, found, tmp_path)
                async with t.running(), asyncio.timeout(60):
                    await of(t, shards)
                    await t.settled()
                await t.worker.close()

    asyncio.run(run())
