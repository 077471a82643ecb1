"""Completions that nobody waits for any more: too old, or overtaken by the next letter typed."""

from __future__ import annotations

import time
from collections import OrderedDict, deque

import discord

LONGEST_WAIT = 2.5
"""Seconds after which a completion is dropped; Discord gives it up after three."""
FAR_OFF = 60.0
"""Seconds; if an interaction seems to be that old, it is this machine's clock that is wrong."""
RECENT, MOST_USERS = 50, 1_000
"""Completions that the quickest is sought among; users whose newest is remembered."""


class Unwanted(Exception):
    """Raised where a completion is asked of the service that nobody waits for any more."""


class Completions:
    """The newest completion of each user, and how long Discord's events take at best.

    A machine's clock may differ from Discord's: the quickest of the last events counts as having taken no
    time.
    """

    def __init__(self) -> None:
        self._newest = OrderedDict[int, int]()
        self._delays = deque[float](maxlen=RECENT)

    def arrived(self, interaction: discord.Interaction[discord.Client]) -> None:
        """Note a completion as its user's newest."""
        self._delays.append(_delay(interaction.id))
        self._newest[interaction.user.id] = interaction.id
        self._newest.move_to_end(interaction.user.id)
        if len(self._newest) > MOST_USERS:
            self._newest.popitem(last=False)

    def require_wanted(self, interaction: discord.Interaction[discord.Client]) -> None:
        """Check that a completion is neither too old nor overtaken.

        Raises:
            Unwanted: if it is.
        """
        delay = _delay(interaction.id)
        waited = delay - min(self._delays, default=delay) if abs(delay) < FAR_OFF else 0.0
        newest = self._newest.get(interaction.user.id, interaction.id)
        if newest != interaction.id or waited > LONGEST_WAIT:
            raise Unwanted


def _delay(interaction: int) -> float:
    return time.time() - discord.utils.snowflake_time(interaction).timestamp()
