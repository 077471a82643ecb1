"""The browser front end: games on web pages, on one machine or in a small network, without accounts."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from adjudicator import figures
from adjudicator.core.language.words import N_
from frontends.browser.web.activity import Activity
from frontends.browser.web.discord_api import DiscordApi
from frontends.browser.web.middleware import is_own_machine
from frontends.browser.web.request_context import AppContext
from service.pictures.drawing import Picture
from service.pictures.lru import AsyncLruCache
from service.runtime.bootstrap import opened
from service.runtime.duties import on_duty
from service.runtime.keep_backups import require_backups
from service.runtime.signals import told_to_end
from service.runtime.worker import Worker
from service.values.console import operators_language, teller
from service.values.settings import Settings

from .server import Listening, application, listen, listen_too, require_safe

__all__ = ["run", "serving"]

PICTURES = 96 << 20
"""Pictures kept in memory, in bytes."""


@asynccontextmanager
async def serving(worker: Worker, settings: Settings) -> AsyncIterator[Listening]:
    """Serve the pages beside other front ends of one process, which share the worker.

    Raises:
        CannotStart: if others could reach it and it has no password, or it cannot listen.
    """
    require_safe(settings)
    picture_cache: AsyncLruCache[Picture] = AsyncLruCache(PICTURES, lambda picture: len(picture.data))
    discord = DiscordApi(settings.discord_token, settings.discord_client_secret)
    activity = Activity(discord) if settings.activity else None
    context = AppContext(worker, figures.games(), settings, picture_cache, activity=activity)
    app = application(context)
    listening = await listen(app, settings.table_address, settings.table_port)
    opened: list[asyncio.Server] = []

    async def open_at(port: int) -> str:
        host = own_address("0.0.0.0")
        server = None if is_own_machine(host) else await listen_too(app, host, port)
        if server is None:
            return ""
        opened.append(server)
        return f"http://{host}:{port}"

    if is_own_machine(settings.table_address):
        context.network.open_at = open_at
    try:
        yield listening
    finally:
        for server in opened:
            server.close()
        await listening.close()


Beside = Callable[[Worker, Settings], AbstractAsyncContextManager[None]]
"""Serves the other front ends of one process."""


@asynccontextmanager
async def _alone(worker: Worker, settings: Settings) -> AsyncIterator[None]:
    yield


def run(settings: Settings, beside: Beside = _alone, write: Callable[[str], object] = print) -> int:
    """Open the table, print its address, and run until somebody ends it; return 0.

    Raises:
        CannotStart: if a setting cannot be used, the database is damaged or cannot be opened, or the table
            cannot listen.
    """
    require_safe(settings)
    require_backups(settings)
    with opened(
        settings.database, backups=settings.own_backups, exclusive=True, language=operators_language(settings)
    ) as service:
        return asyncio.run(_open(Worker(service), settings, beside, write))


async def _open(worker: Worker, settings: Settings, beside: Beside, write: Callable[[str], object]) -> int:
    """Serve, with all that stands beside, until a signal ends it; open the first page for the reader."""
    try:
        with told_to_end() as ended:
            async with (
                on_duty(worker, settings),
                beside(worker, settings),
                serving(worker, settings) as listening,
            ):
                where = address(settings, listening.port)
                tell = teller(settings, write)
                tell(N_("Open this page in a browser: {page}"), page=where)
                tell(N_("Everything is saved as you play. Press [Ctrl]+[C] to stop."))
                await open_page(where)
                await ended.wait()
    finally:
        await worker.close()
    return 0


async def open_page(where: str) -> None:
    """Open a page in the default browser, if there is a screen."""
    if sys.stdout.isatty() and has_screen(os.environ, sys.platform):
        await asyncio.to_thread(webbrowser.open, where)


def has_screen(environ: Mapping[str, str], platform: str) -> bool:
    """Return true if there is a desktop here on which a page can be opened."""
    if platform in ("win32", "darwin"):
        return "SSH_CONNECTION" not in environ
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def address(settings: Settings, port: int) -> str:
    """Return the address at which people find the server."""
    if settings.table_url:
        return settings.table_url
    host = "127.0.0.1" if is_own_machine(settings.table_address) else settings.table_address
    if host in ANY:
        host = own_address(host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


ANY = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}
"""Addresses that mean every address of a machine, each with one outside it (RFC 5737, RFC 3849)."""


def own_address(any_: str) -> str:
    """Return the address by which others reach a server that listens on every address; nothing is sent."""
    family = socket.AF_INET6 if ":" in any_ else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as way:
        try:
            way.connect((ANY[any_], 9))
        except OSError:  # there is no way out: only this machine reaches it
            return "::1" if ":" in any_ else "127.0.0.1"
        return str(way.getsockname()[0])
