"""A cache for coroutines: callers of a value that is being made wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import TypeVar

from renderer.draw.lru_cache import LruCache

Value = TypeVar("Value")


class AsyncLruCache(LruCache[Value]):
    """An `LruCache` whose values are made by coroutines of one event loop."""

    def __init__(self, room: int, weigh: Callable[[Value], int] = lambda _: 1) -> None:
        super().__init__(room, weigh)
        self._awaited: dict[Hashable, asyncio.Future[Value]] = {}

    async def get_or_await(self, key: Hashable, make: Callable[[], Awaitable[Value]]) -> Value:
        """Return the value of a key; it is made once, even for several callers.

        Cancelling a caller does not cancel the making of the value.
        """
        if (found := self.get(key)) is not None:
            return found
        if key not in self._awaited:
            task = asyncio.ensure_future(make())
            self._awaited[key] = task
            task.add_done_callback(lambda done: self._finish(key, done))
        return await asyncio.shield(self._awaited[key])

    def _finish(self, key: Hashable, done: asyncio.Future[Value]) -> None:
        self._awaited.pop(key, None)
        if not done.cancelled() and done.exception() is None:
            self.put(key, done.result())
