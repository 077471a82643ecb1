"""`kill -9` at any moment of a year of Julius Caesar, with Discord going on (discord.md §5).

Nothing is lost, nothing is said twice, no button is dead, the dice are the same dice. What is ordered next
follows from what stands in the database alone, as with people who look again.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from adjudicator import GAMES
from adjudicator.core.chance import sampler
from adjudicator.core.choice import Reader
from desk.opening import opened
from desk.service import Desk
from tests.discord.mouth import SHEETS
from tests.discord.toys import is_status, marks
from tests.discord.wire import screen
from tests.discord.wire.model import Channel, Message
from tests.discord.wire.person import Person
from tests.discord.wire.process import BotProcess
from tests.discord.wire.reply import Reply
from tests.discord.wire.server import TOKEN, Server

GAME = GAMES["julius_caesar"]
END = re.compile(r"(?:Entry|記録) (\d+) · head ([0-9a-f]{16})|(\d+):([0-9a-f]{16}) · \d+$", re.MULTILINE)
"""Where a message says with what the log ended."""
PATIENCE = 180.0
"""Seconds that anything may take: it is another bench that says how quick the bot is."""
REQUESTS = 14
"""So many requests of the bot are let through at most before it is killed."""


class Year:
    """A game over the wire, and what was promised in it."""

    def __init__(self, server: Server, folder: Path, seed: int) -> None:
        self.server, self.rng = server, random.Random(seed)
        server.longest = PATIENCE
        self.guild = server.world.add_guild("Legio")
        self.channel = server.world.add_channel(self.guild, "table")
        self.alice, self.bob = server.user("Alice"), server.user("Bob", locale="ja")
        self.database = folder / "desk.db"
        env = {
            "DISCORD_TOKEN": TOKEN,
            "TABELLARIUS_DATABASE": str(self.database),
            "TABELLARIUS_MAPS": str(SHEETS),
            "TABELLARIUS_BACKUPS": str(folder / "backups"),
            "TABELLARIUS_BACKUP_HOURS": "0",
        }
        self.process = BotProcess(server, "tests.discord.bot", env=env)
        self.kills = self.answers = 0
        self.heads: dict[int, str] = {}

    # -- playing -------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Found the game with open dice, so that every run of it has the same, and seat both."""
        await self.process.start()
        form = await self.alice.command("game new", self.channel, title="Rubicon")
        paper = await self.alice.press(form.message, "Name …")
        await self.alice.fill(paper.modal, {"Words for open dice": "killed"})
        await self.alice.press(form.message, "Found it")
        await self.server.until(lambda: any(map(is_status, self.channel.messages)), "the status message")
        for person, seat in ((self.alice, "caesar"), (self.bob, "pompey")):
            reply = await person.command("game join", self.channel, seat=seat)
            assert not reply.failed, "no seat"

    async def act(self, desk: Desk, kill: bool) -> bool:
        """One answer by whoever is asked, killed somewhere behind it or not; False when the year is over."""
        campaign = desk.status(1).campaign
        if campaign.stage and GAME.when(campaign.stage).turn.startswith("2/"):
            return False
        assert desk.asked(1), (campaign.state, campaign.held, campaign.n, self.process.log[-3:])
        seat = desk.asked(1)[0].seat
        person = self.alice if seat == "caesar" else self.bob
        pending = desk.pending(1, seat)
        assert pending is not None
        language = "en" if seat == "caesar" else "ja"
        answer = pending.choice.sample(sampler(campaign.n))
        line = pending.choice.write(answer, Reader(GAME.lexicon, language))
        before = len(self.server.traffic.exchanges)
        reply = await self.give(person, line)
        if not kill:
            await self.server.until(lambda: "✓" in reply.text or bool(reply.failed), "the receipt")
            assert not reply.failed
        else:
            await self.kill(before + self.rng.randrange(REQUESTS))
        self.keep_word(desk, reply, campaign.n)
        self.answers += 1
        return True

    async def give(self, person: Person, line: str) -> Reply:
        """A line, now by the command, now by the form behind the button Orders."""
        if self.rng.random() < 0.7:
            return await person.command("order", self.channel, line=line, settle=False)
        sheet = await person.press(self.status(), "Orders")
        (paste,) = [b.custom_id for b in screen.buttons(sheet.message) if ":paste:" in (b.custom_id or "")]
        assert paste is not None
        paper = await person.press(sheet.message, paste)
        (field,) = paper.modal.labels
        return await person.fill(paper.modal, {field: line}, settle=False)

    def keep_word(self, desk: Desk, reply: Reply, before: int) -> None:
        """What was answered with a tick has been entered."""
        if not reply.failed and "✓" in reply.text:
            assert desk.status(1).campaign.n > before, "an answer that was acknowledged is lost"

    async def kill(self, requests: int) -> None:
        """Kill the bot once it has made so many requests, or has nothing more to say."""
        traffic = self.server.traffic.exchanges
        for _ in range(60):
            if len(traffic) >= requests:
                break
            await asyncio.sleep(0.01)
        await self.process.kill()
        self.kills += 1
        await self.process.start()
        reply = await self.alice.press(self.status(), self.rng.choice(["Orders", "Hand", "Log", "Help"]))
        assert not reply.failed and "Something went wrong" not in reply.text, "a dead button"

    # -- what is there -------------------------------------------------------------------------------

    def status(self) -> Message:
        """The one status message."""
        (found,) = [m for m in self.channel.messages if is_status(m)]
        return found

    def places(self) -> Iterator[Channel]:
        """Everywhere."""
        return iter(self.server.world.channels.values())

    def messages(self) -> list[Message]:
        """All that was posted and is no answer to a press."""
        return [m for place in self.places() for m in place.messages if m.interaction is None]

    async def sent(self, desk: Desk) -> None:
        """Wait until the outbox is empty and the status is true."""

        def done() -> bool:
            campaign = desk.status(1).campaign
            return not desk.waiting() and f"{campaign.n - 1}:{campaign.head[:16]}" in screen.text(
                self.status()
            )

        await self.server.until(done, "the end of all posts")
        await self.server.quiet()


