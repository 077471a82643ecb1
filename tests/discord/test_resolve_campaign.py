"""The game that a command or a button is about: it is seen from its channel, or by those who are in it."""

from __future__ import annotations

from frontends.discord.context.resolve_campaign import MOST_DIGITS
from service.api import Service
from service.usecases.seats import founding
from service.values.front_ends.channels import ChannelBinding
from service.values.records import Plan
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.state.model import Channel, Overwrite
from tests.fake_discord.state.permissions import bits
from tests.harness.discord import DiscordHarness, played
from tests.harness.player import Player, begun
from tests.harness.service import by

BY_NUMBER = ("game status", "log show", "log export", "dice log", "dice verify", "orders", "order", "my hand",
             "map now", "map zoom", "standing show", "team show", "rules", "aid",
             "log replay")  # fmt: skip
LINE = {"order": {"line": "discard 1/2"}, "map zoom": {"place": "roma"}}


def hide(t: DiscordHarness, channel: Channel, *people: Person) -> None:
    """Nobody sees a channel but these, and the bot."""
    channel.overwrites[t.guild.id] = Overwrite(t.guild.id, 0, deny=bits(("view_channel",)))
    for id in (t.server.world.bot.id, *(person.id for person in people)):
        channel.overwrites[id] = Overwrite(id, 1, allow=bits(("view_channel",)))
    t.server.world.changed_channel(channel)


async def second(t: DiscordHarness, channel: Channel) -> int:
    """Another game, in another channel, of the same people: Alice is Pompey there."""

    def found(service: Service) -> int:
        judge, scenario = f"discord/{t.judge.id}", t.client.parts.games["julius_caesar"].scenarios()[0].id
        n = service.found(by(judge), Plan("julius_caesar", scenario, "Second", referee=judge)).campaign
        service.channels.show(ChannelBinding(n, int(t.guild.id), int(channel.id)))
        service.do(by(f"discord/{t.alice.id}"), n, founding.join, "pompey", "Alice")
        service.do(by(f"discord/{t.bob.id}"), n, founding.join, "caesar", "Bob")
        return n

    return await t.worker.run(found)


@played
async def test_a_private_game_is_not_read_from_another_channel(
    t: DiscordHarness,
) -> None:
    number = str(await begun(t))
    hide(t, t.channel, t.alice, t.bob, t.judge)
    lobby, mallory = t.server.world.add_channel(t.guild, "lobby"), t.server.user("Mallory")
    outsider, alice = Player(t, mallory), Player(t, t.alice)
    for words in BY_NUMBER:
        await outsider.command(words, lobby, game=number, **LINE.get(words, {}))
        assert f"“{number}” is not understood" in outsider.said and outsider.labels == [], words
        other = outsider.said.replace(number, "77")
        await outsider.command(words, lobby, game="77", **LINE.get(words, {}))
        assert outsider.said == other, "nor does it tell which numbers there are"
    assert (await mallory.autocomplete("game status", lobby, "game")).choices == []
    offered = (await t.judge.autocomplete("game status", lobby, "game")).choices
    assert offered == [("Rubicon (1)", number)]
    await alice.command("my hand", lobby, game=number)
    assert "Hand:" in alice.said
    await alice.command("orders", lobby, game=number)
    await alice.press(alice.labels[0])
    assert "Give this order" in alice.labels, "what she alone sees she may press anywhere"


@played
async def test_a_public_button_is_of_the_game_that_is_shown_there(t: DiscordHarness) -> None:
    await t.found()
    other = t.server.world.add_channel(t.guild, "other")
    old = t.status
    await t.worker.run_silently(
        lambda service: service.channels.show(ChannelBinding(1, int(t.guild.id), int(other.id)))
    )
    for person in (t.alice, t.judge):  # also the player in the game that has the number now
        for what in ("Play Caesar", "Rules"):
            reply = await person.press(old, what)
            assert "that game is no longer here" in reply.text
    assert t.bench.service.status(1).members == {}


