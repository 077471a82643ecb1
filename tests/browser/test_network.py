"""The page with a friend's link: where it works, what the friend sees, opening the table to the network."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from frontends.browser.pages import network
from tests.harness.browser import TableHarness, at_table

ELSEWHERE = "http://192.0.2.7:8642"


def test_the_page_of_links_says_where_they_work_and_opens_the_table(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        app = harness.app
        opened: list[int] = []

        async def open_at(port: int) -> str:
            opened.append(port)
            return ELSEWHERE

        app.network.open_at = open_at
        async with harness.guest() as ann, harness.guest() as bob:
            page = await ann.found(seat_pompey="link")
            assert "127.0.0.1 is the machine itself" in page.text and "<svg" not in page.text
            token = page.field("link_pompey")
            asked = {"game": "julius_caesar", "link_pompey": token}
            short = await ann.post("/network", asked | {"password": "seven77"})
            assert short.status == 409 and "at least 8 characters" in short.text and not opened
            done = await ann.post("/network", asked | {"password": "a wider river"})
            assert done.status == 200 and opened == [harness.port]
            assert f"{ELSEWHERE}/enter/{token}" in done.text and "a wider river" in done.text
            assert re.search(r'role="img" aria-label="QR code of the link for Pompey"[^>]*><svg', done.text)
            assert (await ann.get("/game/1/caesar")).path == "/game/1/caesar"
            assert (await bob.get("/")).path == "/password"
            await bob.post("/password", {"password": "a wider river", "to": "/"})
            assert (await bob.get(f"/enter/{token}")).status == 200

    at_table(tmp_path, act, sheets)


def test_nobody_opens_it_from_elsewhere_or_behind_a_proxy(
    tmp_path: Path, sheets: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(harness: TableHarness) -> None:
        async def open_at(port: int) -> str:
            raise AssertionError(port)

        harness.app.network.open_at = open_at
        monkeypatch.setattr(network, "is_operator", lambda request: False)
        async with harness.guest() as ann:
            page = await ann.found(seat_pompey="link")
            assert "Open to the network" not in page.text
            asked = {"game": "julius_caesar", "password": "a wider river"}
            assert (await ann.post("/network", asked)).status == 404
            assert not harness.app.network.password

    at_table(tmp_path, act, sheets)
