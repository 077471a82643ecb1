"""The page that lays a group's own map under our pieces: walked in Chromium with mouse, keys and touch."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import dist
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from adjudicator import GAMES
from adjudicator.geometry.fits import Point
from frontends.browser.anchoring import Anchoring, Sent, asked, begun, page, set_up, told
from renderer import own_boards
from renderer.boards import base_layer
from renderer.boards.hexes.board import HexBoard
from renderer.games import LAID, look_of
from renderer.scans.own_board import read
from service.pictures.drawing import render
from service.values.settings import CannotStart
from tests.harness.chromium import ROOT, chromium, violations, window
from tests.harness.processes import LONGEST, next_line
from tests.harness.scans import SEEN, scan


@pytest.fixture(scope="module")
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

    def __init__(self, page: Page, game: str) -> None:
        self.page, self.where, self.clicks, self.keys = page, truth(game), 0, 0

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

    def anchor_all(self, near: float) -> None:
        """Confirm what is expected within `near` pixels, else press where it is; skip what is not printed."""
        while place := self.asked():
            spot = self.spot()
            if place not in self.where:
                self.press("s", place)
            elif spot is not None and dist(spot, self.where[place]) <= near:
                self.press("Enter", place)
            else:
                self.click(place)


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
        hand = Hand(shown, game)
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
        hand = Hand(shown, game)
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
    assert answer.order == [id for id in order if id not in sent] and not answer.fault
    assert max(answer.errors.values()) < (1 if isinstance(look_of(game).board("en"), HexBoard) else 40)
    x, y = where[first[4]]
    wrong = told(game, Sent(sent | {first[4]: (x + 150, y)}))
    assert wrong.errors[first[4]] > 100
    line = {id: (10.0 * n, 10.0 * n) for n, id in enumerate(first)}
    if isinstance(look_of(game).board("en"), HexBoard):
        unfit = told(game, Sent(line))
        assert unfit.fault and not unfit.expected
    for language in ("en", "ja"):
        assert f'lang="{language}"' in page(game, "/board/x", language, Sent())


def test_the_folder_is_made_once_and_a_wrong_picture_is_named(tmp_path: Path) -> None:
    picture = tmp_path / "scan.png"
    scan("julius_caesar").save(picture)
    folder = begun("julius_caesar", picture, tmp_path / "own")
    assert (folder / "overlay.toml").read_text() == 'game = "julius_caesar"\n'
    assert begun("julius_caesar", picture, folder) == folder
    (tmp_path / "other.webp").write_bytes(b"RIFF")
    with pytest.raises(CannotStart, match=r"other\.webp: this is no WEBP picture"):
        begun("julius_caesar", tmp_path / "other.webp", tmp_path / "two")
    scan("julius_caesar").save(tmp_path / "other.jpg")
    with pytest.raises(CannotStart, match=r"has board\.png already"):
        begun("julius_caesar", tmp_path / "other.jpg", folder)
    with pytest.raises(CannotStart, match="'whist' is not one of"):
        begun("whist", picture, None)
    assert Anchoring("julius_caesar", folder, "en").path != Anchoring("julius_caesar", folder, "en").path


def test_a_preview_shows_the_pieces_of_a_set_up_on_the_scan(tmp_path: Path) -> None:
    game = "julius_caesar"
    picture = tmp_path / "scan.jpg"
    scan(game).save(picture)
    anchoring = Anchoring(game, begun(game, picture, tmp_path / "own"), "en")
    where = truth(game)
    assert "at least 4 are needed" in anchoring._saved(Sent({id: where[id] for id in asked(game)[:2]}))
    assert anchoring._saved(Sent({id: where[id] for id in asked(game)[:12]})) == ""
    (found,) = own_boards.found(game)
    drawing = set_up(GAMES[game], found.digest, "ja")
    assert LAID in drawing.scenes[0].game and drawing.scenes[0].stacks
    assert render(drawing).mime == "image/jpeg"
    own_boards.forget()
    base_layer.forget()
