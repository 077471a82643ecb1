"""Reactions offered in a window, by panels and standing orders; orders that a die or another's turn stops."""

from __future__ import annotations

from typing import Any

from service.api import Service
from service.usecases.play import playing
from service.usecases.seats import founding
from service.values.front_ends.channels import ChannelBinding
from service.values.records import Plan
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.harness.discord_toys import ToyHarness, public, said, toyed
from tests.harness.player import Player
from tests.harness.service import by


async def ring(t: ToyHarness, **modes: str) -> tuple[int, dict[str, Player]]:
    """A ring in which nobody has kept anything aside: a is to give an order. All read English."""
    t.bob.user.locale = "en-US"
    seated: dict[str, Person] = dict(zip("abc", t.players(3), strict=True))

    def found(service: Service) -> int:
        plan = Plan("markers", "ring", "Ring", modes=modes, referee=f"discord/{t.judge.id}", seed=b"ring")
        campaign = service.found(by(plan.referee), plan).campaign
        service.channels.show(ChannelBinding(campaign, int(t.guild.id), int(t.channel.id)))
        for seat, person in seated.items():
            service.do(by(f"discord/{person.id}"), campaign, founding.join, seat, person.user.shown)
        answers: list[Any] = [[], "yes"]
        for answer in answers:
            for seat, person in seated.items():
                service.do(by(f"discord/{person.id}"), campaign, playing.submit, seat, answer)
        assert [a.seat for a in service.asked(campaign)] == ["a"]
        return campaign

    campaign = await t.worker.run(found)
    await t.settled()
    return campaign, {seat: Player(t, person) for seat, person in seated.items()}


def asked(t: ToyHarness, campaign: int) -> list[tuple[str, bool]]:
    return [(a.seat, a.optional) for a in t.bench.service.asked(campaign)]


# -- the referee waits no longer ---------------------------------------------------------------------


@toyed
async def test_the_referee_closes_a_window_that_waits_once_that_is_meant(t: ToyHarness) -> None:
    campaign, players = await ring(t, raid="ask")
    judge = Player(t, t.judge)
    await judge.command("referee close-window")
    assert "no seat has a reaction to decide now" in judge.said
    await players["a"].command("order", line="raid Bela")
    assert asked(t, campaign) == [("b", True), ("c", True)]
    await players["a"].command("referee close-window")
    assert "only this game's referee" in players["a"].said
    await players["b"].through("pass")
    await judge.command("referee close-window")
    assert "Close the reaction window for §4.1? Cyra may still react" in judge.text
    assert asked(t, campaign) == [("c", True)], "not before that is meant"
    sure = judge.shown
    await judge.press("Yes", sure)
    assert "The reaction window is closed. All players have been told." in judge.text
    assert ("c", True) not in asked(t, campaign)
    entries = [(e["seat"], e["by"]) for e in t.bench.service.log(campaign) if e["t"] == "answer"]
    assert ("c", "clock") in entries[-2:]
    await judge.forge(f"t:close_window:{campaign}:3")
    assert "that reaction window is closed" in judge.said
    await t.settled()
    assert public(t).count("The referee closed the reaction window; seats that have not reacted pass") == 1


# -- reacting ----------------------------------------------------------------------------------------


@toyed
async def test_a_reaction_not_held_is_closed_to_its_owner_alone(
    t: ToyHarness,
) -> None:
    campaign, players = await ring(t, raid="ask")
    await players["a"].command("order", line="raid Bela")
    for seat in "bc":
        player, has = players[seat], "treachery" in _hand(t, campaign, seat)
        await player.orders()
        assert "pass" in player.labels and ("Play treachery?" in player.text or "play" in player.labels)
        if "play" in player.labels:
            await player.press("play")
        assert ("Give this order" in player.labels) is has, player.text
        assert ("you do not hold treachery" in player.text) is not has
    await t.settled()
    await players["a"].orders()
    assert (
        "You have nothing to decide right now." in players["a"].text and "reachery" not in players["a"].text
    )
    assert "reachery" not in public(t) and "b may react" not in said(t.channel)


def _hand(t: ToyHarness, campaign: int, seat: str) -> list[str]:
    view: Any = t.bench.service.view(campaign, seat)
    return list(view.hand)


