"""The bot and its service in this process, on the test server, with two players and a referee."""

from __future__ import annotations

import asyncio
import functools
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import discord
import msgspec

from adjudicator import GAMES
from adjudicator.core.log import chance
from adjudicator.core.log import founding as core_founding
from frontends.discord import DiscordClient
from frontends.discord.context import action_context
from frontends.discord.delivery import FRONT_END, attention, dispatcher, emojis, status_messages
from service.pictures.drawing import BaseLayer, Drawing, Picture
from service.pictures.render_pool import RenderPool
from service.runtime.worker import Worker
from service.usecases.agreeing import ending
from service.values.settings import Settings
from tests.fake_discord.people.person import Person
from tests.fake_discord.problems import Unsettled
from tests.fake_discord.redirect import redirect
from tests.fake_discord.server import TOKEN, Server
from tests.fake_discord.state.model import Channel, Message
from tests.harness.service import SHEETS, ServiceHarness, service_harness

LONGEST = 60.0
"""Seconds after which what has not been sent never will be."""


class DiscordHarness:
    """Everything that a scene plays with."""

    def __init__(self, server: Server, bench: ServiceHarness, folder: Path) -> None:
        self.server, self.folder = server, folder
        self.guild = server.world.add_guild("Legio")
        self.channel = server.world.add_channel(self.guild, "table")
        self.alice = server.user("Alice")
        self.bob = server.user("Bob", locale="ja")
        self.judge = server.user("Judge")
        self.settings = Settings(maps=SHEETS, out=folder / "out", backups=folder / "backups", backup_hours=0)
        self.be_at(bench)

    def be_at(self, bench: ServiceHarness, render_pool: RenderPool | None = None) -> None:
        """Start anew with a client over this service."""
        self.bench, self.worker = bench, Worker(bench.service, render_pool or Sketchers())
        games = bench.service.games()
        self.client = DiscordClient(self.worker, games, self.settings, guild_ready_timeout=0.05)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The bot signed in, until the end of the block."""
        redirect(self.server.base)
        task = asyncio.create_task(self.client.start(TOKEN))
        try:
            await self.server.until(lambda: self.client.is_ready() or task.done(), "the bot")
            if task.done():
                task.result()
            yield
        finally:
            await self.client.close()
            await task

    async def settled(self) -> None:
        """Wait until all posts are sent and every status is true.

        Raises:
            Unsettled: it takes longer than `LONGEST`; with what is still to be sent.
        """
        try:
            async with asyncio.timeout(LONGEST):
                while not await self._is_still():
                    await asyncio.sleep(0.003)
        except TimeoutError as error:
            waiting = await self._waiting()
            what = f"idle: {self.client.is_idle}, lanes (campaign, audience, post): {waiting}"
            raise Unsettled(f"not settled in {LONGEST:.0f} s; {what}; {self.server.state()}") from error
        await self.server.quiet()

    async def _is_still(self) -> bool:
        return self.client.is_idle and self.server.idle() and not await self._waiting()

    async def _waiting(self) -> list[tuple[int, str, int]]:
        lanes = await self.worker.run_silently(lambda service: service.lanes(FRONT_END))
        resting = self.client.parts.dispatcher.resting
        return [lane for lane in lanes if lane[:2] not in resting]

    # -- shortcuts

    async def found(self, channel: Channel | None = None) -> int:
        """A game of Julius Caesar, founded by the judge in the channel; gives its number."""
        reply = await self.judge.command(
            "game new", channel or self.channel, title="Rubicon", referee=self.judge
        )
        await self.judge.press(reply.message, "Create game")
        await self.settled()
        return max(campaign.id for campaign in self.bench.service.campaigns())

    async def seated(self) -> int:
        """The same with Alice as Caesar and Bob as Pompey: the game has begun."""
        campaign = await self.found()
        await self.alice.press(self.status, "Play Caesar")
        await self.settled()
        await self.bob.press(self.status, "Play Pompey")
        await self.settled()
        return campaign

    @property
    def status(self) -> Message:
        """The status message."""
        (pinned,) = [m for m in self.channel.messages if m.pinned and not m.deleted]
        return pinned

    def messages(self, person: Person) -> list[Message]:
        """Return the messages that a person sees in the channel."""
        return person.visible(self.channel)


PNG = b"\x89PNG\r\n\x1a\n" + bytes([0, 0, 0, 13]) + b"IHDR" + bytes([0, 0, 0, 128]) * 2
"""The beginning of a picture of 128 by 128 pixels."""


class Sketchers(RenderPool):
    """They give, instead of a picture, the fingerprint of all that it is drawn from."""

    def __init__(self) -> None:
        """They are no processes."""

    def draw(self, drawing: Drawing, cache: Path | None = None) -> Picture:
        made = hashlib.sha256(msgspec.json.encode(drawing)).digest()
        if drawing.kind == "emoji":  # the platform takes pictures alone
            return Picture(f"{drawing.name}.png", PNG + made, "image/png", drawing.alt)
        return Picture(f"{drawing.name}.bin", made, "application/octet-stream", drawing.alt)

    def prepare(self, base_layers: Iterable[BaseLayer], cache: Path) -> None:
        """Nothing lies below."""

    def close(self, patience: float = 0.0) -> None:
        """Nothing has to end."""


@contextmanager
def short_chains() -> Iterator[None]:
    """Short chains of seeds, so that founding a campaign costs a test next to nothing."""
    with ExitStack() as stack:
        for module in (chance, core_founding, ending):
            stack.enter_context(patch.object(module, "EPOCHS", 1024))
        yield


@contextmanager
def in_haste() -> Iterator[None]:
    """The bot waits for nothing: neither between two edits, nor before it tries again, nor until somebody has
    left; nor does the library. Only emojis come when a test wants them.

    That waits whole seconds before it tries again, and as long as it is told to, which is no whole number.
    """

    async def sleep(seconds: float) -> None:
        await asyncio.sleep(0.01 if isinstance(seconds, int) else seconds)

    quick = SimpleNamespace(**{**vars(asyncio), "sleep": sleep})
    with ExitStack() as stack:
        for library in (discord.http, discord.webhook.async_):
            stack.enter_context(patch.object(library, "asyncio", quick))
        for module, name in (
            (status_messages, "CALM"),
            (status_messages, "AGAIN"),
            (dispatcher, "FIRST_WAIT"),
        ):
            stack.enter_context(patch.object(module, name, 0.03))
        stack.enter_context(patch.object(attention, "HERE", 0))
        stack.enter_context(patch.object(emojis, "FIRST", 3600.0))
        stack.enter_context(patch.object(action_context, "PATIENCE", LONGEST))  # one answer on a slow machine
        yield


def played(scene: Callable[[DiscordHarness], Awaitable[None]]) -> Callable[[Path], None]:
    """Run a scene with the bot signed in; leaving checks that all was within the specification."""

    async def run(folder: Path) -> None:
        with (
            short_chains(),
            in_haste(),
            service_harness(folder / "tabellarius.sqlite", GAMES, "discord 2") as found,
        ):
            async with Server() as server:
                harness = DiscordHarness(server, found, folder)
                async with harness.running():
                    await scene(harness)
                    await harness.settled()
                await harness.worker.close()

    return tested(scene, run)


def tested(
    scene: Callable[..., object], run: Callable[[Path], Coroutine[Any, Any, None]]
) -> Callable[[Path], None]:
    """Return a test that runs a scene in a folder of its own, under the name of the scene."""

    def test(tmp_path: Path) -> None:
        asyncio.run(run(tmp_path))

    functools.update_wrapper(test, scene, assigned=("__doc__", "__name__", "__module__"), updated=())
    del test.__wrapped__  # type: ignore[attr-defined]
    return test
