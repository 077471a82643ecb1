"""Pictures of a channel as one person's client shows it, drawn by simcord's preview in a browser.

simcord brings a world of its own, so this goes in two steps that need not run in the same Python:

    sketch(server, channel, person, "panel.json")                 # in a test: all that the person sees
    python -m tests.discord.portrait panel.json panel.png 1280 900   # anywhere with simcord[screenshot]

`portrait` does both, the second with the interpreter that it is told. Not a part of the suite: simcord brings
a plug-in of its own for pytest, a browser's driver and thirty megabytes of fonts. See README.md beside this.
"""

from __future__ import annotations

import asyncio
import base64
import importlib
import json
import shutil
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import discord

from tests.discord.wire import dress

if TYPE_CHECKING:
    from tests.discord.wire.model import Channel, Message
    from tests.discord.wire.person import Person
    from tests.discord.wire.server import Server

JSON = dict[str, Any]

DESKTOP, PHONE = 1280, 390
"""Widths in pixels at which to look."""

TALL = 900
"""How high a picture is unless told: what a screen shows."""


def sketch(
    server: Server, channel: Channel, person: Person, path: Path, messages: list[Message] | None = None
) -> None:
    """Write down all that `person` sees in the channel (or `messages` of it alone)."""
    world = server.world
    shown = person.visible(channel) if messages is None else messages
    scene: JSON = {
        "channel": channel.name,
        "dm": channel.guild_id is None,
        "viewer": person.id,
        "bot": world.bot.id,
        "users": {user.id: user.shown for user in world.users.values()},
        "messages": [_sketched(server, each) for each in shown if each.type != 6],
    }
    path.write_text(json.dumps(scene))


def _sketched(server: Server, message: Message) -> JSON:
    data = dress.message(server.world, message)
    for attachment, file in zip(data["attachments"], message.attachments, strict=True):
        attachment["data"] = base64.b64encode(file.data).decode()
    return data


async def portrait(
    server: Server,
    channel: Channel,
    person: Person,
    target: Path,
    width: int = DESKTOP,
    height: int = TALL,
    *,
    messages: list[Message] | None = None,
    python: str = sys.executable,
) -> None:
    """Draw what `person` sees in the channel (or `messages` of it alone) as a PNG at `target`.

    The picture is `width` by `height` pixels, and shows the end of the channel, as a client does.

    Raises:
        RuntimeError: the drawing failed; with what it said.
    """
    scene = target.with_suffix(".json")
    sketch(server, channel, person, scene, messages)
    command = [python, "-m", "tests.discord.portrait", str(scene), str(target), str(width), str(height)]
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    _, complaint = await process.communicate()
    if process.returncode:
        raise RuntimeError(complaint.decode(errors="replace"))


# -- the second step


async def paint(scene: JSON, target: Path, width: int, height: int) -> None:
    """Put the scene into a world of simcord's, and have its preview drawn."""
    simcord: Any = importlib.import_module("simcord")
    playwright: Any = importlib.import_module("playwright.async_api")
    client = discord.Client(intents=discord.Intents(guilds=True))
    async with simcord.run(client, check_errors=False) as env, playwright.async_playwright() as driver:
        # "in 24 hours" counts from simcord's own clock, which would stand at the first of January.
        env.backend.clock._epoch = max(
            datetime.fromisoformat(each["timestamp"]) for each in scene["messages"]
        )
        env.backend.edit_bot_profile(scene["users"][scene["bot"]])
        guild = env.create_guild("Tabellarius")
        people = {scene["bot"]: env.backend.bot_user.id}
        users, members = {}, {}
        for id_, name in scene["users"].items():
            if id_ != scene["bot"]:
                users[id_] = env.create_user(name.lower().replace(" ", "_"), global_name=name)
                people[id_], members[id_] = users[id_].id, guild.add_member(users[id_])
        # In a DM simcord's viewer is a user, elsewhere a member.
        viewer = (users if scene["dm"] else members)[scene["viewer"]]
        place = viewer.dm_channel if scene["dm"] else guild.create_text_channel(scene["channel"])
        for each in scene["messages"]:
            _put(env.backend, place.id, each, people)
        # The pages shown are our own, and nothing else can be reached; root has no sandbox.
        browser = await driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        try:
            await _draw(env, place, viewer, browser, target, (width, height))
        finally:
            await browser.close()


async def _draw(env: Any, place: Any, viewer: Any, browser: Any, target: Path, size: tuple[int, int]) -> None:
    width, height = size
    async with env.preview(place, viewers=[viewer], layout="channel", width=width, height=height) as preview:
        preview._capture_manager._browser = browser  # It would look for a browser of Playwright's own.
        await preview.screenshot(target, mode="viewport", viewport=size, allow_incomplete=True)
        preview._capture_manager._browser = None


def _put(backend: Any, channel: int, data: JSON, people: dict[str, int]) -> None:
    """One message, with ids and addresses turned into those of simcord's world."""
    stored = {
        each["url"]: backend.cdn.store_attachment(
            backend.snowflake(),
            channel,
            each["filename"],
            base64.b64decode(each["data"]),
            each.get("description"),
        )
        for each in data["attachments"]
    }
    told = json.dumps({name: data[name] for name in ("content", "embeds", "components")})
    for url, attachment in stored.items():
        told = told.replace(url, attachment["url"])
    for before, after in people.items():
        told = told.replace(f"<@{before}>", f"<@{after}>")
    parts = json.loads(told)
    message = backend.prepare_message(channel, people[data["author"]["id"]], "x")
    message.content, message.embeds, message.components = (
        parts["content"],
        parts["embeds"],
        parts["components"],
    )
    message.attachments, message.flags, message.pinned = list(stored.values()), data["flags"], data["pinned"]
    if "interaction_metadata" in data:
        used = data["interaction_metadata"]
        user = used["user"] | {"id": str(people[used["user"]["id"]])}
        message.interaction_metadata = {**used, "user": user}
    message.timestamp = data["timestamp"]
    backend.commit_message(message, broadcast=False)


if __name__ == "__main__":
    scene, target, width, height = sys.argv[1:]
    asyncio.run(paint(json.loads(Path(scene).read_text()), Path(target), int(width), int(height)))
