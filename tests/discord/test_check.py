"""`discord check`: token, application, permissions, commands and intents, on the test server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from unittest.mock import patch

import discord
import pytest

import frontends.discord as front_end
from frontends.commands import parsed
from frontends.discord import check
from service.values.settings import CannotStart, Settings
from tests.fake_discord.redirect import redirect
from tests.fake_discord.server import TOKEN, Server
from tests.fake_discord.state.model import Guild
from tests.harness.discord import DiscordHarness, played


async def said(server: Server, token: str = TOKEN, language: str = "en") -> tuple[int, str]:
    """Give the command while this server is Discord: its exit code, and what it wrote."""
    redirect(server.base)
    lines: list[str] = []
    settings = Settings(discord_token=token, language=language)
    code = await asyncio.to_thread(front_end.run, settings, what="check", write=lines.append)
    return code, "\n".join(lines)


def take(guild: Guild, right: str) -> None:
    """Let no role of a server have a permission."""
    for role in guild.roles.values():
        role.permissions &= ~discord.Permissions(**{right: True}).value


def alone(scene: Callable[[Server], Coroutine[None, None, None]]) -> Callable[[], None]:
    """A scene on a server to which no bot has ever signed in."""

    def test() -> None:
        async def run() -> None:
            async with Server() as server, asyncio.timeout(20):
                await scene(server)

        asyncio.run(run())

    test.__doc__ = scene.__doc__
    return test


@played
async def test_a_bot_that_runs_is_well_and_stays_as_it_is(t: DiscordHarness) -> None:
    t.server.world.add_guild("Second")
    before = (t.server.registrations, len(t.channel.messages))
    with patch.object(check, "MOST", 1):  # two servers are two pages
        code, text = await said(t.server)
    assert code == 0 and text.endswith("All is well.")
    assert "Token: Discord accepts it." in text and "Servers: the bot is in 2." in text
    assert f"number {t.server.world.application_id}" in text
    assert f"Commands: all {len(t.server.commands[None])} are registered." in text
    assert "Intents: Discord accepts them" in text and "may open 1000 more" in text
    assert "Permissions" not in text
    assert (t.server.registrations, len(t.channel.messages)) == before


@played
async def test_commands_of_another_release_are_named(t: DiscordHarness) -> None:
    known = t.server.commands[None]
    gone = known.pop()
    known[0] = {**known[0], "description": "as it was once"}
    code, text = await said(t.server)
    assert code == 0 and "registers them by itself" in text
    assert f"not registered: {gone['name']}." in text
    assert f"by another release: {known[0]['name']}." in text


@alone
async def test_permissions_are_named_by_server(server: Server) -> None:
    """A server without those that a game needs is wrong; without the others the bot has another way."""
    server.world.add_guild("Whole", bot_permissions=("administrator",))
    less = server.world.add_guild("Less")
    take(less, "attach_files")
    code, text = await said(server)
    assert code == 0 and "Permissions in Whole" not in text
    assert "Permissions in Less: the bot lacks these and will do without: attach files" in text
    take(less, "send_messages")
    code, text = await said(server)
    assert code == 2 and "Permissions in Less: without these no game can be created: send messages." in text
    code, text = await said(server, language="ja")
    assert code == 2 and "Lessでの権限" in text and "メッセージの送信" in text
    assert "Discord" in text and "Token:" not in text and "Commands:" not in text


@alone
async def test_before_the_first_start_nothing_is_registered_and_the_link_is_given(server: Server) -> None:
    code, text = await said(server)
    assert code == 0 and "Servers: the bot is in 0." in text
    assert "Invite the bot: https://discord.com/oauth2/authorize?client_id=" in text
    assert "Commands: not registered: " in text and "registers them by itself" in text


@alone
async def test_a_token_that_is_refused_is_said_to_be(server: Server) -> None:
    code, text = await said(server, "a.wrong.token")
    assert code == 2 and "Discord rejects it" in text and "a.wrong.token" not in text
    server.fail("get_my_user", status=503, times=None)
    with patch("discord.http.asyncio.sleep"):
        code, text = await said(server)
    assert code == 75 and "it cannot be reached" in text


@alone
async def test_settings_of_the_portal_by_which_the_bot_would_hear_nothing(server: Server) -> None:
    server.world.endpoint, server.world.code_grant = "https://example.org/interactions", True
    code, text = await said(server)
    assert code == 2 and "go to https://example.org/interactions" in text
    assert "Switch off Requires OAuth2 Code Grant" in text
    assert "Intents: Discord accepts them" in text  # it goes on to its end


@alone
async def test_no_connection_is_opened_that_would_reset_the_token(server: Server) -> None:
    server.gateway.remaining = 1
    code, text = await said(server)
    assert code == 75 and "Wait 90 minutes" in text and server.gateway.identified == 0


@alone
async def test_intents_that_are_not_allowed(server: Server) -> None:
    with patch.object(check, "INTENTS", discord.Intents(guilds=True, members=True)):
        code, text = await said(server)
    assert code == 2 and "does not allow the bot's intents" in text


def test_the_command_is_read_and_wants_a_token(tmp_path: Path) -> None:
    assert parsed(["discord", "check"], {}).what == "check"
    assert parsed(["discord"], {}).what is None
    with pytest.raises(CannotStart, match="DISCORD_TOKEN"):
        front_end.run(Settings(database=tmp_path / "none.sqlite"), what="check")
