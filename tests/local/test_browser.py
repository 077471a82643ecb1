"""A newcomer at the local table, in a real browser: by mouse on the map, by text, and after a crash."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from .browsers import Server, chromium, violations

PAGES = ("", "/log", "/verify", "/replay", "/rules", "/rules?number=6.1", "/standing")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, sheets: str) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("table"), Path(sheets))
    yield found
    assert found.stop() == 0


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A window on a desk's screen; whatever its console or the server says against us fails the test."""
    context = browser.new_context(base_url=server.root, viewport={"width": 1440, "height": 900})
    found = context.new_page()
    found.set_default_timeout(15_000)
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda line: wrong.append(line.text) if "Content Security" in line.text else None)
    found.on("response", lambda got: wrong.append(got.url) if got.status >= 500 else None)
    yield found
    context.close()
    assert not wrong


def found_game(page: Page, game: str, seed: str) -> None:
    page.goto("/")
    page.get_by_role("link", name="Found a game").click()
    page.locator(f'a[href*="game={game}"]').first.click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_text("from words").click()
    page.get_by_label("The words from which").fill(seed)
    page.get_by_role("button", name="Found the game").click()
    expect(page.locator("#part-decision")).to_be_visible()
    expect(page.locator("#live")).to_have_text("connected")


def give(page: Page) -> None:
    page.get_by_role("button", name="Give this order").click()


def type_order(page: Page, text: str) -> None:
    page.locator("#order").fill(text)
    page.locator("#order").press("Escape")
    page.get_by_role("button", name="Order", exact=True).click()


def fill(page: Page) -> None:
    """Pick the first that is offered, on the map where it lies there, until the order is whole."""
    part = page.locator("#part-decision")
    page.locator("[data-zoom=whole]").click()
    while not part.get_by_role("button", name="Give this order").count():
        filled = part.locator("input[name=filled]").input_value()
        if part.locator("input[type=checkbox]").count():
            part.locator("input[type=checkbox]").first.check()
            part.get_by_role("button", name="Take these").click()
        elif part.locator(".shares input").count():
            part.locator(".shares input").first.fill("1")
            part.get_by_role("button", name="Take these").click()
        elif part.locator(".so-far").count():
            part.locator(".actions button").first.click()
        elif page.locator(".spot:not(.begin)").count():
            page.locator(".spot:not(.begin)").first.click()
        else:
            part.locator(".option").first.click()
        expect(part.locator("input[name=filled]")).not_to_have_value(filled)


def cards(page: Page) -> list[str]:
    return [card for card in page.locator(".own-hand li").all_inner_texts() if "/" in card]


def sit(page: Page, seat: str) -> None:
    page.locator(".mine a", has_text=seat).click()
    expect(page.locator('.mine a[aria-current="true"]')).to_have_text(seat)


def to_movement(page: Page) -> str:
    """Cards are laid aside and played, one side by mouse and the other by text; gives who moves."""
    for verb in ("discard", "play"):
        sit(page, "Caesar")
        page.get_by_role("button", name=cards(page)[-1], exact=True).first.click()
        give(page)
        expect(page.locator("#part-decision")).to_contain_text("Waiting for")
        sit(page, "Pompey")
        type_order(page, f"{verb} {cards(page)[-1]}")
        expect(page.locator("#order")).to_have_value("")
    for seat in ("Caesar", "Pompey"):
        sit(page, seat)
        if page.get_by_text("Order a move").count():
            return seat
    raise AssertionError("nobody moves")


