"""Losses, delays and repetitions of Discord: everything arrives, and once (design/discord.md §2, §5).

The account of all posts (`toys.assert_accounted`) is taken at the end of every scene.
"""

from __future__ import annotations

from collections.abc import Awaitable
from unittest.mock import patch

import pytest

from frontends.discord.commands import maps
from service.usecases.agreeing import ending
from service.usecases.play import playing
from service.usecases.seats import teams
from tests.fake_discord.people import screen
from tests.fake_discord.people.reply import Reply
from tests.fake_discord.problems import Refused
from tests.fake_discord.state.model import PRIVATE_THREAD
from tests.harness.discord_toys import ToyHarness, is_status, public, said, toyed
from tests.harness.service import by


def answers(t: ToyHarness, campaign: int) -> list[str]:
    """The seats that have answered, in the order of the log."""
    return [entry["seat"] for entry in t.bench.service.log(campaign) if entry["t"] == "answer"]


# -- the private ways, closed later ------------------------------------------------------------------


@toyed
async def test_direct_messages_closed_in_play_lose_nothing(t: ToyHarness) -> None:
    campaign = await t.begun()
    before = len(t.alice.dms)
    t.alice.user.dms_open = False
    await t.round(2, 1)
    (thread,) = [c for c in t.guild.channels.values() if c.type == PRIVATE_THREAD]
    assert t.alice.sees(thread) and not t.bob.sees(thread) and len(t.alice.dms) == before
    assert "You answered" not in said(thread) and "How many matches" in said(thread)
    assert len([e for e in t.server.traffic.exchanges if e.status == 403]) == 1, "it is not tried again"
    assert answers(t, campaign) == ["north", "south"]


@toyed
async def test_with_every_private_way_closed_in_play_a_player_is_mentioned_and_asks(t: ToyHarness) -> None:
    await t.begun()
    t.alice.user.dms_open = False
    t.server.forbid(t.channel, "create_private_threads")
    await t.server.quiet()
    await t.round(2, 1)
    called = [m for m in t.channel.messages if m.pings == [t.alice.id]]
    assert len(called) == 1 and "it is North's turn" in screen.text(called[0])
    assert "How many matches" not in public(t)
    reply = await t.alice.press(called[0], "Hand")
    assert "You answered" not in reply.text and "How many matches" in reply.text


@toyed
async def test_an_answer_that_never_came_has_not_shown_the_hand(t: ToyHarness) -> None:
    """A hand that did not arrive is shown at the next request."""
    await t.begun()
    t.alice.user.dms_open = False
    t.server.forbid(t.channel, "create_private_threads")
    await t.server.quiet()
    await t.round(2, 1)
    t.server.fail("create_interaction_response", code=10062)
    lost = await t.alice.press(t.status, "Hand", settle=False)
    await t.client.parts.active.wait_until_idle()
    t.server.interactions.expire(lost.interaction)
    assert "your command took too long" not in said(t.channel), (
        "what was only looked at is told to nobody else"
    )
    assert "How many matches" not in public(t)
    reply = await t.alice.press(t.status, "Hand")
    assert "Since you last looked" in reply.text and "How many matches" in reply.text


@toyed
async def test_of_many_news_the_hand_shows_all_bit_by_bit(t: ToyHarness) -> None:
    campaign = await t.begun()
    t.alice.user.dms_open = False
    t.server.forbid(t.channel, "create_private_threads")
    await t.server.quiet()
    for north in (2, 1, 3, 1, 1, 1):
        asked = [a.seat for a in t.bench.service.asked(campaign)]
        if "south" in asked:
            await t.round(north, 0)
        await t.order(t.alice, "take 1")
    with patch.object(maps, "MOST_NEWS", 7):
        replies = [await t.alice.press(t.status, "Hand") for _ in range(3)]
    news = [text for reply in replies for text in reply.text.splitlines() if text.startswith("[")]
    kept = t.bench.service.posts(campaign, ["seat/north"], 0, 100)
    assert len(news) == sum(post.kind == "asked" for post in kept) - 1, "The first came by direct message"
    assert "more)" in replies[0].text and "Since you last looked" not in replies[2].text


@toyed
async def test_opened_too_fast_is_not_closed(t: ToyHarness) -> None:
    t.server.fail("create_dm", code=40003, times=3)
    await t.begun()
    reader = t.bench.service.channels.reader(f"discord/{t.alice.id}")
    assert not reader.closed and "How many coins" in said(t.alice.dm_channel)


