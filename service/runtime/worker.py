"""The desk among many who wait: one thread does what is asked, one by one, and says when there is news.

A `Service` is for one thread at a time. Every mouth of one process shares one clerk; pictures are drawn
beside it, in threads of their own or, where many wait, in other processes (ADR 7).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import TypeVar

from adjudicator.core.errors import Refusal
from service.api import Held, Service
from service.pictures.drawing import Drawing, Picture, base_layers, render
from service.pictures.render_pool import RenderPool
from service.storage.store import StoreError

_LOG = logging.getLogger(__name__)

T = TypeVar("T")

AT_ONCE = 2
"""How many pictures are drawn at once."""
LAST = 3.0
"""Seconds that painters have at the end for what they have begun."""
AGAIN = 60
"""After so many seconds the clock is looked at again, and what could not be written is tried again."""


class News:
    """Wakes one listener: whatever happened since it last looked is news once."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def tell(self) -> None:
        """There is news."""
        self._event.set()

    async def wait(self, timeout: float | None = None) -> bool:
        """Wait for news, for at most `timeout` seconds; whether there was any."""
        try:
            await asyncio.wait_for(self._event.wait(), timeout)
        except TimeoutError:
            return False
        self._event.clear()
        return True


class Worker:
    """Does at the desk what many ask for.

    Args:
        desk: which nobody else uses from now on.
        painters: who draws; None for threads of this process, which slow it down while they draw.
    """

    def __init__(self, service: Service, painters: RenderPool | None = None) -> None:
        self._service, self._painters = service, painters
        self._service_thread = ThreadPoolExecutor(1, "desk")
        self._drawing = ThreadPoolExecutor(AT_ONCE, "drawing")
        self._later, self._ahead = asyncio.Semaphore(), asyncio.Semaphore()
        self._listeners: list[News] = []

    async def do(self, act: Callable[[Service], T]) -> T:
        """Do something at the desk, after all that was asked for before; then all listeners are woken.

        Once begun it is finished, even if whoever asked is gone.

        Raises:
            Refusal: as the desk does; nothing has changed then.
        """
        done = asyncio.get_running_loop().run_in_executor(self._service_thread, act, self._service)
        done.add_done_callback(lambda _: self.tell())
        return await asyncio.shield(done)

    async def look(self, act: Callable[[Service], T]) -> T:
        """The same for what changes nothing: nobody is woken."""
        return await asyncio.get_running_loop().run_in_executor(self._service_thread, act, self._service)

    async def draw(self, act: Callable[[], T]) -> T:
        """Draw something beside the desk, in this process."""
        return await asyncio.get_running_loop().run_in_executor(self._drawing, act)

    async def picture(self, drawing: Drawing, cache: Path, *, later: bool = False) -> Picture:
        """The picture of a drawing.

        Args:
            drawing: what is to be seen.
            cache: the folder in which sheets are kept.
            later: whether it can wait. Of such only one is drawn at a time, so that no other waits for many.

        Raises:
            ValueError, KeyError, OSError: as `drawing.render` does.
        """
        paint = render if self._painters is None else self._painters.paint
        async with self._later if later else nullcontext():
            return await self.draw(lambda: paint(drawing, cache))

    async def prepare(self, game: str, language: str, cache: Path) -> None:
        """Have drawn what lies below the pictures of a game, before anybody waits for one. It takes half a
        minute after an update; where there are no painters, whoever waits first draws it.

        Raises:
            ValueError, KeyError, OSError, EOFError: as `RenderPool.prepare` does.
        """
        if self._painters is not None:
            async with self._ahead:
                await asyncio.to_thread(self._painters.prepare, base_layers(game, language), cache)

    @asynccontextmanager
    async def news(self) -> AsyncIterator[News]:
        """To be woken after every command, as long as one listens."""
        news = News()
        self._listeners.append(news)
        try:
            yield news
        finally:
            self._listeners.remove(news)

    def tell(self) -> None:
        """Wake all listeners: something else than a command may have changed what they wait for."""
        for news in self._listeners:
            news.tell()

    async def close(self) -> None:
        """Finish what was begun at the desk, and take nothing more.

        Drawings that were not begun are given up, and those with which painters are not done in `LAST`
        seconds: what they are for waits in the outbox, and is drawn at the next start.
        """
        await asyncio.to_thread(self._service_thread.shutdown)
        self._drawing.shutdown(wait=False, cancel_futures=True)
        if self._painters is not None:
            await asyncio.to_thread(self._painters.close, LAST)
        await asyncio.to_thread(self._drawing.shutdown)


async def keep_house(worker: Worker) -> None:
    """Let the house answer wherever it is asked, until this is cancelled.

    A campaign that has to be held over it is told so by the desk; the others go on. While the store
    cannot be written, it tries again every minute.
    """
    async with worker.news() as news:
        while True:
            try:
                while await worker.look(Service.is_house_asked):
                    with suppress(Held):
                        await worker.do(Service.play_house)
            except (Refusal, StoreError) as error:
                _LOG.error("the house could not move: %s", error)
                await asyncio.sleep(AGAIN)
            else:
                await news.wait()


async def keep_time(worker: Worker) -> None:
    """Let the desk do what is due, until this is cancelled: reminders, expiries, windows that close.

    While the store cannot be written, it tries again every minute.
    """
    while True:
        wait = AGAIN
        try:
            wait = await worker.do(lambda service: service.tick() - service.context.clock())
        except StoreError as error:
            _LOG.error("the clock could not act: %s", error)
        await asyncio.sleep(min(max(wait, 1), AGAIN))
