"""The group's own map at the table: seats and the referee see it, the public sees ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from renderer import own_boards
from renderer.boards import base_layer
from renderer.games import LAID, look_of
from renderer.scans.scan import straightened
from service.values.boards import OURS
from tests.harness.browser import Guest, TableHarness, at_table
from tests.harness.chromium import PATIENCE, chromium_beside
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


async def photo_at(g: Guest, place: str) -> dict[str, Any] | None:
    """Return what the plate of a place says of a group's own map."""
    plate = PLATE.search((await g.get(place)).text)
    assert plate is not None
    found = json.loads((await g.get(plate[1].replace("&amp;", "&"))).body)
    photo: dict[str, Any] | None = found["photo"]
    return photo


def test_the_group_gets_its_map_in_its_own_pixels_and_nobody_else(tmp_path: Path, sheets: str) -> None:
    """In parts, in both themes; the public gets none, whatever it asks for."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            photo = await photo_at(g, CAESAR)
            assert photo is not None and await photo_at(g, PUBLIC) is None
            board = look_of(f"julius_caesar{LAID}{photo['digest']}").board("en")
            assert board.scan is not None
            whole, laid = straightened(board.scan), Image.new("RGB", straightened(board.scan).size)
            columns, rows = photo["parts"]
            for column, row in product(range(columns), range(rows)):
                path = f"part/{photo['digest']}/{column}/{row}"
                light, dark = [await g.get(f"{CAESAR}/{path}/{theme}") for theme in ("light", "dark")]
                assert (light.status, dark.status) == (200, 200)
                laid.paste(Image.open(BytesIO(light.body)), (1024 * column, 1024 * row))
                assert (await g.get(f"{PUBLIC}/{path}/light")).status == 404
                means = [ImageStat.Stat(Image.open(BytesIO(one.body))).mean[0] for one in (dark, light)]
                assert means[0] < 0.7 * means[1]
            assert max(ImageStat.Stat(ImageChops.difference(laid, whole)).mean) < 2  # of 255
            for wrong in (f"{photo['digest']}/{columns}/0", f"{photo['digest']}/0/{rows}", "0" * 16 + "/0/0"):
                assert (await g.get(f"{CAESAR}/part/{wrong}/light")).status == 404

    at_table(tmp_path, act, sheets)


@pytest.mark.matrix
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("width", [1100, 360])
def test_zoomed_in_the_browser_shows_once_twice_and_four_times_as_many_pixels(
    width: int, tmp_path: Path, sheets: str
) -> None:
    """At last the picture's own, sharply, where they lie on the picture that is beneath them."""
    own_boards.forget()
    own_boards.register({overlay(tmp_path / "fine", "julius_caesar", times=5): "julius_caesar"})

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g, chromium_beside() as browser:
            await g.found()
            photo = await photo_at(g, CAESAR)
            assert photo is not None and photo["across"] > 4 * 1600
            context = await browser.new_context(
                viewport={"width": width, "height": 740}, reduced_motion="reduce"
            )
            context.set_default_timeout(PATIENCE)
            await context.add_cookies([{"name": "session", "value": g.session_id, "url": harness.root}])
            page = await context.new_page()
            await page.goto(f"{harness.root}{CAESAR}")
            if width < 700:
                await page.locator("[data-tab=map]").click()
            await page.wait_for_selector("#part-map.drawn")
            await page.locator("[data-zoom=whole]").click()
            assert await page.evaluate(PIXELS) == 1600
            for _ in range(4 if width > 700 else 5):
                await page.locator("[data-zoom=in]").click()
            await page.wait_for_function(f"() => ({PIXELS})() === 3600")
            assert await page.locator(".parts img").count() == 0
            for _ in range(4):
                await page.locator("[data-zoom=in]").click()
            await page.wait_for_function(LOADED)
            seen = await page.evaluate(SEEN)
            assert seen["across"] == pytest.approx(photo["across"], rel=0.002)
            assert seen["covered"] and await page.locator(".parts img").count() < 12
            await page.emulate_media(color_scheme="dark")
            await page.wait_for_function("() => document.querySelector('.parts img').src.endsWith('/dark')")
            await page.locator("[data-zoom=whole]").click()
            assert await page.locator(".parts").get_attribute("hidden") is not None
            await page.evaluate("() => { globalThis.stayed = true; }")
            sent = {"request": "ours", "board": OURS}
            assert (await g.post(f"{JUDGE}/actions/board", sent)).status == 200
            await page.wait_for_function("() => !globalThis.stayed")
            await page.wait_for_selector("#part-map[data-board=julius_caesar]", state="attached")
            await context.close()

    at_table(tmp_path, act, sheets, map_width=1600)


PIXELS = "() => document.querySelector('#part-map img').naturalWidth"
LOADED = """() => {
    const all = [...document.querySelectorAll('.parts img')];
    return all.length && all.every(one => one.naturalWidth);
}"""
SEEN = """() => {
    const all = [...document.querySelectorAll('.parts img')];
    const plate = document.querySelector('.plate').getBoundingClientRect();
    const pane = document.querySelector('#part-map').getBoundingClientRect();
    const one = all[0].getBoundingClientRect(), boxes = all.map(one => one.getBoundingClientRect());
    const [x, y] = [pane.left + pane.width / 2, pane.top + pane.height / 2];
    return {
        across: all[0].naturalWidth / one.width * plate.width,
        covered: boxes.some(one => one.left <= x && one.right >= x && one.top <= y && one.bottom >= y),
    };
}"""