@toyed
async def test_a_player_who_left_the_server_keeps_seat_and_news(t: ToyHarness) -> None:
    campaign = await t.begun()
    t.alice.leave(t.guild)
    t.server.fail("create_message", code=50278, where=lambda p: p["channel_id"] == t.alice.dm_channel.id)
    await t.order(t.bob, "bid 1")
    user = f"discord/{t.alice.id}"
    await t.worker.run(lambda service: service.do(by(user), campaign, playing.submit, "north", 2))
    await t.settled()
    assert t.bench.service.status(campaign).members["north"].user == user
    t.server.world.join(t.guild, t.alice.user)
    reply = await t.alice.command("my hand", t.channel)
    told = reply.text + "".join(said(c) for c in t.guild.channels.values() if t.alice.sees(c))
    assert "How many matches" in told and "How many matches" not in public(t)


@toyed
async def test_a_player_who_has_left_a_team_reads_nothing_new(t: ToyHarness) -> None:
    campaign = await t.begun()
    carol = t.server.user("Carol")
    officer, commander = f"discord/{carol.id}", f"discord/{t.alice.id}"
    await t.worker.run(
        lambda d: d.do(by(commander), campaign, teams.enlist, "north", officer, "Carol", "officer")
    )
    await t.round(2, 1)
    (shared,) = [c for c in t.guild.channels.values() if c.type == PRIVATE_THREAD]
    assert carol.sees(shared) and t.alice.sees(shared) and not t.bob.sees(shared)
    await t.order(t.alice, "take 1")
    await t.worker.run(lambda d: d.do(by(commander), campaign, teams.dismiss, "north", officer))
    before = carol.witness()
    await t.order(t.alice, "bid 3")
    await t.order(t.bob, "bid 1")
    assert "How many matches do you take? There are 7" in said(t.alice.dm_channel)
    assert not [line for line in carol.witness()[len(before) :].splitlines() if b"There are 7" in line]
    assert "There are 7" not in said(shared)


# -- refused and allowed again -----------------------------------------------------------------------


@toyed
async def test_a_channel_that_was_closed_for_a_while_gets_everything_in_order(t: ToyHarness) -> None:
    campaign = await t.begun()
    t.server.forbid(t.channel, "send_messages", "send_messages_in_threads")
    await t.server.quiet()
    await t.worker.run(
        lambda d: d.do(by(f"discord/{t.judge.id}"), campaign, ending.hold_by_referee, "a storm")
    )
    await t.worker.run(lambda d: d.release(by(f"discord/{t.judge.id}"), campaign))
    await t.server.until(lambda: bool(t.judge.dms), "the referee's message")
    assert "can no longer write in the channel" in said(t.judge.dm_channel) and "a storm" not in public(t)
    t.server.permit(t.channel, "send_messages", "send_messages_in_threads")
    await t.server.quiet()
    await t.settled()
    text = said(t.channel)
    assert 0 < text.find("a storm") < text.find("resumes")
    assert len(t.judge.dms) == 1


@toyed
async def test_roles_mean_nothing_to_the_bot(t: ToyHarness) -> None:
    role = t.server.world.add_role(t.guild, "Caesar")
    t.server.grant(t.alice, t.guild, role)
    campaign = await t.begun()
    t.server.world.rename_role(t.guild, role, "Pompey")
    await t.server.quiet()
    await t.round()
    assert answers(t, campaign) == ["north", "south"]


@toyed
async def test_a_status_message_that_was_deleted_comes_back_with_the_next_move(t: ToyHarness) -> None:
    await t.begun()
    t.judge.delete(t.status)
    await t.round()
    assert "Waiting for **North** (§3)" in screen.text(t.status) and t.status.pinned


@toyed
async def test_where_no_pin_is_left_the_status_stands_unpinned_and_is_kept_true(t: ToyHarness) -> None:
    t.server.fail("create_pin", code=30003, times=None)
    await t.begun()
    await t.round()
    assert not t.status.pinned and "Waiting for **North** (§3)" in screen.text(t.status)


