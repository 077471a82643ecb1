"""Writing and editing messages: what a body may say, and what becomes of it."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

from PIL import Image

from tests.fake_discord.problems import Problem, invalid
from tests.fake_discord.state import parts
from tests.fake_discord.state.model import (
    COMPONENTS_V2,
    EPHEMERAL,
    HAS_THREAD,
    SILENT,
    SUPPRESS_EMBEDS,
    Attachment,
    Channel,
    Message,
)
from tests.fake_discord.state.permissions import may

if TYPE_CHECKING:
    from tests.fake_discord.state.world import World

JSON = dict[str, Any]
Files = dict[int, tuple[str, str, bytes]]
"""The files of the form: index -> file name, content type, bytes."""

MOST_CONTENT, MOST_EMBED, MOST_FILE, MOST_FILES = 2000, 6000, 10 * 1024 * 1024, 10

MENTION = re.compile(r"<@!?(\d+)>|<@&(\d+)>|@(everyone|here)")


def write(world: World, message: Message, body: JSON, files: Files, *, new: bool = True) -> Message:
    """Fill in the message from the body: all of it when new, otherwise only the fields that the body has.

    Nothing is changed unless all of it can be.

    Raises:
        Problem: as Discord refuses it: too long, empty, V2 mixed with content, a picture that is not there.
    """
    flags = _flags(message, body, new)
    v2 = bool(flags & COMPONENTS_V2)
    content = body["content"] or "" if "content" in body else message.content
    embeds = [_embed(each) for each in body["embeds"] or []] if "embeds" in body else message.embeds
    attachments = _attachments(world, message, body, files)
    components = message.components
    if "components" in body:
        raw = body["components"] or []
        parts.check(raw, v2)
        parts.check_emojis(raw, world.emojis)
        components = parts.settle(raw, lambda media: _media(world, media, attachments, message.attachments))
    _check_whole(content, embeds, components, attachments, v2)
    if v2:
        _check_shown(world, components, attachments)
    message.content, message.embeds, message.components = content, embeds, components
    message.attachments, message.flags = attachments, flags
    named = _named(world, message)
    message.mentions = [each for each in named if each in world.users]
    if new:
        message.pings = _allowed(world, named, body.get("allowed_mentions"))
    return message


def _flags(message: Message, body: JSON, new: bool) -> int:
    asked = body.get("flags") or 0
    if new:
        return int(asked & (SUPPRESS_EMBEDS | SILENT | COMPONENTS_V2) | message.flags & EPHEMERAL)
    if "flags" not in body or body["flags"] is None:
        return message.flags
    if message.v2 and not asked & COMPONENTS_V2:
        return message.flags
    keep = message.flags & (EPHEMERAL | HAS_THREAD | SILENT)
    return int(keep | asked & (SUPPRESS_EMBEDS | COMPONENTS_V2))


def _embed(embed: JSON) -> JSON:
    kept = {name: value for name, value in embed.items() if value is not None}
    return kept | {"type": "rich"}


def embed_length(embed: JSON) -> int:
    """The characters that count towards 6,000: title, description, fields, footer, author."""
    total = len(embed.get("title") or "") + len(embed.get("description") or "")
    total += len((embed.get("footer") or {}).get("text") or "") + len(
        (embed.get("author") or {}).get("name") or ""
    )
    return total + sum(len(field["name"]) + len(field["value"]) for field in embed.get("fields") or [])


def _attachments(world: World, message: Message, body: JSON, files: Files) -> list[Attachment]:
    if files and "attachments" not in body:
        body = {**body, "attachments": [{"id": str(index)} for index in sorted(files)]}
    if "attachments" not in body:
        return message.attachments
    listed: list[JSON] = body["attachments"] or []
    before = {each.id: each for each in message.attachments}
    kept: list[Attachment] = []
    for index, entry in enumerate(listed):
        if entry["id"] in before:
            kept.append(before[entry["id"]])
        elif int(entry["id"]) in files:
            kept.append(_attachment(world, message, entry, files[int(entry["id"])]))
        else:
            raise invalid(
                f"attachments.{index}.id", "ATTACHMENT_NOT_FOUND", f"Attachment {entry['id']} not found"
            )
    unlisted = set(files) - {int(entry["id"]) for entry in listed}
    if unlisted:
        raise invalid(
            "attachments", "ATTACHMENT_NOT_FOUND", f"files{sorted(unlisted)} came but are not listed"
        )
    if len(kept) > MOST_FILES:
        raise invalid("attachments", "BASE_TYPE_MAX_LENGTH", f"{len(kept)} of {MOST_FILES}")
    names = [each.filename for each in kept]
    if len(set(names)) < len(names):
        world.warnings.append(f"two attachments of one name: {names}: `attachment://` cannot tell them apart")
    return kept


def _attachment(world: World, message: Message, entry: JSON, file: tuple[str, str, bytes]) -> Attachment:
    name, kind, data = file
    if len(data) > MOST_FILE:
        raise Problem(413, 40005, "Request entity too large")
    id_ = world.mint.id(f"attachments {message.channel_id} {message.only_for}")
    name = entry.get("filename") or name
    path = f"/attachments/{message.channel_id}/{id_}/{name}"
    kept = data if world.keep else b""
    if world.keep:
        world.files[path] = (kind, data)
    url = f"{world.base}/cdn{path}"
    return Attachment(id_, name, kept, kind, url, entry.get("description"), _size(kind, data), len(data))


def _size(kind: str, data: bytes) -> tuple[int, int] | None:
    if not kind.startswith("image/"):
        return None
    with Image.open(io.BytesIO(data)) as picture:
        return picture.size


def _media(world: World, media: JSON, attachments: list[Attachment], before: list[Attachment]) -> JSON:
    """The picture that a component shows: one of the message's own attachments, or an address."""
    url = str(media["url"])
    for each in attachments:
        if url in (f"attachment://{each.filename}", each.url):
            found = {
                "id": each.id,
                "url": each.url,
                "proxy_url": each.url,
                "content_type": each.content_type,
                "attachment_id": each.id,
            }
            return found | ({"width": each.size[0], "height": each.size[1]} if each.size else {})
    if url.startswith("attachment://") or any(url == each.url for each in before):
        raise invalid("components", "UNKNOWN_ATTACHMENT", f"The attachment {url} was not sent along or kept")
    return {"id": world.mint.id("media"), "url": url, "proxy_url": url, "content_type": None}


