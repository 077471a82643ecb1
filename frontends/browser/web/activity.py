"""Values for signing in to the board inside Discord, and the origin of its pages."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict

from aiohttp import web

from .discord_api import DiscordApi, Rejected, Unanswered

LIFE = 300.0
"""Seconds in which somebody signs in."""
MOST_STATES = 2_000


class Activity:
    """The means by which pages inside Discord learn who somebody is.

    Args:
        discord: is asked.
    """

    def __init__(self, discord: DiscordApi) -> None:
        self.discord = discord
        self._states: OrderedDict[str, tuple[str, float]] = OrderedDict()

    async def origin(self) -> str:
        """Return the origin of the pages as a browser sees it: Discord's proxy for this application.

        Raises:
            HTTPServiceUnavailable: if Discord does not say which application this is.
        """
        try:
            return f"https://{await self.discord.application()}.discordsays.com"
        except (Unanswered, Rejected) as error:
            raise web.HTTPServiceUnavailable from error

    def new_state(self, session: str) -> str:
        """Return a value for one signing in by a session."""
        state = secrets.token_hex(16)
        self._states[state] = session, time.monotonic()
        if len(self._states) > MOST_STATES:
            self._states.popitem(last=False)
        return state

    def use_state(self, state: str, session: str) -> bool:
        """Return true if a value was made for this session of late; it is void from now on."""
        of, at = self._states.pop(state, ("", 0.0))
        return bool(of) and of == session and time.monotonic() - at < LIFE
