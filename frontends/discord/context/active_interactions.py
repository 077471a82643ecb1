"""The interactions under way: the client closes only when none is left."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Watch:
    """A note of whether a message has been pressed since it was last written."""

    is_pressed = False


class ActiveInteractions:
    """Count the interactions under way."""

    def __init__(self) -> None:
        self._count = 0
        self._watched = dict[int, list[Watch]]()
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """Count one interaction until the end of the block."""
        self._count += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._count -= 1
            if not self._count:
                self._idle.set()

    @contextmanager
    def watching(self, message: int) -> Iterator[Watch]:
        """Watch a message for presses until the end of the block."""
        watch = Watch()
        self._watched.setdefault(message, []).append(watch)
        try:
            yield watch
        finally:
            self._watched[message].remove(watch)
            if not self._watched[message]:
                del self._watched[message]

    def pressed(self, message: int) -> None:
        """Note that a message was pressed: what was to be added to it no longer belongs there."""
        for watch in self._watched.get(message, ()):
            watch.is_pressed = True

    @property
    def is_idle(self) -> bool:
        """True if no interaction is under way."""
        return not self._count

    async def wait_until_idle(self) -> None:
        """Wait until no interaction is under way."""
        await self._idle.wait()
