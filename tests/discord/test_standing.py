"""Standing orders by menus, typed, tried out, acting, and taken back; nobody else learns of them."""

from __future__ import annotations

from typing import Any

from tests.harness.discord import DiscordHarness, played
from tests.harness.player import Player, begun, until


def player(t: DiscordHarness, seat: str) -> Player:
    return Player(t, t.alice if seat == "caesar" else t.bob)


def fought(t: DiscordHarness, campaign: int) -> str:
    """The place of the battle that is being fought, "" for none."""
    view: Any = t.bench.service.view(campaign, None)
    return str(view.battle.place) if view.battle is not None else ""


@played
async def test_a_standing_order_is_made_by_menus_tried_acts_and_is_taken_back(t: DiscordHarness) -> None:
    campaign = await begun(t)
    seat = await until(t, campaign, "7.2")
    fighter, other = player(t, seat), player(t, "pompey" if seat == "caesar" else "caesar")
    await fighter.command("standing show")
    assert "You have none." in fighter.text
    await fighter.press("Add with menus …")
    assert "When does it apply?" in fighter.text
    await fighter.pick([one for one in fighter.options if one.startswith("§7.2")])
    assert "What does it do?" in fighter.text
    await (fighter.press("fire") if "fire" in fighter.labels else fighter.pick(["fire"]))
    assert "What follows" in fighter.text
    await fighter.press("Write …")
    await fighter.fill({"Your answer": "all"})
    assert "Anything else?" in fighter.text
    await (fighter.press("That is all") if "That is all" in fighter.labels else fighter.pick(["That is all"]))
    assert "> **on 7.2 do fire all**" in fighter.text
    built = fighter.shown
    await fighter.press("Test")
    assert "it would order: fire" in fighter.said
    before = t.bench.service.status(campaign).campaign.n
    await fighter.press("Set this standing order", built)
    assert "Nobody else can see that you have one." in fighter.text
    assert t.bench.service.status(campaign).campaign.n > before
    await fighter.command("standing show")
    assert "used in entr" in fighter.text
    await fighter.pick("on 7.2 do fire all", "Remove one")
    assert t.bench.service.standing(campaign, seat) == [] and "Removed." in fighter.text
    await t.settled()
    assert b"on 7.2 do fire all" not in other.person.witness()


@played
async def test_typed_ones_are_kept_listed_and_tried_on_the_present_position(t: DiscordHarness) -> None:
    await begun(t)
    alice, bob = Player(t, t.alice), Player(t, t.bob)
    await alice.command("standing show")
    await alice.press("Type them …")
    await alice.fill({"These replace your present ones": "on 7.2 do fire all\non 7.7 do none"})
    assert "Standing orders set: 2." in alice.text and "**1** on 7.2 do fire all" in alice.text
    await alice.press("Test them")
    assert "they would give no orders" in alice.text
    await bob.command("standing show")
    assert "You have none." in bob.text and "7.7" not in bob.text


@played
async def test_a_line_that_is_not_an_order_is_refused_and_changes_nothing(t: DiscordHarness) -> None:
    campaign = await begun(t)
    alice, bob = Player(t, t.alice), Player(t, t.bob)
    await alice.command("standing add", line="on Sundays do rest")
    assert "Refused" in alice.said and t.bench.service.standing(campaign, "caesar") == []
    await alice.command("standing add", line="on 7.7 do none")
    await bob.command("standing show")
    assert "You have none." in bob.text
    assert b"on 7.7 do none" not in t.bob.witness()


@played
async def test_battle_orders_fight_a_battle_to_its_end(t: DiscordHarness) -> None:
    """Each side is asked once, and leaves what the form suggests as it comes."""
    campaign = await begun(t)
    await until(t, campaign, "7.2")
    place, asked = fought(t, campaign), list[str]()
    while fought(t, campaign) == place:
        (one,) = t.bench.service.asked(campaign)
        asked.append(one.seat)
        fighter = player(t, one.seat)
        await fighter.orders()
        await fighter.press("Battle orders …")
        await fighter.fill({})
        assert "Until this turn's battles are over:" in fighter.text and "regroup none" in fighter.text
    assert 1 <= len(asked) <= 2 and len({*asked}) == len(asked)
    await fighter.orders()
    assert fought(t, campaign) or "Battle orders …" not in fighter.labels


@played
async def test_battle_orders_can_be_left_before_one_is_asked(t: DiscordHarness) -> None:
    """The one who is not asked is told so, and once both have left some, nobody is asked in any battle."""
    campaign = await begun(t)
    seat = await until(t, campaign, "7.2")
    place, other = fought(t, campaign), player(t, "pompey" if seat == "caesar" else "caesar")
    for fighter in (other, player(t, seat)):
        await fighter.orders()
        assert ("A battle of yours has begun." in fighter.text) == (fighter is other)
        await fighter.press("Battle orders …")
        await fighter.fill({})
        assert "A battle of yours has begun." not in fighter.text
    assert fought(t, campaign) != place
