"""At a table in Japanese nobody meets English: pages, attributes, refusals, faults; a whole first turn."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from adjudicator import GAMES
from tests.harness.browser import Answer, Guest, TableHarness, at_table
from tests.harness.first_turn import begun, name, turn
from tests.harness.japanese import english

SAID = ("alt", "title", "aria-label", "placeholder", "label", "data-close", "data-unsafe")
"""Attributes that are read, beside the names of buttons."""
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "source", "image", "circle", "path", "rect"})
RULES = re.compile(r"number=[^&]*")
OPEN_FORM = re.compile(r"filled=.*")


@pytest.fixture(autouse=True)
def short_chains() -> None:
    """Here chains are as long as in play: the dice of the files follow from them."""


class Page(HTMLParser):
    """What a page says, and where it leads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.said: list[str] = []
        self._within = [""]
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append(given.get("href", "").partition("#")[0])
        self.said += [given[name] for name in SAID if name in given]
        if tag not in VOID:
            self._within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._within:
            while self._within.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self._within[-1] not in ("script", "style"):
            self.said.append(data)


def shape(link: str) -> str:
    """A link without what makes it one of many of its kind."""
    return re.sub(r"\d+", "1", OPEN_FORM.sub("", RULES.sub("number", link)))


async def walk(g: Guest, first: str, kept: str) -> dict[str, Answer]:
    """Every kind of page that a page leads to, games other than the kept one left out."""
    found: dict[str, Answer] = {}
    todo = {shape(first): first}
    while todo:
        key, path = todo.popitem()
        found[key] = await g.get(path)
        if "html" not in found[key].headers["Content-Type"]:
            continue
        for link in Page(found[key].text).links:
            assert link == "" or link.startswith("/"), f"{path} leads out to {link}"
            of_another = any(game in link for game in GAMES if game != kept)
            if link and shape(link) not in found and not of_another:
                todo[shape(link)] = link
    return found


IN_MATRIX, BY_HAND = ("julius_caesar", "ancient_world"), ("belisarius", "ottomans")


@pytest.mark.parametrize(
    "game",
    [
        *(pytest.param(game, marks=pytest.mark.matrix) for game in IN_MATRIX),
        *(pytest.param(game, marks=pytest.mark.byhand) for game in BY_HAND),
    ],
)
def test_no_page_of_a_japanese_table_is_english(game: str, tmp_path: Path, sheets: str) -> None:
    """All links from the front page, before the first turn and after it; orders refused on the way."""

    async def act(harness: TableHarness) -> None:
        campaign = begun(harness.bench, game, "hanako")
        seats = harness.bench.service.status(campaign).campaign.seats
        async with harness.guest(harness.session_at(campaign, seats[0], "hanako")) as g:
            for seat in seats[1:]:
                harness.admit(g.session_id, campaign, seat, "hanako")
            await g.post("/choices", {"language": "ja"})
            pages = await walk(g, "/", game)
            assert len(pages) > 30
            orders = turn(game).orders
            for n, line in enumerate(orders):
                path = f"/game/{campaign}/{line.seat}"
                pages[f"order {n}"] = said = await g.order(path, line.text)
                assert said.status == 200
                for typed in ("あいうえお", f"{line.text} あいうえお", "ヘルプ", "理由"):
                    if n % 8 > 0:
                        break
                    pages[f"{n} {typed}"] = await g.post(f"{path}/order", {"text": typed})
            pages |= {f"after: {path}": page for path, page in (await walk(g, "/", game)).items()}
            for path in ("/nowhere", "/game/99/public", f"/game/{campaign}/nobody", "/enter/0", "/aid/chess"):
                pages[path] = await g.get(path)
                assert pages[path].status >= 400
            forged = {"text": "a", "csrf_token": "0"}
            pages["csrf"] = await g.post(f"/game/{campaign}/{seats[0]}/order", forged)
            assert pages["csrf"].status >= 400
        names = {name(game, seat) for seat in seats}
        html = {path: page.text for path, page in pages.items() if "html" in page.headers["Content-Type"]}
        texts = {one: path for path, text in html.items() for one in Page(text).said if one not in names}
        found = {one: path for one, path in texts.items() if english(one)}
        assert found == {}

    at_table(tmp_path, act, sheets)
