"""After an order: the next seat, the lock screen, the next game; alerts that were asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from adjudicator.core.language.words import fold
from tests.harness.browser import Answer, Guest, TableHarness, at_table
from tests.harness.chromium import Server, chromium, violations, window

CAESAR, POMPEY = "/game/1/caesar", "/game/1/pompey"


async def discard(g: Guest, path: str) -> Answer:
    """Lay the last card of a hand aside, by the order line."""
    card = [card for card in (await g.get(path)).hand if "/" in card][-1]
    return await g.post(f"{path}/order", {"text": f"discard {fold(card)}"})


def test_one_person_with_both_seats_is_led_from_one_to_the_other(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann:
            await ann.found()
            assert "Continue as" not in (await ann.get(CAESAR)).text
            done = await discard(ann, CAESAR)
            assert done.path == POMPEY and done.status == 200
            back = await ann.get(CAESAR)
            assert f'data-next="{POMPEY}"' in back.text and "Continue as Pompey" in back.text

    at_table(tmp_path, act, sheets)


def test_who_shares_a_screen_sees_the_other_seat_behind_a_lock_screen(tmp_path: Path, sheets: str) -> None:
    """No page of a seat opens before its player has pressed; spectators see no lock screen."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann:
            await ann.found(seat_pompey="here")
            done = await discard(ann, CAESAR)
            assert done.path == f"{POMPEY}/lock-screen"
            assert "Pompey, press when Caesar looks away." in done.text and "data-part" not in done.text
            for page in ("/log", "/replay", "/step", "/standing"):
                assert (await ann.get(POMPEY + page)).path == f"{POMPEY}/lock-screen"
            assert (await ann.get(CAESAR)).path == CAESAR
            assert (await ann.get("/game/1/public")).path == "/game/1/public"
            assert (await ann.post(f"{POMPEY}/lock-screen", {})).path == POMPEY
            assert (await ann.get(CAESAR)).path == f"{CAESAR}/lock-screen"
        async with harness.guest() as stranger:
            assert (await stranger.get(f"{POMPEY}/lock-screen")).status == 404
            assert (await stranger.post(f"{POMPEY}/lock-screen", {})).status == 404

    at_table(tmp_path, act, sheets)


def test_the_next_game_that_waits_is_a_link(tmp_path: Path, sheets: str) -> None:
    """A seat that has nothing to decide is led to the game that waits longest; the public is not."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann:
            for n, pompey in enumerate(("link", "computer", "computer")):
                await ann.found(seat_pompey=pompey, seed=str(n), title=f"Game {n}")
            page = await ann.get(CAESAR)
            public = await ann.get("/game/1/public")
        assert re.search(r'href="/game/2/caesar"[^>]*>Next game waiting for you \(2\)', page.text)
        assert "Next game" not in public.text

    at_table(tmp_path, act, sheets)


@pytest.mark.matrix
def test_title_icon_sound_and_page_follow_in_chromium(tmp_path: Path, sheets: str) -> None:
    """A waiting decision is a dot; sound and notifications are off until they are asked for."""
    with chromium() as browser, Server(tmp_path, Path(sheets)) as server, window(browser) as page:
        sounds: list[str] = []
        page.on("request", lambda asked: sounds.append(asked.url) if "call.wav" in asked.url else None)
        page.goto(server.root)
        page.get_by_role("button", name="Play both sides").first.click()
        page.wait_for_url(f"**{CAESAR}")
        icon = page.locator("link[rel=icon]")
        expect(icon).to_have_attribute("href", re.compile("seal_waiting"))
        assert page.title().startswith("(●)")
        page.locator(".alerts summary").click()
        boxes = page.locator(".alerts input")
        assert [boxes.nth(n).is_checked() for n in range(2)] == [False, False] and not sounds
        with page.expect_request("**/static/call.wav"):
            page.get_by_label("Play a sound").check()
        assert not violations(page)
        page.locator(".decision button.give").first.click()
        page.wait_for_url(f"**{POMPEY}")
        expect(icon).to_have_attribute("href", re.compile("seal_waiting"))
        page.locator(".alerts summary").click()
        assert page.get_by_label("Play a sound").is_checked()
