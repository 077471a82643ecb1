"""The clerk: commands of many one after another, listeners woken, the house at its work."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from adjudicator.core import Refusal
from service.api import Desk
from service.pictures.drawing import Drawing, Picture
from service.runtime import worker as clerks
from service.runtime.worker import Clerk, keep_house, keep_time
from service.storage.store import StoreError
from service.values.records import Plan
from tests.harness.desk import DeskHarness, by


@pytest.fixture
def b(tmp_path: Path) -> DeskHarness:
    return DeskHarness(tmp_path / "desk.sqlite")


def test_many_ask_and_one_thread_does_it_in_order(b: DeskHarness) -> None:
    async def run() -> list[tuple[int, str]]:
        clerk, done = Clerk(b.desk), list[tuple[int, str]]()

        async def note(n: int) -> None:
            await clerk.look(lambda _: done.append((n, threading.current_thread().name)))

        await asyncio.gather(*map(note, range(20)))
        await clerk.close()
        return done

    done = asyncio.run(run())
    assert [n for n, _ in done] == list(range(20))
    assert len({thread for _, thread in done}) == 1


def test_a_command_wakes_whoever_listens_and_a_look_does_not(b: DeskHarness) -> None:
    async def run() -> list[bool]:
        clerk = Clerk(b.desk)
        async with clerk.news() as news:
            await clerk.look(Desk.campaigns)
            heard = [await news.wait(0.01)]
            await clerk.do(lambda desk: desk.found(by("me"), Plan("nim", "short", "Test", seed=b"x")))
            heard += [await news.wait(1), await news.wait(0.01)]
        await clerk.close()
        return heard

    assert asyncio.run(run()) == [False, True, False]


def test_a_picture_never_waits_for_many_that_may_come_later(
    b: DeskHarness, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gate, names = threading.Event(), list[str]()

    def draw(drawing: Drawing, cache: Path) -> Picture:
        if drawing.name == "later":
            gate.wait(10)
        names.append(drawing.name)
        return Picture(drawing.name, b"", "image/png", "")

    async def run() -> None:
        clerk = Clerk(b.desk)
        waits = [
            asyncio.create_task(clerk.picture(Drawing("map", "later", ""), tmp_path, later=True))
            for _ in range(3)
        ]
        await asyncio.sleep(0)
        await clerk.picture(Drawing("map", "now", ""), tmp_path)
        gate.set()
        await asyncio.gather(*waits)
        await clerk.close()

    monkeypatch.setattr(clerks, "render", draw)
    asyncio.run(run())
    assert names == ["now", "later", "later", "later"]


def test_a_refusal_comes_back_and_what_is_given_up_is_finished_all_the_same(b: DeskHarness) -> None:
    def found(desk: Desk) -> None:
        desk.found(by("me"), Plan("nim", "short", "Test", seed=b"x"))

    async def run() -> int:
        clerk = Clerk(b.desk)
        with pytest.raises(Refusal):
            await clerk.do(lambda desk: desk.join(by("me"), 99, "north", "Me"))
        asked = asyncio.create_task(clerk.do(found))
        await asyncio.sleep(0)
        asked.cancel()
        n = len(await clerk.look(Desk.campaigns))
        await clerk.close()
        return n

    assert asyncio.run(run()) == 1


def test_the_house_goes_on_until_somebody_else_is_asked(b: DeskHarness) -> None:
    async def run() -> tuple[list[str], int]:
        clerk = Clerk(b.desk)
        plan = Plan("julius_caesar", "war", "Test", seed=b"x")
        campaign = (await clerk.do(lambda desk: desk.found(by("me"), plan))).campaign
        keeper = asyncio.create_task(keep_house(clerk))
        await clerk.do(lambda desk: desk.invite_house(by("me"), campaign, "pompey"))
        await clerk.do(lambda desk: desk.join(by("me"), campaign, "caesar", "Me"))
        while await clerk.look(Desk.is_house_asked):
            await asyncio.sleep(0.01)
        keeper.cancel()
        asked = [a.seat for a in await clerk.look(lambda desk: desk.asked(campaign))]
        posts = len(await clerk.look(lambda desk: desk.waiting(1000)))
        await clerk.close()
        return asked, posts

    asked, posts = asyncio.run(run())
    assert asked == ["caesar"]
    assert posts > 0


def test_a_full_disk_ends_neither_the_clock_nor_the_house(
    b: DeskHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries = {"tick": 0, "play_house": 0}

    def full(name: str) -> None:
        tries[name] += 1
        raise StoreError("database or disk is full")

    monkeypatch.setattr(clerks, "AGAIN", 0)
    monkeypatch.setattr(Desk, "is_house_asked", lambda desk: True)
    for name in tries:
        monkeypatch.setattr(Desk, name, lambda desk, name=name: full(name))

    async def run() -> list[bool]:
        clerk = Clerk(b.desk)
        duties = [asyncio.create_task(keep(clerk)) for keep in (keep_house, keep_time)]
        while min(tries.values()) < 2 and not any(duty.done() for duty in duties):
            await asyncio.sleep(0.01)
        ended = [duty.done() for duty in duties]
        for duty in duties:
            duty.cancel()
        await clerk.close()
        return ended

    assert asyncio.run(run()) == [False, False]
    assert "disk is full" in caplog.text
