"""The server: routes, limits of connections, start and stop."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TypeAlias

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler
from msgspec import Struct

from adjudicator.core.language.words import N_
from frontends.browser.pages.entering import entering, inviting, lock_screen, recovery, team
from frontends.browser.pages.seat import away, game_settings, notes, standing
from frontends.browser.pages.table import live, table_page
from frontends.browser.pages.table.live import LISTENERS, MAKING, SHARED
from frontends.browser.web.framed import PREFIX, in_frame
from frontends.browser.web.middleware import (
    BODY_TIMEOUT,
    LARGEST,
    MIDDLEWARES,
    RATES,
    SHORTEST_PASSWORD,
    Rates,
    add_headers,
    is_own_machine,
    network_of,
)
from frontends.browser.web.request_context import APP_CONTEXT, AppContext
from frontends.browser.web.responses import Body, errors_in_words, send
from frontends.browser.web.viewer import PLACE_PATH
from service.runtime.health import CANNOT_LISTEN
from service.values.settings import CannotStart, Settings
from service.values.words import because

from .pages import aids, cards, founding, framed, home, log_page, network, pictures, press, replay, rules
from .pages.referee import referee_page
from .pages.tournaments import acting as tournaments

STATIC = Path(__file__).resolve().parent / "static"
FONTS = Path(__file__).resolve().parent.parent.parent / "data" / "fonts"
LONGEST_LINE = 40_000
"""Bytes of the first line of a request: 4,000 characters of an order that is completed take nine each."""
KEEP_ALIVE = 30.0
"""Longest time that a connection may be idle, in seconds."""
MOST_CONNECTIONS = 512
STALLED = 30.0
"""Seconds within which a client must take `LEAST` bytes of what waits for it, or is disconnected."""
LEAST = 16 * 1024

FONT = "font/woff2"
_KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": FONT,
    ".wav": "audio/wav",
    ".webp": "image/webp",
}


def application(context: AppContext) -> web.Application:
    """Return the application with all its pages."""
    middlewares = [note_request, in_frame, errors_in_words, *MIDDLEWARES]
    app = web.Application(middlewares=middlewares, client_max_size=LARGEST)
    app[APP_CONTEXT], app[RATES], app[LISTENERS], app[CONNECTIONS] = context, Rates(), Counter(), []
    app[SHARED], app[MAKING] = {}, asyncio.Lock()
    app.on_response_prepare.append(add_headers)
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
            web.post("/enter/{key}", entering.use_link),
            web.post(r"/seat/{campaign:\d{1,9}}/{seat:\w{1,40}}", entering.take_seat),
            web.post(r"/invited/{campaign:\d{1,9}}/{seat:\w{1,40}}", inviting.take),
            web.post(r"/invited/{campaign:\d{1,9}}/{seat:\w{1,40}}/decline", inviting.decline),
            web.get("/static/{name}", static),
            *pictures.routes(),
            *aids.routes(),
            web.post("/network", network.open_network),
            *table_page.routes(),
            *lock_screen.routes(),
            *log_page.routes(),
            *replay.routes(),
            *rules.routes(),
            *cards.routes(),
            *standing.routes(),
            *game_settings.routes(),
            *team.routes(),
            *recovery.routes(),
            *notes.routes(),
            *away.routes(),
            *press.routes(),
            *referee_page.routes(),
            *tournaments.routes(),
        ]
    )
    if context.activity is not None:
        app.add_routes([*_inside_discord(), *framed.routes()])
    return app


LINKS = ("/actions/link", "/actions/replace")
"""Pages of the referee that make links to seats, which lead out of Discord."""


def _inside_discord() -> list[web.RouteDef]:
    """Return the pages of a table under the path that they have inside Discord."""
    shared = [
        web.post("/choices", home.choices),
        web.get("/static/{name}", static),
        *(*pictures.routes(), *aids.routes(), *table_page.routes(), *log_page.routes(), *replay.routes()),
        *(*rules.routes(), *cards.routes(), *standing.routes(), *game_settings.routes(), *notes.routes()),
        *(*press.routes(), *referee_page.routes(), web.get(f"{PLACE_PATH}/poll", live.poll)),
    ]
    return [
        web.RouteDef(one.method, PREFIX + one.path, one.handler, one.kwargs)
        for one in shared
        if not one.path.endswith(LINKS)
    ]


@cache
def files() -> dict[str, Body]:
    """Return the static files by their names, some 2 MB; nothing else is served as a file."""
    paths = [path for folder in (STATIC, FONTS) for path in folder.iterdir() if path.suffix in _KINDS]
    return {path.name: Body.of(path.read_bytes(), _KINDS[path.suffix]) for path in paths}


async def static(request: web.Request) -> web.StreamResponse:
    """Send a static file: style, script, seal, font."""
    file = files().get(request.match_info["name"])
    if file is None:
        raise web.HTTPNotFound()
    return send(request, file, "max-age=604800" if file.kind == FONT else "no-cache")


# -- connections -------------------------------------------------------------------------------------


Connection: TypeAlias = web.RequestHandler


class OpenConnections:
    """Limits on connections: on their number, and on the time in which a client must send and receive.

    Args:
        server: the factory of a connection's protocol.
    """

    def __init__(self, server: web.Server) -> None:
        self._server = server
        self._silent: set[Connection] = set()
        self._idle: dict[Connection, asyncio.Transport] = {}
        self._transports: dict[Connection, asyncio.Transport] = {}

    def __call__(self) -> asyncio.Protocol:
        """Return the protocol of a new connection."""
        return HttpConnection(self, self._server())

    def enter(self, connection: Connection, transport: asyncio.Transport) -> None:
        """Register a new connection; it is aborted if it sends no request in time.

        If there are too many, it takes the place of an idle one, of the network that has most of these; if
        none is idle, it is aborted itself.
        """
        if len(self._server.connections) > MOST_CONNECTIONS:
            if not self._idle:
                transport.abort()
                return
            networks = Counter(map(_network, self._idle.values()))
            most = networks.most_common(1)[0][0]
            next(idle for idle in self._idle.values() if _network(idle) == most).abort()
        self._transports[connection] = self._idle[connection] = transport
        self._silent.add(connection)
        asyncio.get_running_loop().call_later(BODY_TIMEOUT, self._drop, connection, transport)

    def begin(self, connection: Connection) -> None:
        """Note that a connection has made a request."""
        self._silent.discard(connection)
        self._idle.pop(connection, None)

    def finish(self, connection: Connection) -> None:
        """Note that the request of a connection is answered: it is idle now, if it is still open."""
        if connection in self._transports:
            self._idle[connection] = self._transports[connection]

    def forget(self, connection: Connection) -> None:
        """Note that a connection is closed."""
        self.begin(connection)
        self._transports.pop(connection, None)

    def _drop(self, connection: Connection, transport: asyncio.Transport) -> None:
        if connection in self._silent:
            transport.abort()


def _network(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return network_of(peer[0]) if peer else ""


class HttpConnection(asyncio.Protocol):
    """A connection that is aborted if its client does not receive what is sent."""

    def __init__(self, connections: OpenConnections, connection: Connection) -> None:
        self._connections, self._connection = connections, connection
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`."""
        if not isinstance(transport, asyncio.Transport):
            raise TypeError(transport)
        self._transport = transport
        self._connection.connection_made(transport)
        self._connections.enter(self._connection, transport)

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        self._connection.data_received(data)

    def eof_received(self) -> None:
        """See `asyncio.Protocol`."""
        self._connection.eof_received()

    def pause_writing(self) -> None:
        """Start to watch whether the client receives waiting data."""
        self._connection.pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """Stop watching, because the client has received most of it."""
        self._rest()
        self._connection.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._rest()
        self._connections.forget(self._connection)
        self._connection.connection_lost(exc)

    def _watch(self) -> None:
        left = self._transport.get_write_buffer_size()
        self._late = asyncio.get_running_loop().call_later(STALLED, self._look, left)

    def _look(self, before: int) -> None:
        """Abort the connection if too little of the waiting data was received; else check again later."""
        if before - self._transport.get_write_buffer_size() < LEAST:
            self._transport.abort()
        else:
            self._watch()

    def _rest(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


CONNECTIONS: web.AppKey[list[OpenConnections]] = web.AppKey("connections", list)


@web.middleware
async def note_request(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Remember which connections have a request to be answered."""
    for connections in request.app[CONNECTIONS]:
        connections.begin(request.protocol)
    try:
        return await handler(request)
    finally:
        for connections in request.app[CONNECTIONS]:
            connections.finish(request.protocol)


class Listening(Struct):
    """A running server: its port, and the means to stop it."""

    port: int
    runner: web.AppRunner
    server: asyncio.Server

    async def close(self) -> None:
        """Accept no more connections, and close the open ones."""
        self.server.close()
        await self.runner.cleanup()


async def listen(app: web.Application, address: str, port: int) -> Listening:
    """Listen; port 0 is any that is free.

    Raises:
        CannotStart: if the address or the port is not available.
    """
    runner = web.AppRunner(
        app,
        access_log=None,
        logger=_quiet(),
        keepalive_timeout=KEEP_ALIVE,
        shutdown_timeout=0.5,
        max_line_size=LONGEST_LINE,
    )
    await runner.setup()
    if runner.server is None:
        raise RuntimeError("the runner is not set up")
    connections = OpenConnections(runner.server)
    app[CONNECTIONS].append(connections)
    try:
        server = await asyncio.get_running_loop().create_server(connections, address, port, backlog=128)
    except OSError as error:
        await runner.cleanup()
        raise CannotStart(CANNOT_LISTEN, address=address, port=port, why=because(error)) from error
    return Listening(server.sockets[0].getsockname()[1], runner, server)


async def listen_too(app: web.Application, address: str, port: int) -> asyncio.Server | None:
    """Let the same server listen on another address of this machine; None if it is not available."""
    try:
        return await asyncio.get_running_loop().create_server(app[CONNECTIONS][0], address, port, backlog=128)
    except OSError:
        return None


def _quiet() -> logging.Logger:
    """Return a log that cannot be flooded from outside: malformed requests are answered, aborted ones
    ignored.
    """
    log = logging.getLogger(__name__)
    if not log.filters:
        log.addFilter(_is_ours)
    return log


def _is_ours(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError | web.RequestPayloadError | ConnectionResetError)


def require_safe(settings: Settings) -> None:
    """Refuse to start a server that other machines can reach without a password, or with one that is easily
    guessed.

    Raises:
        CannotStart: if none is set, or it is too short.
    """
    if 0 < len(settings.table_password) < SHORTEST_PASSWORD:
        raise CannotStart(
            N_("table_password has {n} characters; use at least {least}."),
            n=len(settings.table_password),
            least=SHORTEST_PASSWORD,
        )
    if is_own_machine(settings.table_address) or settings.table_password:
        return
    raise CannotStart(
        N_(
            "table_address is {address}, which other machines can reach. Set a password in "
            "TABELLARIUS_TABLE_PASSWORD."
        ),
        address=settings.table_address,
    )
