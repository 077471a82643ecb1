"""Every form of a tournament's page in a dispute: holds, panel, dossier, appeal, names, pictures, report."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from msgspec import Struct

from service.unit_of_work.tournaments.book import Book
from service.values.time_control import PRESETS
from tests.browser.test_tournaments import found, press
from tests.harness.browser import Answer, Guest, TableHarness, at_table
from tournaments import verify

DAY = 24 * 3600
PAGE = "/tournament/1"
NAMES = ("Ann", "Bob", "Cai", "Dee", "Eva", "Fay")


class Event(Struct):
    """A tournament of six whose round has begun: its browsers, by player."""

    harness: TableHarness
    director: Guest
    guests: dict[str, Guest]

    @property
    def book(self) -> Book:
        return self.harness.bench.service.tournaments.look(1)

    def later(self, days: int) -> None:
        self.harness.bench.clock.now += days * DAY
        self.settle()

    def settle(self) -> None:
        while self.harness.bench.service.tournaments.tick():
            pass

    async def page(self, player: str) -> Answer:
        return await self.guests[player].get(PAGE)


@asynccontextmanager
async def event(harness: TableHarness, **more: str) -> AsyncIterator[Event]:
    async with AsyncExitStack() as stack:
        director = await stack.enter_async_context(harness.guest())
        await found(director, rounds="1", days="10", clock="slow", **more)
        guests = [await stack.enter_async_context(harness.guest()) for _ in NAMES]
        for guest, who in zip(guests, NAMES, strict=True):
            await press(guest, await guest.get(PAGE), "enter", who=who)
        page = await press(director, await director.get(PAGE), "close")
        await press(director, page, "next")
        people = harness.bench.service.tournaments.look(1).people.values()
        by_name = dict(zip(NAMES, guests, strict=True))
        yield Event(harness, director, {one.player: by_name[one.who] for one in people})


async def disputed(one: Event) -> tuple[list[str], list[str]]:
    """The players of game 1.1, who both claim it after the round's end, and three judges."""
    one.later(11)
    players = one.book.t.matches["1.1"].players
    for player in players:
        page = await one.page(player)
        await press(one.guests[player], page, "case", said="won", text=f"I am ahead, says {player}.")
    judges = [player for player in one.guests if player not in players][:3]
    assert one.book.t.matches["1.1"].result is None
    return players, judges


