"""A player with one panel: they press, pick and type, and read the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.log.chance import sampler
from frontends.discord.delivery import FRONT_END
from frontends.discord.ui.items import button
from frontends.discord.ui.pages import Page, render_messages
from service.api import Service
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.front_ends.channels import ChannelBinding
from service.values.records import Message, Plan
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.people.reply import Modal, Reply
from tests.fake_discord.state.model import Channel
from tests.fake_discord.state.model import Message as Posted
from tests.harness.discord import DiscordHarness

GIVE = ("Give this order", "Suggest this order", "Set this standing order", "Change to this answer")


async def begun(t: DiscordHarness, game: str = "julius_caesar", **more: Any) -> int:
    """A game under way, read so far: Alice and Bob have its two seats, the judge rules; all read English."""
    t.bob.user.locale = "en-US"
    users = [f"discord/{person.id}" for person in (t.alice, t.bob, t.judge)]
    scenario = t.client.parts.games[game].scenarios()[0]

    def found(service: Service) -> int:
        plan = Plan(game, scenario.id, "Rubicon", referee=users[2], **more)
        campaign = service.found(Message("", users[2]), plan).campaign
        service.channels.show(ChannelBinding(campaign, int(t.guild.id), int(t.channel.id)))
        for seat, user, person in zip(scenario.seats, users, (t.alice, t.bob), strict=False):
            service.do(Message("", user), campaign, founding.join, seat, person.user.shown)
        service.delivered(FRONT_END, {post.id: "-" for post in service.waiting(FRONT_END, 1000)})
        return campaign

    return await t.worker.run(found)


async def until(t: DiscordHarness, campaign: int, rule: str) -> str:
    """Let both play on at random until one of them is asked by a rule; return the seat."""

    def on(service: Service) -> str:
        members = service.status(campaign).members
        for n in range(400):
            asked = service.asked(campaign)[0]
            if asked.rule == rule:
                return asked.seat
            pending = service.look(campaign, queries.pending, asked.seat)
            assert pending is not None
            answer = pending.choice.sample(sampler(n))
            service.do(Message("", members[asked.seat].user), campaign, playing.submit, asked.seat, answer)
        raise AssertionError(f"nobody was asked by {rule}")

    return await t.worker.run(on)


def confirming(message: Posted) -> str | None:
    """Return the button that gives a typed order which ends a turn or phase, None if a message has none."""
    buttons = (each.custom_id or "" for each in screen.buttons(message))
    return next((id for id in buttons if ":confirm_end:" in id), None)


class Player:
    """A person with the message that they look at."""

    def __init__(self, harness: DiscordHarness, person: Person) -> None:
        self.harness, self.person = harness, person
        self.panel: Posted | None = None
        self.modal: Modal | None = None
        self.said = ""

    async def _after(self, reply: Reply) -> Player:
        """Wait until the bot has done with it; its answer is the panel from now on."""
        await self.harness.client.parts.active.wait_until_idle()
        assert reply.failed is None
        if reply.interaction.modal is not None:
            self.modal, self.said = reply.modal, ""
            return self
        self.said = reply.text
        self.panel = reply.interaction.original or self.panel
        return self

    async def command(self, words: str, channel: Channel | None = None, **values: Any) -> Player:
        return await self._after(await self.person.command(words, channel or self.harness.channel, **values))

    async def apply(self, name: str, message: Posted) -> Player:
        return await self._after(await self.person.apply(name, message))

    async def press(self, what: str, message: Posted | None = None) -> Player:
        return await self._after(await self.person.press(message or self.shown, what))

    async def pick(self, values: Sequence[str] | str, what: str = "") -> Player:
        """Pick in the menu of this name; in the first one, if none is named."""
        what = what or str(screen.selects(self.shown)[0].custom_id)
        return await self._after(await self.person.select(self.shown, what, values))

    async def forge(self, id: str) -> Player:
        """Press a button of this id that was meant for somebody else."""
        _, action, *args = id.split(":")
        (rendered,) = render_messages(Page(rows=[[button("another's", action, *args)]]))
        place = self.harness.client.parts.channels.at(int(self.harness.channel.id))
        made = await place.send(view=rendered.view)
        (message,) = [m for m in self.harness.channel.messages if m.id == str(made.id)]
        return await self.press("another's", message)

    async def fill(self, values: Mapping[str, Any]) -> Player:
        assert self.modal is not None
        return await self._after(await self.person.fill(self.modal, values))

    async def order(self, line: str) -> Player:
        """Type an order, and confirm it if it ends a turn or phase."""
        await self.command("order", line=line)
        return await self.confirm()

    async def confirm(self) -> Player:
        """Give the order that is to be confirmed, if one is."""
        give = confirming(self.shown)
        return self if give is None else await self.press(give)

    async def orders(self) -> Player:
        return await self.command("orders")

    async def through(self, *picks: str) -> Player:
        """Pick one after another on the sheet, by buttons or menus, and give what is built."""
        await self.orders()
        for one in picks:
            await (self.press(one) if one in self.labels else self.pick([one]))
        return await self.press(next(label for label in self.labels if label in GIVE))

    # -- seeing

    @property
    def shown(self) -> Posted:
        assert self.panel is not None
        return self.panel

    @property
    def text(self) -> str:
        """The text of the panel."""
        return screen.text(self.shown)

    @property
    def labels(self) -> list[str]:
        """The buttons that can be pressed."""
        return [each.label for each in screen.buttons(self.shown) if not each.disabled]

    @property
    def options(self) -> list[str]:
        """The options of the menus."""
        return [option for each in screen.selects(self.shown) for option in each.options]
