"""The first page: one's own games with whose turn it is and until when, and games that one press begins."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from adjudicator import GAMES
from frontends.browser import server
from tests.harness import browser
from tests.harness.browser import TableHarness, at_table


def test_the_first_page_says_whose_turn_it_is_and_until_when(tmp_path: Path, sheets: str) -> None:
    """A game that waits for this browser stands first, with the deadline of each seat."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann:
            hours = {"hours": "48", "bank": "0", "increment": "0", "cap": "0", "window": "24", "zone": "UTC"}
            await ann.found(title="Waits for me", pace="fixed", expiry="standing", **hours)
            await ann.found(title="Waits for a friend", seed="another", seat_caesar="link")
            page = await ann.get("/")
            mine = re.findall(
                r'<li class="card"><h3>(.*?)</h3>(.*?)(?=<li class="card">|$)', page.text, re.DOTALL
            )
            assert [title for title, _ in mine] == ["Waits for me", "Waits for a friend"]
            waits = re.findall(r"<li>Waiting for (\w+)\.<time", mine[0][1])
            assert waits == ["Caesar", "Pompey"] and mine[0][1].count("your turn") == 2
            assert "Year 1, turn 1" in mine[0][1] and "your turn" not in mine[1][1]

    at_table(tmp_path, act, sheets)


def test_one_press_invites_a_friend(tmp_path: Path, sheets: str) -> None:
    """The form on the first page makes the link; the first seat is the founder's."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann:
            page = await ann.get("/")
            form = next(one for one in page.text.split("<form")[1:] if "Invite a friend" in one)
            fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
            links = await ann.post("/found", fields)
            assert len(re.findall(r"/enter/[\w-]+", links.text)) == 1
            assert (await ann.get("/game/1/caesar")).status == 200

    at_table(tmp_path, act, sheets)


def test_one_press_plays_all_sides(tmp_path: Path, sheets: str) -> None:
    """Who gives no name is called in each seat as the seat is, and begins in the seat that is to decide."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann:
            page = await ann.get("/")
            forms = [one for one in page.text.split("<form")[1:] if re.search("Play (both|all)", one)]
            assert forms
            for form in forms:
                fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form.split("</form>")[0]))
                found = await ann.post("/found", fields)
                assert found.status == 200, found.text[:2000]
                assert "Continue as" not in found.text

    at_table(tmp_path, act, sheets)


def test_a_refused_name_founds_nothing(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann:
            for who in ("Referee", "Pornpey", "The c\N{CYRILLIC SMALL LETTER O}mputer"):
                refused = await ann.found(who=who, seat_pompey="open")
                assert refused.status == 409 and ("looks like" in refused.text or "is taken" in refused.text)
            assert harness.bench.service.campaigns() == []
            assert (await ann.found(who="Ann", seat_pompey="open")).path == "/game/1/caesar"

    at_table(tmp_path, act, sheets)


def test_a_game_without_pictures_is_played_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "GAMES", {"julius_caesar": replace(GAMES["julius_caesar"], pictures=None)})

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann:
            page = await ann.found()
            assert page.status == 200 and len(page.hand) > 3

    at_table(tmp_path, act)


def test_every_game_has_a_small_board_until_its_own_is_drawn() -> None:
    """A file of its name, and the rule that shows it."""
    style = server.files()["table.css"].data.decode()
    for name in GAMES:
        picture = server.files()[f"board_{name}.webp"]
        assert picture.kind == "image/webp" and len(picture.data) < 10_000
        assert f'[data-game="{name}"]' in style and f'url("board_{name}.webp")' in style
