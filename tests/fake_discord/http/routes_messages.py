"""Messages in channels, and pins."""

from __future__ import annotations

from typing import Any

from tests.fake_discord.http.operations import Answer, Ask, operation
from tests.fake_discord.problems import Problem, missing_permissions, unknown
from tests.fake_discord.state import messages, payloads
from tests.fake_discord.state.ids import moment
from tests.fake_discord.state.model import Channel, Message

JSON = dict[str, Any]

MOST_PINS = 250


@operation("create_message")
def create(ask: Ask) -> Answer:
    """With `enforce_nonce`, a nonce that the author has used is answered with the message it made."""
    world, body = ask.server.world, ask.fields
    channel = world.channel(ask["channel_id"])
    messages.check_may_send(world, channel, body, ask.files)
    key = (world.bot.id, str(body.get("nonce")))
    before = world.nonces.get(key) if body.get("enforce_nonce") and body.get("nonce") is not None else None
    if before is not None and not before.deleted:
        if before.channel_id != channel.id:
            world.warnings.append(
                f"the nonce {key[1]!r} was used in another channel: nothing was posted here"
            )
        return 200, payloads.message(world, before)
    message = Message(world.mint.id(f"messages {channel.id}"), channel.id, world.bot.id)
    message.nonce = body.get("nonce")
    if body.get("message_reference"):
        message.reference = _reference(ask, channel, body["message_reference"])
        message.type = 19
    messages.write(world, message, body, ask.files)
    if body.get("nonce") is not None:
        world.nonces[key] = message
    world.post(channel, message)
    return 200, payloads.message(world, message)


def _reference(ask: Ask, channel: Channel, given: JSON) -> JSON:
    world = ask.server.world
    there = any(each.id == given["message_id"] and each.only_for is None for each in channel.messages)
    if not there and given.get("fail_if_not_exists") is not False:
        raise unknown("Message")
    if not world.bot_may(channel, "read_message_history"):
        raise Problem(403, 160002, "Cannot reply without permission to read message history")
    return {"type": 0, "message_id": given["message_id"], "channel_id": channel.id}


def first_message(ask: Ask, channel: Channel, body: JSON) -> JSON:
    """The message that opens a forum post; it has the post's id."""
    message = Message(channel.id, channel.id, ask.server.world.bot.id)
    messages.write(ask.server.world, message, body, ask.files)
    ask.server.world.post(channel, message)
    return payloads.message(ask.server.world, message)


@operation("get_message")
def get(ask: Ask) -> Answer:
    world = ask.server.world
    channel = world.channel(ask["channel_id"], "read_message_history")
    return 200, payloads.message(world, world.message(channel, ask["message_id"]))


@operation("list_messages")
def history(ask: Ask) -> Answer:
    """Newest first; before, after and around as asked."""
    world = ask.server.world
    channel = world.channel(ask["channel_id"])
    if not world.bot_may(channel, "read_message_history"):
        return 200, []
    limit = int(ask.query.get("limit", "50"))
    found = [each for each in channel.messages if each.only_for is None]
    if "before" in ask.query:
        found = [each for each in found if int(each.id) < int(ask.query["before"])]
    if "after" in ask.query:
        found = [each for each in found if int(each.id) > int(ask.query["after"])][:limit]
    if "around" in ask.query:
        older = [each for each in found if int(each.id) < int(ask.query["around"])][-(limit // 2) :]
        found = (
            older + [each for each in found if int(each.id) >= int(ask.query["around"])][: limit - len(older)]
        )
    return 200, [payloads.message(world, each) for each in reversed(found[-limit:])]


@operation("update_message")
def edit(ask: Ask) -> Answer:
    world = ask.server.world
    channel = world.channel(ask["channel_id"])
    message = world.message(channel, ask["message_id"])
    if message.author_id != world.bot.id:
        raise Problem(403, 50005, "Cannot edit a message authored by another user")
    if channel.is_thread and channel.archived:
        raise Problem(400, 50083, "Thread is archived")
    if ask.files and not world.bot_may(channel, "attach_files"):
        raise missing_permissions()
    messages.write(world, message, ask.fields, ask.files, new=False)
    world.edited(message)
    return 200, payloads.message(world, message)


@operation("delete_message")
def delete(ask: Ask) -> Answer:
    world = ask.server.world
    channel = world.channel(ask["channel_id"])
    message = world.message(channel, ask["message_id"])
    if message.author_id != world.bot.id and not world.bot_may(channel, "manage_messages"):
        raise missing_permissions()
    world.erase(message)
    return 204, None


@operation("bulk_delete_messages")
def delete_many(ask: Ask) -> Answer:
    world = ask.server.world
    channel = world.channel(ask["channel_id"], "manage_messages")
    for each in [found for found in channel.messages if found.id in ask.fields["messages"]]:
        world.erase(each)
    return 204, None


# -- pins


@operation("create_pin")
def pin(ask: Ask) -> Answer:
    """PIN_MESSAGES is a permission of its own; a pin is also told as a message of Discord's own (type 6)."""
    world = ask.server.world
    channel = world.channel(ask["channel_id"], "pin_messages")
    message = world.message(channel, ask["message_id"])
    if message.pinned is not None:
        return 204, None
    if sum(1 for each in channel.messages if each.pinned) >= MOST_PINS:
        raise Problem(400, 30003, f"Maximum number of pins reached for the channel ({MOST_PINS})")
    note = Message(world.mint.id(f"messages {channel.id}"), channel.id, world.bot.id, type=6)
    note.reference = {"type": 0, "message_id": message.id, "channel_id": channel.id}
    message.pinned = moment(note.id)
    world.post(channel, note)
    _pins_changed(ask, channel)
    return 204, None


@operation("delete_pin")
def unpin(ask: Ask) -> Answer:
    world = ask.server.world
    channel = world.channel(ask["channel_id"], "pin_messages")
    world.message(channel, ask["message_id"]).pinned = None
    _pins_changed(ask, channel)
    return 204, None


def _pins_changed(ask: Ask, channel: Channel) -> None:
    pins = sorted((each for each in channel.messages if each.pinned), key=lambda each: each.pinned or "")
    ask.server.world.sight("pins", ask.server.world.audience(channel), [each.id for each in pins])
    data = {"channel_id": channel.id, "last_pin_timestamp": pins[-1].pinned if pins else None}
    if channel.guild_id:
        data["guild_id"] = channel.guild_id
    ask.server.world.emit("CHANNEL_PINS_UPDATE", data, 1 if channel.guild_id else 1 << 12, None)


@operation("list_pins")
def pins(ask: Ask) -> Answer:
    world = ask.server.world
    channel = world.channel(ask["channel_id"], "read_message_history")
    found = sorted(
        (each for each in channel.messages if each.pinned), key=lambda each: each.pinned or "", reverse=True
    )
    limit = int(ask.query.get("limit", "50"))
    if "before" in ask.query:
        found = [each for each in found if (each.pinned or "") < ask.query["before"]]
    items = [{"pinned_at": each.pinned, "message": payloads.message(world, each)} for each in found[:limit]]
    return 200, {"items": items, "has_more": len(found) > limit}
