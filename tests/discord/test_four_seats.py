"""Ottomans for four on Discord: seats by buttons, a hand for each alone, core nations, one who resigns."""

from __future__ import annotations

from frontends.discord.delivery import FRONT_END
from service.api import Service
from service.values.front_ends.channels import ChannelBinding
from service.values.records import Message, Plan
from service.values.time_control import TimeControl
from tests.fake_discord.people import screen
from tests.harness.discord import DiscordHarness, played
from tests.harness.player import Player

SEATS = {"turks": "Turks", "caliphate": "Caliphate", "holy_league": "Holy League", "orthodox": "Orthodox"}


async def founded(t: DiscordHarness) -> int:
    """A game for four in the channel, whose seats are free; everybody reads English."""
    t.bob.user.locale = "en-US"
    judge = f"discord/{t.judge.id}"

    def found(service: Service) -> int:
        plan = Plan("ottomans", "s1_tcho", "Four", referee=judge, pace=TimeControl(vacant="default"))
        campaign = service.found(Message("", judge), plan).campaign
        service.channels.show(ChannelBinding(campaign, int(t.guild.id), int(t.channel.id)))
        return campaign

    campaign = await t.worker.run(found)
    await t.settled()
    return campaign


@played
async def test_four_play_and_one_resigns(t: DiscordHarness) -> None:
    campaign = await founded(t)
    people = dict(zip(SEATS, (t.alice, t.bob, t.server.user("Carla"), t.server.user("Dora")), strict=True))
    for seat, person in people.items():
        await person.press(t.status, f"Play {SEATS[seat]}")
        await t.settled()
    service = t.bench.service
    assert {seat: m.who for seat, m in service.status(campaign).members.items()} == {
        seat: person.user.shown for seat, person in people.items()
    }
    players = {seat: Player(t, person) for seat, person in people.items()}
    while service.asked(campaign)[0].rule == "4.1":  # the dice decide who chooses first
        asked = service.asked(campaign)[0].seat
        nation = {"caliphate": "Egypt", "holy_league": "Austria", "orthodox": "Byzantium"}[asked]
        await players[asked].command("order", line=f"core {nation}")
        assert "✓" in players[asked].text
    while (ask := service.asked(campaign)[0]).rule == "4.2":
        await players[ask.seat].order("end")
    hands = {}
    for seat, player in players.items():
        await player.command("my hand")
        hands[seat] = player.text
        assert SEATS[seat] in hands[seat]
    assert len(set(hands.values())) == 4, "each sees their own four chits"
    await players["orthodox"].command("game resign")
    await players["orthodox"].press("Yes")
    await t.settled()
    assert service.status(campaign).campaign.state == "playing"
    assert service.resigned(campaign) == ["orthodox"]
    assert "Orthodox resigned" in screen.text(t.status).replace("*", "")
    await players["orthodox"].command("my hand")
    assert "no seat in this game" in players["orthodox"].said
    assert service.lanes(FRONT_END) == []