@toyed
async def test_a_dismissed_panel_and_a_deleted_question_hinder_nothing(t: ToyHarness) -> None:
    campaign = await t.begun()
    sheet = await t.alice.press(t.status, "Orders")
    t.alice.delete(sheet.message)
    for message in list(t.alice.dms):
        t.alice.delete(message)
    await t.round(2, 1)
    assert answers(t, campaign) == ["north", "south"] and "Bids: 2 and 1" in public(t)
    assert "How many matches" in said(t.alice.dm_channel)


# -- lost on the way ---------------------------------------------------------------------------------


SENT = ("create_message", "update_message", "create_pin", "create_dm", "list_messages")
ANSWERED = ("create_interaction_response", "update_original_webhook_message")


@toyed
async def test_a_lost_answer_of_the_platform_changes_nothing(t: ToyHarness) -> None:
    """A 502 to every kind of request, whether or not it took effect: entered once, said once."""
    campaign = await t.begun()
    clean = public(t)
    for applied in (True, False):
        faults = [t.server.fail(operation, status=502, applied=applied) for operation in (*SENT, *ANSWERED)]
        await t.round(2, 1)
        await t.order(t.alice, "take 1")
        for fault in faults:
            t.server.faults.remove(fault)
    assert answers(t, campaign) == ["north", "south", "north"] * 2
    told = public(t).removeprefix(clean)
    assert told.count("Bids:") == 2 and told.count("North takes 1") == 2
    assert sum(is_status(m) for m in t.channel.messages) == 1


@toyed
async def test_with_lost_answers_everybody_is_obeyed_once(t: ToyHarness) -> None:
    """A 502 to every kind of request, whether or not it took effect: at an invitation and its answer, at an
    officer's orders and their commander's word, and at a ruling."""
    campaign, teams = (
        await t.begun(),
        ((t.server.user("Carol"), "officer"), (t.server.user("Dido"), "observer")),
    )

    async def lost(deed: Awaitable[Reply], *, applied: bool) -> Reply:
        faults = [t.server.fail(operation, status=502, applied=applied) for operation in (*SENT, *ANSWERED)]
        reply = await deed
        await t.settled()
        for fault in faults:
            t.server.faults.remove(fault)
        return reply

    for n, applied in enumerate((True, False), 1):
        for (who, role), label in zip(teams, ("Join North", "No, thanks"), strict=True):
            await lost(t.alice.command("team enlist", t.channel, member=who, role=role), applied=applied)
            if n == 1 or role == "observer":
                asked = [m for m in t.channel.messages if who.id in m.pings and m.only_for is None]
                assert len(asked) == n
                await lost(who.press(asked[-1], label), applied=applied)
        await lost(teams[0][0].command("order", t.channel, line="bid 2"), applied=applied)
        sheet = await t.alice.press(t.status, "Orders")
        await lost(t.alice.press(sheet.message, f"Give {n}"), applied=applied)
        await t.order(t.bob, "bid 1")
        await t.order(t.alice, "take 1")
        paper = await t.judge.command("referee rule", t.channel)
        fields = dict(zip(paper.modal.labels, ("May one bid nought?", "One may."), strict=True))
        await lost(t.judge.fill(paper.modal, fields), applied=applied)
    roles = [(p.who, p.role) for p in t.bench.service.people(campaign) if p.role != "commander"]
    assert roles == [("Carol", "officer")] and public(t).count("Carol is now an officer") == 1
    assert answers(t, campaign) == ["north", "south", "north"] * 2
    assert len(t.bench.service.rulings(campaign)) == 2 and public(t).count("May one bid nought?") == 2


@toyed
async def test_one_who_is_told_to_wait_waits(t: ToyHarness) -> None:
    """429 to everything, once each."""
    campaign = await t.begun()
    for operation in (*SENT, *ANSWERED):
        t.server.limit(operation)
    await t.round(2, 1)
    assert answers(t, campaign) == ["north", "south"] and public(t).count("Bids:") == 1


@toyed
async def test_the_platform_away_for_longer_holds_posts_and_loses_none(t: ToyHarness) -> None:
    """503 is not tried again by the library: the outbox is."""
    await t.begun()
    away = t.server.fail("create_message", status=503, times=None)
    one = await t.alice.command("order", t.channel, line="bid 2")
    two = await t.bob.command("order", t.channel, line="bid 1")
    await t.server.until(lambda: away.met > 3, "tries")
    assert not (one.failed or two.failed) and "Bids:" not in public(t)
    t.server.faults.remove(away)
    await t.settled()
    assert public(t).count("Bids:") == 1


# -- said twice, late, or by the wrong one -----------------------------------------------------------


