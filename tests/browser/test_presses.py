"""Presses counted: a year of Julius Caesar against the computer, played through the page in Chromium.

The fewest presses for each order are sought with the functions that serve the page, and then made in the
browser: on pieces and places, options, boxes, the button that gives it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from heapq import heappop, heappush
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import pytest
from msgspec import Struct, structs
from playwright.async_api import Page, expect

from adjudicator import GAMES
from adjudicator.core import Choice, Reader
from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import sampler
from frontends.browser.pages.table.decision import packed
from frontends.browser.pages.table.places import layout_of
from service.api import Service
from service.usecases.play import playing, queries
from service.wizard.filled import Filled
from service.wizard.step import Built, Step
from service.wizard.steps import decompose, forward, step
from service.wizard.touch import at_once, begun_off, picked_pieces, touch
from tests.harness.browser import TableHarness, at_table
from tests.harness.chromium import PATIENCE, chromium_beside
from tests.harness.service import by
from tests.kit.play_styles import bold
from tests.service.test_belisarius import ASK, placed
from tests.service.test_touch import asked

pytestmark = pytest.mark.xdist_group("browser")

MOST = 176
"""A third of the 530 presses that a year took when orders were put together by forms alone."""
YEARS = 2
expect.set_options(timeout=PATIENCE)
FARTHEST = 4_000
"""Half-filled orders that are looked at for one order."""


class Press(Struct, frozen=True):
    """A press: an element of the page, how often, and the pick; None once the order is given."""

    kind: str
    what: tuple[str, ...]
    times: int
    filled: Filled | None


class Presses:
    """The presses by which an answer can be given.

    Args:
        choice: the decision.
        answer: to it.
        places: of the pieces on the viewer's map.
        board: the ids of all places.
        reader: of the orders.
        replaceable: true if the answer may still be replaced (`queries.is_replaceable`).
    """

    def __init__(
        self,
        choice: Choice[Any],
        answer: Any,
        places: dict[str, str],
        board: Collection[str],
        reader: Reader,
        *,
        replaceable: bool = False,
    ) -> None:
        self._board, self._replaceable = board, replaceable
        self._choice, self._reader, self._places = choice, reader, places
        self._text = choice.write(answer, reader)
        self._named = {*_texts(decompose(choice, answer).picks)}
        pieces = [(piece, place) for piece, place in places.items() if piece in self._named]
        spots = {place for place in self._named if place in board} | {place for _, place in pieces}
        self._things = [("spot", (place,)) for place in sorted(spots)] + [("piece", one) for one in pieces]

    def fewest(self) -> list[Press]:
        """Return the fewest presses that give the answer: the cheapest beginnings go on first."""
        begun = forward(self._choice, Filled(), self._reader)
        far, came, waiting = {packed(begun): 0}, dict[str, tuple[str, Press]](), [(0, 0, begun)]
        for n in range(FARTHEST):
            if not waiting:
                break
            cost, _, filled = heappop(waiting)
            now, at = step(self._choice, filled, self._reader), packed(filled)
            if isinstance(now, Built) and now.text == self._text:
                return [*self._made(came, at), Press("give", (), 1, None)]
            for whole in at_once(
                self._choice, filled, self._places, self._reader, replaceable=self._replaceable
            ):
                if whole.text == self._text:
                    far[self._text], came[self._text] = cost, (at, Press("at once", (whole.option,), 1, None))
                    return self._made(came, self._text)
            for press in [*self._on_map(filled, now), *self._in_panel(filled, now)]:
                onward = press.filled or Filled()
                if cost + press.times < far.get(packed(onward), FARTHEST):
                    far[packed(onward)], came[packed(onward)] = cost + press.times, (at, press)
                    heappush(waiting, (cost + press.times, len(far) + FARTHEST * n, onward))
        raise AssertionError(f"no presses give {self._text}")

    def _made(self, came: dict[str, tuple[str, Press]], at: str) -> list[Press]:
        """Return the presses that led to a list."""
        found: list[Press] = []
        while at in came:
            at, press = came[at]
            found.insert(0, press)
        return found

    def _on_map(self, filled: Filled, now: Step | Built) -> Iterator[Press]:
        in_panel = isinstance(now, Step) and now.kind in ("some", "shares")
        for kind, ids in self._things:
            if in_panel and kind == "piece":
                continue  # a press ticks its box
            with suppress(Refusal):
                for at, way in enumerate(touch(self._choice, filled, ids, (), self._reader)):
                    yield Press(kind, ids if not at else (*ids, str(way.picks[0])), 2 if at else 1, way)

    def _in_panel(self, filled: Filled, now: Step | Built) -> Iterator[Press]:
        if isinstance(now, Built):
            for one in picked_pieces(self._choice, filled, self._reader):
                onward = one.more if one.id in self._named else one.fewer
                if onward is not None:
                    yield Press("link", (one.id,), 1, onward)
            return
        opened = [option.id for option in now.options if option.bar is None and option.id in self._named]
        takes = [Press("option", (button.id,), 1, None) for button in now.buttons if button.bar is None]
        if now.kind == "some" and now.least <= len(opened) <= now.most:
            takes.append(Press("boxes", tuple(opened), len(opened) + 1, None))
        elif now.kind in ("one", "places", "way"):
            takes += [Press("option", (id,), 1, None) for id in opened]
        board = {*self._places, *self._board}
        for verb, first in begun_off(self._choice, filled, board, self._reader).items():
            opened = [option.id for option in first.options if option.bar is None]
            for id in (id for id in opened if verb in self._named and id in self._named):
                yield Press(
                    "begun", (verb, id), 1, forward(self._choice, filled.plus(verb, id), self._reader)
                )
        for press in takes:
            with suppress(Refusal):
                onward = forward(self._choice, filled.plus(now.take(*press.what)), self._reader)
                yield structs.replace(press, filled=onward)


def _texts(items: JSON) -> Iterator[str]:
    """Give all texts in what is picked."""
    if isinstance(items, dict):
        items = [*items, *items.values()]
    for one in items if isinstance(items, list | tuple) else ():
        yield from _texts(one)
    if isinstance(items, str):
        yield items


class Counted(Struct):
    """The presses of a seat's orders, by the rules that ask for them."""

    orders: Counter[str]
    presses: Counter[str]
    longest: tuple[int, str] = (0, "")

    def __str__(self) -> str:
        rules = ", ".join(f"§{rule} {self.orders[rule]} by {n}" for rule, n in self.presses.most_common())
        most, order = self.longest
        total = self.presses.total()
        return f"{self.orders.total()} orders by {total} presses ({rules}); at most {most} for {order!r}"


