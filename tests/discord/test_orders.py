"""The order sheet: decisions by buttons, menus, forms and lines, each order once, and nothing betrayed."""

from __future__ import annotations

import asyncio

from adjudicator.core.choices.choice import Reader
from adjudicator.core.log.chance import sampler
from service.api import Service
from service.runtime.demo import decide
from service.usecases.play import playing, queries
from service.values.records import Message
from tests.fake_discord.people import screen
from tests.harness.discord import DiscordHarness, played
from tests.harness.player import Player, begun, confirming, until


def players(t: DiscordHarness) -> tuple[Player, Player]:
    """Alice plays Caesar, Bob plays Pompey."""
    return Player(t, t.alice), Player(t, t.bob)


async def at_movement(t: DiscordHarness) -> tuple[Player, Player, int]:
    """Both have laid aside and played a card; the first element is the side that moves."""
    alice, bob = players(t)
    campaign = await begun(t)

    def cards(service: Service) -> None:
        for _ in range(2):
            for seat, person in (("caesar", t.alice), ("pompey", t.bob)):
                pending = service.look(campaign, queries.pending, seat)
                assert pending is not None
                card = pending.choice.describe()["options"][0]["id"]
                service.do(Message("", f"discord/{person.id}"), campaign, playing.submit, seat, card)

    await t.worker.run(cards)
    (asked,) = t.bench.service.asked(campaign)
    assert asked.rule == "6.1"
    return (alice, bob, campaign) if asked.seat == "caesar" else (bob, alice, campaign)


def mover_seat(t: DiscordHarness, campaign: int) -> str:
    (asked,) = t.bench.service.asked(campaign)
    return asked.seat


def entries(t: DiscordHarness, campaign: int) -> int:
    return t.bench.service.status(campaign).campaign.n


@played
async def test_a_card_is_chosen_in_secret_changed_and_only_its_owner_sees_it(t: DiscordHarness) -> None:
    alice, bob = players(t)
    campaign = await begun(t)
    await alice.orders()
    assert alice.shown.ephemeral and "**[§2.1] Choose a card to discard, face down.**" in alice.text
    first, second = alice.labels[:2]
    await alice.press(first)
    assert f"discard {first}" in alice.text
    await alice.press("Give this order")
    assert f"✓ **discard {first}**" in alice.text and "head" not in alice.text
    assert (
        "You may change it until everyone has answered" in alice.text and "Waiting for Pompey" in alice.text
    )
    await alice.press("Change answer")
    await alice.press(second)
    await alice.press("Change to this answer")
    given = t.bench.service.look(campaign, queries.answered, "caesar")
    assert given is not None and given.choice.write(given.answer, reader(t)) == f"discard {second}"
    await t.settled()
    told = [screen.text(m) for m in bob.person.visible(t.channel)]
    told += [screen.text(m) for thread in bob.person.threads(t.channel) for m in thread.messages]
    assert any("Caesar** has answered" in text for text in told)
    assert not any(f"discard {first}" in text or f"discard {second}" in text for text in told)
    assert f"discard {second}".encode() not in bob.person.witness()


@played
async def test_help_why_and_undo_are_answered_where_orders_are_typed(t: DiscordHarness) -> None:
    """§6.1 By the command and in the form; nothing is carried out."""
    alice, bob = players(t)
    campaign = await begun(t)
    assert "discard" in (await alice.order("help")).text and "“undo” takes back" in alice.text
    first = alice.text.splitlines()[1].removeprefix("> ")
    assert "discard" in (await alice.order("ヘルプ")).text, "in any language"
    assert "Everything that is offered is allowed." in (await alice.order("why")).text and first in alice.text
    await alice.order(first)
    assert t.bench.service.look(campaign, queries.answered, "caesar") is not None
    assert "You took back your last order." in (await alice.order("undo")).text
    assert t.bench.service.look(campaign, queries.answered, "caesar") is None
    assert "has no order to take back" in (await bob.order("取り消し")).text
    seat = await until(t, campaign, "6.1")
    mover = alice if seat == "caesar" else bob
    n = t.bench.service.status(campaign).campaign.n
    assert "not allowed (§" in (await mover.order("why")).text
    await mover.orders()
    await mover.press("Type orders …")
    assert "not allowed (§" in (await mover.fill({"text": "why"})).text
    assert "“Atlantis” is not understood" in (await mover.order("why move Atlantis")).text
    assert t.bench.service.status(campaign).campaign.n == n
    other = bob if mover is alice else alice
    assert "has nothing to decide right now" in (await other.order("help")).text


