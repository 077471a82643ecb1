"""Faults that a test injects: refusals, rate limits, lost answers, requests held back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from msgspec import Struct

JSON = dict[str, Any]


class Fault(Struct, eq=False):
    """One thing that goes wrong with an operation, `times` times (or until it is taken out, with None)."""

    operation: str
    status: int
    body: JSON
    times: int | None = 1
    applied: bool = False
    """The request takes effect, and its answer is lost."""
    where: Callable[[JSON], bool] | None = None
    """Asked with the path's parameters; None: everywhere."""
    met: int = 0
    gate: asyncio.Event | None = None
    """The request waits until this is set; with `applied` it has taken effect by then."""
    reached: asyncio.Event | None = None


class Faults:
    """The faults in force; the first one that fits a request is met."""

    def __init__(self) -> None:
        self._all: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        self._all.append(fault)
        return fault

    def remove(self, fault: Fault) -> None:
        if fault in self._all:
            self._all.remove(fault)

    def clear(self) -> None:
        for fault in self._all:
            if fault.gate is not None:
                fault.gate.set()
        self._all.clear()

    def meet(self, operation: str, path: JSON) -> Fault | None:
        for fault in self._all:
            if fault.operation != operation or (fault.where is not None and not fault.where(path)):
                continue
            fault.met += 1
            if fault.times is not None and fault.met >= fault.times:
                self._all.remove(fault)
            return fault
        return None


NAMED: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10008: (404, "Unknown Message"),
    10062: (404, "Unknown interaction"),
    30003: (400, "Maximum number of pins reached for the channel (250)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40003: (403, "You are opening direct messages too fast"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160006: (400, "Maximum number of active threads reached"),
}
"""Codes that a fault can be asked for by number alone: status and words."""