@toyed
async def test_a_standing_order_is_tried_on_an_open_window_in_secret(
    t: ToyHarness,
) -> None:
    campaign, players = await ring(t, raid="ask")
    holder = next(seat for seat in "bc" if "treachery" in _hand(t, campaign, seat))
    silent = "c" if holder == "b" else "b"
    await players["a"].command("order", line="raid Bela")
    player = players[holder]
    await player.orders()
    await player.press("Standing orders")
    await player.press("Type them …")
    await player.fill({"These replace your present ones": "on raid do play treachery"})
    assert "Standing orders set: 1." in player.text, player.said
    await t.settled()
    before = players["a"].person.witness(), players[silent].person.witness()
    await player.press("Test them")
    assert "they would order: play treachery" in player.text
    assert asked(t, campaign) == [("b", True), ("c", True)], "it acts when the window closes"
    await player.command("standing show")
    await t.settled()
    for other, seen in zip(("a", silent), before, strict=True):
        assert players[other].person.witness() == seen
    judge = Player(t, t.judge)
    await judge.command("referee close-window")
    await judge.press("Yes")
    await player.command("standing show")
    assert "used in entr" in player.text
    await t.settled()
    assert "on raid do play treachery" not in public(t)
    assert b"on raid do" not in players["a"].person.witness()


# -- orders that are stopped -------------------------------------------------------------------------


@toyed
async def test_a_batch_goes_on_behind_a_die_and_waits_for_the_others(t: ToyHarness) -> None:
    campaign, players = await ring(t)
    alice = players["a"]
    await alice.orders()
    await alice.press("Type orders …")
    await alice.fill({"Orders": "search\nrest\nrest"})
    assert "Orders carried out: 1." in alice.text
    assert "The rest is held until your next decision." in alice.text
    assert "Orders that continue on your next turn:" in alice.text and "> rest" in alice.text
    await t.settled()
    posted = [m for place in t.server.world.channels.values() for m in place.messages]
    assert any(b.label == "Dice and proof" for m in posted for b in screen.buttons(m)), "of the search"
    assert "> rest" not in public(t) and b"> rest" not in players["b"].person.witness()
    await alice.press("Discard these orders")
    assert t.bench.service.batch(campaign, "a") is None and "These orders have been discarded." in alice.text


@toyed
async def test_a_batch_that_another_turn_overtakes_comes_back_as_a_draft(t: ToyHarness) -> None:
    campaign, players = await ring(t)
    alice = players["a"]
    await alice.command("order", line="search\nmarch hill: 0\nrest")
    for seat in "bc":
        await players[seat].command("order", line="rest")
    queue = t.bench.service.batch(campaign, "a")
    assert queue is not None and queue.state == "draft"
    await t.settled()
    told = "\n".join(screen.text(m) for m in alice.person.dms)
    assert "march hill: 0" in told and "march hill" not in public(t)
    await alice.orders()
    assert "Orders for you to check:\n> march hill: 0\n> rest" in alice.text
    await alice.press("Type orders …")
    assert alice.modal is not None and r"march hill: 0\nrest" in str(alice.modal.data)


@toyed
async def test_what_an_officer_suggested_is_held_when_another_has_acted_since(t: ToyHarness) -> None:
    campaign, players = await ring(t)
    dido = t.server.user("Dido")
    officer, chief = Player(t, dido), players["b"]
    await chief.command("team enlist", member=dido, role="officer")
    (asks,) = [m for m in t.channel.messages if dido.id in m.pings]
    await officer.press("Join Bela", asks)
    await officer.command("order", line="rest")
    assert "Suggested." in officer.text
    await players["a"].command("order", line="rest")
    await chief.orders()
    before = t.bench.service.status(campaign).campaign.n
    await chief.press("Give 1")
    assert "Anna acted after you wrote these orders; check them again." in chief.text
    assert t.bench.service.status(campaign).campaign.n == before and "Give 1" in chief.labels
    await chief.press("Give 1")
    assert "Orders carried out: 1." in chief.text and t.bench.service.suggestions(campaign, "b") == []
    await t.settled()
    assert b"Dido suggests" not in players["a"].person.witness()
