"""The server's records as Discord writes them in JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.fake_discord.state.ids import moment
from tests.fake_discord.state.model import (
    DM,
    FORUM,
    Attachment,
    Channel,
    Guild,
    Member,
    Message,
    Role,
    User,
)
from tests.fake_discord.state.permissions import in_channel

if TYPE_CHECKING:
    from tests.fake_discord.state.world import World

JSON = dict[str, Any]


def user(one: User) -> JSON:
    return {
        "id": one.id,
        "username": one.name,
        "global_name": one.shown,
        "avatar": None,
        "discriminator": "0000" if one.bot else "0",
        "public_flags": 0,
        "flags": 0,
        "bot": one.bot,
        "primary_guild": None,
    }


def self_user(one: User) -> JSON:
    return {**user(one), "mfa_enabled": True, "locale": one.locale, "verified": True, "email": None}


def member(world: World, one: Member) -> JSON:
    return {
        "user": user(world.users[one.user_id]),
        "nick": one.nick,
        "avatar": None,
        "banner": None,
        "roles": list(one.roles),
        "joined_at": one.joined_at,
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def role(one: Role) -> JSON:
    return {
        "id": one.id,
        "name": one.name,
        "permissions": str(one.permissions),
        "position": one.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def channel(world: World, one: Channel) -> JSON:
    last = next((each.id for each in reversed(one.messages) if each.only_for is None), None)
    pins = max((each.pinned for each in one.messages if each.pinned), default=None)
    common: JSON = {"id": one.id, "type": one.type, "last_message_id": last, "flags": 0}
    if one.type == DM:
        assert one.recipient_id is not None
        return {**common, "last_pin_timestamp": pins, "recipients": [user(world.users[one.recipient_id])]}
    assert one.guild_id is not None
    common |= {"guild_id": one.guild_id, "name": one.name, "parent_id": one.parent_id}
    if one.is_thread:
        return common | _thread(world, one)
    kind: JSON = {
        "position": one.position,
        "topic": one.topic,
        "nsfw": False,
        "rate_limit_per_user": one.slowmode,
        "permission_overwrites": [
            {"id": each.id, "type": each.type, "allow": str(each.allow), "deny": str(each.deny)}
            for each in one.overwrites.values()
        ],
    }
    if pins:
        kind["last_pin_timestamp"] = pins
    if one.type == FORUM:
        kind |= {"available_tags": one.available_tags, "default_sort_order": None, "default_forum_layout": 0}
        kind |= {"default_reaction_emoji": None}
    return common | kind


def _thread(world: World, one: Channel) -> JSON:
    written = sum(1 for each in one.messages if each.only_for is None)
    data: JSON = {
        "owner_id": one.owner_id,
        "rate_limit_per_user": one.slowmode,
        "message_count": written,
        "member_count": len(one.thread_members),
        "total_message_sent": written,
        "thread_metadata": {
            "archived": one.archived,
            "archive_timestamp": moment(one.id),
            "auto_archive_duration": one.auto_archive,
            "locked": one.locked,
            "create_timestamp": moment(one.id),
        },
    }
    if one.type == 12:
        data["thread_metadata"]["invitable"] = one.invitable
    if one.applied_tags:
        data["applied_tags"] = list(one.applied_tags)
    if world.bot.id in one.thread_members:
        data["member"] = thread_member(one, world.bot.id)
    return data


def thread_member(one: Channel, user_id: str) -> JSON:
    return {"id": one.id, "user_id": user_id, "join_timestamp": moment(one.id), "flags": 1}


def attachment(one: Attachment, ephemeral: bool = False) -> JSON:
    data: JSON = {
        "id": one.id,
        "filename": one.filename,
        "size": one.length,
        "url": one.url,
        "proxy_url": one.url,
        "content_type": one.content_type,
    }
    if one.size:
        data |= {"width": one.size[0], "height": one.size[1]}
    if one.description is not None:
        data["description"] = one.description
    if ephemeral:
        data["ephemeral"] = True
    return data


def message(world: World, one: Message) -> JSON:
    """A message as the API answers it."""
    data: JSON = {
        "id": one.id,
        "channel_id": one.channel_id,
        "type": one.type,
        "author": user(world.users[one.author_id]),
        "content": one.content,
        "timestamp": moment(one.id),
        # A time of its own for each edit, so that an answer shows which edit it is of.
        "edited_timestamp": moment(str(int(one.id) + (one.edited << 22))) if one.edited else None,
        "tts": False,
        "mention_everyone": "everyone" in one.pings,
        "mentions": [user(world.users[each]) for each in one.mentions if each in world.users],
        "mention_roles": [each for each in one.pings if each not in world.users and each != "everyone"],
        "attachments": [attachment(each, one.ephemeral) for each in one.attachments],
        "embeds": one.embeds,
        "components": one.components,
        "pinned": one.pinned is not None,
        "flags": one.flags,
    }
    if one.nonce is not None:
        data["nonce"] = one.nonce
    if one.reference is not None:
        data["message_reference"] = one.reference
    if one.author_id == world.bot.id:
        data["application_id"] = world.application_id
    if one.interaction is not None:
        data |= {"interaction_metadata": one.interaction, "webhook_id": world.application_id}
    if one.thread_id is not None:
        data["thread"] = channel(world, world.channels[one.thread_id])
    return data


def guild(one: Guild) -> JSON:
    return {
        "id": one.id,
        "name": one.name,
        "owner_id": one.owner_id,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 1,
        "roles": [role(each) for each in one.roles.values()],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": one.locale,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "premium_progress_bar_enabled_user_updated_at": None,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }


def guild_create(world: World, one: Guild) -> JSON:
    """Return a guild as the gateway shows it to a bot that sees no members but itself."""
    threads = [each for each in one.channels.values() if each.is_thread and not each.archived]
    data = guild(one)
    data.pop("premium_progress_bar_enabled_user_updated_at")
    return data | {
        "joined_at": one.members[world.bot.id].joined_at,
        "large": False,
        "unavailable": False,
        "member_count": len(one.members),
        "members": [member(world, one.members[world.bot.id])],
        "channels": [channel(world, each) for each in one.channels.values() if not each.is_thread],
        "threads": [channel(world, each) for each in threads if world.sees(world.bot.id, each)],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "hub_type": None,
    }


def resolved_channel(world: World, one: Channel, viewer: str) -> JSON:
    """A channel as an interaction names it: short, with the viewer's permissions."""
    data: JSON = {"id": one.id, "type": one.type, "flags": 0}
    if one.type == DM:
        return channel(world, one)
    assert one.guild_id is not None
    allowed = in_channel(world.guilds[one.guild_id], one, viewer)
    data |= {
        "name": one.name,
        "permissions": str(allowed),
        "parent_id": one.parent_id,
        "guild_id": one.guild_id,
    }
    if one.is_thread:
        return data | {"thread_metadata": _thread(world, one)["thread_metadata"]}
    return data | {"position": one.position, "topic": one.topic, "nsfw": False}
