"""A march of The Ancient World by touch: the stack, the goal, the button."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from adjudicator import GAMES
from adjudicator.ancient_world.show.view import View
from adjudicator.core.language.terms import SILENT
from adjudicator.julius_caesar.show.view import View as CaesarView
from frontends.browser.web.session import TOKEN_BYTES, new_token
from service.api import Service
from service.runtime.bootstrap import opened
from service.usecases.play import playing
from service.usecases.seats import founding
from service.values.front_ends.browser import SeatAccess
from service.values.records import Message, Plan
from tests.harness.chromium import Server, chromium, window

pytestmark = pytest.mark.xdist_group("browser")

SESSION = "5b" * TOKEN_BYTES


def hannibal_acts(service: Service) -> str:
    """A game in which Hannibal's marker comes first and nobody is asked to react, both seats in one browser;
    gives Carthage's path.
    """
    for n in range(60):
        plan = Plan(
            *("ancient_world", "hannibal_in_italy", f"March {n}"),
            modes={"default": SILENT},
            referee="local/ann",
            seed=bytes([n]),
        )
        campaign = service.found(Message("", "local/ann"), plan).campaign
        for seat in ("carthage", "rome"):
            service.do(Message("", "local/ann"), campaign, founding.join, seat, "Ann")
        view = service.view(campaign, None)
        assert isinstance(view, View)
        if view.acting == "hannibal":
            give_links(service, campaign, "carthage", "rome")
            return f"/game/{campaign}/carthage"
    raise AssertionError("Hannibal is never first")


def give_links(service: Service, campaign: int, *seats: str) -> None:
    for seat in seats:
        key = new_token(service.random_bytes(TOKEN_BYTES))
        service.seat_access.grant(SeatAccess(campaign, seat, "local/ann"), key)
        service.seat_access.add(SESSION, key)


def caesar_moves(service: Service) -> str:
    """A game of Julius Caesar in which Caesar moves first; gives his path."""
    ann = Message("", "local/ann")
    label = GAMES["julius_caesar"].lexicon.label
    for n in range(20):
        plan = Plan(
            *("julius_caesar", "war", f"Legions {n}"),
            modes={"default": SILENT},
            referee="local/ann",
            seed=bytes([n]),
        )
        campaign = service.found(ann, plan).campaign
        for seat in ("caesar", "pompey"):
            service.do(ann, campaign, founding.join, seat, "Ann")
        for verb in ("discard", "play"):
            for seat in ("caesar", "pompey"):
                view = service.view(campaign, seat)
                assert isinstance(view, CaesarView)
                cards = [name for card in view.hand if "/" in (name := label(card, "en"))]
                service.do(ann, campaign, playing.order, seat, f"{verb} {cards[-1]}")
        if service.asked(campaign)[0].seat == "caesar":
            give_links(service, campaign, "caesar", "pompey")
            return f"/game/{campaign}/caesar"
    raise AssertionError("Caesar never moves first")


PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@contextmanager
def at_table(
    tmp_path: Path, sheets: str, made: Callable[[Service], str] = hannibal_acts, **more: Any
) -> Iterator[Page]:
    """The table of a seat that is about to act, in a window of its own."""
    with chromium() as browser:
        with opened(tmp_path / "tabellarius.db") as service:
            path = made(service)
        with Server(tmp_path, Path(sheets)) as server, window(browser, **more) as found:
            found.context.add_cookies([{"name": "session", "value": SESSION, "url": server.root}])
            found.goto(server.root + path)
            expect(found.locator("#live")).to_have_text("connected")
            yield found


@pytest.fixture
def page(tmp_path: Path, sheets: str) -> Iterator[Page]:
    """The table on a wide screen."""
    with at_table(tmp_path, sheets) as found:
        yield found


@pytest.fixture
def phone(tmp_path: Path, sheets: str) -> Iterator[Page]:
    """The table on a screen of 360 pixels, by touch."""
    with at_table(tmp_path, sheets, **PHONE) as found:
        yield found


def test_a_march_takes_three_presses(page: Page) -> None:
    """§6.2 The stack at Taurasia, Placentia, the button; the umpire finds the way between.

    The map opens about the stack, so near that it can be read.
    """
    stack = page.locator('.stack[data-at="1020"]')
    expect(stack).to_be_in_viewport()
    assert stack.evaluate("stack => stack.getBoundingClientRect().height") >= 18
    page.locator("[data-zoom=whole]").click()
    begins = page.locator(".spot.begin")
    assert "1020" in [one.get_attribute("data-spot") for one in begins.all()]
    assert begins.count() < 30, "goals are lit once it is known what goes there"
    page.locator('.stack[data-at="1020"] image').first.click(force=True)
    expect(page.locator('.spot[data-spot="1514"]:not(.begin)')).to_be_attached()
    assert page.locator(".spot").count() > 300
    page.locator('.spot[data-spot="1514"]').click(force=True)
    decision = page.locator("#part-decision")
    expect(decision.locator(".order")).to_contain_text("1415-Placentia")
    meaning = decision.locator(".led")
    expect(meaning).to_contain_text("attrition points")
    expect(meaning).to_contain_text("continues on 7 or less")
    expect(meaning).to_contain_text("may be intercepted by P. Cornelius Scipio at")
    expect(decision.get_by_role("list", name="What it may bring")).to_contain_text("§6.43")
    expect(page.locator(".needs summary")).to_contain_text("What wins")
    page.locator(".needs summary").click()
    expect(page.locator(".needs")).to_contain_text("Hannibal dead")
    asked = decision.get_attribute("data-question") or ""
    page.get_by_role("button", name="Give this order").click()
    expect(decision).not_to_have_attribute("data-question", asked)
    phases = page.locator("#posts .post:not(.same) .phase").all_inner_texts()
    assert phases and all(one != after for one, after in pairwise(phases)), "a phase is named once"


@pytest.mark.matrix
def test_pieces_of_the_stack_go_that_were_pressed(tmp_path: Path, sheets: str) -> None:
    """The server says after each press which of the stack go; two quick presses are two."""
    with at_table(tmp_path, sheets, caesar_moves) as page:
        page.locator("[data-zoom=whole]").click()
        page.locator('.stack[data-at="ravenna"] image').first.click(force=True)
        fan, on = page.locator(".fan [data-piece]"), page.locator('.fan [aria-pressed="true"]')
        expect(on).to_have_count(3)
        ids = [one.get_attribute("data-piece") or "" for one in fan.all()]
        page.evaluate(
            "[...document.querySelectorAll('.fan [data-piece]')].slice(0, 2).forEach((one) => one.click())"
        )
        expect(on).to_have_count(2)
        expect(page.locator(".fan .pressed")).to_have_count(0)
        fan.nth(2).click()
        expect(on).to_have_count(3)
        fan.nth(0).click()
        expect(on).to_have_count(1)
        fan.nth(1).evaluate(
            """one => { one.click(); document.querySelector("[data-table]").dispatchEvent(new CustomEvent(
                "place", { detail: { id: "genua", piece: "", box: new DOMRect() } })); }"""
        )
        decision = page.locator("#part-decision")
        expect(decision.locator(".order")).to_contain_text("Genua")
        assert set((decision.get_attribute("data-pieces") or "").split()) == set(ids[:2])


@pytest.mark.matrix
def test_a_press_on_what_is_not_allowed_says_why(page: Page) -> None:
    """§6.32 Water is neither lit nor a piece: the reason stands beside it until the next press."""
    page.locator("[data-zoom=whole]").click()
    at = page.evaluate("""async () => {
        const plate = await (await fetch(document.querySelector('[data-plate]').dataset.plate)).json();
        const sheet = document.querySelector('.plate').getBoundingClientRect(), [x, y] = plate.places['2223'];
        return [sheet.left + x * sheet.width / 10000, sheet.top + y * sheet.width / 10000];
    }""")
    page.mouse.click(*at)
    said = page.get_by_role("alert").filter(has_text="2223")
    expect(said).to_contain_text(
        "march: Refused by §6.32: hex 2223 in Mare Ligusticum is water: ships go there, from a port"
    )
    expect(said).to_contain_text("The nearest place that can be pressed:")
    page.mouse.move(at[0] + 30, at[1])
    expect(said).to_be_visible()
    page.mouse.click(at[0] + 300, 5)
    expect(said).to_have_count(0)


@pytest.mark.matrix
def test_a_march_by_touch_on_a_narrow_screen(phone: Page) -> None:
    """§6.2 The same on 360 pixels: the map opens at the stack; the order is read and given above it."""
    phone.locator("[data-tab=map]").click()
    expect(phone.locator('.stack[data-at="1020"]')).to_be_in_viewport()
    phone.locator("[data-zoom=whole]").tap()
    phone.locator('.stack[data-at="1020"] image').first.dispatch_event("click")
    expect(phone.locator('.spot[data-spot="1514"]:not(.begin)')).to_be_attached()
    assert not phone.evaluate("document.activeElement.matches('input')"), "no keyboard covers the map"
    phone.locator('.spot[data-spot="1514"]').dispatch_event("click")
    decision = phone.locator("#part-decision")
    expect(decision.locator(".led")).to_contain_text("may be intercepted by P. Cornelius Scipio at")
    expect(phone.locator(".built")).to_be_in_viewport()
    assert not phone.locator('.option[data-place="1514"]').is_visible(), "places are pressed on the map"
    asked = decision.get_attribute("data-question") or ""
    phone.get_by_role("button", name="Give this order").tap()
    expect(decision).not_to_have_attribute("data-question", asked)
    expect(phone.locator("#pane-map")).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
