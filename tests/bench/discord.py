"""The mouth under load: the bot in a process of its own, Discord's double and all people in this one.

`TABELLARIUS_BENCH=campaigns,rate,seconds` changes the load (default "50,100,60"). Both processes share
what cores there are. The sheets below the maps are kept from run to run, as an operator's are: run it twice,
for the first drawing of each window costs half a second.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from msgspec import Struct, field

from adjudicator import GAMES
from adjudicator.core.chance import sampler
from adjudicator.core.choice import Reader
from desk.opening import opened
from desk.records import Plan
from desk.service import Desk
from desk.surface import Shown
from tests.desk.desks import by
from tests.discord.mouth import SHEETS
from tests.discord.wire.model import Channel, Message
from tests.discord.wire.person import Person
from tests.discord.wire.process import BotProcess
from tests.discord.wire.reply import Reply
from tests.discord.wire.server import TOKEN, Server

from . import Figure, benchmark

GAME = "julius_caesar"
SEATS = ("caesar", "pompey")
BEFORE, LINES = 8, 25
"""Answers that were given before, or up to twice as many, so that all stand elsewhere; and those at hand."""
DATABASE = "desk.db"
PATIENCE = 30.0
"""Seconds after its answer in which the pictures of an order are waited for."""
WEIGHTS = {"order": 2, "map": 3, "orders": 10, "hand": 3, "complete": 82}
"""Of a hundred interactions so many are orders, maps, order sheets, hands, and letters typed into a line."""


class Play(Struct):
    """One campaign at its channel."""

    channel: Channel
    people: dict[str, Person]
    status: Message
    script: list[tuple[str, str]]
    done: int = 0
    ordered: Reply | None = None
    since: int = 0
    """So many messages there were in the channel at the last order."""


class Drawing(Struct):
    """An order whose pictures are awaited: acknowledged and answered when."""

    at: Play
    since: int
    acknowledged: float
    answered: float


class Load(Struct):
    """What was measured."""

    replies: list[tuple[str, Reply]] = field(default_factory=list)
    maps: list[float] = field(default_factory=list)
    refused: int = 0
    took: float = 0.0
    kinds: Counter[str] = field(default_factory=Counter)


def seated(desk: Desk, n: int, users: Sequence[str]) -> int:
    """The campaign of a number with its players."""
    plan = Plan(GAME, GAMES[GAME].scenarios()[0].id, f"Load {n}")
    campaign = desk.found(by(users[0]), plan).campaign
    for seat, user in zip(SEATS, users, strict=True):
        desk.join(by(user), campaign, seat, seat)
    return campaign


def lines(desk: Desk, campaign: int, people: dict[str, Person], many: int) -> list[tuple[str, str]]:
    """Who orders what in a campaign from now on, so many lines; they are carried out."""
    found = []
    for n in range(many):
        seat = desk.asked(campaign)[0].seat
        pending = desk.pending(campaign, seat)
        assert pending is not None
        answer = pending.choice.sample(sampler(n))
        line = pending.choice.write(answer, Reader(GAMES[GAME].lexicon, "en"))
        desk.order(by(f"discord/{people[seat].id}"), campaign, seat, line)
        found.append((seat, line))
    return found


def founded(
    server: Server, database: Path, campaigns: int
) -> list[tuple[Channel, dict[str, Person], list[tuple[str, str]]]]:
    """So many campaigns, each shown in a channel, with the lines that will be ordered in it.

    These are found out in a copy: what is drawn and rolled there is the same.
    What was posted of the founding is taken as read.
    """
    guild = server.world.add_guild("Legio")
    made = []
    with opened(database) as desk:
        for n in range(campaigns):
            channel = server.world.add_channel(guild, f"table-{n}")
            people = {seat: server.user(f"{seat}-{n}") for seat in SEATS}
            campaign = seated(desk, n, [f"discord/{person.id}" for person in people.values()])
            lines(desk, campaign, people, BEFORE + n % BEFORE)
            desk.office.surface.show(Shown(campaign, int(guild.id), int(channel.id)))
            made.append((channel, people))
        while posts := desk.waiting():
            desk.delivered({post.id: "-" for post in posts})
        ahead = desk.office.store.backup(database.with_suffix(".ahead"))
    with opened(ahead) as desk:
        return [
            (channel, people, lines(desk, n + 1, people, LINES)) for n, (channel, people) in enumerate(made)
        ]


async def begun(server: Server, folder: Path) -> BotProcess:
    """The bot, started."""
    env = {
        "DISCORD_TOKEN": TOKEN,
        "TABELLARIUS_DATABASE": str(folder / DATABASE),
        "TABELLARIUS_MAPS": str(SHEETS),
        "TABELLARIUS_BACKUP_HOURS": "0",
    }
    process = BotProcess(server, "tests.discord.bot", env=env)
    await process.start(120)
    return process


def cost(pid: int) -> tuple[float, dict[str, float]]:
    """Seconds of processor that a process has used, and its memory now and at most, in MiB."""
    ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    rows = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    memory = {
        what: int(rows[key].split()[0]) / 1024 for what, key in (("now", "VmRSS"), ("at most", "VmHWM"))
    }
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"), memory


class Crowd:
    """All who press and type."""

    def __init__(self, server: Server, tables: list[Play]) -> None:
        self.server, self.tables = server, tables
        self.load, self.rng = Load(), random.Random(1)
        self._drawing: list[Drawing] = []

    async def press_on(self, rate: float, seconds: float) -> Load:
        """So many interactions a second, whatever becomes of them."""
        loop = asyncio.get_running_loop()
        began, n = loop.time(), 0
        while (now := loop.time()) < began + seconds:
            while n < (now - began) * rate:
                await self.one(self.tables[n % len(self.tables)])
                n += 1
            self.look()
            await asyncio.sleep(0.002)
        self.load.took = loop.time() - began
        for _ in range(1000):
            self.look()
            self.server.interactions.lapse()
            if all(not reply.interaction.waiting for _, reply in self.load.replies):
                break
            await asyncio.sleep(0.01)
        return self.load

    async def one(self, at: Play) -> None:
        """One interaction."""
        kind = self.rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        if kind == "order" and (at.ordered is not None or at.done >= len(at.script)):
            kind = "complete"
        seat = at.script[min(at.done, len(at.script) - 1)][0]
        person = at.people[seat]
        self.load.kinds[kind] += 1
        match kind:
            case "order":
                line = at.script[at.done][1]
                at.since = len(at.channel.messages)
                at.ordered = await person.command("order", at.channel, line=line, settle=False)
                reply = at.ordered
            case "complete":
                reply = await self.typed(person, at)
            case "map" | "orders" | "hand":
                reply = await person.press(at.status, kind.title(), settle=False)
        self.load.replies.append((kind, reply))

    async def typed(self, person: Person, at: Play) -> Reply:
        """A few letters of a line."""
        line = at.script[min(at.done, len(at.script) - 1)][1]
        typed = line[: self.rng.randrange(len(line))]
        return await person.autocomplete("order", at.channel, "line", typed, settle=False)

    def look(self) -> None:
        """Which orders have been answered, and whose pictures have come."""
        now = asyncio.get_running_loop().time()
        for at in self.tables:
            reply = at.ordered
            if reply is None or reply.interaction.waiting:
                continue
            if "✓" in reply.text:
                at.done += 1
            else:
                self.load.refused += 1
            at.ordered = None
            self._drawing.append(Drawing(at, at.since, reply.interaction.acknowledged or now, now))
        self._drawing = [one for one in self._drawing if self._is_drawing(one, now)]

    def _is_drawing(self, one: Drawing, now: float) -> bool:
        """Whether pictures of an order may still come; those of most orders never do."""
        new = one.at.channel.messages[one.since :]
        if any(m.only_for is None and m.attachments for m in new):
            self.load.maps.append(now - one.acknowledged)
            return False
        return now - one.answered < PATIENCE


@benchmark
def discord_load() -> Iterator[Figure]:
    """50 campaigns, 100 interactions a second for a minute, with maps: first answers, maps, memory."""
    campaigns, rate, seconds = map(int, os.environ.get("TABELLARIUS_BENCH", "50,100,60").split(","))
    with TemporaryDirectory() as name:
        yield from asyncio.run(_measured(Path(name), campaigns, rate, seconds))


async def _measured(folder: Path, campaigns: int, rate: int, seconds: int) -> list[Figure]:
    async with Server(keep=False) as server:
        made = founded(server, folder / DATABASE, campaigns)
        process = await begun(server, folder)
        await server.until(
            lambda: all(channel.messages for channel, _, _ in made), "the status messages", 300
        )
        tables = [Play(channel, people, channel.messages[0], script) for channel, people, script in made]
        for at in tables[:4]:
            await at.people["caesar"].press(at.status, "Map")
        spent, here = cost(process.pid)[0], time.process_time()
        load = await Crowd(server, tables).press_on(rate, seconds)
        used, memory = cost(process.pid)
        cores = [(used - spent) / load.took, (time.process_time() - here) / load.took]
        await process.stop()
    return [*_figures(load, cores), *(Figure(f"memory of the bot, {w}", m, "MiB") for w, m in memory.items())]


def _figures(load: Load, cores: Sequence[float]) -> Iterator[Figure]:
    answered = [(kind, r.seconds) for kind, r in load.replies if r.seconds is not None]
    took = [seconds for _, seconds in answered]
    yield Figure("interactions a second", len(load.replies) / load.took, "/s", "100")
    for kind in WEIGHTS:
        some = [seconds for of, seconds in answered if of == kind]
        if len(some) > 1:
            yield Figure(f"first answer to {kind} ({len(some)}), p99", quantiles(some, n=100)[98], "s")
    yield Figure("first answer, p50", quantiles(took, n=100)[49], "s")
    yield Figure("first answer, p99", quantiles(took, n=100)[98], "s", "under 0.5")
    late = sum(r.seconds is None or r.seconds > 3 for _, r in load.replies)
    yield Figure("late (over 3 s)", late, "", "0")
    yield Figure("orders that were refused", load.refused, "", "0")
    if len(load.maps) > 1:
        yield Figure(f"answer to posted map ({len(load.maps)}), p50", quantiles(load.maps, n=20)[9], "s")
        yield Figure("answer to posted map, p95", quantiles(load.maps, n=20)[18], "s", "under 1")
    yield Figure("cores used by the bot", cores[0], "")
    yield Figure("cores used by Discord's double and its people", cores[1], "")