def _check_whole(
    content: str, embeds: list[JSON], components: list[JSON], attachments: list[Attachment], v2: bool
) -> None:
    if v2 and (content or embeds):
        code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
        raise invalid("content" if content else "embeds", code, "Not together with the flag IS_COMPONENTS_V2")
    if len(content) > MOST_CONTENT:
        raise invalid("content", "BASE_TYPE_MAX_LENGTH", f"{len(content)} of {MOST_CONTENT}")
    if (total := sum(map(embed_length, embeds))) > MOST_EMBED:
        raise invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", f"{total} of {MOST_EMBED} in all")
    if not (content.strip() or embeds or components or attachments):
        raise Problem(400, 50006, "Cannot send an empty message")


def _check_shown(world: World, components: list[JSON], attachments: list[Attachment]) -> None:
    """With V2 an attachment that no component shows is sent, and seen by nobody."""
    shown = {media.get("attachment_id") for part in parts.walk(components) for media in parts.media_of(part)}
    for each in attachments:
        if each.id not in shown:
            world.warnings.append(f"no component shows the attachment {each.filename}")


def _named(world: World, message: Message) -> list[str]:
    """Users, roles and "everyone" in the order in which the text names them."""
    found: list[str] = []
    for text in [message.content, *parts.texts(message.components)]:
        for user, role, all_ in MENTION.findall(text):
            if (name := user or role or ("everyone" if all_ else "")) not in found:
                found.append(name)
    return found


def _allowed(world: World, named: list[str], allowed: JSON | None) -> list[str]:
    """Return the users whom the text notifies, of those it mentions."""
    if allowed is None:
        return named
    parse = set(allowed.get("parse") or [])
    listed = {*(allowed.get("users") or []), *(allowed.get("roles") or [])}

    def kind(name: str) -> str:
        if name == "everyone":
            return "everyone"
        return "users" if name in world.users else "roles"

    return [each for each in named if each in listed or kind(each) in parse]


def check_may_send(world: World, channel: Channel, body: JSON, files: Files) -> None:
    """Refuse a post that the bot may not make here.

    Raises:
        Problem: 50001, 50013, 50007 (a closed DM), 50278 (no guild shared), 50083 (a locked thread).
    """
    if channel.recipient_id is not None:
        person = world.users[channel.recipient_id]
        if not any(person.id in guild.members for guild in world.guilds.values()):
            raise Problem(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
        if not person.dms_open:
            raise Problem(403, 50007, "Cannot send messages to this user")
        return
    assert channel.guild_id is not None
    guild = world.guilds[channel.guild_id]
    send = "send_messages_in_threads" if channel.is_thread else "send_messages"
    needed = [send, *(["attach_files"] if files else [])]
    if not may(guild, channel, world.bot.id, *needed):
        raise Problem(403, 50013, "Missing Permissions")
    if channel.locked and channel.archived and not may(guild, channel, world.bot.id, "manage_threads"):
        raise Problem(400, 50083, "Thread is archived")
    if not channel.is_thread and channel.type == 15:
        raise Problem(400, 50008, "Cannot send messages in a non-text channel")
