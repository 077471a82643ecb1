"""Scenes of a tournament for their pictures: its page, bids, results, bracket and crosstable, disputes."""

from __future__ import annotations

from typing import Any

from service.api import Service
from service.usecases.tournaments.entering import close, enter
from service.usecases.tournaments.founding import TournamentPlan
from service.values.records import Message
from tests.fake_discord.people import screen
from tests.harness.clock import later
from tools.portraits.stage import PortraitHarness, Portraits, PortrayedPlayer
from tournaments.rules import Rules

SEATS = ["caesar", "pompey"]
NAMES = ("Chiara", "Dora")


async def _founded(t: PortraitHarness, **rules: Any) -> int:
    """Found a tournament that the judge directs."""
    plan = TournamentPlan("Ides", "julius_caesar", "war", Rules(seats=SEATS, **rules))
    judge = Message("", f"discord/{t.judge.id}")
    return (await t.worker.run(lambda service: service.tournaments.found(judge, plan))).campaign


async def _paired(t: PortraitHarness, id: int) -> None:
    """Enter Alice, Bob and two more, and pair the first round."""

    def on(service: Service) -> None:
        people = [(t.alice.id, "Alice"), (t.bob.id, "Bob"), *((name.lower(), name) for name in NAMES)]
        for user, who in people:
            service.tournaments.do(Message("", f"discord/{user}"), id, enter, who)
        judge = Message("", f"discord/{t.judge.id}")
        service.tournaments.do(judge, id, close)
        service.tournaments.next_round(judge, id)

    await t.worker.run(on)
    await t.settled()


def _game_of(t: PortraitHarness, id: int, person: PortrayedPlayer) -> str:
    """Return the game of a player in the first round."""
    book = t.bench.service.tournaments.look(id, f"discord/{person.person.id}")
    (player,) = [one.player for one in book.people.values() if one.user == f"discord/{person.person.id}"]
    return next(match.id for match in book.t.matches.values() if player in match.players)


async def entering(t: PortraitHarness, portraits: Portraits) -> None:
    """Open a tournament for entries, enter, close and pair by buttons."""
    await _founded(t, format="swiss", rounds=2)
    judge = t.portrayed(t.judge)
    for name, person in (("alice", t.alice), ("bob", t.bob)):
        player = t.portrayed(person)
        await player.command("tournament show", t.channel)
        portraits.panel(f"tournament-entries-{name}", player)
        await player.do("tournament_enter")
        portraits.panel(f"tournament-entered-{name}", player)
    await judge.command("tournament show", t.channel)
    portraits.panel("tournament-director", judge)
    await judge.do("tournament_close")
    portraits.panel("tournament-close-sure", judge)


async def bidding(t: PortraitHarness, portraits: Portraits) -> None:
    """Bid by the form, refused and accepted; both report the result."""
    id = await _founded(t, format="swiss", rounds=2, sides="bid", bid_for="caesar", most_bid=5, elsewhere=1)
    await _paired(t, id)
    alice = t.portrayed(t.alice)
    await alice.command("tournament show", t.channel)
    portraits.panel("tournament-bids", alice)
    await alice.do("tournament_bid")
    portraits.form("form-bid", alice)
    await alice.fill({"points": "9"})
    portraits.panel("refused-bid", alice)
    await alice.command("tournament bid", t.channel, game=_game_of(t, id, alice), points=4)
    portraits.panel("tournament-bid-sealed", alice)


async def disputed(t: PortraitHarness, portraits: Portraits) -> None:
    """Show a game that did not end in time: proposals, the director's page, bracket and crosstable."""
    for format in ("elimination", "round_robin"):
        id = await _founded(t, format=format, days=10)
        await _paired(t, id)
        judge, alice = t.portrayed(t.judge), t.portrayed(t.alice)
        await judge.command("tournament show", t.channel, tournament=str(id))
        portraits.panel(f"tournament-{format}", judge)
        if format == "elimination":
            await t.worker.run(lambda service: later(t.bench, 24 * 11))
            await t.worker.run(lambda service: [None for _ in iter(service.tournaments.tick, False)])
            await t.settled()
            await alice.command("tournament show", t.channel, tournament=str(id))
            portraits.panel("tournament-late", alice)
            ids = [str(one.custom_id) for one in screen.buttons(alice.shown)]
            await alice.press(next(id for id in ids if "tournament_propose" in id))
            portraits.form("form-case", alice)
            await alice.fill({"why": "I hold Roma, and Pompey has no army left in Italia."})
            portraits.panel("tournament-case", alice)
