"""Discord under load: the bot and its renderers in processes of their own, Discord's double and all people
in this one, which checks every request and answer against Discord's own description.

`BENCH_LOAD=campaigns,rate,seconds` changes the load (default "50,100,60"). All processes share the
processor's cores; the time that they waited for one is printed. `BENCH_BUSY=8` runs 8 more processes
that only use the processor; `BENCH_PREFERRED=1` gives the bot the weight that the systemd unit gives
it. Discord's double always has it, because Discord itself runs on other machines. The sheets below the maps
are kept from run to run, as an operator's are: run it twice, for a sheet is drawn once.
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
from adjudicator.core.choices.choice import Reader
from adjudicator.core.log.chance import sampler
from frontends.discord.delivery import FRONT_END
from service.api import Service
from service.posts.compose import compose
from service.runtime.bootstrap import opened
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.audiences import CHANNEL
from service.values.front_ends.channels import ChannelBinding
from service.values.posts import StagePicture, TurnPicture
from service.values.records import Plan, Post
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.people.reply import Reply
from tests.fake_discord.process import BotProcess
from tests.fake_discord.server import TOKEN, Server
from tests.fake_discord.state import parts
from tests.fake_discord.state.model import Channel, Guild, Message
from tests.harness.player import confirming
from tests.harness.service import SHEETS, by
from tools.processes import Used, busy, children, prefer, used

from . import Figure, benchmark

GAME = "julius_caesar"
SEATS = ("caesar", "pompey")
FIRST, STEP, SPREAD, LINES = 8, 13, 64, 25
"""Campaign `n` stands `FIRST + n * STEP % SPREAD` answers behind its beginning; lines that are at hand."""
GUILDS: Sequence[int] = (1, 250, 1000, 2000)
"""Numbers of servers that the bot is on."""
DATABASE = "tabellarius.db"
PATIENCE = 60.0
"""Seconds at the end in which the last pictures are waited for."""
WEIGHTS = {"complete": 72, "pick": 12, "orders": 6, "hand": 4, "map": 3, "order": 3}
"""The numbers, of a hundred interactions, of letters typed into a line, picks on an order sheet, sheets that
are opened, hands, maps, and answers. At 100 a second every campaign has an answer every 17 seconds.
"""


class Line(Struct, frozen=True):
    """An order: its seat, its text, and the number of pictures for all posted in the channel after it."""

    seat: str
    text: str
    pictures: int


class Play(Struct):
    """One campaign at its channel.

    Attributes:
        done: the number of lines carried out.
        due, shown: the numbers of pictures for all that should be there, and that are.
        read: the number of messages of the channel that have been read.
        panels: the last answer of each person's order sheet.
        unconfirmed: what asks to confirm the line that is to be given, None if nothing does.
    """

    channel: Channel
    people: dict[str, Person]
    status: Message
    script: list[Line]
    done: int = 0
    ordered: Reply | None = None
    due: int = 0
    shown: int = 0
    read: int = 0
    panels: dict[str, Reply] = field(default_factory=dict)
    unconfirmed: Message | None = None

    @property
    def line(self) -> Line:
        """The next one; the last if there is none."""
        return self.script[min(self.done, len(self.script) - 1)]


class Awaited(Struct, frozen=True):
    """Pictures that are awaited: the campaign, their number, and the time at which the order was
    acknowledged.
    """

    at: Play
    until: int
    since: float


class Load(Struct):
    """The measurements; `took` until the last press, `lasted` until the last picture, in seconds."""

    replies: list[tuple[str, Reply]] = field(default_factory=list)
    maps: list[float] = field(default_factory=list)
    refused: int = 0
    lost: int = 0
    took: float = 0.0
    lasted: float = 0.0


# -- founding ----------------------------------------------------------------------------------------


def seated(service: Service, n: int, users: Sequence[str]) -> int:
    """The campaign of a number with its players."""
    plan = Plan(GAME, GAMES[GAME].scenarios()[0].id, f"Load {n}")
    campaign = service.found(by(users[0]), plan).campaign
    for seat, user in zip(SEATS, users, strict=True):
        service.do(by(user), campaign, founding.join, seat, seat)
    return campaign


def lines(service: Service, campaign: int, people: dict[str, Person], many: int) -> Iterator[Line]:
    """Yield the seats and their orders in a campaign from now on; the bench carries out each and treats its
    posts as read.
    """
    for n in range(many):
        seat = service.asked(campaign)[0].seat
        pending = service.look(campaign, queries.pending, seat)
        assert pending is not None
        answer = pending.choice.sample(sampler(n))
        line = pending.choice.write(answer, Reader(GAMES[GAME].lexicon, "en"))
        service.do(by(f"discord/{people[seat].id}"), campaign, playing.order, seat, line)
        yield Line(seat, line, sum(pictures(service, post) for post in taken(service)))


def taken(service: Service) -> list[Post]:
    """All posts that wait, as read."""
    found = []
    while posts := service.waiting(FRONT_END):
        service.delivered(FRONT_END, {post.id: "-" for post in posts})
        found += posts
    return found


def pictures(service: Service, post: Post) -> int:
    """Return the number of pictures of a post for all in the campaign's channel; those of battles go to a
    thread.
    """
    if post.audience != CHANNEL or not isinstance(post.content, StagePicture | TurnPicture):
        return 0
    said = compose(service, post, "en")
    return 0 if said is None else len(said.drawings)


def founded(server: Server, database: Path, campaigns: int) -> list[Play]:
    """A number of campaigns, each shown in a channel, with the lines that will be ordered in it.

    These are computed in a copy with the same draws and rolls.
    """
    guild = server.world.add_guild("Legio")
    made = []
    with opened(database) as service:
        service.subscribe(FRONT_END)
        for n in range(campaigns):
            channel = server.world.add_channel(guild, f"table-{n}")
            people = {seat: server.user(f"{seat}-{n}") for seat in SEATS}
            campaign = seated(service, n, [f"discord/{person.id}" for person in people.values()])
            for _ in lines(service, campaign, people, FIRST + n * STEP % SPREAD):
                pass
            service.channels.show(ChannelBinding(campaign, int(guild.id), int(channel.id)))
            made.append((channel, people))
        ahead = service.context.store.backup(database.with_suffix(".ahead"))
    with opened(ahead) as service:
        scripts = [list(lines(service, n, people, LINES)) for n, (_, people) in enumerate(made, 1)]
    return [
        Play(channel, people, Message("", "", ""), script)
        for (channel, people), script in zip(made, scripts, strict=True)
    ]


async def begun(server: Server, folder: Path) -> BotProcess:
    """The bot, started."""
    env = {
        "DISCORD_TOKEN": TOKEN,
        "TABELLARIUS_DATABASE": str(folder / DATABASE),
        "TABELLARIUS_MAPS": str(SHEETS),
        "TABELLARIUS_BACKUP_HOURS": "0",
    }
    process = BotProcess(server, "tests.fake_discord.run_bot", env=env, alone=True)
    await process.start()
    if os.environ.get("BENCH_PREFERRED"):
        prefer(process.pid)
    return process


# -- people ------------------------------------------------------------------------------------------


class Clients:
    """The people who press and type."""

    def __init__(self, server: Server, tables: list[Play]) -> None:
        self.server, self.tables = server, tables
        self.load, self.rng = Load(), random.Random(1)
        self._awaited: list[Awaited] = []

    async def press_on(self, rate: float, seconds: float) -> Load:
        """A number of interactions a second, whatever their outcome."""
        loop = asyncio.get_running_loop()
        began, n = loop.time(), 0
        while (now := loop.time()) < began + seconds:
            while n < (now - began) * rate:
                await self.one(self.tables[n % len(self.tables)])
                n += 1
            self.look()
            await asyncio.sleep(0.002)
        self.load.took = loop.time() - began
        while loop.time() < began + seconds + PATIENCE:
            self.look()
            self.server.interactions.lapse()
            if not self._awaited and all(not reply.interaction.waiting for _, reply in self.load.replies):
                break
            await asyncio.sleep(0.01)
        self.load.lost, self.load.lasted = len(self._awaited), loop.time() - began
        return self.load

    async def one(self, at: Play) -> None:
        """One interaction of the person who is asked."""
        kind = self.rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        if kind == "order" and (at.ordered is not None or at.done >= len(at.script)):
            kind = "complete"
        if kind == "pick" and not self._has_panel(at):
            kind = "orders"
        self.load.replies.append((kind, await self._deed(kind, at, at.people[at.line.seat])))

    async def _deed(self, kind: str, at: Play, person: Person) -> Reply:
        match kind:
            case "order":
                message, at.unconfirmed = at.unconfirmed, None
                if message is not None and (give := confirming(message)) is not None:
                    at.ordered = await person.press(message, give, settle=False)
                else:
                    at.ordered = await person.command("order", at.channel, line=at.line.text, settle=False)
                return at.ordered
            case "complete":
                typed = at.line.text[: self.rng.randrange(len(at.line.text))]
                return await person.autocomplete("order", at.channel, "line", typed, settle=False)
            case "pick":
                reply = at.panels[person.id] = await self._picked(at, person)
                return reply
            case "orders":
                reply = at.panels[person.id] = await person.press(at.status, "Orders", settle=False)
                return reply
        return await person.press(at.status, kind.title(), settle=False)

    def _has_panel(self, at: Play) -> bool:
        """Return true if there is an order panel that shows options."""
        reply = at.panels.get(at.people[at.line.seat].id)
        if reply is None or reply.interaction.waiting or reply.failed:
            return False
        return bool(_items(reply.message))

    async def _picked(self, at: Play, person: Person) -> Reply:
        """A pick of the sheet's options; where an order is whole, a step back or a new start."""
        message = at.panels[person.id].message
        item = self.rng.choice(_items(message))
        assert item.custom_id is not None
        if item.type == parts.BUTTON:
            return await person.press(message, item.custom_id, settle=False)
        values = self.rng.sample(item.values, item.part.get("min_values", 1))
        return await person.select(message, item.custom_id, values, settle=False)

    def look(self) -> None:
        """Note the orders that have been answered, and those whose pictures have come."""
        now = asyncio.get_running_loop().time()
        for at in self.tables:
            for message in at.channel.messages[at.read :]:
                at.shown += 0 if message.only_for else len(message.attachments)
            at.read = len(at.channel.messages)
            if at.ordered is not None and not at.ordered.interaction.waiting:
                self._answered(at, at.ordered)
                at.ordered = None
        self.load.maps += [now - one.since for one in self._awaited if one.at.shown >= one.until]
        self._awaited = [one for one in self._awaited if one.at.shown < one.until]

    def _answered(self, at: Play, reply: Reply) -> None:
        if confirming(reply.message) is not None:
            at.unconfirmed = reply.message
            return
        if "✓" not in reply.text:
            self.load.refused += 1
            return
        at.due += at.line.pictures
        if at.line.pictures:
            since = reply.interaction.acknowledged
            assert since is not None
            self._awaited.append(Awaited(at, at.due, since))
        at.done += 1


