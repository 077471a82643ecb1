"""Health and metrics, as the operator's program reads them."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import time
from pathlib import Path

import aiohttp
import pytest

from service.runtime.metrics import LATE, health_served
from service.runtime.signals import told_to_end
from service.runtime.worker import Worker
from service.values.settings import CannotStart
from tests.harness.service import by, service_harness


@pytest.fixture
def unused_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def test_health_and_metrics_name_no_game(tmp_path: Path, unused_port: int) -> None:
    async def act() -> None:
        with service_harness(tmp_path / "tabellarius.sqlite") as b:
            worker = Worker(b.service)
            metrics = worker.metrics

            async def read(what: str) -> tuple[int, str]:
                async with session.get(f"http://127.0.0.1:{unused_port}/{what}") as answer:
                    return answer.status, await answer.text()

            async with (
                health_served(metrics, lambda: worker.run_silently(metrics.look), unused_port),
                aiohttp.ClientSession() as session,
            ):
                assert (await read("health"))[0] == 503
                metrics.tick()
                assert await read("health") == (200, "ok")
                campaign = b.found("nim", "short")
                await worker.run(lambda service: service.submit(by("north"), campaign, "north", 7))
                logging.getLogger("tabellarius").error("on purpose")
                _, said = await read("metrics")
                for line in (
                    'tabellarius_games{state="playing"} 1.0',
                    "tabellarius_errors_total 1.0",
                    'tabellarius_posts_waiting{front_end="test"}',
                    "tabellarius_acts_waiting 0.0",
                ):
                    assert line in said
                secrets = ("nim", "north", "south", b.service.campaign(campaign).name)
                assert not any(secret in said for secret in secrets)
                metrics.ticked = time.time() - LATE
                assert (await read("health"))[0] == 503
                with pytest.raises(CannotStart, match="Cannot listen"):
                    async with health_served(metrics, lambda: worker.run_silently(metrics.look), unused_port):
                        pass
            await worker.close()

    asyncio.run(act())


def test_a_process_is_told_to_end_on_every_system() -> None:
    """Without `add_signal_handler`, which Windows does not have."""

    async def act() -> None:
        with told_to_end() as ending:
            os.kill(os.getpid(), signal.SIGTERM)
            async with asyncio.timeout(5):
                await ending.wait()

    before = signal.getsignal(signal.SIGTERM)
    asyncio.run(act())
    assert signal.getsignal(signal.SIGTERM) is before
