"""What a seat asks, tries, gives and takes back on Discord is answered alike in two worlds that it cannot
tell apart, to the byte, in all games, and again from where something was revealed; so is what a stranger
sees. Of a refusal, a question or a completion nobody else hears anything.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from frontends.discord.delivery import FRONT_END
from service.values.front_ends.channels import ChannelBinding
from tests.fake_discord.people.person import Person
from tests.fake_discord.server import Server
from tests.harness.alone import SCENARIOS, Act, Pairs, Seen, compared, compared_near_contact, undone
from tests.harness.discord import DiscordHarness, in_haste, short_chains
from tests.harness.player import confirming
from tests.harness.service import ServiceHarness, service_harness

from .test_two_worlds import PATIENCE, masked

NUMBERED = re.compile(rb"\d{19}")
"""The numbers of things on Discord: they tell in which order two were made at the same time."""
LOOKS = ("orders", "my hand", "log show", "status", "map now")


class Screen:
    """The bot over one world, with those who look at it."""

    def __init__(self, t: DiscordHarness, campaign: int, seat: str) -> None:
        self.t, self.campaign, self.seat = t, campaign, seat
        people = dict(zip(t.bench.service.campaign(campaign).seats, (t.alice, t.bob), strict=True))
        self.person, self.stranger = people.pop(seat), t.server.user("Stranger")
        self.others = [self.stranger, *people.values()]

    async def does(self, act: Act) -> Seen:
        """Do it, wait for all that follows, and return what everybody has seen since."""
        before = len(self.t.server.world.sights)
        n = self.t.bench.service.status(self.campaign).campaign.n
        match act.what:
            case "complete":
                await self.person.autocomplete("order", self.t.channel, "line", act.line)
            case "order":
                reply = await self.person.command("order", self.t.channel, line=act.line)
                if act.told and reply.messages and (give := confirming(reply.message)) is not None:
                    await self.person.press(reply.message, give)
            case "look":
                await self.person.command(act.line, self.t.channel)
        await self.t.settled()
        seen = [*self._seen(self.person, before), *self._seen(self.stranger, before)]
        own = sorted(NUMBERED.sub(b"#", masked(self.t, self.campaign, body)) for body in seen)
        others = sum(len(body) for person in self.others for body in self._seen(person, before))
        return Seen(act, own, others, undone(self.t.bench, self.campaign, n))

    def _seen(self, person: Person, since: int) -> list[bytes]:
        """What a person saw; of the edits of one message the last: how many there are depends on the time."""
        last: dict[Any, bytes] = {}
        for n, sight in enumerate(self.t.server.world.sights[since:]):
            if person.id in sight.audience:
                id = json.loads(sight.body).get("id", n) if sight.body.startswith(b"{") else n
                last.pop((sight.kind, id), None)
                last[sight.kind, id] = sight.kind.encode() + b" " + sight.body
        return [*last.values()]


async def done(w: ServiceHarness, folder: Path, campaign: int, seat: str, acts: Iterator[Act]) -> list[Seen]:
    """What comes of acts on Discord; what was posted before has been read."""
    async with Server(patience=PATIENCE) as server, asyncio.timeout(PATIENCE):
        server.longest = PATIENCE
        t = DiscordHarness(server, w, folder)
        w.service.subscribe(FRONT_END)
        w.service.delivered(FRONT_END, {post.id: "-" for post in w.service.waiting(FRONT_END, 10_000)})
        w.service.channels.show(ChannelBinding(campaign, int(t.guild.id), int(t.channel.id)))
        async with t.running():
            await server.until(lambda: any(m.pinned for m in t.channel.messages), "the status message")
            await t.settled()
            screen = Screen(t, campaign, seat)
            seen = [await screen.does(act) for act in acts]
        await t.worker.close()
    return seen


@pytest.fixture
def users(tmp_path: Path) -> Iterator[list[str]]:
    """The two players, who have the same accounts on every test server; the bot waits for nothing."""

    async def accounts(b: ServiceHarness) -> list[str]:
        async with Server() as server:
            t = DiscordHarness(server, b, tmp_path)
            await t.worker.close()
            return [f"discord/{person.id}" for person in (t.alice, t.bob)]

    with short_chains(), in_haste():
        with service_harness(tmp_path / "nothing.sqlite") as b:
            found = asyncio.run(accounts(b))
        yield found


@pytest.mark.matrix
@pytest.mark.parametrize("game", SCENARIOS)
def test_what_is_done_alone_is_answered_alike(tmp_path: Path, users: list[str], game: str) -> None:
    compared(Pairs(done, LOOKS), game, tmp_path, users, 1, 2, 11)


@pytest.mark.byhand
@pytest.mark.parametrize("seed", range(10, 14))
@pytest.mark.parametrize("game", SCENARIOS)
def test_what_is_done_alone_always_is(tmp_path: Path, users: list[str], game: str, seed: int) -> None:
    pairs = Pairs(done, LOOKS)
    compared(pairs, game, tmp_path, users, seed, 25, 7)
    assert pairs.met["undone"]


@pytest.mark.matrix
def test_nothing_tells_whether_an_overrun_is_possible(tmp_path: Path, users: list[str]) -> None:
    compared_near_contact(Pairs(done, LOOKS), tmp_path, users)
