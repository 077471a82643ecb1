"""`/server`: what the managers of a server set for all games there (docs/discord.md)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.values.front_ends.channels import ChannelBinding
from tests.fake_discord.people import screen
from tests.fake_discord.problems import Refused
from tests.fake_discord.state.model import Channel, Message
from tests.harness.discord import DiscordHarness, played

ROLES, CHANNELS = "Who may create games (nobody chosen: everybody)", "Channels for games (none chosen: all)"
SILENT = 1 << 12
"""The flag of a message that makes no sound."""


async def settings(t: DiscordHarness) -> Message:
    """The page of the settings, as the server's owner reads it: she may manage it."""
    t.server.grant(t.judge, t.guild, t.server.world.add_role(t.guild, "Managers", "manage_guild"))
    await t.server.quiet()
    return (await t.judge.command("server", t.channel)).message


@played
async def test_who_manages_the_server_says_who_creates_games(t: DiscordHarness) -> None:
    """By roles; managers of the server always may. The form that is open already is refused too."""
    page = await settings(t)
    assert "Everybody may create games." in screen.text(page)
    early = await t.bob.command("game new", t.channel)
    gamers = t.server.world.add_role(t.guild, "Gamers")
    await t.server.quiet()
    await t.judge.select(page, ROLES, [gamers])
    await t.settled()
    assert f"Who may create games: <@&{gamers.id}>" in screen.text(page)
    one = await t.alice.command("game new", t.channel)
    two = await t.bob.press(early.message, "作成する")
    await t.settled()
    assert "Gamers" in one.text and "Gamers" in two.text
    assert not t.bench.service.campaigns()
    t.server.grant(t.alice, t.guild, gamers)
    form = await t.alice.command("game new", t.channel)
    await t.alice.press(form.message, "Create game")
    await t.settled()
    assert len(t.bench.service.campaigns()) == 1
    again = await t.judge.command("server", t.channel)
    assert selected(again.message, ROLES) == [gamers.id]
    other = t.server.world.add_channel(t.guild, "other")
    await t.server.quiet()
    assert "New game" in (await t.judge.command("game new", other)).text


@played
async def test_a_deleted_role_is_told(t: DiscordHarness) -> None:
    """Only those who manage the server can create games then, and they read why."""
    page = await settings(t)
    gamers = t.server.world.add_role(t.guild, "Gamers")
    await t.server.quiet()
    await t.judge.select(page, ROLES, [gamers])
    await t.settled()
    t.client.get_guild(int(t.guild.id))._remove_role(int(gamers.id))  # type: ignore[union-attr]
    again = await t.judge.command("server", t.channel)
    assert "nobody, because the role was deleted" in screen.text(again.message)


def selected(page: Message, menu: str) -> list[str]:
    """Return what a menu of roles or channels shows as chosen."""
    return [value["id"] for value in screen.one(menu, screen.selects(page)).part.get("default_values", [])]


@played
async def test_games_are_shown_in_the_channels_that_are_chosen(t: DiscordHarness) -> None:
    """For a new game and for one that moves; a role or a channel that is deleted is not offered again."""
    campaign = await t.found()
    page, other = await settings(t), t.server.world.add_channel(t.guild, "other")
    await t.server.quiet()
    await t.judge.select(page, CHANNELS, [t.channel])
    await t.settled()
    assert f"Channels for games: <#{t.channel.id}>" in screen.text(page)
    for words in ("game new", "game move"):
        refused = await t.judge.command(words, other)
        assert "on this server games are shown only in these channels: #table" in refused.text
    await t.judge.select(page, CHANNELS, [])
    await t.settled()
    await t.judge.command("game move", other)
    assert shown(t, campaign).channel == int(other.id)
    await t.judge.select(page, CHANNELS, [other])
    await t.settled()
    t.server.world.remove_channel(other)
    await t.server.quiet()
    fresh = await t.judge.command("server", t.channel)
    assert selected(fresh.message, CHANNELS) == []
    assert "were deleted" in (await t.judge.command("game new", t.channel)).text


def shown(t: DiscordHarness, campaign: int) -> ChannelBinding:
    """Return the channel of a campaign, which there must be."""
    found = t.bench.service.channels.shown(campaign)
    assert found is not None
    return found


@played
async def test_new_games_are_in_the_language_of_the_server(t: DiscordHarness) -> None:
    """Unless the creator names another."""
    page = await settings(t)
    await t.judge.press(page, "日本語")
    await t.settled()
    campaign = await t.found()
    assert shown(t, campaign).language == "ja"
    other = t.server.world.add_channel(t.guild, "other")
    await t.server.quiet()
    form = await t.judge.command("game new", other, language="en")
    await t.judge.press(form.message, "Create game")
    await t.settled()
    assert shown(t, campaign + 1).language == "en"
    await t.judge.press(page, "The creator's language")
    await t.settled()
    assert "Language of new games: The creator's language" in screen.text(page)


def public(t: DiscordHarness) -> Iterator[Message]:
    """All that the bot has posted on the server, in channels and threads."""
    places: list[Channel] = [c for c in t.server.world.channels.values() if c.guild_id]
    bot = t.server.world.bot.id
    return (m for c in places for m in c.messages if m.author_id == bot and m.interaction is None)


@played
async def test_a_quiet_server_hears_no_sound(t: DiscordHarness) -> None:
    """In channels, threads and private threads; a direct message still notifies the player who has to act."""
    page = await settings(t)
    await t.judge.press(page, "Quiet: off")
    await t.settled()
    assert "makes no sound" in screen.text(page)
    reply = await t.alice.command("my delivery", t.channel)
    await t.alice.press(reply.message, "Private thread")
    await t.seated()
    posted = [m for m in public(t) if screen.text(m)]
    assert any(m.pings for m in posted), "Alice is named in her thread all the same"
    assert [screen.text(m) for m in posted if not m.flags & SILENT] == []
    asked = [m for m in t.bob.dms if "決定" in screen.text(m) or "捨て札" in screen.text(m)]
    assert asked and not any(m.flags & SILENT for m in asked)
    await t.judge.press(page, "Quiet: on")
    await t.settled()
    before = set(map(id, public(t)))
    await t.judge.command("game pause", t.channel, why="A storm.")
    await t.settled()
    assert any(not m.flags & SILENT for m in public(t) if id(m) not in before)


@played
async def test_the_settings_are_for_those_who_manage_the_server(t: DiscordHarness) -> None:
    """Their client offers the command to nobody else; who presses all the same is refused."""
    page = await settings(t)
    with pytest.raises(Refused):
        await t.alice.command("server", t.channel)
    (quiet,) = [b for b in screen.buttons(page) if b.label == "Quiet: off"]
    page.only_for = t.alice.id
    pressed = await t.alice.press(page, quiet.custom_id or "")
    await t.settled()
    assert "only those who may manage this server" in pressed.text
    assert not t.bench.service.channels.server(int(t.guild.id)).quiet
