"""The page as a reader likes it, kept in the browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.harness.chromium import Server, chromium


@pytest.mark.matrix
def test_stacks_are_spread_out_and_pieces_hidden_until_the_reader_wants_otherwise(
    tmp_path: Path, sheets: str
) -> None:
    """Belisarius, six armies at Dara: each is seen and pressed alone; a reload keeps both choices."""
    with Server(tmp_path, Path(sheets)) as server, chromium() as browser:
        page = browser.new_page(base_url=server.root, viewport={"width": 1280, "height": 900})
        page.goto("/")
        page.get_by_role("button", name="Lesson 3: feed an army").first.click()
        dara = page.locator('.stack[data-at="3547"]')
        expect(dara).to_be_attached()
        expect(dara.locator(".alone")).to_have_count(0)
        page.locator(".display summary").click()
        page.locator('[data-display="pieces"]').select_option("spread")
        expect(dara.locator(".alone")).to_have_count(7)
        page.reload()
        expect(dara.locator(".alone")).to_have_count(7)
        expect(dara.locator("image.piece:not(.alone)").first).to_be_hidden()
        page.get_by_role("button", name="Hide the pieces (key H)").click()
        page.reload()
        expect(page.locator("#part-map")).to_have_class(re.compile(r"\bbare\b"))
        page.get_by_role("button", name="Hide the pieces (key H)").click()
        page.locator(".display summary").click()
        page.locator('[data-display="pieces"]').select_option("")
        expect(dara.locator(".alone")).to_have_count(0)


@pytest.mark.matrix
def test_who_watches_takes_the_news_one_by_one(tmp_path: Path, sheets: str) -> None:
    """The computer plays on; a paused page shows a step for each press, and all once it goes on."""
    with Server(tmp_path, Path(sheets)) as server, chromium() as browser:
        page = browser.new_page(base_url=server.root, viewport={"width": 1280, "height": 900})
        page.goto("/")
        page.get_by_role("button", name="Watch the computer play").first.click()
        page.locator("[data-pace]").select_option("held")
        step, posts = page.locator("[data-next]"), page.locator("#posts .post")
        expect(step).to_be_visible(timeout=60_000)
        expect(step).to_have_text(re.compile(r"\b[5-9] wait"), timeout=60_000)
        had = page.locator("#posts").inner_text()
        page.wait_for_timeout(1500)
        assert page.locator("#posts").inner_text() == had
        before = posts.count()
        page.locator("[data-pace]").select_option("")
        expect(step).to_be_hidden()
        assert posts.count() > before
