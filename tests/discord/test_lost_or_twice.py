"""What the platform loses, says late or says twice: everything arrives, and once (discord.md §2, §5).

The account of all posts (`toys.assert_accounted`) is taken at the end of every scene.
"""

from __future__ import annotations

import asyncio

import pytest

from desk.discord.pages import id_of
from tests.discord.toys import Toys, is_status, public, said, toyed
from tests.discord.wire import screen
from tests.discord.wire.model import PRIVATE_THREAD
from tests.discord.wire.problems import Refused


def answers(t: Toys, campaign: int) -> list[str]:
    """The seats that have answered, in the order of the log."""
    return [entry["seat"] for entry in t.bench.desk.log(campaign) if entry["t"] == "answer"]


# -- the private ways, closed later ------------------------------------------------------------------


@toyed
async def test_direct_messages_closed_in_play_lose_nothing(t: Toys) -> None:
    campaign = await t.begun()
    before = len(t.alice.dms)
    t.alice.user.dms_open = False
    await t.round(2, 1)
    (thread,) = [c for c in t.guild.channels.values() if c.type == PRIVATE_THREAD]
    assert t.alice.sees(thread) and not t.bob.sees(thread) and len(t.alice.dms) == before
    assert "Your answer (§2) is entry 8: 2" in said(thread) and "How many matches" in said(thread)
    assert len([e for e in t.server.traffic.exchanges if e.status == 403]) == 1, "it is not tried again"
    assert answers(t, campaign) == ["north", "south"]


@toyed
async def test_with_every_private_way_closed_in_play_he_is_called_and_looks(t: Toys) -> None:
    await t.begun()
    t.alice.user.dms_open = False
    t.server.forbid(t.channel, "create_private_threads")
    await t.server.quiet()
    await t.round(2, 1)
    called = [m for m in t.channel.messages if m.pings == [t.alice.id]]
    assert len(called) == 1 and "North is asked" in screen.text(called[0])
    assert "is entry 8: 2" not in public(t)
    reply = await t.alice.press(called[0], "Hand")
    assert "Your answer (§2) is entry 8: 2" in reply.text and "How many matches" in reply.text


@toyed
async def test_an_answer_that_never_came_has_not_shown_the_hand(t: Toys) -> None:
    """What was called up and did not arrive is there at the next call."""
    await t.begun()
    t.alice.user.dms_open = False
    t.server.forbid(t.channel, "create_private_threads")
    await t.server.quiet()
    await t.round(2, 1)
    t.server.fail("create_interaction_response", code=10062)
    lost = await t.alice.press(t.status, "Hand", settle=False)
    called_out = lambda: "my answer came too late" in said(t.channel)  # noqa: E731
    await t.server.until(called_out, "the word that it came too late")
    t.server.interactions.expire(lost.interaction)
    assert "is entry 8: 2" not in public(t)
    reply = await t.alice.press(t.status, "Hand")
    assert "Since you last looked" in reply.text and "is entry 8: 2" in reply.text


@toyed
async def test_of_many_news_the_hand_shows_all_by_and_by(t: Toys) -> None:
    campaign = await t.begun()
    t.alice.user.dms_open = False
    t.server.forbid(t.channel, "create_private_threads")
    await t.server.quiet()
    for north in (2, 1, 3, 1, 1, 1):
        asked = [a.seat for a in t.bench.desk.asked(campaign)]
        if "south" in asked:
            await t.round(north, 0)
        await t.order(t.alice, "take 1")
    replies = [await t.alice.press(t.status, "Hand") for _ in range(3)]
    news = [text for reply in replies for text in reply.text.splitlines() if text.startswith("Your answer")]
    kept = t.bench.desk.posts(campaign, ["seat/north"], 0, 100)
    assert len(news) == len(set(news)) == sum(post.kind == "receipt" for post in kept)
    assert "more)" in replies[0].text and "Since you last looked" not in replies[2].text


