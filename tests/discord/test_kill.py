"""`kill -9` at any moment of a year of Julius Caesar, with Discord going on (design/discord.md §5).

Before the year people are asked into a team, one joins it and one does not, an officer's orders are given by
the commander, and the referee rules. Nothing is lost, nothing is said twice, no button is dead, the dice are
the same dice. The next order follows from the database alone, as with people who look
again.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import Struct

from adjudicator import GAMES
from adjudicator.core.choices.choice import Reader
from adjudicator.core.language.words import fold
from adjudicator.core.log.chance import sampler
from frontends.discord.delivery import FRONT_END
from service.api import Service
from service.runtime.bootstrap import opened
from service.usecases.play import queries
from service.usecases.seats.teams import OFFICER
from service.values.audiences import to_seat
from service.values.posts import SuggestedNotice
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.people.reply import Reply
from tests.fake_discord.problems import Unsettled
from tests.fake_discord.process import BotProcess
from tests.fake_discord.server import TOKEN, Server
from tests.fake_discord.state.model import Channel, Message
from tests.harness.discord_toys import is_status, marks
from tests.harness.player import confirming
from tests.harness.posts import notices
from tests.harness.service import SHEETS

GAME = GAMES["julius_caesar"]
END = re.compile(r"Entry (\d+) · head ([0-9a-f]{16})")
"""The place in a message that names the end of the log."""
PATIENCE = 600.0
"""Seconds in which the bot may be silent: it is another bench that says how quick it is on a busy machine."""
REQUESTS = 14
"""So many requests of the bot are let through at most before it is killed."""


class Deed(Struct, frozen=True):
    """An action that is repeated until it is done: a person without an answer checks the game first."""

    is_done: Callable[[Service], bool]
    do: Callable[[Service], Awaitable[Reply]]


class Year:
    """A game over the wire, and what was promised in it; it is over once `until` is the turn."""

    def __init__(self, server: Server, folder: Path, seed: int) -> None:
        self.server, self.rng = server, random.Random(seed)
        server.longest = PATIENCE
        self.guild = server.world.add_guild("Legio")
        self.channel = server.world.add_channel(self.guild, "table")
        self.alice, self.bob = server.user("Alice"), server.user("Bob", locale="ja")
        self.carla, self.dido = server.user("Carla"), server.user("Dido")
        self.database = folder / "tabellarius.db"
        env = {
            "DISCORD_TOKEN": TOKEN,
            "TABELLARIUS_DATABASE": str(self.database),
            "TABELLARIUS_MAPS": str(SHEETS),
            "TABELLARIUS_BACKUPS": str(folder / "backups"),
            "TABELLARIUS_BACKUP_HOURS": "0",
        }
        self.process = BotProcess(server, "tests.fake_discord.run_bot", env=env)
        self.kills = self.answers = 0
        self.until = "2/"
        self.heads: dict[int, str] = {}

    # -- playing -------------------------------------------------------------------------------------

    async def begin(self, words: str = "killed") -> None:
        """Found the game with open dice, so that every run of it has the same, and seat both.

        Without words for them, the dice are sealed.
        """
        await self.process.start()
        form = await self.alice.command("game new", self.channel, title="Rubicon")
        if words:
            opened = await self.alice.press(form.message, "Name …")
            await self.alice.fill(opened.modal, {"Words for open dice": words})
        await self.alice.press(form.message, "Create game")
        await self.server.until(lambda: any(map(is_status, self.channel.messages)), "the status message")
        for person, seat in ((self.alice, "caesar"), (self.bob, "pompey")):
            reply = await person.command("game join", self.channel, seat=seat)
            assert not reply.failed, "no seat"

    def deeds(self) -> list[Deed]:
        """Return the actions before the year: a team, its officer's orders, a ruling."""
        team, officer = "caesar", f"discord/{self.carla.id}"

        def asks(who: Person, role: str) -> Deed:
            async def enlist(_: Service) -> Reply:
                return await self.alice.command(
                    "team enlist", self.channel, member=who, role=role, settle=False
                )

            return Deed(lambda _: bool(self.invitations(who)), enlist)

        def answers(who: Person, label: str) -> Callable[[Service], Awaitable[Reply]]:
            return lambda _: who.press(self.invitations(who)[0], label, settle=False)

        def waits(service: Service) -> bool:
            return service.channels.sheet(f"team/1/{team}", f"discord/{self.dido.id}") is not None

        async def suggests(service: Service) -> Reply:
            return await self.carla.command(
                "order", self.channel, line=line_of(service, team, "en"), settle=False
            )

        async def gives(_: Service) -> Reply:
            give = "Give these orders"
            await self.server.until(lambda: bool(self.offering(give)), "the suggestion")
            return await self.alice.press(self.offering(give)[0], give, settle=False)

        async def rules(_: Service) -> Reply:
            opened = await self.alice.command("referee rule", self.channel)
            fields = dict(zip(opened.modal.labels, ("May ships fly?", "They may not."), strict=True))
            return await self.alice.fill(opened.modal, fields, settle=False)

        return [
            asks(self.carla, "officer"),
            Deed(
                lambda service: service.role_of(officer, 1, team) == OFFICER,
                answers(self.carla, "Join Caesar"),
            ),
            asks(self.dido, "observer"),
            Deed(lambda service: not waits(service), answers(self.dido, "No, thanks")),
            Deed(lambda service: bool(service.suggestions(1, team)), suggests),
            Deed(lambda service: not service.suggestions(1, team), gives),
            Deed(lambda service: bool(service.rulings(1)), rules),
        ]

    async def gather(self, service: Service, kills: int) -> None:
        """All deeds, and the number of those that are killed when first tried."""
        deeds = self.deeds()
        killed = self.rng.sample(range(len(deeds)), min(kills, len(deeds)))
        for n, deed in enumerate(deeds):
            first = True
            while not deed.is_done(service):
                before = len(self.server.traffic.exchanges)
                reply = await deed.do(service)
                if first and n in killed:
                    await self.kill(before + self.rng.randrange(REQUESTS))
                else:
                    await reply.settled()
                first = False
        await self.sent(service)

    def invitations(self, who: Person) -> list[Message]:
        """Return the messages that have mentioned somebody in the channel."""
        return [m for m in self.channel.messages if who.id in m.pings and m.only_for is None]

    def offering(self, label: str) -> list[Message]:
        """Return the messages to Alice that have such a button."""
        places = [self.alice.dm_channel, *self.alice.threads(self.channel)]
        found = [m for place in places for m in place.messages if m.only_for in (None, self.alice.id)]
        return [m for m in found if label in [button.label for button in screen.buttons(m)]]

    async def act(self, service: Service, kill: bool) -> bool:
        """One answer by the seat that is asked, with or without a kill after it; False when the year is
        over.
        """
        campaign = service.status(1).campaign
        if campaign.stage and GAME.when(campaign.stage).turn.startswith(self.until):
            return False
        assert service.asked(1), (campaign.state, campaign.held, campaign.n, self.process.log[-3:])
        seat = service.asked(1)[0].seat
        person = self.alice if seat == "caesar" else self.bob
        line = line_of(service, seat, "en" if seat == "caesar" else "ja")
        before = len(self.server.traffic.exchanges)
        reply = await self.give(person, line)
        if not kill:
            try:
                await self.server.until(lambda: "✓" in reply.text or bool(reply.failed), "the receipt")
            except Unsettled as error:
                error.add_note(f"{seat} typed {line!r} and was told {reply.text!r}")
                raise
            assert not reply.failed
        else:
            await self.kill(before + self.rng.randrange(REQUESTS))
        self.keep_word(service, reply, campaign.n)
        self.answers += 1
        return True

    async def give(self, person: Person, line: str) -> Reply:
        """Type a line, and confirm it if it ends a phase."""
        if fold(line) not in GAME.lexicon.names("end"):
            return await self._type(person, line, settle=False)
        asked = await self._type(person, line, settle=True)
        await self.server.until(lambda: confirming(asked.message) is not None, "the question whether to end")
        give = confirming(asked.message)
        assert give is not None, asked.text
        return await person.press(asked.message, give, settle=False)

    async def _type(self, person: Person, line: str, *, settle: bool) -> Reply:
        """Type a line, now by the command, now by the form behind the button Orders."""
        if self.rng.random() < 0.7:
            return await person.command("order", self.channel, line=line, settle=settle)
        sheet = await person.press(self.status(), "Orders")
        (paste,) = [b.custom_id for b in screen.buttons(sheet.message) if ":paste:" in (b.custom_id or "")]
        assert paste is not None
        opened = await person.press(sheet.message, paste)
        (field,) = opened.modal.labels
        return await person.fill(opened.modal, {field: line}, settle=settle)

    def keep_word(self, service: Service, reply: Reply, before: int) -> None:
        """Check that everything acknowledged has been entered in the log."""
        if not reply.failed and "✓" in reply.text:
            assert service.status(1).campaign.n > before, "an answer that was acknowledged is lost"

    async def kill(self, requests: int) -> None:
        """Kill the bot after a number of requests, or when it has nothing more to say."""
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

    async def sent(self, service: Service) -> None:
        """Wait until the outbox is empty and the status is true."""

        def done() -> bool:
            campaign = service.status(1).campaign
            end = f"Entry {campaign.n - 1} · head {campaign.head[:16]}"
            return not service.waiting(FRONT_END) and end in screen.text(self.status())

        await self.server.until(done, "the end of all posts")
        await self.server.quiet()