def reader(t: DiscordHarness) -> Reader:
    return Reader(t.client.parts.games["julius_caesar"].lexicon, "en")


@played
async def test_a_move_is_made_pick_by_pick_shown_on_the_map_and_taken_back(t: DiscordHarness) -> None:
    mover, other, campaign = await at_movement(t)
    await mover.orders()
    assert "✕ levy: not allowed (§2.2)" in mover.text and "levy" not in mover.labels
    await mover.press("move")
    start = mover.labels[0]
    await mover.press(start)
    assert f"✓ move › {start}" in mover.text and "**[§6.1] Which route?**" in mover.text
    await mover.press("Back")
    assert "**[§6.1] Where does the group start?**" in mover.text
    await mover.press(start)
    await mover.press(mover.labels[0])
    stop = next(label for label in mover.labels if label.startswith("Stop at "))
    await mover.press(stop)
    while "Give this order" not in mover.labels:
        await (mover.pick([mover.options[0]]) if mover.options else mover.press(mover.labels[0]))
    (picture,) = screen.pictures(mover.shown)
    assert start in (picture.alt or "") and picture.attachment is not None
    assert picture.attachment.filename == "preview-" + mover_seat(t, campaign) + ".bin"
    await t.settled()
    before, read = entries(t, campaign), len(mover.person.dms)
    await mover.press("Give this order")
    assert entries(t, campaign) > before and "✓ **move" in mover.text
    (picture,) = screen.pictures(mover.shown)
    assert start in (picture.alt or ""), "The sheet carries the map, with what has just been done"
    await t.settled()
    (told,) = map(screen.text, mover.person.dms[read:])
    assert "[§6.1] Move a group" in told and " moved " not in told and "You answered" not in told
    await mover.press("Take back")
    assert "took back" in mover.text and "movement points left" in mover.text
    await other.orders()
    assert "You have nothing to decide right now." in other.text


@played
async def test_the_end_of_a_phase_says_what_is_left_open(t: DiscordHarness) -> None:
    mover, _, campaign = await at_movement(t)
    await mover.orders()
    await mover.press("end")
    assert "You can still order: move (" in mover.text
    before = entries(t, campaign)
    await mover.command("order", line="end")
    assert entries(t, campaign) == before and "“end” has not been given yet" in mover.text
    assert "You can still order: move (" in mover.text
    stale = confirming(mover.shown)
    assert stale is not None
    service, seat = t.bench.service, mover_seat(t, campaign)
    pending = service.look(campaign, queries.pending, seat)
    assert pending is not None
    move = next(
        line
        for n in range(99)
        if (line := pending.choice.write(decide(pending.choice, sampler(n)), reader(t))) != "end"
    )
    await mover.command("order", line=move)
    await mover.command("order", line="end")
    assert confirming(mover.shown) != stale
    await mover.forge(stale)
    assert "“end” has not been given yet" in mover.text, "the position is another than was shown"
    before = entries(t, campaign)
    await mover.confirm()
    assert entries(t, campaign) > before and "You ended it although" not in mover.text


@played
async def test_a_half_filled_order_outlives_its_message(t: DiscordHarness) -> None:
    mover, _, _ = await at_movement(t)
    await mover.orders()
    await mover.press("move")
    start = mover.labels[0]
    await mover.press(start)
    await mover.orders()
    assert f"✓ move › {start}" in mover.text
    onward = mover.labels[0]
    await mover.press("Type …")
    await mover.fill({"Your answer": "Nowhere at all"})
    assert "⛔ Refused" in mover.text and "Which route?" in mover.text
    await mover.press("Type …")
    await mover.fill({"Your answer": onward})
    assert f"✓ move › {start} › {onward}" in mover.text
    await mover.press("Start over")
    assert "Move a group, or end your movement" in mover.text and "✓" not in mover.text


