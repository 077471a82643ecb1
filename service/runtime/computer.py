"""The computer's turns: what it has to think about is thought about in processes of its own, outside the
service's thread and outside any transaction (design/computer.md §5).
"""

from __future__ import annotations

import asyncio
import logging
import os
from asyncio import Future, Task
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, suppress
from functools import partial
from heapq import heappop, heappush
from multiprocessing import get_context, parent_process
from threading import Thread

from adjudicator.core.language.errors import Refusal
from adjudicator.opponents import considered
from adjudicator.search.job import Job
from adjudicator.search.opponent import Plan
from service.api import Held, Service
from service.storage.database.errors import StoreError
from service.usecases.time.ai_player import Asks, Found

from .worker import AGAIN, PAUSE, News, Worker

_LOG = logging.getLogger(__name__)

FLOOR, SHORT = 2.0, 0.3
"""Seconds before an answer to a question that is searched, and to another one: more than it takes, so that
the time tells nothing.
"""
NICE = 10
"""Niceness of the processes."""
TRIES = 2
"""The number of times that a job is given to processes: if they die over it they are replaced once."""


class Thinkers:
    """A pool of processes that think, begun with the first job; who is waited for at a page comes first.

    Args:
        most: the number of processes; one for each core but one if it is 0.
    """

    def __init__(self, most: int = 0) -> None:
        self._most = most or max(1, (os.cpu_count() or 1) - 1)
        self._free = self._most
        self._number = 0
        self._waiting: list[tuple[int, int, Future[None]]] = []
        self._pool: ProcessPoolExecutor | None = None

    async def think(self, job: Job, urgency: int = 0) -> Plan | None:
        """Return the plan of a job; None where the answer is that of level 1.

        Args:
            job: the job.
            urgency: jobs of a smaller number come first.

        Raises:
            BrokenProcessPool: if the processes died over it.
        """
        async with self._turn(urgency):
            for tried in range(1, TRIES + 1):
                if self._pool is None:
                    context = get_context("spawn")
                    self._pool = ProcessPoolExecutor(self._most, mp_context=context, initializer=_begin)
                pool = self._pool
                try:
                    return await asyncio.get_running_loop().run_in_executor(pool, considered, job)
                except BrokenProcessPool:
                    if self._pool is pool:
                        self._pool = None
                    if tried == TRIES:
                        raise
        raise AssertionError

    def close(self) -> None:
        """End the processes; what was not begun is given up."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    @asynccontextmanager
    async def _turn(self, urgency: int) -> AsyncIterator[None]:
        """Wait for a free process."""
        if not self._free:
            self._number += 1
            turn: Future[None] = asyncio.get_running_loop().create_future()
            heappush(self._waiting, (urgency, self._number, turn))
            await turn
        else:
            self._free -= 1
        try:
            yield
        finally:
            self._free += 1
            while self._waiting and self._free:
                _, _, turn = heappop(self._waiting)
                if not turn.cancelled():
                    self._free -= 1
                    turn.set_result(None)


def _begin() -> None:
    """Give way to everybody else, and end with the process that began this one, however that ends."""
    os.nice(NICE) if hasattr(os, "nice") else None

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()


async def run_ai(
    worker: Worker, pause: float = PAUSE, floor: float = FLOOR, thinkers: Thinkers | None = None
) -> None:
    """Let the computer player answer wherever it is asked, until this is cancelled.

    A campaign whose rules fail then is held, with a notice; the others go on. While the store cannot
    be written, it tries again every minute. Where it thinks, other campaigns go on; if the game has changed
    by then, as after an undo, what it found is dropped, and it thinks again.

    Args:
        worker: the service.
        pause: seconds between two answers in a campaign that the computer plays alone.
        floor: seconds before an answer to a question that is searched.
        thinkers: the processes, which are closed at the end.
    """
    thinkers = thinkers or Thinkers()
    thinking = dict[int, Task[None]]()
    try:
        async with worker.news() as news:
            await _play(worker, news, thinkers, thinking, pause, floor)
    finally:
        for task in thinking.values():
            task.cancel()
        thinkers.close()


async def _play(
    worker: Worker,
    news: News,
    thinkers: Thinkers,
    thinking: dict[int, Task[None]],
    pause: float,
    floor: float,
) -> None:
    """Do one thing after another in the campaigns in which it does not think and that do not rest."""
    now, resting = asyncio.get_running_loop().time, dict[int, float]()

    def done(campaign: int, task: Task[None]) -> None:
        del thinking[campaign]
        news.tell()

    while True:
        resting = {campaign: until for campaign, until in resting.items() if until > now()}
        busy = {*resting, *thinking}
        try:
            if not await worker.run_silently(partial(Service.is_ai_asked, resting=busy)):
                await news.wait(min(resting.values()) - now() if resting else None)
                continue
            with suppress(Held):
                campaign, is_alone, asks = await worker.run(partial(_turn, busy=busy))
                if asks is not None:
                    wait = max(floor if asks.is_searched else min(SHORT, floor), pause * is_alone)
                    thinking[campaign] = asyncio.create_task(_think(worker, thinkers, campaign, asks, wait))
                    thinking[campaign].add_done_callback(partial(done, campaign))
                elif is_alone:
                    resting[campaign] = now() + pause
        except (Refusal, StoreError) as error:
            _LOG.error("the computer could not move: %s", error)
            await asyncio.sleep(AGAIN)


def _turn(service: Service, busy: set[int]) -> tuple[int, bool, Asks | None]:
    """Let the computer do one thing in the next campaign that is not busy; or return what it has to think
    about there. Return the campaign, 0 if there is none, and true if the computer plays there alone.
    """
    campaign = service.next_for_ai(busy)
    if campaign is None:
        return 0, False, None
    if (asks := service.asks_of_ai(campaign)) is None:
        service.answer_as_ai(campaign)
    return campaign, service.is_ai_alone(campaign), asks


async def _think(worker: Worker, thinkers: Thinkers, campaign: int, asks: Asks, wait: float) -> None:
    """Think about a question, and answer it no sooner than after `wait` seconds.

    A campaign about which the search breaks is held, like one whose rules break: it would break again.
    """
    now = asyncio.get_running_loop().time
    until = now() + wait
    try:
        plan = await thinkers.think(asks.job, asks.urgency)
        await asyncio.sleep(max(0.0, until - now()))
        found = Found(asks.seat, asks.head, plan)
        answer: Callable[[Service], None] = partial(Service.answer_as_ai, campaign=campaign, found=found)
        with suppress(Held):
            await worker.run(answer)
    except (Refusal, StoreError, BrokenProcessPool) as error:
        _LOG.error("the computer could not move: %s", error)
        await asyncio.sleep(AGAIN)
    except Exception as error:  # noqa: BLE001 - whatever it is, the game waits for its referee
        _LOG.exception("the computer's search broke in game %d", campaign)
        await worker.run(partial(Service.hold_for_ai, campaign=campaign, asks=asks, error=error))
