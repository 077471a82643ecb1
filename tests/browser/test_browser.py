"""A newcomer at the local table, in a real browser: by mouse on the map, by text, and after a crash."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import pytest
from msgspec import Struct
from playwright.sync_api import Browser, Page, Route, expect

from adjudicator.core.log.chance import sampler
from adjudicator.julius_caesar.show.view import View
from frontends.browser.web.session import TOKEN_BYTES, new_token
from service.api import Service
from service.runtime.bootstrap import opened
from service.runtime.demo import decide
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.usecases.time import ai_player, leaving
from service.values.front_ends.browser import SeatAccess
from service.values.records import Message, Plan
from tests.harness.chromium import PATIENCE, Server, chromium, violations, window

pytestmark = pytest.mark.xdist_group("browser")  # its fixtures are made once

LONG = "Rubicon" * 11
"""A title without a space, nearly as long as one may be."""
DRIVEN = """
window.EventSource = class {
  constructor() { window.stream = this; setTimeout(() => this.onopen(), 0); }
  close() {}
};
"""
"""A stream of news that the test drives."""
NEW_MAP = """
() => {
  const now = document.getElementById("part-map").dataset.from;
  const map = now.replace('class="stack', 'data-news="1" class="stack');
  stream.onmessage({ data: JSON.stringify({ parts: { map }, at: 1e15 }) });
}
"""
"""News of all that lies on the map."""
FOUNDED = 1_767_225_600
"""The second in which the games are founded: the beginning of 2026."""
PAGES = ("/log", "/verify", "/replay", "/rules?number=6.1", "/standing", "/team")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


class Stood(Struct):
    """The table, and what stands there already: a key to a battle, a session that has three other games: one
    at its beginning, two in which Caesar moves.
    """

    server: Server
    battle: str
    session_id: Any
    seat_page: str
    moving: str
    ending: str


def in_battle(service: Service) -> str:
    """A game against the computer in which Pompey is to fire; gives the key to his seat."""
    plan = Plan("julius_caesar", "war", "In battle", referee="local/judge", seed=b"in battle")
    campaign = service.found(Message("", "local/judge"), plan).campaign
    for seat in ("caesar", "pompey"):
        service.do(Message("", f"local/{seat}"), campaign, founding.join, seat, seat.title())
    for step in range(400):
        asked = service.asked(campaign)[0]
        pending = service.look(campaign, queries.pending, asked.seat)
        assert pending is not None
        if (asked.seat, asked.rule) == ("pompey", "7.2"):
            break
        answer = decide(pending.choice, sampler(step))
        service.do(Message("", f"local/{asked.seat}"), campaign, playing.submit, asked.seat, answer)
    service.do(Message("", "local/caesar"), campaign, leaving.leave, "caesar")
    service.do(Message("", "local/judge"), campaign, ai_player.invite, "caesar")
    key = new_token(service.random_bytes(TOKEN_BYTES))
    service.seat_access.grant(SeatAccess(campaign, "pompey", "local/pompey"), key)
    return key


def both_seats(service: Service, session_id: str, title: str = "Both seats", nth: int = 0) -> str:
    """The nth game of a title of which one browser holds everything; gives the path of Caesar's table."""
    seed = f"{title.lower()} {nth}".encode()
    plan = Plan("julius_caesar", "war", title, referee="local/ann", seed=seed)
    campaign = service.found(Message("", "local/ann"), plan).campaign
    for seat in ("caesar", "pompey", ""):
        if seat:
            service.do(Message("", "local/ann"), campaign, founding.join, seat, "Ann")
        key = new_token(service.random_bytes(TOKEN_BYTES))
        service.seat_access.grant(SeatAccess(campaign, seat, "local/ann"), key)
        service.seat_access.add(session_id, key)
    return f"/game/{campaign}/caesar"


def moving(service: Service, session_id: str, title: str) -> str:
    """A game in which Caesar is to move, before Pompey, and may move all that stands at Genua to Massilia at
    once; gives the path of his table. A game that never comes to that is left, and another begun.
    """
    for nth in range(20):
        seat_page = both_seats(service, session_id, title, nth)
        if _until_genua_may_move(service, int(seat_page.split("/")[2])):
            return seat_page
    raise AssertionError("Caesar never moves first from Genua")


