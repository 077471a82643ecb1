"""The one thread of the service: it carries out the requests of many callers one by one, and reports news.

A `Service` is for one thread at a time. Every front end of one process shares one worker; pictures are drawn
beside it, in threads of their own or, where many wait, in other processes (ADR 7).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import TypeVar

from adjudicator.core.audit.verify import Report, verify
from service.api import Service
from service.pictures.drawing import Drawing, Picture, base_layers, render
from service.pictures.lru import AsyncLruCache
from service.pictures.render_pool import RenderPool
from service.runtime.replays.auditing import Audited, AuditQueue
from service.runtime.replays.replaying import ReplayQueue
from service.storage.database.copying import PATIENCE
from service.storage.database.errors import StoreError, Unavailable
from service.usecases.play import queries

from .metrics import Metrics

_LOG = logging.getLogger(__name__)

T = TypeVar("T")

VERDICTS = 64
"""Reports of the verifier that are kept."""
GIVE_WAY = 0.1
"""Seconds that the service's thread waits for a locked file before others are served."""
AT_ONCE = 2
"""The number of pictures drawn at once."""
LAST = 3.0
"""Seconds that render workers have at the end for pictures they have begun."""
PAUSE = 1.0
"""Seconds between two answers of the computer in a game that it plays alone, so that people can watch it."""
BETWEEN = 1.0
"""Seconds between two plantings of roots, each of which slows what runs beside it for a tenth of one."""
AGAIN = 60
"""Seconds after which the clock is checked again and failed writes are tried again."""


class News:
    """The wake-up of one listener: everything since it last waited counts as one piece of news.

    Args:
        campaign: the campaign that it listens to; None for everything.
    """

    def __init__(self, campaign: int | None = None) -> None:
        self.campaign = campaign
        self._event = asyncio.Event()

    def tell(self) -> None:
        """Report news."""
        self._event.set()

    async def wait(self, timeout: float | None = None) -> bool:
        """Wait for news, for at most `timeout` seconds; return true if there was any."""
        try:
            await asyncio.wait_for(self._event.wait(), timeout)
        except TimeoutError:
            return False
        self._event.clear()
        return True


