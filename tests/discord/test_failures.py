"""Refusals, losses and repetitions of Discord: each degrades with a message, none loses information."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from service.api import Service
from service.usecases.agreeing import ending
from service.usecases.play import playing, queries
from service.values.front_ends.channels import Reader
from service.values.records import Message as Brought
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.state import payloads
from tests.fake_discord.state.model import PRIVATE_THREAD, PUBLIC_THREAD, Channel
from tests.fake_discord.state.permissions import bits
from tests.fake_discord.state.world import GUILDS
from tests.harness.discord import DiscordHarness, played


def texts(channel: Channel) -> str:
    return "\n".join(screen.text(m) for m in channel.messages)


def reader(t: DiscordHarness, person: Person) -> Reader:
    return t.bench.service.channels.reader(f"discord/{person.id}")


async def roll(t: DiscordHarness, campaign: int, label: str) -> None:
    judge = Brought("", f"discord/{t.judge.id}")
    await t.worker.run(lambda service: service.do(judge, campaign, ending.roll, label, 1, 6, ""))


def private(t: DiscordHarness) -> list[Channel]:
    return [c for c in t.guild.channels.values() if c.type == PRIVATE_THREAD]


# -- the order of private deliveries ----------------------------------------------------------------


@played
async def test_without_direct_messages_a_player_reads_in_a_private_thread(t: DiscordHarness) -> None:
    t.alice.user.dms_open = False
    await t.found()
    reply = await t.alice.press(t.status, "Play Caesar")
    assert "in a private thread" in reply.text and "Server moderators" in reply.text
    await t.bob.press(t.status, "Play Pompey")
    await t.settled()
    (thread,) = private(t)
    assert thread.name == "Caesar" and t.alice.sees(thread) and not t.bob.sees(thread)
    assert "Choose a card to discard" in texts(thread)
    assert reader(t, t.alice).closed
    tried = [e for e in t.server.traffic.exchanges if e.status == 403]
    assert len(tried) == 1


@pytest.mark.parametrize(("inside", "threads"), [(False, 1), (True, 2)])
def test_a_thread_left_behind_by_a_crash_is_used_if_nobody_was_let_in(
    tmp_path: Path, inside: bool, threads: int
) -> None:
    async def scene(t: DiscordHarness) -> None:
        t.alice.user.dms_open = False
        await t.found()
        left = Channel(t.server.world.mint.id("threads"), PRIVATE_THREAD, "Caesar", t.guild.id, t.channel.id)
        left.owner_id, left.thread_members = t.server.world.bot.id, [t.server.world.bot.id]
        t.server.world.channels[left.id] = t.guild.channels[left.id] = left
        t.server.world.emit("THREAD_CREATE", payloads.channel(t.server.world, left), 1, None)
        await t.server.quiet()
        if inside:
            left.thread_members.append(t.bob.id)
        await t.alice.press(t.status, "Play Caesar")
        await t.settled()
        assert len(private(t)) == threads and t.bob.sees(left) == inside
        assert t.alice.sees(left) != inside

    played(scene)(tmp_path)


@played
async def test_without_any_private_way_a_player_is_mentioned_and_asks(t: DiscordHarness) -> None:
    t.alice.user.dms_open = False
    t.server.forbid(t.channel, "create_private_threads")
    await t.server.quiet()
    await t.found()
    reply = await t.alice.press(t.status, "Play Caesar")
    assert "only when you ask" in reply.text
    await t.bob.press(t.status, "Play Pompey")
    await t.settled()
    assert private(t) == []
    called = [m for m in t.channel.messages if m.pings == [t.alice.id]]
    assert len(called) == 1 and "it is Caesar's turn" in screen.text(called[0])
    assert "Choose a card" not in texts(t.channel)
    reply = await t.alice.press(called[0], "Hand")
    assert "Since you last looked" in reply.text and "Caesar's hand" in reply.text
    reply = await t.alice.press(called[0], "Hand")
    assert "Since you last looked" not in reply.text


@played
async def test_closed_messages_are_tried_again_when_asked_for(t: DiscordHarness) -> None:
    t.alice.user.dms_open = False
    await t.found()
    reply = await t.alice.press(t.status, "Play Caesar")
    t.alice.user.dms_open = True
    reply = await t.alice.command("my delivery", t.channel)
    assert "in a private thread" in reply.text and "cannot receive direct messages" in reply.text
    await t.alice.press(reply.message, "Direct message")
    await t.settled()
    assert not reader(t, t.alice).closed and len(t.alice.dms) == 1


@played
async def test_closed_messages_are_tried_again_at_another_game(t: DiscordHarness) -> None:
    t.alice.user.dms_open = False
    await t.found()
    assert "in a private thread" in (await t.alice.press(t.status, "Play Caesar")).text
    t.alice.user.dms_open = True
    other = t.server.world.add_channel(t.guild, "other")
    await t.found(other)
    assert "by direct message" in (await t.alice.command("game join", other, seat="caesar")).text
    assert not reader(t, t.alice).closed


@played
async def test_a_strict_game_puts_no_secret_into_a_thread(t: DiscordHarness) -> None:
    t.alice.user.dms_open = False
    reply = await t.judge.command("game new", t.channel, title="Rubicon")
    await t.judge.press(reply.message, "Secrets: any delivery")
    await t.settled()
    await t.judge.press(reply.message, "Create game")
    await t.settled()
    await t.alice.press(t.status, "Play Caesar")
    await t.bob.press(t.status, "Play Pompey")
    await t.settled()
    assert private(t) == []


@played
async def test_a_refused_token_closes_nobodys_direct_messages(t: DiscordHarness) -> None:
    await t.found()
    refused = t.server.fail("create_dm", status=401, times=None)
    await t.alice.press(t.status, "Play Caesar")
    await t.bob.press(t.status, "Play Pompey")
    await t.server.until(lambda: refused.met > 3, "tries")
    assert not reader(t, t.alice).closed and private(t) == []
    t.server.faults.remove(refused)
    await t.settled()
    assert "Choose a card to discard" in "".join(map(screen.text, t.alice.dms))


@played
async def test_a_late_answer_comes_by_no_way_that_its_reader_has_given_up(t: DiscordHarness) -> None:
    await t.seated()
    reply = await t.alice.command("my delivery", t.channel)
    await t.alice.press(reply.message, "Only on request")
    await t.settled()
    before = len(t.alice.dms)
    late = t.server.fail("create_interaction_response", code=10062)
    await t.alice.press(t.status, "Hand", settle=False)
    await t.server.until(lambda: late.met > 0 and t.client.is_idle, "the late look")
    assert "your command took too long" not in texts(t.channel), "nothing has changed"
    t.server.fail("create_interaction_response", code=10062)
    await t.alice.command("order", t.channel, line="discard nonsense", settle=False)
    await t.server.until(lambda: "your command took too long" in texts(t.channel), "the word")
    assert len(t.alice.dms) == before and "Pluto" not in texts(t.channel)
    t.server.give_up()


@played
async def test_a_late_answer_goes_into_the_private_thread_of_its_reader(t: DiscordHarness) -> None:
    t.alice.user.dms_open = False
    await t.seated()
    (thread,) = private(t)
    before = len(thread.messages)
    t.server.fail("create_interaction_response", code=10062)
    await t.alice.press(t.status, "Hand", settle=False)
    await t.server.until(lambda: len(thread.messages) > before, "the answer")
    assert "Hand:" in screen.text(thread.messages[-1]) and "took too long" not in texts(t.channel)
    t.server.give_up()


# -- the public channel ------------------------------------------------------------------------------


@played
async def test_dice_stand_in_the_channel_where_threads_are_forbidden(t: DiscordHarness) -> None:
    t.server.forbid(t.channel, "create_public_threads")
    await t.server.quiet()
    await t.seated()
    assert t.alice.threads(t.channel) == []
    assert any(b.label == "Dice and proof" for m in t.channel.messages for b in screen.buttons(m))


@played
async def test_a_map_is_told_in_words_where_files_are_forbidden(t: DiscordHarness) -> None:
    t.server.forbid(t.channel, "attach_files")
    await t.server.quiet()
    await t.seated()
    assert not any(m.attachments for m in t.channel.messages if m.only_for is None)
    assert "Year 1, turn 1: dealing the cards" in texts(t.channel)
    assert "Massilia" in texts(t.channel)


@played
async def test_the_status_is_of_use_where_pins_are_forbidden(t: DiscordHarness) -> None:
    t.server.forbid(t.channel, "pin_messages")
    await t.server.quiet()
    reply = await t.judge.command("game new", t.channel, title="Rubicon")
    await t.judge.press(reply.message, "Create game")
    await t.settled()
    (status,) = [m for m in t.channel.messages if "Play Caesar" in {b.label for b in screen.buttons(m)}]
    assert status.pinned is None


@played
async def test_another_application_posts_a_status_of_its_own(t: DiscordHarness) -> None:
    campaign, old = await t.seated(), t.status
    t.server.fail("update_message", code=50005, times=None, where=lambda at: at["message_id"] == old.id)
    judge = Brought("", f"discord/{t.judge.id}")
    await t.worker.run(lambda service: service.do(judge, campaign, ending.hold_by_referee, "a storm"))
    await t.settled()
    assert old.pinned is None and t.status.id != old.id and "On hold: a storm" in screen.text(t.status)


@played
async def test_a_post_that_has_gone_to_sleep_is_woken_for_its_status(t: DiscordHarness) -> None:
    post = Channel(t.server.world.mint.id("threads"), PUBLIC_THREAD, "Rubicon", t.guild.id, t.channel.id)
    post.owner_id = t.judge.id
    t.server.world.channels[post.id] = t.guild.channels[post.id] = post
    t.server.world.emit("THREAD_CREATE", payloads.channel(t.server.world, post), 1, None)
    await t.found(post)
    (status,) = [m for m in post.messages if m.pinned]
    t.server.world.archive(post)
    await t.server.quiet()
    await t.judge.command("referee appoint", t.channel, member=t.bob)
    await t.settled()
    assert not post.archived and t.bob.mention in screen.text(status)
    t.server.world.archive(post)
    await t.server.quiet()
    await t.bob.command("game move", t.channel)
    await t.settled()
    assert not post.archived and f"is now shown in <#{t.channel.id}>" in screen.text(status)


@played
async def test_a_status_message_that_was_deleted_is_made_again(t: DiscordHarness) -> None:
    campaign = await t.found()
    t.judge.delete(t.status)
    await t.judge.command("game status", t.channel)
    await t.settled()
    shown = t.bench.service.channels.shown(campaign)
    assert shown is not None and str(shown.status) == t.status.id
    assert sum(1 for m in t.channel.messages if m.pinned) == 1


@played
async def test_a_thread_that_was_deleted_is_made_again(t: DiscordHarness) -> None:
    campaign = await t.seated()
    (thread,) = t.alice.threads(t.channel)
    t.server.world.remove_channel(thread)
    await t.server.quiet()
    await discard(t, campaign)
    (again,) = t.alice.threads(t.channel)
    assert again.id != thread.id and again.messages


async def discard(t: DiscordHarness, campaign: int) -> None:
    """Both seats lay their first card aside."""

    def laid_aside(service: Service) -> None:
        for person, seat in ((t.alice, "caesar"), (t.bob, "pompey")):
            pending = service.look(campaign, queries.pending, seat)
            assert pending is not None
            answer = next(iter(pending.choice.describe()["options"]))["id"]
            service.do(Brought("", f"discord/{person.id}"), campaign, playing.submit, seat, answer)

    await t.worker.run(laid_aside)
    await t.settled()


@played
async def test_a_channel_that_is_gone_loses_nothing_and_its_referee_is_told(t: DiscordHarness) -> None:
    campaign = await t.seated()
    t.server.world.remove_channel(t.channel)
    await t.server.until(lambda: bool(t.judge.dms), "the referee's message, though nothing is to be sent")
    user = Brought("", f"discord/{t.judge.id}")
    await t.worker.run(lambda d: d.do(user, campaign, ending.hold_by_referee, "a storm"))
    assert "can no longer write in the channel of “Rubicon”" in screen.text(t.judge.dms[0])
    other = t.server.world.add_channel(t.guild, "elsewhere")
    await t.server.quiet()
    assert "Caesar, –: " in (await t.alice.command("my games", other)).text
    await t.judge.command("game move", other)
    await t.settled()
    assert "a storm" in texts(other)
    assert f"Caesar, <#{other.id}>: " in (await t.alice.command("my games", other)).text
    shown = t.bench.service.channels.shown(campaign)
    assert shown is not None and shown.gone == ""


@played
async def test_a_server_that_removes_the_bot_is_noticed_at_once(t: DiscordHarness) -> None:
    campaign = await t.seated()
    t.server.world.leave(t.guild, t.server.world.bot)
    shown = t.bench.service.channels.shown
    async with asyncio.timeout(10):
        while (found := shown(campaign)) is None or not found.gone:
            await asyncio.sleep(0.02)


@played
async def test_rights_that_come_back_in_any_way_wake_what_waits(t: DiscordHarness) -> None:
    campaign, world = await t.seated(), t.server.world
    me, bot, channels = t.guild.members[world.bot.id], world.bot, t.bench.service.channels
    role = world.add_role(t.guild, "Umpire")

    def by_role() -> None:
        role.permissions = bits(("manage_messages",))
        world.rename_role(t.guild, role, "Umpire")

    def by_being_given_a_role() -> None:
        me.roles.append(role.id)
        data = payloads.member(world, me) | {"guild_id": t.guild.id}
        world.emit("GUILD_MEMBER_UPDATE", data, GUILDS, None)

    def by_coming_back() -> None:
        world.leave(t.guild, bot)
        t.guild.members[bot.id] = me
        data = payloads.guild_create(world, t.guild)
        del data["unavailable"]  # by that a server is known as one that we have come to
        world.emit("GUILD_CREATE", data, GUILDS, None)

    def through_another_channel() -> None:
        world.changed_channel(world.add_channel(t.guild, "the forum of a post"))

    for n, back in enumerate((by_role, by_being_given_a_role, by_coming_back, through_another_channel)):
        t.server.forbid(t.channel, "view_channel")
        await t.settled()
        await roll(t, campaign, f"wind {n}")
        await t.server.until(lambda: any(s.gone for s in channels.all_shown()), "the loss")
        del t.channel.overwrites[bot.id]
        back()
        await t.settled()
        assert f"wind {n}" in texts(t.channel), back.__name__
    world.leave(t.guild, bot)
    await t.server.until(lambda: any(s.gone for s in channels.all_shown()), "the loss without an act")
    t.guild.members[bot.id] = me
    data = payloads.guild_create(world, t.guild)
    del data["unavailable"]
    t.client.parts.statuses._doubted.clear()  # a minute has gone by
    world.emit("GUILD_CREATE", data, GUILDS, None)
    await t.server.until(lambda: not any(s.gone for s in channels.all_shown()), "the channel answers", 5)


# -- lost, late, twice -------------------------------------------------------------------------------


@played
async def test_an_answer_lost_on_the_way_is_posted_once(t: DiscordHarness) -> None:
    t.server.fail("create_message", status=502, applied=True)
    await t.seated()
    shown = [screen.text(m) for m in t.channel.messages if m.only_for is None]
    assert len([text for text in shown if "has been created" in text]) == 1


@played
async def test_a_press_that_was_answered_before_is_no_failure(t: DiscordHarness) -> None:
    await t.found()
    t.server.fail("create_interaction_response", status=502, applied=True)
    reply = await t.alice.press(t.status, "Play Caesar")
    await t.settled()
    assert "You play Caesar." in reply.text


@played
async def test_a_late_answer_comes_by_direct_message(t: DiscordHarness) -> None:
    campaign = await t.found()
    t.server.fail("create_interaction_response", code=10062)
    await t.alice.press(t.status, "Play Caesar", settle=False)
    await t.server.until(lambda: len(t.alice.dms) > 1, "the answer")
    assert t.bench.service.status(campaign).members["caesar"].user == f"discord/{t.alice.id}"
    assert "You play Caesar." in screen.text(t.alice.dms[-1])
    t.server.give_up()


@played
async def test_two_at_once_do_not_get_one_seat(t: DiscordHarness) -> None:
    campaign = await t.found()
    one = await t.alice.press(t.status, "Play Caesar", settle=False)
    two = await t.bob.press(t.status, "Play Caesar", settle=False)
    await asyncio.gather(one.settled(), two.settled())
    await t.settled()
    member = t.bench.service.status(campaign).members["caesar"]
    winner, loser = (one, two) if member.user == f"discord/{t.alice.id}" else (two, one)
    assert "Caesar" in loser.text or "カエサル" in loser.text
    assert winner.text != loser.text


@played
async def test_what_breaks_is_said_by_an_id_and_without_a_traceback(t: DiscordHarness) -> None:
    await t.found()

    def broken(*_: object) -> None:
        raise RuntimeError("a secret")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(t.bench.service, "do", broken)
        reply = await t.alice.press(t.status, "Play Caesar")
    assert "Something went wrong (error " in reply.text and "secret" not in reply.text


@played
async def test_a_form_that_came_too_late_is_not_silent(t: DiscordHarness) -> None:
    await t.seated()
    t.server.fail("create_interaction_response", code=10062)
    await t.judge.command("referee announce", t.channel, settle=False)
    await t.server.until(lambda: bool(t.judge.dms), "the word")
    assert "the form could not open" in screen.text(t.judge.dms[-1])
    t.server.give_up()
