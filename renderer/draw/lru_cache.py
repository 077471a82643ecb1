"""A cache that drops the least recently used value first; nothing is made twice at once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class LruCache(Generic[Value]):
    """Values by their keys, for several threads.

    `functools.lru_cache` counts values and lets two threads make the same one; here values have a weight, and
    threads that want the same one wait for the first.

    Args:
        room: the sum of all weights; the last value is kept, whatever its weight.
        weigh: the weight of a value.
    """

    def __init__(self, room: int, weigh: Callable[[Value], int] = lambda _: 1) -> None:
        self._room, self._weigh = room, weigh
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._used = 0
        self._lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        """Return the value of a key, None if there is none."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: Value) -> Value:
        """Keep a value and return it."""
        with self._lock:
            if (old := self._values.pop(key, None)) is not None:
                self._used -= self._weigh(old)
            self._values[key] = value
            self._used += self._weigh(value)
            while self._used > self._room and len(self._values) > 1:
                self._used -= self._weigh(self._values.popitem(last=False)[1])
        return value

    def get_or_make(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value of a key, made if there is none."""
        if (found := self.get(key)) is not None:
            return found
        with self._lock:
            turn = self._making.setdefault(key, Lock())
        with turn:
            if (found := self.get(key)) is not None:
                return found
            try:
                return self.put(key, make())
            finally:
                with self._lock:
                    self._making.pop(key, None)

    def clear(self) -> None:
        """Forget all values."""
        with self._lock:
            self._values.clear()
            self._used = 0
