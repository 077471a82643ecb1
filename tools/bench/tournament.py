"""A tournament with 200 games that wait at once: its page over HTTP, memory, start-up."""

from __future__ import annotations

import asyncio
import resource
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from service.usecases.tournaments import entering
from service.usecases.tournaments.founding import TournamentPlan
from service.values.time_control import PRESETS
from tests.harness.browser import opened, settings_of
from tests.harness.service import ServiceHarness, by, service_harness
from tournaments.rules import Rules

from . import Figure, benchmark

PLAYERS, LOOKS = 400, 15
SEATS = ["caesar", "pompey"]


@benchmark
def tournament() -> Iterator[Figure]:
    """A tournament with 200 games that wait at once."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        founding = get_context("spawn").Process(target=_founded, args=(folder,))
        founding.start()
        founding.join()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        began = time.process_time()
        with service_harness(folder / "table.db") as b:
            b.service.tick()
            yield Figure("start-up", time.process_time() - began, "s of processor")
            yield Figure("games that wait", len(b.service.campaigns("playing")), "")
            yield from asyncio.run(_looks(b, folder, 1))
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        yield Figure("memory at most", after / 1024, "MiB")
        yield Figure("of it for start and pages", (after - before) / 1024, "MiB")


def _founded(folder: Path) -> None:
    """Found the tournament in a process of its own, whose memory is not measured."""
    with service_harness(folder / "table.db") as b:
        _begin(b)


def _begin(b: ServiceHarness) -> None:
    """Found a tournament whose first round has begun."""
    tournaments, rules = b.service.tournaments, Rules(format="swiss", seats=SEATS, rounds=5, days=30)
    plan = TournamentPlan("Spring", "julius_caesar", "war", rules, pace=PRESETS["standard"])
    id = tournaments.found(by("director", "new"), plan).campaign
    for n in range(PLAYERS):
        tournaments.do(by(f"user{n}"), id, entering.enter, f"Player {n}")
    tournaments.do(by("director"), id, entering.close)
    tournaments.next_round(by("director"), id)
    while tournaments.tick():
        pass


async def _looks(b: ServiceHarness, folder: Path, id: int) -> Iterator[Figure]:
    async with opened(b, settings_of(folder)) as harness, harness.guest() as guest:
        walls, processor, sizes = list[float](), list[float](), list[int]()
        for _ in range(LOOKS):
            wall, began = time.perf_counter(), time.process_time()
            page = await guest.get(f"/tournament/{id}")
            processor.append(1000 * (time.process_time() - began))
            walls.append(1000 * (time.perf_counter() - wall))
            sizes.append(len(page.text))
            assert page.status == 200
    return iter(
        (
            Figure("its page, median", median(walls), "ms", "under 100"),
            Figure("its page, median", median(processor), "ms of processor"),
            Figure("its page", max(sizes) / 1024, "KiB"),
        )
    )