@toyed
async def test_opened_too_fast_is_not_closed(t: Toys) -> None:
    t.server.fail("create_dm", code=40003, times=3)
    await t.begun()
    reader = t.bench.desk.office.surface.reader(f"discord/{t.alice.id}")
    assert not reader.closed and "How many coins" in said(t.alice.dm_channel)


@toyed
async def test_whoever_left_the_server_keeps_his_seat_and_his_news(t: Toys) -> None:
    campaign = await t.begun()
    t.alice.leave(t.guild)
    t.server.fail("create_message", code=50278, where=lambda p: p["channel_id"] == t.alice.dm_channel.id)
    await t.order(t.bob, "bid 1")
    user = f"discord/{t.alice.id}"
    await t.clerk.do(lambda desk: desk.submit(_by(user), campaign, "north", 2))
    await t.settled()
    assert t.bench.desk.status(campaign).members["north"].user == user
    t.server.world.join(t.guild, t.alice.user)
    reply = await t.alice.command("my hand", t.channel)
    told = reply.text + "".join(said(c) for c in t.guild.channels.values() if t.alice.sees(c))
    assert "is entry" in told and "How many matches" in told and "is entry" not in public(t)


def _by(user: str):
    from desk.records import Message

    return Message("", user)


@toyed
async def test_whoever_has_left_a_team_reads_nothing_new(t: Toys) -> None:
    campaign = await t.begun()
    carol = t.server.user("Carol")
    officer, commander = f"discord/{carol.id}", f"discord/{t.alice.id}"
    await t.clerk.do(lambda d: d.enlist(_by(commander), campaign, "north", officer, "Carol", "officer"))
    await t.round(2, 1)
    (shared,) = [c for c in t.guild.channels.values() if c.type == PRIVATE_THREAD]
    assert carol.sees(shared) and t.alice.sees(shared) and not t.bob.sees(shared)
    await t.order(t.alice, "take 1")
    await t.clerk.do(lambda d: d.dismiss(_by(commander), campaign, "north", officer))
    before = carol.witness()
    await t.order(t.alice, "bid 3")
    assert "entry" in said(t.alice.dm_channel)
    assert not [line for line in carol.witness()[len(before):].splitlines() if b"(\\u00a72) is entry" in line]
    assert "is entry 15: 3" not in said(shared)


# -- refused and allowed again -----------------------------------------------------------------------


@toyed
async def test_a_channel_that_was_closed_for_a_while_gets_everything_in_order(t: Toys) -> None:
    campaign = await t.begun()
    t.server.forbid(t.channel, "send_messages", "send_messages_in_threads")
    await t.server.quiet()
    await t.clerk.do(lambda d: d.hold(_by(f"discord/{t.judge.id}"), campaign, "a storm"))
    await t.clerk.do(lambda d: d.release(_by(f"discord/{t.judge.id}"), campaign))
    await t.server.until(lambda: bool(t.judge.dms), "the referee's message")
    assert "I cannot write to the channel" in said(t.judge.dm_channel) and "a storm" not in public(t)
    t.server.permit(t.channel, "send_messages", "send_messages_in_threads")
    await t.server.quiet()
    t.umpire.clerk._tell()
    await t.settled()
    text = said(t.channel)
    assert 0 < text.find("a storm") < text.find("goes on")
    assert len(t.judge.dms) == 1


@toyed
async def test_roles_mean_nothing_to_the_bot(t: Toys) -> None:
    role = t.server.world.add_role(t.guild, "Caesar")
    t.server.grant(t.alice, t.guild, role)
    campaign = await t.begun()
    t.server.world.rename_role(t.guild, role, "Pompey")
    await t.server.quiet()
    await t.round()
    assert answers(t, campaign) == ["north", "south"]


@toyed
async def test_a_status_message_that_was_deleted_comes_back_with_the_next_move(t: Toys) -> None:
    await t.begun()
    t.judge.delete(t.status)
    await t.round()
    assert "Waiting for **North** (§3)" in screen.text(t.status) and t.status.pinned


