"""A file that is locked, or a full disk: who reads goes on, who writes reads why, and nothing changes."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Never, cast

import pytest
from msgspec import structs

from adjudicator.core import Refusal
from frontends import commands
from service.api import Service
from service.runtime import worker as worker_module
from service.runtime.worker import Worker
from service.storage.database import store
from service.storage.database.errors import Unavailable
from service.storage.database.lock import alone
from service.usecases.play import playing
from service.usecases.referee import acts
from service.values.settings import CannotStartYet
from tests.harness.service import ServiceHarness, by, service_harness


def test_readers_go_on_while_a_command_waits_for_a_locked_file(tmp_path: Path) -> None:
    async def act() -> None:
        with service_harness(tmp_path / "tabellarius.sqlite") as b:
            campaign, worker = b.found("nim", "short"), Worker(b.service)
            with closing(sqlite3.connect(b.path)) as other:
                other.execute("BEGIN IMMEDIATE")
                order = asyncio.create_task(
                    worker.run(lambda service: service.do(by("north"), campaign, playing.submit, "north", 7))
                )
                for _ in range(5):
                    await asyncio.sleep(0.05)
                    assert await worker.run_silently(lambda service: service.asked(campaign))
                assert not order.done()
                other.execute("ROLLBACK")
                await order
            assert {a.seat for a in b.service.asked(campaign)} == {"south"}
            await worker.close()

    asyncio.run(act())


def test_a_command_whose_front_end_words_refusals_waits_too(tmp_path: Path) -> None:
    """Pages and mails make sentences of a refusal within the act: the locked file is not one of them."""

    def act(service: Service) -> str:
        try:
            service.do(by("judge"), 1, acts.announce, "hello")
        except Refusal as refused:
            return str(refused)
        return "done"

    async def run() -> None:
        with service_harness(tmp_path / "tabellarius.sqlite") as b:
            b.found("nim", "short")
            worker = Worker(b.service)
            with closing(sqlite3.connect(b.path)) as other:
                other.execute("BEGIN IMMEDIATE")
                order = asyncio.create_task(worker.run(act))
                await asyncio.sleep(0.25)
                assert not order.done()
                other.execute("ROLLBACK")
                assert await order == "done"
            await worker.close()

    asyncio.run(run())


def test_a_file_that_stays_locked_is_said_so_to_player_and_operator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(worker_module, "PATIENCE", 0.2)

    async def act() -> None:
        with service_harness(tmp_path / "tabellarius.sqlite") as b:
            campaign, worker = b.found("nim", "short"), Worker(b.service)
            before = b.service.campaign(campaign)
            with closing(sqlite3.connect(b.path)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(Unavailable, match="another program holds the database"):
                    await worker.run(
                        lambda service: service.do(by("north"), campaign, playing.submit, "north", 7)
                    )
            assert b.service.campaign(campaign) == before
            await worker.close()

    asyncio.run(act())
    assert any("database is locked" in record.getMessage() for record in caplog.records)


def test_a_full_disk_is_said_so_and_changes_nothing(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    before = b.service.campaign(campaign)
    pages = b.store.row("PRAGMA page_count")
    assert pages is not None
    b.store.rows(f"PRAGMA max_page_count = {pages[0]}")
    with pytest.raises(Unavailable, match="the disk is full"):
        for _ in range(1000):
            b.service.do(by("judge"), campaign, acts.announce, "x" * 1000)
            before = b.service.campaign(campaign)
    assert b.service.campaign(campaign) == before
    b.store.rows("PRAGMA max_page_count = 1000000")
    b.service.do(by("north"), campaign, playing.submit, "north", 7)


@pytest.mark.parametrize(("free", "says"), [(0, "the disk is full"), (10**9, "disk I/O error")])
def test_a_full_disk_at_the_start_is_named_though_sqlite_calls_it_an_error_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, says: str
) -> None:
    def fails(path: Path) -> Never:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
        raise error

    monkeypatch.setattr(store, "_connect", fails)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=free))
    with pytest.raises(CannotStartYet, match=says):
        store.Store(tmp_path / "t.db")


def test_the_exit_code_of_what_may_pass_is_75(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def full(args: object, given: object) -> int:
        raise Unavailable(sqlite3.OperationalError("full"))

    demo = structs.replace(commands.COMMANDS["demo"], run=full)
    monkeypatch.setitem(cast(dict[str, commands.Command], commands.COMMANDS), "demo", demo)
    assert import_module("bot").main(["demo"]) == 75
    database = tmp_path / "t.db"
    with alone(database), pytest.raises(CannotStartYet) as refused, alone(database):
        pass
    assert refused.value.code == 75
