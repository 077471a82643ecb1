"""The server: routes, limits of connections, start and stop."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections import Counter
from pathlib import Path
from typing import TypeAlias

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler
from msgspec import Struct

from ..settings import CannotStart, Settings
from . import entering, founding, home, judging, pictures, proofs, replay, rooming, rules, standing, team
from .answers import in_words
from .guard import GUARDS, LARGEST, PATIENCE, RATES, Rates, dress
from .live import LISTENERS
from .visit import HOUSE, House

STATIC = Path(__file__).resolve().parent / "static"
FONTS = Path(__file__).resolve().parent.parent.parent / "data" / "fonts"
KEEP_ALIVE = 30.0
"""How long a connection may be idle, in seconds."""
MOST_CONNECTIONS = 512

_KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}


def application(house: House) -> web.Application:
    """All pages over one desk."""
    app = web.Application(middlewares=[heard, in_words, *GUARDS], client_max_size=LARGEST)
    app[HOUSE], app[RATES], app[LISTENERS], app[HALL] = house, Rates(), Counter(), []
    app.on_response_prepare.append(dress)
    app.add_routes(
        [
            web.get("/", home.home),
            web.post("/choices", home.choices),
            web.post("/forget", home.forget),
            web.get("/password", home.ask_password),
            web.post("/password", home.take_password),
            web.get("/found", founding.choose),
            web.post("/found", founding.found),
            web.get("/enter/{key}", entering.enter),
            web.post("/enter/{key}", entering.sit_down),
            web.post(r"/seat/{campaign:\d{1,9}}/{seat:\w{1,40}}", entering.take_seat),
            web.get("/static/{name}", static),
            *pictures.routes(),
            *rooming.routes(),
            *proofs.routes(),
            *replay.routes(),
            *rules.routes(),
            *standing.routes(),
            *team.routes(),
            *judging.routes(),
        ]
    )
    return app


def files() -> dict[str, Path]:
    """What is served as it stands: these files by their names, and nothing else."""
    found = [path for folder in (STATIC, FONTS) for path in folder.iterdir() if path.suffix in _KINDS]
    return {path.name: path for path in found}


async def static(request: web.Request) -> web.StreamResponse:
    """A file of ours: style, script, seal, fonts."""
    path = files().get(request.match_info["name"])
    if path is None:
        raise web.HTTPNotFound()
    headers = {"Content-Type": _KINDS[path.suffix], "Cache-Control": "no-cache"}
    if path.suffix == ".ttf":
        headers["Cache-Control"] = "max-age=604800"
    return web.FileResponse(path, headers=headers)


# -- connections -------------------------------------------------------------------------------------


Connection: TypeAlias = web.RequestHandler


class Hall:
    """Lets connections in: not too many, and none that says nothing.

    Args:
        server: makes the protocol of a connection.
    """

    def __init__(self, server: web.Server) -> None:
        self._server = server
        self._silent: set[Connection] = set()

    def __call__(self) -> asyncio.Protocol:
        """The protocol of a new connection."""
        connection = self._server()
        self._silent.add(connection)
        loop = asyncio.get_running_loop()
        if len(self._server.connections) >= MOST_CONNECTIONS:
            loop.call_soon(self._drop, connection)
        loop.call_later(PATIENCE, self._drop, connection)
        return connection

    def hear(self, connection: Connection) -> None:
        """A connection has made a request."""
        self._silent.discard(connection)

    def _drop(self, connection: Connection) -> None:
        """Drop a connection that has said nothing yet."""
        if connection in self._silent:
            self._silent.discard(connection)
            if connection.transport is not None:
                connection.transport.abort()


HALL: web.AppKey[list[Hall]] = web.AppKey("hall", list)


@web.middleware
async def heard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Remember that the connection has made a request."""
    for hall in request.app[HALL]:
        hall.hear(request.protocol)
    return await handler(request)


class Listening(Struct):
    """A server that listens: its port, and what ends it."""

    port: int
    runner: web.AppRunner
    server: asyncio.Server

    async def close(self) -> None:
        """Take no more, and let go of who is there."""
        self.server.close()
        await self.runner.cleanup()


async def listen(app: web.Application, address: str, port: int) -> Listening:
    """Listen; port 0 is any that is free.

    Raises:
        CannotStart: if the address or the port cannot be had.
    """
    runner = web.AppRunner(
        app, access_log=None, logger=_quiet(), keepalive_timeout=KEEP_ALIVE, shutdown_timeout=0.5
    )
    await runner.setup()
    if runner.server is None:
        raise RuntimeError("the runner is not set up")
    hall = Hall(runner.server)
    app[HALL].append(hall)
    try:
        server = await asyncio.get_running_loop().create_server(hall, address, port, backlog=128)
    except OSError as error:
        await runner.cleanup()
        raise CannotStart(f"the table cannot listen at {address}, port {port}: {error.strerror}") from error
    return Listening(server.sockets[0].getsockname()[1], runner, server)


def _quiet() -> logging.Logger:
    """A log that nobody can fill from outside: what is no HTTP is answered, and not noted."""
    log = logging.getLogger(__name__)
    if not log.filters:
        log.addFilter(_is_ours)
    return log


def _is_ours(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError)


def require_safe(settings: Settings) -> None:
    """A table that others can reach asks for a password.

    Raises:
        CannotStart: if none is set.
    """
    if is_own_machine(settings.table_address) or settings.table_password:
        return
    raise CannotStart(
        f"table_address is {settings.table_address}, which others can reach: set TABELLARIUS_TABLE_PASSWORD"
    )


def is_own_machine(address: str) -> bool:
    """Whether an address can be reached from this machine alone."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"
