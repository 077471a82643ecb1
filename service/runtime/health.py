"""Health and metrics of the process, answered on a port of this machine alone (ADR 14)."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from adjudicator.core.language.words import N_
from service.values.settings import CannotStart, Settings
from service.values.words import because

from .metrics import CONTENT_TYPE, Counting
from .worker import Worker

OWN = "127.0.0.1"
CANNOT_LISTEN = N_("Cannot listen on {address}, port {port}: {why}.")


@asynccontextmanager
async def health_served(worker: Worker, settings: Settings) -> AsyncIterator[None]:
    """Answer `/health` and `/metrics` on 127.0.0.1 until the end of the block; with port 0 nothing is served.

    What is amiss without making the process unhealthy is a further line of `/health`, so that nothing
    restarts a sound umpire.

    Raises:
        CannotStart: if the port is not available.
    """
    metrics, port = worker.metrics, settings.health_port
    if not port:
        yield
        return
    metrics.watch(settings)

    async def health(request: web.Request) -> web.Response:
        fault = metrics.fault()
        lines = [fault or "ok", *(f"degraded: {found}" for found in metrics.shortcomings())]
        return web.Response(text="\n".join(lines), status=503 if fault else 200)

    async def all_metrics(request: web.Request) -> web.Response:
        await worker.run_silently(metrics.look)
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    app = web.Application()
    app.add_routes([web.get("/health", health), web.get("/metrics", all_metrics)])
    runner, counting = web.AppRunner(app, access_log=None), Counting(metrics.errors)
    await runner.setup()
    logging.getLogger().addHandler(counting)
    try:
        try:
            await web.TCPSite(runner, OWN, port).start()
        except OSError as error:
            raise CannotStart(CANNOT_LISTEN, address=OWN, port=port, why=because(error)) from error
        yield
    finally:
        logging.getLogger().removeHandler(counting)
        await runner.cleanup()
