"""Words and buttons come at once; the picture comes by a second edit, unless somebody has pressed on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest.mock import patch

from frontends.discord.context import action_context
from service.pictures.drawing import Drawing, Picture
from service.runtime.worker import AT_ONCE
from tests.fake_discord.people import screen
from tests.fake_discord.state.model import Message
from tests.harness.discord import DiscordHarness, Sketchers, played
from tests.harness.player import Player, begun


@asynccontextmanager
async def slow(t: DiscordHarness) -> AsyncIterator[threading.Event]:
    """Pictures are drawn only once the event that is given is set."""
    go_on, draw = threading.Event(), Sketchers.draw

    def wait(pool: Sketchers, drawing: Drawing, cache: object = None) -> Picture:
        go_on.wait(20)
        return draw(pool, drawing)

    with patch.object(Sketchers, "draw", wait), patch.object(action_context, "PATIENCE", 0.01):
        yield go_on
        go_on.set()


def pictures(message: Message) -> int:
    return len(message.attachments)


async def opened(t: DiscordHarness, person: Player) -> Message:
    reply = await person.person.command("orders", t.channel)
    assert reply.message is not None
    return reply.message


@played
async def test_the_sheet_has_its_words_before_its_map(t: DiscordHarness) -> None:
    await begun(t)
    async with slow(t) as go_on:
        sheet = await opened(t, Player(t, t.alice))
        assert screen.buttons(sheet) and not pictures(sheet), "words and buttons at once"
        said = screen.text(sheet)
        go_on.set()
        await t.client.parts.active.wait_until_idle()
    assert pictures(sheet) == 1 and screen.text(sheet) == said


@played
async def test_a_picture_does_not_overwrite_what_was_pressed_meanwhile(t: DiscordHarness) -> None:
    await begun(t)
    async with slow(t) as go_on:
        sheet = await opened(t, Player(t, t.alice))
        first = screen.text(sheet)
        pick = next(one for one in screen.buttons(sheet) if (one.custom_id or "").startswith("t:ask:"))
        await t.alice.press(sheet, str(pick.custom_id), settle=False)
        await t.server.until(lambda: screen.text(sheet) != first, "the next page", 5)
        go_on.set()
        await t.client.parts.active.wait_until_idle()
        await asyncio.sleep(0)
    assert screen.text(sheet) != first and not pictures(sheet)


@played
async def test_a_picture_that_is_not_begun_is_not_drawn_for_a_message_that_was_pressed(
    t: DiscordHarness,
) -> None:
    """All drawing threads are busy with other maps meanwhile."""
    await begun(t)
    drawn: list[str] = []
    async with slow(t) as go_on:
        busy = [asyncio.ensure_future(t.worker.draw(lambda: go_on.wait(20))) for _ in range(AT_ONCE)]
        draw = Sketchers.draw

        def noted(pool: Sketchers, drawing: Drawing, cache: object = None) -> Picture:
            drawn.append(drawing.name)
            return draw(pool, drawing)

        with patch.object(Sketchers, "draw", noted):
            sheet = await opened(t, Player(t, t.alice))
            wanted = t.client.parts.renderer._pictures._awaited
            await t.server.until(lambda: bool(wanted), "the wish for a map", 5)
            first = screen.text(sheet)
            pick = next(one for one in screen.buttons(sheet) if (one.custom_id or "").startswith("t:ask:"))
            await t.alice.press(sheet, str(pick.custom_id), settle=False)
            await t.server.until(lambda: screen.text(sheet) != first, "the next page", 5)
            go_on.set()
            await asyncio.gather(*busy)
            await asyncio.gather(*(t.worker.draw(lambda: None) for _ in range(2 * AT_ONCE)))
            await t.client.parts.active.wait_until_idle()
    assert drawn == [] and not pictures(sheet)
