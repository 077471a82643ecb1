"""A person with a client: what they see, type, press, pick and fill in, and what it forbids them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tests.fake_discord.people import modals, screen
from tests.fake_discord.people.reply import Modal, Reply
from tests.fake_discord.problems import Refused
from tests.fake_discord.state import commands, parts, payloads
from tests.fake_discord.state.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL
from tests.fake_discord.state.model import Channel, Guild, Message, User
from tests.fake_discord.state.permissions import ALL, in_guild, may

if TYPE_CHECKING:
    from tests.fake_discord.server import Server

JSON = dict[str, Any]

PICKED = (commands.USER, commands.CHANNEL, commands.ROLE, commands.MENTIONABLE)
"""Kinds of option whose value is the id of something."""


class Person:
    """Drives one person's client. What a client would not let them do raises `Refused`."""

    def __init__(self, server: Server, user: User) -> None:
        self.server = server
        self.user = user

    @property
    def id(self) -> str:
        return self.user.id

    @property
    def mention(self) -> str:
        return f"<@{self.user.id}>"

    # -- seeing

    @property
    def dms(self) -> list[Message]:
        """The messages of the bot to the person."""
        return [each for each in self.dm_channel.messages if each.only_for in (None, self.id)]

    @property
    def dm_channel(self) -> Channel:
        return self.server.world.dm(self.user)

    def sees(self, channel: Channel) -> bool:
        return self.server.world.sees(self.id, channel)

    def visible(self, channel: Channel) -> list[Message]:
        """The messages that they see in the channel, ephemeral ones of their own among them."""
        if not self.sees(channel):
            return []
        return [each for each in channel.messages if each.only_for in (None, self.id)]

    def threads(self, channel: Channel) -> list[Channel]:
        """The threads under the channel that they see."""
        below = [each for each in self.server.world.channels.values() if each.parent_id == channel.id]
        return [each for each in below if each.is_thread and self.sees(each)]

    def witness(self) -> bytes:
        """All that they ever saw, in order, as bytes: equal in two worlds that they must not tell apart."""
        seen = [each for each in self.server.world.sights if self.id in each.audience]
        return b"\n".join(each.kind.encode() + b" " + each.body for each in seen)

    # -- commands

    def commands(self, channel: Channel) -> list[JSON]:
        """The commands that their client offers here."""
        server = self.server
        guild = server.world.guilds[channel.guild_id] if channel.guild_id else None
        found = [*server.commands.get(None, []), *(server.commands.get(guild.id, []) if guild else [])]
        return [each for each in found if self._offered(each, guild)]

    def _offered(self, command: JSON, guild: Guild | None) -> bool:
        is_there = guild is None or self.server.world.bot.id in guild.members
        if not is_there and 1 not in command["integration_types"]:
            return False
        if command.get("contexts") is not None and (0 if guild else 1) not in command["contexts"]:
            return False
        if guild is None:
            return bool(command["dm_permission"]) and "guild_id" not in command
        needed = command["default_member_permissions"]
        held = in_guild(guild, self.id)
        # "0" is for administrators alone.
        return needed is None or held == ALL or (held & int(needed)) == int(needed) != 0

    async def command(self, words: str, channel: Channel, /, *, settle: bool = True, **values: Any) -> Reply:
        """Send a command: `await alice.command("game new", channel, game="julius_caesar")`.

        Values of users, roles and channels are their ids (or the objects). `settle` False: come back as soon
        as it is sent, for a test that looks at what happens meanwhile.

        Raises:
            Refused: there is no such command here, or its options do not allow these values.
        """
        given = {name: getattr(value, "id", value) for name, value in values.items()}
        found, way, options = self._find(words, channel)
        filled = commands.fill(options, given)
        data = self._data(found, way, filled)
        picked = [given[each["name"]] for each in options if each["type"] in PICKED and each["name"] in given]
        if picked:
            data["resolved"] = self._resolved(picked, channel)
        return await self._send(COMMAND, channel, data, settle=settle)

    async def apply(self, name: str, message: Message, *, settle: bool = True) -> Reply:
        """Pick a message command in the menu of a message; the bot gets the message with it, and no other.

        Raises:
            Refused: there is no such command here, or they do not see the message.
        """
        self._must_see_message(message)
        channel = self._channel(message)
        offered = [each for each in self.commands(channel) if (each["type"], each["name"]) == (3, name)]
        if not offered:
            raise Refused(f"there is no message command {name!r} here")
        data = self._data(offered[0], [], []) | {
            "target_id": message.id,
            "resolved": {"messages": {message.id: payloads.message(self.server.world, message)}},
        }
        del data["options"]
        return await self._send(COMMAND, channel, data, settle=settle)

    async def autocomplete(
        self,
        words: str,
        channel: Channel,
        option: str,
        typed: str = "",
        /,
        *,
        settle: bool = True,
        **values: Any,
    ) -> Reply:
        """Ask for completions of `option` with `typed` in it and `values` in the others: `reply.choices`."""
        found, way, options = self._find(words, channel)
        filled = commands.fill(options, {**values, option: typed}, typing=option)
        return await self._send(AUTOCOMPLETE, channel, self._data(found, way, filled), settle=settle)

    def reads(self, words: str, channel: Channel) -> tuple[str, str]:
        """Name and description of a command, or of one of its subcommands, in the person's language."""
        found, way, _ = self._find(words, channel)
        last = way[-1] if way else found
        language = self.user.locale
        return commands.local(last, language), commands.local(last, language, "description")

    def _find(self, words: str, channel: Channel) -> tuple[JSON, list[JSON], list[JSON]]:
        self._must_see(channel)
        if channel.guild_id is not None:
            guild = self.server.world.guilds[channel.guild_id]
            if not may(guild, channel, self.id, "use_application_commands"):
                raise Refused("application commands are forbidden here")
        return commands.find(self.commands(channel), words)

    @staticmethod
    def _data(found: JSON, way: list[JSON], filled: list[JSON]) -> JSON:
        for step in reversed(way):
            filled = [{"type": step["type"], "name": step["name"], "options": filled}]
        data: JSON = {"id": found["id"], "name": found["name"], "type": found["type"], "options": filled}
        if "guild_id" in found:
            data["guild_id"] = found["guild_id"]
        return data

    def _resolved(self, ids: list[str], channel: Channel) -> JSON:
        guild = self.server.world.guilds[channel.guild_id] if channel.guild_id else None
        return screen.resolve(self.server.world, guild, ids)

    # -- components

    async def press(self, message: Message, what: str, *, settle: bool = True) -> Reply:
        """Press a button, named by its label or its custom_id.

        Raises:
            Refused: they do not see the message or the button, it is disabled, it is a link.
        """
        self._must_see_message(message)
        button = screen.one(what, screen.buttons(message))
        if button.disabled or button.custom_id is None:
            raise Refused(f"the button {button.label!r} is {'disabled' if button.disabled else 'a link'}")
        data = {"component_type": parts.BUTTON, "custom_id": button.custom_id}
        return await self._send(COMPONENT, self._channel(message), data, message, settle=settle)

    async def select(
        self, message: Message, what: str, values: Sequence[Any] | Any, *, settle: bool = True
    ) -> Reply:
        """Pick in a select, named by its placeholder or custom_id; `values` by value or label (or objects).

        Raises:
            Refused: not there, disabled, a value that is no option, too few or too many.
        """
        self._must_see_message(message)
        menu = screen.one(what, screen.selects(message))
        if menu.disabled:
            raise Refused(f"the select {what!r} is disabled")
        picked = modals.picked(menu.part, _listed(values))
        data: JSON = {"component_type": menu.type, "custom_id": menu.custom_id, "values": picked}
        channel = self._channel(message)
        if menu.type != parts.STRING_SELECT:
            data["resolved"] = self._resolved(picked, channel)
        return await self._send(COMPONENT, channel, data, message, settle=settle)

    async def fill(self, modal: Modal, values: Mapping[str, Any], *, settle: bool = True) -> Reply:
        """Send a modal, each field named by its label or custom_id; one left out keeps its content.

        Raises:
            Refused: a field that is not there, a required one empty, too long, not one of the options.
        """
        if modal.sent:
            raise Refused("the modal was sent already")
        filled, picked = modals.fill(modal.data, values)
        modal.sent = True
        one = modal.interaction
        data: JSON = {"custom_id": modal.data["custom_id"], "components": filled}
        if picked:
            data["resolved"] = self._resolved(picked, one.channel)
        return await self._send(MODAL, one.channel, data, one.source, above=one.metadata, settle=settle)

    # -- talking and going

    def say(self, channel: Channel, text: str) -> Message:
        """Write a message of their own; the bot hears of it only with the intents for it."""
        self._must_see(channel)
        world = self.server.world
        message = Message(world.mint.id(f"messages {channel.id}"), channel.id, self.id, content=text)
        return world.post(channel, message)

    def delete(self, message: Message) -> None:
        """Delete a message, as its author or a moderator (or dismiss an ephemeral one)."""
        self.server.world.erase(message)

    def leave(self, guild: Guild) -> None:
        self.server.world.leave(guild, self.user)

    # -- within

    def _channel(self, message: Message) -> Channel:
        return self.server.world.channels[message.channel_id]

    def _must_see(self, channel: Channel) -> None:
        if not self.sees(channel):
            raise Refused(f"{self.user.shown} does not see the channel {channel.name!r}")

    def _must_see_message(self, message: Message) -> None:
        self._must_see(self._channel(message))
        if message.deleted or message.only_for not in (None, self.id):
            raise Refused(f"{self.user.shown} does not see that message")

    async def _send(
        self,
        kind: int,
        channel: Channel,
        data: JSON,
        source: Message | None = None,
        *,
        above: JSON | None = None,
        settle: bool = True,
    ) -> Reply:
        server = self.server
        one = server.interactions.make(kind, self.user, channel, data, source, above)
        server.gateway.emit("INTERACTION_CREATE", one.payload, 0, None)
        if not server.gateway.sessions:
            server.interactions.expire(one)
        reply = Reply(self, one)
        if settle:
            await reply.settled()
        return reply


def _listed(values: Sequence[Any] | Any) -> list[str]:
    many = values if isinstance(values, list | tuple) else [values]
    return [str(getattr(each, "id", each)) for each in many]
