"""A cache for coroutines: callers of a value that is being made wait for it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from typing import TypeVar

from renderer.draw.lru_cache import LruCache

Value = TypeVar("Value")


class AsyncLruCache(LruCache[Value]):
    """An `LruCache` whose values are made by coroutines of one event loop.

    Args:
        room: see `LruCache`.
        weigh: see `LruCache`.
        drops: true if a value is given up as soon as all its callers are cancelled.
    """

    def __init__(
        self, room: int, weigh: Callable[[Value], int] = lambda _: 1, *, drops: bool = False
    ) -> None:
        super().__init__(room, weigh)
        self._drops = drops
        self._awaited: dict[Hashable, asyncio.Future[Value]] = {}
        self._callers = Counter[asyncio.Future[Value]]()

    async def get_or_await(self, key: Hashable, make: Callable[[], Awaitable[Value]]) -> Value:
        """Return the value of a key; it is made once, even for several callers.

        Cancelling a caller does not cancel the making of the value, as long as another waits for it.
        """
        if (found := self.get(key)) is not None:
            return found
        if key not in self._awaited:
            task = asyncio.ensure_future(make())
            self._awaited[key] = task
            task.add_done_callback(lambda done: self._finish(key, done))
        making = self._awaited[key]
        self._callers[making] += 1
        try:
            return await asyncio.shield(making)
        finally:
            self._callers[making] -= 1
            if not self._callers[making]:
                del self._callers[making]
                if self._drops and not making.done():
                    self._awaited.pop(key, None)
                    making.cancel()

    def _finish(self, key: Hashable, done: asyncio.Future[Value]) -> None:
        if self._awaited.get(key) is done:
            del self._awaited[key]
        if not done.cancelled() and done.exception() is None:
            self.put(key, done.result())
