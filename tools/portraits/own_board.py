"""Take the pictures of the steps in docs/own-copy.md, by hand: a board of ours in another style, photographed
askew, is anchored and played on.

`python -m tools.portraits.own_board docs/images`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page

from service.values.settings import variable
from tests.browser.test_anchoring import Hand, served, truth
from tests.harness.chromium import chromium, window
from tools.portraits.table import PHONE, QUALITY, SETTLED, Table

GAME = "julius_caesar"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1000, "height": 740}}
FIRST, NEAR = 6, 12.0
"""The number of places that are pressed; the distance in pixels within which the others are confirmed."""


def steps(browser: Browser, home: Path, folder: Path) -> Path:
    """Take the pictures of the page that anchors the map; return the overlay folder that it has saved."""
    with served(home, GAME) as address:
        with window(browser, **DESKTOP) as page:
            page.goto(address)
            page.wait_for_selector("body[data-ready]")
            _save(page, folder / "own-copy-asked.webp")
            hand = Hand(page, truth(GAME))
            for _ in range(FIRST):
                hand.click(hand.asked())
            for _ in range(3):
                page.keyboard.press("+")
            while hand.spot() is None:
                hand.click(hand.asked())
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowLeft")
            _save(page, folder / "own-copy-expected.webp")
            hand.anchor_all(NEAR)
            page.keyboard.press("p")
            page.wait_for_selector("#drawn:not([hidden])")
            page.locator("#drawn").scroll_into_view_if_needed()
            _save(page, folder / "own-copy-preview.webp")
            page.keyboard.press("w")
            page.wait_for_timeout(SETTLED)
        with window(browser, **PHONE) as page:
            page.goto(f"{address}?language=ja")
            page.wait_for_selector("body[data-ready]")
            page.keyboard.press("u")
            _save(page, folder / "own-copy-phone-ja.webp")
    return home / "own"


def table(browser: Browser, home: Path, folder: Path, overlay: Path) -> None:
    """Take the picture of a game that is played on the map."""
    os.environ[variable("overlays")] = str(overlay)
    shown = Table(browser, home)
    with shown.server, shown.page(shown.moving, **DESKTOP) as page:
        shown.save(page, folder / "own-copy-table.webp")


def _save(page: Page, file: Path) -> None:
    page.wait_for_timeout(SETTLED)
    Image.open(BytesIO(page.screenshot())).convert("RGB").save(file, quality=QUALITY, method=6)


def main(words: Sequence[str]) -> None:
    """Take the pictures into a folder.

    Raises:
        SystemExit: the folder is missing.
    """
    if len(words) != 1 or words[0].startswith("-"):
        sys.exit("expected FOLDER")
    folder = Path(words[0])
    with chromium() as browser, tempfile.TemporaryDirectory() as home:
        table(browser, Path(home), folder, steps(browser, Path(home), folder))


if __name__ == "__main__":
    main(sys.argv[1:])
