"""The permissions that a game needs in its channel."""

from __future__ import annotations

import discord

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import ActionContext

RIGHTS = {
    "view_channel": N_("see this channel"),
    "send_messages": N_("send messages"),
    "send_messages_in_threads": N_("write in threads"),
    "create_public_threads": N_("open a thread for each turn (without it, dice are posted in the channel)"),
    "create_private_threads": N_(
        "open private threads (without it, secrets go by direct message or on request)"
    ),
    "attach_files": N_("attach files (without it, maps are described in words)"),
    "read_message_history": N_("read message history (prevents double posts after a crash)"),
    "pin_messages": N_("pin messages (without it, the status message is not pinned)"),
}
"""The purpose of each permission, as the creator of a game reads it."""
WRITING = "send_messages"


def missing(call: ActionContext) -> list[str]:
    """Return the permissions that the bot lacks here."""
    mine = call.interaction.app_permissions
    return [right for right in RIGHTS if not getattr(mine, right)]


def require_rights(call: ActionContext) -> None:
    """Refuse a channel in which the bot cannot show a game.

    Raises:
        NotNow: if it is not.
    """
    writing = "send_messages_in_threads" if isinstance(call.interaction.channel, discord.Thread) else WRITING
    lacking = [words(RIGHTS[right]) for right in missing(call) if right in ("view_channel", writing)]
    if lacking:
        raise NotNow(words(N_("the bot lacks these permissions here: {rights}"), rights=lacking))
