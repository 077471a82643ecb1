"""A tournament in browsers: founded, entered, directed and played from its page."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

from tests.harness.browser import Answer, Guest, TableHarness, at_table
from tournaments import verify

FORMULA = "=cmd|' /C calc'!A0"
FORM = re.compile(r'<form method="post" action="([^"]+)"[^>]*>(.*?)</form>', re.S)


def fields_of(page: Answer, what: str, **wanted: str) -> dict[str, str]:
    """The fields of a form of the page, with the values that it shows."""
    for action, whole in FORM.findall(page.text):
        body = re.sub('<input type="checkbox"[^>]*>', "", whole)
        if not action.endswith(f"/{what}"):
            continue
        found = dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', body))
        for name, options in re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', body, re.S):
            chosen = re.findall(r'value="([^"]*)" selected', options) or re.findall(
                r'value="([^"]*)"', options
            )
            found[name] = chosen[0]
        if {*wanted.items()} <= {*found.items()}:
            return {name: unescape(value) for name, value in found.items() if name != "csrf_token"}
    raise AssertionError(f"no form {what} {wanted} in {[action for action, _ in FORM.findall(page.text)]}")


async def press(
    guest: Guest, page: Answer, what: str, wanted: dict[str, str] | None = None, **filled: str
) -> Answer:
    """Fill a form of the page and send it; the page that comes back."""
    return await guest.post(f"{page.path}/{what}", fields_of(page, what, **(wanted or {})) | filled)


async def found(guest: Guest, **more: str) -> Answer:
    sheet = await guest.get("/tournaments/new?game=julius_caesar")
    fields = fields_of(sheet, "new") | {"title": "Ides", "format": "swiss", "rounds": "2"} | more
    return await guest.post("/tournaments/new", fields)


def test_a_tournament_is_directed_and_played_from_its_page(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as director, harness.guest() as ann, harness.guest() as bob:
            page = await found(director)
            assert page.path == "/tournament/1", page.text[-3000:]
            for guest, who in ((ann, "Ann"), (bob, "<b>Bob</b>")):
                page = await press(guest, await guest.get("/tournament/1"), "enter", who=who)
                assert page.status == 200
            assert "<b>Bob" not in page.text
            assert "&lt;b&gt;Bob" in page.text
            refused = await ann.post("/tournament/1/close", {"request": "x"})
            assert refused.status == 409
            page = await director.get("/tournament/1")
            assert "a round robin would suit" in page.text, "two players, two rounds"
            page = await press(director, page, "close")
            page = await press(director, page, "next")
            assert "round 1 of 2" in page.text
            game = await press(ann, await ann.get("/tournament/1"), "play")
            assert re.fullmatch("/game/1/(caesar|pompey)", game.path), game.path
            status = harness.bench.service.status(1)
            assert status.campaign.state == "playing"
            assert {member.who for member in status.members.values()} == {"Ann", "<b>Bob</b>"}
            assert "Direct the" not in (await bob.get("/tournament/1")).text
            players = harness.bench.service.tournaments.look(1).people
            loser = next(one.player for one in players.values() if one.who == "Ann")
            page = await director.get("/tournament/1")
            drawn = await bob.get("/tournament/1/now/1.1/light")
            assert drawn.headers["Content-Type"].startswith("image/"), drawn.status
            mine = await bob.get(f"/tournament/1/player/{loser}")
            assert "<h1>Ann</h1>" in mine.text and "&lt;b&gt;Bob" in mine.text
            assert (await bob.get("/tournament/1/player/p99")).status == 404
            page = await press(director, page, "forfeit", player=loser, why="three weeks of silence")
            assert "three weeks of silence" in page.text
            assert "won by forfeit" in page.text

    at_table(tmp_path, act, sheets)


def test_the_link_for_another_browser_lets_a_director_or_a_player_in_and_on_from_there(
    tmp_path: Path, sheets: str
) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as director, harness.guest() as ann:
            page = await found(director)
            entered = await press(ann, await ann.get("/tournament/1"), "enter", who="Ann")
            for first, right in ((page, "/close"), (entered, "/withdraw")):
                shown = first
                for _ in range(2):  # the second link is that of the browser before
                    link = re.search(r'href="(/tournament/1/enter/\w+)"', shown.text)
                    assert link
                    async with harness.guest() as other:
                        assert (await other.get(link[1])).status == 200
                        shown = await other.get("/tournament/1")
                        assert f'action="/tournament/1{right}"' in shown.text

    at_table(tmp_path, act, sheets)


def test_what_is_downloaded_verifies_and_counts(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as director, harness.guest() as ann, harness.guest() as bob:
            page = await found(director, elsewhere="1", rounds="1")
            for guest, who in ((ann, FORMULA), (bob, "Bob")):
                await press(guest, await guest.get("/tournament/1"), "enter", who=who)
            page = await press(director, await director.get("/tournament/1"), "close")
            page = await press(director, page, "next")
            assert page.status == 200, re.findall("<h1>.*?</h1>", page.text)
            page = await press(ann, await ann.get("/tournament/1"), "report", said="won", margin="3")
            assert "in play" in page.text
            page = await press(bob, await bob.get("/tournament/1"), "report", said="lost", margin="3")
            assert "played elsewhere" in page.text
            await press(director, await director.get("/tournament/1"), "next")
            exported = json.loads((await bob.get("/tournament/1/log.json")).text)
            assert verify.standings(verify.verify(exported["entries"]))
            assert f"\n1,'{FORMULA},2,1,1,0,0" in (await bob.get("/tournament/1/standings.csv")).text
            assert (
                "| 1 | =cmd\\|' /C calc'!A0 | 2 |" in (await bob.get("/tournament/1/standings.markdown")).text
            )
            assert "def verify" in (await bob.get("/tournament/1/verify.py")).text
            page = await press(ann, await ann.get("/tournament/1"), "erase")
            assert "=cmd" not in page.text

    at_table(tmp_path, act, sheets)


def test_a_substitute_comes_by_a_link_and_plays_on(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as director, harness.guest() as ann, harness.guest() as zita:
            await found(director, elsewhere="1")
            await press(ann, await ann.get("/tournament/1"), "enter", who="Ann")
            page = await press(
                director, await director.get("/tournament/1"), "substitute", player="p1", who="Zita"
            )
            link = re.search(r"(/tournament/1/enter/\w{64})", page.text)
            assert link
            await zita.get(link[1])
            page = await zita.get("/tournament/1")
            assert "Your games" in page.text
            assert "Zita" in page.text
            assert "Take part" in (await ann.get("/tournament/1")).text
            assert (await ann.get("/tournament/1/enter/" + "0" * 64)).status == 404
            assert (await ann.get("/tournament/99")).status == 404
            assert (await ann.post("/tournament/1/nothing", {})).status == 404

    at_table(tmp_path, act, sheets)
