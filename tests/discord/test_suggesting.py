"""As suggested by one press, and no reactions until the turn ends."""

from __future__ import annotations

from adjudicator import GAMES
from tests.discord.test_standing import player
from tests.fake_discord.people import screen
from tests.harness.discord import DiscordHarness, played
from tests.harness.player import begun, until


@played
async def test_a_question_of_a_battle_is_answered_as_suggested_by_the_first_button(t: DiscordHarness) -> None:
    campaign = await begun(t)
    seat = await until(t, campaign, "7.2")
    fighter, before = player(t, seat), t.bench.service.campaign(campaign).n
    await fighter.orders()
    assert fighter.labels[0] == "As suggested" and "Suggested: " in fighter.text
    (pressed,) = [str(one.custom_id) for one in screen.buttons(fighter.shown) if one.label == "As suggested"]
    await fighter.press("As suggested")
    assert t.bench.service.campaign(campaign).n > before and "✓" in fighter.text
    n = t.bench.service.campaign(campaign).n
    await fighter.forge(pressed)
    assert t.bench.service.campaign(campaign).n == n and "no longer open" in fighter.said


@played
async def test_no_reactions_until_the_turn_ends(t: DiscordHarness) -> None:
    """Both want none: no battle of the turn asks anybody, and each sees that it is so."""
    campaign = await begun(t)
    seat = await until(t, campaign, "7.2")
    turn = t.bench.service.campaign(campaign).stage.split("/")[:2]
    both = [player(t, one) for one in ("caesar", "pompey")]
    for one in both:
        await one.orders()
        await one.press("No reactions until the turn ends")
    (asked, *_) = t.bench.service.asked(campaign)
    assert asked.rule not in GAMES["julius_caesar"].reactions
    if t.bench.service.campaign(campaign).stage.split("/")[:2] == turn:
        assert "Ask me all reactions again" in both[-1].labels
    else:
        assert "No reactions until the turn ends" in both[-1].labels
    assert seat
