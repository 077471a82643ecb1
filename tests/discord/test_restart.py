"""The bot as an operator runs it: killed while it posts, restarted, stopped in good order."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path

import pytest

from adjudicator import GAMES
from desk.backups import back_up
from tests.desk.desks import bench
from tests.discord.mouth import SHEETS, Hall, short_chains
from tests.discord.wire import screen
from tests.discord.wire.model import Channel, Message
from tests.discord.wire.person import Person
from tests.discord.wire.problems import Unsettled
from tests.discord.wire.process import BotProcess
from tests.discord.wire.server import TOKEN, Server


class Hosted:
    """A server with two people, and `bot.py` in a process of its own."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server = server
        self.guild = server.world.add_guild("Legio")
        self.channel = server.world.add_channel(self.guild, "table")
        self.alice, self.bob = server.user("Alice"), server.user("Bob")
        env = {
            "DISCORD_TOKEN": TOKEN,
            "TABELLARIUS_DATABASE": str(folder / "desk.db"),
            "TABELLARIUS_MAPS": str(SHEETS),
            "TABELLARIUS_BACKUPS": str(folder / "backups"),
        }
        self.process = BotProcess(server, "tests.discord.bot", env=env)

    async def __aenter__(self) -> Hosted:
        return self

    async def __aexit__(self, *error: object) -> None:
        """Whatever a test came to, it leaves no bot behind."""
        await self.process.kill()

    async def press(self, person: Person, message: Message, what: str) -> None:
        """Press until it is answered: a bot that was killed did not."""
        reply = await person.press(message, what)
        assert not reply.failed

    def status(self) -> Message:
        (found,) = [m for m in self.channel.messages if m.pinned]
        return found

    def public(self) -> list[Message]:
        """All that everybody reads, in the channel and its threads."""
        places: list[Channel] = [self.channel, *self.alice.threads(self.channel)]
        return [m for place in places for m in place.messages if m.only_for is None and screen.text(m)]

    def twice(self) -> list[str]:
        """What was posted more than once."""
        shown = Counter((m.channel_id, screen.text(m)) for m in self.public() if not m.pinned)
        return [text for (_, text), times in shown.items() if times > 1]


async def killed_while_posting(folder: Path, *, applied: bool) -> None:
    async with Server() as server, Hosted(server, folder) as t:
        await t.process.start()
        reply = await t.alice.command("game new", t.channel, title="Rubicon")
        await t.alice.press(reply.message, "Found it")
        await server.until(lambda: any(m.pinned for m in t.channel.messages), "the status message")
        await t.press(t.alice, t.status(), "Play Caesar")
        told = lambda: any("Alice plays Caesar" in screen.text(m) for m in t.public())  # noqa: E731
        await server.until(told, "that Alice plays")  # else this post were held, and Bob never heard
        held = server.hold("create_message", applied=applied)
        await t.bob.press(t.status(), "Play Pompey", settle=False)
        assert held.reached is not None
        await asyncio.wait_for(held.reached.wait(), 60)
        await t.process.kill()
        server.faults.clear()
        server.world.nonces.clear()
        await t.process.start()
        done = lambda: any("the deal" in screen.text(m) for m in t.public()) and bool(t.bob.dms)  # noqa: E731
        await server.until(done, "the posts", 60)
        await server.until(lambda: "Waiting for" in screen.text(t.status()), "the status", 60)
        assert t.twice() == []
        assert any("Bob plays Pompey" in screen.text(m) for m in t.public())
        assert len(t.alice.threads(t.channel)) == 1
        reply = await t.alice.press(t.status(), "Map")
        assert reply.message.attachments
        assert server.registrations == 1
        assert await t.process.stop() == 0
    lines = [json.loads(line) for line in t.process.log if line.startswith("{")]
    assert [line for line in lines if line["level"] == "error"] == []
    assert TOKEN not in "".join(t.process.log)


def test_what_had_arrived_when_the_bot_was_killed_is_not_posted_again(tmp_path: Path) -> None:
    asyncio.run(killed_while_posting(tmp_path, applied=True))


def test_what_had_not_arrived_is_posted_after_the_restart(tmp_path: Path) -> None:
    asyncio.run(killed_while_posting(tmp_path, applied=False))


def test_a_platform_that_is_away_is_waited_for_and_a_wrong_token_is_not(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Server() as server, Hosted(server, tmp_path) as t:
            server.fail("get_my_user", status=503, times=2)
            await t.process.start()
            assert await t.process.stop() == 0
            server.token = "another"
            with pytest.raises(Unsettled, match="Discord refuses DISCORD_TOKEN"):
                await t.process.start()
            assert await t.process.stop() == 2

    asyncio.run(scene())


def test_a_restored_backup_that_knows_less_than_was_posted_is_held(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Server() as server:
            with short_chains(), bench(tmp_path / "desk.sqlite", GAMES) as before:
                hall = Hall(server, before, tmp_path)
                async with hall.running():
                    campaign = await hall.found()
                    kept = back_up(before.store, tmp_path, 1)
                    await hall.alice.press(hall.status, "Play Caesar")
                    await hall.bob.press(hall.status, "Play Pompey")
                    await hall.settled()
                await hall.clerk.close()
            with bench(kept, GAMES) as after:
                hall.be_at(after)
                async with hall.running():
                    await server.until(lambda: bool(hall.judge.dms), "the referee's message")
                    await hall.settled()
                await hall.clerk.close()
                assert "were posted and are lost" in screen.text(hall.judge.dms[-1])
                held = after.desk.status(campaign).campaign.held
                assert held.startswith("posts up to entry 8 and epoch 1 are not in the log")
                assert "Held: posts up to entry 8" in screen.text(hall.status)

    asyncio.run(scene())


def test_what_a_power_cut_takes_back_is_not_posted_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with Server() as server:
            with short_chains(), bench(tmp_path / "desk.sqlite", GAMES) as b:
                hall = Hall(server, b, tmp_path)
                async with hall.running():
                    await hall.seated()
                posted = [m.id for c in server.world.channels.values() for m in c.messages if not m.only_for]
                with b.store.transaction():  # all that was noted of what arrived, and no command
                    b.store.run("DELETE FROM letter")
                    b.store.run("UPDATE outbox SET reference = NULL")
                    b.store.run("UPDATE surface SET said = '', stage = '', status = 0")
                server.world.nonces.clear()
                await hall.clerk.close()
                hall.be_at(b)
                async with hall.running():
                    await hall.settled()
                await hall.clerk.close()
                again = [m.id for c in server.world.channels.values() for m in c.messages if not m.only_for]
                assert again == posted

    asyncio.run(scene())
