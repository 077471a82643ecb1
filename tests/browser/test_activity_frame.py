"""The board inside Discord in a real browser: a frame of another site, behind a proxy, played by touch."""

from __future__ import annotations

import asyncio
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from playwright.async_api import Browser, Frame, Page, TimeoutError, expect

from adjudicator import GAMES
from tests.browser.test_activity import ANN, BOB, Scene, founded, opened
from tests.harness.activity import discord_double
from tests.harness.chromium import PATIENCE, chromium_beside
from tests.harness.discord_frame import SAYS, DiscordWeb, discord_web
from tests.harness.processes import next_line
from tests.harness.service import service_harness

expect.set_options(timeout=30_000)

pytestmark = pytest.mark.matrix

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1100, "height": 700}, "has_touch": True}


class Stage:
    """A scene with Discord's client and proxy, and a Chromium that is led to them."""

    def __init__(self, scene: Scene, web: DiscordWeb, browser: Browser, tables: AsyncExitStack) -> None:
        self.scene, self.web, self.browser, self._tables = scene, web, browser, tables

    async def restart(self, folder: Path, sheets: str) -> None:
        """The table ends, and another begins on the same database, which remembers nothing else."""
        await self._tables.aclose()
        scene = self.scene
        table = opened(scene.context.bench, folder, scene.discord, sheets)
        scene.context = await self._tables.enter_async_context(table)
        self.web.table = scene.context.root

    @asynccontextmanager
    async def client(self, user: int, query: str = "", **size: Any) -> AsyncIterator[Page]:
        """See `client`."""
        async with client(self.browser, user, query, **size) as page:
            yield page


@asynccontextmanager
async def client(browser: Browser, user: int, query: str = "", **size: Any) -> AsyncIterator[Page]:
    """Discord's client of a user, with the Activity open."""
    context = await browser.new_context(
        ignore_https_errors=True, reduced_motion="reduce", **(size or DESKTOP)
    )
    context.set_default_timeout(PATIENCE)
    page = await context.new_page()
    await page.goto(f"https://discord.com/channels/1?user={user}{query}")
    yield page
    await context.close()


@asynccontextmanager
async def stage(folder: Path, sheets: str) -> AsyncIterator[Stage]:
    with service_harness(folder / "table.db", GAMES) as b:
        async with (
            discord_double() as discord,
            ClientSession() as session,
            AsyncExitStack() as tables,
            discord_web(discord, "", folder) as web,
            chromium_beside(web.flags) as browser,
        ):
            context = await tables.enter_async_context(opened(b, folder, discord, sheets))
            web.table = context.root
            yield Stage(Scene(context, discord, session), web, browser, tables)


async def board(page: Page) -> Frame:
    """The frame with the board, once it is shown."""
    outer = page.frame_locator("#activity")
    await expect(outer.locator("#board")).to_be_visible()
    await outer.frame_locator("#board").locator("main").wait_for()
    (found,) = [
        one
        for one in page.frames
        if one.parent_frame is not None and one.parent_frame.parent_frame is not None
    ]
    return found


def played(act: Any, folder: Path, sheets: str) -> None:
    """Play a scene on a stage."""

    async def run() -> None:
        async with stage(folder, sheets) as on:
            await act(on)

    asyncio.run(run())


@pytest.mark.byhand
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_player_discards_by_touch_inside_discord(size: dict[str, Any], tmp_path: Path, sheets: str) -> None:
    """The cookie is another site's, the table is behind the proxy, and nothing of a seat is in what the proxy
    keeps.
    """

    async def act(on: Stage) -> None:
        campaign = on.scene.found()
        on.scene.service.activity.keep_opened(f"discord/{ANN}", campaign)
        async with on.client(ANN, **size) as page:
            frame = await board(page)
            assert frame.url == f"https://{SAYS}/activity/game/{campaign}/caesar"
            await expect(frame.locator("#live.on")).to_be_attached()
            await frame.locator("#part-decision button").first.tap()
            give = frame.get_by_role("button", name="Give this order")
            if await give.count():
                await give.first.tap()
            async with asyncio.timeout(30):
                while {one.seat for one in on.scene.service.asked(campaign)} != {"pompey"}:
                    await asyncio.sleep(0.02)
            (cookie,) = [one for one in await page.context.cookies() if one["name"] == "__Secure-activity"]
            assert cookie["sameSite"] == "None" and cookie["secure"] and cookie["partitionKey"]
            await frame.get_by_role("link", name="Rules").first.tap()
            await frame.wait_for_url("**/rules")
            await expect(frame.locator("main h1")).to_be_visible()
        assert len(set(on.web.kept.values())) == 2, "the outer page, and the shell of all others"
        assert all(b"Rubicon" not in html and b"caesar" not in html for html in on.web.kept.values())

    played(act, tmp_path, sheets)


