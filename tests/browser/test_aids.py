"""Player aids and the guided first turn, as pages without the script and with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.harness.browser import TableHarness, at_table
from tests.harness.chromium import Server, chromium, violations, window


def test_the_aids_of_a_game_can_be_read_without_a_seat(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            page = await g.get("/aid/julius_caesar")
            assert "Board:" not in page.text, "without a seat there is nothing to go back to"
            assert page.status == 200 and "Road and strait limits" in page.text
            assert 'href="/aid/julius_caesar/turn#battle"' in page.text
            turn = await g.get("/aid/julius_caesar/turn", headers={"Cookie": "language=ja"})
            assert "ターンの流れ" in turn.text and "双方がカードをプレイ" in turn.text
            book = await g.get("/aid/julius_caesar/book")
            assert "How to win" in book.text and 'href="#win"' in book.text and "Vulcan" in book.text
            orders = (await g.get("/aid/belisarius/book")).text
            assert "<code>suggest</code>" in orders and "`" not in orders
            japanese = await g.get("/aid/ottomans/book", headers={"Cookie": "language=ja"})
            assert "勝ち方" in japanese.text and "How to win" not in japanese.text
            assert 'href="/aid/julius_caesar/book"' in page.text
            begins = await g.get("/aid/belisarius/scenarios")
            assert begins.status == 200 and begins.text.count("The sides at the beginning") == 6
            assert "3 Ostrogothic war bands" in begins.text and 'href="#gothic_war"' in begins.text
            reactions = (await g.get("/aid/belisarius/turn")).text
            assert "Unless a game is set otherwise" in reactions and "You are asked on" in reactions
            picture = await g.get("/aid/julius_caesar/turn/hand/light")
            assert picture.status == 200 and picture.body.startswith(b"\x89PNG")
            for path in (
                "/aid/chess",
                "/aid/chess/book",
                "/aid/julius_caesar/turn/levy/light",
                "/aid/julius_caesar/turn/hand/x",
            ):
                assert (await g.get(path)).status == 404
            await g.found()
            for path in ("", "/turn", "/scenarios", "/book"):
                back = (await g.get(f"/aid/julius_caesar{path}")).text
                assert '<a href="/game/1/caesar">Board: ' in back
            assert "Board:" not in (await g.get("/aid/belisarius")).text

    at_table(tmp_path, act, sheets)


def test_a_table_leads_to_the_aids_and_offers_a_guided_turn_to_players(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            table = (await g.get("/game/1/caesar")).text
            assert 'href="/aid/julius_caesar/book"' in table
            assert 'href="/aid/julius_caesar"' in table and table.count("data-hint=") == 9
            assert 'data-stage="1/1/discard"' in table
            public = (await g.get("/game/1/public")).text
            assert 'href="/aid/julius_caesar"' in public and "data-hint=" not in public
            assert 'data-posts="own"' in table and 'data-posts="own"' not in public

    at_table(tmp_path, act, sheets)


@pytest.mark.matrix
def test_the_guided_turn_by_mouse_keyboard_and_phone(tmp_path: Path, sheets: str) -> None:
    """Each hint is next to its part in its phase; skipped and seen ones do not come back."""
    with chromium() as browser, Server(tmp_path, Path(sheets)) as server:
        _guided(browser, server)
        _near_the_active_leader(browser, server)


def _guided(browser: Browser, server: Server) -> None:
    with window(browser) as page:
        page.goto(server.root)
        page.get_by_role("button", name="Play both sides").first.click()
        bubble = page.locator(".bubble")
        expect(page.locator(".offer")).to_be_visible()
        expect(bubble).to_be_hidden()
        assert violations(page) == []
        page.get_by_role("button", name="Show me around").first.click()
        expect(bubble).to_contain_text("How your side wins")
        expect(page.locator(".needs.pointed")).to_be_visible()
        expect(bubble.get_by_role("button", name="Next")).to_be_focused()
        assert violations(page) == []
        page.keyboard.press("Enter")
        expect(bubble).to_contain_text("This is the map")
        page.keyboard.press("Enter")
        expect(bubble).to_contain_text("This is your decision")
        expect(page.locator(".decision.pointed")).to_be_visible()
        page.keyboard.press("Escape")
        expect(bubble).to_contain_text("These are your cards")
        page.keyboard.press("Escape")
        page.reload()
        expect(bubble).to_contain_text("You can also type orders")
        expect(bubble).to_contain_text("5/9")
        page.set_viewport_size({"width": 360, "height": 700})
        bubble.get_by_role("button", name="Next").click()
        expect(bubble).to_contain_text("This is the journal")
        expect(page.locator("#pane-feed")).to_be_visible()
        assert violations(page) == []
        bubble.get_by_role("button", name="Skip all").click()
        page.reload()
        expect(bubble).to_be_hidden()
        expect(page.locator(".offer")).to_be_hidden()


def _near_the_active_leader(browser: Browser, server: Server) -> None:
    """After Play now the map shows the first leader to act, even if the computer moved before."""
    with window(browser) as page:
        page.goto(server.root)
        card = page.locator(".card.game", has=page.get_by_role("heading", name="The Ancient World"))
        card.get_by_role("button", name="Play now").first.click()
        expect(page.locator("#part-decision[data-question]")).to_be_visible()
        page.wait_for_timeout(500)
        plate = page.locator(".plate")
        expect(plate).to_have_attribute("style", re.compile("scale"))  # laid out
        first = plate.get_attribute("style")
        page.reload()
        expect(page.locator("#part-decision[data-question]")).to_be_visible()
        expect(plate).to_have_attribute("style", first or "")
