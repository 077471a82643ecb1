"""Events: what a procedure reports, and what of it each seat may know."""

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
    """Something that happened: a kind, the paragraph behind it, and what there is to say.

    `values` are public. `sealed` holds, under the same or other names, what some seats know better.
    `seats` names the only seats who learn of the event at all; None is everybody.
    """

    kind: str
    rule: str
    values: Mapping[str, JSON] = {}
    sealed: Mapping[str, Sealed[JSON]] = {}
    seats: tuple[str, ...] | None = None


def redact(event: Event, viewer: str | None) -> Event | None:
    """The event as `viewer` may know it: a seat, or None for the public. None if it is not for them."""
    if event.seats is not None and viewer not in event.seats:
        return None
    if not event.sealed:
        return event
    known = {k: s.value for k, s in event.sealed.items() if viewer in s.seats}
    return Event(event.kind, event.rule, {**event.values, **known}, {}, event.seats)


def reveal(event: Event) -> Event:
    """The event with nothing hidden: for the referee after the game, and for the audit."""
    opened = {k: s.value for k, s in event.sealed.items()}
    return Event(event.kind, event.rule, {**event.values, **opened})
