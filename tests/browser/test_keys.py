"""Every game played with the keyboard alone: the focus is never lost, and is always seen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Error, Request, expect

from adjudicator import GAMES
from adjudicator.core.log.chance import sampler
from service.api import Service
from tests.browser.test_battle import fighting
from tests.harness.browser import TableHarness, at_table
from tests.harness.cases import some
from tests.harness.chromium import PATIENCE, chromium_beside

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=PATIENCE)

FEW, MANY = 2, 14
"""Orders that are given in each game."""
STEPS = 80
"""Controls that are pressed for an order at most."""
NEAR = 60
"""Of hundreds of goals, those that [Tab] reaches first are pressed; the others are found by typing."""
FOCUS = """() => {
    const decision = document.getElementById('part-decision'), at = document.activeElement;
    const part = at.closest('[role=alert]') ?? decision;  // which asks whether an order is meant
    const all = part ? [...part.querySelectorAll('button, input:not([type=hidden], [type=search]), select')]
        .filter(one => one.checkVisibility() && !one.disabled
            && !one.closest('.take-back, .proposal, .batch, .ended')) : [];
    return {
        all: all.length, at: all.indexOf(at), inside: Boolean(part?.contains(at)),
        kind: at.type || at.localName,
        give: all.findIndex(one => one.matches('[data-act] .main, [role=alert] .main, .give')),
        begins: at.form?.elements.request?.value || '',
        seen: at.matches(':focus-visible') && getComputedStyle(at).outlineStyle !== 'none',
        filled: decision?.querySelector('input[name=filled]')?.value || '',
        question: decision?.dataset.question
            ? `${location.pathname.split('/')[3]} ${decision.dataset.question}` : '',
        leaves: Boolean(decision?.dataset.next) || document.readyState !== 'complete',
    };
}"""
"""Return the control with the focus, and those that it can get in the decision or what asks again."""


class Keyboard:
    """Somebody at a page of a table who has a keyboard alone, and presses what they can at random."""

    def __init__(self, page: Any, seed: int) -> None:
        self.page, self._rng, self._waiting = page, sampler(seed), set[Request]()
        page.on("request", lambda one: self._waiting.add(one) if one.resource_type == "fetch" else None)
        for end in ("requestfinished", "requestfailed"):
            page.on(end, self._answered)

    def _answered(self, request: Request) -> None:
        self._waiting.discard(request)

    async def focus(self) -> dict[str, Any]:
        """Return where the focus is, once the answer to the last key is there."""
        before: dict[str, Any] = {}
        for _ in range(200):
            await self.page.wait_for_timeout(50)
            try:
                now: dict[str, Any] = await self.page.evaluate(FOCUS)
            except Error as error:
                assert "navigation" in str(error), error
                continue  # on the way to the page of the seat that decides next
            if now == before and not self._waiting and not now["leaves"]:
                return now
            before = now
        raise AssertionError(f"the page does not come to rest: {before}")

    async def tab_to(self, part: str, most: int = 100) -> None:
        """Press [Tab] until the focus has something."""
        for _ in range(most):
            if (await self.page.evaluate(FOCUS))[part]:
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {part}")

    async def order(self) -> int:
        """Give one order with [Tab], [Enter], [Space] and digits; return how many controls were pressed."""
        begun = await self.focus()
        assert begun["inside"], "the focus is not in the decision"
        assert begun["all"], "nothing is offered"
        for pressed in range(STEPS):
            now = await self.focus()
            assert now["inside"], "the focus is lost"
            if now["question"] != begun["question"]:
                return pressed
            await self._press(now["give"] if now["give"] >= 0 else self._rng.below(min(now["all"], NEAR)))
        raise AssertionError(f"no order: {await self.page.locator('#part-decision').inner_text()}")

    async def _press(self, to: int) -> None:
        """Go to a control of the decision with [Tab], and press it, or type 1 into it."""
        for _ in range(400):
            now = await self.page.evaluate(FOCUS)
            if now["at"] == to:
                break
            await self.page.keyboard.press("Tab" if now["at"] < to else "Shift+Tab")
        assert now["at"] == to, f"no way to control {to}: {now}"
        assert now["seen"], "the focus is on something that does not show it"
        if now["kind"] == "number":
            await self.page.keyboard.type("1")
        await self.page.keyboard.press("Space" if now["kind"] == "checkbox" else "Enter")


@asynccontextmanager
async def keyboard(seed: int) -> AsyncIterator[Keyboard]:
    """A page in Chromium."""
    async with chromium_beside() as browser:
        page = await browser.new_page(viewport={"width": 1100, "height": 700}, reduced_motion="reduce")
        page.set_default_timeout(PATIENCE)
        yield Keyboard(page, seed)


async def _give(player: Keyboard, service: Service, campaign: int, orders: int) -> None:
    """Give orders of all seats: the page goes on from one to the next by itself."""
    await expect(player.page.locator("#live")).to_have_text("connected")
    await player.tab_to("inside")
    for n in range(orders):
        rule = service.asked(campaign)[0].rule
        print(f"{campaign}.{n}: §{rule}, {await player.order()} presses")


def _begun(folder: Path, sheets: str, game: str, orders: int) -> None:
    """Begin a game of both sides on the front page, and give orders."""

    async def act(harness: TableHarness) -> None:
        async with keyboard(1) as player:
            await player.page.goto(harness.root)
            await player.page.keyboard.press("Tab")
            await player.page.keyboard.press("Enter")
            await expect(player.page.locator("main")).to_be_focused()
            while not (await player.page.evaluate(FOCUS))["begins"].endswith(f"/both/{game}"):
                await player.page.keyboard.press("Tab")
            await player.page.keyboard.press("Enter")
            await _give(player, harness.bench.service, 1, orders)

    at_table(folder, act, sheets)


@pytest.mark.parametrize("game", some(sorted(GAMES), "julius_caesar"))
def test_a_game_is_begun_with_the_keyboard_alone(game: str, tmp_path: Path, sheets: str) -> None:
    _begun(tmp_path, sheets, game, FEW)


@pytest.mark.byhand
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_is_played_with_the_keyboard_alone(game: str, tmp_path: Path, sheets: str) -> None:
    _begun(tmp_path, sheets, game, MANY)


@pytest.mark.byhand
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_battle_is_fought_with_the_keyboard_alone(game: str, tmp_path: Path, sheets: str) -> None:
    """The orders of both sides from the middle of a battle on."""

    async def act(harness: TableHarness) -> None:
        campaign, seat = fighting(harness.bench, game)
        seats = harness.bench.service.status(campaign).campaign.seats
        session = harness.session_at(campaign, seat, seat)
        for other in set(seats) - {seat}:
            harness.admit(session, campaign, other, other)
        async with keyboard(2) as player:
            cookie = {"name": "session", "value": session, "url": harness.root}
            await player.page.context.add_cookies([cookie])
            await player.page.goto(f"{harness.root}/game/{campaign}/{seat}")
            assert await player.page.locator("section.battle").count() == 1
            await _give(player, harness.bench.service, campaign, MANY)

    at_table(tmp_path, act, sheets)
