"""Limits of buttons, commands and forms: old questions, second presses, other seats, ended games."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.log.chance import sampler
from frontends.discord.commands.game.running import changed_pace
from service.api import Service
from service.usecases.agreeing import undo as undo_acts
from service.usecases.play import playing, queries
from service.usecases.referee import acts
from service.usecases.time import leaving
from service.values.time_control import TimeControl
from tests.discord.test_orders import at_movement, entries
from tests.discord.test_teams import enlisted
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.state.model import Message
from tests.fake_discord.state.permissions import bits
from tests.harness.discord import DiscordHarness, played
from tests.harness.discord_toys import ToyHarness, said, toyed
from tests.harness.player import Player, begun
from tests.harness.service import by


def asked(t: DiscordHarness) -> list[Message]:
    """The messages that ask for consent, the oldest first."""
    return [m for m in t.channel.messages if "Agree" in {b.label for b in screen.buttons(m)}]


async def twice(t: DiscordHarness, person: Person, message: Message, what: str) -> None:
    """Press a button twice, before anything of the first press is seen."""
    replies = [await person.press(message, what, settle=False) for _ in range(2)]
    for reply in replies:
        await reply.settled()
    await t.settled()


# -- old questions and second presses ----------------------------------------------------------------


@played
async def test_consent_is_to_what_that_message_proposes(t: DiscordHarness) -> None:
    _, _, campaign = await at_movement(t)
    alice, points = Player(t, t.alice), t.bench.service.look(campaign, undo_acts.points)
    await alice.command("game back", entry=points[0].to)
    await t.settled()
    await t.bob.press(asked(t)[0], "Decline")
    await alice.command("game back", entry=points[-1].to)
    await t.settled()
    first, second = asked(t)
    before = entries(t, campaign)
    for what in ("Agree", "Decline"):
        assert "no longer open" in (await t.bob.press(first, what)).text
    assert entries(t, campaign) == before
    await t.bob.press(second, "Agree")
    assert entries(t, campaign) > before


@played
async def test_a_player_who_agrees_to_an_old_draw_proposes_none(t: DiscordHarness) -> None:
    mover, _, campaign = await at_movement(t)
    alice = Player(t, t.alice)
    await alice.command("game draw")
    await t.settled()
    await t.bob.press(asked(t)[0], "Decline")
    assert "no longer open" in (await t.bob.press(asked(t)[0], "Agree")).text
    assert t.bench.service.context.campaigns.proposal(campaign, "draw") is None
    await alice.command("game draw")
    await t.settled()
    await mover.through("end")
    assert "no longer open" in (await t.bob.press(asked(t)[1], "Agree")).text, "play went on"
    forged = await Player(t, t.bob).forge(f"t:consent:{campaign}:draw:1")
    assert "no longer open" in forged.said, "an old message, whose button names nothing"
    assert not t.bench.service.status(campaign).over


@played
async def test_a_second_press_takes_back_no_second_order(t: DiscordHarness) -> None:
    mover, _, campaign = await at_movement(t)
    seat, me = ("caesar" if mover.person is t.alice else "pompey"), by(f"discord/{mover.person.id}")

    def moved(service: Service) -> list[int]:
        """Two moves, as the numbers of their entries."""
        before = service.status(campaign).campaign.n
        for n in (1, 2):
            pending = service.look(campaign, queries.pending, seat)
            assert pending is not None
            samples = (pending.choice.sample(sampler(n * 100 + k)) for k in range(100))
            service.do(me, campaign, playing.submit, seat, next(s for s in samples if s["pick"] != "end"))
        return [e["n"] for e in service.log(campaign, before - 1) if e["t"] == "answer"]

    first, second = await t.worker.run(moved)
    await mover.orders()
    assert mover.panel is not None
    await twice(t, mover.person, mover.panel, "Take back")
    (undo,) = [e for e in t.bench.service.log(campaign) if e["t"] == "undo"]
    assert first <= undo["to"] < second
    forged = await mover.forge(f"t:take_back:{campaign}:{seat}")
    assert "no longer open" in forged.said, "an old sheet, whose button names nothing"


@played
async def test_a_second_press_gives_no_orders_that_the_first_only_showed(t: DiscordHarness) -> None:
    carla = t.server.user("Carla")
    mover, _, campaign = await at_movement(t)
    seat = "caesar" if mover.person is t.alice else "pompey"
    await enlisted(t, mover, carla, "officer")
    await Player(t, carla).through("end")
    await mover.orders()
    edit = by(f"discord/{t.judge.id}")
    await t.worker.run(lambda service: service.edit(edit, campaign, "steps.cleopatra = 3", "counted"))
    before = entries(t, campaign)
    assert mover.panel is not None
    await twice(t, mover.person, mover.panel, "Give 1")
    assert entries(t, campaign) == before and t.bench.service.suggestions(campaign, seat)
    await mover.orders()
    await mover.press("Give 1")
    assert entries(t, campaign) > before


# -- seats -------------------------------------------------------------------------------------------


@played
async def test_no_passer_by_takes_a_seat_with_a_hand(t: DiscordHarness) -> None:
    carla, campaign = t.server.user("Carla"), await begun(t)
    passer, bob = Player(t, carla), Player(t, t.bob)
    await bob.command("game leave", seat="pompey")
    await bob.press("Yes")
    await passer.command("game join", seat="pompey")
    assert "the game has begun" in passer.said
    await passer.forge(f"t:join:{campaign}:pompey")
    assert "pompey" not in t.bench.service.status(campaign).members
    await Player(t, t.alice).command("referee replace", seat="pompey", member=carla)
    assert not any(carla.id in m.pings for m in t.channel.messages), "there is a referee without a side"
    await bob.command("game join", seat="pompey")
    assert t.bench.service.status(campaign).members["pompey"].user == f"discord/{t.bob.id}"
    await bob.command("game leave", seat="pompey")
    await bob.press("Yes")
    await passer.command("game start")
    assert "Computer plays Pompey" not in passer.labels
    await (await Player(t, t.alice).command("game start")).press("Computer plays Pompey")
    assert t.bench.service.status(campaign).members["pompey"].user == "computer"


@played
async def test_where_the_referee_played_and_left_a_player_who_remains_invites(t: DiscordHarness) -> None:
    carla, dido = t.server.user("Carla"), t.server.user("Dido")
    campaign = await begun(t)
    alice, judge = f"discord/{t.alice.id}", by(f"discord/{t.judge.id}")

    def left(service: Service) -> None:
        service.do(judge, campaign, acts.appoint, alice, "Alice")
        service.do(by(alice), campaign, leaving.leave, "caesar")

    await t.worker.run(left)
    bob = Player(t, t.bob)
    await bob.command("referee replace", seat="caesar", member=carla)
    (offer,) = [m for m in t.channel.messages if carla.id in m.pings]
    assert "the vacant seat" in screen.text(offer)
    await Player(t, dido).press("Take Caesar", offer)
    await Player(t, carla).press("Take Caesar", offer)
    assert t.bench.service.status(campaign).members["caesar"].user == f"discord/{carla.id}"


# -- games that never begin --------------------------------------------------------------------------


@played
async def test_a_game_that_never_begins_is_ended_and_its_seats_are_freed(t: DiscordHarness) -> None:
    campaign = await t.found()
    alice, judge, carla = Player(t, t.alice), Player(t, t.judge), t.server.user("Carla")
    await alice.command("game join", seat="caesar", own_salt=True)
    await Player(t, t.bob).command("game vacate", seat="caesar")
    await Player(t, t.bob).forge(f"t:vacate:{campaign}:caesar")
    assert "caesar" in t.bench.service.status(campaign).members
    await judge.command("game vacate", seat="caesar")
    await judge.press("Yes")
    assert t.bench.service.status(campaign).members == {}
    for person in (t.bob, carla):
        await Player(t, person).command("game end", why="nobody comes")
    assert t.bench.service.status(campaign).campaign.state == "joining"
    t.guild.roles[t.guild.id].permissions |= bits(["manage_channels"])
    await Player(t, carla).command("game end", why="nobody comes")
    assert t.bench.service.status(campaign).campaign.state == "dead"
    await Player(t, carla).command("game archive")
    assert [m for m in t.channel.messages if m.pinned] == []
    assert await t.found() > campaign


@played
async def test_a_held_game_whose_referee_is_gone_gives_its_channel_free(t: DiscordHarness) -> None:
    campaign = await begun(t)
    await Player(t, t.judge).command("referee hold", why="a storm")
    carla = Player(t, t.server.user("Carla"))
    await carla.command("game end", why="nobody comes")
    assert "only the referee" in carla.said
    t.guild.roles[t.guild.id].permissions |= bits(["manage_channels"])
    await carla.command("game end", why="nobody comes")
    assert t.bench.service.status(campaign).campaign.state == "over"
    await carla.command("game archive")
    assert await t.found() > campaign


# -- tournaments and paces ---------------------------------------------------------------------------


@played
async def test_a_tournament_is_strict_and_its_referee_has_no_seat(t: DiscordHarness) -> None:
    judge = Player(t, t.judge)
    await judge.command("game new", title="Cup")
    await judge.pick(["tournament"], "Deadlines")
    for what in ("Secrets: strict", "Referee: no seat"):
        await judge.press(what)
        assert "tournaments require strict secrecy" in judge.said
    await judge.press("Create game")
    await t.settled()
    (campaign,) = t.bench.service.campaigns()
    shown = t.bench.service.channels.shown(campaign.id)
    assert shown is not None and shown.strict and campaign.neutral


@played
async def test_of_a_pace_what_is_not_named_stays(t: DiscordHarness) -> None:
    campaign = await begun(
        t, pace=TimeControl("fixed", 30, window=5, expiry="claim", quiet="22:00-07:00", zone="Asia/Tokyo")
    )
    judge = Player(t, t.judge)
    await judge.command("game pace", hours=40)
    expected = TimeControl("fixed", 40, 0, 0, 0, 5, "claim", "22:00-07:00", "Asia/Tokyo")
    assert t.bench.service.status(campaign).pace == expected
    await judge.command("game pace", kind="bank", window=6, quiet="none", tournament=True)
    expected = TimeControl("bank", 0, 168, 12, 240, 6, "claim", "", "Asia/Tokyo", True)
    assert t.bench.service.status(campaign).pace == expected
    shown = t.bench.service.channels.shown(campaign)
    assert shown is not None and shown.strict
    await judge.command("game pace")
    assert "168 hours per seat" in judge.text


@pytest.mark.parametrize(
    ("now", "wanted", "kind"),
    [
        ("none", {"hours": 24}, "fixed"),
        ("none", {"hours": 24, "cap": 90}, "bank"),
        ("none", {"kind": "none", "hours": 24}, "none"),
        ("none", {"window": 6}, "none"),
        ("bank", {"hours": 24}, "bank"),
    ],
)
def test_a_player_who_names_hours_where_nobody_is_hurried_means_a_deadline(
    now: str, wanted: dict[str, Any], kind: str
) -> None:
    assert changed_pace(TimeControl(now), wanted).kind == kind


# -- what all who take part are told -----------------------------------------------------------------


@toyed
async def test_who_is_told_that_the_dice_are_open(t: ToyHarness) -> None:
    judge, alice = Player(t, t.judge), Player(t, t.alice)
    await judge.command("game new", title="Lesson")
    await judge.press("Name …")
    await judge.fill({"Words for open dice": "my words"})
    await judge.pick(["tournament"], "Deadlines")
    await judge.press("Create game")
    assert "cannot be a tournament" in judge.said and t.bench.service.campaigns() == []
    await judge.pick(["none"], "Deadlines")
    await judge.press("Create game")
    await t.settled()
    await alice.press("Play North", t.status)
    for text in (said(t.channel), screen.text(t.status), alice.said):
        assert "anyone who knows the words it was set up with" in text


@toyed
async def test_what_a_tournament_leaves_behind_is_said(t: ToyHarness) -> None:
    campaign, judge = await t.begun(), Player(t, t.judge)
    await judge.command("game pace", tournament=True)
    assert "tournament: the referee has no seat" in judge.said
    await judge.command("game pace", tournament=False)
    for sentence in ("the referee has no seat", "Secrets only by direct message or on request"):
        assert sentence in judge.said
    await t.settled()
    assert "on request" in screen.text(t.status)
    assert t.bench.service.status(campaign).campaign.neutral


@toyed
async def test_a_player_who_agrees_to_a_draw_reads_that_it_is_one_and_help_knows_it(t: ToyHarness) -> None:
    await t.begun()
    alice, bob = Player(t, t.alice), Player(t, t.bob)
    t.bob.user.locale = "en-US"
    await alice.command("game draw")
    assert "a draw once all players agree" in alice.said
    await bob.command("game draw")
    assert bob.said == "The game is a draw."
    await t.settled()
    assert "This game is over." in screen.text(t.status) and "The game is a draw." in screen.text(t.status)
    await bob.command("help")
    assert "/orders" not in bob.said and "/dice verify" in bob.said


@toyed
async def test_a_player_who_moderates_ends_no_game_and_another_moderator_says_so(t: ToyHarness) -> None:
    campaign, judge = await t.begun(), Player(t, t.judge)
    role = t.server.world.add_role(t.guild, "Admin", "manage_channels")
    carol = t.server.user("Mod")
    for person in (t.alice, carol):
        t.server.grant(person, t.guild, role)
    await judge.command("referee hold", why="a dispute")
    alice, mod = Player(t, t.alice), Player(t, carol)
    await alice.command("game end", why="I win")
    assert "only its referee may end it" in alice.said
    await mod.command("game end", why="nobody comes")
    await t.settled()
    assert t.bench.service.log(campaign)[-1]["result"] == {}
    assert "A moderator ended the game, which was on hold, without a result: nobody comes." in said(t.channel)
