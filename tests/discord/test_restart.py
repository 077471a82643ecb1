"""The bot as an operator runs it: killed while it posts, restarted, stopped in good order."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from threading import Event
from unittest.mock import patch

import discord
import pytest
from msgspec import structs

from adjudicator import GAMES
from adjudicator.core import NotNow
from frontends.discord import client, serve
from frontends.discord.background import BackgroundTasks
from frontends.discord.delivery import post_renderer
from service.pictures.drawing import BaseLayer, Drawing, Picture
from service.pictures.render_pool import WorkerLost
from service.runtime.worker import Worker
from service.storage.database.backups import back_up
from service.values.records import Seen
from service.values.settings import CannotStart, Settings
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.problems import Unsettled
from tests.fake_discord.process import BotProcess
from tests.fake_discord.redirect import redirect
from tests.fake_discord.server import TOKEN, Server
from tests.fake_discord.state.model import Channel, Message
from tests.harness.damage import decayed
from tests.harness.discord import DiscordHarness, Sketchers, short_chains
from tests.harness.discord_toys import ToyHarness, toyed
from tests.harness.player import Player
from tests.harness.service import SHEETS, by, service_harness


class Hosted:
    """A server with two people, and `bot.py` in a process of its own."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server = server
        self.guild = server.world.add_guild("Legio")
        self.channel = server.world.add_channel(self.guild, "table")
        self.alice, self.bob = server.user("Alice"), server.user("Bob")
        env = {
            "DISCORD_TOKEN": TOKEN,
            "TABELLARIUS_DATABASE": str(folder / "tabellarius.db"),
            "TABELLARIUS_MAPS": str(SHEETS),
            "TABELLARIUS_BACKUPS": str(folder / "backups"),
        }
        self.process = BotProcess(server, "tests.fake_discord.run_bot", env=env)

    async def __aenter__(self) -> Hosted:
        return self

    async def __aexit__(self, *error: object) -> None:
        """Stop the bot, whatever the test came to."""
        await self.process.kill()

    def status(self) -> Message:
        (found,) = [m for m in self.channel.messages if m.pinned]
        return found

    def public(self) -> list[Message]:
        """All that everybody reads, in the channel and its threads."""
        places: list[Channel] = [self.channel, *self.alice.threads(self.channel)]
        return [m for place in places for m in place.messages if m.only_for is None and screen.text(m)]

    def twice(self) -> list[str]:
        """Return what was posted more than once."""
        shown = Counter((m.channel_id, screen.text(m)) for m in self.public() if not m.pinned)
        return [text for (_, text), times in shown.items() if times > 1]


@pytest.mark.matrix
def test_killed_while_it_posts_it_goes_on_where_it_was(tmp_path: Path) -> None:
    """Killed once before a message arrived and once behind it: it is posted, and once. At the first start
    the platform is away, and is waited for."""
    asyncio.run(restarted(tmp_path))


async def restarted(folder: Path) -> None:
    async with Server() as server, Hosted(server, folder) as t:
        server.fail("get_my_user", status=503)
        await t.process.start()
        reply = await t.alice.command("game new", t.channel, title="Rubicon")
        await t.alice.press(reply.message, "Create game")
        await server.until(lambda: any(m.pinned for m in t.channel.messages), "the status message")
        await killed_while_posting(t, t.alice, "Play Caesar", "Alice took the seat of Caesar", applied=False)
        await killed_while_posting(t, t.bob, "Play Pompey", "dealing the cards", applied=True)
        await server.until(lambda: bool(t.bob.dms), "the question", 60)
        await server.until(lambda: "Waiting for" in screen.text(t.status()), "the status", 60)
        assert t.twice() == []
        assert [
            sum(f"{who} took the seat of" in screen.text(m) for m in t.public()) for who in ("Alice", "Bob")
        ] == [
            1,
            1,
        ]
        assert len(t.alice.threads(t.channel)) == 1
        reply = await t.alice.press(t.status(), "Map")
        assert reply.message.attachments
        assert server.registrations == 1
        assert await t.process.stop() == 0
        server.token = "another"
        with pytest.raises(Unsettled, match="Discord rejects DISCORD_TOKEN"):
            await t.process.start()
        assert await t.process.stop() == 2
    lines = [json.loads(line) for line in t.process.log if line.startswith("{")]
    assert [line for line in lines if line["level"] == "error"] == []
    assert TOKEN not in "".join(t.process.log)


