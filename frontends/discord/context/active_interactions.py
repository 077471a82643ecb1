"""The interactions under way: the client closes only when none is left."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class ActiveInteractions:
    """Count the interactions under way."""

    def __init__(self) -> None:
        self._count = 0
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

    @property
    def is_idle(self) -> bool:
        """True if no interaction is under way."""
        return not self._count

    async def wait_until_idle(self) -> None:
        """Wait until no interaction is under way."""
        await self._idle.wait()
