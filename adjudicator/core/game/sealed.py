"""Events that procedures report, and the parts that each seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from msgspec import Struct

from adjudicator.core.log.chain import JSON

T = TypeVar("T")


class Sealed(Struct, Generic[T], frozen=True):
    """A value that only some seats may know."""

    seats: tuple[str, ...]
    value: T


class Event(Struct, frozen=True):
    """An event: a kind, its paragraph, and its values.

    `values` are public. `sealed` holds, under the same or other names, values for some seats only. `seats`
    names the only seats that learn of the event at all; None means everybody.
    """

    kind: str
    rule: str
    values: Mapping[str, JSON] = {}
    sealed: Mapping[str, Sealed[JSON]] = {}
    seats: tuple[str, ...] | None = None


def redact(event: Event, viewer: str | None) -> Event | None:
    """Return the event in the form for `viewer`, a seat or None for the public; None if it is not for
    them.
    """
    if event.seats is not None and viewer not in event.seats:
        return None
    if not event.sealed:
        return event
    known = {k: s.value for k, s in event.sealed.items() if viewer in s.seats}
    return Event(event.kind, event.rule, {**event.values, **known}, {}, event.seats)


def reveal(event: Event) -> Event:
    """Return the event with nothing hidden: for the referee after the game, and for the audit."""
    opened = {k: s.value for k, s in event.sealed.items()}
    return Event(event.kind, event.rule, {**event.values, **opened})
