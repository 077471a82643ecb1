"""Things that are dear to make, kept while there is room: pictures, and posts as they stand on a page.

Nothing that a page needs is here alone: what is forgotten is made again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class Shelf(Generic[V]):
    """Keeps what was used last.

    Args:
        room: how much is kept, in the units of `size`.
        size: how much one thing takes.
    """

    def __init__(self, room: int, size: Callable[[V], int] = lambda thing: 1) -> None:
        self._room, self._size, self._used = room, size, 0
        self._things: OrderedDict[Hashable, V] = OrderedDict()
        self._making: dict[Hashable, asyncio.Future[V]] = {}

    def get(self, key: Hashable) -> V | None:
        """A thing, if it is kept."""
        if key in self._things:
            self._things.move_to_end(key)
        return self._things.get(key)

    def put(self, key: Hashable, thing: V) -> V:
        """Keep a thing; what was used least lately goes."""
        if (old := self._things.pop(key, None)) is not None:
            self._used -= self._size(old)
        self._things[key] = thing
        self._used += self._size(thing)
        while self._used > self._room and len(self._things) > 1:
            self._used -= self._size(self._things.popitem(last=False)[1])
        return thing

    async def made(self, key: Hashable, make: Callable[[], Awaitable[V]]) -> V:
        """A thing that is made if it is not kept; only once, however many want it."""
        if (found := self.get(key)) is not None:
            return found
        if key not in self._making:
            task = asyncio.ensure_future(make())
            self._making[key] = task
            task.add_done_callback(lambda done: self._finish(key, done))
        return await asyncio.shield(self._making[key])

    def _finish(self, key: Hashable, done: asyncio.Future[V]) -> None:
        self._making.pop(key, None)
        if not done.cancelled() and done.exception() is None:
            self.put(key, done.result())
