"""What the platform refuses, loses or says twice: each degrades with a message, none loses information."""

from __future__ import annotations

import asyncio

from desk.records import Message as Brought
from desk.service import Desk
from desk.surface import Reader
from tests.discord.mouth import Hall, played
from tests.discord.wire import screen
from tests.discord.wire.model import PRIVATE_THREAD, Channel
from tests.discord.wire.person import Person


def texts(channel: Channel) -> str:
    return "\n".join(screen.text(m) for m in channel.messages)


def reader(t: Hall, person: Person) -> Reader:
    return t.bench.desk.office.surface.reader(f"discord/{person.id}")


def private(t: Hall) -> list[Channel]:
    return [c for c in t.guild.channels.values() if c.type == PRIVATE_THREAD]


# -- the private ladder ------------------------------------------------------------------------------


@played
async def test_whoever_closed_his_direct_messages_reads_in_a_private_thread(t: Hall) -> None:
    t.alice.user.dms_open = False
    await t.found()
    reply = await t.alice.press(t.status, "Play Caesar")
    assert "in a private thread" in reply.text and "Whoever moderates" in reply.text
    await t.bob.press(t.status, "Play Pompey")
    await t.settled()
    (thread,) = private(t)
    assert thread.name == "Caesar" and t.alice.sees(thread) and not t.bob.sees(thread)
    assert "Choose the card to discard" in texts(thread)
    assert reader(t, t.alice).closed
    tried = [e for e in t.server.traffic.exchanges if e.status == 403]
    assert len(tried) == 1


@played
async def test_without_any_private_way_he_is_called_and_looks_himself(t: Hall) -> None:
    t.alice.user.dms_open = False
    t.server.forbid(t.channel, "create_private_threads")
    await t.server.quiet()
    await t.found()
    reply = await t.alice.press(t.status, "Play Caesar")
    assert "only when you ask for it" in reply.text
    await t.bob.press(t.status, "Play Pompey")
    await t.settled()
    assert private(t) == []
    called = [m for m in t.channel.messages if m.pings == [t.alice.id]]
    assert len(called) == 1 and "Caesar is asked" in screen.text(called[0])
    assert "Choose the card" not in texts(t.channel)
    reply = await t.alice.press(called[0], "Hand")
    assert "Since you last looked" in reply.text and "Caesar holds" in reply.text
    reply = await t.alice.press(called[0], "Hand")
    assert "Since you last looked" not in reply.text


@played
async def test_closed_messages_are_tried_again_when_asked_for(t: Hall) -> None:
    t.alice.user.dms_open = False
    await t.found()
    reply = await t.alice.press(t.status, "Play Caesar")
    t.alice.user.dms_open = True
    reply = await t.alice.command("my delivery", t.channel)
    assert "in a private thread" in reply.text and "closed to me" in reply.text
    await t.alice.press(reply.message, "Direct message")
    await t.settled()
    assert not reader(t, t.alice).closed and len(t.alice.dms) == 1


@played
async def test_closed_messages_are_tried_again_at_another_game(t: Hall) -> None:
    t.alice.user.dms_open = False
    await t.found()
    assert "in a private thread" in (await t.alice.press(t.status, "Play Caesar")).text
    t.alice.user.dms_open = True
    other = t.server.world.add_channel(t.guild, "other")
    await t.found(other)
    assert "by direct message" in (await t.alice.command("game join", other, seat="caesar")).text
    assert not reader(t, t.alice).closed


@played
async def test_a_strict_game_puts_no_secret_into_a_thread(t: Hall) -> None:
    t.alice.user.dms_open = False
    reply = await t.judge.command("game new", t.channel, title="Rubicon")
    await t.judge.press(reply.message, "Secrets: any way")
    await t.settled()
    await t.judge.press(reply.message, "Found it")
    await t.settled()
    await t.alice.press(t.status, "Play Caesar")
    await t.bob.press(t.status, "Play Pompey")
    await t.settled()
    assert private(t) == []


# -- the public surface ------------------------------------------------------------------------------


@played
async def test_dice_stand_in_the_channel_where_threads_are_forbidden(t: Hall) -> None:
    t.server.forbid(t.channel, "create_public_threads")
    await t.server.quiet()
    await t.seated()
    assert t.alice.threads(t.channel) == []
    assert "seed `" in texts(t.channel)


@played
async def test_a_map_is_told_in_words_where_files_are_forbidden(t: Hall) -> None:
    t.server.forbid(t.channel, "attach_files")
    await t.server.quiet()
    await t.seated()
    assert not any(m.attachments for m in t.channel.messages if m.only_for is None)
    assert "Year 1, turn 1: the deal" in texts(t.channel)
    assert "Massilia" in texts(t.channel)


@played
async def test_the_status_is_of_use_where_pins_are_forbidden(t: Hall) -> None:
    t.server.forbid(t.channel, "pin_messages")
    await t.server.quiet()
    reply = await t.judge.command("game new", t.channel, title="Rubicon")
    await t.judge.press(reply.message, "Found it")
    await t.settled()
    (status,) = [m for m in t.channel.messages if "Play Caesar" in {b.label for b in screen.buttons(m)}]
    assert status.pinned is None


