"""The Ancient World on Discord: a march typed, its losses taken by a button, on to the next leader."""

from __future__ import annotations

from adjudicator import GAMES
from adjudicator.ancient_world.show.view import View
from tests.harness.discord import DiscordHarness, played
from tests.harness.player import Player, begun

WEST = {
    "hannibal": "march 1120", "mago": "march 1120", "maharbal": "march 1120",
    "scipio": "march 1415", "sempronius": "march 2508", "praetor": "pass",
}  # fmt: skip


@played
async def test_a_march_and_its_losses(t: DiscordHarness) -> None:
    """§5.3 §6.2 §6.47 All that may be done fits the sheet, and every question has its buttons."""
    campaign = await begun(t, "ancient_world", seed=b"sheet")
    asked = t.bench.service.asked(campaign)[0]
    assert asked.rule == "5.3"
    members = t.bench.service.status(campaign).members
    player = Player(t, next(p for p in (t.alice, t.bob) if members[asked.seat].user == f"discord/{p.id}"))
    await player.orders()
    assert "[§5.3]" in player.text
    offered = [*player.labels, *player.options]
    assert {"pass", "ride"} <= {each.split(":")[0].strip() for each in offered}, offered
    before = t.bench.service.view(campaign, asked.seat)
    assert isinstance(before, View)
    await player.command("order", line=WEST[before.acting])
    assert "✓" in player.text
    assert t.bench.service.view(campaign, asked.seat) != before
    if t.bench.service.asked(campaign)[0].rule == "6.47":
        await player.orders()
        await player.press("as planned")
        await player.press("Give this order")
        assert t.bench.service.asked(campaign)[0].rule == "5.3"


@played
async def test_cities_come_before_numbers_among_the_goals_of_a_march(t: DiscordHarness) -> None:
    """§6.2 After the adjacent places come those with a name; a typed text that fits several shows these."""
    campaign = await begun(t, "ancient_world", seed=b"sheet 2")
    asked = t.bench.service.asked(campaign)[0]
    members = t.bench.service.status(campaign).members
    player = Player(t, next(p for p in (t.alice, t.bob) if members[asked.seat].user == f"discord/{p.id}"))
    await player.orders()
    await (player.press("march") if "march" in player.labels else player.pick(["march"]))
    shown = [option.split(":")[0] for option in player.options]
    numbers = [at for at, place in enumerate(shown) if place.startswith("hex ")]
    assert len(shown) == 25 and 0 < len(numbers) <= 8 and numbers[-1] <= 8, shown
    assert "Mantua" in shown and "2/23 ▸" in player.labels
    await player.press("Type …")
    await player.fill({"Your answer": "Plac"})
    assert "it could be Placentia or Placentia (inside)" in player.text
    assert {"Placentia (inside)", "Placentia"} <= {*player.labels} and "2/23 ▸" not in player.labels
    await player.press("Placentia")
    assert "-Placentia" in player.text
    await player.press("Stop at Placentia")
    assert "attrition points" in player.text and " in 10" in player.text, "what it may bring"


@played
async def test_a_new_game_asks_the_players_at_every_window(t: DiscordHarness) -> None:
    """§6.53 What the game proposes."""
    reply = await t.judge.command("game new", t.channel, title="Cannae")
    await t.judge.select(reply.message, "Game", "ancient_world")
    await t.judge.press(reply.message, "Create game")
    await t.settled()
    (campaign,) = t.bench.service.campaigns()
    assert (campaign.game, campaign.modes) == ("ancient_world", GAMES["ancient_world"].modes({}))
