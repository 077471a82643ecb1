"""Health and metrics of the process, for its operator, on a port of this machine alone (ADR 14)."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

from service.api import Service
from service.storage.mail import FOREIGN_BOUNCE
from service.values.settings import CannotStart

LATE = 180
"""The seconds without a tick of the clock after which the process counts as unhealthy."""
DAY = 86_400
STATES = ("joining", "salting", "playing", "closed")


class Metrics:
    """The counts of a process; no label names a campaign, a seat, a server or a person.

    Attributes:
        waiting: acts that wait for the service's thread, or are being carried out.
        acts: durations of acts in seconds, including the wait.
        pictures: durations of drawing in seconds, including the wait.
        ticked: the UNIX second of the clock's last tick, 0 before the first.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.waiting = Gauge("tabellarius_acts_waiting", "Acts waiting", registry=self.registry)
        self.acts = Histogram("tabellarius_act_seconds", "Acts of the service", registry=self.registry)
        self.pictures = Histogram("tabellarius_picture_seconds", "Pictures", registry=self.registry)
        self.errors = Counter("tabellarius_errors", "Errors in the log", registry=self.registry)
        self.posts = Gauge(
            "tabellarius_posts_waiting", "Posts to be sent", ["front_end"], registry=self.registry
        )
        self.games = Gauge("tabellarius_games", "Games by state", ["state"], registry=self.registry)
        self.bounces = Gauge(
            "tabellarius_foreign_bounces",
            "Bounces in a day of mails that were not sent from here",
            registry=self.registry,
        )
        self._since = Gauge("tabellarius_tick_age_seconds", "Since the last tick", registry=self.registry)
        self.ticked = 0.0

    def tick(self) -> None:
        """Note that the clock has ticked."""
        self.ticked = time.time()

    def look(self, service: Service) -> None:
        """Read the figures of the service; called in its thread."""
        for state in STATES:
            self.games.labels(state).set(len(service.campaigns(state)))
        for front_end in service.front_ends():
            self.posts.labels(front_end).set(service.unsent(front_end))
        self.bounces.set(service.mail.count_from(FOREIGN_BOUNCE, service.now() - DAY))

    def text(self) -> bytes:
        """Return all metrics in Prometheus's format."""
        self._since.set(time.time() - self.ticked)
        return generate_latest(self.registry)

    def fault(self) -> str:
        """Return the reason why the process is unhealthy, "" if it is healthy."""
        age = time.time() - self.ticked
        return "" if age < LATE else f"the clock has not ticked for {age:.0f} s"


class _Counting(logging.Handler):
    def __init__(self, errors: Counter) -> None:
        super().__init__(logging.ERROR)
        self._errors = errors

    def emit(self, record: logging.LogRecord) -> None:
        """Count an error."""
        self._errors.inc()


@asynccontextmanager
async def health_served(
    metrics: Metrics, look: Callable[[], Awaitable[object]], port: int
) -> AsyncIterator[None]:
    """Answer `/health` and `/metrics` on 127.0.0.1 until the end of the block; with port 0 nothing is served.

    Args:
        metrics: the metrics.
        look: reads the figures of the service, before each answer of `/metrics`.
        port: the port.

    Raises:
        CannotStart: if the port is not available.
    """
    if not port:
        yield
        return

    async def health(request: web.Request) -> web.Response:
        fault = metrics.fault()
        return web.Response(text=fault or "ok", status=503 if fault else 200)

    async def all_metrics(request: web.Request) -> web.Response:
        await look()
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.add_routes([web.get("/health", health), web.get("/metrics", all_metrics)])
    runner, counting = web.AppRunner(app, access_log=None), _Counting(metrics.errors)
    await runner.setup()
    logging.getLogger().addHandler(counting)
    try:
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
        except OSError as error:
            raise CannotStart(f"Cannot listen on 127.0.0.1, port {port}: {error.strerror}.") from error
        yield
    finally:
        logging.getLogger().removeHandler(counting)
        await runner.cleanup()
