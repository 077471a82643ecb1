"""Questions and reminders reach their readers: in a thread, in a team's, and in the channel."""

from __future__ import annotations

from msgspec import structs

from service.api import Service
from service.usecases.seats import teams
from service.usecases.time import deadlines
from service.values.posts import ReminderNotice
from service.values.time_control import TimeControl
from tests.discord.test_windows import asked, ring
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.state.model import PRIVATE_THREAD, Channel, Message
from tests.harness.clock import later
from tests.harness.discord_toys import ToyHarness, toyed
from tests.harness.service import by

HOURS = 48
SILENT = 1 << 12
"""The flag of a message that makes no sound."""


async def reads(t: ToyHarness, person: Person, way: str) -> None:
    """From now on somebody is reached this way first."""

    def chosen(service: Service) -> None:
        channels = service.channels
        kept = channels.reader(f"discord/{person.id}")
        channels.keep_reader(structs.replace(kept, way=way))

    await t.worker.run(chosen)


async def hurried(t: ToyHarness, campaign: int) -> None:
    judge = by(f"discord/{t.judge.id}")
    await t.worker.run(
        lambda service: service.do(judge, campaign, deadlines.set_pace, TimeControl("fixed", HOURS))
    )
    await t.settled()


async def nearly_late(t: ToyHarness) -> list[Message]:
    """An hour before the deadline; what was posted then."""
    before = {m.id for m in everywhere(t)}
    await t.worker.run(lambda _: later(t.bench, HOURS - 1))
    await t.settled()
    return [m for m in everywhere(t) if m.id not in before]


def everywhere(t: ToyHarness) -> list[Message]:
    return [m for place in t.server.world.channels.values() for m in place.messages if m.only_for is None]


def place_of(t: ToyHarness, message: Message) -> Channel:
    return t.server.world.channels[message.channel_id]


@toyed
async def test_a_question_and_its_reminder_ring_in_a_private_thread(t: ToyHarness) -> None:
    await reads(t, t.alice, "thread")
    campaign = await t.begun()
    rung = [m for m in everywhere(t) if t.alice.id in m.pings and place_of(t, m).type == PRIVATE_THREAD]
    assert len(rung) >= 1 and "Orders" in {b.label for b in screen.buttons(rung[-1])}
    await hurried(t, campaign)
    (reminder,) = [m for m in await nearly_late(t) if place_of(t, m).type == PRIVATE_THREAD]
    assert reminder.pings == [t.alice.id] and "You have until" in screen.text(reminder)


@toyed
async def test_a_reminder_mentions_a_player_who_reads_on_demand_too(t: ToyHarness) -> None:
    await reads(t, t.alice, "hand")
    await hurried(t, await t.begun())
    (called,) = [m for m in await nearly_late(t) if t.alice.id in m.pings]
    assert "it is North's turn" in screen.text(called) and place_of(t, called) is t.channel
    looked = await t.alice.press(called, "Hand")
    assert "You have until" in looked.text


@toyed
async def test_a_reminder_of_a_window_rings_for_who_has_not_answered(t: ToyHarness) -> None:
    campaign, players = await ring(t, raid="ask")
    await hurried(t, campaign)
    for person in ("b", "c"):
        await reads(t, players[person].person, "hand")
    await players["a"].command("order", line="raid Bela")
    await players["b"].through("pass")
    await t.settled()
    assert asked(t, campaign) == [("c", True)]
    before = {m.id for m in everywhere(t)}
    await t.worker.run(lambda _: later(t.bench, 23))
    await t.settled()
    reminders = [
        p for p in t.bench.service.posts(campaign, ["seat/c"]) if isinstance(p.content, ReminderNotice)
    ]
    assert len(reminders) == 1
    (called,) = [m for m in everywhere(t) if m.id not in before]
    assert place_of(t, called) is t.channel and called.pings == [players["c"].person.id]
    answered = [e["seat"] for e in t.bench.service.log(campaign) if e["t"] == "answer"]
    assert answered[-1] == "b", "who has answered is public; what, is sealed"