def line_of(service: Service, seat: str, language: str) -> str:
    """An order that a seat may give: which one, follows from how long the log is."""
    pending = service.look(1, queries.pending, seat)
    assert pending is not None
    answer = pending.choice.sample(sampler(service.status(1).campaign.n))
    return pending.choice.write(answer, Reader(GAME.lexicon, language))


@contextmanager
def looked_at(database: Path) -> Iterator[Service]:
    """Open the bot's database for reading alone."""
    with opened(database) as service:
        yield service


def assert_whole(year: Year, service: Service) -> None:
    """Everything once; every end of the log that was ever shown is in it; dice follow from their seeds."""
    assert service.look(1, queries.verdict).errors == []
    assert_gathered(year, service)
    heads = {entry["n"]: entry["head"] for entry in service.log(1)}
    shown = [m for m in year.messages() if screen.text(m)]
    for message in shown:
        for n, head in END.findall(screen.text(message)):
            assert heads[int(n)].startswith(head), "the log has gone another way than was posted"
    twice = Counter((m.channel_id, mark) for m in shown for mark in marks(m))
    assert [key for key, times in twice.items() if times > 1] == []
    threads = Counter(place.name for place in year.places() if place.is_thread)
    assert [name for name, times in threads.items() if times > 1] == []
    sent = service.context.store.rows("SELECT post, message FROM sent_message")
    known = {m.id for m in shown}
    assert [post for post, message in sent if str(message) not in known] == []
    assert year.server.warnings == []


