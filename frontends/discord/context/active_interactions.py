"""The interactions under way: the client closes only when none is left."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Watch:
    """A note of whether a message has been pressed since it was last written.

    Args:
        adding: what is being made to be added to the message; it is cancelled then.
    """

    def __init__(self, adding: asyncio.Future[Any]) -> None:
        self.is_pressed, self._adding = False, adding

    def pressed(self) -> None:
        """Note that it was pressed: what was to be added no longer belongs there."""
        self.is_pressed = True
        self._adding.cancel()


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
    def watching(self, message: int, adding: asyncio.Future[Any]) -> Iterator[Watch]:
        """Watch a message, to which something is to be added, for presses until the end of the block."""
        watch = Watch(adding)
        self._watched.setdefault(message, []).append(watch)
        try:
            yield watch
        finally:
            self._watched[message].remove(watch)
            if not self._watched[message]:
                del self._watched[message]

    def pressed(self, message: int) -> None:
        """Note that a message was pressed."""
        for watch in self._watched.get(message, ()):
            watch.pressed()

    @property
    def is_idle(self) -> bool:
        """True if no interaction is under way."""
        return not self._count

    async def wait_until_idle(self) -> None:
        """Wait until no interaction is under way."""
        await self._idle.wait()
