"""Access tokens of hosted mailboxes that take no password (OAuth 2.0, RFC 6749 §4.4 and §6; XOAUTH2)."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct

PATIENCE = 30.0
EARLY = 60
"""Seconds before its end at which a token is replaced."""
MOST = 100_000
"""The number of bytes of an answer that are read."""


class _Answer(Struct):
    access_token: str
    expires_in: int = 3_600


class AccessToken:
    """The present access token of the mailbox; a new one is fetched shortly before it expires.

    Args:
        url: the endpoint that issues tokens.
        client, secret, scope: the application, as its provider registered it; "" for none of the last two.
        refresh: a refresh token of the mailbox; without one the application itself has access.
        clock: a monotonic clock in seconds.
    """

    def __init__(
        self, url: str, client: str, secret: str, scope: str, refresh: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        fields = {"client_id": client, "client_secret": secret, "scope": scope, "refresh_token": refresh}
        fields["grant_type"] = "refresh_token" if refresh else "client_credentials"
        self._form = urlencode({name: value for name, value in fields.items() if value}).encode()
        self._url, self._clock, self._lock = url, clock, Lock()
        self._token, self._until = "", 0.0

    def __call__(self) -> str:
        """Return the token; may be called in any thread, and waits for the provider.

        Raises:
            OSError: if the provider cannot be reached, or gives none.
        """
        with self._lock:
            if not self._token or self._clock() >= self._until - EARLY:
                answer = self._fetch()
                self._token, self._until = answer.access_token, self._clock() + answer.expires_in
            return self._token

    def _fetch(self) -> _Answer:
        request = Request(self._url, data=self._form)
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                return msgspec.json.decode(answer.read(MOST), type=_Answer)
        except HTTPError as error:
            with error:
                why = error.read(300).decode("utf-8", "replace")
            raise OSError(f"the provider gives no access token ({error.code}): {why}") from error
        except msgspec.DecodeError as error:
            raise OSError("the provider's answer holds no access token") from error
