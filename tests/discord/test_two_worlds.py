"""Two worlds that a person must not tell apart: all commands give him the same to the byte (discord.md 5)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator import GAMES
from adjudicator.core import Rest
from adjudicator.core.chance import sampler
from desk.records import Plan
from desk.sitting import Sitting
from desk.surface import Shown
from tests.desk.desks import bench, by
from tests.discord.mouth import Hall, short_chains
from tests.discord.toys import in_haste
from tests.discord.wire import screen
from tests.discord.wire.model import Channel
from tests.discord.wire.person import Person
from tests.discord.wire.reply import Reply
from tests.discord.wire.server import Server
from tests.julius_caesar.two_worlds import other_world

STEPS = 7
"""So many answers are given before the worlds part: both have moved, and nothing has been revealed."""
TYPED = ("", "m", "move ", "move Roma", "end", "discard", "play Apollo", "levy Legio")
LINES = ("move Roma-Genua: LEG 8", "play Mercury", "move Massilia-Genua: Caesar", "nonsense")
VALUES: dict[str, Any] = {
    "entry": 3, "game": "1", "hours": 24, "kind": "fixed", "line": "nonsense", "number": "6.1",
    "opponent": "pompey", "place": "roma", "seat": "caesar", "title": "Other", "turn": "0",
    "until": "2026-12-31", "why": "because",
}  # fmt: skip
"""What stands in the options of a command, by name, where it must stand there."""
USER = 6
"""The kind of an option that names somebody."""


def begun(t: Hall) -> int:
    """A game some way on, of which everything has been read: the bot has yet to make its status."""
    desk = t.bench.desk
    plan = Plan("julius_caesar", "war", "Rubicon", referee=f"discord/{t.judge.id}")
    campaign = desk.found(by(plan.referee), plan).campaign
    users = {"caesar": f"discord/{t.alice.id}", "pompey": f"discord/{t.bob.id}"}
    for seat, user in users.items():
        desk.join(by(user), campaign, seat, seat.title())
    for n in range(STEPS):
        seat = desk.asked(campaign)[0].seat
        pending = desk.pending(campaign, seat)
        assert pending is not None
        desk.submit(by(users[seat]), campaign, seat, pending.choice.sample(sampler(n)))
    desk.delivered({post.id: "-" for post in desk.waiting(10_000)})
    desk.office.surface.show(Shown(campaign, int(t.guild.id), int(t.channel.id)))
    return campaign


def exchange(t: Hall, campaign: int, viewer: str | None, seed: int) -> None:
    """All that a viewer cannot know is another at the last rest."""
    s = Sitting(t.bench.office, t.bench.office.campaign(campaign), by(""))
    world, rest = other_world(s.table, viewer, sampler(seed)), s.table.position.rest
    with t.bench.store.transaction():
        other = Rest(rest.n, msgspec.msgpack.encode(world), rest.stage, rest.schema)
        t.bench.office.archive.add_rests(campaign, [other], [rest.n])


def commands(person: Person, channel: Channel) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Every command with its options."""
    for command in person.commands(channel):
        below = [option for option in command.get("options", []) if option["type"] == 1]
        for one in below:
            yield f"{command['name']} {one['name']}", one.get("options", [])
        if not below:
            yield command["name"], command.get("options", [])


def filled(options: list[dict[str, Any]], somebody: Person) -> dict[str, Any]:
    """The options that must be filled in, with something."""
    values = {}
    for option in options:
        if option.get("required"):
            choices = [choice["value"] for choice in option.get("choices", [])]
            value = somebody.id if option["type"] == USER else VALUES.get(option["name"], "x")
            values[option["name"]] = choices[0] if choices else value
    return values


async def still(t: Hall) -> None:
    """Wait until the bot has nothing more to say (`settled` asks for heartbeats: 110 a minute)."""
    while not await t._is_still():
        await asyncio.sleep(0.003)


async def look_everywhere(t: Hall, person: Person, somebody: Person) -> int:
    """All commands there are, their completions, all buttons, and orders that are refused."""
    count = 0
    for words, options in sorted(commands(person, t.channel), key=lambda found: found[0]):
        for option in options:
            if option.get("autocomplete"):
                for typed in ("", "a", "Pompey"):
                    await person.autocomplete(words, t.channel, option["name"], typed)
        await person.command(words, t.channel, **filled(options, somebody))
        await still(t)
        count += 1
    for typed in TYPED:
        await person.autocomplete("order", t.channel, "line", typed)
    for button in screen.buttons(t.status):
        assert button.custom_id is not None
        reply = await person.press(t.status, button.custom_id)
        await open_all(t, person, reply)
    for line in LINES:
        await person.command("order", t.channel, line=line)
    return count


async def open_all(t: Hall, person: Person, reply: Reply) -> None:
    """Every button and the first of every menu below an answer, as far as they are there still."""
    if reply.failed or reply.interaction.original is None:
        return
    items: list[tuple[str | None, str | None]] = []
    items += [(b.custom_id, None) for b in screen.buttons(reply.message) if not b.disabled]
    items += [(menu.custom_id, menu.values[0]) for menu in screen.selects(reply.message)]
    for id, value in items:
        there = {b.custom_id for b in screen.buttons(reply.message)} | {
            menu.custom_id for menu in screen.selects(reply.message)
        }
        if id is None or id not in there:
            continue
        if value is None:
            await person.press(reply.message, id)
        else:
            await person.select(reply.message, id, value)
        await still(t)


async def witnessed(folder: Path, viewer: str | None, parted: int | None) -> tuple[bytes, bytes]:
    """What somebody has seen who looks everywhere, in one world; and what another saw there."""
    with short_chains(), in_haste(), bench(folder / "desk.sqlite", GAMES, "worlds") as found:
        async with Server() as server, asyncio.timeout(60):
            t = Hall(server, found, folder)
            campaign = begun(t)
            if parted is not None:
                exchange(t, campaign, viewer, parted)
            async with t.running():
                await server.until(lambda: any(m.pinned for m in t.channel.messages), "the status message")
                await still(t)
                person = {None: t.server.user("Stranger"), "caesar": t.alice, "pompey": t.bob}[viewer]
                other = t.bob if viewer == "caesar" else t.alice
                assert await look_everywhere(t, person, t.server.user("Somebody")) > 40
                await other.press(t.status, "Hand")
                await other.press(t.status, "Map")
                seen = person.witness(), other.witness()
                await still(t)
            await t.clerk.close()
            return seen


@pytest.mark.parametrize("viewer", [None, "caesar", "pompey"])
def test_whoever_must_not_know_gets_the_same_bytes(tmp_path: Path, viewer: str | None) -> None:
    worlds = []
    for parted in (None, 3):
        folder = tmp_path / str(parted)
        folder.mkdir()
        worlds.append(asyncio.run(witnessed(folder, viewer, parted)))
    (mine, others), (mine_too, others_too) = worlds
    for here, there in zip(mine.splitlines(), mine_too.splitlines(), strict=True):
        assert here == there
    assert mine == mine_too and len(mine) > 50_000
    assert others != others_too, "whom it should, the other world shows as another"
