"""The test server itself, by a tiny bot on an unmodified discord.py."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import aiohttp
import pytest

from tests.fake_discord.people import screen
from tests.fake_discord.problems import Refused
from tests.fake_discord.process import BotProcess
from tests.fake_discord.server import Server
from tests.fake_discord.state.model import FORUM, Channel
from tests.fake_discord.toy_bot import ToyBot, toy_bot


class Table:
    """A server with a guild, a channel, two people and the toy bot."""

    def __init__(self, server: Server, bot: ToyBot, channel: Channel) -> None:
        self.server, self.bot, self.channel = server, bot, channel
        self.guild = server.world.guilds[str(channel.guild_id)]
        self.alice = server.user("Alice")
        self.bob = server.user("Bob", locale="ja")


async def table(scene: Callable[[Table], Awaitable[None]]) -> Server:
    async with Server() as server:
        guild = server.world.add_guild("Legio")
        channel = server.world.add_channel(guild, "table")
        async with toy_bot(server) as bot:
            await scene(Table(server, bot, channel))
            await server.quiet()
    return server


def played(scene: Callable[[Table], Awaitable[None]]) -> Callable[[], None]:
    """Run the scene with everything set up; leaving checks that all was within the specification."""

    def test() -> None:
        asyncio.run(table(scene))

    test.__doc__ = scene.__doc__
    return test


# -- what a person can do


@played
async def test_a_command_is_answered_to_all(t: Table) -> None:
    reply = await t.alice.command("toy hello", t.channel, times=2)
    assert reply.text == "hello hello "
    assert t.bob.visible(t.channel) == [reply.message]
    assert reply.seconds is not None and t.server.registrations == 1


@played
async def test_a_client_refuses_what_the_command_does_not_take(t: Table) -> None:
    for words in ("toy nothing", "toy", "toy go"):
        with pytest.raises(Refused):
            await t.alice.command(words, t.channel)
    with pytest.raises(Refused):
        await t.alice.command("toy hello", t.channel, times=4)
    with pytest.raises(Refused):
        await t.alice.command("toy hello", t.channel, times="two")


@played
async def test_a_button_answers_only_to_who_pressed(t: Table) -> None:
    reply = await t.alice.command("toy vote", t.channel)
    pressed = await t.bob.press(reply.message, "Yes")
    assert pressed.text == "yes on 3" and pressed.message.ephemeral
    assert pressed.message in t.bob.visible(t.channel)
    assert pressed.message not in t.alice.visible(t.channel)
    with pytest.raises(Refused):
        await t.alice.press(pressed.message, "Yes")


@played
async def test_a_select_takes_its_options_and_no_others(t: Table) -> None:
    message = (await t.alice.command("toy pick", t.channel)).message
    for wrong in (["Hispania"], [], ["Gallia", "Italia", "Graecia"], ["Gallia", "gallia"]):
        with pytest.raises(Refused):
            await t.alice.select(message, "pick", wrong)
    with pytest.raises(Refused):
        await t.alice.press(message, "Never")
    assert (await t.alice.select(message, "Who?", t.bob)).text == "Bob it is"
    reply = await t.alice.select(message, "Which provinces?", ["Gallia", "italia"])
    assert reply.updated and reply.message is message and reply.text == "picked gallia, italia"
    with pytest.raises(Refused):
        await t.alice.select(message, "pick", "Gallia")


@played
async def test_a_modal_is_filled_in_and_checked_like_a_client_does(t: Table) -> None:
    modal = (await t.alice.command("toy orders", t.channel)).modal
    assert modal.labels == ["Orders", "Stance"] and modal.options("Stance") == ["Hold", "March"]
    for wrong in (
        {"Orders": "x" * 51, "Stance": "Hold"},
        {"Stance": "Hold"},
        {"Orders": "x"},
        {"Other": "x"},
    ):
        with pytest.raises(Refused):
            await t.alice.fill(modal, wrong)
    reply = await t.alice.fill(modal, {"Orders": "to Roma\nand on", "Stance": "March"})
    assert reply.text == "to Roma\nand on / March"
    with pytest.raises(Refused):
        await t.alice.fill(modal, {"Orders": "again", "Stance": "March"})


@played
async def test_autocomplete_offers(t: Table) -> None:
    reply = await t.alice.autocomplete("toy go", t.channel, "where", "r")
    assert reply.choices == [("Roma", "roma"), ("Ravenna", "ravenna")]
    assert (await t.alice.command("toy go", t.channel, where="roma")).text == "gone to roma"


@played
async def test_a_panel_with_a_picture_comes_after_some_thought(t: Table) -> None:
    reply = await t.alice.command("toy panel", t.channel)
    assert reply.message.v2 and reply.message.ephemeral and reply.text == "What now?"
    (picture,) = screen.pictures(reply.message)
    assert picture.alt == "The map of Gallia" and picture.attachment is not None
    assert picture.attachment.size == (320, 200) and picture.attachment.description == "Alt of the map"
    async with aiohttp.ClientSession() as session, session.get(picture.url) as got:
        assert await got.read() == picture.attachment.data
    assert (await t.alice.press(reply.message, "vote:7:no")).text == "no on 7"
    assert t.bob.visible(t.channel) == []


@played
async def test_follow_ups_replace_the_waiting_message_and_keep_its_privacy(t: Table) -> None:
    reply = await t.alice.command("toy follow", t.channel)
    await t.server.quiet()
    first, second, third = reply.message, *reply.interaction.followups
    assert first.content == "first, in place of the wheel" and first.ephemeral and first.deleted
    assert (second.ephemeral, third.ephemeral, third.content) == (False, True, "third, edited")
    assert t.bob.visible(t.channel) == [second]


@played
async def test_posts_pins_and_threads(t: Table) -> None:
    reply = await t.alice.command("toy post", t.channel, name="one")
    assert reply.text == "done; no problems"
    status, pinned = t.bob.visible(t.channel)
    assert status.pinned and pinned.type == 6 and status.attachments[0].description == "A"
    assert [each.name for each in t.bob.threads(t.channel)] == ["turn of one"]
    (secret,) = [each for each in t.alice.threads(t.channel) if each.name == "secrets of one"]
    assert t.alice.id in secret.thread_members and not t.bob.sees(secret)
    assert t.alice.visible(secret)[0].pings == [t.alice.id] and t.bob.visible(secret) == []
    again = await t.alice.command("toy post", t.channel, name="one")
    assert (
        again.text == "done; 400 160004"
        and [each.content for each in t.channel.messages].count("status of one") == 1
    )


@played
async def test_commands_go_in_threads_and_dms_too(t: Table) -> None:
    await t.alice.command("toy post", t.channel, name="one")
    for thread in t.alice.threads(t.channel):
        assert (await t.alice.command("toy hello", thread)).text == "hello "
    assert (await t.alice.command("toy hello", t.alice.dm_channel)).text == "hello "
    with pytest.raises(Refused):
        await t.bob.command("toy hello", t.alice.dm_channel)


@played
async def test_each_reads_commands_in_their_own_language(t: Table) -> None:
    assert t.alice.reads("toy hello", t.channel) == ("hello", "Says hello")
    assert t.bob.reads("toy hello", t.channel) == ("hello", "挨拶する")


@played
async def test_what_is_forbidden_is_refused_with_discords_codes(t: Table) -> None:
    t.server.forbid(t.channel, "pin_messages", "create_public_threads", "create_private_threads")
    assert (
        await t.alice.command("toy post", t.channel, name="a")
    ).text == "done; 403 50013, 403 50013, 403 50013"
    t.server.permit(t.channel, "pin_messages", "create_public_threads", "create_private_threads")
    t.server.forbid(t.channel, "attach_files")
    reply = await t.alice.command("toy post", t.channel, name="b", settle=False)
    await t.server.until(lambda: reply.interaction.callback is not None)
    await t.server.until(lambda: t.server.traffic.of("create_message")[-1].status == 403)
    assert t.server.traffic.of("create_message")[-1].answer["code"] == 50013
    t.server.give_up()


@played
async def test_closed_dms(t: Table) -> None:
    assert (await t.alice.command("toy write", t.channel, to=t.bob)).text == "written"
    assert [each.content for each in t.bob.dms] == ["psst"] and t.alice.dms == []
    pressed = await t.bob.press(t.bob.dms[0], "No")
    assert pressed.text == "no on 5" and pressed.message in t.bob.dms
    t.bob.user.dms_open = False
    assert (await t.alice.command("toy write", t.channel, to=t.bob)).text == "403 50007"
    t.server.fail("create_message", code=40003)
    assert (await t.alice.command("toy write", t.channel, to=t.bob)).text == "403 40003"
    t.bob.leave(t.guild)
    assert (await t.alice.command("toy write", t.channel, to=t.bob)).text == "403 50278"
    assert t.bob.visible(t.channel) == [] and t.server.traffic.refused == 3


@played
async def test_moderators_see_private_threads_and_close_them(t: Table) -> None:
    await t.alice.command("toy post", t.channel, name="one")
    (secret,) = [each for each in t.alice.threads(t.channel) if each.name == "secrets of one"]
    assert not t.bob.sees(secret)
    t.server.grant(t.bob, t.guild, t.server.world.add_role(t.guild, "Mods", "manage_threads"))
    assert t.bob.sees(secret)
    t.server.world.archive(secret)
    t.server.world.remove_channel(secret)
    assert not t.alice.sees(secret) and not t.bob.sees(secret)


@played
async def test_what_is_deleted_cannot_be_edited(t: Table) -> None:
    held = t.server.hold("update_webhook_message")
    reply = await t.alice.command("toy follow", t.channel, settle=False)
    assert held.reached is not None and held.gate is not None
    await held.reached.wait()
    t.alice.delete(reply.interaction.followups[-1])
    held.gate.set()
    await t.server.until(lambda: t.server.traffic.of("update_webhook_message")[-1].status == 404)
    assert t.server.traffic.of("update_webhook_message")[-1].answer["code"] == 10008


# -- what goes wrong on the way


@played
async def test_an_answer_that_is_late_or_given_twice_is_refused(t: Table) -> None:
    late = await t.alice.command("toy badly", t.channel, how="late", settle=False)
    t.server.interactions.expire(late.interaction)
    t.bot.gate.set()
    twice = await t.alice.command("toy badly", t.channel, how="twice")
    await t.server.until(lambda: len(t.bot.errors) == 2)
    assert late.failed and twice.text == "one"
    assert sorted(t.bot.errors) == ["400 40060", "404 10062"]


def test_an_interaction_that_is_not_answered_expires() -> None:
    async def scene() -> None:
        async with Server(patience=0.05) as server:
            guild = server.world.add_guild("Legio")
            channel = server.world.add_channel(guild, "table")
            alice = server.user("Alice")
            async with toy_bot(server) as bot:
                reply = await alice.command("toy badly", channel, how="late")
                assert reply.failed == "The application did not respond"
                bot.gate.set()
                await server.until(lambda: bot.errors == ["404 10062"])

    asyncio.run(scene())


@played
async def test_an_answer_lost_on_the_way_back_has_taken_effect(t: Table) -> None:
    t.server.fail("create_message", status=502, applied=True)
    t.server.fail("create_interaction_response", status=502, applied=True, where=lambda path: True)
    reply = t.alice.command("toy badly", t.channel, how="once")
    hello, _ = await asyncio.gather(reply, t.alice.command("toy post", t.channel, name="lost"))
    await t.server.until(lambda: t.bot.errors == ["400 40060"])
    assert hello.text == "one"
    assert [each.status for each in t.server.traffic.of("create_message")][:2] == [502, 200]
    assert [each.content for each in t.channel.messages].count("status of lost") == 1


@played
async def test_a_rate_limit_is_waited_out(t: Table) -> None:
    t.server.limit("create_message", retry_after=0.02)
    assert "no problems" in (await t.alice.command("toy post", t.channel, name="slow")).text
    assert [each.status for each in t.server.traffic.of("create_message")][:2] == [429, 200]


@played
async def test_a_broken_connection_is_resumed_and_nothing_is_lost(t: Table) -> None:
    message = (await t.alice.command("toy vote", t.channel)).message
    t.server.gateway.abort()
    reply = await t.bob.press(message, "Yes")
    assert reply.text == "yes on 3" and t.server.gateway.resumed == 1
    await t.server.gateway.repeat(reply.interaction.payload)
    await t.server.gateway.rewind(1)
    await t.server.quiet()
    assert t.bot.repeated == 2 and len(t.bob.visible(t.channel)) == 2


@played
async def test_a_session_that_is_lost_is_begun_anew(t: Table) -> None:
    t.server.gateway.refuse_resume = True
    t.server.gateway.abort()
    await t.server.gateway.ready(2)
    await t.server.gateway.invalidate()
    await t.server.gateway.ready(3)
    await t.server.gateway.reconnect()
    await t.server.until(lambda: t.server.gateway.resumed == 1)
    assert (await t.alice.command("toy hello", t.channel)).text == "hello "


@played
async def test_two_at_once_can_be_held_in_the_middle(t: Table) -> None:
    message = (await t.alice.command("toy vote", t.channel)).message
    held = t.server.hold("create_interaction_response")
    first = await t.alice.press(message, "Yes", settle=False)
    assert held.reached is not None and held.gate is not None
    await held.reached.wait()
    assert (await t.bob.press(message, "Yes")).text == "yes on 3" and first.interaction.waiting
    held.gate.set()
    assert (await first.settled()).text == "yes on 3"


@played
async def test_with_the_guilds_intent_alone_the_bot_hears_no_messages(t: Table) -> None:
    heard: list[str] = []

    @t.bot.event
    async def on_guild_channel_create(channel: object) -> None:
        heard.append("channel")

    @t.bot.event
    async def on_message(message: object) -> None:
        heard.append("message")

    t.alice.say(t.channel, "hello")
    t.server.world.add_channel(t.guild, "posts", FORUM)
    await t.server.quiet()
    assert heard == ["channel"]


def test_a_killed_bot_comes_back_and_its_buttons_live() -> None:
    async def scene() -> None:
        async with Server() as server:
            guild = server.world.add_guild("Legio")
            channel = server.world.add_channel(guild, "table")
            alice = server.user("Alice")
            process = BotProcess(server, "tests.fake_discord.toy_bot")
            await process.start()
            message = (await alice.command("toy vote", channel)).message
            held = server.hold("create_interaction_response", applied=True)
            pressed = await alice.press(message, "Yes", settle=False)
            assert held.reached is not None
            await held.reached.wait()
            await process.kill()
            server.faults.clear()
            assert pressed.text == "yes on 3", "the answer was given, though the bot never knew"
            assert (await alice.press(message, "Yes")).failed
            await process.start()
            assert (await alice.press(message, "Yes")).text == "yes on 3"
            await process.kill()

    asyncio.run(scene())


def test_the_same_acts_give_the_same_bytes() -> None:
    async def scene(t: Table) -> None:
        panel = await t.alice.command("toy panel", t.channel)
        await t.alice.press(panel.message, "Yes")
        await t.alice.command("toy post", t.channel, name="x")
        seen.append((b"\n".join(t.server.traffic.sent()), t.alice.witness(), t.bob.witness()))

    seen: list[tuple[bytes, bytes, bytes]] = []
    asyncio.run(table(scene))
    asyncio.run(table(scene))
    for one, other in zip(*seen, strict=True):
        assert one.splitlines() == other.splitlines()
    assert b"What now?" in seen[0][1] and b"What now?" not in seen[0][2]
