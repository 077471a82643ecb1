"""A process that draws: `python -m service.pictures.render_worker NICE OVERLAY..` carries out the tasks that
it reads.

The renderer is imported with the first task: before that the process also ends as soon as nobody needs it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO

from .framing import receive, send

MOST_WORK = 60.0
"""Seconds of processor time after which a drawing is given up, with the process; waiting for a busy machine
is no work."""


def main(nice: int, overlays: Sequence[str]) -> None:
    """Draw one picture after another until the input ends; signals are ignored.

    `nice` is the process's niceness, `overlays` are the folders with figures of groups' own copies.
    """
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(nice)
    to, tasks = sys.stdout.buffer, SimpleQueue[bytes]()
    sys.stdout = sys.stderr
    Thread(target=_read, args=(sys.stdin.buffer, tasks), daemon=True).start()
    with suppress(BrokenPipeError):
        while True:
            task = tasks.get()
            if overlays:
                figures = import_module("adjudicator.figures")
                figures.register(map(Path, overlays))
                import_module("renderer.own_boards").register(figures.pictured())
                overlays = ()
            send(to, pickle.dumps(_made(pickle.loads(task))))
    os._exit(0)  # nothing is left to be written, and the reading process may be dead


def _read(source: IO[bytes], tasks: SimpleQueue[bytes]) -> None:
    """Read the next task; exit if the other end is closed, because nobody waits for the drawing."""
    with suppress(EOFError):
        while True:
            tasks.put(receive(source))
    os._exit(0)


def _made(task: Callable[[], object]) -> object:
    """Carry out a task; return its result, or the error that prevented it. An unexpected error is logged and
    ends the process, as does more than `MOST_WORK`, where the system counts that.
    """
    _limit(MOST_WORK)
    try:
        return task()
    except (ValueError, KeyError, OSError) as error:
        error.add_note(traceback.format_exc())
        return error
    finally:
        _limit(0.0)


def _limit(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