class Worker:
    """The runner of requests on the one thread of the service.

    Args:
        service: the service, which nobody else uses from now on.
        render_pool: the processes that draw; None for threads of this process, which slow it down while they
            draw.
    """

    def __init__(self, service: Service, render_pool: RenderPool | None = None) -> None:
        self._service, self._render_pool = service, render_pool
        service.context.store.wait_at_most(GIVE_WAY)
        self._service_thread = ThreadPoolExecutor(1, "service")
        self._drawing = ThreadPoolExecutor(AT_ONCE, "drawing")
        self._later, self._ahead = asyncio.Semaphore(), asyncio.Semaphore()
        self._listeners: list[News] = []
        self._revisions: Counter[int | None] = Counter()
        self._audits, self._replays = AuditQueue(), ReplayQueue()
        self._verifying, self._verdicts = asyncio.Lock(), AsyncLruCache[Report](VERDICTS)
        self.metrics = Metrics()

    async def run(self, act: Callable[[Service], T]) -> T:
        """Run an act on the service, after all earlier requests; then wake the listeners of the
        campaigns that it has changed, or all if it has changed anything else.

        Once begun, it is finished even if the caller is cancelled.

        Raises:
            Refusal: as the service does; nothing has changed then.
        """
        loop = asyncio.get_running_loop()

        def run(service: Service) -> T:
            store = service.context.store
            before, _, store.blocked = store.changes, service.touched(), None
            try:
                done = act(service)
                if store.blocked is not None and store.changes == before:
                    raise store.blocked  # the act has made words of it; but it can be tried again
                return done
            except Unavailable as error:
                error.is_locked &= store.changes == before  # what has done a part is not done again
                raise
            finally:
                changed, touched = store.changes != before, service.touched()
                if touched or changed:
                    loop.call_soon_threadsafe(self.tell, touched)

        with self._counted():
            return await self._patiently(lambda: asyncio.shield(self._in_thread(run)))

    async def _patiently(self, run: Callable[[], Awaitable[T]]) -> T:
        """Try again while another program locks the file; between two tries the thread serves others."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while True:
            try:
                return await run()
            except Unavailable as error:
                if not error.is_locked or loop.time() >= until:
                    raise
                await asyncio.sleep(GIVE_WAY)

    def _in_thread(self, act: Callable[[Service], T]) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._service_thread, act, self._service)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        with self.metrics.waiting.track_inprogress(), self.metrics.acts.time():
            yield

    async def run_silently(self, act: Callable[[Service], T]) -> T:
        """Run an act that changes nothing for others: no listener is notified."""
        with self._counted():
            return await self._in_thread(act)

    async def draw(self, act: Callable[[], T]) -> T:
        """Draw in another thread of this process."""
        return await asyncio.get_running_loop().run_in_executor(self._drawing, act)

    async def picture(self, drawing: Drawing, cache: Path, *, later: bool = False) -> Picture:
        """Return the picture of a drawing.

        Args:
            drawing: the picture that is wanted.
            cache: the folder of the base layers that are drawn already.
            later: true if it can wait. Only one of these is drawn at a time, so that no other picture waits
                for many.

        Raises:
            ValueError, KeyError, OSError: as `drawing.render` does.
        """
        draw = render if self._render_pool is None else self._render_pool.draw
        async with self._later if later else nullcontext():
            with self.metrics.pictures.time():
                return await self.draw(lambda: draw(drawing, cache))

    async def prepare(self, game: str, language: str, cache: Path) -> None:
        """Draw the base layers of a game's pictures before anybody waits for one.

        It takes half a minute after an update; without a render pool, the first picture of each layer draws
        it.

        Raises:
            ValueError, KeyError, OSError, EOFError: as `RenderPool.prepare` does.
        """
        if self._render_pool is not None:
            async with self._ahead:
                await asyncio.to_thread(self._render_pool.prepare, base_layers(game, language), cache)

    async def plant_ahead(self) -> None:
        """Plant roots of a campaign to come in a thread beside the service's, if they are in short supply."""
        context = self._service.context
        if (game := next(filter(context.reserve.lacks, context.games), None)) is not None:
            await asyncio.to_thread(context.reserve.add, game)

    async def audit(self, campaign: int, language: str) -> Audited:
        """Audit a game in a process of its own, without telling its secrets.

        Raises:
            NotNow: another audit is running, or this one took too long.
        """
        lines = await self.run_silently(lambda service: service.look(campaign, queries.export, "all"))
        return await self._audits.audit(lines, language)

    async def verdict(self, campaign: int, heads: Mapping[int, str]) -> Report:
        """Return the verifier's findings, compared with heads that somebody kept.

        They are made beside the service's thread, one report at a time; of the same lines once.
        """
        lines = await self.run_silently(lambda service: service.look(campaign, queries.public_log))
        kept = sorted(heads.items())

        async def make() -> Report:
            async with self._verifying:
                return await asyncio.to_thread(verify, lines, kept)

        key = (hashlib.sha256("\n".join(lines).encode()).digest(), tuple(kept))
        return await self._verdicts.get_or_await(key, make)

    async def replay(self, campaign: int, seat: str, language: str, cache: Path) -> bytes:
        """Return the replay of a game that is over as an HTML file, made in a process of its own.

        Args:
            campaign: its number.
            seat: as this seat saw it; "" as everybody did.
            language: of the page.
            cache: the folder of the base layers that are drawn already.

        Raises:
            NotNow: see `ReplayQueue.make`.
        """
        lines = await self.run_silently(lambda service: service.look(campaign, queries.export, "all"))
        return await self._replays.make(lines, seat, language, cache)

    @asynccontextmanager
    async def news(self, campaign: int | None = None) -> AsyncIterator[News]:
        """Listen for changes by commands, in one campaign or all, as long as the context lasts."""
        news = News(campaign)
        self._listeners.append(news)
        try:
            yield news
        finally:
            self._listeners.remove(news)

    def tell(self, campaigns: Collection[int] = ()) -> None:
        """Wake the listeners of these campaigns and the general ones; without campaigns, all listeners."""
        self._revisions.update(campaigns or (None,))
        for news in self._listeners:
            if not campaigns or news.campaign is None or news.campaign in campaigns:
                news.tell()

    def revision(self, campaign: int) -> tuple[int, int]:
        """Return a value that differs whenever anything in a campaign may have changed."""
        return self._revisions[None], self._revisions[campaign]

    async def close(self) -> None:
        """Finish the present request, and accept no more.

        Drawings that were not begun are given up, and so are those that the render pool has not finished in
        `LAST` seconds: their posts wait in the outbox, and are drawn at the next start.
        """
        await asyncio.to_thread(self._service_thread.shutdown)
        self._drawing.shutdown(wait=False, cancel_futures=True)
        if self._render_pool is not None:
            await asyncio.to_thread(self._render_pool.close, LAST)
        await asyncio.to_thread(self._drawing.shutdown)


async def keep_time(worker: Worker) -> None:
    """Carry out what is due, until this is cancelled: reminders, expiries, windows that close.

    While the store cannot be written, it tries again every minute.
    """
    while True:
        wait = AGAIN
        try:
            wait = await worker.run(lambda service: service.tick() - service.context.clock())
            worker.metrics.tick()
        except StoreError as error:
            _LOG.error("the clock could not act: %s", error)
        await asyncio.sleep(min(max(wait, 1), AGAIN))


async def keep_reserve(worker: Worker) -> None:
    """Plant the roots of campaigns to come, one after another, until this is cancelled."""
    while True:
        await worker.plant_ahead()
        await asyncio.sleep(BETWEEN)
