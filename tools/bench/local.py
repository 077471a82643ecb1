"""The local table: what a page costs on loopback, how fast an answer reaches open pages, memory."""

from __future__ import annotations

import asyncio
import resource
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from aiohttp import ClientResponse, ClientSession, TCPConnector

from adjudicator.core.log.chance import sampler
from frontends.browser.pages.table import live
from frontends.browser.pages.table.decision import packed
from service.api import Service
from service.runtime.bootstrap import now
from service.usecases.play import playing, queries
from service.usecases.referee import acts
from service.values.records import Pending
from service.wizard.steps import decompose
from tests.harness.browser import Guest, TableHarness, opened, settings_of
from tests.harness.chromium import Server, chromium
from tests.harness.service import ServiceHarness, by, service_harness

from . import Figure, benchmark

ANSWERS, ORDERS, PAGES = 200, 80, 100
QUIET, SETTLED = 1.0, 0.5
LOOKS = 9


@benchmark
def local() -> Iterator[Figure]:
    """The local table: first paint, an answer with its update on three pages, a hundred open pages."""
    with tempfile.TemporaryDirectory() as name:
        yield from _first_paint(Path(name))
    with tempfile.TemporaryDirectory() as name, service_harness(Path(name) / "table.db") as b:
        yield from asyncio.run(_answers(b, Path(name)))
        with patch.multiple(live, MOST_ADDRESS=2 * PAGES, MOST_GAME=2 * PAGES):
            yield from asyncio.run(_many(b, Path(name)))


def _first_paint(folder: Path) -> Iterator[Figure]:
    """In Chromium, from the address to the first paint; the map comes later (`pictures`)."""
    with Server(folder, folder / "maps") as server, chromium() as browser:
        page = browser.new_page(base_url=server.root, bypass_csp=True)
        page.goto("/")
        page.get_by_role("button", name="Play both sides").first.click()
        page.wait_for_selector("#part-decision")
        url, paints = page.url, list[float]()
        for _ in range(LOOKS):
            page.goto(url)
            page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
            entries = "performance.getEntriesByName('first-contentful-paint').map(one => one.startTime)[0]"
            paints.append(float(page.evaluate(entries)))
    yield Figure("a table's page to its first paint, median", median(paints), "ms", "under 500")


@asynccontextmanager
async def _at(b: ServiceHarness, folder: Path) -> AsyncIterator[tuple[TableHarness, int, dict[str, Guest]]]:
    campaign = b.found("julius_caesar", "war", seed=str(now()).encode())
    async with opened(b, settings_of(folder)) as harness, AsyncExitStack() as stack:
        guests = {
            seat: await stack.enter_async_context(harness.guest(harness.session_at(campaign, seat, seat)))
            for seat in ("caesar", "pompey")
        }
        yield harness, campaign, guests


