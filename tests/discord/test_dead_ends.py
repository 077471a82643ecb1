"""The order sheet offers no act that cannot be given, and every list can be ended."""

from __future__ import annotations

from adjudicator.core import N_, Lexicon, Subset, words
from adjudicator.core.choices.choice import Reader
from adjudicator.core.log.chance import sampler
from frontends.discord.orders import panel_state
from frontends.discord.orders.panel_state import STANDING, Subject
from service.api import Service
from service.usecases.play import playing, queries
from service.usecases.seats.teams import COMMANDER
from service.values.records import Message
from service.wizard.filled import End
from service.wizard.step import Built
from service.wizard.witness import is_open
from tests.harness.discord import DiscordHarness, played
from tests.harness.player import Player, begun


@played
async def test_an_act_out_of_turn_without_an_open_option_is_not_shown(t: DiscordHarness) -> None:
    """Ottomans §20.1: who holds no Agent is not asked whether to send one."""
    campaign = await begun(t, "ottomans")
    reader = Reader(t.client.parts.games["ottomans"].lexicon, "en")

    def until_shut(service: Service) -> str:
        """Play on until a seat could act out of turn, but has nothing to do it with; return it."""
        members = service.status(campaign).members
        for n in range(400):
            asked = service.asked(campaign)
            for seat in set(members) - {one.seat for one in asked}:
                aside = service.look(campaign, queries.asides, seat)
                if aside is not None and not is_open(aside, reader):
                    return seat
            pending = service.look(campaign, queries.pending, asked[0].seat)
            assert pending is not None
            answer = pending.choice.sample(sampler(n))
            user = members[asked[0].seat].user
            service.do(Message("", user), campaign, playing.submit, asked[0].seat, answer)
        raise AssertionError("everybody held an Agent")

    idle = await t.worker.run(until_shut)
    user = t.bench.service.status(campaign).members[idle].user
    player = Player(t, t.alice if user == f"discord/{t.alice.id}" else t.bob)
    await player.orders()
    assert "You have nothing to decide right now." in player.text
    assert "there is nothing to pick here" not in player.text


@played
async def test_a_list_that_is_picked_one_by_one_can_be_ended_before_it_is_full(t: DiscordHarness) -> None:
    """Its end was refused, as a button of another question."""
    campaign = await begun(t)
    three = Subset(
        rule="1", prompt=words(N_("Who?")), options=lambda: dict.fromkeys("abc"), least=1, ordered=True
    )
    reader = Reader(Lexicon({}), "en")
    subject = Subject(campaign, "caesar", STANDING, 0, COMMANDER, three, reader)

    def ended(service: Service) -> panel_state.Panel:
        user = f"discord/{t.alice.id}"
        at = panel_state.panel(service, user, subject)
        for values in (["b"], ["a"], [End.DONE]):
            at = panel_state.pick(service, user, at, values)
        return at

    at = await t.worker.run(ended)
    assert isinstance(at.now, Built) and at.now.answer == ["b", "a"]
