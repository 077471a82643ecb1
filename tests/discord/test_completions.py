"""Completions that nobody waits for any more are not computed, and are no errors in the log."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from frontends.discord.context.completions import Completions, Unwanted
from tests.harness.discord import DiscordHarness, played
from tests.harness.player import begun


def typed(user: int, seconds: float) -> Any:
    """A completion that seems to be some seconds old."""
    id = discord.utils.time_snowflake(discord.utils.utcnow() - timedelta(seconds=seconds))
    return SimpleNamespace(id=id, user=SimpleNamespace(id=user))


def test_too_old_or_overtaken_is_unwanted_whatever_the_clock_says() -> None:
    for skew in (0.0, 20.0, -20.0):
        found = Completions()
        for late in (0.0, 0.3, 2.0):
            found.arrived(one := typed(int(late * 10), late + skew))
            found.require_wanted(one)
        found.arrived(old := typed(99, 4.0 + skew))
        with pytest.raises(Unwanted):
            found.require_wanted(old)
    found = Completions()
    found.arrived(first := typed(7, 0.2))
    found.arrived(second := typed(7, 0.1))
    with pytest.raises(Unwanted):
        found.require_wanted(first)
    found.require_wanted(second)


@asynccontextmanager
async def busy(t: DiscordHarness) -> AsyncIterator[list[logging.LogRecord]]:
    """The service is at work until the end of the block; gives what is logged meanwhile and afterwards."""
    records: list[logging.LogRecord] = []
    handler, go_on = logging.Handler(), threading.Event()
    handler.emit = records.append  # type: ignore[method-assign, assignment]
    logging.getLogger().addHandler(handler)
    waiting = asyncio.ensure_future(t.worker.run_silently(lambda service: go_on.wait(10)))
    try:
        yield records
        await asyncio.sleep(0.05)
        go_on.set()
        await waiting
        await asyncio.sleep(0.1)
    finally:
        go_on.set()
        logging.getLogger().removeHandler(handler)


@played
async def test_of_letters_typed_fast_only_the_last_is_completed(t: DiscordHarness) -> None:
    await begun(t)
    async with busy(t) as records:
        replies = [
            await t.alice.autocomplete("order", t.channel, "line", text, settle=False)
            for text in ("p", "pl", "pla")
        ]
    await replies[-1].settled()
    for reply in replies[:-1]:
        t.server.interactions.expire(reply.interaction)
    assert [reply.interaction.callback is not None for reply in replies] == [False, False, True]
    assert [r for r in records if r.levelno >= logging.ERROR] == []


@played
async def test_a_completion_given_up_by_discord_is_no_error(t: DiscordHarness) -> None:
    await begun(t)
    async with busy(t) as records:
        reply = await t.alice.autocomplete("order", t.channel, "line", "p", settle=False)
        await asyncio.sleep(0.05)
        t.server.interactions.expire(reply.interaction)
    assert reply.interaction.callback is None
    assert [r for r in records if r.levelno >= logging.ERROR] == []
