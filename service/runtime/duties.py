"""The duties of an umpire beside its front end: clocks, the computer's answers, backups, health."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from service.values.settings import Settings

from .computer import run_ai
from .health import health_served
from .keep_backups import BackupKeeper
from .worker import Worker, keep_reserve, keep_time


@asynccontextmanager
async def on_duty(worker: Worker, settings: Settings) -> AsyncIterator[None]:
    """Carry them out until the end of the block; the first tick of the clocks comes before the block.

    Raises:
        CannotStart: if the port of `/health` is not available.
    """
    await worker.run(lambda service: service.tick())
    await worker.run_silently(lambda service: service.sweep())
    endless = (run_ai(worker), keep_time(worker), keep_reserve(worker), BackupKeeper(worker, settings).run())
    duties = [asyncio.create_task(duty) for duty in endless]
    try:
        async with health_served(worker, settings):
            yield
    finally:
        for duty in duties:
            duty.cancel()