OTHERS = ("belisarius", "ancient_world", "ottomans")
ORDERS, TAPS = 2, 60


@pytest.mark.parametrize("game", OTHERS)
def test_orders_of_each_game_are_given_by_touch_inside_discord(
    game: str, tmp_path: Path, sheets: str
) -> None:
    """On a phone, by whoever is asked: what is suggested, else whatever may be pressed."""

    async def act(on: Stage) -> None:
        campaign, chance = on.scene.found_any(game), random.Random(game)
        begun, taps = on.scene.service.campaign(campaign).n, 0
        members = on.scene.service.status(campaign).members
        while on.scene.service.campaign(campaign).n < begun + ORDERS:
            asked = on.scene.service.asked(campaign)[0].seat
            user = int(members[asked].user.removeprefix("discord/"))
            on.scene.service.activity.keep_opened(f"discord/{user}", campaign)
            before = on.scene.service.campaign(campaign).n
            async with on.client(user, **PHONE) as page:
                frame = await board(page)
                await expect(frame.locator("#live.on")).to_be_attached()
                while on.scene.service.campaign(campaign).n == before:
                    taps += 1
                    assert taps < TAPS
                    await tap(frame, chance, ends=True)

    played(act, tmp_path, sheets)


FREE, MOST_TAPS = 14, 900
"""The orders of a turn that are pressed at random, before ends and passes come first; the most taps."""
APART = ("Take back", "Ask me all reactions again", "No reactions until the turn ends")
ENDS = re.compile(r"(end|pass|done|none|nobody|no\b|that is all|stand|suggest|give)", re.IGNORECASE)


def turn_of(scene: Scene, campaign: int) -> str:
    """The present turn, "" while pieces are placed."""
    found = scene.service.campaign(campaign)
    when = GAMES[found.game].when(found.stage) if found.stage else None
    return "" if when is None or when.turn in ("0", "set_up") else when.whole[0]


@pytest.mark.byhand
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_turn_of_each_game_is_played_by_touch_inside_discord(
    game: str, size: dict[str, Any], tmp_path: Path, sheets: str
) -> None:
    """From the first question to the next turn, by both players, each in a page that stays open."""

    async def act(on: Stage) -> None:
        campaign, chance, first = on.scene.found_any(game), random.Random(game), ""
        begun, taps, rules = on.scene.service.campaign(campaign).n, 0, Counter[str]()
        seats = on.scene.service.status(campaign).members
        async with AsyncExitStack() as pages:
            frames = dict[str, Frame]()
            for seat, member in seats.items():
                user = int(member.user.removeprefix("discord/"))
                on.scene.service.activity.keep_opened(f"discord/{user}", campaign)
                page = await pages.enter_async_context(on.client(user, **size))
                frames[seat] = await board(page)
                await expect(frames[seat].locator("#live.on")).to_be_attached()
            while not first or turn_of(on.scene, campaign) == first:
                first = first or turn_of(on.scene, campaign)
                asked = on.scene.service.asked(campaign)[0]
                before = on.scene.service.campaign(campaign).n
                rules[asked.rule] += 1
                while on.scene.service.campaign(campaign).n == before:
                    taps += 1
                    assert taps < MOST_TAPS, f"{dict(rules)}: {await shown(frames[asked.seat])}"
                    await tap(frames[asked.seat], chance, ends=sum(rules.values()) > FREE)
        orders = sum(e["t"] == "answer" for e in on.scene.service.log(campaign) if e["n"] > begun)
        print(f"{game}, {size['viewport']['width']} wide: {orders} answers, {taps} taps; {dict(rules)}")

    played(act, tmp_path, sheets)


async def shown(frame: Frame) -> str:
    return await frame.locator("#part-decision").inner_text()


