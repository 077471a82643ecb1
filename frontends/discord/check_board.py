"""`python bot.py discord check` for the board inside Discord: secret, public address, Discord's proxy."""

from __future__ import annotations

import base64
import ssl
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from service.values.settings import Settings

API, PROXY = "https://discord.com/api/v10", "https://{id}.discordsays.com"
MARK = b"/activity/static/activity.js"
"""Part of the page that Discord shows in its frame."""
PATIENCE = 10.0
LARGEST = 100_000


class Result(Struct, frozen=True):
    """The result of a test: a sentence with its values, and whether the board can be opened so."""

    is_fine: bool
    template: str
    values: dict[str, Any] = {}


def test_secret(settings: Settings, application: int) -> Result:
    """Ask Discord for a token of the application's own owner, which is thrown away."""
    pair = base64.b64encode(f"{application}:{settings.discord_client_secret}".encode()).decode()
    form = urlencode({"grant_type": "client_credentials", "scope": "identify"}).encode()
    asked = urllib.request.Request(
        f"{API}/oauth2/token", form, {"Authorization": f"Basic {pair}", "User-Agent": "Tabellarius"}
    )
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE):
            return Result(True, N_("Board: Discord accepts the client secret."))
    except urllib.error.HTTPError as error:
        error.close()
        if error.code in (400, 401):
            why = N_(
                "Board: Discord rejects the client secret. Press Reset Secret under OAuth2 in the portal, "
                "and set discord_client_secret to the new one."
            )
            return Result(False, why)
        return Result(False, N_("Board: Discord answers {code} to the client secret."), {"code": error.code})
    except OSError as error:
        return _unreachable(API, error)


def test_address(settings: Settings, application: int) -> Result:
    """Fetch the page at the public address, as Discord's proxy does."""
    return _page(settings.table_url.rstrip("/"), N_("Board: the table answers at {url}."), N_(
        "Board: what answers at {url} is not this table. table_url must lead to it, and the bot must run."
    ))  # fmt: skip


def test_proxy(settings: Settings, application: int) -> Result:
    """Fetch the page through Discord's proxy."""
    return _page(PROXY.format(id=application), N_("Board: Discord's proxy leads to the table."), N_(
        "Board: Discord's proxy at {url} does not lead to the table. Set Activities, URL Mappings in the "
        "portal: prefix / to the host of table_url."
    ))  # fmt: skip


TESTS = (test_secret, test_address, test_proxy)


def _page(url: str, found: str, other: str) -> Result:
    asked = urllib.request.Request(f"{url}/activity/", headers={"User-Agent": "Tabellarius"})
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            is_ours = MARK in answer.read(LARGEST)
    except urllib.error.HTTPError as error:
        error.close()
        is_ours = False
    except OSError as error:
        return _unreachable(url, error)
    return Result(is_ours, found if is_ours else other, {"url": Verbatim(url)})


def _unreachable(url: str, error: OSError) -> Result:
    reason = getattr(error, "reason", error)
    template = N_("Board: {url} cannot be reached: {why}.")
    if isinstance(reason, ssl.SSLError):
        template = N_("Board: the certificate of {url} is not good: {why}.")
    return Result(False, template, {"url": Verbatim(url), "why": Verbatim(str(reason).rstrip("."))})
