"""The first turn of each game is played in Japanese with `/order`, by the orders of docs/plays."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from frontends.discord.delivery import FRONT_END
from service.api import Service
from service.values.front_ends.channels import ChannelBinding
from tests.fake_discord.server import Server
from tests.harness.discord import DiscordHarness, in_haste
from tests.harness.first_turn import EACH, answers, begun, expected, turn
from tests.harness.japanese import english
from tests.harness.player import Player
from tests.harness.service import service_harness


@pytest.mark.parametrize("game", EACH)
def test_a_first_turn_is_typed_in_japanese_on_discord(game: str, tmp_path: Path) -> None:
    """Chains are as long as in play: the dice of the files follow from them."""
    asyncio.run(_played(game, tmp_path))


async def _played(game: str, folder: Path) -> None:
    with in_haste(), service_harness(folder / "tabellarius.sqlite", seed="discord 2") as b:
        async with Server() as server:
            t = DiscordHarness(server, b, folder)
            async with t.running():
                await _type(t, game)
                await t.settled()
            await t.worker.close()


async def _type(t: DiscordHarness, game: str) -> None:
    users = [f"discord/{person.id}" for person in (t.alice, t.bob)]
    for person in (t.alice, t.bob):
        person.user.locale = "ja"

    def found(service: Service) -> int:
        campaign = begun(t.bench, game, *users)
        service.channels.show(ChannelBinding(campaign, int(t.guild.id), int(t.channel.id)))
        service.delivered(FRONT_END, {post.id: "-" for post in service.waiting(FRONT_END, 1000)})
        return campaign

    campaign = await t.worker.run(found)
    seats = t.bench.service.status(campaign).campaign.seats
    players = dict(zip(seats, (Player(t, t.alice), Player(t, t.bob)), strict=True))
    for line in turn(game).orders:
        n = t.bench.service.status(campaign).campaign.n
        await players[line.seat].order(line.text)
        assert t.bench.service.status(campaign).campaign.n > n, (line, players[line.seat].text)
    assert answers(t.bench.service, campaign) == expected(game)
    for command in ("help", "book", "orders"):
        await players[seats[0]].command(command)
        said = players[seats[0]].text or players[seats[0]].said
        assert said and english(said) == [], command
