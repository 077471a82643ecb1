"""A table on loopback, and browsers without a window."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, CookieJar
from msgspec import Struct
from multidict import CIMultiDictProxy

from adjudicator import GAMES
from frontends.browser.server import application, listen
from frontends.browser.web.request_context import AppContext
from frontends.browser.web.session import csrf_token, new_token
from service.pictures.lru import AsyncLruCache
from service.runtime.worker import Worker
from service.storage.seat_access import SeatAccessRepository
from service.values.front_ends.browser import SeatAccess
from service.values.settings import Settings
from tests.harness.service import ServiceHarness, service_harness


class Answer(Struct):
    """A response: status, headers, body, and its address after all redirects."""

    status: int
    headers: CIMultiDictProxy[str]
    body: bytes
    path: str

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def hand(self) -> list[str]:
        """The names of the things in the seat's own hand."""
        listed = self.text.split('class="own-hand"')[1].split("</ul>")[0]
        return [re.sub(r"<[^>]+>", "", item) for item in re.findall(r"<li>(.*?)</li>", listed)]

    def field(self, name: str) -> str:
        """The value of a hidden field."""
        found = re.search(rf'name="{name}" value="([^"]*)"', self.text)
        assert found, f"no field {name}"
        return found[1]


class Guest:
    """A browser: it keeps cookies, and puts the CSRF token into its forms."""

    def __init__(self, session: ClientSession, root: str) -> None:
        self.session, self.root = session, root

    @property
    def session_id(self) -> str:
        cookies = {cookie.key: cookie.value for cookie in self.session.cookie_jar}
        return cookies.get("session", "")

    async def get(self, path: str, **more: Any) -> Answer:
        async with self.session.get(self.root + path, **more) as got:
            return Answer(got.status, got.headers, await got.read(), got.url.path)

    async def post(self, path: str, fields: dict[str, str], **more: Any) -> Answer:
        data = {"csrf_token": csrf_token(self.session_id), **fields}
        async with self.session.post(self.root + path, data=data, **more) as got:
            return Answer(got.status, got.headers, await got.read(), got.url.path)

    async def order(self, path: str, text: str, **fields: str) -> Answer:
        """Type an order, and confirm it if it ends a turn or phase; wait where it comes too fast."""
        while (said := await self.post(f"{path}/order", {"text": text} | fields)).status == 429:
            await asyncio.sleep(int(said.headers["Retry-After"]))
        if said.status == 409 and 'name="confirmed"' in said.text:
            confirmed = {"text": text, "confirmed": said.field("confirmed")}
            said = await self.post(f"{path}/order", confirmed | fields)
        return said

    async def found(self, game: str = "julius_caesar", **fields: str) -> Answer:
        """Found a game in which one plays all seats, unless the fields say otherwise."""
        sheet = await self.get(f"/found?game={game}")
        scenario = sheet.field("scenario")
        given = {"game": game, "scenario": scenario, "request": sheet.field("request"), "who": "Ann"}
        return await self.post("/found", given | {"dice": "open", "seed": "a table"} | fields)


class TableHarness(Struct):
    """A table that is open."""

    bench: ServiceHarness
    worker: Worker
    port: int
    root: str
    app: AppContext

    @asynccontextmanager
    async def guest(self, session_id: str = "") -> AsyncIterator[Guest]:
        """A browser of its own; with the session cookie it has from before, if any."""
        jar = CookieJar(unsafe=True)
        async with ClientSession(
            cookie_jar=jar, cookies={"session": session_id} if session_id else None
        ) as session:
            yield Guest(session, self.root)

    def session_at(self, campaign: int, seat: str, user: str) -> str:
        """The session of a browser that has a seat."""
        session_id = new_token(self.bench.entropy(32))
        self.admit(session_id, campaign, seat, user)
        return session_id

    def admit(self, session_id: str, campaign: int, seat: str, user: str) -> None:
        """Give a browser a seat beside those that it has."""
        key, repository = new_token(self.bench.entropy(32)), SeatAccessRepository(self.bench.store)
        repository.grant(SeatAccess(campaign, seat, user), key)
        repository.add(session_id, key)


def settings_of(folder: Path, maps: str = "", **more: Any) -> Settings:
    return Settings(
        database=folder / "table.db",
        maps=Path(maps or folder / "maps"),
        language="en",
        table_port=0,
        **{"map_width": 800, **more},
    )


@asynccontextmanager
async def opened(b: ServiceHarness, given: Settings) -> AsyncIterator[TableHarness]:
    """The browser front end over a service that is there."""
    worker = Worker(b.service)
    context = AppContext(
        worker, GAMES, given, AsyncLruCache(64 << 20, lambda picture: len(picture.data)), b.entropy
    )
    listening = await listen(application(context), "127.0.0.1", 0)
    try:
        yield TableHarness(b, worker, listening.port, f"http://127.0.0.1:{listening.port}", context)
    finally:
        await listening.close()
        await worker.close()


def at_table(
    folder: Path, act: Callable[[TableHarness], Awaitable[None]], maps: str = "", **more: Any
) -> None:
    """Do something at a table of its own."""

    async def run() -> None:
        with service_harness(folder / "table.db", GAMES) as b:
            async with opened(b, settings_of(folder, maps, **more)) as context:
                await act(context)

    asyncio.run(run())