def _items(message: Message) -> list[screen.Widget]:
    """Return the options of an order panel; else the buttons that lead back to them."""
    there = [w for w in (*screen.buttons(message), *screen.selects(message)) if not w.disabled]
    for actions in (("ask",), ("ask_back", "ask_again")):
        if found := [w for w in there if (w.custom_id or "").split(":")[1:2] in [[a] for a in actions]]:
            return found
    return []


# -- the report --------------------------------------------------------------------------------------


@benchmark
def discord_load() -> Iterator[Figure]:
    """50 campaigns, 100 interactions a second for a minute, with maps: first answers, maps, memory."""
    campaigns, rate, seconds = map(int, os.environ.get("BENCH_LOAD", "50,100,60").split(","))
    prefer(os.getpid())
    beside = int(os.environ.get("BENCH_BUSY", "0"))
    with TemporaryDirectory() as name, busy(beside):
        yield from asyncio.run(_measured(Path(name), campaigns, rate, seconds))


async def _measured(folder: Path, campaigns: int, rate: int, seconds: int) -> list[Figure]:
    async with Server(keep=False) as server:
        server.longest = PATIENCE
        tables = founded(server, folder / DATABASE, campaigns)
        process = await begun(server, folder)
        await server.until(lambda: all(at.channel.messages for at in tables), "the status messages")
        for at in tables:
            at.status = at.channel.messages[0]
        await asyncio.gather(*(at.people["caesar"].press(at.status, "Map") for at in tables[:4]))
        before, here = used(process.pid), time.process_time()
        drawn = _of_render_workers(process.pid)
        load = await Clients(server, tables).press_on(rate, seconds)
        bot, render_pool = used(process.pid), _of_render_workers(process.pid)
        here = time.process_time() - here
        await process.stop()
        size = (folder / DATABASE).stat().st_size / 2**20
    n, answers = len(load.replies), sum(kind == "order" for kind, _ in load.replies)
    return [
        *_figures(load),
        Figure("cores used by the bot", (bot.seconds - before.seconds) / load.lasted, ""),
        Figure("processor of the bot for an interaction", 1000 * (bot.seconds - before.seconds) / n, "ms"),
        Figure("cores used by the renderers", (render_pool.seconds - drawn.seconds) / load.lasted, ""),
        Figure(
            "processor time of the renderers for an answer",
            (render_pool.seconds - drawn.seconds) / answers,
            "s",
        ),
        Figure("cores used by Discord's double and its people", here / load.lasted, ""),
        Figure("cores that the bot waited for", (bot.waited - before.waited) / load.lasted, "", "0"),
        Figure(
            "cores that the renderers waited for",
            (render_pool.waited - drawn.waited) / load.lasted,
            "",
            "0",
        ),
        Figure("memory of the bot, at most", bot.most, "MiB"),
        Figure("memory of the renderers, at most", render_pool.most, "MiB"),
        Figure("database", size, "MiB"),
    ]


