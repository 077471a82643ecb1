"""The worker: commands of many one after another, listeners woken, the computer playing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core import Refusal
from adjudicator.core.log.founding import Roots
from service.api import Service
from service.pictures.drawing import Drawing, Picture
from service.runtime import computer
from service.runtime import worker as workers
from service.runtime.computer import run_ai
from service.runtime.worker import Worker, keep_reserve, keep_time
from service.storage.database.errors import StoreError
from service.unit_of_work import reserve
from service.usecases.seats import founding
from service.usecases.time import ai_player
from service.values.records import Plan
from tests.harness.service import TEST, ServiceHarness, by, service_harness


@pytest.fixture
def b(tmp_path: Path) -> Iterator[ServiceHarness]:
    with service_harness(tmp_path / "tabellarius.sqlite") as found:
        yield found


def test_many_ask_and_one_thread_does_it_in_order(b: ServiceHarness) -> None:
    async def run() -> list[tuple[int, str]]:
        worker, done = Worker(b.service), list[tuple[int, str]]()

        async def note(n: int) -> None:
            await worker.run_silently(lambda _: done.append((n, threading.current_thread().name)))

        await asyncio.gather(*map(note, range(20)))
        await worker.close()
        return done

    done = asyncio.run(run())
    assert [n for n, _ in done] == list(range(20))
    assert len({thread for _, thread in done}) == 1


def test_a_command_wakes_a_player_who_listens_and_a_look_does_not(b: ServiceHarness) -> None:
    async def run() -> list[bool]:
        worker = Worker(b.service)
        async with worker.news() as news:
            await worker.run_silently(Service.campaigns)
            heard = [await news.wait(0.01)]
            await worker.run(lambda service: service.found(by("me"), Plan("nim", "short", "Test", seed=b"x")))
            heard += [await news.wait(1), await news.wait(0.01)]
        await worker.close()
        return heard

    assert asyncio.run(run()) == [False, True, False]


def test_a_picture_never_waits_for_many_that_may_come_later(
    b: ServiceHarness, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gate, names = threading.Event(), list[str]()

    def draw(drawing: Drawing, cache: Path) -> Picture:
        if drawing.name == "later":
            gate.wait(10)
        names.append(drawing.name)
        return Picture(drawing.name, b"", "image/png", "")

    async def run() -> None:
        worker = Worker(b.service)
        waits = [
            asyncio.create_task(worker.picture(Drawing("map", "later", ""), tmp_path, later=True))
            for _ in range(3)
        ]
        await asyncio.sleep(0)
        await worker.picture(Drawing("map", "now", ""), tmp_path)
        gate.set()
        await asyncio.gather(*waits)
        await worker.close()

    monkeypatch.setattr(workers, "render", draw)
    asyncio.run(run())
    assert names == ["now", "later", "later", "later"]


def test_what_is_given_up_is_finished_all_the_same(b: ServiceHarness) -> None:
    def found(service: Service) -> None:
        service.found(by("me"), Plan("nim", "short", "Test", seed=b"x"))

    async def run() -> int:
        worker = Worker(b.service)
        with pytest.raises(Refusal):
            await worker.run(lambda service: service.do(by("me"), 99, founding.join, "north", "Me"))
        asked = asyncio.create_task(worker.run(found))
        await asyncio.sleep(0)
        asked.cancel()
        n = len(await worker.run_silently(Service.campaigns))
        await worker.close()
        return n

    assert asyncio.run(run()) == 1


def test_the_computer_goes_on_until_somebody_else_is_asked(b: ServiceHarness) -> None:
    async def run() -> tuple[list[str], int]:
        worker = Worker(b.service)
        plan = Plan("julius_caesar", "war", "Test", seed=b"x")
        campaign = (await worker.run(lambda service: service.found(by("me"), plan))).campaign
        keeper = asyncio.create_task(run_ai(worker))
        await worker.run(lambda service: service.do(by("me"), campaign, ai_player.invite, "pompey"))
        await worker.run(lambda service: service.do(by("me"), campaign, founding.join, "caesar", "Me"))
        while await worker.run_silently(Service.is_ai_asked):
            await asyncio.sleep(0.01)
        keeper.cancel()
        asked = [a.seat for a in await worker.run_silently(lambda service: service.asked(campaign))]
        posts = len(await worker.run_silently(lambda service: service.waiting(TEST, 1000)))
        await worker.close()
        return asked, posts

    asked, posts = asyncio.run(run())
    assert asked == ["caesar"]
    assert posts > 0


def test_a_game_that_the_computer_plays_alone_pauses_and_holds_up_no_other(b: ServiceHarness) -> None:
    watched, played = (
        b.service.found(by("me"), Plan("julius_caesar", "war", "Test", seed=seed)).campaign
        for seed in (b"x", b"y")
    )
    b.service.do(by("me"), played, founding.join, "caesar", "Me")
    for campaign, seat in ((watched, "caesar"), (watched, "pompey"), (played, "pompey")):
        b.service.do(by("me"), campaign, ai_player.invite, seat)

    async def run() -> list[int]:
        worker, lengths = Worker(b.service), [len(b.service.log(watched))]
        for pause, more in ((3600, 1), (0.001, 10)):
            keeper = asyncio.create_task(run_ai(worker, pause))
            while len(await worker.run_silently(lambda service: service.log(watched))) < lengths[-1] + more:
                await asyncio.sleep(0.01)
            while await worker.run_silently(lambda service: service.is_ai_asked({watched})):
                await asyncio.sleep(0.01)
            keeper.cancel()
            lengths.append(len(b.service.log(watched)))
        await worker.close()
        return lengths

    began, rested, went_on = asyncio.run(run())
    assert rested == began + 1 and went_on >= rested + 10
    assert [asked.seat for asked in b.service.asked(played)] == ["caesar"]


def test_a_full_disk_ends_neither_the_clock_nor_the_computer(
    b: ServiceHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries = {"tick": 0, "next_for_ai": 0}

    def full(name: str) -> None:
        tries[name] += 1
        raise StoreError("database or disk is full")

    for module in (workers, computer):
        monkeypatch.setattr(module, "AGAIN", 0)
    monkeypatch.setattr(Service, "is_ai_asked", lambda service, resting: True)
    for name in tries:
        monkeypatch.setattr(Service, name, lambda service, *resting, name=name: full(name))

    async def run() -> list[bool]:
        worker = Worker(b.service)
        duties = [asyncio.create_task(keep(worker)) for keep in (run_ai, keep_time)]
        while min(tries.values()) < 2 and not any(duty.done() for duty in duties):
            await asyncio.sleep(0.01)
        ended = [duty.done() for duty in duties]
        for duty in duties:
            duty.cancel()
        await worker.close()
        return ended

    assert asyncio.run(run()) == [False, False]
    assert "disk is full" in caplog.text


def test_chains_are_planted_before_a_game_is_founded(
    b: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """design/fair-dice.md §1: drawn at random, each for one campaign, and never in the service's thread."""
    planted, plant = list[str](), Roots.plant

    def noted(*values: Any) -> Roots:
        planted.append(threading.current_thread().name)
        return plant(*values)

    monkeypatch.setattr(Roots, "plant", noted)
    monkeypatch.setattr(workers, "BETWEEN", 0.01)
    monkeypatch.setattr(reserve, "KEPT", 2)

    async def run() -> list[str]:
        worker = Worker(b.service)
        keeping = asyncio.create_task(keep_reserve(worker))
        while len(planted) < 2 * len(b.service.games()):
            await asyncio.sleep(0.01)
        keeping.cancel()
        plan = Plan("nim", "short", "Test")
        found = [await worker.run(lambda service: service.found(by("me"), plan)) for _ in range(2)]
        in_reserve = [name for name in planted if name.startswith("service")]
        await worker.run(lambda service: service.found(by("me"), plan))
        await worker.close()
        assert in_reserve == [] and planted[-1].startswith(
            "service"
        )  # a third one is planted as it is founded
        return [b.service.campaign(one.campaign).name for one in found]

    assert len({*asyncio.run(run())}) == 2
