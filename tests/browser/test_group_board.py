"""The group's own map at the table: seats and the referee see it, the public sees ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from renderer import own_boards
from renderer.boards import base_layer
from renderer.games import LAID, look_of
from tests.harness.browser import TableHarness, at_table
from tests.harness.scans import overlay

JUDGE, CAESAR, PUBLIC = "/game/1/referee", "/game/1/caesar", "/game/1/public"
PLATE = re.compile(r'data-plate="([^"]*)"')
BASE = re.compile(r'src="([^"]*/base/[^"]*/light)"')


@pytest.fixture(autouse=True)
def installed(tmp_path: Path) -> Iterator[None]:
    """The operator has installed a scan of Julius Caesar's map, and one that cannot be used."""
    broken = tmp_path / "broken"
    broken.mkdir()
    own_boards.register(
        {overlay(tmp_path / "scan", "julius_caesar"): "julius_caesar", broken: "julius_caesar"}
    )
    yield
    base_layer.forget()


def test_seats_and_referee_see_the_scan_and_the_public_sees_our_map(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            kinds, plates = {}, {}
            for place in (CAESAR, JUDGE, PUBLIC):
                page = (await g.get(place)).text
                found, plate = BASE.search(page), PLATE.search(page)
                assert found is not None and plate is not None
                kinds[place] = (await g.get(found[1])).body[:4]
                plates[place] = await g.get(plate[1].replace("&amp;", "&"))
            assert kinds[CAESAR][:2] == kinds[JUDGE][:2] == b"\xff\xd8"
            assert kinds[PUBLIC] == b"\x89PNG"
            assert plates[CAESAR].status == plates[PUBLIC].status == 200
            assert plates[CAESAR].text == plates[JUDGE].text != plates[PUBLIC].text
            moment = await g.get(f"{CAESAR}/replay")
            assert moment.status == 200

    at_table(tmp_path, act, sheets)


def test_the_referee_chooses_the_map_and_reads_what_is_wrong_with_the_other(
    tmp_path: Path, sheets: str
) -> None:
    async def act(harness: TableHarness) -> None:
        service = harness.bench.service
        async with harness.guest() as g:
            await g.found()
            page = (await g.get(f"{JUDGE}/actions")).text
            assert "The group&#x27;s map" in page or "The group's map" in page or "The group’s map" in page
            assert "broken: board.toml: " in page and "No such file" in page
            assert (await g.post(f"{CAESAR}/actions/board", {"request": "a", "board": "/"})).status == 404
            assert (
                await g.post(f"{JUDGE}/actions/board", {"request": "b", "board": "nowhere"})
            ).status == 409
            assert (await g.post(f"{JUDGE}/actions/board", {"request": "c", "board": "/"})).status == 200
            found = BASE.search((await g.get(CAESAR)).text)
            assert found is not None and (await g.get(found[1])).body[:4] == b"\x89PNG"
            sent = {"request": "d", "board": "scan", "channel": "1"}
            assert (await g.post(f"{JUDGE}/actions/board", sent)).status == 200
            assert service.board_choices.of(1).in_channel
            assert LAID not in look_of("julius_caesar").board("en").game

    at_table(tmp_path, act, sheets)
