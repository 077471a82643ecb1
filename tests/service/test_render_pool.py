"""Processes that draw: what they make, what becomes of one that dies, and of all when the bot does."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from pickle import UnpicklingError
from subprocess import PIPE, Popen
from threading import Event, Thread

import pytest
from msgspec import structs

from adjudicator.display.charts import Card, Hand, Row
from renderer.draw.frame import Frame
from service.pictures.drawing import BaseLayer, Drawing, render
from service.pictures.render_pool import RenderPool, WorkerLost, _RenderWorker
from service.runtime.worker import Worker
from tests.harness.processes import LONGEST, next_line
from tests.harness.service import ServiceHarness, service_harness

pytestmark = pytest.mark.xdist_group("render_workers")  # its fixtures are made once

HAND = Hand("julius_caesar", "Caesar", "704 AUC", "Two backs.", (Row("Cards", "red", (), 2),), language="en")
DRAWING = Drawing("hand", "hand-caesar", HAND.alt, chart=HAND, width=320)
STRANGE = Row("Cards", "red", (Card("red", "no sign of ours", "Rubicon"),))
UNKNOWN = structs.replace(DRAWING, chart=structs.replace(HAND, rows=(STRANGE,)))

ROOT = Path(__file__).resolve().parents[2]
BOT = """
from service.pictures.render_pool import RenderPool
from tests.service.test_render_pool import DRAWING
pool = RenderPool()
pool.draw(DRAWING)
print(*pool.pids, flush=True)
input()
"""


@pytest.fixture(scope="module")
def render_pool() -> Iterator[RenderPool]:
    with pytest.MonkeyPatch.context() as m:  # a machine that stands still for a minute kills no worker
        m.setattr("service.pictures.render_pool.PATIENCE", 3600.0)
        made = RenderPool()
        yield made
        made.close()


def is_there(pid: int) -> bool:
    """Return true if a process goes on; what has ended and was not waited for does not."""
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_process_draws_the_same_as_a_thread_and_is_used_again(render_pool: RenderPool) -> None:
    assert render_pool.draw(DRAWING) == render(DRAWING)
    before = render_pool.pids
    assert render_pool.draw(DRAWING) == render(DRAWING)
    assert render_pool.pids == before


def test_what_cannot_be_drawn_is_said_and_ends_nobody(render_pool: RenderPool) -> None:
    with pytest.raises(KeyError) as caught:
        render_pool.draw(UNKNOWN)
    assert "renderer" in caught.value.__notes__[0]  # where it broke, for the log
    before = render_pool.pids
    assert render_pool.draw(DRAWING).data
    assert render_pool.pids == before


def test_a_process_that_dies_is_replaced_and_a_signal_does_not_end_one(render_pool: RenderPool) -> None:
    (first,) = render_pool.pids
    os.kill(first, signal.SIGTERM)
    assert render_pool.draw(DRAWING).data
    assert render_pool.pids == [first]
    os.kill(first, signal.SIGKILL)
    assert render_pool.draw(DRAWING) == render(DRAWING)
    assert render_pool.pids != [first]


def test_a_drawing_over_which_processes_die_is_given_up(
    render_pool: RenderPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    for pid in render_pool.pids:
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(WorkerLost):
        render_pool.draw(DRAWING)
    assert render_pool.pids == []


def test_what_a_dying_process_writes_is_in_the_log(
    render_pool: RenderPool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    dying = tmp_path / "dying"
    dying.write_text("#!/bin/sh\necho broken >&2\n")
    dying.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(dying))
    for pid in render_pool.pids:
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(WorkerLost):
        render_pool.draw(DRAWING)
    for thread in [thread for thread in threading.enumerate() if thread.name == "complaints"]:
        thread.join(60)
    assert caplog.text.count("a render process ended: broken") == 2
    assert capfd.readouterr().err == ""


def test_workers_that_died_while_they_were_idle_lose_no_picture(
    render_pool: RenderPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as m:
        m.setattr(sys, "executable", "/bin/false")
        render_pool._idle.extend(_RenderWorker() for _ in range(3))
    for worker in render_pool._idle:
        worker._process.kill()
        worker._process.wait()
    assert render_pool.draw(DRAWING).data
    assert len(render_pool.pids) == 1 and all(is_there(pid) for pid in render_pool.pids)


def test_a_process_that_takes_too_long_is_killed(
    render_pool: RenderPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.pictures.render_pool.PATIENCE", 0.0)
    for pid in render_pool.pids:
        os.kill(pid, signal.SIGSTOP)
    with pytest.raises(WorkerLost):
        render_pool.draw(DRAWING)
    assert render_pool.pids == []


LIMITED = """
import time
from service.pictures import render_worker
from tests.harness.processes import LONGEST, next_line
def work():
    while True:
        pass
