"""The state of the test server: users, guilds, channels, messages. `dress` writes them as JSON."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

TEXT, DM, CATEGORY, NEWS, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 4, 5, 11, 12, 15
THREADS = (10, PUBLIC_THREAD, PRIVATE_THREAD)

EPHEMERAL, LOADING, COMPONENTS_V2, SUPPRESS_EMBEDS, SILENT, HAS_THREAD = 64, 128, 32768, 4, 4096, 32


class User(Struct):
    id: str
    name: str
    shown: str
    bot: bool = False
    locale: str = "en-US"
    dms_open: bool = True


class Role(Struct):
    id: str
    name: str
    permissions: int
    position: int = 0


class Member(Struct):
    user_id: str
    joined_at: str
    roles: list[str] = field(default_factory=list)
    nick: str | None = None


class Overwrite(Struct):
    """Permissions that a channel allows or denies to a role (type 0) or a member (type 1)."""

    id: str
    type: int
    allow: int = 0
    deny: int = 0


class Attachment(Struct):
    id: str
    filename: str
    data: bytes
    content_type: str
    url: str
    description: str | None = None
    size: tuple[int, int] | None = None
    """Width and height in pixels of a picture."""
    length: int = 0
    """Bytes, also where the data are not kept."""


class Message(Struct, eq=False):
    id: str
    channel_id: str
    author_id: str
    type: int = 0
    content: str = ""
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    pinned: str | None = None
    """The time at which it was pinned."""
    edited: int = 0
    """The number of its edits."""
    nonce: str | int | None = None
    reference: dict[str, Any] | None = None
    interaction: dict[str, Any] | None = None
    """The `interaction_metadata` of the API."""
    only_for: str | None = None
    """The one user who sees an ephemeral message."""
    pings: list[str] = field(default_factory=list)
    """Whom it notifies, users first, then roles, in the order in which the text names them."""
    mentions: list[str] = field(default_factory=list)
    """Users named in the text, whether or not they are notified."""
    thread_id: str | None = None
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        return bool(self.flags & LOADING)

    @property
    def v2(self) -> bool:
        return bool(self.flags & COMPONENTS_V2)


class Channel(Struct, eq=False):
    id: str
    type: int
    name: str = ""
    guild_id: str | None = None
    parent_id: str | None = None
    topic: str | None = None
    position: int = 0
    overwrites: dict[str, Overwrite] = field(default_factory=dict)
    recipient_id: str | None = None
    """Whom a DM is with."""
    owner_id: str | None = None
    """The user who opened a thread."""
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    invitable: bool = True
    slowmode: int = 0
    thread_members: list[str] = field(default_factory=list)
    applied_tags: list[str] = field(default_factory=list)
    available_tags: list[dict[str, Any]] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    """All of them in order, ephemeral ones too; a deleted one is taken out."""

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS


class Guild(Struct, eq=False):
    id: str
    name: str
    owner_id: str
    locale: str = "en-US"
    roles: dict[str, Role] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
