"""The site of the pages: made by zensical, read from files by Chromium without a network (ADR 27)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.harness.chromium import chromium, window
from tools.site import build

pytestmark = pytest.mark.xdist_group("site")  # it is made once

ROOT = Path(__file__).resolve().parent.parent
HREF = re.compile(r'<(?:a|link|img|script)\b[^>]*?\b(?:href|src)="?([^"\s>]+)')
ID = re.compile(r'\bid="?([^"\s>]+)')


def test_every_page_for_readers_is_in_the_site() -> None:
    """A page that no page links to is found by nobody."""
    ours = {page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").rglob("*.md")}
    assert not ours - set(build.reached())


def test_a_link_to_a_folder_leads_to_a_list_of_its_pages() -> None:
    assert f"(adr/{build.FIRST})" in build.within(build.INDEX)
    assert "[ADR 2: the libraries](0002-libraries.md)" in build.text_of(build.page_of("docs/adr"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages") / "site"
    build.build(folder)
    return folder


def local_links(page: Path) -> Iterator[tuple[Path, str]]:
    """Yield the file and the place in it that each link of a page without a host leads to."""
    for link in HREF.findall(page.read_text(encoding="utf-8")):
        parts = urlsplit(unescape(link))
        if not parts.scheme and not parts.netloc and page.name != "404.html":
            file = (page.parent / unquote(parts.path)).resolve() if parts.path else page.resolve()
            yield file, unquote(parts.fragment)


@pytest.mark.matrix
def test_every_link_of_the_site_leads_to_a_place_that_it_has(site: Path) -> None:
    ids = {one.resolve(): set(ID.findall(one.read_text(encoding="utf-8"))) for one in site.rglob("*.html")}
    lost = {
        f"{page.relative_to(site)}: {file.name}#{place}"
        for page in site.rglob("*.html")
        for file, place in local_links(page)
        if not file.exists() or (place and file in ids and place not in ids[file])
    }
    assert not lost


@pytest.mark.matrix
@pytest.mark.parametrize(("word", "page"), [("cavalry", "ancient_world"), ("攻城戦", "ancient_world.ja")])
def test_a_word_is_found_without_network(site: Path, word: str, page: str) -> None:
    """From `file://`, offline: the search answers in both languages, and no request leaves."""
    with chromium() as browser, window(browser, offline=True) as tab:
        asked: list[str] = []
        tab.on("request", lambda request: asked.append(request.url))
        tab.goto((site / "index.html").as_uri())
        tab.keyboard.press("/")
        tab.keyboard.insert_text(word)
        tab.locator(f'a[href*="{page}"]', has_text=word).first.wait_for()
        assert asked
        assert [url for url in asked if not url.startswith(("file:", "about:", "data:", "blob:"))] == []
