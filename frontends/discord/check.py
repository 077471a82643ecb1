"""`python bot.py discord check`: test what the bot needs of Discord, and report problems in plain words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import discord

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_, words
from service.values.console import operators_language
from service.values.project import guide
from service.values.settings import CannotStartYet, Settings
from service.values.words import speak

from . import check_board
from .client import INTENTS, invitation, tree_of
from .commands.game.rights import RIGHTS, WRITING
from .failures import REFUSED, TOKEN_REFUSED, Unreachable
from .tree import ENTRY_POINT, Translator

PATIENCE = 30.0
"""Seconds that the gateway may take until it has accepted the bot."""
MOST = 200
"""Servers that Discord lists at once."""
NEEDED = ("view_channel", WRITING)
"""Permissions without which no game can be created; without the others the bot has another way."""

FINE, WRONG, WAIT = 0, 2, CannotStartYet.code


def checked(settings: Settings, write: Callable[[str], object]) -> int:
    """Test token, application, intents, permissions and commands.

    Returns:
        0 if the bot can play, 2 if something must be set right first, 75 if Discord cannot be asked now.
    """
    check = Check(settings, write)
    code = asyncio.run(check.run(settings.discord_token))
    check.say({
        FINE: N_("All is well."),
        WRONG: N_("The bot cannot play like this. What is to be set right stands above; see {page}."),
        WAIT: N_("This could not be tested to its end. Try again later."),
    }[code], page=Verbatim(guide("docs/discord.md")))  # fmt: skip
    return code


class Check:
    """A test of what the bot needs of Discord; it registers, posts and changes nothing.

    Args:
        settings: the language of what it says, and what the bot is to do.
        write: takes each line.
    """

    def __init__(self, settings: Settings, write: Callable[[str], object]) -> None:
        self._language, self._write = operators_language(settings), write
        self._settings, self._has_board = settings, settings.activity

    def say(self, template: str, **values: Any) -> None:
        """Write one line."""
        self._write(speak(words(template, **values), self._language))

    async def run(self, token: str) -> int:
        """Test everything; return the exit code."""
        client = discord.Client(intents=INTENTS)
        try:
            async with client:
                await client.login(token)
                self.say(N_("Token: Discord accepts it."))
                codes = [self._application(client), await self._servers(client), await self._commands(client)]
                if self._has_board:
                    codes.append(await self._board(client.application_id or 0))
                shards, _, starts = await client.http.get_bot_gateway()
            codes.append(await self._gateway(token, shards, starts["remaining"], starts["reset_after"]))
            return WRONG if WRONG in codes else max(codes)
        except discord.LoginFailure:
            self.say(N_(
                "Token: Discord rejects it. Press Reset Token under Bot in the portal, and set DISCORD_TOKEN "
                "to the new one."
            ))  # fmt: skip
            return WRONG
        except Unreachable as error:
            self.say(N_("Discord: it cannot be reached: {error}."), error=_said(error))
            return WAIT

    def _application(self, client: discord.Client) -> int:
        """Test settings of the portal that the platform tells about the application."""
        found, code = client.application, FINE
        assert found is not None
        self.say(
            N_("Application: {name}, number {id}."), name=Verbatim(found.name), id=Verbatim(str(found.id))
        )
        if found.interactions_endpoint_url:
            self.say(
                N_(
                    "Application: commands and buttons go to {url} instead of the bot. Clear Interactions "
                    "Endpoint URL under General Information in the portal."
                ),
                url=Verbatim(found.interactions_endpoint_url),
            )
            code = WRONG
        if found.bot_require_code_grant:
            self.say(N_(
                "Application: nobody can invite the bot. Switch off Requires OAuth2 Code Grant under Bot in "
                "the portal."
            ))  # fmt: skip
            code = WRONG
        if not found.bot_public:
            self.say(N_("Application: only its owner can invite the bot, for Public Bot is off."))
        if found.user_integration_config is not None:
            self.say(
                N_("Application: people can install it for themselves; /my is offered to them everywhere.")
            )
        return code

    async def _servers(self, client: discord.Client) -> int:
        """Test what the bot may do in each of its servers; its channels may take that away again."""
        code, count, after = FINE, 0, 0
        while page := await client.http.get_guilds(MOST, after=after, with_counts=False):
            for one in page:
                code = max(code, self._rights(one["name"], int(one["permissions"])))
            count, after = count + len(page), int(page[-1]["id"])
            if len(page) < MOST:
                break
        self.say(N_("Servers: the bot is in {count}."), count=count)
        if not count:
            self.say(N_("Invite the bot: {link}"), link=Verbatim(invitation(client.application_id)))
        return code

    def _rights(self, name: str, bits: int) -> int:
        held = discord.Permissions(bits)
        lacking = [right for right in RIGHTS if not (held.administrator or getattr(held, right))]
        stops = [right for right in lacking if right in NEEDED]
        for template, rights in (
            (N_("Permissions in {server}: without these no game can be created: {rights}."), stops),
            (
                N_("Permissions in {server}: the bot lacks these and will do without: {rights}."),
                [right for right in lacking if right not in stops],
            ),
        ):
            if rights:
                self.say(template, server=Verbatim(name), rights=[words(RIGHTS[one]) for one in rights])
        return WRONG if stops else FINE

    async def _commands(self, client: discord.Client) -> int:
        """Hold the registered commands against those of this release."""
        tree, id = tree_of(client, has_board=self._has_board), client.application_id
        assert id is not None
        await tree.set_translator(Translator())
        tree.follow(client.application)
        ours = {one["name"]: set(_told(one)) for one in await tree.payload()}
        known: list[Any] = [*await client.http.get_global_commands(id)]
        theirs = {
            one["name"]: set(_told(one)) for one in known if self._has_board or one["type"] != ENTRY_POINT
        }
        for template, names in (
            (N_("Commands: not registered: {names}."), [name for name in ours if name not in theirs]),
            (
                N_("Commands: registered by another release: {names}."),
                [name for name, told in theirs.items() if ours.get(name) != told],
            ),
        ):
            if names:
                self.say(template, names=[Verbatim(name) for name in names])
        if ours == theirs:
            self.say(N_("Commands: all {count} are registered."), count=len(ours))
        else:
            self.say(N_("Commands: the bot registers them by itself as soon as it starts."))
        return FINE

    async def _board(self, application: int) -> int:
        """Test what the board inside Discord needs, as far as that can be asked."""
        results = await asyncio.gather(
            *(asyncio.to_thread(test, self._settings, application) for test in check_board.TESTS)
        )
        for result in results:
            self.say(result.template, **result.values)
        self.say(N_(
            "Board: the settings of Activities in the portal, and the permission Use Activities in each "
            "channel, cannot be asked here; see {page}."
        ), page=Verbatim(guide("docs/discord.md")))  # fmt: skip
        return WRONG if not all(result.is_fine for result in results) else FINE

    async def _gateway(self, token: str, shards: int, left: int, reset_after: int) -> int:
        """Connect with the intents of the bot, and disconnect again."""
        self.say(
            N_("Connections: the bot needs {count}, and may open {left} more today."), count=shards, left=left
        )
        if left <= shards:
            self.say(
                N_("Connections: with one more Discord would reset the token. Wait {minutes} minutes."),
                minutes=-(-reset_after // 60_000),
            )
            return WAIT
        client = discord.Client(intents=INTENTS, shard_id=0, shard_count=shards, guild_ready_timeout=0.1)
        await client.login(token)
        connected = asyncio.create_task(client.connect(reconnect=False))
        ready = asyncio.create_task(client.wait_until_ready())
        try:
            await asyncio.wait({connected, ready}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
            if ready.done():
                self.say(N_("Intents: Discord accepts them; the bot needs none that you must switch on."))
                return FINE
            if connected.done():
                await connected
            self.say(N_("Connections: Discord has not answered for {count} s."), count=int(PATIENCE))
            return WAIT
        except discord.PrivilegedIntentsRequired:
            self.say(REFUSED[4014])
            return WRONG
        except discord.ConnectionClosed as error:
            if error.code == TOKEN_REFUSED:
                raise discord.LoginFailure("the gateway refuses the token") from error
            if error.code in REFUSED:
                self.say(REFUSED[error.code])
                return WRONG
            self.say(N_("Connections: Discord closed the connection: {error}."), error=_said(error))
            return WAIT
        finally:
            ready.cancel()
            await client.close()
            await asyncio.gather(connected, ready, return_exceptions=True)


def _said(error: BaseException) -> Verbatim:
    """Return the text of an error without a full stop at its end; the name of its class if it has none."""
    return Verbatim(str(error).rstrip(".") or type(error).__name__)


def _told(command: dict[str, Any], path: str = "") -> Iterator[tuple[str, str, bool, tuple[str, ...]]]:
    """Yield what a command and all below it are: path, description, whether required, choices."""
    path = f"{path} {command['name']}"
    choices = tuple(str(one["value"]) for one in command.get("choices") or ())
    yield path, command.get("description") or "", bool(command.get("required")), choices
    for below in command.get("options") or ():
        yield from _told(below, path)
