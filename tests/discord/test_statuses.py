"""The status messages among many games: calm each, and none waits for another's."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

from frontends.discord.delivery import status_messages
from service.api import Service
from service.usecases.agreeing import ending
from service.usecases.referee import acts
from service.values.front_ends.channels import ChannelBinding
from service.values.records import Plan
from tests.fake_discord.people import screen
from tests.fake_discord.state.model import Channel
from tests.harness.discord_toys import ToyHarness, is_status, toyed
from tests.harness.player import Player
from tests.harness.service import by


async def another(t: ToyHarness, channel: Channel, title: str = "Other") -> int:
    """A second game of the judge's, in a channel of its own."""

    def found(service: Service) -> int:
        referee = f"discord/{t.judge.id}"
        campaign = service.found(by(referee), Plan("nim", "long", title, referee=referee)).campaign
        service.channels.show(ChannelBinding(campaign, int(channel.guild_id or 0), int(channel.id)))
        return campaign

    campaign = await t.worker.run(found)
    t.client.parts.statuses.request_update(campaign)
    await t.settled()
    return campaign


def edits(t: ToyHarness) -> int:
    return sum(1 for e in t.server.traffic.exchanges if e.operation == "update_message")


@toyed
async def test_one_channel_that_is_slowed_down_does_not_hold_up_another(t: ToyHarness) -> None:
    one = await t.begun()
    other = t.server.world.add_channel(t.guild, "other")
    two = await another(t, other)
    held = t.server.hold("update_message", where=lambda path: str(path["channel_id"]) == t.channel.id)
    judge = by(f"discord/{t.judge.id}")
    await t.worker.run(lambda service: service.do(judge, one, ending.hold_by_referee, "a storm"))
    assert held.reached is not None and held.gate is not None
    await held.reached.wait()
    await t.worker.run(lambda service: service.do(judge, two, acts.appoint, f"discord/{t.bob.id}", "Bob"))
    (status,) = [m for m in other.messages if is_status(m)]
    await t.server.until(lambda: t.bob.mention in screen.text(status), "the other status")
    held.gate.set()


@toyed
async def test_the_status_is_edited_once_a_minute_on_request(t: ToyHarness) -> None:
    await t.begun()
    before = edits(t)
    with patch.object(status_messages, "AGAIN", 60.0):
        for _ in range(3):
            await t.alice.command("game status", t.channel)
            await t.settled()
    assert edits(t) == before + 1


@toyed
async def test_the_status_is_edited_no_faster_than_the_platform_takes_it(t: ToyHarness) -> None:
    campaign, statuses = await t.begun(), t.client.parts.statuses
    with patch.object(status_messages, "CALM", 30.0):
        statuses.force_update(campaign)
        statuses._wanted[campaign] = 0.0
        statuses._wake.set()
        await t.server.until(lambda: campaign in statuses._rests and statuses.is_idle, "it")
        now = statuses._rests[campaign]
        statuses._wanted[campaign] = 0.0  # as if it was wanted while it was edited
        assert statuses._ripe(now - 1) == [] and statuses._due(campaign) == now
    statuses._rests.clear()
    statuses._wanted.clear()


@toyed
async def test_a_status_that_is_asked_for_does_not_wait_for_the_next_try(t: ToyHarness) -> None:
    """An edit had failed, so the next was due in a minute."""
    campaign, statuses = await t.begun(), t.client.parts.statuses
    now = asyncio.get_running_loop().time()
    statuses._wanted[campaign] = now + 60.0
    statuses.force_update(campaign)
    assert statuses._wanted[campaign] <= now + 1.0
    await t.server.until(lambda: statuses.is_idle, "the edit")


@toyed
async def test_a_game_that_moves_has_its_status_in_the_new_channel_at_once(t: ToyHarness) -> None:
    """An edit had failed in the old channel, so the next try was due in a minute."""
    campaign, statuses = await t.begun(), t.client.parts.statuses
    free = t.server.world.add_channel(t.guild, "free")
    due = asyncio.get_running_loop().time() + 60.0
    statuses._wanted[campaign] = due
    await t.judge.command("game move", free)
    assert statuses._wanted.get(campaign, 0.0) < due
    await t.settled()
    assert [m.channel_id for m in free.messages if is_status(m)] == [free.id]


# -- whose business it is ----------------------------------------------------------------------------


@toyed
async def test_a_game_of_another_server_is_named_by_nobody_but_its_own(t: ToyHarness) -> None:
    campaign = await t.begun()
    foreign = t.server.world.add_guild("Elsewhere")
    place = t.server.world.add_channel(foreign, "den")
    stranger = t.server.user("Mallory", guild=foreign)
    spy = Player(t, stranger)
    for words in ("game status", "log export", "log show", "dice verify", "dice log"):
        await spy.command(words, place, game=str(campaign))
        assert "the number of a game" in spy.said, words
    near = Player(t, t.server.user("Carol"))
    await near.command("game status", t.channel, game=str(campaign))
    assert "Toy" in near.text


@toyed
async def test_a_referee_of_two_games_moves_the_one_named(t: ToyHarness) -> None:
    await t.begun()
    two = await another(t, t.server.world.add_channel(t.guild, "other"))
    free = t.server.world.add_channel(t.guild, "free")
    judge = Player(t, t.judge)
    await judge.command("game move", free)
    assert "choose one" in judge.said
    offered = await t.judge.autocomplete("game move", free, "game", "")
    assert {value for _, value in offered.choices} >= {str(two)} and len(offered.choices) == 2
    t.server.forbid(free, "send_messages")
    await t.server.quiet()
    await judge.command("game move", free, game=str(two))
    assert "the bot lacks these permissions here: send messages" in judge.said
    t.server.permit(free, "send_messages")
    await t.server.quiet()
    await judge.command("game move", free, game=str(two))
    assert "“Other” is shown here from now on" in judge.text
    await t.settled()
    shown = t.bench.service.channels.shown(two)
    assert shown is not None and str(shown.channel) == free.id
