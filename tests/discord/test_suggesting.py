"""What is suggested, given by a second press, and no reactions until the turn ends."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator import GAMES
from adjudicator.core.audit.audit import audit
from adjudicator.core.log.chance import sampler
from service.usecases.play import playing, queries
from tests.discord.test_standing import player
from tests.fake_discord.people import screen
from tests.harness.discord import DiscordHarness, played
from tests.harness.player import Player, begun, until
from tests.harness.service import by


def the_button(of: Player, label: str) -> str:
    (found,) = [str(one.custom_id) for one in screen.buttons(of.shown) if one.label == label]
    return found


@played
async def test_a_question_of_a_battle_is_answered_as_suggested_by_a_second_press(t: DiscordHarness) -> None:
    """The first button shows the answer; the second names it, and gives it once."""
    campaign = await begun(t)
    seat = await until(t, campaign, "7.2")
    fighter, before = player(t, seat), t.bench.service.campaign(campaign).n
    await fighter.orders()
    assert fighter.labels[0] == "As suggested" and "Suggested: " in fighter.text
    order = fighter.text.partition("Suggested: ")[2].splitlines()[0]
    first = the_button(fighter, "As suggested")
    await fighter.press("As suggested")
    assert t.bench.service.campaign(campaign).n == before and fighter.labels[0] == f"Give “{order}”"
    second = the_button(fighter, fighter.labels[0])
    await fighter.press(fighter.labels[0])
    assert t.bench.service.campaign(campaign).n > before and f"✓ **{order}**" in fighter.text
    n = t.bench.service.campaign(campaign).n
    for pressed in (first, second):
        await fighter.forge(pressed)
        assert t.bench.service.campaign(campaign).n == n and "no longer open" in fighter.said


@played
async def test_pieces_are_placed_as_suggested_by_a_second_press(t: DiscordHarness) -> None:
    """§34.0 Belisarius: both orders are named, in the reader's language, before they are given."""
    campaign = await begun(t, "belisarius")
    (asked, *_) = t.bench.service.asked(campaign)
    user = t.bench.service.status(campaign).members[asked.seat].user
    placing = Player(t, next(one for one in (t.alice, t.bob) if user == f"discord/{one.id}"))
    before = t.bench.service.campaign(campaign).n
    await placing.orders()
    await placing.press("As suggested")
    assert t.bench.service.campaign(campaign).n == before
    assert placing.labels[0] == "Give “suggest; done”"
    await placing.press(placing.labels[0])
    assert t.bench.service.campaign(campaign).n > before and "Place the neutral units" in placing.text


@played
async def test_no_reactions_until_the_turn_ends(t: DiscordHarness) -> None:
    """Both want none: no battle of the turn asks anybody, and each sees that it is so. Who is just asked one
    reads its answer on the button that gives it.
    """
    campaign = await begun(t)
    seat = await until(t, campaign, "7.2")
    turn = t.bench.service.campaign(campaign).stage.split("/")[:2]
    both = [player(t, one) for one in (seat, "pompey" if seat == "caesar" else "caesar")]
    before, confirmed = t.bench.service.campaign(campaign).n, 0
    for one in both:
        await one.orders()
        await one.press("No reactions until the turn ends")
        if one.labels[0].startswith("Give “"):
            assert t.bench.service.campaign(campaign).n == before and "at once" in one.text
            await one.press(one.labels[0])
            before, confirmed = t.bench.service.campaign(campaign).n, confirmed + 1
    assert confirmed
    (asked, *_) = t.bench.service.asked(campaign)
    assert asked.rule not in GAMES["julius_caesar"].reactions
    if t.bench.service.campaign(campaign).stage.split("/")[:2] == turn:
        assert "Ask me all reactions again" in both[-1].labels
    else:
        assert "No reactions until the turn ends" in both[-1].labels
    assert seat


MOST = 120
"""The most answers of a year of The Ancient World."""


@pytest.mark.matrix
@played
async def test_a_year_of_the_ancient_world_is_played_with_both_suggestions(t: DiscordHarness) -> None:
    """One player answers as suggested whatever has a suggestion, the other wants no reactions: they are never
    asked one. Their own orders are the computer's.
    """
    campaign = await begun(t, "ancient_world")
    service, game = t.bench.service, GAMES["ancient_world"]
    people = {f"discord/{one.id}": Player(t, one) for one in (t.alice, t.bob)}
    spared_user = f"discord/{t.bob.id}"
    first = game.when(service.campaign(campaign).stage).turn
    suggested, answered, is_spared = Counter[str](), 0, False
    while game.when(service.campaign(campaign).stage).turn == first:
        answered += 1
        assert answered < MOST
        asked = service.asked(campaign)[0]
        user = service.status(campaign).members[asked.seat].user
        person, before = people[user], service.campaign(campaign).n
        await person.orders()
        if user == spared_user and not is_spared:
            await person.press("No reactions until the turn ends")
            if asked.optional or asked.rule in game.reactions:
                assert service.campaign(campaign).n == before, "what it gives is named first"
                await person.press(person.labels[0])
            assert "you are not asked about battles" in person.text
            is_spared = True
        elif user == spared_user:
            assert not asked.optional and asked.rule not in game.reactions
        elif "As suggested" in person.labels:
            await person.press("As suggested")
            assert service.campaign(campaign).n == before
            await person.press(person.labels[0])
            suggested[asked.rule] += 1
        if service.campaign(campaign).n == before:
            pending = service.look(campaign, queries.pending, asked.seat)
            assert pending is not None and game.ai_player is not None
            answer = game.ai_player(service.view(campaign, asked.seat), pending.choice, sampler(answered))
            await t.worker.run(
                lambda service: service.do(by(user), campaign, playing.submit, asked.seat, answer)  # noqa: B023
            )
        assert service.campaign(campaign).n > before
    assert is_spared and suggested
    assert audit(service.look(campaign, queries.export, "all"), t.bench.context.games).faults == []
