"""A newcomer at the local table, in a real browser: by mouse on the map, by text, and after a crash."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
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


def found_game(page: Page, game: str, seed: str, house: str = "") -> None:
    """Found a game with open dice, one seat of it the house's if it is named."""
    page.goto("/")
    page.get_by_role("link", name="Found a game").click()
    page.locator(f'a[href*="game={game}"]').first.click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_text("from words").click()
    page.get_by_label("The words from which").fill(seed)
    if house:
        page.locator(f"select[name=seat_{house}]").select_option("house")
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


def question(page: Page) -> str:
    """What the seat is asked: the entry and the rule; waits until it is asked anything."""
    part = page.locator("#part-decision[data-question]")
    expect(part).to_be_visible()
    return part.get_attribute("data-question") or ""


def give_by(page: Page, way: str) -> None:
    """Give the order that is put together: by the button, or typed as it reads; waits for what is asked next."""
    before = question(page)
    if way == "mouse":
        give(page)
    else:
        order = page.locator("q.order").first.inner_text()
        page.get_by_role("link", name="Start again").click()
        type_order(page, order)
    expect(page.locator(f'#part-decision[data-question="{before}"]')).to_have_count(0)


def play_turn(page: Page, by_mouse: set[str], at: Callable[[str], None]) -> None:
    """Play to the end of the turn: by mouse where a rule is met first, by text from then on.

    Of rules that are not in `by_mouse` a phase is ended at once if it can be; `at` is told each rule before.
    """
    turn, met = page.locator(".turn").inner_text().split(" · ")[0], Counter[str]()
    while True:
        rule = question(page).partition(":")[2]
        if met and not page.locator(".turn").inner_text().startswith(turn):
            return
        at(rule)
        met[rule] += 1
        enders = page.locator("#part-decision .option:is([value=done], [value=end], [value=pass])")
        if enders.count() and (rule not in by_mouse or met[rule] > 1):
            before = question(page)
            type_order(page, enders.first.get_attribute("value") or "")
            expect(page.locator(f'#part-decision[data-question="{before}"]')).to_have_count(0)
        else:
            fill(page)
            give_by(page, "mouse" if met[rule] % 2 else "text")


def test_a_turn_of_julius_caesar_against_the_house(page: Page, server: Server) -> None:
    """By mouse and by text, with refusals, a reload and a power cut in the middle of a battle."""
    found_game(page, "julius_caesar", "mouse and text", "caesar")
    fought: list[str] = []

    def at(rule: str) -> None:
        if rule == "6.1":
            refused(page)
            half_filled(page)
        if rule == "7.2":
            fought.append(rule)
            asked, hand = question(page), page.locator(".own-hand").inner_text()
            if len(fought) == 1:
                page.reload()
            if len(fought) == 2:
                server.kill()
                expect(page.locator("#live")).to_contain_text("not connected")
                server.start()
            expect(page.locator("#live")).to_have_text("connected")
            assert (question(page), page.locator(".own-hand").inner_text()) == (asked, hand)

    play_turn(page, {"6.1"}, at)
    assert len(fought) >= 2
    expect(page.locator("#posts")).to_contain_text("§7")
    proven_and_replayed(page)


def refused(page: Page) -> None:
    """A refusal stands beside the words that it is about, with what is possible."""
    type_order(page, "move Roma-Narnia: LEG 99")
    expect(page.locator("#said mark")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("Refused")
    page.locator("#said .possible button").first.click()
    assert page.locator("#order").input_value().startswith("move")
    page.locator("#order").fill("")


def half_filled(page: Page) -> None:
    """On the map it is lit where one can begin, then where one can go; a reload forgets nothing."""
    page.locator("[data-zoom=whole]").click()
    page.locator(".spot.begin").first.click()
    expect(page.locator("#part-decision .trail li")).to_have_count(2)
    page.reload()
    expect(page.locator("#part-decision .trail li")).to_have_count(2)
    expect(page.locator(".spot").first).to_be_visible()


def proven_and_replayed(page: Page) -> None:
    """The dice are proven in the page, the campaign is replayed, the export is taken along."""
    page.get_by_role("link", name="Log and proof").click()
    page.get_by_role("button", name="Verify dice").click()
    expect(page.locator("#verdict.said")).to_be_visible()
    with page.expect_download() as export:
        page.get_by_role("link", name="The public export").click()
    assert export.value.suggested_filename.endswith(".jsonl")
    page.get_by_role("link", name="Replay").click()
    slider = page.get_by_label("The course of the campaign")
    slider.fill("0")
    expect(page.locator("#replay-said")).to_contain_text("deal")
    expect(page).to_have_url(re.compile(r"rest=\d+"))
    slider.press("End")
    expect(page.locator("#replay-said")).to_contain_text("urn 2")


def test_a_turn_of_belisarius_against_the_house(page: Page) -> None:
    found_game(page, "belisarius", "by mouse and by text", "barbarian")
    page.locator("#order").fill("place ")
    expect(page.locator("#completions li").first).to_be_visible()
    page.locator("#order").press("ArrowDown")
    expect(page.locator("#order")).to_have_attribute("aria-activedescendant", "completion-0")
    type_order(page, "suggest")
    expect(page.locator("#part-decision")).to_contain_text("Left: 0")
    play_turn(page, {"11.1", "14.1"}, lambda rule: None)


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
