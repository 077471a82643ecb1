"""The board inside Discord: the button and the command that open it; where Discord does not open it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import patch

from msgspec.structs import replace

from tests.fake_discord.people import screen
from tests.fake_discord.server import Server
from tests.harness import discord
from tests.harness.discord import in_haste, short_chains
from tests.harness.discord_toys import ToyHarness, assert_accounted
from tests.harness.service import service_harness
from tests.toys import nim

ENTRY = {"type": 4, "id": "1", "name": "launch"}


def with_activity(scene: Callable[[ToyHarness], Awaitable[None]]) -> Callable[[Path], None]:
    """Run a scene with an application that has Activities, and the setting on."""

    async def run(folder: Path) -> None:
        with short_chains(), in_haste(), service_harness(folder / "t.sqlite", {"nim": nim.GAME}) as found:
            async with Server() as server:
                server.interactions.activity = True
                server.commands[None] = [{**ENTRY, "name": "launch", "handler": 2, "application_id": "1"}]
                harness = ToyHarness(server, found, folder)
                harness.settings = replace(harness.settings, activity=True)
                harness.be_at(found)
                async with harness.running():
                    await scene(harness)
                    await harness.settled()
                    assert_accounted(harness)
                await harness.worker.close()

    return discord.tested(scene, run)


def launched(t: ToyHarness) -> list[str]:
    """Who has had the board opened, in order."""
    return [one.user.id for one in t.server.interactions.launched]


@with_activity
async def test_the_first_button_opens_the_board_of_its_game(t: ToyHarness) -> None:
    """In the status message and in each message that asks; Discord gets no other answer."""
    campaign = await t.begun()
    assert screen.buttons(t.status)[0].label == "Open the board"
    asked = t.alice.dms[-1]
    assert [b.label for b in screen.buttons(asked)][:2] == ["Open the board", "Orders"]
    await t.alice.press(t.status, "Open the board")
    await t.bob.press(t.bob.dms[-1], "盤を開く")
    stranger = t.server.user("Stranger")
    await stranger.press(t.status, "Open the board")
    assert launched(t) == [t.alice.id, t.bob.id, stranger.id]
    for who in (t.alice, t.bob, stranger):
        assert t.bench.service.activity.opened(f"discord/{who.id}") == campaign
    await stranger.command("game status", t.channel)
    assert not [e for e in t.server.traffic.of("create_interaction_response") if e.status >= 400]


@with_activity
async def test_the_entry_point_command_is_ours_and_opens_the_channels_game(t: ToyHarness) -> None:
    """The clients' own stays where the bot is not asked; elsewhere the list of games is opened."""
    (entry,) = [one for one in t.server.commands[None] or [] if one["type"] == 4]
    assert (entry["name"], entry["handler"], len(t.server.commands[None]) > 10) == ("launch", 1, True)
    campaign = await t.begun()
    await t.alice._send(2, t.channel, ENTRY, settle=True)
    stranger = t.server.user("Stranger")
    empty = t.server.world.add_channel(t.guild, "empty")
    await t.server.quiet()
    await stranger._send(2, empty, ENTRY, settle=True)
    assert launched(t) == [t.alice.id, stranger.id]
    opened = [t.bench.service.activity.opened(f"discord/{who.id}") for who in (t.alice, stranger)]
    assert opened == [campaign, 0]


@with_activity
async def test_where_discord_opens_no_board_the_player_is_told(t: ToyHarness) -> None:
    """The same interaction is answered, with the button that always works."""
    await t.begun()
    t.server.interactions.no_activity.add(t.channel.id)
    reply = await t.alice.press(t.status, "Open the board")
    assert "Discord does not open the board here" in reply.text
    assert [b.label for b in screen.buttons(reply.message)] == ["Orders"]
    assert launched(t) == []


@with_activity
async def test_a_press_that_came_too_late_is_no_error(t: ToyHarness) -> None:
    await t.begun()
    t.server.fail("create_interaction_response", code=10062)
    await t.alice.press(t.status, "Open the board", settle=False)
    await t.server.until(lambda: t.server.interactions.all[-1].type == 3, "the press")
    t.server.interactions.expire(t.server.interactions.all[-1])
    await t.settled()
    assert launched(t) == []


def test_an_application_without_activities_is_told_to_its_operator(tmp_path: Path) -> None:
    """Discord takes no Entry Point command then; all others are registered all the same."""

    async def run() -> None:
        with short_chains(), in_haste(), service_harness(tmp_path / "t.sqlite", {"nim": nim.GAME}) as found:
            async with Server() as server:
                server.fail("bulk_set_application_commands", code=50035, status=400)
                harness = ToyHarness(server, found, tmp_path)
                harness.settings = replace(harness.settings, activity=True)
                harness.be_at(found)
                with patch("frontends.discord.tree.log.warning") as warned:
                    async with harness.running():
                        assert {one["type"] for one in server.commands[None] or []} == {1, 3}
                assert "are Activities enabled?" in warned.call_args.args[0]
                await harness.worker.close()

    asyncio.run(run())
