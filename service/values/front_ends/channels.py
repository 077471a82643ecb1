"""Records of front ends with channels: bindings, readers, what is pinned and posted."""

from __future__ import annotations

from msgspec import Struct

NOWHERE = "-"
"""The reference of a post that this front end has no reader for."""


class ChannelBinding(Struct, frozen=True):
    """The channel in which a campaign is shown.

    Attributes:
        campaign: its number.
        guild, channel: the server, and the channel, thread or forum post; Discord's ids.
        language: of what is posted for all.
        strict: true if secrets go by direct message or ephemerally only (tournaments).
        stage: the stage whose picture was posted last, "" for none.
        status: the id of the status message, 0 for none.
        digest: a digest of the status message as it was sent last, "" for none.
        gone: the reason why the channel cannot be written to, "" if it can.
    """

    campaign: int
    guild: int
    channel: int
    language: str = "en"
    strict: bool = False
    stage: str = ""
    status: int = 0
    digest: str = ""
    gone: str = ""


class Reader(Struct, frozen=True):
    """The ways to reach a person, over all their games.

    Attributes:
        user: their id in the service.
        language: the language they read, "" if that is not known yet.
        chosen: true if they chose the language; else it follows their client's.
        way: "dm", "thread" or "hand": the first way to try (design/discord.md §2).
        closed: true if a direct message was refused; none is tried again before they ask for it.
        silent: true if messages that need no answer come without a sound.
        pictures: true if pictures of their own view are sent.
        digest: true if one message a turn is enough, wherever a game's `Attention` does not say otherwise.
        quiet: hours of the day in which every message comes without a sound, "22:00-07:00"; "" for none.
    """

    user: str
    language: str = ""
    chosen: bool = False
    way: str = "dm"
    closed: bool = False
    silent: bool = True
    pictures: bool = True
    digest: bool = False
    quiet: str = ""


class Attention(Struct, frozen=True):
    """The messages that a person has had from one campaign.

    Attributes:
        campaign, user: the campaign's number and the reader's id.
        seen: when they last did something there, in UNIX seconds; 0 for never.
        digest: whether one message a turn is enough there; None for their general setting.
        rung: the turn in which a message last called them with a sound, "" for none.
        mapped: the turn in which they were last sent a map, "" for none.
        rest: the rest that this map showed, -1 for none.
        part: the part of a turn to which they were called last with a sound, "" for none.
        silent: the entry of the question that they were sent last without a sound, 0 for none.
    """

    campaign: int
    user: str
    seen: int = 0
    digest: bool | None = None
    rung: str = ""
    mapped: str = ""
    rest: int = -1
    part: str = ""
    silent: int = 0


class SentMessage(Struct, frozen=True):
    """A message that is part of a post, and its place; `message` is 0 while it is uncertain whether it was
    sent.

    `user` is its recipient, "" for a channel or a public thread.
    """

    user: str
    part: int
    place: int
    message: int


class ServerSettings(Struct, frozen=True):
    """The settings of a Discord server, made by those who manage it.

    Attributes:
        guild: the server's id.
        founders: the roles whose members may create games; everybody where there are none.
        channels: where games may be shown; everywhere where there are none.
        language: of new games, "" for their creator's.
        quiet: true if posts on the server make no sound.
    """

    guild: int
    founders: tuple[int, ...] = ()
    channels: tuple[int, ...] = ()
    language: str = ""
    quiet: bool = False


class ServerBoard(Struct, frozen=True):
    """The board with a Discord server's games: its channel, 0 for none, the message there, 0 before it is
    sent, and a digest of what it shows.
    """

    guild: int
    channel: int
    message: int = 0
    digest: str = ""


class StandingsPost(Struct, frozen=True):
    """A post with standings on Discord: its message, 0 before it is sent; the digest of what it shows, and
    when it was last edited, in UNIX seconds.
    """

    tournament: int
    channel: int
    message: int
    language: str
    digest: str
    at: int