@played
async def test_presses_twice_late_or_at_once_give_one_order(
    t: DiscordHarness,
) -> None:
    alice, _ = players(t)
    campaign = await begun(t)
    await alice.orders()
    await alice.press(alice.labels[0])
    old = alice.shown
    before = entries(t, campaign)
    await asyncio.gather(
        alice.person.press(old, "Give this order"), alice.person.press(old, "Give this order")
    )
    await t.client.parts.active.wait_until_idle()
    assert entries(t, campaign) == before + 1
    assert "Your answer is in:" in alice.text


@played
async def test_a_stale_press_shows_what_is_asked_now(t: DiscordHarness) -> None:
    alice, bob = players(t)
    campaign = await begun(t, seed=b"hands 8")
    await alice.orders()
    await alice.press(alice.labels[0])
    older = alice.shown
    twin = Player(t, t.alice)
    await twin.orders()
    await twin.press("Give this order")
    await bob.orders()
    await bob.through(bob.labels[0])
    before = entries(t, campaign)
    await alice.press("Give this order", older)
    assert entries(t, campaign) == before
    assert "That decision is no longer open." in alice.text and "Choose a card to play" in alice.text


@played
async def test_a_replayed_press_changes_nothing_and_the_receipt_stands(t: DiscordHarness) -> None:
    alice, _ = players(t)
    campaign = await begun(t)
    await alice.orders()
    await alice.press(alice.labels[0])
    reply = await alice.person.press(alice.shown, "Give this order")
    await t.client.parts.active.wait_until_idle()
    before = entries(t, campaign)
    await t.server.gateway.repeat(reply.interaction.payload)
    await t.server.quiet()
    await t.client.parts.active.wait_until_idle()
    assert entries(t, campaign) == before
    assert "That decision is no longer open" not in screen.text(reply.message)


@played
async def test_a_player_who_has_no_part_in_a_seat_learns_nothing_by_its_buttons(t: DiscordHarness) -> None:
    campaign = await begun(t)
    for person in (t.judge, t.bob):
        thief = Player(t, person)
        for id in (
            f"t:ask:{campaign}:8:caesar:p643d54:pluto",
            f"t:ask_give:{campaign}:8:caesar:p643d54",
            f"t:ask_open:{campaign}:caesar:c",
            f"t:orders_of:{campaign}:caesar",
            f"t:standing:{campaign}:caesar",
            f"t:paste:{campaign}:caesar:00",
            f"t:take_back:{campaign}:caesar:{t.bench.service.status(campaign).campaign.head[:16]}",
        ):
            before = entries(t, campaign)
            await thief.forge(id)
            assert entries(t, campaign) == before
            assert "you do not play Caesar" in thief.said or "not your seat" in thief.said, (id, thief.said)
    judge = Player(t, t.judge)
    await judge.orders()
    assert "you have no seat in this game" in judge.said


@played
async def test_a_line_is_completed_and_a_refusal_says_what_would_be_allowed(t: DiscordHarness) -> None:
    mover, other, campaign = await at_movement(t)
    offered = (await mover.person.autocomplete("order", t.channel, "line", "")).choices
    assert ("end", "end") in offered and not any(name.startswith("levy") for name, _ in offered)
    offered = (await mover.person.autocomplete("order", t.channel, "line", "mov")).choices
    assert offered and all(name.startswith("move ") for name, _ in offered)
    assert (await other.person.autocomplete("order", t.channel, "line", "")).choices == []
    assert (await t.judge.autocomplete("order", t.channel, "line", "")).choices == []
    await mover.command("order", line="levy something")
    assert "⛔ Refused by §2.2" in mover.text
    await mover.command("order", line="move Atlantis")
    assert "Possible:" in mover.text and "> move " in mover.text
    await mover.command("order", line="move " + "a, " * 1300)
    assert "⛔ Refused" in mover.text and len(mover.text) < 2000
    assert (await mover.person.autocomplete("order", t.channel, "line", "move " + "a, " * 1300)).choices == []
    await mover.command("order", line=";;;; ;")
    assert "the text contains no order" in mover.text and "Possible:" in mover.text
    assert ";" not in mover.text
    before = entries(t, campaign)
    await mover.order("end")
    assert entries(t, campaign) > before and "Orders carried out: 1." in mover.text


