"""The resources that processes have used, as Linux counts them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct


class Used(Struct, frozen=True):
    """The resources that one process, or several together, have used up to a moment.

    Attributes:
        seconds: of processor.
        waited: seconds in which it was ready to go on and no processor was free, over all its threads.
        memory, most: MiB now, and the most there ever were.
    """

    seconds: float = 0.0
    waited: float = 0.0
    memory: float = 0.0
    most: float = 0.0

    def __add__(self, other: Used) -> Used:
        return Used(
            self.seconds + other.seconds,
            self.waited + other.waited,
            self.memory + other.memory,
            self.most + other.most,
        )


def used(pid: int) -> Used:
    """Return the resources that a process has used."""
    process = Path(f"/proc/{pid}")
    ticks = (process / "stat").read_text().rpartition(")")[2].split()[11:13]
    rows = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
    waits = [(task / "schedstat").read_text().split()[1] for task in (process / "task").iterdir()]
    return Used(
        sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"),
        sum(map(int, waits)) / 1e9,
        int(rows["VmRSS"].split()[0]) / 1024,
        int(rows["VmHWM"].split()[0]) / 1024,
    )


def prefer(pid: int) -> None:
    """Give a session of processes the share of the processor that a service with much weight has.

    Linux divides the processor among sessions first, then among their threads; where it knows no sessions,
    among all threads at once, and what they start inherits it. Where it is not allowed, nothing is done.
    """
    with suppress(OSError):
        (Path(f"/proc/{pid}") / "autogroup").write_text("-10")
        for thread in (Path(f"/proc/{pid}") / "task").iterdir():
            os.setpriority(os.PRIO_PROCESS, int(thread.name), -10)


@contextmanager
def busy(many: int) -> Iterator[None]:
    """Run a number of processes, each in a session of its own, that only use the processor.

    They have the normal priority, also if `prefer` has given this process another.
    """
    command = [sys.executable, "-c", "while True: pass"]
    beside = [subprocess.Popen(command, start_new_session=True) for _ in range(many)]
    for process in beside:
        os.setpriority(os.PRIO_PROCESS, process.pid, 0)
    try:
        yield
    finally:
        for process in beside:
            process.kill()
            process.wait()


def children(pid: int) -> list[int]:
    """The processes that a process has started and that live."""
    lists = [task / "children" for task in Path(f"/proc/{pid}/task").iterdir()]
    return [int(child) for found in lists for child in found.read_text().split()]