async def killed_while_posting(t: Hosted, person: Person, press: str, told: str, *, applied: bool) -> None:
    """Killed over the message that tells of a press; back again, it is told."""
    held = t.server.hold("create_message", applied=applied)
    await person.press(t.status(), press, settle=False)
    assert held.reached is not None
    await asyncio.wait_for(held.reached.wait(), 60)
    await t.process.kill()
    t.server.faults.clear()
    t.server.world.nonces.clear()
    await t.process.start()
    await t.server.until(lambda: any(told in screen.text(m) for m in t.public()), told, 60)


def test_a_restored_backup_that_knows_less_than_was_posted_is_held(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Server() as server:
            with short_chains(), service_harness(tmp_path / "tabellarius.sqlite", GAMES) as before:
                harness = DiscordHarness(server, before, tmp_path)
                async with harness.running():
                    campaign = await harness.found()
                    kept = back_up(before.store, tmp_path, 1)
                    await harness.alice.press(harness.status, "Play Caesar")
                    await harness.bob.press(harness.status, "Play Pompey")
                    await harness.settled()
                await harness.worker.close()
            with service_harness(kept, GAMES) as after:
                harness.be_at(after)
                async with harness.running():
                    await server.until(lambda: bool(harness.judge.dms), "the referee's message")
                    await harness.settled()
                await harness.worker.close()
                assert "call the game off and create it again" in screen.text(harness.judge.dms[-1])
                held = after.service.status(campaign).campaign.held
                assert "entries up to {last} were shown, but this backup is from before the game" in held
                assert '"last": 9' in held
                assert "On hold: entries up to 9" in screen.text(harness.status)
                with pytest.raises(NotNow, match="create it again"):
                    after.service.release(by(f"discord/{harness.judge.id}"), campaign)

    asyncio.run(scene())


def test_a_game_whose_row_is_damaged_is_held_at_the_start_and_its_status_says_so(tmp_path: Path) -> None:
    path = tmp_path / "tabellarius.sqlite"

    async def scene() -> None:
        async with Server() as server:
            with short_chains():
                with service_harness(path, GAMES) as b:
                    harness = DiscordHarness(server, b, tmp_path)
                    async with harness.running():
                        await harness.found()
                        await harness.settled()
                    await harness.worker.close()
                decayed(path, "UPDATE campaign SET options = 'zz'")
                with service_harness(path, GAMES) as b:
                    harness.be_at(b)
                    async with harness.running():
                        await harness.settled()
                        await server.until(lambda: "On hold" in screen.text(harness.status), "the status")
                    await harness.worker.close()
                    assert b.service.campaign(1).held.startswith("error ")
                    assert not b.service.is_unreconciled(1)

    asyncio.run(scene())


class Hanging(Sketchers):
    """They begin, and never end; what is drawn ahead is noted."""

    def __init__(self) -> None:
        self.begun, self.ended, self.ahead = Event(), Event(), list[str]()

    def draw(self, drawing: Drawing, cache: Path | None = None) -> Picture:
        self.begun.set()
        self.ended.wait()
        raise WorkerLost

    def prepare(self, base_layers: Iterable[BaseLayer], cache: Path) -> None:
        self.ahead += {f"{layer.game} {layer.language}" for layer in base_layers}

    def close(self, patience: float = 0.0) -> None:
        self.ended.set()


def test_a_picture_that_hangs_is_drawn_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The base layers have been drawn since the founding, and are prepared again at the start."""
    monkeypatch.setattr(client, "CLOSING", 0.05)
    monkeypatch.setattr(post_renderer, "SOON", 0.0)

    async def scene() -> None:
        async with Server() as server:
            with short_chains(), service_harness(tmp_path / "tabellarius.sqlite", GAMES) as b:
                harness = DiscordHarness(server, b, tmp_path)
                harness.be_at(b, first := Hanging())
                async with harness.running():
                    await harness.found()
                    await server.until(lambda: bool(first.ahead), "the layer of what is founded")
                    for person, label in ((harness.alice, "Play Caesar"), (harness.bob, "Play Pompey")):
                        await person.press(harness.status, label)
                    await server.until(first.begun.is_set, "a drawing")
                await harness.worker.close()
                assert "picture" in {post.kind for post in b.waiting()}
                harness.be_at(b, again := Hanging())
                async with harness.running():
                    await server.until(lambda: bool(again.ahead), "the layer of what is in play")
                await harness.worker.close()
                harness.be_at(b)
                async with harness.running():
                    await harness.settled()
                await harness.worker.close()
                public = [m for m in harness.channel.messages if m.only_for is None]
                assert [a for m in public for a in m.attachments]
                assert "could not be drawn" not in "".join(map(screen.text, public))

    asyncio.run(scene())


def test_what_a_power_cut_takes_back_is_not_posted_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Server() as server:
            with short_chains(), service_harness(tmp_path / "tabellarius.sqlite", GAMES) as b:
                harness = DiscordHarness(server, b, tmp_path)
                async with harness.running():
                    await harness.seated()
                posted = [m.id for c in server.world.channels.values() for m in c.messages if not m.only_for]
                with b.store.transaction():  # all that was noted of what arrived, and no command
                    b.store.run("DELETE FROM sent_message")
                    b.store.run("DELETE FROM delivery WHERE recipient != ''")
                    b.store.run("UPDATE delivery SET state = 'waiting', reference = ''")
                    b.store.run("UPDATE channel_binding SET digest = '', stage = '', status = 0")
                server.world.nonces.clear()
                await harness.worker.close()
                harness.be_at(b)
                async with harness.running():
                    await harness.settled()
                await harness.worker.close()
                again = [m.id for c in server.world.channels.values() for m in c.messages if not m.only_for]
                assert again == posted

    asyncio.run(scene())


@toyed
async def test_a_title_is_no_witness_of_what_the_log_ends_with(t: ToyHarness) -> None:
    judge = Player(t, t.judge)
    await judge.command("game new", title="Rubicon 99:0123456789abcdef · 7")
    await judge.press("Create game")
    await t.settled()
    (shown,) = t.bench.service.channels.all_shown()
    (campaign,) = t.bench.service.campaigns()
    assert "99:0123456789abcdef" in screen.text(t.status)
    assert await t.client.parts.recovery._ends(shown) == [Seen(0, campaign.head[:16], 0)]


@toyed
async def test_a_failed_backup_is_tried_again_in_an_hour(
    t: ToyHarness,
) -> None:
    settings, folder = structs.replace(t.settings, backup_hours=24), t.settings.backups
    background = BackgroundTasks(t.worker, settings, t.client.connected)
    with patch("sqlite3.connect", side_effect=OSError("the disk is full")):
        assert await background.backups.daily() == 3600
    assert list(folder.iterdir()) == []
    made = await background.backups.back_up()
    os.utime(made, (2**32, 2**32))
    assert await background.backups.daily() <= 24 * 3600, "the clock was wrong when it was made"


@pytest.mark.parametrize("code", [4011, 4013, 4014])
def test_what_discord_refuses_for_good_ends_it_with_a_sentence(tmp_path: Path, code: int) -> None:
    """With a code that systemd does not retry (`RestartPreventExitStatus` of deploy/tabellarius.service)."""

    async def scene() -> None:
        async with Server() as server:
            with service_harness(tmp_path / "tabellarius.sqlite", GAMES) as b:
                redirect(server.base)
                worker = Worker(b.service)
                task = asyncio.create_task(serve(worker, Settings(discord_token=TOKEN), asyncio.Event()))
                await server.until(lambda: bool(server.gateway.connected), "the bot")
                (session,) = server.gateway.connected
                assert session.socket is not None
                await session.socket.ws.close(code=code)
                with pytest.raises(CannotStart, match="Discord") as refused:
                    await task
                assert refused.value.code == 2
                await worker.close()

    asyncio.run(scene())


def test_it_ends_within_seconds_while_discord_is_away(tmp_path: Path) -> None:
    """At the start, and in the midst of play."""

    async def scene() -> None:
        with service_harness(tmp_path / "tabellarius.sqlite", GAMES) as b:
            worker = Worker(b.service)
            for was_there in (False, True):
                ending = asyncio.Event()
                async with Server() as server:
                    redirect(server.base)
                    if was_there:
                        task = asyncio.create_task(serve(worker, Settings(discord_token=TOKEN), ending))
                        await server.until(lambda: bool(server.gateway.connected), "the bot")
                if not was_there:
                    task = asyncio.create_task(serve(worker, Settings(discord_token=TOKEN), ending))
                await asyncio.sleep(0.3)
                ending.set()
                await asyncio.wait_for(task, 8)
            await worker.close()

    asyncio.run(scene())


def test_a_token_that_is_refused_while_it_plays_ends_it_as_at_the_start(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Server() as server:
            with service_harness(tmp_path / "tabellarius.sqlite", GAMES) as b:
                redirect(server.base)
                worker = Worker(b.service)
                task = asyncio.create_task(serve(worker, Settings(discord_token=TOKEN), asyncio.Event()))
                await server.until(lambda: bool(server.gateway.connected), "the bot")
                (session,) = server.gateway.connected
                assert session.socket is not None
                await session.socket.ws.close(code=4004, message=b"Authentication failed.")
                with pytest.raises(discord.LoginFailure):
                    await task
                await worker.close()

    asyncio.run(scene())