@played
async def test_a_whole_set_is_pasted_and_what_is_left_of_it_is_told(t: DiscordHarness) -> None:
    mover, _, campaign = await at_movement(t)
    await mover.orders()
    await mover.press("Type orders …")
    await mover.fill({"Orders": "end\nmove Atlantis"})
    assert "⛔ Refused" in mover.text and "Nothing was carried out" in mover.text
    await mover.press("Edit …")
    assert mover.modal is not None
    before = entries(t, campaign)
    await mover.fill({"Orders": "end; end"})
    assert entries(t, campaign) == before
    await mover.confirm()
    assert entries(t, campaign) > before and "Orders carried out: 2." in mover.text


@played
async def test_belisarius_is_set_up_by_shares_and_places(
    t: DiscordHarness,
) -> None:
    campaign = await begun(t, "belisarius")
    barbarian, empire = Player(t, t.alice), Player(t, t.bob)
    await barbarian.orders()
    await barbarian.press("place")
    assert "Which units?" in barbarian.text and "1 to 16 in total" in barbarian.text
    await barbarian.pick(["Kavadh ★"])
    assert "So far: Kavadh ★" in barbarian.text
    await barbarian.pick(["Kavadh ★ (1)"])
    assert "So far" not in barbarian.text
    await barbarian.pick(["Persian garrison"])
    assert "How many Persian garrison?" in barbarian.text
    await barbarian.press("2")
    assert "So far: " in barbarian.text
    await barbarian.press("That is all")
    assert "Where" in barbarian.text or "where" in barbarian.text
    while "Give this order" not in barbarian.labels:
        await (
            barbarian.pick([barbarian.options[0]])
            if barbarian.options
            else barbarian.press(barbarian.labels[0])
        )
    before = entries(t, campaign)
    await barbarian.press("Give this order")
    assert entries(t, campaign) > before and "(14 left)" in barbarian.text
    await empire.orders()
    assert "You have nothing to decide right now." in empire.text and "Out of turn" in empire.text
    await empire.press("show")
    assert "show treasury" in empire.text
    await empire.press("Start over")
    await empire.press("Order sheet")
    assert "Waiting for Barbarian" in empire.text


@played
async def test_an_ordered_list_is_picked_one_after_another(t: DiscordHarness) -> None:
    campaign = await begun(t)
    seat = await until(t, campaign, "7.2")
    fighter = Player(t, t.alice if seat == "caesar" else t.bob)
    await fighter.orders()
    await fighter.press("fire")
    if "Give this order" not in fighter.labels:
        assert "the order matters" in fighter.text
        last = fighter.labels[1]
        await fighter.press(last)
        assert f"So far: {last}" in fighter.text and last not in fighter.labels
        await fighter.press("Back")
        assert "So far" not in fighter.text
        await fighter.press(last)
        await fighter.press("That is all")
        assert f"> **fire {last}**" in fighter.text
    before = entries(t, campaign)
    await fighter.press("Give this order")
    assert entries(t, campaign) > before


@played
async def test_a_move_with_all_blocks_takes_four_presses(t: DiscordHarness) -> None:
    """§6.1 The order sheet, from where, where to, and the order with all blocks."""
    player, _, campaign = await at_movement(t)
    await player.orders()
    (starts,) = [m for m in screen.selects(player.shown) if "s:ask_first:" in str(m.custom_id)]
    await player.pick(["massilia"], str(starts.custom_id))
    await player.press("Lugdunum")
    (whole,) = [b for b in screen.buttons(player.shown) if "t:ask_give_all:" in str(b.custom_id)]
    assert str(whole.label).startswith("Give “move Massilia-Lugdunum: ")
    before = t.bench.service.campaign(campaign).n
    await player.press(str(whole.custom_id))
    assert t.bench.service.campaign(campaign).n > before and "✓ **move " in player.text
