"""Permission bits, and what a member may do in a channel (Discord's documentation, "Permissions")."""

from __future__ import annotations

from collections.abc import Iterable

from tests.fake_discord.state.model import PRIVATE_THREAD, Channel, Guild

BITS = {
    "kick_members": 1 << 1,
    "ban_members": 1 << 2,
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_external_emojis": 1 << 18,
    "manage_roles": 1 << 28,
    "manage_webhooks": 1 << 29,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
    "pin_messages": 1 << 51,
}

ALL = (1 << 53) - 1

EVERYONE = (
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
    "add_reactions",
    "use_application_commands",
    "send_messages_in_threads",
)
"""The permissions of everybody in a new guild that concern the umpire; threads are left to roles."""

BOT = (
    *EVERYONE,
    "create_public_threads",
    "create_private_threads",
    "manage_threads",
    "pin_messages",
)
"""The permissions of the bot's own role, unless a test says otherwise."""


def bits(names: Iterable[str]) -> int:
    total = 0
    for name in names:
        total |= BITS[name]
    return total


def in_guild(guild: Guild, user: str) -> int:
    member = guild.members.get(user)
    if member is None:
        return 0
    if guild.owner_id == user:
        return ALL
    held = guild.roles[guild.id].permissions
    for role in member.roles:
        held |= guild.roles[role].permissions
    return ALL if held & BITS["administrator"] else held


def in_channel(guild: Guild, channel: Channel, user: str) -> int:
    """Return a member's permissions here; a thread has its parent's overwrites."""
    base = in_guild(guild, user)
    if base == ALL or user not in guild.members:
        return base
    place = guild.channels[channel.parent_id] if channel.is_thread and channel.parent_id else channel
    everyone = place.overwrites.get(guild.id)
    if everyone:
        base = base & ~everyone.deny | everyone.allow
    allow = deny = 0
    for role in guild.members[user].roles:
        if (own := place.overwrites.get(role)) is not None:
            allow |= own.allow
            deny |= own.deny
    base = base & ~deny | allow
    if (mine := place.overwrites.get(user)) is not None:
        base = base & ~mine.deny | mine.allow
    return base if base & BITS["view_channel"] else 0


def may(guild: Guild, channel: Channel, user: str, *names: str) -> bool:
    wanted = bits(names)
    return in_channel(guild, channel, user) & wanted == wanted


def may_see(guild: Guild, channel: Channel, user: str) -> bool:
    """Return true if a member sees the channel: a private thread only for its members and moderators."""
    if not may(guild, channel, user, "view_channel"):
        return False
    if channel.type != PRIVATE_THREAD:
        return True
    return user in channel.thread_members or may(guild, channel, user, "manage_threads")