async def given(page: Page, found: Sequence[Press], text: str) -> None:
    """Press it all in the browser."""
    part = page.locator("#part-decision")
    for press in found:
        asked = await part.get_attribute("data-question") or ""
        match press.kind:
            case "at once" | "begun":
                of_stock = f'.stock a[data-of="{press.what[-1]}"]'
                given = f'.at-once [data-gives="{press.what[0]}"]'
                await part.locator(of_stock if press.kind == "begun" else given).first.click()
            case "give":
                await part.get_by_role("button", name="Give this order").click()
            case "boxes":
                for id in press.what:
                    await part.locator(f'input[type=checkbox][value="{id}"]').check()
                await part.get_by_role("button", name="Confirm").click()
            case "option":
                await part.locator(f'button[name=value][value="{press.what[0]}"]').click()
            case "link":
                await part.locator(f'.picked-pieces a[href*="{_address(press.filled)}"]').first.click()
            case "spot":
                await page.locator(f'.spot[data-spot="{press.what[0]}"]').dispatch_event("click")
            case "piece":
                piece, place = press.what[:2]
                stack = page.locator(f'.stack[data-at="{place}"] [data-piece~="{piece}"]')
                await stack.dispatch_event("click")
        if press.kind in ("spot", "piece") and press.times > 1:
            await part.locator(".others a", has_text=press.what[-1]).first.click()
        if press.filled is None:
            await expect(page.locator(f'#part-decision[data-question="{asked}"]')).to_have_count(0)
        else:
            await expect(part.locator("input[name=filled]").first).to_have_value(packed(press.filled))


def _address(filled: Filled | None) -> str:
    return quote_plus(packed(filled or Filled()))


def _submit(campaign: int, seat: str, answer: Any, service: Service) -> None:
    service.do(by(seat), campaign, playing.submit, seat, answer)


