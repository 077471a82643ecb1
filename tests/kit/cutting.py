"""Orders with a way, each of them also cut in two: two are legal only if the one is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from adjudicator.core import Choice, Refusal, Table
from adjudicator.core.log.chance import Rng, Stopped
from adjudicator.core.table.question import WindowPolicy

from .game import GameUnderTest
from .selfplay import chain

FURTHER = 6
"""The number of places by which a way is prolonged at most."""


class NoChance:
    """A source that has nothing: who needs it stops."""

    def open(self, e: int, kind: str) -> bytes:
        """See `Source`."""
        return b""

    def dice(self, r: int, count: int, faces: int) -> list[int]:
        """See `Source`.

        Raises:
            Stopped: always.
        """
        raise Stopped

    def take(self, r: int, items: Any, count: int) -> list[str]:
        """See `Source`.

        Raises:
            Stopped: always.
        """
        raise Stopped


class Cut(NamedTuple):
    """An order with a way, and the two orders into which it is cut; `second` may be said in several ways."""

    whole: Any
    first: Any
    second: tuple[Any, ...]


class Tried(Struct):
    """How many orders were tried, of how many a part was legal and the whole was not, and the faults."""

    orders: int = 0
    compared: int = 0
    faults: list[str] = []


def way_of(answer: Any) -> list[str]:
    """Return the way that an order names, of places of the map; none if it names none."""
    given = answer.get("answer") if isinstance(answer, dict) else None
    way = given.get("way") if isinstance(given, dict) else given
    return way if isinstance(way, list) and all(isinstance(place, str) for place in way) else []


def with_way(answer: Any, way: list[str], start: str | None = None) -> Any:
    """Return the same order by another way, and from another place if it names one."""
    given = answer["answer"]
    if not isinstance(given, dict):
        return {**answer, "answer": way}
    moved = {"start": start} if start is not None and "start" in given else {}
    return {**answer, "answer": {**given, "way": way, **moved}}


def random_way(kit: GameUnderTest, way: list[str], rng: Rng) -> list[str]:
    """Return a way that begins like another and goes on at random, legal or not; it never comes back."""
    made = way[: rng.below(len(way)) + 1]
    for _ in range(rng.below(FURTHER)):
        onward = [to for to in kit.beside(made[-1]) if to not in made]
        if not onward:
            break
        made.append(rng.choice(sorted(onward)))
    return made


def cuts(kit: GameUnderTest, answer: Any, rng: Rng) -> Iterator[Cut]:
    """Yield an order of the same kind by a random way, cut at each place; none if the order has no way."""
    if not (way := way_of(answer)):
        return
    way = random_way(kit, way, rng)
    whole = with_way(answer, way)
    for at in range(1, len(way)):
        rest = with_way(answer, way[at:], way[at - 1])
        more = kit.goes_on(answer, way[at - 1], way[at:])
        yield Cut(whole, with_way(answer, way[:at]), (rest, *more))


def is_legal(choice: Choice[Any], answer: Any) -> bool:
    """Return true if an answer is accepted."""
    try:
        choice.accept(answer)
    except Refusal:
        return False
    return True


def after(kit: GameUnderTest, table: Table, seat: str, answer: Any) -> Choice[Any] | None:
    """Return what a seat is asked after an order; None if chance, or another seat, comes between."""
    passing = WindowPolicy({"default": "standing"})
    apart = Table(kit.game, table.position, chain(kit.game), NoChance(), policy=passing)
    try:
        apart.submit(seat, answer)
    except Stopped:
        return None
    return apart.pending.get(seat)


def tried(kit: GameUnderTest, table: Table, seat: str, answer: Any, rng: Rng, found: Tried) -> None:
    """Try a random order like `answer`: where it is illegal, no two that make it up may be legal."""
    choice = table.choice(seat)
    for n, cut in enumerate(cuts(kit, answer, rng)):
        if n == 0:
            found.orders += 1
            if is_legal(choice, cut.whole):
                return
        if not is_legal(choice, cut.first) or any(is_legal(choice, second) for second in cut.second):
            continue  # nothing is shown where others could give the second order at once
        if (then := after(kit, table, seat, cut.first)) is None:
            continue
        found.compared += 1
        both = [second for second in cut.second if is_legal(then, second)]
        found.faults += [f"{kit.name}: {cut.first}, then {second}" for second in both]
