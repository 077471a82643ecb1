"""An order that cannot be taken back has a red button of its own, and is given by two presses."""

from __future__ import annotations

from tests.fake_discord.people import screen
from tests.harness.discord import DiscordHarness, played
from tests.harness.player import Player, begun

RED, BLUE = 4, 1
"""Discord's numbers of button styles."""


@played
async def test_a_surrender_stands_apart_and_is_confirmed(t: DiscordHarness) -> None:
    """Belisarius §3.1c: on the sheet of a seat that is asked nothing, and after a line without "yes"."""
    campaign = await begun(t, "belisarius")
    (asked,) = t.bench.service.asked(campaign)
    members = t.bench.service.status(campaign).members
    (idle,) = set(members) - {asked.seat}
    player = Player(t, t.alice if members[idle].user == f"discord/{t.alice.id}" else t.bob)
    await player.orders()
    styles = {button.label: button.part["style"] for button in screen.buttons(player.shown)}
    (surrender,) = [label for label, style in styles.items() if style == RED]
    assert surrender in ("surrender", "降伏") and BLUE in styles.values()
    await player.press(surrender)
    (yes,) = [one.label for one in screen.buttons(player.shown) if one.part["style"] == RED]
    assert yes in ("yes", "はい")
    await player.command("order", line="surrender")
    labels = [(one.label, one.part["style"]) for one in screen.buttons(player.shown)]
    assert labels[0] == (surrender, RED) and len(labels) == 2
    assert "> surrender" not in player.text and t.bench.service.campaign(campaign).state == "playing"
    await player.press(surrender)
    assert t.bench.service.campaign(campaign).state == "closed"
