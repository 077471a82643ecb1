"""Settings of the application in the portal: its Entry Point command, and installation by its users."""

from __future__ import annotations

from typing import Any

from tests.fake_discord.people import screen
from tests.harness.discord import DiscordHarness, played


@played
async def test_commands_are_registered_beside_the_entry_point(t: DiscordHarness) -> None:
    """A set of commands without it is refused (50240), and nothing of the set would be registered."""
    known = t.server.commands[None]
    entry: dict[str, Any] = {
        **known[0],
        "id": "77",
        "version": "77",
        "type": 4,
        "name": "Launch",
        "name_localizations": None,
        "description": "",
        "description_localizations": None,
        "handler": 2,
    }
    entry.pop("options", None)
    ours = [one["name"] for one in known]
    known[:] = [*known[:1], entry]  # as after a release with other commands
    await t.client.tree.register("another digest")
    now = t.server.commands[None]
    assert [one["name"] for one in now] == [*ours, "Launch"]
    assert (now[-1]["type"], now[-1]["handler"], now[-1]["id"]) == (4, 2, "77")
    assert t.server.registrations == 2


@played
async def test_own_games_are_shown_in_any_server_to_whoever_installs_the_bot(t: DiscordHarness) -> None:
    """`/my` alone, to its caller alone; without the operator's leave in the portal nothing is offered."""
    await t.seated()
    elsewhere = t.server.world.add_guild("Elsewhere")
    table = t.server.world.add_channel(elsewhere, "talk")
    t.server.world.join(elsewhere, t.alice.user)
    t.server.world.leave(elsewhere, t.server.world.bot)
    await t.server.quiet()
    assert t.alice.commands(table) == []
    t.client.tree.follow(await t.client.application_info())
    digest = await t.client.tree.digest()
    t.server.world.user_install = True
    t.client.tree.follow(await t.client.application_info())
    assert await t.client.tree.register(digest) != digest
    (mine,) = t.alice.commands(table)
    assert (mine["name"], mine["contexts"]) == ("my", [0, 1, 2])
    for name in ("games", "next", "hand", "delivery", "absence", "tournaments", "settings"):
        reply = await t.alice.command(f"my {name}", table)
        assert reply.message.only_for == t.alice.id, name
        assert "Something went wrong" not in reply.text, name
        if name in ("games", "next", "hand"):
            assert "Rubicon" in reply.text, name
    assert "Caesar" in (await t.alice.command("my games", table)).text
    reply = await t.alice.command("my next", table)
    card = next(one for one in screen.buttons(reply.message) if one.part["style"] == 1)
    pressed = await t.alice.press(reply.message, str(card.custom_id))
    assert "Something went wrong" not in pressed.text
    assert all(m.only_for == t.alice.id for m in table.messages)
