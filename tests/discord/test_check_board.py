"""`discord check` for the board inside Discord: client secret, public address, Discord's proxy."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from adjudicator import GAMES
from frontends.discord import check_board
from frontends.discord.check import Check
from service.values.settings import CannotStart, Settings, settings
from tests.browser.test_activity import opened
from tests.harness.activity import APPLICATION, SECRET, DiscordDouble, discord_double
from tests.harness.discord_frame import discord_web
from tests.harness.service import service_harness


@asynccontextmanager
async def table(folder: Path) -> AsyncIterator[tuple[DiscordDouble, str]]:
    """A table that is shown inside Discord, and the Discord that it asks."""
    with service_harness(folder / "table.db", GAMES) as b:
        async with discord_double() as discord, opened(b, folder, discord) as context:
            with patch.multiple(check_board, API=discord.base, PROXY=context.root):
                yield discord, context.root


async def said(url: str, secret: str = SECRET) -> tuple[int, str]:
    """The result of the test, and what it wrote."""
    lines: list[str] = []
    given = Settings(table_url=url, discord_client_secret=secret, activity=True)
    code = await Check(given, lines.append)._board(APPLICATION)
    return code, "\n".join(lines)


def test_a_board_that_can_be_opened_is_well_as_far_as_can_be_asked(tmp_path: Path) -> None:
    """And it is said what cannot be asked."""

    async def run() -> None:
        async with table(tmp_path) as (_, root):
            code, text = await said(root)
            assert code == 0
            assert (
                "Discord accepts the client secret" in text and "Discord's proxy leads to the table" in text
            )
            assert f"the table answers at {root}" in text and "cannot be asked here; see" in text
            assert SECRET not in text

    asyncio.run(run())


def test_what_is_wrong_is_said_with_the_place_where_it_is_set_right(tmp_path: Path) -> None:
    """A secret of another application; an address of something else, or of nobody; a proxy not led."""

    async def run() -> None:
        async with table(tmp_path) as (discord, root):
            code, text = await said(root, "another secret")
            assert code == 2 and "Press Reset Secret under OAuth2" in text and "another secret" not in text
            code, text = await said(discord.base)
            assert code == 2 and f"what answers at {discord.base} is not this table" in text
            code, text = await said("http://127.0.0.1:9")
            assert code == 2 and "http://127.0.0.1:9 cannot be reached" in text
            with patch.object(check_board, "PROXY", discord.base):
                code, text = await said(root)
            assert code == 2 and "prefix / to the host of table_url" in text
            discord.is_down = True
            code, text = await said(root)
            assert code == 2 and "Discord answers 503 to the client secret" in text

    asyncio.run(run())


def test_a_certificate_that_browsers_would_not_take_is_named(tmp_path: Path) -> None:
    async def run() -> None:
        async with table(tmp_path) as (discord, root), discord_web(discord, root, tmp_path) as web:
            code, text = await said(f"https://127.0.0.1:{web.port}")
            assert code == 2 and f"the certificate of https://127.0.0.1:{web.port} is not good" in text

    asyncio.run(run())


@pytest.mark.parametrize(
    ("lacking", "named"),
    [
        ("DISCORD_TOKEN", "discord_token"),
        ("TABELLARIUS_DISCORD_CLIENT_SECRET", "discord_client_secret"),
        ("TABELLARIUS_TABLE_URL", "table_url, with https"),
        ("TABELLARIUS_TABLE_BESIDE", "table_beside"),
    ],
)
def test_the_board_is_not_switched_on_without_what_it_needs(lacking: str, named: str, tmp_path: Path) -> None:
    """The bot does not start, and says what is missing; the secret is shown nowhere."""
    whole = {
        "DISCORD_TOKEN": "token",
        "TABELLARIUS_ACTIVITY": "true",
        "TABELLARIUS_DISCORD_CLIENT_SECRET": "hidden",
        "TABELLARIUS_TABLE_URL": "https://table.example.org/",
        "TABELLARIUS_TABLE_BESIDE": "true",
    }
    assert "hidden" not in repr(settings(whole, tmp_path))
    with pytest.raises(CannotStart, match=f"activity is true, and needs: {re.escape(named)};"):
        settings({name: value for name, value in whole.items() if name != lacking}, tmp_path)