@played
async def test_a_status_message_that_was_deleted_is_made_again(t: Hall) -> None:
    campaign = await t.found()
    t.judge.delete(t.status)
    await t.judge.command("game status", t.channel)
    await t.settled()
    shown = t.bench.desk.office.surface.shown(campaign)
    assert shown is not None and str(shown.status) == t.status.id
    assert sum(1 for m in t.channel.messages if m.pinned) == 1


@played
async def test_a_thread_that_was_deleted_is_made_again(t: Hall) -> None:
    campaign = await t.seated()
    (thread,) = t.alice.threads(t.channel)
    t.server.world.remove_channel(thread)
    await t.server.quiet()
    await discard(t, campaign)
    (again,) = t.alice.threads(t.channel)
    assert again.id != thread.id and again.messages


async def discard(t: Hall, campaign: int) -> None:
    """Both seats lay their first card aside."""

    def laid_aside(desk: Desk) -> None:
        for person, seat in ((t.alice, "caesar"), (t.bob, "pompey")):
            pending = desk.pending(campaign, seat)
            assert pending is not None
            answer = next(iter(pending.choice.describe()["options"]))["id"]
            desk.submit(Brought("", f"discord/{person.id}"), campaign, seat, answer)

    await t.clerk.do(laid_aside)
    await t.settled()


@played
async def test_a_channel_that_is_gone_loses_nothing_and_its_referee_is_told(t: Hall) -> None:
    campaign = await t.seated()
    t.server.world.remove_channel(t.channel)
    await t.server.quiet()
    user = Brought("", f"discord/{t.judge.id}")
    await t.clerk.do(lambda d: d.hold(user, campaign, "a storm"))
    await t.server.until(lambda: bool(t.judge.dms), "the referee's message")
    assert "I cannot write to the channel of “Rubicon”" in screen.text(t.judge.dms[0])
    other = t.server.world.add_channel(t.guild, "elsewhere")
    await t.server.quiet()
    await t.judge.command("game move", other)
    await t.settled()
    assert "a storm" in texts(other)
    shown = t.bench.desk.office.surface.shown(campaign)
    assert shown is not None and shown.gone == ""


# -- lost, late, twice -------------------------------------------------------------------------------


@played
async def test_an_answer_lost_on_the_way_is_posted_once(t: Hall) -> None:
    t.server.fail("create_message", status=502, applied=True)
    await t.seated()
    shown = [screen.text(m) for m in t.channel.messages if m.only_for is None]
    assert len([text for text in shown if "is founded" in text]) == 1


@played
async def test_a_press_that_was_answered_before_is_no_failure(t: Hall) -> None:
    await t.found()
    t.server.fail("create_interaction_response", status=502, applied=True)
    reply = await t.alice.press(t.status, "Play Caesar")
    await t.settled()
    assert "You play Caesar." in reply.text


@played
async def test_a_late_answer_comes_by_direct_message(t: Hall) -> None:
    campaign = await t.found()
    t.server.fail("create_interaction_response", code=10062)
    await t.alice.press(t.status, "Play Caesar", settle=False)
    await t.server.until(lambda: len(t.alice.dms) > 1, "the answer")
    assert t.bench.desk.status(campaign).members["caesar"].user == f"discord/{t.alice.id}"
    assert "You play Caesar." in screen.text(t.alice.dms[-1])
    t.server.give_up()


@played
async def test_two_at_once_do_not_get_one_seat(t: Hall) -> None:
    campaign = await t.found()
    one = await t.alice.press(t.status, "Play Caesar", settle=False)
    two = await t.bob.press(t.status, "Play Caesar", settle=False)
    await asyncio.gather(one.settled(), two.settled())
    await t.settled()
    member = t.bench.desk.status(campaign).members["caesar"]
    winner, loser = (one, two) if member.user == f"discord/{t.alice.id}" else (two, one)
    assert "Caesar" in loser.text or "カエサル" in loser.text
    assert winner.text != loser.text


@played
async def test_what_breaks_is_said_by_an_id_and_without_a_traceback(t: Hall) -> None:
    await t.found()

    def broken(*_: object) -> None:
        raise RuntimeError("a secret")

    t.bench.desk.join = broken  # type: ignore[method-assign, assignment]
    reply = await t.alice.press(t.status, "Play Caesar")
    assert "Something went wrong (error " in reply.text and "secret" not in reply.text


@played
async def test_a_form_that_came_too_late_is_not_silent(t: Hall) -> None:
    await t.seated()
    t.server.fail("create_interaction_response", code=10062)
    await t.judge.command("referee announce", t.channel, settle=False)
    await t.server.until(lambda: bool(t.judge.dms), "the word")
    assert "this form could not open any more" in screen.text(t.judge.dms[-1])
    t.server.give_up()
