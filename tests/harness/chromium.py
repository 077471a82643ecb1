"""Chromium over a table that runs as its own process, as it is for those who type `python bot.py table`."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from importlib.resources import files
from pathlib import Path
from shutil import which
from typing import Any, Self

import pytest
from playwright.async_api import Browser as AsyncBrowser
from playwright.async_api import async_playwright
from playwright.sync_api import Browser, Page, expect, sync_playwright

from .processes import LONGEST, next_line

ROOT = Path(__file__).resolve().parent.parent.parent
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 60_000
"""The longest wait in milliseconds for something that is sure to come."""
expect.set_options(timeout=PATIENCE)
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


class Server:
    """`python bot.py table`, in a folder of its own, always at the same port, while its context lasts."""

    def __init__(self, folder: Path, maps: Path, *, width: int = 800) -> None:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        self.root = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self._environ = {
            **os.environ,
            "DISCORD_TOKEN": "",
            "TABELLARIUS_LANGUAGE": "en",
            "TABELLARIUS_TABLE_PORT": str(self.port),
            "TABELLARIUS_MAPS": str(maps),
            "TABELLARIUS_MAP_WIDTH": str(width),
        }

    def __enter__(self) -> Self:
        self._process = self._started()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._process.poll() is None:
            code = self.stop()
            assert code == 0 or kind is not None, f"the table ended with {code}"

    def _started(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "bot.py"), "table"],
            cwd=self._folder,
            env=self._environ,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.root in next_line(process)
        return process

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def start(self) -> None:
        self._process = self._started()

    def stop(self) -> int:
        """As [Ctrl]+[C] does; gives the exit code."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> int:
        self._process.send_signal(how)
        self._process.communicate(timeout=LONGEST)
        return self._process.returncode


def executable() -> str:
    """Return the path of Debian's Chromium; the test is skipped where there is none."""
    path = which("chromium") or which("chromium-browser") or which("google-chrome")
    if path is None and not os.environ.get("TESTS_COMPLETE"):
        pytest.skip("the pages are tried in Chromium, which is not here (Debian: apt-get install chromium)")
    assert path, "the pages are tried in Chromium: .ci/run installs it"
    return path


@contextmanager
def chromium(flags: Sequence[str] = FLAGS) -> Iterator[Browser]:
    """Debian's Chromium, without a window; the test is skipped before anything is started."""
    path = executable()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(flags))
        try:
            yield browser
        finally:
            browser.close()


@asynccontextmanager
async def chromium_beside(flags: Sequence[str] = ()) -> AsyncIterator[AsyncBrowser]:
    """Debian's Chromium beside what else the test's loop runs, with further flags."""
    path = executable()
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=path, args=[*FLAGS, *flags])
        try:
            yield browser
        finally:
            await browser.close()


@contextmanager
def window(browser: Browser, **more: Any) -> Iterator[Page]:
    """A browser of its own, with one page, in which nothing moves: without a screen movement costs most."""
    given = {"viewport": {"width": 1100, "height": 700}, "reduced_motion": "reduce"} | more
    with browser.new_context(**given) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        yield page


def violations(page: Page) -> list[str]:
    """Return the faults that an accessibility checker finds on a page, one line each."""
    page.evaluate(AXE)
    found: list[dict[str, Any]] = page.evaluate(
        """async tags => (await axe.run(document, {
            runOnly: {type: 'tag', values: tags}, resultTypes: ['violations'],
        })).violations""",
        list(RULES),
    )
    return [
        f"{one['id']} ({one['impact']}): {json.dumps([node['html'][:160] for node in one['nodes'][:3]])}"
        for one in found
    ]