def test_julius_caesar_by_mouse_by_text_and_after_a_crash(page: Page, server: Server) -> None:
    found_game(page, "julius_caesar", "mouse and text")
    seat = to_movement(page)

    # a refusal beside the words that it is about, and what is possible
    type_order(page, "move Roma-Narnia: LEG 99")
    expect(page.locator("#said mark")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("Refused")
    page.locator("#said .possible button").first.click()
    assert page.locator("#order").input_value().startswith("move")

    # by mouse on the map: where one can begin is lit, then where one can go
    page.locator("#order").fill("")
    page.locator("[data-zoom=whole]").click()
    page.locator(".spot.begin").first.click()
    expect(page.locator("#part-decision .trail li")).to_have_count(2)
    page.reload()
    expect(page.locator("#part-decision .trail li")).to_have_count(2)
    expect(page.locator(".spot").first).to_be_visible()
    fill(page)
    order = page.locator("q.order").inner_text()
    server.kill()
    expect(page.locator("#live")).to_contain_text("not connected")
    server.start()
    expect(page.locator("#live")).to_have_text("connected")
    give(page)
    expect(page.locator("#posts")).to_contain_text(order.split("-")[0].split(" ")[-1])
    expect(page.locator("#part-decision")).to_contain_text("Movement points left")

    # dice proven, campaign replayed
    page.get_by_role("link", name="Log and proof").click()
    page.get_by_role("button", name="Verify dice").click()
    expect(page.locator("#verdict.said")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    slider = page.get_by_label("The course of the campaign")
    slider.fill("0")
    expect(page.locator("#replay-said")).to_contain_text("deal")
    expect(page).to_have_url(re.compile(r"rest=\d+"))
    slider.press("End")
    expect(page.locator("#replay-said")).to_contain_text(seat)
    with page.expect_download() as export:
        page.goto(page.url.split("/replay")[0] + "/log")
        page.get_by_role("link", name="The public export").click()
    assert export.value.suggested_filename.endswith(".jsonl")


def test_belisarius_by_mouse_and_by_text(page: Page) -> None:
    found_game(page, "belisarius", "by mouse and by text")
    fill(page)
    give(page)
    expect(page.locator("#part-decision")).to_contain_text("Left: 1")
    page.locator("#order").fill("place ")
    expect(page.locator("#completions li").first).to_be_visible()
    page.locator("#order").press("ArrowDown")
    expect(page.locator("#order")).to_have_attribute("aria-activedescendant", "completion-0")
    type_order(page, "suggest")
    expect(page.locator("#part-decision")).to_contain_text("Left: 0")


@pytest.mark.parametrize(("width", "height", "theme"), [(1440, 900, "light"), (390, 844, "dark")])
def test_pages_pass_the_accessibility_checker(
    browser: Browser, server: Server, width: int, height: int, theme: str
) -> None:
    context = browser.new_context(base_url=server.root, viewport={"width": width, "height": height})
    page = context.new_page()
    found_game(page, "julius_caesar", f"axe {theme}")
    page.locator("select[name=theme]").select_option(theme)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    room = "/room/" + "/".join(page.url.split("/room/")[1].split("/")[:2])
    wrong = {path: violations(_at(page, path)) for path in ("/", "/found", "/found?game=belisarius")}
    wrong |= {path: violations(_at(page, room + path)) for path in (PAGES if theme == "light" else PAGES[:3])}
    desk = room.replace("caesar", "referee")
    wrong |= {path: violations(_at(page, desk + path)) for path in ("", "/desk")}
    context.close()
    assert {path: found for path, found in wrong.items() if found} == {}


def _at(page: Page, path: str) -> Page:
    page.goto(path)
    return page


def test_by_keyboard_alone(page: Page) -> None:
    found_game(page, "julius_caesar", "keys")
    page.keyboard.press("Tab")
    expect(page.get_by_text("To the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("#part-decision .option").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Give this order")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#part-decision")).to_contain_text("Waiting for")


def test_on_a_telephone_one_part_is_shown_at_a_time(browser: Browser, server: Server) -> None:
    context = browser.new_context(
        base_url=server.root, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    found_game(page, "julius_caesar", "telephone")
    expect(page.locator("#pane-map")).to_be_hidden()
    page.locator("[data-tab=map]").click()
    expect(page.locator("#pane-map")).to_be_visible()
    expect(page.locator("#pane-play")).to_be_hidden()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing is wider than the screen"
    context.close()
