"""What costs much to make is kept in memory: the last few of a kind, each made once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Kept = TypeVar("Kept")


class Shelf(Generic[Kept]):
    """Things by their keys. Threads that want the same one wait for the first of them.

    Args:
        room: how much there is room for; the last one is kept however large it is.
        weigh: how much room a thing takes.
    """

    def __init__(self, room: int, weigh: Callable[[Kept], int] = lambda _: 1) -> None:
        self._room, self._weigh = room, weigh
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._full = 0
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """The thing of a key; it is made if it is not there."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            turn = self._making.setdefault(key, Lock())
        with turn:
            with self._lock:
                if key in self._kept:
                    return self._kept[key]
            made = make()
            with self._lock:
                self._making.pop(key, None)
                self._keep(key, made)
        return made

    def _keep(self, key: Hashable, made: Kept) -> None:
        self._kept[key] = made
        self._full += self._weigh(made)
        while self._full > self._room and len(self._kept) > 1:
            _, gone = self._kept.popitem(last=False)
            self._full -= self._weigh(gone)

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._kept.clear()
            self._full = 0
