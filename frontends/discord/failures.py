"""What a refusal of the platform means for what was to be sent (the codes by name: design/discord.md §1)."""

from __future__ import annotations

import asyncio
import os

import aiohttp
import discord

UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE, UNKNOWN_USER = 10003, 10004, 10008, 10013
MISSING_ACCESS, NOT_OURS, MISSING_PERMISSIONS, ARCHIVED = 50001, 50005, 50013, 50083
CLOSED = (50007, 50278, UNKNOWN_USER)
TOO_LARGE = 40005
TOO_FAST = (20016, 20028, 20029, 31001, 31002, 40003, 40062)
"""The platform wants us to be slower: writing, editing, opening direct messages."""

Unreachable = (
    discord.DiscordServerError,
    discord.RateLimited,
    discord.GatewayNotFound,
    aiohttp.ClientError,
    asyncio.TimeoutError,
    OSError,
)
"""What passes by itself: the platform or the net is away, or wants us to wait."""


class Later(Exception):
    """Not now; it is tried again."""


class Moved(Exception):
    """A thread is not there any more; it is forgotten, and the post begins anew."""


class Gone(Exception):
    """A place that cannot be written to any more, or not yet: somebody has to do something about it."""


def error_id() -> str:
    """By what the operator finds in the log what somebody was told of."""
    return os.urandom(4).hex()


def passes(error: Exception) -> bool:
    """Whether to try again after a while; a token that is refused says nothing of what was to be done."""
    if isinstance(error, Unreachable):
        return True
    return isinstance(error, discord.HTTPException) and (error.status in (401, 429) or error.code in TOO_FAST)


def is_gone(error: discord.HTTPException) -> bool:
    """Whether a place is not there (any more), or not for us."""
    return error.code in (UNKNOWN_CHANNEL, UNKNOWN_GUILD, MISSING_ACCESS)


def is_forbidden(error: discord.HTTPException) -> bool:
    """Whether a right is missing that somebody could give."""
    return isinstance(error, discord.Forbidden)


def is_closed(error: discord.HTTPException) -> bool:
    """Whether a person takes no direct messages from us."""
    return error.code in CLOSED


def is_rejected(error: discord.HTTPException) -> bool:
    """Whether the message itself is not as it has to be, and never will be: a defect of ours."""
    return error.status == 400 and not (is_closed(error) or is_gone(error) or is_too_large(error))


def is_too_large(error: discord.HTTPException) -> bool:
    """Whether it is the files that are refused."""
    return error.status == 413 or error.code == TOO_LARGE
