"""A year of Julius Caesar by two players in two languages, by every way to order, and one who looks on.

He who looks on gets public bytes alone: posts to all, and the status.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator import GAMES
from adjudicator.core.chain import JSON
from adjudicator.core.chance import sampler
from adjudicator.core.choice import Choice, Reader
from desk.discord.dress import MARKS_A_POST, mark_of
from desk.discord.panel_page import safe
from desk.discord.statuses import FIRST_MARK
from desk.outbox import CHANNEL
from desk.steps import decompose
from tests.desk.desks import bench
from tests.discord.mouth import Hall, short_chains
from tests.discord.player import Player, begun
from tests.discord.toys import in_haste, marks
from tests.discord.wire import screen
from tests.discord.wire.model import Message
from tests.discord.wire.server import Server

WAYS = ("picks", "line", "paste")
MARK = re.compile(rb'"id": (\d+), "spoiler": (?:true|false), "type": 17')
"""The mark of a message, as it stands in what somebody saw."""


class Year:
    """The game, its players, and by which way each order was given."""

    def __init__(self, t: Hall, campaign: int, game: str) -> None:
        self.t, self.campaign, self.game = t, campaign, GAMES[game]
        self.given: Counter[str] = Counter()
        seats = t.bench.desk.status(campaign).campaign.seats
        self.players = {seat: Player(t, person) for seat, person in zip(seats, (t.alice, t.bob), strict=True)}

    @property
    def turn(self) -> str:
        """The turn at hand."""
        return self.game.when(self.t.bench.desk.status(self.campaign).campaign.stage).turn

    async def act(self, n: int) -> None:
        """One answer by whoever is asked, by another way each time."""
        desk = self.t.bench.desk
        seat = desk.asked(self.campaign)[0].seat
        player = self.players[seat]
        pending = desk.pending(self.campaign, seat)
        assert pending is not None
        choice = pending.choice
        language = "ja" if player.person.user.locale == "ja" else "en"
        reader = Reader(self.game.lexicon, language)
        answer = choice.sample(sampler(n))
        line, way = choice.write(answer, reader), WAYS[n % len(WAYS)]
        before = desk.status(self.campaign).campaign.n
        self.given[await self.give(player, way, line, choice, answer)] += 1
        assert desk.status(self.campaign).campaign.n > before, f"{way}: {line}: {player.text}"

    async def give(self, p: Player, way: str, line: str, choice: Choice[Any], answer: Any) -> str:
        """Give an order by a way; gives by which it went."""
        if way == "line":
            offered = await p.person.autocomplete("order", self.t.channel, "line", line)
            assert not offered.choices or all(len(name) <= 100 for name, _ in offered.choices)
            await p.command("order", line=line)
        elif way == "picks" and await self.picked(p, decompose(choice, answer)):
            await p.press(action(p, "ask_give"))
        else:
            way = "paste"
            await p.orders()
            await p.press(action(p, "paste"))
            await p.fill({"text": line})
        return way

    async def picked(self, p: Player, items: list[JSON]) -> bool:
        """Pick what an answer is made of, as far as it is asked; whether the order is whole then."""
        await p.orders()
        for item in items:
            if has(p, "ask_give"):
                break
            await self.pick(p, item)
        if not has(p, "ask_give") and has(p, "ask_again"):
            await p.press(action(p, "ask_again"))
            return False
        return has(p, "ask_give")

    async def pick(self, p: Player, item: JSON) -> None:
        """One thing, or some at once; what follows by itself is not offered any more."""
        wanted = [str(one) for one in item] if isinstance(item, list) else [str(item)]
        pressed = {(b.custom_id or "").split(":")[-1]: b.custom_id for b in screen.buttons(p.shown)}
        for menu in screen.selects(p.shown):
            if (
                menu.custom_id is not None
                and ":ask:" in f":{menu.custom_id}:"
                and {*wanted} <= {*menu.values}
            ):
                await p.pick(wanted, menu.custom_id)
                return
        id = pressed.get(safe(wanted[0])) if len(wanted) == 1 else None
        if id is not None and id.startswith("t:ask:"):
            await p.press(id)


def has(p: Player, name: str) -> bool:
    """Whether a button of this action is there."""
    return any((b.custom_id or "").startswith(f"t:{name}:") for b in screen.buttons(p.shown))


def action(p: Player, name: str) -> str:
    """The button of an action."""
    ids = [b.custom_id or "" for b in screen.buttons(p.shown)]
    found = [id for id in ids if id.startswith(f"t:{name}:")]
    assert len(found) == 1, f"{name} in {ids}: {p.text}"
    return found[0]


def assert_public(t: Hall, campaign: int, witness: bytes) -> int:
    """All that somebody without a seat saw is a post to all, or the status; gives how many there were."""
    posts = t.bench.desk.posts(campaign, [CHANNEL], 0, 100_000)
    told = {mark_of(post) // MARKS_A_POST for post in posts}
    for line in witness.splitlines():
        kind = line.split(b" ", 1)[0]
        assert kind in (b"message", b"edit", b"pins", b"delete", b"thread"), line[:200]
        for mark in map(int, MARK.findall(line)):
            assert mark == FIRST_MARK - campaign or mark // MARKS_A_POST in told, line[:400]
    return len(posts)


def is_ours(message: Message) -> bool:
    """Whether a message is a post or a status, and no answer to somebody."""
    return message.only_for is None and bool(marks(message))


async def play(t: Hall, game: str, until: Callable[[Year], bool], **more: Any) -> Year:
    """Play until something is reached; the judge rules once, and one looks on."""
    stranger = t.server.user("Stranger")
    campaign = await begun(t, game, **more)
    t.bob.user.locale = "ja"
    year = Year(t, campaign, game)
    n = 0
    while not until(year) and t.bench.desk.asked(campaign):
        await year.act(n)
        n += 1
    await t.settled()
    shown = [*t.channel.messages, *(m for c in stranger.threads(t.channel) for m in c.messages)]
    assert [screen.text(m) for m in shown if m.only_for is None and m.components and not is_ours(m)] == []
    assert assert_public(t, campaign, stranger.witness()) > 5
    assert not stranger.dms and len(year.given) == len(WAYS), year.given
    assert t.bench.desk.verify(campaign).errors == []
    return year


def at(folder: Path, scene: Callable[[Hall], Awaitable[None]]) -> None:
    """Run a scene."""

    async def run() -> None:
        with short_chains(), in_haste(), bench(folder / "desk.sqlite", GAMES) as found:
            async with Server() as server:
                t = Hall(server, found, folder)
                async with t.running():
                    await scene(t)
                await t.clerk.close()

    asyncio.run(run())


async def julius_caesar(t: Hall, until: Callable[[Year], bool]) -> None:
    """Two players, and a referee who holds the game and lets it go on."""
    year = await play(t, "julius_caesar", until)
    await t.judge.command("referee hold", t.channel, why="dinner")
    asked = t.bench.desk.asked(year.campaign)[0].seat
    refused = await year.players[asked].command("order", line="end")
    assert "✓" not in refused.said
    await t.judge.command("referee release", t.channel)
    await t.settled()
    assert not t.bench.desk.status(year.campaign).campaign.held


ORDERS = 80
"""So many orders of Belisarius: each one small, most of them of the set-up."""


async def belisarius(t: Hall) -> None:
    await play(t, "belisarius", lambda year: year.given.total() >= ORDERS)


def test_a_year_is_played_by_every_way_and_whoever_looks_on_sees_public_bytes(tmp_path: Path) -> None:
    at(tmp_path, lambda t: julius_caesar(t, lambda year: year.turn.startswith("2/")))


@pytest.mark.byhand
def test_so_is_belisarius(tmp_path: Path) -> None:
    at(tmp_path, belisarius)
