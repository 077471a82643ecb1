"""The page that lays a group's own map under our pieces: walked in Chromium with mouse, keys and touch."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from io import StringIO
from math import dist
from pathlib import Path
from queue import Queue
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer
from msgspec.structs import replace
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, expect

from adjudicator import GAMES
from adjudicator.geometry.fits import Point
from frontends.browser import anchoring
from frontends.browser.anchoring import CORNERS, Anchoring, Sent, asked, begun, begun_from_module, page, told
from renderer import own_boards
from renderer.boards import base_layer
from renderer.boards.hexes.board import HexBoard
from renderer.boards.points.board import PointBoard
from renderer.games import look_of
from renderer.scans.own_board import read
from service.values.settings import CannotStart
from tests.harness import modules
from tests.harness.chromium import ROOT, chromium, violations, window
from tests.harness.processes import LONGEST, next_line
from tests.harness.scans import SEEN, bent, scan


@pytest.fixture
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@contextmanager
def served(folder: Path, game: str, language: str = "en") -> Iterator[str]:
    """`python bot.py board GAME --picture FILE`; gives the page's address."""
    picture = folder / "scan.jpg"
    scan(game).save(picture, quality=85)
    words = ["board", game, "--picture", str(picture), "--out", str(folder / "own"), "--no-browser"]
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "bot.py"), "--language", language, *words],
        cwd=folder,
        env={**os.environ, "DISCORD_TOKEN": ""},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield next_line(process).split()[-1]
    finally:
        process.kill()
        process.communicate(timeout=LONGEST)


def truth(game: str) -> dict[str, Point]:
    """Return where the scan has each place; boxes off the map are not on it."""
    board = look_of(game).board("en")
    places = board.middles if isinstance(board, HexBoard) else board.places()
    return {id: SEEN(at) for id, at in places.items()}


