"""Threads: opening them, who is in them, and which there are."""

from __future__ import annotations

from typing import Any

from tests.fake_discord.http.operations import Answer, Ask, operation
from tests.fake_discord.http.routes_messages import first_message
from tests.fake_discord.problems import Problem, unknown
from tests.fake_discord.state import payloads
from tests.fake_discord.state.model import FORUM, HAS_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, Channel

JSON = dict[str, Any]


@operation("create_thread")
def new_thread(ask: Ask) -> Answer:
    world, body = ask.server.world, ask.fields
    parent = world.channel(ask["channel_id"])
    private = body.get("type") == PRIVATE_THREAD
    if parent.type == FORUM:
        world.channel(parent.id, "send_messages")
        if "message" not in body:
            raise Problem(400, 50035, "Invalid Form Body")
    else:
        world.channel(parent.id, "create_private_threads" if private else "create_public_threads")
    one = open_thread(ask, parent, PRIVATE_THREAD if private else PUBLIC_THREAD)
    one.invitable = bool(body.get("invitable", True))
    one.applied_tags = body.get("applied_tags") or []
    data = payloads.channel(world, one)
    if parent.type == FORUM:
        data["message"] = first_message(ask, one, body["message"])
    return 201, data


def open_thread(ask: Ask, parent: Channel, kind: int, id_: str | None = None) -> Channel:
    world, body = ask.server.world, ask.fields
    guild = world.guild(str(parent.guild_id))
    if parent.is_thread:
        raise Problem(400, 50024, "Cannot execute action on this channel type")
    one = Channel(id_ or world.mint.id(f"threads {parent.id}"), kind, body["name"], guild.id, parent.id)
    one.owner_id = world.bot.id
    one.auto_archive = body.get("auto_archive_duration") or 1440
    one.thread_members.append(world.bot.id)
    world.channels[one.id] = guild.channels[one.id] = one
    world.emit("THREAD_CREATE", payloads.channel(world, one) | {"newly_created": True}, 1, None)
    return one


@operation("join_thread")
def join_thread(ask: Ask) -> Answer:
    return _add_to_thread(ask, ask.server.world.bot.id)


@operation("add_thread_member")
def add_to_thread(ask: Ask) -> Answer:
    return _add_to_thread(ask, ask["user_id"])


def _add_to_thread(ask: Ask, user_id: str) -> Answer:
    world = ask.server.world
    one = world.channel(ask["channel_id"], "send_messages_in_threads")
    guild = world.guild(str(one.guild_id))
    if user_id not in guild.members:
        raise unknown("Member")
    parent = guild.channels[str(one.parent_id)]
    if not world.sees(user_id, parent):
        raise Problem(403, 50001, "Missing Access")
    if user_id not in one.thread_members:
        one.thread_members.append(user_id)
        world.sight("thread", [user_id], {"id": one.id, "name": one.name})
        world.emit("THREAD_MEMBERS_UPDATE", _members_update(one, added=user_id), 1, None)
    return 204, None


def _members_update(one: Channel, *, added: str | None = None, removed: str | None = None) -> JSON:
    data: JSON = {"id": one.id, "guild_id": one.guild_id, "member_count": len(one.thread_members)}
    if added:
        data["added_members"] = [payloads.thread_member(one, added)]
    if removed:
        data["removed_member_ids"] = [removed]
    return data


@operation("leave_thread")
def leave_thread(ask: Ask) -> Answer:
    return _take_from_thread(ask, ask.server.world.bot.id)


@operation("delete_thread_member")
def take_from_thread(ask: Ask) -> Answer:
    ask.server.world.channel(ask["channel_id"], "manage_threads")
    return _take_from_thread(ask, ask["user_id"])


def _take_from_thread(ask: Ask, user_id: str) -> Answer:
    one = ask.server.world.channel(ask["channel_id"])
    if user_id in one.thread_members:
        one.thread_members.remove(user_id)
        ask.server.world.emit("THREAD_MEMBERS_UPDATE", _members_update(one, removed=user_id), 1, None)
    return 204, None


@operation("get_thread_member")
def thread_member(ask: Ask) -> Answer:
    one = ask.server.world.channel(ask["channel_id"])
    if ask["user_id"] not in one.thread_members:
        raise unknown("Member")
    return 200, payloads.thread_member(one, ask["user_id"])


@operation("list_thread_members")
def thread_members(ask: Ask) -> Answer:
    one = ask.server.world.channel(ask["channel_id"])
    return 200, [payloads.thread_member(one, each) for each in one.thread_members]


@operation("get_active_guild_threads")
def active_threads(ask: Ask) -> Answer:
    guild = ask.server.world.guild(ask["guild_id"])
    return _threads(ask, [each for each in guild.channels.values() if each.is_thread and not each.archived])


@operation("list_public_archived_threads")
def archived(ask: Ask) -> Answer:
    return _archived(ask, private=False)


@operation("list_private_archived_threads")
def archived_private(ask: Ask) -> Answer:
    ask.server.world.channel(ask["channel_id"], "manage_threads")
    return _archived(ask, private=True)


def _archived(ask: Ask, *, private: bool) -> Answer:
    parent = ask.server.world.channel(ask["channel_id"], "read_message_history")
    guild = ask.server.world.guild(str(parent.guild_id))
    mine = [each for each in guild.channels.values() if each.parent_id == parent.id and each.is_thread]
    return _threads(
        ask, [each for each in mine if each.archived and (each.type == PRIVATE_THREAD) == private]
    )


def _threads(ask: Ask, found: list[Channel]) -> Answer:
    world = ask.server.world
    seen = [each for each in found if world.sees(world.bot.id, each)]
    joined = [
        payloads.thread_member(each, world.bot.id) for each in seen if world.bot.id in each.thread_members
    ]
    return 200, {
        "threads": [payloads.channel(world, each) for each in seen],
        "members": joined,
        "has_more": False,
    }


@operation("create_thread_from_message")
def thread_from_message(ask: Ask) -> Answer:
    """The thread has the id of the message that it hangs on; a message has one at most (160004)."""
    world = ask.server.world
    parent = world.channel(ask["channel_id"], "create_public_threads", "read_message_history")
    message = world.message(parent, ask["message_id"])
    if message.thread_id is not None:
        raise Problem(400, 160004, "A thread has already been created for this message")
    one = open_thread(ask, parent, PUBLIC_THREAD, message.id)
    message.thread_id = one.id
    message.flags |= HAS_THREAD
    return 201, payloads.channel(world, one)
