"""Discord as the board inside it needs it: who made a code, and a browser in a frame behind the proxy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlencode

import msgspec
from aiohttp import ClientSession, encode_basic_auth, web
from msgspec import Struct, field

from frontends.browser.web.activity import Activity
from frontends.browser.web.discord_api import DiscordApi
from frontends.browser.web.framed import COOKIE, WANTED
from frontends.browser.web.session import csrf_token

APPLICATION, SECRET, BOT = 1456074443980800000, "application secret", "bot token"
ORIGIN = f"https://{APPLICATION}.discordsays.com"


class DiscordDouble(Struct):
    """The three routes; a code is good once, for the application for which it was made."""

    base: str = ""
    codes: dict[str, tuple[int, int]] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    is_down: bool = False
    asked: list[str] = field(default_factory=list)

    def code(self, user: int, application: int = APPLICATION) -> str:
        """Make a code, as Discord's client does for whoever is signed in there."""
        made = f"code-{len(self.codes)}-{user}"
        self.codes[made] = user, application
        return made

    async def _answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.path)
        if self.is_down:
            return web.Response(status=503)
        held = request.headers.get("Authorization", "")
        match request.path:
            case "/applications/@me":
                is_bot = held == f"Bot {BOT}"
                return web.json_response({"id": str(APPLICATION)}, status=200 if is_bot else 401)
            case "/oauth2/token":
                form = await request.post()
                if form["grant_type"] == "client_credentials":
                    is_own = held == encode_basic_auth(str(APPLICATION), SECRET)
                    return web.json_response({"access_token": "owner's"}, status=200 if is_own else 401)
                user, application = self.codes.pop(str(form["code"]), (0, 0))
                is_good = form["client_secret"] == SECRET and form["client_id"] == str(application)
                if not (user and is_good and form["grant_type"] == "authorization_code"):
                    return web.json_response({"error": "invalid_grant"}, status=400)
                self.tokens[token := f"token-{user}"] = user
                return web.json_response({"access_token": token, "token_type": "Bearer", "scope": "identify"})
        user = self.tokens.get(held.removeprefix("Bearer "), 0)
        return web.json_response({"id": str(user)}, status=200 if user else 401)


@asynccontextmanager
async def discord_double() -> AsyncIterator[DiscordDouble]:
    """Discord's HTTP interface on loopback."""
    found, app = DiscordDouble(), web.Application()
    app.router.add_route("*", "/{path:.*}", found._answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    found.base = site.name
    try:
        yield found
    finally:
        await runner.cleanup()


def activity_with(discord: DiscordDouble) -> Activity:
    """Return what the table needs to be shown inside Discord."""
    return Activity(DiscordApi(BOT, SECRET, discord.base))


class Page(Struct):
    """An answer, and the page in it."""

    status: int
    headers: Any
    body: bytes

    @property
    def html(self) -> str:
        return str(msgspec.json.decode(self.body)["html"])

    @property
    def to(self) -> str:
        return str(msgspec.json.decode(self.body)["to"])


class Frame:
    """A browser that shows the board inside Discord: it sends what the proxy passes on."""

    def __init__(self, session: ClientSession, root: str, discord: DiscordDouble) -> None:
        self.session, self.root, self.discord, self.cookie = session, root, discord, ""

    async def ask(
        self, method: str, path: str, *, wanted: bool = True, data: Any = None, **headers: str
    ) -> Page:
        sent = {"Accept": "text/html", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}
        sent |= {WANTED: "1"} if wanted else {}
        sent |= {"Origin": ORIGIN} if method == "POST" else {}
        sent |= {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        body = None if data is None else urlencode(data)
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body is not None else {}
        asked = self.session.request(
            method, self.root + path, headers=sent | kind, data=body, allow_redirects=False
        )
        async with asked as got:
            for one in got.headers.getall("Set-Cookie", []):
                if one.startswith(f"{COOKIE}="):
                    self.cookie = one.partition("=")[2].partition(";")[0]
            return Page(got.status, got.headers, await got.read())

    async def begin(self) -> dict[str, str]:
        """Open the outer page, and get what it needs to sign in."""
        await self.ask(
            "GET",
            "/activity/?frame_id=1",
            wanted=False,
            Sec_Fetch_Mode="navigate",
            Sec_Fetch_Site="cross-site",
        )
        found: dict[str, str] = msgspec.json.decode((await self.ask("GET", "/activity/begin")).body)
        return found

    async def sign_in(self, user: int) -> Page:
        """Sign in as a user of Discord."""
        begun = await self.begin()
        fields = {"code": self.discord.code(user), "state": begun["state"], "csrf_token": begun["csrf_token"]}
        return await self.ask("POST", "/activity/sign-in", data=fields)

    async def order(self, campaign: int, seat: str, text: str) -> Page:
        """Give an order as the page does, by its line."""
        path = f"/activity/game/{campaign}/{seat}/order"
        fields = {"text": text, "csrf_token": csrf_token(self.cookie)}
        return await self.ask("POST", path, data=fields)
