"""Discord over a toy game, which is quick, and the account of what was posted: everything, and once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from frontends.discord.delivery import FRONT_END
from frontends.discord.ui.format_post import mark_of
from service.posts.compose import compose
from tests.core import scripted
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.people.reply import Reply
from tests.fake_discord.server import Server
from tests.fake_discord.state import parts
from tests.fake_discord.state.model import Channel, Message
from tests.harness.discord import DiscordHarness, in_haste, short_chains, tested
from tests.harness.service import service_harness
from tests.toys import nim

LONGEST = 60.0
"""Seconds after which a scene is lost: something has not arrived, and never will."""


class ToyHarness(DiscordHarness):
    """A server with Nim for two, or markers for three: Alice, Bob (who reads Japanese) and Carol."""

    async def begun(self, game: str = "nim") -> int:
        """A game with everybody seated; gives its number."""
        reply = await self.judge.command("game new", self.channel, title="Toy")
        if game != "nim":
            await self.judge.select(reply.message, "Game", game)
        await self.judge.press(reply.message, "Create game")
        await self.settled()
        seats = {"nim": ("north", "south"), "markers": ("a", "b", "c")}[game]
        for person, seat in zip(self.players(len(seats)), seats, strict=True):
            await person.command("game join", self.channel, seat=seat)
        await self.settled()
        return max(campaign.id for campaign in self.bench.service.campaigns())

    def players(self, n: int) -> list[Person]:
        """Return the players, in the order of the seats."""
        return [self.alice, self.bob, self.server.user("Carol")][:n]

    async def order(self, person: Person, line: str, *, settle: bool = True) -> Reply:
        """Order by a line, in the channel."""
        reply = await person.command("order", self.channel, line=line, settle=settle)
        if settle:
            await self.settled()
        return reply

    async def round(self, north: int = 2, south: int = 1) -> None:
        """Both bid in a game of Nim."""
        await self.order(self.alice, f"bid {north}")
        await self.order(self.bob, f"bid {south}")

    @property
    def status(self) -> Message:
        """The status message, pinned or not."""
        (found,) = [m for m in self.channel.messages if not m.deleted and is_status(m)]
        return found


def is_status(message: Message) -> bool:
    """Return true if a message is the status message."""
    return message.only_for is None and any(
        (b.custom_id or "").startswith("t:rules:") for b in screen.buttons(message)
    )


def toyed(scene: Callable[[ToyHarness], Awaitable[None]]) -> Callable[[Path], None]:
    """Run a scene over toys; at its end everything has arrived, and once."""

    async def run(folder: Path) -> None:
        games = {"nim": nim.GAME, "markers": scripted.GAME}
        with (
            short_chains(),
            in_haste(),
            service_harness(folder / "tabellarius.sqlite", games, "discord 2") as found,
        ):
            async with Server() as server:
                harness = ToyHarness(server, found, folder)
                async with harness.running(), asyncio.timeout(LONGEST):
                    await scene(harness)
                    await harness.settled()
                    assert_accounted(harness)
                await harness.worker.close()

    return tested(scene, run)


# -- the account -------------------------------------------------------------------------------------


def places(t: DiscordHarness) -> Iterator[Channel]:
    """Every channel, thread and direct channel that there is."""
    return iter(t.server.world.channels.values())


def posted(t: DiscordHarness) -> list[Message]:
    """All that the bot posted, and was no answer to an interaction."""
    bot = t.server.world.bot.id
    return [m for place in places(t) for m in place.messages if m.author_id == bot and m.interaction is None]


def marks(message: Message) -> list[int]:
    """Return the marks by which posts are found again; 32 and below is no mark."""
    return [p["id"] for p in message.components if p["type"] == parts.CONTAINER and p.get("id", 0) > 32]


def assert_accounted(t: DiscordHarness) -> None:
    """Every post has arrived at whom it is for; none twice in one place; no nonce belongs to two messages."""
    service = t.bench.service
    assert service.waiting(FRONT_END) == []
    seen = Counter((m.channel_id, mark) for m in posted(t) for mark in marks(m))
    assert [key for key, times in seen.items() if times > 1] == []
    assert t.server.warnings == []
    for shown in service.channels.all_shown():
        for post in service.posts(shown.campaign, ["channel"], 0, 10_000):
            if post.kind != "asked" and compose(service, post, shown.language) is not None:
                assert any(mark == mark_of(post) for _, mark in seen), f"{post.kind} {post.id} is lost"


def said(place: Channel) -> str:
    """All words in a place."""
    return "\n".join(screen.text(m) for m in place.messages if m.only_for is None)


def public(t: DiscordHarness) -> str:
    """All words that everybody reads: of the channel and its public threads."""
    stranger = t.server.user("Stranger")
    return "\n".join(said(place) for place in [t.channel, *stranger.threads(t.channel)])
