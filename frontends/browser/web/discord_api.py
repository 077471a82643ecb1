"""The three questions that the board inside Discord asks Discord: which application, which user."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp

API = "https://discord.com/api/v10"
PATIENCE = 10.0
"""Seconds that an answer may take."""


class Unanswered(Exception):
    """Raised if Discord cannot be reached now, or does not answer."""


class Rejected(Exception):
    """Raised if Discord does not take a code, a secret or a token."""


class DiscordApi:
    """Discord's HTTP interface, for an application.

    Args:
        token: of the bot.
        secret: of the application, for signing in.
        base: the address of the interface.
    """

    def __init__(self, token: str, secret: str, base: str = API) -> None:
        self._token, self._secret, self._base = token, secret, base
        self._application = 0

    async def application(self) -> int:
        """Return the number of the application; it is asked for once.

        Raises:
            Unanswered, Rejected: if Discord does not say.
        """
        if not self._application:
            found = await self._ask("GET", "/applications/@me", {"Authorization": f"Bot {self._token}"})
            self._application = int(found["id"])
        return self._application

    async def user_of(self, code: str) -> int:
        """Return the number of the user for whom a code was made; the token that it is exchanged for is
        dropped.

        Raises:
            Unanswered, Rejected: if Discord does not say.
        """
        form = {
            "client_id": str(await self.application()),
            "client_secret": self._secret,
            "grant_type": "authorization_code",
            "code": code,
        }
        given = await self._ask("POST", "/oauth2/token", {}, form)
        found = await self._ask("GET", "/users/@me", {"Authorization": f"Bearer {given['access_token']}"})
        return int(found["id"])

    async def _ask(
        self, method: str, path: str, headers: dict[str, str], form: dict[str, str] | None = None
    ) -> dict[str, Any]:
        """Return the JSON of an answer 200; a refusal by Discord and no answer at all are told apart."""
        try:
            async with (
                asyncio.timeout(PATIENCE),
                aiohttp.ClientSession() as session,
                session.request(method, self._base + path, headers=headers, data=form) as answer,
            ):
                if answer.status in (400, 401, 403, 404):
                    raise Rejected(f"{method} {path}: {answer.status}")
                if answer.status != 200:
                    raise Unanswered(f"{method} {path}: {answer.status}")
                found: dict[str, Any] = await answer.json()
                return found
        except (TimeoutError, aiohttp.ClientError, ValueError) as error:
            raise Unanswered(f"{method} {path}: {type(error).__name__}") from error