class Hand:
    """Somebody at the page, who knows their map."""

    def __init__(self, page: Page, where: Mapping[str, Point]) -> None:
        self.page, self.where, self.clicks, self.keys = page, where, 0, 0

    def asked(self) -> str:
        return str(self.page.locator("#asked").get_attribute("data-place"))

    def spot(self) -> Point | None:
        found: Any = self.page.evaluate("anchoring.spot()")
        return found and (found[0], found[1])

    def wait(self, before: str) -> None:
        expect(self.page.locator("#asked")).not_to_have_attribute("data-place", before)

    def click(self, place: str, *, touch: bool = False) -> None:
        seen: Any = self.page.evaluate("anchoring.seen()")
        self.page.locator("#view").scroll_into_view_if_needed()
        box = self.page.locator("#view").bounding_box()
        assert box is not None
        x, y = self.where[place]
        at = box["x"] + 2 + seen["left"] + x * seen["zoom"], box["y"] + 2 + seen["top"] + y * seen["zoom"]
        (self.page.touchscreen.tap if touch else self.page.mouse.click)(*at)
        self.clicks += 1
        self.wait(place)

    def press(self, key: str, place: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1
        self.wait(place)

    def tap(self, button: str, place: str) -> None:
        self.page.locator(f"#{button}").tap()
        self.keys += 1
        self.wait(place)

    def move_to(self, place: str) -> None:
        """Move the ring by arrow keys, ten times as far with Shift, and confirm."""
        zoom = float(self.page.evaluate("anchoring.seen().zoom"))
        self.page.keyboard.press("ArrowRight")
        at, (x, y) = self.spot(), self.where[place]
        assert at is not None
        for off, keys in ((x - at[0], ("ArrowLeft", "ArrowRight")), (y - at[1], ("ArrowUp", "ArrowDown"))):
            far, near = divmod(round(abs(off) * zoom), 10)
            for key in ["Shift+" * (n < far) + keys[off > 0] for n in range(far + near)]:
                self.page.keyboard.press(key)
        self.press("Enter", place)

    def anchor_all(self, near: float, *, touch: bool = False) -> None:
        """Confirm what is expected within `near` pixels, else press where it is; skip what is not printed."""
        while place := self.asked():
            spot = self.spot()
            if place not in self.where:
                self.press("s", place)
            elif spot is None or dist(spot, self.where[place]) > near:
                self.click(place, touch=touch)
            elif touch:
                self.tap("confirm", place)
            else:
                self.press("Enter", place)


@pytest.mark.matrix
def test_a_map_of_76_places_is_anchored_with_a_few_clicks_and_a_key_for_each(
    browser: Browser, tmp_path: Path
) -> None:
    """At most 12 clicks and 130 keys for a hundred places; what is saved is near the truth."""
    game = "julius_caesar"
    with served(tmp_path, game) as address, window(browser) as shown:
        shown.goto(address)
        shown.wait_for_selector("body[data-ready]")
        assert violations(shown) == []
        hand = Hand(shown, truth(game))
        hand.anchor_all(near=12)
        places = len(look_of(game).board("en").places())
        assert hand.clicks <= 12 and hand.keys <= places + 2
        shown.keyboard.press("w")
        expect(shown.locator("#count")).to_have_text("Saved.")
        shown.reload()
        shown.wait_for_selector("body[data-ready]")
        assert hand.asked() == ""  # all is kept
    own = read(tmp_path / "own", game)
    assert set(own.places) == set(hand.where)
    assert max(dist(own.places[id], at) for id, at in hand.where.items()) < 14


@pytest.mark.byhand
@pytest.mark.parametrize("touch", [False, True], ids=["keys", "phone"])
def test_a_hundred_places_of_a_map_drawn_otherwise_cost_twelve_clicks_and_130_keys(
    touch: bool, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By keyboard, and by touch on a phone, where what is marked is enlarged; all lie within a city's circle.

    No map of points has so many: one has a stop on each of the longest ways.
    """
    board = with_stops(look_of("julius_caesar").board("en"))
    where = {id: SEEN(bent(at, board.size)) for id, at in board.places().items()}
    assert len(where) == 100
    for module in (anchoring, own_boards):
        monkeypatch.setattr(module, "look_of", lambda game: SimpleNamespace(board=lambda language: board))
    asked.cache_clear()
    picture = Image.new("RGB", (1400, 940), "#e8d9b0")
    for x, y in where.values():
        ImageDraw.Draw(picture).ellipse((x - 7.5, y - 7.5, x + 7.5, y + 7.5), outline="#301808", width=2)
    picture.save(tmp_path / "print.png")
    page = Anchoring(
        "julius_caesar", begun("julius_caesar", tmp_path / "print.png", tmp_path / "own"), "en", tmp_path
    )
    phone: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    with in_this_process(page) as address, window(browser, **(phone if touch else {})) as shown:
        shown.goto(address)
        shown.wait_for_selector("body[data-ready]")
        hand = Hand(shown, where)
        for _ in range(4):
            hand.click(hand.asked(), touch=touch)
        if touch:
            for _ in range(3):
                shown.locator("#larger").tap()
                hand.keys += 1
        hand.anchor_all(near=7.5, touch=touch)
        assert hand.clicks <= 12 and hand.keys <= 130 and hand.clicks + hand.keys >= 100
        shown.locator("#save").tap() if touch else shown.keyboard.press("w")
        expect(shown.locator("#count")).to_have_text("Saved.")
        assert shown.evaluate("anchoring.seen().presses") == hand.clicks + hand.keys + 1
    asked.cache_clear()
    own = read(tmp_path / "own", "julius_caesar")
    assert max(dist(own.places[id], at) for id, at in where.items()) <= 7.5


@pytest.mark.matrix
def test_by_keys_alone_a_photo_is_straightened_and_shown_with_the_pieces_of_a_set_up(
    browser: Browser, tmp_path: Path
) -> None:
    """The ring is moved by arrows; what is marked, how far off in pixels, and what is missing is said."""
    game, corners = "julius_caesar", [(0.0, 0.0), (2400.0, 0.0), (2400.0, 1500.0), (0.0, 1500.0)]
    with served(tmp_path, game) as address, window(browser) as shown:
        shown.goto(address)
        shown.wait_for_selector("body[data-ready]")
        hand = Hand(shown, truth(game) | dict(zip(CORNERS, map(SEEN, corners), strict=True)))
        shown.keyboard.press("w")
        expect(shown.locator("#count")).to_have_text(
            "Saved, but it cannot be used yet: board.toml: place: 0 are anchored; at least 4 are needed"
        )
        shown.keyboard.press("c")
        expect(shown.locator("#asked")).to_have_text("Where is the upper left corner of the map?")
        for _ in range(12):
            hand.move_to(hand.asked())
        expect(shown.locator("#count")).to_contain_text("8 marked, 68 left; largest error")
        shown.keyboard.press("p")
        shown.wait_for_selector("#drawn:not([hidden])")
        expect(shown.locator("#count")).to_have_text("The preview is below; nothing is saved by it.")
        shown.keyboard.press("w")
        expect(shown.locator("#count")).to_have_text("Saved.")
    own = read(tmp_path / "own", game)
    assert len(own.corners) == 4 and len(own.places) == 8
    assert all(dist(at, SEEN(corner)) < 3 for at, corner in zip(own.corners, corners, strict=True))
    assert all(dist(at, hand.where[id]) < 3 for id, at in own.places.items())


def with_stops(board: Any) -> PointBoard:
    """Return a board of 100 places: a stop halfway on each of the longest ways, far from all others."""
    assert isinstance(board, PointBoard)
    stops = list[Point]()
    for way in sorted(board.ways, key=lambda way: -dist(way.line[0], way.line[-1])):
        (x, y), (u, v) = way.line[(len(way.line) - 1) // 2], way.line[len(way.line) // 2]
        at = ((x + u) / 2, (y + v) / 2)
        if all(dist(at, other) > 40 for other in [*(site.point for site in board.sites), *stops]):
            stops.append(at)
    made = [
        replace(board.sites[0], id=f"stop_{n}", point=at)
        for n, at in enumerate(stops[: 100 - len(board.places())])
    ]
    return replace(board, sites=(*board.sites, *made))


@contextmanager
def in_this_process(page: Anchoring) -> Iterator[str]:
    """Serve a page from a thread; gives its address."""
    ready, loop = Queue[str](), asyncio.new_event_loop()

    async def serve() -> None:
        async with TestServer(page.app()) as server:
            ready.put(str(server.make_url(page.path)))
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()

    task = loop.create_task(serve())
    thread = Thread(target=lambda: loop.run_until_complete(task))
    thread.start()
    try:
        yield ready.get(timeout=LONGEST)
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()
        loop.close()


@pytest.mark.matrix
def test_a_phone_anchors_a_map_of_hexes_in_japanese_by_touch(browser: Browser, tmp_path: Path) -> None:
    """Eight touches, and one for each box that is not printed; back is possible."""
    game = "belisarius"
    phone: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    with served(tmp_path, game) as address, window(browser, **phone) as shown:
        shown.goto(f"{address}?language=ja")
        shown.wait_for_selector("body[data-ready]")
        assert shown.locator("html").get_attribute("lang") == "ja"
        assert shown.evaluate("document.documentElement.scrollWidth") <= 360
        hand = Hand(shown, truth(game))
        first = hand.asked()
        hand.click(first, touch=True)
        shown.locator("#undo").tap()
        shown.wait_for_function(
            "place => document.getElementById('asked').dataset.place === place", arg=first
        )
        while (place := hand.asked()) in hand.where:
            hand.click(place, touch=True)
        assert hand.clicks == 9
        while place := hand.asked():
            shown.locator("#skip").tap()
            hand.wait(place)
        shown.locator("#save").tap()
        expect(shown.locator("#count")).to_have_text("保存しました。")
    board = look_of(game).board("en")
    (found,) = own_boards.register({tmp_path / "own": game})
    assert isinstance(board, HexBoard) and found.id
    laid = look_of(found.id).board("en")
    assert isinstance(laid, HexBoard) and laid.scan is not None
    back = laid.scan.onto.inverse()
    assert max(dist(back(at), laid.middles[id]) for id, at in hand.where.items()) < 0.15 * board.across
    own_boards.forget()


# -- without a browser -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_page_asks_for_what_tells_most_and_says_how_far_anchors_lie_off(game: str) -> None:
    where, order = truth(game), asked(game)
    assert len(order) == len(set(order)) and set(order) <= set(look_of(game).board("en").places())
    first = [id for id in order if id in where][:8]
    assert told(game, Sent({id: where[id] for id in first[:3]})).expected == {}
    sent = {id: where[id] for id in first}
    answer = told(game, Sent(sent))
    assert answer.order == [id for id in order if id not in sent] and not answer.is_unfit
    assert max(answer.errors.values()) < (1 if isinstance(look_of(game).board("en"), HexBoard) else 40)
    x, y = where[first[4]]
    wrong = told(game, Sent(sent | {first[4]: (x + 150, y)}))
    assert wrong.errors[first[4]] > 100
    for line in (
        {id: (10.0 * n, 10.0 * n) for n, id in enumerate(first)},
        {id: (300.0 * n, 200.0 * n + n % 2) for n, id in enumerate(first[:4])},
    ):
        unfit = told(game, Sent(line))
        assert unfit.is_unfit and not unfit.expected
    for language in ("en", "ja"):
        assert f'lang="{language}"' in page(game, "/board/x", language, Sent())


def test_the_folder_is_made_once_and_a_wrong_picture_is_named(tmp_path: Path) -> None:
    picture = tmp_path / "scan.png"
    scan("julius_caesar").save(picture)
    folder = begun("julius_caesar", picture, tmp_path / "own")
    assert (folder / "overlay.toml").read_text() == 'game = "julius_caesar"\n'
    assert begun("julius_caesar", picture, folder) == folder
    (tmp_path / "other.webp").write_bytes(b"RIFF")
    with pytest.raises(CannotStart, match=r"other\.webp: this is not a WEBP picture"):
        begun("julius_caesar", tmp_path / "other.webp", tmp_path / "two")
    scan("julius_caesar").save(tmp_path / "other.jpg")
    with pytest.raises(CannotStart, match=r"has board\.png already"):
        begun("julius_caesar", tmp_path / "other.jpg", folder)
    with pytest.raises(CannotStart, match="“whist” is not one of"):
        begun("whist", picture, None)
    one, other = (Anchoring("julius_caesar", folder, "en", tmp_path) for _ in range(2))
    assert one.path != other.path


def test_a_preview_shows_the_pieces_of_a_set_up_on_the_scan_and_saves_nothing(tmp_path: Path) -> None:
    game = "julius_caesar"
    picture = tmp_path / "scan.jpg"
    scan(game).save(picture)
    (tried := tmp_path / "tried").mkdir()
    anchoring = Anchoring(game, begun(game, picture, tmp_path / "own"), "en", tried)
    where = truth(game)

    async def act() -> None:
        async with TestClient(TestServer(anchoring.app())) as client:

            async def sent(what: str, n: int, language: str) -> ClientResponse:
                places = {id: where[id] for id in asked(game)[:n]}
                return await client.post(
                    f"{anchoring.path}/{what}?language={language}", json={"places": places, "corners": []}
                )

            refused = await (await sent("preview", 2, "ja")).json()
            assert refused["fault"] == "board.toml：place：定めた場所は2か所です。少なくとも4か所が必要です"
            drawn = await sent("preview", 12, "ja")
            assert drawn.content_type == "image/jpeg" and len(await drawn.read()) > 50_000
            assert not (tmp_path / "own" / "board.toml").exists()
            told = await (await sent("save", 2, "en")).json()
            assert told["fault"] == "board.toml: place: 2 are anchored; at least 4 are needed"
            assert (await (await sent("save", 12, "en")).json())["fault"] == ""
            assert set(read(tmp_path / "own", game).places) == set(asked(game)[:12])

    asyncio.run(act())
    own_boards.forget()
    base_layer.forget()


# -- VASSAL modules --------------------------------------------------------------------------------------


def a_module(path: Path, game: str, *more: str) -> Path:
    """Write a module with the cities of a game as named points, one of them misspelt and one left out."""
    places = dict(look_of(game).board("en").places())
    del places["roma"]
    spelt = {("Athennae" if id == "athenae" else id.title()): at for id, at in places.items()}
    built = modules.board(modules.regions({**spelt, "Turn 1": (5.0, 5.0)})) + "".join(more)
    return modules.module(
        path,
        built,
        {"map.png": modules.picture((2400, 1500)), "leg9.png": modules.picture((64, 64))},
        "Caesar's War",
    )


def test_a_module_gives_the_folder_its_picture_and_anchors_and_says_what_it_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = "julius_caesar"
    pieces = (modules.slot("LEG 10", "map.png"), modules.slot("Dice", "map.png"))
    file = a_module(tmp_path / "jc.vmod", game, *pieces, modules.slot("LEG 9", "leg9.png"))
    made = begun_from_module(game, file, "", tmp_path / "own", "en")
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "Caesar's War, board “Main Map: Main Board”",
        "Found: 74 of 76 places.",
        "Doubtful: Athenae, in the module “Athennae” (differs in 1 letter from “Athenae”).",
        "Missing: Roma.",
        "Not on our map: Turn 1.",
        "Pieces with pictures: 1 of 63; the others are ours. Not read: images/map.png: the picture has 2400 "
        "by 1500 pixels; a piece's has 8 to 2000 a side.",
    ]
    assert [one.name for one in (tmp_path / "own" / "counters").iterdir()] == ["c_legio_9.png"]
    own = read(tmp_path / "own", game)
    assert len(own.places) == 74 and set(made.expected) == {"athenae"}
    anchoring = Anchoring(game, made.folder, "en", tmp_path, made.expected)

    async def act() -> None:
        async with TestClient(TestServer(anchoring.app())) as client:
            sent = {"places": dict(own.places), "corners": []}
            answer = await (await client.post(f"{anchoring.path}/expected", json=sent)).json()
            assert set(answer["order"]) == {"roma", "athenae"} == set(answer["expected"])
            assert tuple(answer["expected"]["athenae"]) == made.expected["athenae"]

    asyncio.run(act())
    assert begun_from_module(game, file, "1", tmp_path / "own", "ja").folder == tmp_path / "own"
    assert "見つかった場所：76か所のうち74か所" in capsys.readouterr().out


def test_of_several_boards_one_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = "julius_caesar"
    file = a_module(tmp_path / "jc.vmod", game, modules.board("", name="Charts", map="Charts"))
    with pytest.raises(CannotStart, match=r"--map:\n1\. Main Map: Main Board\n2\. Charts"):
        begun_from_module(game, file, "", tmp_path / "one", "en")
    begun_from_module(game, file, "main board", tmp_path / "one", "en")
    monkeypatch.setattr("sys.stdin", StringIO("2\n"))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    begun_from_module(game, file, "", tmp_path / "two", "en")
    assert "board “Charts”" in capsys.readouterr().out
    (tmp_path / "bad.vmod").write_bytes(b"x")
    with pytest.raises(CannotStart, match=r"bad\.vmod: this is not a VASSAL module"):
        begun_from_module(game, tmp_path / "bad.vmod", "", tmp_path / "three", "en")
