"""Games, bids and proposals that a tournament keeps closed change no byte that others are sent."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.usecases.agreeing import agreements
from service.values.audiences import CHANNEL
from service.values.records import Message
from tests.browser.test_tournament_disputes import PAGE, event
from tests.browser.test_tournaments import press
from tests.browser.test_two_worlds import seen, sketched
from tests.harness.alone import SCENARIOS
from tests.harness.browser import Guest, TableHarness, at_table, opened, settings_of
from tests.harness.club import Club
from tests.harness.service import GAMES, ServiceHarness, by, service_harness
from tests.harness.two_worlds import two_worlds
from tournaments.rules import Rules

__all__ = ["sketched"]

_OF_NOW = re.compile(rb'name="request" value="[^"]*"')
"""The ids of forms, which are another at each look."""

PAGES = (
    *("", "/player/p1", "/now/1.1/light", "/crosstable/light", "/dossier/1.1"),
    *("/report.html", "/standings.csv", "/log.json"),
)
STEPS = 40


def begun(b: ServiceHarness, game: str = "julius_caesar", **rules: Any) -> dict[str, int]:
    """A round of two games that have been played a while; the campaigns by game."""
    club, (scenario, options) = Club(b), SCENARIOS[game]
    seats = next(one.seats for one in GAMES[game].scenarios() if one.id == scenario)
    made = Rules(format="swiss", seats=[*seats], rounds=1, **rules)
    id = club.found(made, 4, game, scenario, options)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    for campaign in club.campaigns(id).values():
        club.play(campaign, STEPS)
    return club.campaigns(id)


def drawn(b: ServiceHarness, campaign: int) -> None:
    """The two players agree to a draw, and the tournament takes the result."""
    (first, member), *others = b.service.status(campaign).members.items()
    b.service.do(Message("", member.user), campaign, agreements.propose, "draw", first)
    for seat, member in others:
        b.service.do(Message("", member.user), campaign, agreements.answer, "draw", seat, True)
    Club(b).settle()
    assert b.service.status(campaign).campaign.state == "over"


async def sent(harness: TableHarness, campaign: int, viewer: str) -> dict[str, bytes]:
    """All that a seat or a spectator is sent of a game and its tournament."""
    harness.bench.entropy.given = 0
    status = harness.bench.service.status(campaign)
    members = status.members
    user = members[viewer].user if viewer in members else "nobody"
    session = harness.session_at(campaign, viewer if viewer in members else "", user)
    async with harness.guest(session) as guest:
        found = await seen(guest, status.campaign.game, campaign, viewer)
        for path in PAGES:
            answer = await guest.get(PAGE + path)
            found[path] = f"{answer.status}\n".encode() + _OF_NOW.sub(b"", answer.body)
    return found


def worlds(
    b: ServiceHarness,
    campaign: int,
    viewer: str,
    folder: Path,
    sheets: str,
    act: Callable[[ServiceHarness], None] = lambda side: None,
) -> list[dict[str, bytes]]:
    """The bytes a viewer is sent after an act in two worlds that differ only in what they must not know, and
    all that is posted in the channels of games and tournament.
    """

    async def both(*sides: ServiceHarness) -> list[dict[str, bytes]]:
        made = []
        for number, side in enumerate(sides):
            side.clock.now = b.clock.now
            act(side)
            posted = [p for p in side.waiting(10_000) if p.audience == CHANNEL]
            async with opened(side, settings_of(folder / str(number), sheets)) as harness:
                made.append(await sent(harness, campaign, viewer))
            made[-1]["posted"] = hashed(side, campaign, msgspec.json.encode(posted))
        return made

    seat = viewer if viewer != "public" else None
    with two_worlds(b, campaign, seat, folder, 5) as (here, there):
        return asyncio.run(both(here, there))


def hashed(b: ServiceHarness, campaign: int, said: bytes) -> bytes:
    """The words of posts without the heads and seals of a log."""
    for entry in b.service.log(campaign):
        for made in (entry["head"], *(seal["c"] for seal in entry.get("seals", ()))):
            said = said.replace(made.encode(), b"#").replace(made[:16].encode(), b"#")
    return said


def differing(sides: list[dict[str, bytes]]) -> list[str]:
    here, there = sides
    assert here.keys() == there.keys()
    return [path for path in here if here[path] != there[path]]


@pytest.mark.matrix
def test_a_game_that_is_over_stays_closed_to_spectators_until_the_round_is_and_the_delay_past(
    tmp_path: Path, sheets: str
) -> None:
    with service_harness(tmp_path / "table.db", GAMES) as b:
        games = begun(b, delay=2)
        drawn(b, games["1.1"])
        assert differing(worlds(b, games["1.1"], "public", tmp_path, sheets)) == []
        drawn(b, games["1.2"])
        assert differing(worlds(b, games["1.1"], "public", tmp_path, sheets)) == []
        b.clock.now += 2 * 3600
        assert b.service.is_open(games["1.1"], to_public=True)
        assert any(
            "/game/" in path for path in differing(worlds(b, games["1.1"], "public", tmp_path, sheets))
        )


@pytest.mark.parametrize("viewer", ["caesar", "public"])
def test_the_first_of_two_games_of_a_pair_stays_closed_to_its_players_too(
    viewer: str, tmp_path: Path, sheets: str
) -> None:
    with service_harness(tmp_path / "table.db", GAMES) as b:
        games = begun(b, sides="both")
        drawn(b, games["1.1"])
        assert differing(worlds(b, games["1.1"], viewer, tmp_path, sheets)) == []
        drawn(b, games["1.1b"])
        assert b.service.is_open(games["1.1"], to_public=False)


@pytest.mark.byhand
@pytest.mark.parametrize("game", SCENARIOS)
def test_in_every_game_neither_pages_nor_announcements_betray_what_is_hidden(
    game: str, tmp_path: Path, sheets: str
) -> None:
    """To its players while a game is played, and to everybody else also once it is drawn."""
    with service_harness(tmp_path / "table.db", {game: GAMES[game]}) as b:
        one = begun(b, game, delay=2)["1.1"]
        pages = 0
        for viewer in (*b.service.campaign(one).seats, "public"):
            sides = worlds(b, one, viewer, tmp_path, sheets)
            assert differing(sides) == []
            pages += len(sides[0])
        before, sides = (
            sides[0][""],
            worlds(b, one, "public", tmp_path, sheets, lambda side: drawn(side, one)),
        )
        assert differing(sides) == [] and sides[0][""] != before, "the tournament's page has the result"
        print(game, pages + len(sides[0]), "pages, pictures and posts", flush=True)


def test_a_sealed_bid_or_proposal_changes_no_byte_for_anybody_else(tmp_path: Path, sheets: str) -> None:
    """Two tournaments that differ only in a bid and a proposal."""

    async def pages(guests: list[Guest]) -> list[bytes]:
        found = []
        for guest in guests:
            for path in ("", "/player/p1", "/report.html", "/report.markdown", "/standings.csv"):
                found.append(_OF_NOW.sub(b"", (await guest.get(PAGE + path)).body))
        return found

    async def act(harness: TableHarness) -> None:
        async with (
            event(harness, sides="bid", bid_for="caesar", most_bid="5") as one,
            harness.guest() as stranger,
        ):
            await stranger.get("/")
            mine, other = one.book.t.matches["1.1"].players
            guest = one.guests[mine]
            readers = [one.director, one.guests[other], stranger]
            worlds = []
            for points in "05":
                await press(guest, await guest.get(PAGE), "bid", {"game": "1.1"}, points=points)
                worlds.append(await pages(readers))
            await press(one.guests[other], await one.page(other), "bid", {"game": "1.1"}, points="3")
            one.later(11)
            for said, text in (("won", "I hold Roma."), ("lost", "They hold all of Italia,\nand Sicilia.")):
                await press(guest, await guest.get(PAGE), "case", {"game": "1.1"}, said=said, text=text)
                worlds.append(await pages(readers))
            assert worlds[0] == worlds[1] and worlds[2] == worlds[3] != worlds[1]
            log = json.loads((await stranger.get(f"{PAGE}/log.json")).text)["entries"]
            for kind in ("bid", "statement"):
                first, second = [one for one in log if one["t"] == kind and one["player"] == mine]
                assert {name for name in first if first[name] != second[name]} <= {"c", "n", "head", "time"}

    at_table(tmp_path, act, sheets)