def _until_genua_may_move(service: Service, campaign: int) -> bool:
    before = ""
    for n in range(400):
        if not (waiting := service.asked(campaign)):
            return False
        asked = waiting[0]
        if (asked.seat, asked.rule) == ("caesar", "6.1") and not before.startswith(("6", "7")):
            view = service.look(campaign, queries.view, "caesar")
            assert isinstance(view, View)
            genua, massilia = (view.places.get(place) for place in ("genua", "massilia"))
            ours = [] if genua is None or genua.backs["pompey"] else [block.id for block in genua.blocks]
            is_free = massilia is None or not massilia.backs["pompey"]
            if is_free and 1 <= len(ours) <= 4 and not any("navis" in block for block in ours):
                return True
        before = asked.rule
        pending = service.look(campaign, queries.pending, asked.seat)
        assert pending is not None
        service.do(
            Message("", "local/ann"), campaign, playing.submit, asked.seat, decide(pending.choice, sampler(n))
        )
    return False


@pytest.fixture(scope="module")
def stood(browser: Browser, tmp_path_factory: pytest.TempPathFactory, sheets: str) -> Iterator[Stood]:
    """The table, with a game in the middle of a battle; not begun where there is no browser.

    The games are the same in every run: time and chance are fixed until the table opens.
    """
    folder, session_id = tmp_path_factory.mktemp("table"), "5a" * TOKEN_BYTES
    chance = random.Random(5).randbytes
    with opened(folder / "tabellarius.db", clock=lambda: FOUNDED, entropy=chance) as service:
        battle, seat_page = in_battle(service), both_seats(service, session_id)
        moves = [moving(service, session_id, title) for title in ("Caesar moves", "Caesar ends")]
        both_seats(service, session_id, LONG)
    with Server(folder, Path(sheets)) as server:
        yield Stood(
            server,
            battle,
            {"name": "session", "value": session_id, "url": server.root},
            server.root + seat_page,
            *(server.root + move for move in moves),
        )


@pytest.fixture
def page(browser: Browser, stood: Stood) -> Iterator[Page]:
    """A window of a desktop screen; whatever its console or the server says against us fails the test."""
    wrong: list[str] = []
    with window(browser, base_url=stood.server.root) as found:
        found.on("pageerror", lambda error: wrong.append(str(error)))
        found.on("console", lambda line: wrong.append(line.text) if "Content Security" in line.text else None)
        found.on("response", lambda got: wrong.append(got.url) if got.status >= 500 else None)
        yield found
    assert not wrong


def found_game(page: Page, game: str, seed: str, computer: str = "", *, own_salt: bool = False) -> None:
    """Found a game with open dice, one seat of it the computer's if it is named."""
    page.goto("/")
    page.locator(f'a[href*="game={game}"]').first.click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_text("from words").click()
    page.get_by_label("Words for open dice").fill(seed)
    if own_salt:
        page.get_by_label("I will make my own salt").check()
    if computer:
        page.locator(f"select[name=seat_{computer}]").select_option("computer")
    page.get_by_role("button", name="Start", exact=True).click()
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
        filled = part.locator("input[name=filled]").first.input_value()
        if part.locator("input[type=checkbox]").count():
            part.locator("input[type=checkbox]").first.check()
            part.get_by_role("button", name="Confirm").click()
        elif part.locator(".shares input").count():
            part.locator(".shares input").first.fill("1")
            part.get_by_role("button", name="Confirm").click()
        elif part.locator(".so-far").count():
            part.locator(".actions button").first.click()
        elif page.locator(".spot:not(.begin)").count():
            page.locator(".spot:not(.begin)").first.click()
        else:
            part.locator(".option, .actions button, fieldset button.main").first.click()
        expect(part.locator("input[name=filled]").first).not_to_have_value(filled)


def question(page: Page) -> str:
    """Return the entry and the rule of the seat's question; wait until there is one."""
    part = page.locator("#part-decision[data-question]")
    expect(part).to_be_visible(timeout=3 * PATIENCE)  # the computer may have a whole phase before it
    return part.get_attribute("data-question") or ""


def give_by(page: Page, way: str) -> None:
    """Give the order that is put together: by the button, or typed as it reads; waits for what follows."""
    before = question(page)
    if way == "mouse":
        give(page)
    else:
        order = page.locator("q.order").first.inner_text()
        page.get_by_role("link", name="Start over").click()
        type_order(page, order)
    expect(page.locator(f'#part-decision[data-question="{before}"]')).to_have_count(0)


def press_at_once(page: Page) -> None:
    """Give the first answer by its one press; again, if news replaced the panel in that moment."""
    asked = page.locator(f'#part-decision[data-question="{question(page)}"]')
    for _ in range(3):
        if asked.count():
            asked.locator(".at-once button").first.click()
            with suppress(AssertionError):
                expect(asked).to_have_count(0, timeout=10_000)
    expect(asked).to_have_count(0)


AT_ONCE = {"7.4"}
"""The rules whose answers are given by one press: who takes a hit."""


