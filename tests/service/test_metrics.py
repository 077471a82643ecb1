"""Health and metrics, as the operator's program reads them."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import socket
import sqlite3
import time
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import pytest
from msgspec import structs

from adjudicator.rules_version import VERSION
from service.runtime.disk import HOUR, DiskUse
from service.runtime.health import health_served
from service.runtime.keep_backups import reason
from service.runtime.metrics import LATE
from service.runtime.signals import told_to_end
from service.runtime.worker import Worker
from service.usecases.play import playing
from service.values.settings import CannotStart, CannotStartYet, Settings
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
            given = Settings(database=b.path, backups=tmp_path / "copies", health_port=unused_port)

            async def read(what: str) -> tuple[int, str]:
                async with session.get(f"http://127.0.0.1:{unused_port}/{what}") as answer:
                    return answer.status, await answer.text()

            async with (
                health_served(worker, given),
                aiohttp.ClientSession() as session,
            ):
                assert (await read("health"))[0] == 503
                metrics.tick()
                assert await read("health") == (200, "ok")
                campaign = b.found("nim", "short")
                await worker.run(
                    lambda service: service.do(by("north"), campaign, playing.submit, "north", 7)
                )
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
                assert f'tabellarius_build_info{{version="{VERSION}"}} 1.0' in said
                assert (
                    "tabellarius_backup_age_seconds NaN" in said and "tabellarius_mails_waiting 0.0" in said
                )
                size = re.search(r"^tabellarius_database_bytes (\S+)", said, re.MULTILINE)
                assert size and float(size[1]) >= b.path.stat().st_size
                metrics.backup_fault = "No space left on device"
                assert await read("health") == (
                    200,
                    "ok\ndegraded: the last backup failed (No space left on device)",
                )
                metrics.ticked = time.time() - LATE
                assert (await read("health"))[0] == 503
                with pytest.raises(CannotStart, match="Cannot listen"):
                    async with health_served(worker, given):
                        pass
            await worker.close()

    asyncio.run(act())


def test_missed_backups_and_a_disk_that_is_nearly_full_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = Settings(database=tmp_path / "t.db", backups=tmp_path / "copies", backup_hours=24)
    disk, copies = DiskUse(given), tmp_path / "copies"
    given.database.write_bytes(b"x" * 1000)
    assert disk.shortcomings() == []
    copies.mkdir()
    copy = copies / "tabellarius-20260101-000000-00.db"
    copy.touch()
    for hours, said in ((47, []), (50, ["the newest backup is 50 hours old"])):
        os.utime(copy, (time.time() - hours * HOUR,) * 2)
        assert disk.shortcomings() == said
    assert DiskUse(structs.replace(given, backup_hours=0)).shortcomings() == []
    assert DiskUse(structs.replace(given, backup_hours=0, backup_minutes=30)).shortcomings() != []
    os.utime(copy)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=999))
    assert disk.shortcomings() == ["the disk of the database has 0 MB left, too few for a copy of it"]


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


def test_the_reason_of_a_failed_copy_is_that_of_the_system(tmp_path: Path) -> None:
    refused = CannotStartYet("{path} cannot be used now", path=tmp_path)
    refused.__cause__ = sqlite3.OperationalError("database or disk is full")
    assert reason(refused) == "database or disk is full"
    assert reason(PermissionError(13, "Permission denied", str(tmp_path))) == "Permission denied"
