"""A message as a person sees it: texts, buttons, selects, pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from tests.fake_discord.problems import Refused
from tests.fake_discord.state import parts, payloads
from tests.fake_discord.state.model import Attachment, Guild, Message
from tests.fake_discord.state.permissions import in_channel, in_guild

if TYPE_CHECKING:
    from tests.fake_discord.state.world import World

JSON = dict[str, Any]


class Widget(Struct, frozen=True):
    """A button or a select: `label` is its text (a select's placeholder)."""

    type: int
    custom_id: str | None
    label: str
    disabled: bool
    part: JSON

    @property
    def values(self) -> list[str]:
        """A select's options by value."""
        return [option["value"] for option in self.part.get("options", [])]

    @property
    def options(self) -> list[str]:
        """A select's options by label."""
        return [option["label"] for option in self.part.get("options", [])]


class Picture(Struct, frozen=True):
    """A picture as shown: the attachment, and the alt text of the place where it is shown."""

    attachment: Attachment | None
    url: str
    alt: str | None


def buttons(message: Message) -> list[Widget]:
    return [
        Widget(part["type"], part.get("custom_id"), _label(part), bool(part.get("disabled")), part)
        for part in parts.walk(message.components)
        if part["type"] == parts.BUTTON
    ]


def _label(part: JSON) -> str:
    emoji = (part.get("emoji") or {}).get("name") or ""
    return str(part.get("label") or emoji)


def selects(message: Message) -> list[Widget]:
    return [
        Widget(
            part["type"], part["custom_id"], part.get("placeholder") or "", bool(part.get("disabled")), part
        )
        for part in parts.walk(message.components)
        if part["type"] in parts.SELECTS
    ]


def one(what: str, among: Sequence[Widget]) -> Widget:
    """The one widget with that custom_id or label.

    Raises:
        Refused: there is none, or there are several.
    """
    found = [each for each in among if what == each.custom_id] or [
        each for each in among if what == each.label
    ]
    if len(found) != 1:
        there = [(each.label, each.custom_id) for each in among]
        raise Refused(f"{len(found)} of {what!r} among {there}")
    return found[0]


def text(message: Message) -> str:
    """All words on the message: content, embeds, components, labels left out."""
    lines = [message.content]
    for embed in message.embeds:
        lines += [embed.get("title", ""), embed.get("description", "")]
        lines += [f"{field['name']}\n{field['value']}" for field in embed.get("fields", [])]
        lines.append((embed.get("footer") or {}).get("text", ""))
    lines += parts.texts(message.components)
    return "\n".join(line for line in lines if line)


def pictures(message: Message) -> list[Picture]:
    """The pictures in the order shown; without V2 these are the attachments."""
    if not message.v2:
        return [Picture(each, each.url, each.description) for each in message.attachments]
    by_url = {each.url: each for each in message.attachments}
    found = []
    for part in parts.walk(message.components):
        items = (
            part["items"]
            if part["type"] == parts.GALLERY
            else [part]
            if part["type"] == parts.THUMBNAIL
            else []
        )
        for item in items:
            attachment = by_url.get(item["media"]["url"])
            alt = item.get("description") or (attachment.description if attachment else None)
            found.append(Picture(attachment, item["media"]["url"], alt))
    return found


def resolve(world: World, guild: Guild | None, ids: Iterable[str]) -> JSON:
    """Return the data of users, roles and channels that were picked.

    Raises:
        Refused: an id that a client could not have picked.
    """
    told: JSON = {}
    for id_ in ids:
        if id_ in world.users:
            told.setdefault("users", {})[id_] = payloads.user(world.users[id_])
            if guild is not None and id_ in guild.members:
                member = payloads.member(world, guild.members[id_]) | {
                    "permissions": str(in_guild(guild, id_))
                }
                told.setdefault("members", {})[id_] = {
                    name: value for name, value in member.items() if name not in ("user", "deaf", "mute")
                }
        elif guild is not None and id_ in guild.roles:
            told.setdefault("roles", {})[id_] = payloads.role(guild.roles[id_])
        elif guild is not None and id_ in guild.channels:
            channel = guild.channels[id_]
            allowed = in_channel(guild, channel, world.bot.id)
            told.setdefault("channels", {})[id_] = payloads.resolved_channel(world, channel, world.bot.id) | {
                "permissions": str(allowed)
            }
        else:
            raise Refused(f"there is no {id_} to pick")
    return told