def play_turn(page: Page, once: set[str], always: set[str], at: Callable[[str, int], None]) -> None:
    """Play to the end of the turn: orders are put together by mouse, and every second one is typed.

    A phase is ended as soon as it can be: at once, or after one order under the rules in `once`, or never
    under those in `always`. `at` is told each rule before, and how often it was met.
    """
    turn, met = page.locator(".turn").inner_text().split(" · ")[0], Counter[str]()
    while True:
        rule = question(page).partition(":")[2]
        if met and not page.locator(".turn").inner_text().startswith(turn):
            return
        met[rule] += 1
        at(rule, met[rule])
        enders = page.locator("#part-decision .option:is([value=done], [value=end], [value=pass])")
        if rule not in always and (rule not in once or met[rule] > 1) and enders.count():
            before = question(page)
            ender = enders.first.get_attribute("value") or ""
            type_order(page, ender)
            if ender != "pass":
                page.locator("#said").get_by_role("button", name=f"Give “{ender}”").click()
            expect(page.locator(f'#part-decision[data-question="{before}"]')).to_have_count(0)
            expect(page.locator("#said button")).to_have_count(0)  # it is answered, not only told by news
        elif rule in AT_ONCE:
            press_at_once(page)
        else:
            fill(page)
            give_by(page, "mouse" if met[rule] % 2 else "text")


@pytest.mark.matrix
def test_a_turn_of_julius_caesar_against_the_computer(page: Page) -> None:
    """By mouse and by text, with a refusal and a reload of a half-filled order; then all of it is checked."""
    found_game(page, "julius_caesar", "mouse and text", "caesar")
    # A turn has a hundred pictures, and drawing them is what takes the time: Belisarius has them all.
    page.route(re.compile("/(post|hand)/"), lambda route: route.abort())

    def at(rule: str, met: int) -> None:
        if rule == "6.1" and met == 1:
            refused(page)
            half_filled(page)

    play_turn(page, {"6.1"}, {"7.2"}, at)
    proven_and_replayed(page)


def test_a_block_on_the_board_of_a_battle_is_pressed(page: Page, stood: Stood) -> None:
    """A block is picked by a press on the board, and the order says it in words."""
    page.goto(f"/enter/{stood.battle}")
    page.get_by_role("link", name="Go to the game").or_(page.locator("#live")).first.wait_for()
    expect(page.locator("#live")).to_have_text("connected")
    page.locator(".battle button.fighter").first.click()
    expect(page.locator("#part-decision .built .order")).to_contain_text("fire ")
    expect(page.locator('.battle .fighter[aria-pressed="true"]')).to_have_count(1)
    assert not violations(page)


@pytest.mark.matrix
def test_in_the_middle_of_a_battle(page: Page, stood: Stood) -> None:
    """A reload, then a power cut with an order half filled, lose nothing; the battle goes on."""
    page.goto(f"/enter/{stood.battle}")
    page.get_by_role("link", name="Go to the game").or_(page.locator("#live")).first.wait_for()
    expect(page.locator("#live")).to_have_text("connected")
    asked, hand = question(page), page.locator("#part-hand").text_content()
    assert asked.endswith(":7.2")
    page.reload()
    expect(page.locator("#live")).to_have_text("connected")
    assert (question(page), page.locator("#part-hand").text_content()) == (asked, hand)
    fill(page)
    order = page.locator("q.order").inner_text()
    page.reload()
    stood.server.kill()
    expect(page.locator("#live")).to_contain_text("disconnected")
    stood.server.start()
    expect(page.locator("#live")).to_have_text("connected")
    expect(page.locator("q.order")).to_have_text(order)
    give_by(page, "mouse")
    expect(page.locator("#part-decision")).not_to_have_attribute("data-question", asked)


@pytest.mark.matrix
def test_an_answer_that_an_event_overtakes_undoes_nothing(page: Page) -> None:
    """What was made earlier and comes later never stands over what is newer."""
    found_game(page, "julius_caesar", "overtaken", "caesar")
    before = question(page)
    part = page.locator(f'#part-decision:not([data-question="{before}"])[data-question]')
    with page.expect_response("**/step?*") as stepped:
        page.locator("#part-decision a[data-step], #part-decision .option").first.click()
    stale = stepped.value.text()

    def overtaken(route: Route) -> None:
        route.fetch()
        part.wait_for()
        route.fulfill(body=stale, content_type="application/json")

    page.route("**/answer", overtaken)
    fill(page)
    with page.expect_response("**/answer"):
        give(page)
    expect(page.locator("button:disabled")).to_have_count(0)
    expect(part).to_be_visible()


