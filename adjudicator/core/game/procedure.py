"""The functions that a numbered procedure may await, and `tell` (architecture.md §1.2).

In `adjudicator/`, `await` means that a player or chance decides. After an await the world may have changed:
keep ids in locals and read the world again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from adjudicator.core.choices.choice import Choice
from adjudicator.core.log.chain import JSON

from .sealed import Event, Sealed

OUTSIDE = "outside"
"""The place of things that come from no container, or go to none."""

T = TypeVar("T")
Procedure: TypeAlias = Coroutine[Any, Any, None]


class Occasion(Struct, frozen=True):
    """An event to which another seat may react; public by construction (architecture.md §1.7)."""

    kind: str
    rule: str
    by: str = ""
    subject: str = ""
    at: str = ""
    value: str = ""
    follows: str = ""


class Request(Struct, Generic[T], frozen=True):
    """A request that a procedure waits for; the table answers it."""

    def __await__(self) -> Generator[Request[T], T, T]:
        return (yield self)


class Ask(Request[dict[str, Any]], frozen=True):
    """A question to one seat, or to several at once and in secret."""

    choices: Mapping[str, Choice[Any]]
    together: bool


class Window(Request["tuple[str, Any] | None"], frozen=True):
    """An opportunity to react, offered to the seats of `choices` in order of play."""

    occasion: Occasion
    choices: Mapping[str, Choice[Any]]


class Roll(Request[list[Any]], frozen=True):
    """Public chance: `count` dice of `faces`, or `count` of the items `of` that are public in `source`."""

    rule: str
    label: str
    count: int
    faces: int = 0
    of: tuple[str, ...] = ()
    source: str = ""


class To(Struct, frozen=True):
    """The destination of drawn things: a container or a place, how many, and the seats who may see them."""

    place: str
    count: int
    seats: tuple[str, ...] = ()


class Draw(Request[dict[str, list[str]]], frozen=True):
    """Hidden chance: from the container `source`, or from `of` if there is no container ("")."""

    rule: str
    source: str
    to: tuple[To, ...]
    of: tuple[str, ...] = ()
    shown: bool = False


class Move(Request[None], frozen=True):
    """A move of known things from one container or place to another, face up or seen by `seats` alone."""

    rule: str
    source: str
    to: str
    items: tuple[str, ...]
    shown: bool
    seats: tuple[str, ...] = ()


class Look(Request[None], frozen=True):
    """A look by a seat, or by "all", at the contents of a place."""

    rule: str
    seat: str
    of: str
    items: tuple[str, ...]


async def ask(seat: str, choice: Choice[T]) -> T:
    """Ask one seat; return its answer."""
    answer: T = (await Ask({seat: choice}, False))[seat]
    return answer


async def ask_all(choices: Mapping[str, Choice[T]]) -> dict[str, T]:
    """Ask seats in secret; each may change their answer until all are in. Return the answers in the order
    asked.
    """
    return await Ask(dict(choices), True) if choices else {}


async def window(occasion: Occasion, choices: Mapping[str, Choice[T]]) -> tuple[str, T] | None:
    """Offer a reaction; return the first in order of play, or None if everybody passes."""
    return await Window(occasion, dict(choices))


async def dice(rule: str, label: str, count: int, faces: int = 6) -> list[int]:
    """Roll `count` dice together, each from 1 to `faces`; the label contains public facts only."""
    return await Roll(rule, label, count, faces) if count else []


async def d6(rule: str, label: str) -> int:
    """Roll one die, 1 to 6."""
    return int((await Roll(rule, label, 1, 6))[0])


async def d10(rule: str, label: str) -> int:
    """Roll one die of ten faces, read 0 to 9: the ten counts as 0."""
    return int((await Roll(rule, label, 1, 10))[0]) % 10


async def pick(rule: str, label: str, source: str, items: Iterable[str]) -> str:
    """Pick one of some public things by public chance; from a container all its contents must be offered.

    `source` names the container, or a list of the game: it is logged, and without it nothing is proven.
    """
    if not source:
        raise ValueError(f"the pick {label!r} of {rule} does not say from what")
    return str((await Roll(rule, label, 1, 0, tuple(sorted(items)), source))[0])


async def pick_from(
    rule: str, label: str, cup: str, cups: Mapping[str, list[str]], items: Iterable[str]
) -> str:
    """Bring a public container to hold exactly these items, face up, and pick one; it stays there until then.

    So the log alone shows from what was picked (design/fair-dice.md §3). `cups` are the containers of the
    world; in a position that was written without them the things are picked from the list.
    """
    due = Counter(items)
    if (held := cups.get(cup)) is not None:
        if gone := sorted((Counter(held) - due).elements()):
            await move(rule, cup, OUTSIDE, gone)
        if new := sorted((due - Counter(held)).elements()):
            await move(rule, OUTSIDE, cup, new)
    return await pick(rule, label, cup, due.elements())


async def draw(rule: str, source: str, to: Sequence[To], *, shown: bool = False) -> dict[str, list[str]]:
    """Draw things at once from a container and deal them in the order of `to`; return place -> things."""
    return await Draw(rule, source, tuple(to), (), shown)


async def draw_among(rule: str, items: Iterable[str], to: To, *, shown: bool = False) -> list[str]:
    """Draw from hidden things that are in no container, such as blocks with their backs up."""
    return (await Draw(rule, "", (to,), tuple(sorted(items)), shown))[to.place]


async def move(
    rule: str, source: str, to: str, items: Iterable[str], *, shown: bool = True, seats: Sequence[str] = ()
) -> None:
    """Move things from `source` to `to`, face up (`shown`), or face down and seen by `seats` alone."""
    await Move(rule, source, to, tuple(sorted(items)), shown, tuple(seats))


async def look(rule: str, seat: str, of: str, items: Iterable[str]) -> None:
    """Show a seat, or "all", the items that are in a place."""
    await Look(rule, seat, of, tuple(sorted(items)))


EVENT_SINK: ContextVar[Callable[[Event], None]] = ContextVar("event_sink")
"""The listener of `tell`: the table sets it while it steps a procedure."""


def tell(
    kind: str,
    rule: str,
    /,
    *,
    sealed: Mapping[str, Sealed[JSON]] | None = None,
    seats: Sequence[str] | None = None,
    **values: JSON,
) -> None:
    """Report an event. A procedure that begins with a question reports nothing before it."""
    EVENT_SINK.get()(Event(kind, rule, values, sealed or {}, None if seats is None else tuple(seats)))
