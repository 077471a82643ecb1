"""A Japanese player meets no English page on the way to a played game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from aiohttp.test_utils import make_mocked_request
from babel.messages.pofile import read_po

from adjudicator import GAMES
from frontends.browser.web.request_context import read_context
from service.values.settings import Settings
from tools.books import file_of

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s#]+)(?:#[^)]*)?\)")
FIRST = "README.ja" + ".md"  # the one beside the code, not that of docs
SAID_TO_BE_ENGLISH = {
    "docs/README.ja.md": {"docs/README.md"},
    "docs/glossary.ja.md": {"docs/glossary.md"},
    FIRST: {"LICENSE"},
}
"""What a page links to and calls English, or what has no language: the index of developers, the licence."""
KANA = re.compile("[ぁ-んァ-ヶ]")


def links(page: Path) -> Iterator[tuple[str, Path]]:
    for words, to in LINK.findall(page.read_text("utf-8")):
        if "://" not in to:
            yield words, (page.parent / to).resolve()


def other_language(page: Path) -> Path:
    """The same page in English, which a page names as such in its head."""
    return page.with_name(page.name.replace(".ja.", "."))


def reached(first: Path) -> Mapping[Path, Path]:
    """Every page that Japanese pages lead to, with the page before it."""
    found, todo = {first: first}, [first]
    while todo:
        page = todo.pop()
        for words, to in links(page):
            if to in found or (to.suffix not in (".md", ".orders") and to.name != "LICENSE"):
                continue
            if to == other_language(page) and words == "English":
                continue
            found[to] = page
            if ".ja." in to.name:
                todo.append(to)
    return found


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("first", [FIRST, *(name(file_of(game, "ja")) for game in GAMES)])
def test_from_a_first_page_only_japanese_pages_are_reached(first: str) -> None:
    ways = reached(ROOT / first)
    english = {name(page): name(before) for page, before in ways.items() if ".ja." not in page.name}
    assert {page: by for page, by in english.items() if page not in SAID_TO_BE_ENGLISH.get(by, ())} == {}
    for page in ways:
        if page.suffix == ".md" and ".ja." in page.name:
            assert KANA.search(page.read_text("utf-8")), page


def test_every_page_of_a_player_and_a_referee_is_reached() -> None:
    ways = {name(page) for page in reached(ROOT / FIRST)}
    pages = (
        "local",
        "discord",
        "mail",
        "playing",
        "commands",
        "referee",
        "fair-dice",
        "operating",
        "own-copy",
        "tournaments",
    )
    orders = ("belisarius", "ottomans", "ancient_world")
    assert {f"docs/{page}.ja.md" for page in (*pages, *orders, "position", "glossary")} <= ways
    assert {f"docs/games/{game}.ja.md" for game in GAMES} <= ways
    assert {f"adjudicator/{game}/RULINGS.ja.md" for game in GAMES} <= ways


def test_no_japanese_sentence_sends_a_reader_to_an_english_page() -> None:
    """Sentences of all front ends name pages of the project in Japanese."""
    named = re.compile(r"[\w/-]+\.md\b|fair dice")
    for catalogue in sorted(ROOT.glob("*/**/locale/ja/LC_MESSAGES/*.po")):
        with catalogue.open("rb") as file:
            for message in filter(lambda one: one.id, read_po(file)):
                said = message.string if isinstance(message.string, str) else " ".join(message.string or ())
                wrong = [one for one in named.findall(said) if ".ja." not in one]
                assert wrong == [], said


@pytest.mark.parametrize(
    ("of_the_umpire", "accepted", "shown"),
    [("en", "ja-JP", "ja"), ("ja", "en-GB,en;q=0.9", "en"), ("ja", "", "ja"), ("", "fr", "en")],
)
def test_a_reader_without_a_choice_reads_the_language_of_their_browser(
    of_the_umpire: str, accepted: str, shown: str
) -> None:
    """The setting is that of the terminal, and of browsers that ask for a language we do not have."""
    request = make_mocked_request("GET", "/", headers={"Accept-Language": accepted})
    assert read_context(request, Settings(language=of_the_umpire), "fresh").language == shown
