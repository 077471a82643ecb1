"""A process that draws: `python -m service.pictures.render_worker NICE` does what it reads.

What draws is imported with the first task: until then, too, it ends as soon as nobody needs it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO

from .framing import receive, send


def main(nice: int) -> None:
    """Draw one picture after another; whoever wants them decides when it ends, and no signal does.

    `nice` is how much it gives way to others.
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
            send(to, pickle.dumps(_made(pickle.loads(tasks.get()))))
    os._exit(0)  # nothing is left to be written, and whoever would read it may be dead


def _read(source: IO[bytes], tasks: SimpleQueue[bytes]) -> None:
    """Take what is to be drawn. When nobody is there to ask for more, nobody waits for what is drawn now."""
    with suppress(EOFError):
        while True:
            tasks.put(receive(source))
    os._exit(0)


def _made(task: Callable[[], object]) -> object:
    """What was asked for, or why there is none. What nobody foresaw ends the painter, and is in the log."""
    try:
        return task()
    except (ValueError, KeyError, OSError) as error:
        error.add_note(traceback.format_exc())
        return error


if __name__ == "__main__":
    main(int(sys.argv[1]))