async def _answers(b: ServiceHarness, folder: Path) -> list[Figure]:
    """From the form that is sent to the last of three pages that shows what changed."""
    took, worked = list[float](), list[float]()
    async with _at(b, folder) as (harness, campaign, guests), AsyncExitStack() as stack:
        places = {"caesar": "caesar", "pompey": "pompey", "public": "caesar"}
        streams = []
        for place, who in places.items():
            url = f"{harness.root}/game/{campaign}/{place}/events?last=9999"
            streams.append(await stack.enter_async_context(guests[who].session.get(url)))
        for stream in streams:
            await _event(stream)
        for pending, answer in _decisions(b, campaign, ANSWERS):
            seat = pending.asked.seat
            act = partial(_submit, campaign=campaign, seat=seat, answer=answer)
            began, work = time.perf_counter(), time.process_time()
            await harness.worker.run(act)
            try:
                async with asyncio.timeout(QUIET):
                    await asyncio.gather(*(_event(stream) for stream in streams))
            except TimeoutError:
                continue  # an answer of which one of the three may not even know that it was given
            took.append(1000 * (time.perf_counter() - began))
            worked.append(1000 * (time.process_time() - work))
    took.sort()
    return [
        Figure("an answer, until three open pages show it, median", median(took), "ms"),
        Figure(
            "an answer, until three open pages show it, 99 of 100",
            took[len(took) * 99 // 100],
            "ms",
            "under 200",
        ),
        Figure("the work of such an answer and its three readers, median", median(worked), "ms of a core"),
    ]


def _decisions(b: ServiceHarness, campaign: int, most: int) -> Iterator[tuple[Pending, Any]]:
    """Yield up to `most` decisions as they come, each with a random answer, which is to be given."""
    for n in range(most):
        asked = b.service.asked(campaign)
        if not asked:
            return
        pending = b.service.look(campaign, queries.pending, asked[0].seat)
        assert pending is not None
        yield pending, pending.choice.accept(pending.choice.sample(sampler(n)))


def _submit(service: Service, campaign: int, seat: str, answer: object) -> None:
    service.do(by(seat), campaign, playing.submit, seat, answer)


async def _event(stream: ClientResponse) -> bytes:
    """The next event of a page; heartbeats are passed over.

    Raises:
        EOFError: if the server has closed the stream.
    """
    while True:
        line = await stream.content.readline()
        if not line:
            raise EOFError(f"{stream.status} {stream.url}")
        if line.startswith(b"data:") and line != b"data: {}\n":
            return line


async def _many(b: ServiceHarness, folder: Path) -> list[Figure]:
    async with _at(b, folder) as (harness, campaign, guests), AsyncExitStack() as stack:
        before = _resident()
        for _ in range(PAGES):
            guest = await stack.enter_async_context(harness.guest())
            url = f"{harness.root}/game/{campaign}/public/events?last=0"
            stream = await stack.enter_async_context(guest.session.get(url))
            await _event(stream)
        added = _resident() - before
        took, worked = await _shown_to_who_orders(b, harness, campaign, guests, stack)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        Figure("memory that 100 open pages add, their readers among it", added, "MiB", "under 100"),
        Figure("memory at most", most, "MiB"),
        Figure(
            "with 100 pages open, an order until who gave it has the parts of their page, 95 of 100",
            took[len(took) * 95 // 100],
            "ms",
            "under 80",
        ),
        Figure("the same, median", median(took), "ms"),
        Figure("the work of such an order and its 102 readers, median", median(worked), "ms of a core"),
    ]


async def _shown_to_who_orders(
    b: ServiceHarness,
    harness: TableHarness,
    campaign: int,
    guests: dict[str, Guest],
    stack: AsyncExitStack,
) -> tuple[list[float], list[float]]:
    """Return how long orders took until who gave them had the parts of their page, and the work; both sorted.

    What the browser needs for its animation is not counted: the parts say from where to where.
    """
    took, worked, streams = list[float](), list[float](), dict[str, ClientResponse]()
    for seat, guest in guests.items():
        url = f"{harness.root}/game/{campaign}/{seat}/events?last=9999"
        streams[seat] = await stack.enter_async_context(guest.session.get(url))
        await _event(streams[seat])
    for n, (pending, answer) in enumerate(_decisions(b, campaign, ORDERS)):
        seat = pending.asked.seat
        form = {
            "question": f"{pending.asked.entry}:{pending.choice.rule}",
            "filled": packed(decompose(pending.choice, answer)),
            "request": f"bench {n}",
        }
        began, work = time.perf_counter(), time.process_time()
        as_script = {"Accept": "application/json"}
        given = await guests[seat].post(f"/game/{campaign}/{seat}/answer", form, headers=as_script)
        took.append(1000 * (time.perf_counter() - began))
        assert given.status == 200
        await asyncio.sleep(SETTLED)
        worked.append(1000 * (time.process_time() - work))
        for stream in streams.values():
            with suppress(TimeoutError):
                async with asyncio.timeout(0.01):
                    await _event(stream)
    return sorted(took), sorted(worked)


STREAMS, ASKED = 399, 40


@benchmark
def streams() -> Iterator[Figure]:
    """Strangers open 399 streams of a game: how many they get, and how long a player's next page takes."""
    for name, most in (("as it is", live.MOST_ADDRESS), ("without limits", STREAMS + 1)):
        with (
            tempfile.TemporaryDirectory() as folder,
            service_harness(Path(folder) / "table.db") as b,
            patch.multiple(live, MOST_ADDRESS=most, MOST_GAME=max(most, live.MOST_GAME)),
        ):
            yield from asyncio.run(_strangers(b, Path(folder), name))


async def _strangers(b: ServiceHarness, folder: Path, name: str) -> list[Figure]:
    async with (
        _at(b, folder) as (harness, campaign, guests),
        ClientSession(connector=TCPConnector(limit=0)) as stranger,
    ):
        url = f"{harness.root}/game/{campaign}/public/events?last=0"
        opened = [await stranger.get(url) for _ in range(STREAMS)]
        took = list[float]()
        for n in range(ASKED):
            await harness.worker.run(partial(_announce, campaign=campaign, text=str(n)))
            began = time.perf_counter()
            page = await guests["caesar"].get(f"/game/{campaign}/caesar")
            assert page.status == 200
            took.append(1000 * (time.perf_counter() - began))
        accepted = sum(one.status == 200 for one in opened)
        for one in opened:
            one.close()
    return [
        Figure(f"{name}: streams of {STREAMS} that were opened", accepted, ""),
        Figure(f"{name}: a player's next page behind a change, median", median(took), "ms"),
        Figure(f"{name}: the slowest of {ASKED}", max(took), "ms", "under 1000"),
    ]


def _announce(service: Service, campaign: int, text: str) -> None:
    service.do(by("judge"), campaign, acts.announce, text)


def _resident() -> float:
    """The memory of this process as it is now, in MiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20