@toyed
async def test_a_repeated_interaction_is_answered_and_entered_once(t: ToyHarness) -> None:
    """A RESUME may replay it: the second time it is 40060, and nothing happens again."""
    campaign = await t.begun()
    reply = await t.order(t.alice, "bid 2")
    n = t.bench.service.status(campaign).campaign.n
    await t.server.gateway.repeat(reply.interaction.payload)
    await t.settled()
    await t.order(t.bob, "bid 1")
    t.server.gateway.abort()
    await t.server.until(lambda: t.server.gateway.resumed == 1, "the resume")
    await t.server.gateway.rewind(6)
    await t.settled()
    assert answers(t, campaign) == ["north", "south"] and n == 10
    assert "carried out: 1" in reply.text


@toyed
async def test_a_form_that_is_handed_in_twice_is_entered_once(t: ToyHarness) -> None:
    campaign = await t.begun()
    sheet = await t.alice.press(t.status, "Orders")
    form = await t.alice.press(sheet.message, "Type orders …")
    done = await t.alice.fill(form.modal, {"Orders": "bid 2"})
    for _ in range(2):
        await t.server.gateway.repeat(done.interaction.payload)
    await t.settled()
    assert answers(t, campaign) == ["north"] and "carried out: 1" in sheet.text


@toyed
async def test_a_press_that_came_too_late_says_so_and_counts_once(t: ToyHarness) -> None:
    """10062 at the acknowledgement, the answer by direct message; 50027 at the answer, the same."""
    campaign = await t.begun()
    t.server.fail("create_interaction_response", code=10062)
    late = await t.order(t.alice, "bid 2", settle=False)
    await t.server.until(lambda: "carried out: 1" in said(t.alice.dm_channel), "the answer")
    t.server.interactions.expire(late.interaction)
    held = t.server.hold("update_original_webhook_message")
    old = await t.order(t.bob, "bid 1", settle=False)
    assert held.reached is not None and held.gate is not None
    await held.reached.wait()
    t.server.interactions.grow_old(old.interaction)
    held.gate.set()
    await t.server.until(lambda: said(t.bob.dm_channel).count("✓") == 1, "the answer")
    t.server.interactions.expire(old.interaction)
    old.interaction.failed = "too late"
    await t.settled()
    assert answers(t, campaign) == ["north", "south"]


@toyed
async def test_buttons_pressed_twice_or_too_late_or_by_another(t: ToyHarness) -> None:
    campaign = await t.begun()
    old, sheet = [await t.alice.press(t.status, "Orders") for _ in range(2)]
    assert sheet.message.only_for == t.alice.id
    with pytest.raises(Refused):
        await t.bob.press(sheet.message, "Type …")
    for reply in (old, sheet):
        await t.alice.select(reply.message, "How many coins do you bid?", "2")
        await t.settled()
    twice = [await t.alice.press(sheet.message, "Give this order", settle=False) for _ in range(2)]
    for reply in twice:
        await reply.settled()
    await t.settled()
    assert answers(t, campaign) == ["north"] and "Your answer is in" in sheet.text
    await t.order(t.bob, "bid 1")
    await t.alice.press(old.message, "Give this order")
    await t.settled()
    assert "That decision is no longer open" in old.text and answers(t, campaign) == ["north", "south"]


@toyed
async def test_a_stranger_learns_and_does_nothing(t: ToyHarness) -> None:
    campaign = await t.begun()
    stranger = t.server.user("Stranger")
    for label in ("Orders", "Hand"):
        reply = await stranger.press(t.status, label)
        assert "you have no seat in this game" in reply.text and reply.message.only_for == stranger.id
    reply = await stranger.command("order", t.channel, line="bid 3")
    assert "you have no seat in this game" in reply.text
    assert (await stranger.autocomplete("order", t.channel, "line", "b")).choices == []
    assert answers(t, campaign) == []


@toyed
async def test_two_who_answer_at_once_are_both_heard(t: ToyHarness) -> None:
    campaign = await t.begun()
    replies = [await t.order(person, "bid 1", settle=False) for person in (t.alice, t.bob)]
    for reply in replies:
        await reply.settled()
    await t.settled()
    assert sorted(answers(t, campaign)) == ["north", "south"]
    assert all(not reply.failed and "✓" in reply.text for reply in replies)
    assert public(t).count("Bids: 1 and 1") == 1
