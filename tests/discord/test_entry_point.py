"""An application whose operator has switched Activities on keeps its Entry Point command."""

from __future__ import annotations

from typing import Any

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