render_worker.MOST_WORK = 0.2
render_worker._made(lambda: time.sleep(0.5))
print("patient", flush=True)
render_worker._made(work)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system counts no work of a process")
def test_a_drawing_that_never_ends_ends_its_process_by_the_work_that_it_has_done() -> None:
    """Not by the time that has passed: a machine that is busy with other things loses no picture."""
    with Popen([sys.executable, "-c", LIMITED], cwd=ROOT, stdout=PIPE, text=True) as process:
        said, _ = process.communicate(timeout=LONGEST)
    assert (said, process.returncode) == ("patient\n", -signal.SIGPROF)


def test_a_process_that_writes_nonsense_is_ended(
    render_pool: RenderPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.pictures.render_pool.receive", lambda _: b"no pickle")
    with pytest.raises(UnpicklingError):
        render_pool.draw(DRAWING)
    assert render_pool.pids == []


def test_base_layers_are_drawn_ahead(tmp_path: Path) -> None:
    layer = BaseLayer("julius_caesar", "en", Frame(900.0, 600.0, 60.0, 40.0, 1.0, 1.0))

    def for_ever() -> Iterator[BaseLayer]:
        yield layer
        drawn.set()
        while True:
            yield layer

    render_pool, drawn = RenderPool(), Event()
    ahead = Thread(target=render_pool.prepare, args=(for_ever(), tmp_path))
    ahead.start()
    assert drawn.wait(600) and [*tmp_path.glob("julius_caesar-en-light-*.png")]
    render_pool.close(60)
    ahead.join(60)
    assert not ahead.is_alive()


def test_a_pool_that_closes_leaves_no_process(tmp_path: Path) -> None:
    async def run(b: ServiceHarness) -> list[int]:
        worker = Worker(b.service, render_pool := RenderPool())
        picture = await worker.picture(DRAWING, tmp_path)
        assert picture.mime == "image/png"
        pids = render_pool.pids
        await worker.close()
        return pids

    with service_harness(tmp_path / "tabellarius.sqlite") as b:
        (pid,) = asyncio.run(run(b))
    assert not is_there(pid)


def test_a_drawing_that_hangs_is_given_up_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its worker is killed after a little patience, and nobody draws it a second time."""
    monkeypatch.setattr("service.runtime.worker.LAST", 0.05)

    async def run(b: ServiceHarness) -> tuple[int, object]:
        worker = Worker(b.service, render_pool := RenderPool())
        await worker.picture(DRAWING, tmp_path)
        (pid,) = render_pool.pids
        os.kill(pid, signal.SIGSTOP)
        hanging = asyncio.create_task(worker.picture(DRAWING, tmp_path))
        while render_pool.pids:
            await asyncio.sleep(0.001)
        await worker.close()
        return pid, (await asyncio.gather(hanging, return_exceptions=True))[0]

    with service_harness(tmp_path / "tabellarius.sqlite") as b:
        pid, error = asyncio.run(run(b))
    assert isinstance(error, WorkerLost) and not is_there(pid)


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes as Linux shows them")
def test_workers_die_with_a_bot_that_is_killed() -> None:
    with Popen([sys.executable, "-c", BOT], cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True) as bot:
        pid = int(next_line(bot))
        assert is_there(pid)
        bot.kill()
    for _ in range(3000):
        if not is_there(pid):
            return
        time.sleep(0.01)
    pytest.fail("the worker lives on")