async def a_year(harness: TableHarness, page: Page, seed: int, style: str) -> Counted:
    """Play Caesar's first year through the page, against the computer."""
    game, service = GAMES["julius_caesar"], harness.bench.service
    campaign = harness.bench.found("julius_caesar", "war", seed=f"presses {seed}".encode())
    session = harness.session_at(campaign, "caesar", "caesar")
    await page.context.add_cookies([{"name": "session", "value": session, "url": harness.root}])
    await page.goto(f"{harness.root}/game/{campaign}/caesar")
    await expect(page.locator("#live")).to_have_text("connected")
    layout = layout_of(game.id, "en")
    assert layout is not None and game.ai_player is not None
    reader, counted, n = Reader(game.lexicon, "en"), Counted(Counter(), Counter()), 0
    while waiting := service.asked(campaign):
        if game.when(service.status(campaign).campaign.stage).turn.startswith("2/"):
            break
        asked, n = waiting[0], n + 1
        pending = service.look(campaign, queries.pending, asked.seat)
        assert pending is not None
        if asked.seat == "caesar" and style == "bold":
            answer = bold(pending.choice, sampler(n), None, asked.seat)
        else:
            answer = game.ai_player(service.view(campaign, asked.seat), pending.choice, sampler(n))
        if asked.seat != "caesar":
            await harness.worker.run(partial(_submit, campaign, asked.seat, answer))
            continue
        await page.locator(f'#part-decision[data-question="{pending.asked.entry}:{asked.rule}"]').wait_for()
        stacks = await page.locator(".stack").evaluate_all(
            "all => all.flatMap(stack => [...stack.querySelectorAll('[data-piece]')].map("
            "piece => [piece.dataset.piece, stack.dataset.at]))"
        )
        replaceable = service.look(campaign, queries.is_replaceable, asked.seat)
        found = Presses(
            pending.choice, answer, dict(stacks), layout.places, reader, replaceable=replaceable
        ).fewest()
        text = pending.choice.write(answer, reader)
        times = sum(press.times for press in found)
        counted.orders[asked.rule] += 1
        counted.presses[asked.rule] += times
        counted.longest = max(counted.longest, (times, text))
        await given(page, found, text)
    return counted


@pytest.mark.byhand
@pytest.mark.parametrize("style", ["computer", "bold"])
def test_a_year_of_julius_caesar_takes_few_presses(tmp_path: Path, sheets: str, style: str) -> None:
    """A year of orders as the computer would give them, and of orders at random that rather act than end."""
    found: list[Counted] = []

    async def act(harness: TableHarness) -> None:
        async with chromium_beside() as browser:
            for seed in range(YEARS):
                context = await browser.new_context(reduced_motion="reduce")
                context.set_default_timeout(PATIENCE)
                page = await context.new_page()
                found.append(await a_year(harness, page, seed, style))
                await context.close()
                print(f"year {seed} ({style}): {found[-1]}")

    at_table(tmp_path, act, sheets)
    assert max(one.presses.total() for one in found) <= MOST


@pytest.mark.byhand
def test_a_march_of_belisarius_takes_three_presses(tmp_path: Path, sheets: str) -> None:
    """The stack, the goal, the button."""

    async def act(harness: TableHarness) -> None:
        b = harness.bench
        campaign = placed(b, b"a", ASK)
        choice, reader, seat = asked(b, campaign, "march")
        now = step(choice, Filled.of(["march"]), reader)
        assert isinstance(now, Step)
        place = next(option.id for option in now.options if option.bar is None)
        entry = b.service.asked(campaign)[0].entry
        async with chromium_beside() as browser:
            page = await browser.new_page(reduced_motion="reduce")
            page.set_default_timeout(PATIENCE)
            session = harness.session_at(campaign, seat, b.service.status(campaign).members[seat].user)
            await page.context.add_cookies([{"name": "session", "value": session, "url": harness.root}])
            await page.goto(f"{harness.root}/game/{campaign}/{seat}")
            await expect(page.locator("#live")).to_have_text("connected")
            await page.locator(f'.stack[data-at="{place}"] image').first.dispatch_event("click")
            await page.locator(".spot:not(.begin)").first.dispatch_event("click")
            part = page.locator("#part-decision")
            await expect(part.locator(".order")).to_contain_text("march")
            await part.get_by_role("button", name="Give this order").click()
            await expect(
                page.locator(f'#part-decision[data-question="{entry}:{choice.rule}"]')
            ).to_have_count(0)

    at_table(tmp_path, act, sheets)
