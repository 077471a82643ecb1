"""Take the pictures of the browser table that docs/local.md and the README show, by hand.

`python -m tools.portraits.table docs/images`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page

from frontends.browser.web.session import TOKEN_BYTES
from service.runtime.bootstrap import opened
from tests.browser.test_browser import in_battle, moving
from tests.harness.chromium import Server, chromium, window

DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 780},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
SETTLED = 1_500
"""Milliseconds that a page is given after its last answer, for its pictures."""
QUALITY = 84


class Table:
    """A running table with two games, and a browser that holds the seats of both."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser, self._session = browser, "5a" * TOKEN_BYTES
        with opened(folder / "tabellarius.db") as service:
            service.seat_access.add(self._session, in_battle(service))
            (access,) = service.seat_access.of_session(self._session)
            self.battle = f"/game/{access.campaign}/{access.seat}"
            self.moving = moving(service, self._session, "Caesar moves")
        self.server = Server(folder, Path("maps").absolute(), width=2400)

    @contextmanager
    def page(self, path: str, language: str = "en", **more: Any) -> Iterator[Page]:
        """Open a page of the table in one language."""
        with window(self._browser, base_url=self.server.root, **more) as page:
            values = {"session": self._session, "language": language}
            cookies: Any = [{"name": n, "value": v, "url": self.server.root} for n, v in values.items()]
            page.context.add_cookies(cookies)
            page.goto(path)
            page.wait_for_load_state("load")
            yield page

    def save(self, page: Page, file: Path) -> None:
        """Save the page as it looks once all its pictures are there."""
        page.wait_for_timeout(SETTLED)
        Image.open(BytesIO(page.screenshot())).convert("RGB").save(file, quality=QUALITY, method=6)


def _refused(page: Page) -> None:
    page.locator("#order").fill("move Roma-Narnia: LEG 99")
    page.keyboard.press("Escape")
    page.locator("#order").press("Enter")
    page.locator("#part-refusal, .refusal").first.wait_for()


def _begun(page: Page) -> None:
    genua = page.locator('.stack[data-at="genua"] image')
    genua.first.click(force=True)
    page.locator(".cost").first.wait_for()
    page.locator('.spot[data-spot="massilia"]').click()
    page.locator("#part-decision .order").wait_for()


def _as_it_is(page: Page) -> None:
    """Leave the page as it is."""


SHOWN: tuple[tuple[str, str, str, dict[str, Any], Callable[[Page], None]], ...] = (
    ("table", "moving", "en", DESKTOP, _refused),
    ("move", "moving", "en", DESKTOP | {"color_scheme": "dark"}, _begun),
    ("phone", "moving", "en", PHONE, _as_it_is),
    ("phone-ja", "battle", "ja", PHONE, _as_it_is),
)


def main(words: Sequence[str]) -> None:
    """Take the pictures into a folder.

    Raises:
        SystemExit: the folder is missing.
    """
    if len(words) != 1 or words[0].startswith("-"):
        sys.exit("expected FOLDER")
    folder = Path(words[0])
    with chromium() as browser, tempfile.TemporaryDirectory() as home:
        table = Table(browser, Path(home))
        with table.server:
            for name, game, language, look, act in SHOWN:
                with table.page(getattr(table, game), language, **look) as page:
                    act(page)
                    table.save(page, folder / f"local-{name}.webp")


if __name__ == "__main__":
    main(sys.argv[1:])