def test_news_that_leave_out_a_part_mean_that_it_is_again_as_they_said(page: Page, stood: Stood) -> None:
    """The computer has answered an order at once: whose turn it is was said last before the order."""
    page.context.add_cookies([stood.session_id])
    page.goto(stood.moving)
    said = page.evaluate(
        """async () => {
            const { place } = await import("/static/net.js");
            const part = () => document.getElementById("part-status"), before = part().textContent;
            const waits = part().dataset.from.replace(/your turn/, "waits"), at = 9e15;
            const step = document.getElementById("part-decision").dataset.from;
            place({ parts: { status: waits, decision: step }, at });
            const between = part().textContent;
            place({ parts: { decision: step }, at: at + 1 });
            const again = place({ posts: "", at: at + 2 }, { news: true });
            const isAgain = part().textContent === before;
            return [before.includes("your turn"), between.includes("waits"), isAgain, again];
        }"""
    )
    assert said == [True, True, True, False]


def test_the_decision_is_four_keys_from_the_top_of_the_page(page: Page, stood: Stood) -> None:
    """[Tab], [Enter] on the first link of the page, and [Tab] to what is asked."""
    page.context.add_cookies([stood.session_id])
    page.goto(stood.moving)
    for key in ("Tab", "Enter", "Tab", "Tab"):
        page.keyboard.press(key)
    assert (
        page.evaluate("document.activeElement.closest('#part-decision') && document.activeElement.tagName")
        == "BUTTON"
    )


@pytest.mark.matrix
def test_news_that_change_nothing_overtake_a_press(page: Page, stood: Stood) -> None:
    """The answer of a press that was made before them is shown; no picture comes twice."""
    page.context.add_cookies([stood.session_id])
    page.goto(stood.moving)
    expect(page.locator("#live")).to_have_text("connected")
    shown = page.locator("#part-decision").get_attribute("data-from") or ""
    post = (
        '<article class="post" id="post-9999" data-turn=""><noscript><img alt="twice"></noscript></article>'
    )
    news = json.dumps({"parts": {"decision": shown}, "posts": post, "at": 1e18})
    page.route(
        "**/events?*",
        lambda route: route.fulfill(body=f"data: {news}\n\n", content_type="text/event-stream"),
    )

    def overtaken(route: Route) -> None:
        answer = route.fetch()
        page.evaluate("window.dispatchEvent(new Event('online'))")
        page.locator("#post-9999").wait_for(state="attached")
        route.fulfill(response=answer)

    page.route("**/step?*", overtaken, times=1)  # what is outdated is asked for once more
    page.locator("#part-decision .option").first.click()
    expect(page.locator("#part-decision .trail")).to_be_visible()
    expect(page.locator("#post-9999 img")).to_have_count(0)


def test_the_journal_keeps_its_end_when_its_room_shrinks(page: Page, stood: Stood) -> None:
    page.context.add_cookies([stood.session_id])
    page.goto(stood.moving)
    expect(page.locator("#live")).to_have_text("connected")
    for height in (1000, 700):
        page.set_viewport_size({"width": 1100, "height": height})
        page.wait_for_timeout(200)  # sizes are watched from one frame to the next
    below = "feed => feed.scrollHeight - feed.scrollTop - feed.clientHeight"
    assert page.locator("#pane-feed").evaluate(below) < 2


@pytest.mark.matrix
def test_a_picture_that_comes_into_the_group_of_its_turn_is_loaded(page: Page, stood: Stood) -> None:
    page.context.add_cookies([stood.session_id])
    page.goto(stood.moving)
    expect(page.locator("#live")).to_have_text("connected")
    group = page.locator("#posts .turn-posts").last
    group.evaluate("group => group.insertAdjacentHTML('beforeend', '<img data-src=/static alt=map>')")
    expect(group.locator("img[alt=map]")).to_have_attribute("src", re.compile("/static/(light|dark)"))


@pytest.mark.matrix
def test_a_press_whose_answer_news_outdated_is_asked_again(browser: Browser, stood: Stood) -> None:
    """A press does something even if newer news of the same question came before its answer."""
    with window(browser) as page:
        page.context.add_cookies([stood.session_id])
        page.goto(stood.moving)
        expect(page.locator("#live")).to_have_text("connected")
        decision = page.locator("#part-decision")
        option, filled = decision.locator(".option").first, decision.locator("input[name=filled]").first
        option.click()
        expect(filled).not_to_have_value("[]")
        decision.locator(".trail a").first.click()
        expect(filled).to_have_value("[]")

        def made_early(route: Route) -> None:
            route.fulfill(json=route.fetch().json() | {"at": 1})

        page.route("**/step?*", made_early, times=1)
        option.click()
        expect(filled).not_to_have_value("[]")


