"""The signals by which a process is told to end, on every system."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def told_to_end() -> Iterator[asyncio.Event]:
    """Give an event that is set when the process is told to end (SIGTERM, Ctrl-C, Ctrl-Break)."""
    loop, ending = asyncio.get_running_loop(), asyncio.Event()

    def end(number: int, frame: object) -> None:
        loop.call_soon_threadsafe(ending.set)

    names = [name for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)]
    before = {getattr(signal, name): signal.signal(getattr(signal, name), end) for name in names}
    try:
        yield ending
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