def test_a_panel_reads_the_dossier_rules_and_is_appealed_against(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with event(harness) as one:
            players, judges = await disputed(one)
            seats = dict(zip(("first", "second", "third"), judges, strict=True))
            assert "Game 1.1: the proposals differ" in (await one.director.get(PAGE)).text
            await press(one.director, await one.director.get(PAGE), "panel", {"game": "1.1"}, **seats)
            assert one.book.t.matches["1.1"].judges == judges
            for player in (*players, *judges[:2]):
                page = await one.page(player)
                assert f"{PAGE}/dossier/1.1" in page.text, player
                dossier = await one.guests[player].get(f"{PAGE}/dossier/1.1")
                assert dossier.status == 200
                assert all(f"I am ahead, says {player}." in dossier.text for player in players)
                assert "At most 24 turns may follow this one." in dossier.text
                assert '<th scope="col">Blocks on the map</th>' in dossier.text
                drawn = await one.guests[player].get(f"{PAGE}/map/1.1/dark")
                assert drawn.headers["Content-Type"].startswith("image/"), drawn.status
            assert f"{PAGE}/dossier/1.1" in (await one.director.get(PAGE)).text
            (other,) = {*one.guests} - {*players, *judges}
            assert (await one.guests[other].get(f"{PAGE}/dossier/1.1")).status == 409
            assert (await one.guests[other].get(f"{PAGE}/map/1.1/light")).status == 409
            assert (await one.director.get(f"{PAGE}/dossier/9.9")).status == 404
            assert (await one.director.get(f"{PAGE}/map/1.1/pink")).status == 404
            for judge in judges[:2]:
                page = await one.page(judge)
                await press(one.guests[judge], page, "rule", player=players[0], why=f"the map, says {judge}")
            result = one.book.t.matches["1.1"].result
            assert result is not None and (result.how, result.won) == ("panel", players[:1])
            loser = one.guests[players[1]]
            page = await press(loser, await loser.get(PAGE), "appeal", why="they miscounted")
            assert "they miscounted" in page.text
            directed = (await one.director.get(PAGE)).text
            assert "an appeal waits for your answer" in directed and "proposals differ" not in directed
            unpicked = await press(
                one.director, await one.director.get(PAGE), "correct", {"game": "1.1"}, player="", why="level"
            )
            assert "pick the winner, or a draw" in unpicked.text
            assert one.book.t.matches["1.1"].result == result
            page = await press(
                one.director,
                await one.director.get(PAGE),
                "correct",
                {"game": "1.1"},
                player="draw",
                why="both are level",
            )
            assert "both are level" in page.text
            result = one.book.t.matches["1.1"].result
            assert result is not None and result.drawn
            assert "an appeal waits" not in (await one.director.get(PAGE)).text

    at_table(tmp_path, act, sheets)


def test_games_are_stopped_and_go_on_alone_and_together(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with event(harness) as one:
            service = harness.bench.service
            campaigns = one.book.repo.campaigns(1)
            assert service.context.clocks.pace(campaigns["1.1"]) == PRESETS["slow"]

            def held() -> list[bool]:
                return [bool(service.status(campaign).campaign.held) for campaign in campaigns.values()]

            page = await press(
                one.director, await one.director.get(PAGE), "pause", {"game": "1.2"}, why="a flooded club"
            )
            one.settle()
            assert sum(held()) == 1
            page = await press(one.director, page, "go-on", {"game": "1.2"})
            one.settle()
            assert not any(held())
            page = await press(one.director, page, "pause", {"game": ""}, why="a strike")
            one.settle()
            assert all(held())
            await press(one.director, page, "go-on", {"game": ""})
            one.settle()
            assert not any(held())
            page = await press(one.director, await one.director.get(PAGE), "announce", text="Good <luck>.")
            page = await press(one.director, page, "ruling", question="May they?", ruling="They may.")
            page = await press(one.director, page, "extend", days="5", why="holidays")
            for said in ("Good &lt;luck&gt;.", "Ruling 1", "They may.", "extended by 5 days: holidays"):
                assert said in (await one.page("p1")).text

    at_table(tmp_path, act, sheets)


def test_names_are_hidden_and_erased_and_the_report_follows(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with event(harness, elsewhere="1") as one:
            people = one.book.people
            shy, gone = one.guests["p1"], one.guests["p2"]
            page = await press(shy, await shy.get(PAGE), "hide")
            assert "Hide my name" not in page.text
            for match in one.book.t.games(1):
                first, second = match.players
                for player, said in ((first, "won"), (second, "lost")):
                    page = await one.page(player)
                    await press(one.guests[player], page, "report", {"game": match.id}, said=said)
            page = await press(one.director, await one.director.get(PAGE), "next")
            assert verify.verify(one.harness.bench.service.tournaments.export(1)["entries"])
            await press(gone, await gone.get(PAGE), "erase")
            for file in ("report.html", "report.markdown", "standings.csv", "log.json"):
                got = await one.director.get(f"{PAGE}/{file}")
                assert got.status == 200 and "attachment" in got.headers["Content-Disposition"]
                assert people["p1"].who not in got.text and people["p2"].who not in got.text, file
                assert people["p3"].who in got.text or file == "log.json"
            for theme in ("light", "dark"):
                drawn = await one.director.get(f"{PAGE}/crosstable/{theme}")
                assert drawn.headers["Content-Type"].startswith("image/"), drawn.status
            assert (await one.director.get(f"{PAGE}/bracket/light")).status == 404
            await one.director.post("/choices", {"language": "ja"})
            japanese = await one.director.get(f"{PAGE}/report.html")
            assert re.search("[ぁ-ん]", japanese.text)

    at_table(tmp_path, act, sheets)