@pytest.mark.matrix
def test_of_quick_presses_the_last_counts_and_back_goes_back(browser: Browser, stood: Stood) -> None:
    """A late answer to a press replaces nothing newer; picks are in the history."""
    part = "#part-decision"
    with window(browser) as page:
        page.context.add_cookies([stood.session_id])
        page.goto(stood.moving)
        expect(page.locator("#live")).to_have_text("connected")
        options = page.locator(f"{part} .option")
        first, second = (options.nth(n).get_attribute("value") or "" for n in (0, 1))
        late: list[Route] = []

        def hold(route: Route) -> None:
            late.append(route)

        page.route(re.compile(f"value={re.escape(quote_plus(first))}$"), hold)
        options.nth(0).click()
        options.nth(1).click()
        given = f'["{second}"]'
        expect(page.locator(f"{part} input[name=filled]")).to_have_value(given)
        assert len(late) == 1
        for route in late:
            with page.expect_response("**/step?*"):
                route.continue_()
        page.wait_for_timeout(50)
        expect(page.locator(f"{part} input[name=filled]")).to_have_value(given)
        page.go_back()
        expect(options.first).to_be_visible()
        page.go_forward()
        expect(page.locator(f"{part} input[name=filled]")).to_have_value(given)
        page.goto(f"{stood.server.root}/")
        page.go_back()
        expect(page.locator("#live")).to_have_text("connected")
        expect(page.locator(f"{part} input[name=filled]")).to_have_value(given)


