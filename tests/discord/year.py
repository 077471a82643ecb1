"""Games played over the wire by every way that there is to order, and one who looks on."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from adjudicator import GAMES
from adjudicator.core import Choice, Reader
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import sampler
from frontends.discord.delivery import FRONT_END, status_messages
from frontends.discord.delivery.status_messages import FIRST_MARK
from frontends.discord.orders import panel_state
from frontends.discord.orders.line import short
from frontends.discord.orders.panel_page import safe
from frontends.discord.ui.format_post import MARKS_A_POST, mark_of
from service.api import Service
from service.usecases.play import playing, queries
from service.values.audiences import CHANNEL
from service.values.records import Asked
from service.values.records import Message as Brought
from service.wizard.filled import End, Filled
from service.wizard.steps import decompose
from tests.fake_discord.people import screen
from tests.fake_discord.server import Server
from tests.fake_discord.state.model import Message
from tests.harness.discord import DiscordHarness, in_haste, short_chains
from tests.harness.discord_toys import marks
from tests.harness.player import Player
from tests.harness.service import service_harness
from tests.kit.play_styles import bold

WAYS = ("picks", "offered", "pasted", "typed")
"""Buttons and menus; a line that was offered as it was typed; a form for a set; a form on the panel."""
DONE = ("button", "menu", "offered", "pasted", "typed")
"""The controls with which something was done."""
MARK = re.compile(rb'"id": (\d+), "spoiler": (?:true|false), "type": 17')
"""The mark of a message, read from what somebody saw."""


class Year:
    """The game, its players, and how each order was given.

    Attributes:
        last: the seat that has done something last.
    """

    def __init__(self, t: DiscordHarness, campaign: int, game: str) -> None:
        self.t, self.campaign, self.game = t, campaign, GAMES[game]
        self.done: Counter[tuple[str, str]] = Counter()
        self.rules: Counter[tuple[str, str]] = Counter()
        self.last, self._numbers = "", dict[tuple[str, int], int]()
        seats = t.bench.service.status(campaign).campaign.seats
        self.players = {seat: Player(t, person) for seat, person in zip(seats, (t.alice, t.bob), strict=True)}

    @property
    def turn(self) -> str:
        """The turn at hand."""
        return self.game.when(self.t.bench.service.status(self.campaign).campaign.stage).turn

    def asked(self) -> Asked:
        """Return the next question: of several seats, the one that has just answered comes first."""
        asked = self.t.bench.service.asked(self.campaign)
        return next((one for one in asked if one.seat == self.last), asked[0])

    def language(self, seat: str) -> str:
        """Return the language of a seat's player."""
        return "ja" if self.players[seat].person.user.locale == "ja" else "en"

    async def act(self, n: int, by_hand: Callable[[str, str], bool] = lambda seat, rule: True) -> None:
        """Give one answer of a seat that is asked: another way each time, or past the wire, unread by all.

        What each seat answers does not depend on who of several answers first.
        """
        for at, one in enumerate(self.t.bench.service.asked(self.campaign)):
            self._numbers.setdefault((one.seat, one.entry), n + at)
        asked = self.asked()
        seat, rule, n = asked.seat, asked.rule, self._numbers[asked.seat, asked.entry]
        self.last, hand = seat, by_hand(seat, rule)
        self.rules[seat, rule] += 1
        if not hand:
            await self.t.worker.run(lambda service: self._answer(service, seat, n))
            return
        pending = self.t.bench.service.look(self.campaign, queries.pending, seat)
        assert pending is not None
        answer = bold(pending.choice, sampler(n), None, seat)
        before = self.t.bench.service.status(self.campaign).campaign.n
        what = await self.give(seat, WAYS[n % len(WAYS)], pending.choice, answer)
        told = f"{what}: {answer}: {self.players[seat].text}"
        assert self.t.bench.service.status(self.campaign).campaign.n > before, told

    def _answer(self, service: Service, seat: str, n: int) -> None:
        pending = service.look(self.campaign, queries.pending, seat)
        assert pending is not None
        answer = bold(pending.choice, sampler(n), None, seat)
        user = service.status(self.campaign).members[seat].user
        last = max((post.id for post in service.waiting(FRONT_END, 10_000)), default=0)
        service.do(Brought("", user), self.campaign, playing.submit, seat, answer)
        service.delivered(
            FRONT_END, {post.id: "-" for post in service.waiting(FRONT_END, 10_000) if post.id > last}
        )

    async def give(self, seat: str, way: str, choice: Choice[Any], answer: Any) -> str:
        """Give an order by a way, or by pasting where that does not lead to it; gives by which it went."""
        p = self.players[seat]
        reader = Reader(self.game.lexicon, self.language(seat))
        line = choice.write(answer, reader)
        if way == "offered" and await self.offered(seat, line):
            return way
        items = list(decompose(choice, answer).picks)
        whole = way == "typed" and await self.typed(seat, items, reader)
        if way == "picks":
            await p.orders()
            whole = await self.through(seat, items)
        if whole:
            await p.press(action(p, "ask_give"))
            return way
        await p.orders()
        await p.press(action(p, "paste"))
        await p.fill({"text": line})
        await p.confirm()
        self.count(seat, "pasted")
        return "pasted"

    def count(self, seat: str, what: str) -> None:
        """Something was done in the language of a seat."""
        self.done[self.language(seat), what] += 1

    async def offered(self, seat: str, line: str) -> bool:
        """Type until the line is offered, and pick it; False if it never is."""
        p = self.players[seat]
        for typed in (line[: len(line) // 2], line):
            offered = (await p.person.autocomplete("order", self.t.channel, "line", typed)).choices
            assert len(offered) <= 25 and all(len(name) <= 100 for name, _ in offered)
            if (picked := next((value for _, value in offered if value == short(line)), None)) is not None:
                await p.order(picked)
                self.count(seat, "offered")
                return True
        return False

    async def typed(self, seat: str, items: list[JSON], reader: Reader) -> bool:
        """Pick the first thing, type the name of what is asked next, pick the others; False if that fails."""
        p = self.players[seat]
        await p.orders()
        await self.pick(seat, items[0])
        at = len(
            await self.t.worker.run_silently(lambda service: self._filled(service, seat, reader.language))
        )
        wanted = items[at] if at < len(items) else None
        if not has(p, "ask_type") or not isinstance(wanted, str) or wanted.startswith("*"):
            await self.from_the_start(p)
            return False
        await p.press(action(p, "ask_type"))
        await p.fill({"said": reader.label(wanted)})
        if "⛔" in p.text:  # it asks for more than the name
            await self.from_the_start(p)
            return False
        self.count(seat, "typed")
        return await self.through(seat, items[at + 1 :])

    def _filled(self, service: Service, seat: str, language: str) -> Filled:
        user = f"discord/{self.players[seat].person.id}"
        panel = panel_state.present(service, user, self.campaign, seat, language)
        return panel.filled if panel is not None else Filled()

    async def through(self, seat: str, items: list[JSON]) -> bool:
        """Pick one thing after another, as far as it is asked; whether the order is whole then."""
        p = self.players[seat]
        for item in items:
            if has(p, "ask_give"):
                break
            await self.pick(seat, item)
        if not has(p, "ask_give"):
            await self.from_the_start(p)
            return False
        return True

    async def from_the_start(self, p: Player) -> None:
        """Forget what was picked."""
        if has(p, "ask_again"):
            await p.press(action(p, "ask_again"))

    async def pick(self, seat: str, item: JSON) -> None:
        """One thing, or some at once; what follows by itself is not offered any more."""
        p = self.players[seat]
        wanted = [str(one) for one in item] or [End.NONE] if isinstance(item, list) else [str(item)]
        pressed = {(b.custom_id or "").split(":")[-1]: b.custom_id for b in screen.buttons(p.shown)}
        for menu in screen.selects(p.shown):
            if menu.custom_id is None or not menu.custom_id.startswith("s:ask:"):
                continue
            if {*wanted} <= {*menu.values}:
                await p.pick(wanted, menu.custom_id)
                self.count(seat, "menu")
                return
        id = pressed.get(safe(wanted[0])) if len(wanted) == 1 else None
        if id is not None and id.startswith("t:ask:"):
            await p.press(id)
            self.count(seat, "button")


def has(p: Player, name: str) -> bool:
    """Return true if a button of this action is there."""
    return any((b.custom_id or "").startswith(f"t:{name}:") for b in screen.buttons(p.shown))


def action(p: Player, name: str) -> str:
    """The button of an action."""
    ids = [b.custom_id or "" for b in screen.buttons(p.shown)]
    found = [id for id in ids if id.startswith(f"t:{name}:")]
    assert len(found) == 1, f"{name} in {ids}: {p.text}"
    return found[0]


# -- spectators --------------------------------------------------------------------------------------


def assert_public(t: DiscordHarness, campaign: int, witness: bytes) -> int:
    """All that somebody without a seat saw is a post to all, or the status; gives how many there were."""
    posts = t.bench.service.posts(campaign, [CHANNEL], 0, 100_000)
    told = {mark_of(post) // MARKS_A_POST for post in posts}
    for line in witness.splitlines():
        kind = line.split(b" ", 1)[0]
        assert kind in (b"message", b"edit", b"pins", b"delete", b"thread"), line[:200]
        for mark in map(int, MARK.findall(line)):
            assert mark == FIRST_MARK - campaign or mark // MARKS_A_POST in told, line[:400]
    return len(posts)


def is_ours(message: Message) -> bool:
    """Return true if a message is a post or a status, and no answer to somebody."""
    return message.only_for is None and bool(marks(message))


def assert_fog(t: DiscordHarness, campaign: int) -> None:
    """Check that a spectator has seen public posts and the status alone, and got no message."""
    stranger = t.server.user("Stranger")
    shown = [*t.channel.messages, *(m for c in stranger.threads(t.channel) for m in c.messages)]
    assert [screen.text(m) for m in shown if m.only_for is None and m.components and not is_ours(m)] == []
    assert assert_public(t, campaign, stranger.witness()) > 5
    assert not stranger.dms


def calm() -> AbstractContextManager[object]:
    """The number of status edits that are compared: not every order is followed by one, because each costs
    time.
    """
    return patch.object(status_messages, "CALM", 0.5)


def at(folder: Path, scene: Callable[[DiscordHarness], Awaitable[None]]) -> None:
    """Run a scene."""

    async def run() -> None:
        with (
            short_chains(),
            in_haste(),
            service_harness(folder / "tabellarius.sqlite", GAMES) as found,
            calm(),
        ):
            async with Server() as server:
                t = DiscordHarness(server, found, folder)
                async with t.running():
                    await scene(t)
                await t.worker.close()

    asyncio.run(run())