@played
async def test_a_player_who_is_in_several_games_names_one(t: DiscordHarness) -> None:
    await begun(t)
    two = str(await second(t, t.server.world.add_channel(t.guild, "other")))
    await t.settled()
    alice, dm = Player(t, t.alice), t.alice.dm_channel
    for words in BY_NUMBER:
        await alice.command(words, dm, **LINE.get(words, {}))
        assert "you are in several games" in alice.said and "“game”" in alice.said, words
    await alice.command("help", dm)
    assert "You are in several games" in alice.said
    assert "`/orders`" in alice.said and "`/game new`" not in alice.said
    await alice.command("standing show", dm, game=two)
    assert "Standing orders of Pompey" in alice.said
    lines = await t.alice.autocomplete("order", dm, "line", "disc", game=two)
    cards = [line for line, _ in lines.choices]
    assert cards and all(line.startswith("discard") for line in cards)
    await alice.command("order", dm, line=cards[0], game=two)
    assert "Second · Pompey" in alice.said and "Orders carried out: 1" in alice.said
    moments = (await t.alice.autocomplete("map then", dm, "turn", game=two)).choices
    await alice.command("map then", dm, turn=moments[-1][1], game=two)
    assert "Second · Seen by Pompey" in alice.said


@played
async def test_the_next_game_is_the_one_that_has_waited_longest(t: DiscordHarness) -> None:
    """By `/my next`, and by a button once nothing is left to decide; an observer's seat waits for nobody."""
    await begun(t)
    two = await second(t, t.server.world.add_channel(t.guild, "second"))
    alice = Player(t, t.alice)
    await alice.command("my next", t.alice.dm_channel)
    assert "Rubicon · Caesar" in alice.said
    [(line, _), *_] = (await t.alice.autocomplete("order", t.channel, "line", "disc", game="1")).choices
    await alice.command("order", t.channel, line=line, game="1")
    assert "Next game waiting for you (1)" in alice.labels
    await alice.press("Next game waiting for you (1)")
    assert "Second · Pompey" in alice.said
    await alice.command("my next", t.channel)
    assert "Second · Pompey" in alice.said
    [(line, _), *_] = (await t.alice.autocomplete("order", t.channel, "line", "disc", game=str(two))).choices
    await alice.command("order", t.channel, line=line, game=str(two))
    assert not [label for label in alice.labels if "Next game" in label]
    await alice.command("my next", t.channel)
    assert "No game is waiting for you." in alice.said
    observer = Player(t, t.judge)
    await observer.command("my next", t.channel)
    assert "No game is waiting for you." in observer.said


@played
async def test_a_referee_without_a_seat_has_the_game_at_hand_everywhere(t: DiscordHarness) -> None:
    await begun(t)
    judge, lobby = Player(t, t.judge), t.server.world.add_channel(t.guild, "lobby")
    await judge.command("referee undo", lobby)
    assert "Which moment do you want to go back to?" in judge.said
    await judge.command("help", lobby)
    assert "As referee:" in judge.said


@played
async def test_a_number_that_is_not_a_games_is_not_understood(t: DiscordHarness) -> None:
    await begun(t)
    alice = Player(t, t.alice)
    for number in ("9" * (MOST_DIGITS + 1), "9" * 20, "9" * 5000, "-1", "1.0", "²"):
        for words in ("my hand", "game status", "map now"):
            await alice.command(words, game=number)
            assert "is not understood" in alice.said
    await alice.command("dice verify", heads=f"{'9' * 5000}:abcdefabcdefabcd")
    assert "an entry and its head" in alice.said
    await alice.command("map then", turn="9" * 5000)
    assert "a moment from the list" in alice.said
    assert screen.pictures(alice.shown) == []


@played
async def test_a_player_who_plays_both_seats_sees_either_hand(t: DiscordHarness) -> None:
    await t.found()
    alice = Player(t, t.alice)
    for seat in ("caesar", "pompey"):
        await alice.command("game join", seat=seat)
    await t.settled()
    assert (await t.alice.autocomplete("my hand", t.channel, "seat")).choices == [
        ("Caesar", "caesar"),
        ("Pompey", "pompey"),
    ]
    for seat, name in (("caesar", "Caesar"), ("pompey", "Pompey")):
        await alice.command("my hand", seat=seat)
        assert f"Rubicon · {name}" in alice.said and "Hand:" in alice.said
    stranger = await Player(t, t.judge).command("my hand", seat="pompey")
    assert "you do not play Pompey" in stranger.said