def refused(page: Page) -> None:
    """A refusal is next to the words that it concerns, with the possible orders."""
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
    with page.expect_download() as export:
        page.get_by_role("link", name="Public export").click()
    assert export.value.suggested_filename.endswith(".jsonl")
    page.get_by_role("button", name="Verify dice").click()
    expect(page.locator("#verdict.said")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay*")
    page.wait_for_load_state("load")
    slider = page.get_by_label("Entries")
    slider.fill("0")
    expect(page.locator("#replay-said")).to_contain_text("deal")
    expect(page).to_have_url(re.compile(r"rest=\d+"))
    slider.press("End")
    expect(page.locator("#replay-said")).to_contain_text("urn 2")


@pytest.mark.matrix
def test_a_turn_of_belisarius_against_the_computer(page: Page) -> None:
    found_game(page, "belisarius", "by mouse and by text", "barbarian")
    expect(page.locator("#part-decision")).to_contain_text("left)")  # the computer has placed its units
    page.locator("#order").fill("place ")
    expect(page.locator("#completions li").first).to_be_visible()
    page.locator("#order").press("ArrowDown")
    expect(page.locator("#order")).to_have_attribute("aria-activedescendant", "completion-0")
    type_order(page, "suggest")
    expect(page.locator("#part-decision")).to_contain_text("(0 left)")
    play_turn(page, {"11.1", "14.1"}, set(), lambda rule, met: None)


def test_the_first_order_takes_three_presses_from_the_front_page(page: Page) -> None:
    page.goto("/")
    card = page.locator(".card.game", has=page.get_by_role("heading", name="Julius Caesar"))
    card.get_by_role("button", name="Play now").first.click()
    expect(page.locator("#live")).to_have_text("connected")
    page.locator("#part-decision .option").first.click()
    give(page)
    expect(page.locator("#part-decision")).to_contain_text("Choose a card to play")


def test_the_form_of_a_message_is_seen_when_it_opens(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Invite a friend").first.click()
    page.get_by_role("link", name="Go to the game").click()
    expect(page.locator("#live")).to_have_text("connected")
    page.locator("details.press summary").click()
    for part in ("details.press textarea", "details.press button"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


PRESSED = """at => document.querySelector("[data-table]").dispatchEvent(new CustomEvent(
    "place", { detail: { id: at, piece: "", box: new DOMRect() } }))"""


def test_news_that_come_while_a_stack_is_being_pressed_lose_no_press(page: Page, stood: Stood) -> None:
    page.add_init_script(DRIVEN)
    page.context.add_cookies([stood.session_id])
    page.goto(stood.moving)
    expect(page.locator("#live")).to_have_text("connected")
    genua = page.locator('.stack[data-at="genua"]')
    genua.locator("image").first.hover(force=True)
    page.mouse.down()
    page.evaluate(NEW_MAP)
    page.mouse.up()
    expect(page.locator("[data-news]")).to_have_count(1)
    expect(page.locator(".things .picked")).to_have_count(genua.locator("image").count())


def test_a_goal_pressed_before_the_stack_is_answered_goes_on_from_it(page: Page, stood: Stood) -> None:
    """What is pressed on the map waits for the answer to “Start over” and to the press before it."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    def free() -> None:
        while not held:
            page.wait_for_timeout(20)
        held.pop().continue_()

    page.context.add_cookies([stood.session_id])
    page.goto(stood.moving)
    expect(page.locator("#live")).to_have_text("connected")
    decision = page.locator("#part-decision")
    page.route(re.compile("/(press|step)[?]"), hold)
    for at in ("genua", "massilia"):
        page.evaluate(PRESSED, at)
    free()
    free()
    expect(decision.locator(".order")).to_contain_text("Genua-Massilia")
    page.get_by_role("link", name="Start over").click()
    for at in ("ravenna", "ravenna", "roma"):
        page.evaluate(PRESSED, at)
    for _ in range(3):
        free()
    expect(decision.locator(".order")).to_contain_text("Ravenna-Roma")
    page.wait_for_timeout(50)
    assert not held, "a second press on the same place was none"


def test_a_board_that_comes_late_moves_no_map_and_loses_no_key(page: Page, stood: Stood) -> None:
    """The first request for it fails, and is made again."""
    first: list[Route] = []
    page.route("**/plate/**", lambda route: route.continue_() if first else first.append(route))
    page.context.add_cookies([stood.session_id])
    page.goto(stood.moving)
    expect(page.locator("#live")).to_have_text("connected")
    page.locator("[data-zoom=whole]").click()
    placed = page.locator(".plate").get_attribute("style") or ""
    page.locator('.stack[tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    while not first:
        page.wait_for_timeout(20)
    first[0].abort()
    expect(page.locator(".spot").first).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('resize'))")
    expect(page.locator(".plate")).to_have_attribute("style", placed)


def test_a_move_takes_three_presses(page: Page, stood: Stood) -> None:
    """The stack, the goal, the button; before it one looks at the pieces by mouse and by keys.

    The other side, which had looked before, is told on its return what has happened, in words and on the map.
    """
    page.context.add_cookies([stood.session_id])
    with page.context.new_page() as other:
        other.goto(stood.moving.replace("caesar", "pompey"))
        expect(other.locator("#live")).to_have_text("connected")
        expect(other.locator("#away")).to_be_hidden()
        while not other.evaluate("Object.keys(localStorage).some((key) => key.startsWith('seen '))"):
            other.wait_for_timeout(20)
    page.goto(stood.moving)
    expect(page.locator("#live")).to_have_text("connected")
    page.locator("[data-zoom=whole]").click()
    genua = page.locator('.stack[data-at="genua"]')
    genua.hover(force=True)
    expect(page.locator(".piece-card")).to_contain_text("Genua")
    assert page.locator(".stack [data-piece]").count() > 10, "one's own pieces are known"
    assert page.locator(".stack image:not([data-piece])").count() > 5, "of the others only backs are"
    page.keyboard.press("h")
    expect(genua).to_be_hidden()
    page.keyboard.press("h")
    page.locator('.stack[tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stack:focus")).to_have_count(1)
    expect(page.locator(".piece-card")).to_be_visible()

    genua.locator("image").first.click(force=True)
    expect(page.locator(".things .picked")).to_have_count(genua.locator("image").count())
    expect(page.locator(".cost").first).to_be_visible()
    page.locator('.spot[data-spot="massilia"]').click()
    expect(page.locator("#part-decision .order")).to_contain_text("Genua-Massilia")
    asked = question(page)
    give(page)
    expect(page.locator("#part-decision")).not_to_have_attribute("data-question", asked)
    expect(genua).to_have_count(0)
    expect(page.locator(".move")).to_have_count(1)
    expect(page.locator(".move.fresh")).to_have_count(0)
    with page.context.new_page() as other:
        other.goto(stood.moving.replace("caesar", "pompey"))
        expect(other.locator(".move.fresh")).to_have_count(1)
        expect(other.locator("#away .story li")).to_contain_text(["Massilia"])
        expect(other.locator("#away .told > p")).to_have_count(1)  # whose move it is
        expect(other.get_by_role("link", name="Play it")).to_have_attribute(
            "href", re.compile(r"rest=\d+#play")
        )
        assert not violations(other)
        expect(other.locator('.post p.placed[tabindex="0"]')).to_have_count(1)
        other.locator(".post p.placed", has_text="Massilia").last.press("Enter")
        expect(other.locator(".lit-place")).to_have_count(2)
        expect(other.locator(".move.lit")).to_have_count(1)
        other.locator("#away").get_by_role("button", name="Close").click()
        expect(other.locator("#away")).to_be_hidden()
        assert not violations(other)
        other.evaluate(
            "localStorage.setItem('seen ' + document.querySelector('[data-table]').dataset.table, 1)"
        )
        other.goto(f"{stood.moving.replace('caesar', 'pompey')}/rules")
        other.goto(stood.moving.replace("caesar", "pompey"))
        expect(other.locator('.post p.placed[tabindex="0"]')).to_have_count(1)
        expect(other.locator("#away")).to_be_hidden()  # a look at the rules is no absence
    page.get_by_role("button", name="Take back").click()
    expect(genua).to_be_visible()


SHIFTED = """window.shifted = [];
new PerformanceObserver((list) => {
    const isOnMap = (one) => one.node && document.getElementById("pane-map").contains(one.node);
    for (const entry of list.getEntries()) if (entry.sources.some(isOnMap)) window.shifted.push(entry.value);
}).observe({ type: "layout-shift" });"""
"""Keep what the browser counts as a shift of anything on the map."""


@pytest.mark.parametrize("screen", [{"width": 360, "height": 740}, {"width": 1440, "height": 900}])
def test_the_map_stays_from_question_to_question(browser: Browser, stood: Stood, screen: Any) -> None:
    """Whatever the height of the decision; the goals are above the stack fanned out."""
    is_phone = screen["width"] < 700
    with window(browser, viewport=screen, has_touch=is_phone, is_mobile=is_phone) as page:
        page.context.add_cookies([stood.session_id])
        page.goto(stood.moving)
        expect(page.locator("#live")).to_have_text("connected")
        if is_phone:
            page.locator("[data-tab=map]").click()
        page.locator("[data-zoom=whole]").click()
        page.evaluate(SHIFTED)
        plate, order = page.locator(".plate"), page.locator("#part-decision .order")
        placed = plate.get_attribute("style") or ""
        page.locator('.stack[data-at="genua"] image').first.dispatch_event("click")
        expect(page.locator(".fan")).to_be_visible()
        goal = page.locator('.spot[data-spot="massilia"]:not(.begin)')
        goal.wait_for()
        seen, fan = goal.bounding_box(), page.locator(".fan").bounding_box()
        assert seen and fan and seen["y"] + seen["height"] < fan["y"]
        expect(plate).to_have_attribute("style", placed)
        page.evaluate(PRESSED, "massilia")
        expect(order).to_contain_text("Genua-Massilia")
        expect(plate).to_have_attribute("style", placed)
        page.get_by_role("link", name="Start over").click()
        expect(order).to_have_count(0)
        expect(plate).to_have_attribute("style", placed)
        assert page.evaluate("window.shifted") == []


@pytest.mark.matrix
def test_pages_pass_the_accessibility_checker(browser: Browser, stood: Stood) -> None:
    """Every kind of page once: on a desktop screen in light colours, or on a telephone in dark ones."""
    seat_page, wrong = stood.seat_page, dict[str, list[str]]()
    with window(browser, base_url=stood.server.root) as page:
        page.context.add_cookies([stood.session_id])
        for path in ("/found?game=belisarius", seat_page, *(seat_page + path for path in PAGES)):
            page.goto(path, wait_until="domcontentloaded")
            wrong[path] = violations(page)
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto("/", wait_until="domcontentloaded")
        page.locator("select[name=theme]").select_option("dark")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(page.get_by_role("heading", name=LONG)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, "a long title wraps"
        for path in ("/", seat_page, seat_page.replace("caesar", "referee") + "/actions"):
            page.goto(path, wait_until="domcontentloaded")
            wrong[f"{path} in the dark"] = violations(page)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_by_keyboard_alone(browser: Browser, stood: Stood) -> None:
    with window(browser) as page:
        page.context.add_cookies([stood.session_id])
        page.goto(stood.seat_page)
        expect(page.locator("#live")).to_have_text("connected")
        page.keyboard.press("Tab")
        expect(page.get_by_text("Skip to your decision")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.get_by_text("Skip to content")).to_be_focused()
        page.keyboard.press("Enter")
        page.locator("#part-decision .give").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_url(stood.seat_page.replace("caesar", "pompey"))


def test_on_a_telephone_one_part_and_the_decision_are_shown(browser: Browser, stood: Stood) -> None:
    with window(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as page:
        page.context.add_cookies([stood.session_id])
        page.goto(stood.seat_page.replace("caesar", "pompey"), wait_until="domcontentloaded")
        expect(page.locator("#pane-map")).to_be_hidden()
        page.locator("[data-tab=map]").click()
        expect(page.locator("#pane-map")).to_be_visible()
        expect(page.locator("#part-decision :is(.option, .give)").first).to_be_in_viewport()
        expect(page.locator("#order")).to_be_hidden()
        page.locator("[data-tab=feed]").click()
        expect(page.locator("#pane-play")).to_be_hidden()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, "nothing is wider than the screen"
        expect(page.locator("#live")).to_have_text("connected")
        page.context.set_offline(True)
        expect(page.locator("#live")).to_contain_text("disconnected")
        box = page.locator("#live").bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390


@pytest.mark.matrix
def test_own_salts_are_made_in_the_browser(page: Page) -> None:
    """Bound first, then shown: the nonce is kept by the browser, and leaves it only then."""
    found_game(page, "julius_caesar", "own salts", own_salt=True)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.url} {request.post_data}"))
    seat_page, nonces = page.url, list[str]()
    for seat in ("caesar", "pompey"):
        page.goto(seat_page.replace("caesar", seat))
        page.get_by_label("Any words of your choice").fill(f"  alea {seat} ")
        page.get_by_role("button", name="Make a salt in this browser").click()
        expect(page.locator("[data-salt-kept]")).to_contain_text(f"alea {seat}")
        nonces.append(page.locator("[data-salt-kept]").inner_text().split(": ")[1].split()[0])
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
    assert not [one for one in sent for nonce in nonces if nonce in one]
    for seat in ("caesar", "pompey"):
        page.goto(seat_page.replace("caesar", seat))
        page.get_by_role("button", name="Reveal").click()
        expect(page.get_by_role("button", name="Reveal")).to_have_count(0)
    expect(page.locator("#part-decision")).to_contain_text("Choose a card to discard")


def test_a_confirmed_order_leads_on_to_the_next_seat(browser: Browser, stood: Stood) -> None:
    """Who plays both sides is in the other seat at once: the order that was sent no longer keeps the page."""
    with window(browser) as page:
        page.context.add_cookies([stood.session_id])
        page.goto(stood.ending)
        expect(page.locator("#live")).to_have_text("connected")
        confirm, asked = page.locator("#said").get_by_role("button", name="Give “end”"), question(page)
        while page.url.endswith("/caesar"):
            type_order(page, "end")
            confirm.click()
            expect(page.locator(f'#part-decision[data-question="{asked}"]')).to_have_count(0)
            expect(confirm).to_have_count(0)  # it is answered, not only told by news
            if page.locator("#part-decision[data-next]").count():
                page.wait_for_url("**/pompey")  # what is typed while the page changes is lost
            asked = question(page)
        assert page.url.endswith("/pompey")
        assert asked.endswith(":6.1")


@pytest.mark.matrix
def test_an_answer_that_comes_late_leaves_what_was_typed_since(page: Page) -> None:
    """The line keeps the next order when the last one is answered late."""
    found_game(page, "julius_caesar", "a late answer", "caesar")
    page.locator("#part-decision .option").first.click()
    order = page.locator("#part-decision q.order").inner_text()
    page.get_by_role("link", name="Start over").click()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/order", hold, times=1)
    type_order(page, order)
    while not held:
        page.wait_for_timeout(10)
    page.locator("#order").fill(order)
    answer = held[0].fetch()
    assert answer.ok
    with page.expect_response("**/order"):
        held[0].fulfill(response=answer)
    expect(page.locator("button:disabled")).to_have_count(0)
    expect(page.locator("#order")).to_have_value(order)


@pytest.mark.matrix
def test_on_a_phone_every_place_can_be_moved_out_from_under_the_buttons(page: Page, stood: Stood) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.context.add_cookies([stood.session_id])
    page.goto(stood.moving)
    expect(page.locator("#live")).to_have_text("connected")
    page.locator('[data-tab="map"]').click()
    row = page.locator("#pane-map .zoom").bounding_box()
    assert row is not None
    assert row["height"] < row["width"]
    for _ in range(4):
        page.mouse.move(60, 660)
        page.mouse.down()
        page.mouse.move(60, 460, steps=3)
        page.mouse.up()
    page.wait_for_timeout(300)
    plate = page.locator(".sheet-of-map .plate").bounding_box()
    assert plate is not None
    assert plate["y"] + plate["height"] <= row["y"]


@pytest.mark.matrix
@pytest.mark.parametrize("width", [360, 1440])
def test_nothing_jumps_when_the_connection_drops(page: Page, stood: Stood, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.context.add_cookies([stood.session_id])
    page.goto(stood.moving)
    expect(page.locator("#live")).to_have_text("connected")
    before = page.locator("div.table").bounding_box()
    page.evaluate(
        "const live = document.getElementById('live'); live.className = 'off'; "
        "live.textContent = document.querySelector('[data-away]').dataset.away"
    )
    assert page.locator("div.table").bounding_box() == before