def _of_render_workers(bot: int) -> Used:
    return sum(map(used, children(bot)), Used())


def _figures(load: Load) -> Iterator[Figure]:
    kinds = Counter(kind for kind, _ in load.replies)
    took = [r.seconds for _, r in load.replies if r.seconds is not None]
    yield Figure("interactions a second", len(load.replies) / load.took, "/s", "100")
    for kind in WEIGHTS:
        some = [r.seconds for of, r in load.replies if of == kind and r.seconds is not None]
        if len(some) > 1:
            yield Figure(f"first answer to {kind} ({kinds[kind]}), p99", quantiles(some, n=100)[98], "s")
    yield Figure("first answer, p50", quantiles(took, n=100)[49], "s")
    yield Figure("first answer, p99", quantiles(took, n=100)[98], "s", "under 0.5")
    sheets = [
        one.told - one.born
        for kind, reply in load.replies
        if kind in ("orders", "pick") and (one := reply.interaction).told is not None
    ]
    yield Figure(f"words of an order sheet ({len(sheets)}), p50", quantiles(sheets, n=20)[9], "s")
    yield Figure("words of an order sheet, p95", quantiles(sheets, n=20)[18], "s")
    late = sum(r.seconds is None or r.seconds > 3 for _, r in load.replies)
    yield Figure("late (over 3 s)", late, "", "0")
    yield Figure("orders that were refused", load.refused, "", "0")
    yield Figure("orders whose pictures never came", load.lost, "", "0")
    if len(load.maps) > 1:
        yield Figure(f"answer to posted maps ({len(load.maps)}), p50", quantiles(load.maps, n=20)[9], "s")
        yield Figure("answer to posted maps, p95", quantiles(load.maps, n=20)[18], "s", "under 1")