def assert_gathered(year: Year, service: Service) -> None:
    """Check that everybody was invited once and joined at most once, and of one order and one ruling."""
    assert [len(year.invitations(who)) for who in (year.carla, year.dido)] == [1, 1]
    behind = [(p.user, p.role) for p in service.people(1) if p.role != "commander"]
    assert behind == [(f"discord/{year.carla.id}", OFFICER)]
    assert len(service.rulings(1)) == 1 and service.suggestions(1, "caesar") == []
    told = notices(service.posts(1, [to_seat("caesar")], 0, 100_000), "suggestion")
    assert [isinstance(notice, SuggestedNotice) for notice in told] == [True, False], "made, and confirmed"


async def year_of_kills(folder: Path, kills: int, answers: int, seed: int) -> None:
    """Play `answers` answers (0: the whole year), killed `kills` times, at first while people gather."""
    async with Server(patience=PATIENCE) as server:
        year = Year(server, folder, seed)
        try:
            await year.begin()
            with looked_at(year.database) as service:
                await played(year, service, kills, answers)
            assert await year.process.stop() == 0
        except BaseException as error:
            error.add_note("".join(wrong(year.process.log)))
            raise
        finally:
            await year.process.kill()
    assert wrong(year.process.log) == []


def wrong(log: list[str]) -> list[str]:
    """Return what must not be in a log; of a traceback beside the log's own lines, all its lines too."""
    return [
        line
        for n, line in enumerate(log)
        if '"level":"error"' in line
        or "Traceback" in line
        or TOKEN in line
        or (not line.startswith("{") and any("Traceback" in other for other in log[max(0, n - 60) : n]))
    ]


async def played(year: Year, service: Service, kills: int, answers: int) -> None:
    """The year, and the account of it."""
    await year.sent(service)
    await year.gather(service, kills * 2 // 3)
    while not answers or year.answers < answers:
        if not await year.act(service, year.kills < kills):
            break
    await year.sent(service)
    assert year.kills == kills
    assert_whole(year, service)


@pytest.mark.matrix
def test_killed_at_a_few_moments(tmp_path: Path) -> None:
    asyncio.run(year_of_kills(tmp_path, 3, 1, 1))


@pytest.mark.byhand
@pytest.mark.parametrize("seed", [7, 8, 9, 10])
def test_killed_at_fifty_moments_of_a_year(tmp_path: Path, seed: int) -> None:
    """Two hundred kills together; each year takes some minutes."""
    asyncio.run(year_of_kills(tmp_path, 50, 0, seed))