@toyed
async def test_a_reminder_in_a_team_thread_spares_onlookers(t: ToyHarness) -> None:
    campaign = await t.begun()
    carla, dido = t.server.user("Carla"), t.server.user("Dido")

    def enlisted(service: Service) -> None:
        for person, role in ((carla, "officer"), (dido, "observer")):
            alice, user = by(f"discord/{t.alice.id}"), f"discord/{person.id}"
            service.do(alice, campaign, teams.enlist, "north", user, person.user.shown, role)

    await t.worker.run(enlisted)
    await hurried(t, campaign)
    posted = [m for m in await nearly_late(t) if place_of(t, m).type == PRIVATE_THREAD]
    (reminder,) = [m for m in posted if m.pings]
    assert sorted(reminder.pings) == sorted([t.alice.id, carla.id])
    assert "Orders" in {b.label for b in screen.buttons(reminder)}


@toyed
async def test_the_hand_forgets_nothing_that_was_on_its_way(t: ToyHarness) -> None:
    await reads(t, t.alice, "hand")
    await t.begun()
    await t.alice.command("my hand", t.channel)
    fault = t.server.hold("create_message", times=None)
    await t.order(t.alice, "bid 2", settle=False)
    await t.order(t.bob, "bid 1", settle=False)
    assert fault.reached is not None
    await fault.reached.wait()
    meanwhile = await t.alice.command("my hand", t.channel, settle=False)
    await meanwhile.settled()
    assert "How many matches do you take?" not in meanwhile.text
    assert fault.gate is not None
    fault.gate.set()
    t.server.faults.remove(fault)
    await t.settled()
    looked = await t.alice.command("my hand", t.channel)
    assert "Since you last looked" in looked.text and "How many matches do you take?" in looked.text


@toyed
async def test_a_team_is_told_that_it_reads_in_its_thread_and_who_else_can(t: ToyHarness) -> None:
    carla = t.server.user("Carla")
    await t.begun()
    alone = await t.alice.command("my delivery", t.channel)
    assert "by direct message" in alone.text
    await t.alice.command("team enlist", t.channel, member=carla, role="officer")
    (offer,) = [m for m in t.channel.messages if carla.id in m.pings]
    assert "Server moderators can read it" in screen.text(offer)
    again = await t.alice.command("team enlist", t.channel, member=carla, role="officer")
    assert "has already been invited" in again.text
    assert len([m for m in t.channel.messages if carla.id in m.pings]) == 1, "No second invitation"
    await carla.press(offer, "Join North")
    await t.round()
    (thread,) = [c for c in t.guild.channels.values() if c.type == PRIVATE_THREAD]
    first, *more = thread.messages
    assert "Server moderators can read private threads" in screen.text(first) and more
    for person in (t.alice, carla):
        told = await person.command("my delivery", t.channel)
        assert "in a private thread" in told.text and "goes to its shared thread" in told.text
        assert "Server moderators" in told.text


@toyed
async def test_without_deadlines_a_player_is_reminded_first_silently_then_with_a_sound(t: ToyHarness) -> None:
    """And by another player once a day; a reader on demand is mentioned in the channel."""
    await t.begun()
    before, found = {m.id for m in everywhere(t)}, []
    for _ in range(6):
        await t.worker.run(lambda _: later(t.bench, 24.1))
        await t.settled()
        found += [m for m in everywhere(t) if m.id not in before]
        before |= {m.id for m in found}
    assert {place_of(t, m).type for m in found} == {1}, "nothing in the channel"
    silent = [bool(m.flags & SILENT) for m in found if place_of(t, m) is t.alice.dm_channel]
    assert silent == [True, False]
    said = [screen.text(m) for m in found]
    assert sum("The game has waited for you for 1 day:" in one for one in said) == 1
    assert sum("ゲームは2日前からあなたを待っています：" in one for one in said) == 1
    assert all("<t:0" not in screen.text(m) for m in found)
    assert "Reminded: South" in (await t.alice.command("game nudge", t.channel)).text
    await t.settled()
    (nudge,) = [m for m in everywhere(t) if m.id not in before and m.only_for is None]
    assert place_of(t, nudge) is t.bob.dm_channel and not nudge.flags & SILENT
    assert "was reminded at" in (await t.alice.command("game nudge", t.channel, seat="south")).text