# -- many servers ------------------------------------------------------------------------------------


@benchmark
def servers() -> Iterator[Figure]:
    """A bot on many servers of twenty channels and roles, with twenty games: start, memory, answers."""
    for guilds in GUILDS:
        with TemporaryDirectory() as name:
            yield from asyncio.run(_on_servers(Path(name), guilds))


async def _on_servers(folder: Path, guilds: int) -> list[Figure]:
    loop = asyncio.get_running_loop()
    async with Server(keep=False) as server:
        server.longest = PATIENCE
        with opened(folder / DATABASE) as service:
            service.subscribe(FRONT_END)
            places = [_settled(server, service, n) for n in range(min(guilds, 20))]
        for n in range(len(places), guilds):
            _server(server, n)
        began = loop.time()
        process = await begun(server, folder)
        assert not (await places[-1][0][0].command("game status", places[-1][1])).failed
        started, took = loop.time() - began, []
        rng = random.Random(guilds)
        for _ in range(200):
            people, channel = rng.choice(places)
            took.append((await rng.choice(people).command("game status", channel)).seconds or 0.0)
        found = used(process.pid)
        await process.stop()
    return [
        Figure(f"{guilds} servers: start to the first answer", started, "s"),
        Figure(f"{guilds} servers: memory of the bot", found.memory, "MiB"),
        Figure(f"{guilds} servers: first answer, p99", quantiles(took, n=100)[98], "s"),
    ]


def _settled(server: Server, service: Service, n: int) -> tuple[list[Person], Channel]:
    """A server with its channels and roles, and a game that waits for its players."""
    guild = _server(server, n)
    channel = server.world.add_channel(guild, "table")
    people = [server.user(f"{name} {n}", guild=guild) for name in ("Alice", "Bob")]
    plan = Plan(GAME, GAMES[GAME].scenarios()[0].id, f"Game {n}")
    campaign = service.found(by(f"discord/{people[0].id}"), plan).campaign
    service.channels.show(ChannelBinding(campaign, int(guild.id), int(channel.id)))
    return people, channel


def _server(server: Server, n: int) -> Guild:
    """A server with its channels and roles."""
    guild = server.world.add_guild(f"Legio {n}")
    for k in range(20):
        server.world.add_role(guild, f"role {k}")
        server.world.add_channel(guild, f"channel-{k}")
    return guild
