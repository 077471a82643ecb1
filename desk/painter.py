"""One painter: `python -m desk.painter` draws what it reads, until nothing more can come (painters.py)."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress
from pathlib import Path

from .drawing import Drawing, Picture, render
from .painters import receive, send

NICE = 5
"""How much a painter gives way to whoever answers people."""


def main() -> None:
    """Draw one picture after another; whoever wants them decides when it ends, and no signal does."""
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    source, to = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    with suppress(EOFError, BrokenPipeError):
        while True:
            send(to, pickle.dumps(_made(*pickle.loads(receive(source)))))
    os._exit(0)  # nothing is left to be written, and whoever would read it may be dead


def _made(drawing: Drawing, cache: Path | None) -> Picture | Exception:
    """The picture, or why there is none. What nobody foresaw ends the painter, and stands in the log."""
    try:
        return render(drawing, cache)
    except (ValueError, KeyError, OSError) as error:
        error.add_note(traceback.format_exc())
        return error


if __name__ == "__main__":
    main()
