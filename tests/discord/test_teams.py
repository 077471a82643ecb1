"""Teams: officers suggest by the same sheet, their commander gives it with one press, observers see."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from frontends.discord.commands.game import inviting
from service.usecases.time import leaving
from service.values.records import Message as Brought
from service.values.time_control import HOUR
from tests.discord.test_orders import at_movement, entries
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.people.reply import Reply
from tests.fake_discord.state.model import Message
from tests.harness.discord import DiscordHarness, played
from tests.harness.player import Player, begun


def invitation(t: DiscordHarness, who: Person) -> Message:
    """The last message of the channel that asks somebody."""
    asks = [m for m in t.channel.messages if who.id in m.pings and m.only_for is None]
    return asks[-1]


async def enlisted(t: DiscordHarness, chief: Player, who: Person, role: str) -> Player:
    """Somebody who was asked into the team, and has joined."""
    await chief.command("team enlist", member=who, role=role)
    assert "has been invited in the channel" in chief.text
    return await Player(t, who).press(f"Join {seat_of(t, chief)}", invitation(t, who))


def seat_of(t: DiscordHarness, chief: Player) -> str:
    return "Caesar" if chief.person is t.alice else "Pompey"


def people(t: DiscordHarness, campaign: int) -> list[tuple[str, str]]:
    """Everybody behind a seat but the commanders, and as what."""
    return [(p.user, p.role) for p in t.bench.service.people(campaign) if p.role != "commander"]


# -- asked first -------------------------------------------------------------------------------------


@played
async def test_nobody_is_in_a_team_before_accepting(t: DiscordHarness) -> None:
    carla, campaign = t.server.user("Carla"), await begun(t)
    alice, bob, invited = Player(t, t.alice), Player(t, t.bob), Player(t, carla)
    await alice.command("team enlist", member=carla, role="officer")
    asked = invitation(t, carla)
    assert asked.pings == [carla.id] and "invites you to the team of Caesar" in screen.text(asked)
    assert people(t, campaign) == [] and "Until they accept, they see nothing of Caesar" in alice.text
    await invited.command("my hand")
    assert "no seat in this game" in invited.said
    await bob.press("Join Caesar", asked)
    assert "you have not been invited to take Caesar" in bob.said and people(t, campaign) == []
    await invited.press("Join Caesar", asked)
    assert people(t, campaign) == [(f"discord/{carla.id}", "officer")]
    assert "has joined the team of Caesar" in screen.text(asked) and not screen.buttons(asked)
    await t.settled()
    assert any("Carla is now an officer of Caesar" in screen.text(m) for m in t.bob.visible(t.channel))


@played
async def test_a_player_who_declines_is_not_in_it_and_all_read_that(t: DiscordHarness) -> None:
    carla, campaign = t.server.user("Carla"), await begun(t)
    alice, invited = Player(t, t.alice), Player(t, carla)
    await alice.command("team enlist", member=carla, role="observer")
    asked = invitation(t, carla)
    await Player(t, t.bob).press("No, thanks", asked)
    assert screen.buttons(asked), "nobody declines for another"
    await invited.press("No, thanks", asked)
    assert "declined to join the team of Caesar" in screen.text(asked) and not screen.buttons(asked)
    await invited.forge(f"t:team_take:{campaign}:caesar")
    assert "you have not been invited" in invited.said and people(t, campaign) == []


@played
async def test_an_invitation_ends(
    t: DiscordHarness,
) -> None:
    carla, dido, campaign = t.server.user("Carla"), t.server.user("Dido"), await begun(t)
    alice, bob, invited = Player(t, t.alice), Player(t, t.bob), Player(t, carla)
    await alice.command("team enlist", member=carla, role="officer")
    t.bench.clock.now += 7 * 24 * HOUR
    await invited.press("Join Caesar", invitation(t, carla))
    assert "valid for 7 days" in invited.said and people(t, campaign) == []
    await alice.command("team enlist", member=carla, role="officer")
    await alice.command("team dismiss", member=carla)
    assert "any open invitation is withdrawn" in alice.text
    await invited.press("Join Caesar", invitation(t, carla))
    assert "you have not been invited" in invited.said
    await enlisted(t, alice, dido, "officer")
    await alice.command("team enlist", member=carla, role="officer")
    await alice.command("team hand-over", member=dido)
    await invited.press("Join Caesar", invitation(t, carla))
    assert "can no longer add anyone to the team of Caesar" in invited.said
    await bob.command("team enlist", member=carla, role="observer")
    await invited.press("Join Pompey", invitation(t, carla))
    assert people(t, campaign) == [(f"discord/{t.alice.id}", "officer"), (f"discord/{carla.id}", "observer")]


@played
async def test_whom_nobody_may_take_in_is_not_asked(t: DiscordHarness) -> None:
    carla, campaign = t.server.user("Carla"), await begun(t)
    alice, judge = Player(t, t.alice), Player(t, t.judge)
    await alice.command("team enlist", member=t.bob, role="officer")
    assert "nobody may join two seats" in alice.said
    await alice.command("team enlist", member=t.alice, role="officer")
    assert "commands Caesar" in alice.said
    await Player(t, carla).command("team enlist", member=carla, role="officer")
    t.server.forbid(t.channel, "send_messages")
    await alice.command("team enlist", member=carla, role="officer")
    assert "nobody was invited: the bot cannot write" in alice.said
    t.server.permit(t.channel, "send_messages")
    assert [m for m in t.channel.messages if m.pings] == []
    await judge.command("team enlist", member=carla, role="officer", seat="pompey")
    t.bench.service.do(Brought("", f"discord/{t.bob.id}"), campaign, leaving.leave, "pompey")
    joining = await Player(t, carla).press("Join Pompey", invitation(t, carla))
    assert "can no longer add anyone to the team of Pompey" in joining.said and people(t, campaign) == []


@played
async def test_a_repeated_command_asks_once(t: DiscordHarness) -> None:
    carla, campaign = t.server.user("Carla"), await begun(t)
    alice = Player(t, t.alice)
    reply = await t.alice.command("team enlist", t.channel, member=carla, role="observer")
    for _ in range(2):
        await t.server.gateway.repeat(reply.interaction.payload)
        await t.client.parts.active.wait_until_idle()
        await t.server.until(t.server.idle)
    assert len([m for m in t.channel.messages if carla.id in m.pings]) == 1
    joined = await t.server.user("Carla").press(invitation(t, carla), "Join Caesar")
    await t.server.gateway.repeat(joined.interaction.payload)
    await t.server.until(t.server.idle)
    await t.client.parts.active.wait_until_idle()
    await alice.command("team enlist", member=carla, role="officer")
    assert "now sees what Caesar sees and suggests orders" in alice.text
    assert people(t, campaign) == [(f"discord/{carla.id}", "officer")]
    assert len([m for m in t.channel.messages if carla.id in m.pings and m.only_for is None]) == 1


async def repeated(t: DiscordHarness, reply: Reply) -> None:
    """The platform brings an interaction again."""
    await t.server.gateway.repeat(reply.interaction.payload)
    await t.client.parts.active.wait_until_idle()
    await t.server.until(t.server.idle)


def invitations(t: DiscordHarness, who: Person) -> list[Message]:
    """The messages that can be read and have called somebody."""
    return [m for m in t.channel.messages if who.id in m.pings and m.only_for is None and not m.deleted]


async def killed(t: DiscordHarness) -> None:
    """The process dies after a question has been kept."""
    with patch.object(inviting, "ask", side_effect=RuntimeError("killed")):
        await Player(t, t.alice).command("team enlist", member=t.server.user("Carla"), role="officer")
    assert invitations(t, t.server.user("Carla")) == []


async def killed_later(t: DiscordHarness) -> None:
    """The message has arrived, and nobody has noted it."""
    t.server.fail("create_message", status=503, applied=True)
    await Player(t, t.alice).command("team enlist", member=t.server.user("Carla"), role="officer")
    t.server.world.nonces.clear()


async def lost(t: DiscordHarness) -> None:
    """The message has arrived, and its answer is lost: the library sends it again."""
    t.server.fail("create_message", status=502, applied=True)
    await Player(t, t.alice).command("team enlist", member=t.server.user("Carla"), role="officer")


async def deleted(t: DiscordHarness) -> None:
    """Somebody has deleted the message."""
    carla = t.server.user("Carla")
    await Player(t, t.alice).command("team enlist", member=carla, role="officer")
    (asked,) = invitations(t, carla)
    t.alice.delete(asked)


@pytest.mark.parametrize("first", [killed, killed_later, lost, deleted])
def test_an_invitation_can_be_read_once_whatever_became_of_its_message(
    tmp_path: Path, first: Callable[[DiscordHarness], Awaitable[None]]
) -> None:
    """The next command that offers the same finds its message, or posts it."""

    @played
    async def scene(t: DiscordHarness) -> None:
        carla, campaign = t.server.user("Carla"), await begun(t)
        alice = Player(t, t.alice)
        await first(t)
        for _ in range(2):
            await alice.command("team enlist", member=carla, role="officer")
            (asked,) = invitations(t, carla)
        assert "has already been invited" in alice.text
        await Player(t, carla).press("Join Caesar", asked)
        assert people(t, campaign) == [(f"discord/{carla.id}", "officer")]

    scene(tmp_path)


@played
async def test_a_command_that_comes_again_after_its_answer_asks_nobody_again(t: DiscordHarness) -> None:
    carla, campaign = t.server.user("Carla"), await begun(t)
    judge = t.judge
    for press, people_then in (("No, thanks", []), ("Join Pompey", [(f"discord/{carla.id}", "officer")])):
        reply = await judge.command("team enlist", t.channel, member=carla, role="officer", seat="pompey")
        await Player(t, carla).press(press, invitation(t, carla))
        await t.settled()
        posted = len(t.channel.messages)
        await repeated(t, reply)
        assert people(t, campaign) == people_then and len(t.channel.messages) == posted
    dido = t.server.user("Dido")
    reply = await judge.command("referee replace", t.channel, member=dido, seat="pompey")
    await Player(t, dido).press("Take Pompey", invitation(t, dido))
    await t.settled()
    posted = len(t.channel.messages)
    await repeated(t, reply)
    assert len(t.channel.messages) == posted and len(invitations(t, dido)) == 1


# -- what it does ------------------------------------------------------------------------------------


@played
async def test_an_officer_suggests_and_the_commander_confirms_with_one_press(t: DiscordHarness) -> None:
    carla = t.server.user("Carla")
    mover, other, campaign = await at_movement(t)
    officer = Player(t, carla)
    seat = "caesar" if mover.person is t.alice else "pompey"
    joined = await enlisted(t, mover, carla, "officer")
    assert "suggests orders for" in joined.said
    await officer.through("end")
    assert "Suggested." in officer.text and "Suggested by Carla (1):" in officer.text
    assert "Give 1" not in officer.labels and "Remove 1" in officer.labels
    before = entries(t, campaign)
    await other.orders()
    assert "suggests" not in other.text
    await mover.orders()
    assert "Suggested by Carla (1):" in mover.text and "> end" in mover.text
    await mover.press("Give 1")
    assert entries(t, campaign) > before and "Orders carried out: 1." in mover.text
    assert t.bench.service.suggestions(campaign, seat) == []
    await t.settled()
    assert b"Carla suggests" not in other.person.witness()


@played
async def test_the_button_of_a_suggestion_obeys_the_commander_alone(
    t: DiscordHarness,
) -> None:
    carla, drusus = t.server.user("Carla"), t.server.user("Drusus")
    mover, _, campaign = await at_movement(t)
    seat = "caesar" if mover.person is t.alice else "pompey"
    await enlisted(t, mover, carla, "officer")
    await enlisted(t, mover, drusus, "observer")
    await Player(t, carla).command("order", line="end")
    await t.settled()
    places = [*mover.person.dms, *(m for th in mover.person.threads(t.channel) for m in th.messages)]
    (post,) = [m for m in places if "Give these orders" in [b.label for b in screen.buttons(m)]]
    before = entries(t, campaign)
    for person in (carla, drusus, t.judge):
        thief = Player(t, person)
        await thief.forge(f"t:suggest_yes:{campaign}:{seat}:1")
        assert entries(t, campaign) == before and "Orders carried out" not in thief.said
    await mover.press("Give these orders", post)
    assert entries(t, campaign) > before


@played
async def test_an_observer_sees_the_seats_hand_and_orders_nothing(t: DiscordHarness) -> None:
    drusus = t.server.user("Drusus")
    mover, _, campaign = await at_movement(t)
    await enlisted(t, mover, drusus, "observer")
    watcher = Player(t, drusus)
    await watcher.command("team show")
    assert "an observer, who sees" in watcher.text
    await watcher.command("my hand")
    assert screen.text(watcher.shown)
    await watcher.command("my games")
    assert "you are an observer" in watcher.said and "you are asked" not in watcher.said
    await watcher.command("help")
    assert "you are an observer" in watcher.said and "`/my hand`" in watcher.said
    assert "You play" not in watcher.said and "/orders" not in watcher.said
    await watcher.orders()
    assert "observer sees what" in watcher.said
    before = entries(t, campaign)
    await watcher.command("order", line="end")
    assert entries(t, campaign) == before
    await watcher.command("team dismiss")
    await watcher.command("my hand")
    assert "no seat in this game" in watcher.said


@played
async def test_the_commander_hands_over_to_an_officer(t: DiscordHarness) -> None:
    carla = t.server.user("Carla")
    mover, _, campaign = await at_movement(t)
    seat = "caesar" if mover.person is t.alice else "pompey"
    await mover.command("team hand-over", member=carla)
    assert "no such person" in mover.said
    await enlisted(t, mover, carla, "officer")
    officer = await Player(t, carla).command("help")
    assert "you are an officer" in officer.said and "It is your seat's turn: see /orders" in officer.said
    await officer.command("my games")
    assert "your seat's turn; you may suggest orders" in officer.said
    await mover.command("team hand-over", member=carla)
    assert t.bench.service.status(campaign).members[seat].user == f"discord/{carla.id}"
    await Player(t, carla).through("end")
    await mover.orders()
    assert "Take back" not in mover.labels