async def tap(frame: Frame, chance: random.Random, *, ends: bool) -> None:
    """Tap something of the decision at random: the order that is built first; then an end, if `ends`."""
    play = frame.locator("[data-tab=play]")
    if await play.is_visible():
        await play.tap(timeout=20_000)
    decision, asks = frame.locator("#part-decision"), frame.locator("#said button:visible")
    boxes = decision.locator("input[type=checkbox]:not(:checked):visible")
    offered = decision.locator("button:enabled:visible, a.option:visible, .at-once a.button:visible")
    try:
        if await asks.count():
            await asks.first.tap(timeout=3_000)
            await frame.page.wait_for_timeout(250)
            return
        if await boxes.count():
            await boxes.first.check(timeout=3_000)
        for one in await decision.locator("input[type=number]:visible").all():
            most = int(await one.get_attribute("max", timeout=3_000) or "1")
            await one.fill(str(chance.randrange(most + 1)), timeout=3_000)
        named = {name: n for n, name in enumerate(await offered.all_inner_texts()) if name not in APART}
        if named:
            wanted = [n for name, n in named.items() if name == "Give this order"]
            wanted = wanted or [n for name, n in named.items() if name == "As suggested"]
            wanted = wanted or [n for name, n in named.items() if ends and ENDS.match(name)]
            await offered.nth(chance.choice(wanted or list(named.values()))).tap(timeout=3_000)
    except TimeoutError:
        return  # the decision changed meanwhile: it is looked at again
    await frame.page.wait_for_timeout(250)


def test_news_arrive_with_and_without_streams_and_after_a_restart(tmp_path: Path, sheets: str) -> None:
    """The other player's answer is shown; a bot that was killed meanwhile knows who is looking."""

    async def act(on: Stage) -> None:
        campaign = on.scene.found()
        for user in (ANN, BOB):
            on.scene.service.activity.keep_opened(f"discord/{user}", campaign)
        on.web.has_streams = False
        async with on.client(ANN) as page, on.client(BOB, **PHONE) as other:
            ann, bob = await board(page), await board(other)
            await expect(ann.locator("#part-status")).to_contain_text("Pompey")
            await ann.evaluate("window.kept = 'the same document'")
            await asyncio.sleep(0.1)
            await on.restart(tmp_path, sheets)
            await bob.locator("#part-decision button").first.tap()
            give = bob.get_by_role("button", name="Give this order")
            if await give.count():
                await give.first.tap()
            await expect(ann.locator("#part-status")).to_contain_text("Answered: Pompey.")
            assert await ann.evaluate("window.kept") == "the same document"

    played(act, tmp_path, sheets)


def test_a_page_goes_on_after_the_umpire_was_killed(tmp_path: Path, sheets: str) -> None:
    """Once while nobody does anything, and once at the moment of a press: it counts once, or can be pressed
    again.
    """
    with service_harness(tmp_path / "table.db", GAMES) as b:
        campaign = founded(b.service)
        b.service.activity.keep_opened(f"discord/{ANN}", campaign)

    async def act() -> None:
        async with (
            discord_double() as discord,
            discord_web(discord, "", tmp_path) as web,
            chromium_beside(web.flags) as browser,
        ):
            with child(tmp_path, sheets, discord.base) as process:
                web.table = await asyncio.to_thread(next_line, process)
                async with client(browser, ANN, **PHONE) as page:
                    frame = await board(page)
                    await expect(frame.locator("#live.on")).to_be_attached()
                    await frame.evaluate("window.kept = 'the same document'")
                    process.kill()
                    await expect(frame.locator("#live.on")).not_to_be_attached()
                    with child(tmp_path, sheets, discord.base) as second:
                        web.table = await asyncio.to_thread(next_line, second)
                        await expect(frame.locator("#live.on")).to_be_attached()
                        await frame.locator("#part-decision button").first.tap()
                        give = frame.get_by_role("button", name="Give this order")
                        pressed = asyncio.create_task(give.first.tap()) if await give.count() else None
                        second.kill()
                        if pressed is not None:
                            await pressed
                        with child(tmp_path, sheets, discord.base) as third:
                            web.table = await asyncio.to_thread(next_line, third)
                            await expect(frame.locator("#live.on")).to_be_attached()
                            await answered(frame)
                            assert await frame.evaluate("window.kept") == "the same document"

    asyncio.run(act())
    with service_harness(tmp_path / "table.db", GAMES) as b:
        assert [e["seat"] for e in b.service.log(campaign) if e["t"] == "answer"] == ["caesar"]


