"""Errors of Discord, by their meaning for a message to be sent (the codes by name: design/discord.md §1)."""

from __future__ import annotations

import asyncio
import os

import aiohttp
import discord

from adjudicator.core.language.words import N_

UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE, UNKNOWN_USER = 10003, 10004, 10008, 10013
MISSING_ACCESS, NOT_OURS, ARCHIVED = 50001, 50005, 50083
CLOSED = (50007, 50278, UNKNOWN_USER)
TOO_LARGE = 40005
TOO_FAST = (20016, 20028, 20029, 31001, 31002, 40003, 40062)
"""The platform wants us to be slower: writing, editing, opening direct messages."""

REFUSED = {
    4010: N_("Discord refuses the bot's shard. Update Tabellarius."),
    4011: N_(
        "The bot is on too many servers for its connections to Discord. Start it again: it asks at its "
        "start how many it needs."
    ),
    4012: N_("Discord no longer speaks the version of its API that this release uses. Update Tabellarius."),
    4013: N_("Discord refuses the bot's intents. Update Tabellarius."),
    4014: N_("Discord does not allow the bot's intents. Reset what was changed under Bot in the portal."),
}
"""Codes with which the gateway closes for good, and what is to be done; no other try makes them better."""
TOKEN_REFUSED = 4004
"""With this the gateway closes, also in the midst of play: the owner has made another token."""

Unreachable = (
    discord.DiscordServerError,
    discord.RateLimited,
    discord.GatewayNotFound,
    aiohttp.ClientError,
    asyncio.TimeoutError,
    OSError,
)
"""Errors that pass by themselves: Discord or the network is down, or asks us to wait."""


class Later(Exception):
    """Raised if Discord does not answer now; the call is tried again."""


class Moved(Exception):
    """Raised if a thread is gone; it is forgotten, and the post is sent again from its start."""


class Gone(Exception):
    """Raised for a place that cannot be written to before somebody changes something."""


def error_id() -> str:
    """Return a new id by which the operator finds an error in the log."""
    return os.urandom(4).hex()


def passes(error: Exception) -> bool:
    """Return true if it is worth another try later; a rejected token says nothing about the message."""
    if isinstance(error, Unreachable):
        return True
    return isinstance(error, discord.HTTPException) and (error.status in (401, 429) or error.code in TOO_FAST)


def is_gone(error: discord.HTTPException) -> bool:
    """Return true if a place does not exist, or is not accessible."""
    return error.code in (UNKNOWN_CHANNEL, UNKNOWN_GUILD, MISSING_ACCESS)


def is_forbidden(error: discord.HTTPException) -> bool:
    """Return true if a permission is missing that somebody could give."""
    return isinstance(error, discord.Forbidden)


def is_closed(error: discord.HTTPException) -> bool:
    """Return true if a person takes no direct messages from the bot."""
    return error.code in CLOSED


def is_rejected(error: discord.HTTPException) -> bool:
    """Return true if the message itself is invalid, which is a defect of the bot."""
    return error.status == 400 and not (is_closed(error) or is_gone(error) or is_too_large(error))


def is_about_emoji(error: discord.HTTPException) -> bool:
    """Return true if a message is refused for an emoji that is not there (any more)."""
    return error.status == 400 and "EMOJI" in error.text.upper()


def is_too_large(error: discord.HTTPException) -> bool:
    """Return true if the files are too large."""
    return error.status == 413 or error.code == TOO_LARGE