@contextmanager
def looked_at(database: Path) -> Iterator[Desk]:
    """The desk behind the bot's back, to look at alone."""
    with opened(database) as desk:
        yield desk


def assert_whole(year: Year, desk: Desk) -> None:
    """Everything once; every end of the log that was ever shown is in it; dice follow from their seeds."""
    assert desk.verify(1).errors == []
    heads = {entry["n"]: entry["head"] for entry in desk.log(1)}
    shown = [m for m in year.messages() if screen.text(m)]
    for message in shown:
        for a, b, c, d in END.findall(screen.text(message)):
            assert heads[int(a or c)].startswith(b or d), "the log has gone another way than was posted"
    twice = Counter((m.channel_id, mark) for m in shown for mark in marks(m))
    assert [key for key, times in twice.items() if times > 1] == []
    threads = Counter(place.name for place in year.places() if place.is_thread)
    assert [name for name, times in threads.items() if times > 1] == []
    letters = desk.office.store.rows("SELECT post, message FROM letter")
    known = {m.id for m in shown}
    assert [post for post, message in letters if str(message) not in known] == []
    assert year.server.warnings == []


async def year_of_kills(folder: Path, kills: int, answers: int, seed: int) -> None:
    """Play, and be killed `kills` times within the first `answers` answers (0: the whole year)."""
    async with Server(patience=PATIENCE) as server:
        year = Year(server, folder, seed)
        try:
            await year.begin()
            with looked_at(year.database) as desk:
                await played(year, desk, kills, answers)
            assert await year.process.stop() == 0
        except BaseException as error:
            error.add_note("".join(wrong(year.process.log)))
            raise
        finally:
            await year.process.kill()
    assert wrong(year.process.log) == []


def wrong(log: list[str]) -> list[str]:
    """What should not stand in a log."""
    return [line for line in log if '"level":"error"' in line or "Traceback" in line or TOKEN in line]


async def played(year: Year, desk: Desk, kills: int, answers: int) -> None:
    """The year, and the account of it."""
    await year.sent(desk)
    while not answers or year.answers < answers:
        if not await year.act(desk, year.kills < kills):
            break
    await year.sent(desk)
    assert year.kills == kills
    assert_whole(year, desk)


def test_killed_at_a_few_moments(tmp_path: Path) -> None:
    asyncio.run(year_of_kills(tmp_path, 3, 5, 1))


@pytest.mark.byhand
def test_killed_at_fifty_moments_of_a_year(tmp_path: Path) -> None:
    seed = int(os.environ.get("TABELLARIUS_KILL_SEED", "7"))
    asyncio.run(year_of_kills(tmp_path, 50, 0, seed))