async def answered(frame: Frame) -> None:
    """Press until the order counts."""
    status = frame.locator("#part-status")
    for _ in range(20):
        if "Answered: Caesar" in await status.inner_text():
            return
        for one in (
            frame.get_by_role("button", name="Give this order"),
            frame.locator("#part-decision button"),
        ):
            if await one.count():
                await one.first.tap()
                break
        await frame.page.wait_for_timeout(500)
    raise AssertionError(await status.inner_text())


@contextmanager
def child(folder: Path, sheets: str, discord: str) -> Iterator[subprocess.Popen[str]]:
    """A table in a process of its own; its first line is its address."""
    command = [sys.executable, "-m", "tests.browser.activity_child", str(folder), sheets, discord]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_what_the_client_says_is_heard_from_the_client_alone(tmp_path: Path, sheets: str) -> None:
    """A tile shows only the map and whose move it is, in old clients too; other windows are not heard."""

    async def act(on: Stage) -> None:
        campaign = on.scene.found()
        on.scene.service.activity.keep_opened(f"discord/{ANN}", campaign)
        for query, evt, data in (
            ("", "ACTIVITY_LAYOUT_MODE_UPDATE", "{layout_mode: 1}"),
            ("&old=1", "ACTIVITY_PIP_MODE_UPDATE", "{is_pip_mode: true}"),
        ):
            async with on.client(ANN, query, viewport={"width": 320, "height": 240}) as page:
                frame = await board(page)
                # the frame itself, and a frame within: neither is Discord's client
                forged = f"parent.postMessage([1, {{evt: '{evt}', data: {data}}}], '*')"
                await frame.evaluate(forged)
                assert await frame.evaluate("document.documentElement.dataset.layout || ''") == ""
                await page.evaluate(f"tell('{evt}', {data})")
                await expect(frame.locator("html[data-layout=tile]")).to_be_attached()
                await expect(frame.locator("#pane-map")).to_be_visible()
                await expect(frame.locator("#part-status")).to_be_visible()
                await expect(frame.locator(".banner")).to_be_hidden()
                await expect(frame.locator("#part-decision")).to_be_hidden()
                await page.evaluate("end(1000, 'The channel is full')")
                await expect(page.frame_locator("#activity").locator("#said")).to_contain_text(
                    "The channel is full"
                )

    played(act, tmp_path, sheets)


def test_where_discord_does_not_say_who_it_is_the_page_says_so(tmp_path: Path, sheets: str) -> None:
    """And offers to try again; nothing is shown meanwhile."""

    async def act(on: Stage) -> None:
        async with on.client(ANN, "&refuse=User+denied") as page:
            outer = page.frame_locator("#activity")
            await expect(outer.locator("#said")).to_contain_text(
                "Discord did not say who you are: User denied"
            )
            await expect(outer.get_by_role("button", name="Try again")).to_be_visible()
            await expect(outer.locator("#board")).to_be_hidden()
        page = await on.browser.new_page(ignore_https_errors=True)
        await page.goto(f"https://{SAYS}/activity/")
        await expect(page.locator("#said")).to_contain_text("Open this page from Discord")

    played(act, tmp_path, sheets)


def test_no_other_site_may_show_it_in_a_frame(tmp_path: Path, sheets: str) -> None:
    """Nor may any site, Discord's too, show a page of the table that is not the Activity's."""

    async def act(on: Stage) -> None:
        page = await on.browser.new_page(ignore_https_errors=True)
        for site, path in ((f"https://evil.{SAYS}", "/activity/"), ("https://discord.com", "/found")):
            await page.goto(f"{site}/x" if "discord.com" in site else "https://evil.discordsays.com/x")
            await page.set_content(f"<iframe id=f src='https://{SAYS}{path}'></iframe>")
            await page.wait_for_timeout(300)
            (frame,) = [one for one in page.frames if one.parent_frame is not None]
            assert frame.url.startswith("chrome-error:"), (site, path, frame.url)

    played(act, tmp_path, sheets)
