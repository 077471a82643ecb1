"""The state of the test server: who and what there is, who sees it, and what was shown to whom."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tests.fake_discord.problems import missing_access, missing_permissions, unknown
from tests.fake_discord.state import payloads
from tests.fake_discord.state.ids import Mint, moment
from tests.fake_discord.state.model import (
    DM,
    TEXT,
    Channel,
    Guild,
    Member,
    Message,
    Overwrite,
    Role,
    User,
)
from tests.fake_discord.state.permissions import BOT, EVERYONE, bits, may, may_see
from tests.fake_discord.traffic import without_random_nonce

JSON = dict[str, Any]

GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1, 1 << 1, 1 << 9, 1 << 12, 1 << 15
PRIVILEGED = GUILD_MEMBERS | 1 << 8 | MESSAGE_CONTENT


class Sight(Struct, frozen=True):
    """Something that people saw: who, what kind of thing, and its content as bytes that can be compared."""

    audience: frozenset[str]
    kind: str
    body: bytes


class World:
    """Everything that Discord knows. Changes are told to `emit(event, data, intents, message)`."""

    def __init__(self, *, real_time: bool = False, keep: bool = True) -> None:
        self.mint = Mint(real=real_time)
        self.base = ""
        self.keep = keep
        """Whether files and what people saw are kept; a long bench does without."""
        self.users: dict[str, User] = {}
        self.user_install = False
        """Whether people may install the application for themselves."""
        self.code_grant, self.endpoint = False, ""
        """Of the application: whether an invitation takes a code; where interactions go instead."""
        self.emojis: dict[str, JSON] = {}
        """Of the application."""
        self.faces: dict[str, str] = {}
        """The picture of each, as it was uploaded (a `data:` address)."""
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.sights: list[Sight] = []
        self.warnings: list[str] = []
        self.nonces: dict[tuple[str, str], Message] = {}
        self.files: dict[str, tuple[str, bytes]] = {}
        """The files of the CDN: path -> content type and bytes."""
        self.application_id = self.mint.id("application")
        self.bot = self.add_user("Tabellarius", bot=True, id=self.application_id)
        self.owner = self.add_user("Operator")
        self.emit: Callable[[str, JSON, int, Message | None], None] = lambda *_: None

    # -- who and where

    def add_user(self, name: str, *, bot: bool = False, locale: str = "en-US", id: str | None = None) -> User:
        user = User(id or self.mint.id("users"), name.lower().replace(" ", "_"), name, bot, locale)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, *, bot_permissions: tuple[str, ...] = BOT, locale: str = "en-US") -> Guild:
        guild = Guild(self.mint.id("guilds"), name, self.owner.id, locale)
        guild.roles[guild.id] = Role(guild.id, "@everyone", bits(EVERYONE))
        role = Role(self.mint.id("roles"), self.bot.shown, bits(bot_permissions), 1)
        guild.roles[role.id] = role
        self.guilds[guild.id] = guild
        self.join(guild, self.owner)
        self.join(guild, self.bot, role.id)
        self.emit("GUILD_CREATE", payloads.guild_create(self, guild), GUILDS, None)
        return guild

    def add_role(self, guild: Guild, name: str, *permissions: str) -> Role:
        """A role that may do more than everybody: `permissions` by name, as "manage_messages"."""
        role = Role(self.mint.id("roles"), name, bits(permissions), len(guild.roles))
        guild.roles[role.id] = role
        self.emit("GUILD_ROLE_CREATE", {"guild_id": guild.id, "role": payloads.role(role)}, GUILDS, None)
        return role

    def rename_role(self, guild: Guild, role: Role, name: str) -> None:
        role.name = name
        self.emit("GUILD_ROLE_UPDATE", {"guild_id": guild.id, "role": payloads.role(role)}, GUILDS, None)

    def join(self, guild: Guild, user: User, *roles: str) -> Member:
        member = Member(user.id, moment(user.id), list(roles))
        guild.members[user.id] = member
        data = payloads.member(self, member) | {"guild_id": guild.id}
        self.emit("GUILD_MEMBER_ADD", data, GUILD_MEMBERS, None)
        return member

    def leave(self, guild: Guild, user: User) -> None:
        """The member goes: out of the guild, its threads, and (without another shared guild) out of DMs."""
        del guild.members[user.id]
        for channel in guild.channels.values():
            if user.id in channel.thread_members:
                channel.thread_members.remove(user.id)
        if user is self.bot:
            self.emit("GUILD_DELETE", {"id": guild.id}, GUILDS, None)
        self.emit(
            "GUILD_MEMBER_REMOVE", {"guild_id": guild.id, "user": payloads.user(user)}, GUILD_MEMBERS, None
        )

    def add_channel(
        self,
        guild: Guild,
        name: str,
        kind: int = TEXT,
        *,
        parent: str | None = None,
        overwrites: dict[str, Overwrite] | None = None,
    ) -> Channel:
        channel = Channel(
            self.mint.id("channels"), kind, name, guild.id, parent, position=len(guild.channels)
        )
        channel.overwrites |= overwrites or {}
        self.channels[channel.id] = guild.channels[channel.id] = channel
        self.emit("CHANNEL_CREATE", payloads.channel(self, channel), GUILDS, None)
        return channel

    def dm(self, user: User) -> Channel:
        """The DM channel between the bot and the user; there is one, always."""
        for channel in self.channels.values():
            if channel.type == DM and channel.recipient_id == user.id:
                return channel
        channel = Channel(self.mint.id(f"dm {user.id}"), DM, recipient_id=user.id)
        self.channels[channel.id] = channel
        return channel

    def remove_channel(self, channel: Channel) -> None:
        del self.channels[channel.id]
        data = payloads.channel(self, channel)
        if channel.guild_id is not None:
            guild = self.guilds[channel.guild_id]
            del guild.channels[channel.id]
            if not channel.is_thread:
                for thread in [each for each in guild.channels.values() if each.parent_id == channel.id]:
                    self.remove_channel(thread)
        self.emit("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", data, GUILDS, None)

    def changed_channel(self, channel: Channel) -> None:
        event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        self.emit(event, payloads.channel(self, channel), GUILDS, None)

    def archive(self, thread: Channel, *, archived: bool = True, locked: bool = False) -> None:
        """Close a thread as a moderator or time does; a post opens it again, if it is not locked."""
        thread.archived, thread.locked = archived, locked
        self.changed_channel(thread)

    # -- looking things up, refusing as Discord does

    def guild(self, id: str) -> Guild:
        guild = self.guilds.get(id)
        if guild is None or self.bot.id not in guild.members:
            raise unknown("Guild")
        return guild

    def channel(self, id: str, *needed: str) -> Channel:
        """The channel, if there is one and the bot sees it and may do `needed` there."""
        channel = self.channels.get(id)
        if channel is None:
            raise unknown("Channel")
        if not self.sees(self.bot.id, channel):
            raise missing_access()
        if channel.guild_id is not None and not self.bot_may(channel, *needed):
            raise missing_permissions()
        return channel

    def bot_may(self, channel: Channel, *names: str) -> bool:
        if channel.guild_id is None:
            return True
        return may(self.guilds[channel.guild_id], channel, self.bot.id, *names)

    def sees(self, user: str, channel: Channel) -> bool:
        if channel.id not in self.channels:
            return False
        if channel.guild_id is None:
            return user in (self.bot.id, channel.recipient_id)
        guild = self.guilds[channel.guild_id]
        return user in guild.members and may_see(guild, channel, user)

    def message(self, channel: Channel, id: str) -> Message:
        """A message that the channel's own routes know: an ephemeral one is none of them."""
        for each in reversed(channel.messages):
            if each.id == id and each.only_for is None:
                return each
        raise unknown("Message")

    # -- what is said

    def post(self, channel: Channel, message: Message) -> Message:
        channel.messages.append(message)
        self.show("message", message)
        if message.only_for is None:
            if channel.archived:
                self.archive(channel, archived=False)
            self._ping(channel, message)
            self.tell("MESSAGE_CREATE", message)
        return message

    def settled(self, message: Message) -> None:
        """Turn what was "thinking" into a message; it pings as a new one does."""
        self.show("edit", message)
        if message.only_for is None:
            self._ping(self.channels[message.channel_id], message)
            self.tell("MESSAGE_UPDATE", message)

    def edited(self, message: Message) -> None:
        message.edited += 1
        self.show("edit", message)
        if message.only_for is None:
            self.tell("MESSAGE_UPDATE", message)

    def erase(self, message: Message) -> None:
        channel = self.channels[message.channel_id]
        channel.messages.remove(message)
        message.deleted = True
        self.sight("delete", self.readers(message), {"id": message.id})
        if message.only_for is None:
            data = {"id": message.id, "channel_id": channel.id}
            if channel.guild_id:
                data["guild_id"] = channel.guild_id
            self.emit("MESSAGE_DELETE", data, self._intent(channel), message)

    def tell(self, event: str, message: Message) -> None:
        channel = self.channels[message.channel_id]
        data = payloads.message(self, message)
        if channel.guild_id is not None:
            data["guild_id"] = channel.guild_id
        self.emit(event, data, self._intent(channel), message)

    @staticmethod
    def _intent(channel: Channel) -> int:
        return DIRECT_MESSAGES if channel.guild_id is None else GUILD_MESSAGES

    def _ping(self, channel: Channel, message: Message) -> None:
        """Ping those a message mentions; a private thread adds them."""
        if not channel.is_thread or channel.guild_id is None:
            return
        guild = self.guilds[channel.guild_id]
        for user in message.pings:
            if user in guild.members and user not in channel.thread_members:
                channel.thread_members.append(user)

    # -- who saw what

    def audience(self, channel: Channel) -> list[str]:
        """The people who see the channel."""
        return [user.id for user in self.users.values() if not user.bot and self.sees(user.id, channel)]

    def readers(self, message: Message) -> list[str]:
        if message.only_for is not None:
            return [message.only_for]
        return self.audience(self.channels[message.channel_id])

    def show(self, kind: str, message: Message) -> None:
        if not self.keep:
            return
        body = without_random_nonce(payloads.message(self, message)) | {"pings": message.pings}
        for attachment, file in zip(body["attachments"], message.attachments, strict=True):
            attachment["sha256"] = hashlib.sha256(file.data).hexdigest()
        self.sight(kind, self.readers(message), body)

    def sight(self, kind: str, audience: list[str], body: Any) -> None:
        if not self.keep:
            return
        text = json.dumps(body, sort_keys=True, ensure_ascii=False)
        if self.base:
            text = text.replace(self.base, "")
        self.sights.append(Sight(frozenset(audience), kind, text.encode()))
