"""Whom messages call and how often: a year of Julius Caesar, counted; and what a reader wants otherwise."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec import Struct

from frontends.discord.delivery import attention
from service.usecases.play import battle_orders
from service.values.front_ends.channels import Reader
from tests.discord.year import Year, at
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.state.model import DM, SILENT, Message
from tests.harness.clock import later
from tests.harness.discord import DiscordHarness, played
from tests.harness.player import Player, begun

HOUR, MOMENT = 3600, 30
MOST_RINGING, MOST_MAPS = 12, 6
"""Messages with a sound, and maps, that a player gets in a year that both play at one sitting."""
MOST_APART = 17
"""Messages with a sound in a year in which nobody is there when they are needed, with the battles that this
year has: each is a turn to decide."""


BLOODY, MOST_IN_BATTLES = (1, 5, 7), 12
"""Years with many battles; messages with a sound in them, if both leave battle orders."""


class Count(Struct):
    """The messages to one person."""

    ringing: int
    maps: int
    texts: list[str]


def direct(t: DiscordHarness, person: Person) -> list[Message]:
    """Return the direct messages and the mentions of a person."""
    places = t.server.world.channels.values()
    return [
        message
        for place in places
        for message in place.messages
        if message.only_for is None
        and ((place.type == DM and place.recipient_id == person.id) or person.id in message.pings)
    ]


def count(t: DiscordHarness, person: Person) -> Count:
    found = direct(t, person)
    names = [file.filename for message in found for file in message.attachments]
    maps = sum(name.startswith(("map", "crop")) for name in names)
    return Count(sum(not m.flags & SILENT for m in found), maps, [screen.text(m) for m in found])


@played
async def test_a_question_that_is_asked_again_for_an_act_of_another_does_not_ring(t: DiscordHarness) -> None:
    """§34.0 The Barbarian sets up; each act out of turn of the Empire asks them anew. It rang each time."""
    campaign = await begun(t, "belisarius")

    async def away() -> None:
        await t.worker.run(lambda _: later(t.bench, 1))
        await t.settled()

    await away()
    before, empire = count(t, t.alice).ringing, Player(t, t.bob)
    for _ in range(20):
        entries = t.bench.service.campaign(campaign).n
        await empire.command("order", line="show treasury")
        assert t.bench.service.campaign(campaign).n > entries
        await away()
    assert count(t, t.alice).ringing == before, count(t, t.alice).texts[-1]


def news(t: DiscordHarness) -> list[Message]:
    """Return what all were told of the game, in words in the threads and in pictures in the channel."""
    threads = [message for thread in t.alice.threads(t.channel) for message in thread.messages]
    return [*threads, *(m for m in t.channel.messages if screen.pictures(m) and not m.ephemeral)]


async def pass_time(t: DiscordHarness, campaign: int, seconds: int) -> None:
    """Let time pass, and what has waited for it be sent."""
    t.bench.clock.now += seconds
    t.client.parts.dispatcher.wake(campaign)
    await t.settled()


async def a_year(t: DiscordHarness, apart: bool, number: int = 0, *, plans: bool = False) -> Year:
    """A year, an order every half minute.

    Args:
        t: the server.
        apart: the player who is asked next comes an hour later.
        number: of the year: each has other dice and other orders.
        plans: players who fight in a battle leave battle orders as the form suggests them: when they are
            asked, or when their order begins it.
    """
    campaign = await begun(t, "julius_caesar", **({"seed": f"calls {number}".encode()} if number else {}))
    year, n, last = Year(t, campaign, "julius_caesar"), number * 10_000, ""
    while not year.turn.startswith("2/"):
        seat = year.asked().seat
        await pass_time(t, campaign, HOUR if apart and seat != last else MOMENT)
        last = seat
        if not (plans and await left_battle_orders(year, seat)):
            await year.act(n)
        while plans and await left_battle_orders(year, seat):
            await t.settled()
        n += 1
        await t.settled()
    await pass_time(t, campaign, HOUR)
    return year


async def left_battle_orders(year: Year, seat: str) -> bool:
    """Leave the battle orders that the form suggests, once for each battle; false if none are left now."""
    left, others = year.t.bench.service.look(year.campaign, battle_orders.suggested, seat, "en")
    if left or not others:
        return False
    player = year.players[seat]
    await player.orders()
    await player.press("Battle orders …")
    assert player.modal is not None
    await player.fill({})  # as it came
    assert "Until this turn's battles are over:" in player.said
    year.last = seat
    return True


def scene(tmp_path: Path, play: Callable[[DiscordHarness], object]) -> None:
    """Play a scene in which a player who has pressed something counts as present for three minutes."""

    async def run(t: DiscordHarness) -> None:
        with patch.object(attention, "HERE", 180):
            await play(t)  # type: ignore[misc]

    at(tmp_path, run)


@pytest.mark.byhand
def test_a_year_at_one_sitting_calls_players_after_three_minutes_alone(tmp_path: Path) -> None:
    async def play(t: DiscordHarness) -> None:
        await a_year(t, apart=False)
        for person in (t.alice, t.bob):
            found = count(t, person)
            assert found.ringing <= MOST_RINGING and found.maps <= MOST_MAPS
            print(f"{person.user.shown}: {found.ringing} with a sound, {found.maps} maps")
            assert "discard" in found.texts[-1] and "You answered" not in "".join(found.texts)

    scene(tmp_path, play)


@pytest.mark.byhand
def test_a_year_apart_calls_a_player_once_for_each_time_they_are_needed(tmp_path: Path) -> None:
    async def play(t: DiscordHarness) -> None:
        await a_year(t, apart=True)
        for person in (t.alice, t.bob):
            found = count(t, person)
            print(f"{person.user.shown}: {found.ringing} with a sound, {found.maps} maps")
            assert found.ringing <= MOST_APART and found.maps <= MOST_MAPS
            assert "You answered" not in "".join(found.texts)
        assert not direct(t, t.judge)
        assert all(m.flags & SILENT for m in news(t)) and len(news(t)) > 50

    scene(tmp_path, play)


@pytest.mark.byhand
@pytest.mark.parametrize("number", BLOODY)
def test_battle_orders_leave_a_call_or_two_of_each_battle(tmp_path: Path, number: int) -> None:
    """A year with many battles, every handover an hour apart, with battle orders and without."""
    calls: dict[bool, list[int]] = {}

    async def play(t: DiscordHarness, plans: bool) -> None:
        await a_year(t, apart=True, number=number, plans=plans)
        calls[plans] = [count(t, person).ringing for person in (t.alice, t.bob)]

    for plans in (False, True):
        (folder := tmp_path / str(plans)).mkdir()
        scene(folder, partial(play, plans=plans))
    print(f"year {number}: {calls[False]} with a sound, {calls[True]} with battle orders")
    assert max(calls[True]) <= MOST_IN_BATTLES and max(calls[True]) < max(calls[False])


@pytest.mark.byhand
def test_one_message_a_turn_is_all_that_rings(tmp_path: Path) -> None:
    async def play(t: DiscordHarness) -> None:
        said = await Player(t, t.alice).command("my settings", messages="turn")
        assert "notified once a turn" in said.text
        await a_year(t, apart=True)
        found = count(t, t.alice)
        assert found.ringing == 6, "Five turns, and the first of the next year"
        assert found.maps <= MOST_MAPS
        assert count(t, t.bob).ringing > found.ringing

    scene(tmp_path, play)


@pytest.mark.byhand
def test_quiet_hours_silence_what_comes(tmp_path: Path) -> None:
    async def play(t: DiscordHarness) -> None:
        alice = Player(t, t.alice)
        assert "You have no quiet hours" in (await alice.command("my settings")).text
        refused = await alice.command("my settings", quiet="late")
        assert "22:00-07:00" in refused.text
        said = await alice.command("my settings", quiet="22-8", zone="Europe/Berlin")
        assert "Quiet hours 22:00-08:00 (Europe/Berlin)" in said.text.replace("\\", "")
        t.bench.clock.now += -t.bench.clock.now % 86_400 + 2 * HOUR
        await a_year(t, apart=False)
        assert count(t, t.alice).ringing == 0 < count(t, t.bob).ringing <= MOST_RINGING
        assert direct(t, t.alice), "It comes all the same"

    scene(tmp_path, play)


def test_a_game_may_be_set_otherwise_than_all_others(tmp_path: Path) -> None:
    async def play(t: DiscordHarness) -> None:
        campaign = await begun(t)
        said = await Player(t, t.alice).command("my settings", messages="turn", game=str(campaign))
        assert "whenever you are needed" in said.text and "**Rubicon**" in said.text
        assert "notified once a turn" in said.text

        def kept(user: str) -> tuple[bool, bool | None]:
            channels = t.bench.service.channels
            return channels.reader(user).digest, channels.attention(campaign, user).digest

        assert kept(f"discord/{t.alice.id}") == (False, True)
        assert kept(f"discord/{t.bob.id}") == (False, None)

    scene(tmp_path, play)


def test_the_order_sheet_carries_the_map(tmp_path: Path) -> None:
    async def play(t: DiscordHarness) -> None:
        await begun(t)
        alice = Player(t, t.alice)
        await alice.orders()
        (picture,) = screen.pictures(alice.shown)
        assert picture.alt and picture.attachment is not None

    scene(tmp_path, play)


def test_the_message_that_tries_the_way_to_a_player_makes_no_sound(tmp_path: Path) -> None:
    async def play(t: DiscordHarness) -> None:
        await t.seated()
        tries = [m for m in t.alice.dms if "will arrive like this" in screen.text(m)]
        assert len(tries) == 1 and all(m.flags & SILENT for m in tries)

    scene(tmp_path, play)


def test_a_player_who_reads_on_request_finds_what_waits_while_they_are_here(tmp_path: Path) -> None:
    async def play(t: DiscordHarness) -> None:
        campaign = await begun(t, seed=b"hands 8")
        alice = Player(t, t.alice)
        t.bench.service.channels.keep_reader(Reader(f"discord/{t.alice.id}", way="hand"))
        await alice.orders()
        await alice.press(alice.labels[0])
        await alice.press("Give this order")
        bob = Player(t, t.bob)
        await bob.orders()
        await bob.press(bob.labels[0])
        await bob.press("Give this order")
        assert "Choose a card to play" in (await alice.command("my hand")).text
        assert not direct(t, t.alice), "She is here: nobody calls her"
        await pass_time(t, campaign, HOUR)
        (called,) = direct(t, t.alice)
        assert "it is Caesar's turn" in screen.text(called)

    scene(tmp_path, play)
