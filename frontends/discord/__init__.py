"""The Discord front end; the only package that imports discord.

    client       `DiscordClient`: the library's client, which assembles the parts and closes them
    registry     every command group and every action by its name: a new one is entered there
    tree         the slash commands in every language, registered only when they have changed
    check        `discord check`: token, application, permissions, commands and intents tested
    background   the clock, the computer players, backups
    tasks        what runs beside the client; `failures`: what errors of Discord mean; `logs`: the log
    context/     one interaction: `ActionContext`, the parts of the bot it works with, its campaign and seat
    ui/          buttons, menus and forms (`items`), messages (`pages`), posts as pages (`format_post`),
                 Japanese names of commands (`names`)
    delivery/    the outbox on its way: `dispatcher` (lanes), `message_sender` (each message once), `private`
                 (one reader), `post_renderer`, `channels`, `status_messages`, `lost_channels`, `recovery`
    orders/      the order sheet, panels that fill a decision pick by pick, orders as text
    commands/    the slash commands and the actions of buttons, by concern

Modules of `delivery` and `context` take the parts that they work with, never the client; the client
assembles them (`BotParts`).

To add a command or a button, write `async def name(call: ActionContext) -> None`. It runs after the
acknowledgement, may raise any `Refusal`, and answers with `await call.say(Page(...))`. A command's method
calls `await command(interaction, lambda call: name(call, ...))`, and its group is listed in
`registry.commands`. A button's action is entered in `registry.ACTIONS` as `Action(name, answers)`: "reply"
answers the caller alone, "update" changes the panel that was pressed, "modal" must answer with
`await call.modal(ActionModal(...))`. `call.args` are the arguments in the id, `call.values` what was picked,
`call.field(name)` the text of a form's field. Commands of the service are run by
`await call.do(lambda service: service.do(call.message, ...))`, so that a repeated interaction changes
nothing.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from typing import TypeAlias

import discord

from adjudicator.core.language.words import N_
from service.pictures.render_pool import RenderPool
from service.runtime.bootstrap import opened
from service.runtime.health import health_served
from service.runtime.keep_backups import require_backups
from service.runtime.signals import told_to_end
from service.runtime.worker import Worker
from service.values.console import operators_language
from service.values.project import guide
from service.values.settings import CannotStart, Settings

from .check import checked
from .client import DiscordClient
from .failures import REFUSED, TOKEN_REFUSED, Unreachable
from .logs import log_to

__all__ = ["DiscordClient", "run", "serve"]

FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds between two tries to sign in while the platform cannot be reached."""
HANG_UP = 2.0
"""Seconds for the connection to end by itself: while Discord is down it waits a minute between two tries."""

Beside: TypeAlias = Callable[[Worker, Settings], AbstractAsyncContextManager[object]]
"""Opens another front end on the same worker until the end of the block."""

log = logging.getLogger("tabellarius.discord")


def run(
    settings: Settings,
    beside: Beside | None = None,
    *,
    what: str | None = None,
    write: Callable[[str], object] = print,
) -> int:
    """Sign in and run until the process is told to end (SIGTERM, Ctrl-C); return 0.

    Args:
        settings: how this bot is set up.
        beside: another front end to keep open meanwhile, in the same process.
        what: "check" tests token, permissions and the like instead, and returns the result (`check`).
        write: takes the lines of that test.

    Raises:
        CannotStart: if there is no token or it is refused, or the database cannot be played from.
    """
    if not settings.discord_token:
        said = N_("DISCORD_TOKEN is not set. {page} tells you how to get one.")
        raise CannotStart(said, page=guide("docs/discord.md"))
    if what == "check":
        return checked(settings, write)
    require_backups(settings)
    log_to(sys.stderr)
    language = operators_language(settings)
    with opened(settings.database, backups=settings.backups, exclusive=True, language=language) as service:
        worker = Worker(service, RenderPool())
        try:
            return asyncio.run(_until_ended(worker, settings, beside))
        except discord.LoginFailure as error:
            said = N_("Discord rejects DISCORD_TOKEN. Create a new token: see {page}.")
            raise CannotStart(said, page=guide("docs/discord.md")) from error


async def _until_ended(worker: Worker, settings: Settings, beside: Beside | None) -> int:
    try:
        with told_to_end() as ending:
            async with (
                health_served(worker, settings),
                nullcontext() if beside is None else beside(worker, settings),
            ):
                await serve(worker, settings, ending)
    finally:
        await worker.close()
    return 0


async def serve(worker: Worker, settings: Settings, ending: asyncio.Event) -> None:
    """Run the bot until `ending` is set; the worker, which other front ends may share, goes on.

    Raises:
        discord.LoginFailure: if the token is refused.
    """
    await worker.run(lambda service: service.tick())
    client = await _signed_in(worker, settings, ending)
    if client is None:
        return
    connected, ended = asyncio.create_task(client.connect()), asyncio.create_task(ending.wait())
    try:
        await asyncio.wait({connected, ended}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ended.cancel()
        await client.close()
        await asyncio.wait({connected}, timeout=HANG_UP)
        connected.cancel()
        await _wait_until_closed(connected)
    log.info("stopped")


async def _wait_until_closed(connected: asyncio.Task[None]) -> None:
    """Wait until the connection has ended.

    Raises:
        discord.LoginFailure: if the platform has ended it, for the token is good no more.
        CannotStart: if it has ended it for another reason that no new try removes.
    """
    try:
        await connected
    except asyncio.CancelledError:
        return
    except discord.PrivilegedIntentsRequired as error:
        raise CannotStart(REFUSED[4014]) from error
    except discord.ConnectionClosed as error:
        if error.code in REFUSED:
            raise CannotStart(REFUSED[error.code]) from error
        if error.code != TOKEN_REFUSED:
            raise
        raise discord.LoginFailure("the gateway refuses the token") from error


async def _signed_in(worker: Worker, settings: Settings, ending: asyncio.Event) -> DiscordClient | None:
    """Return the client as soon as Discord can be reached; None if the end comes first."""
    games = await worker.run_silently(lambda service: service.games())
    wait = FIRST_WAIT
    while not ending.is_set():
        client = DiscordClient(worker, games, settings)
        try:
            if not await _login(client, settings.discord_token, ending):
                await client.close()
                break
        except Unreachable as error:
            log.warning("cannot reach Discord, will retry: %s", error)
            await client.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), wait)
            wait = min(wait * 2, LONGEST_WAIT)
        except BaseException:
            await client.close()
            raise
        else:
            return client
    return None


async def _login(client: DiscordClient, token: str, ending: asyncio.Event) -> bool:
    """Sign in; return false if the end comes first, for the library tries for half a minute."""
    login, ended = asyncio.create_task(client.login(token)), asyncio.create_task(ending.wait())
    try:
        await asyncio.wait({login, ended}, return_when=asyncio.FIRST_COMPLETED)
        if login.done():
            await login
            return True
        return False
    finally:
        for task in (login, ended):
            task.cancel()
