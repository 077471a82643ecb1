"""Snowflakes from counters: the same deeds give the same ids, so that two runs can be compared."""

from __future__ import annotations

import datetime as dt
import time

EPOCH = 1_420_070_400_000
"""Discord's epoch, in milliseconds of Unix time."""

START = 1_767_225_600_000
"""The beginning of the counted clock: 2026-01-01, 00:00 UTC."""


class Mint:
    """Gives ids, each in a space of its own (a channel's messages, a person's interactions).

    What happens in one space does not move the ids in another: a hand dealt to Bob in his DM changes no id
    that Alice can see. With `real`, an id's time is the time of day, as the bench needs it; otherwise the
    clock is a count, one millisecond an id.
    """

    def __init__(self, *, real: bool = False) -> None:
        self._real = real
        self._spaces: dict[str, int] = {}
        self._counts: dict[str, int] = {}

    def id(self, space: str) -> str:
        number = self._spaces.setdefault(space, len(self._spaces))
        count = self._counts.get(space, -1) + 1
        if self._real:
            count = max(count, int(time.time() * 1000) - START)
        self._counts[space] = count
        return str((START + count - EPOCH) << 22 | number)


def moment(snowflake: str) -> str:
    """Return the time of an id, as Discord writes it."""
    milliseconds = (int(snowflake) >> 22) + EPOCH
    return dt.datetime.fromtimestamp(milliseconds / 1000, dt.UTC).isoformat(timespec="microseconds")
