"""Orders with a way or with several pieces, each also cut in two: two are legal only if the one is.

    python -m tests.kit.cutting GAME ORDERS [FIRST_SEED]

Games are played at random, and at every rest random orders like the one that is given are cut: a way at
one of its places, the pieces into some and the others. After each game the figures so far are printed. The
exit status says whether an order was found that is legal in two parts only.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, cast

from msgspec import Struct, field

from adjudicator.core import Choice, Refusal, Table
from adjudicator.core.log.chance import Rng, Stopped, sampler
from adjudicator.core.table.position import world_of
from adjudicator.core.table.question import WindowPolicy
from adjudicator.core.table.rollout import Rollout

from .game import GameUnderTest
from .games import KITS
from .selfplay import play

FURTHER = 6
"""The number of places by which a way is prolonged at most."""
AT_EACH = 8
"""Random orders for each order with a way or pieces that is given."""
ALIKE = 16
"""Of how many legal orders one is cut, to see that both its parts are legal."""
PIECES = ("units", "blocks", "gone")
"""The fields of orders that name pieces."""
PASSING = WindowPolicy({"default": "standing"})


class NoChance:
    """A stream that has nothing: who needs it stops."""

    def dice(self, count: int, faces: int) -> list[int]:
        """See `Rng`.

        Raises:
            Stopped: always.
        """
        raise Stopped

    def take(self, items: Any, count: int) -> list[str]:
        """See `Rng`.

        Raises:
            Stopped: always.
        """
        raise Stopped


class Cut(NamedTuple):
    """An order, and the two orders into which it is cut; `second` may be said in several ways."""

    whole: Any
    first: Any
    second: tuple[Any, ...]


class Tried(Struct):
    """The figures of orders that were cut.

    Attributes:
        orders: how many were tried, by what was cut.
        compared: of how many illegal ones a part was legal, and another order of the same kind could follow.
        parted: after how many legal parts chance came, or another question.
        alike: how many legal ones were legal in two parts too: where that is never so, nothing is compared.
        faults: the illegal ones that were legal in two parts.
    """

    orders: Counter[str] = field(default_factory=Counter)
    compared: Counter[str] = field(default_factory=Counter)
    parted: Counter[str] = field(default_factory=Counter)
    alike: Counter[str] = field(default_factory=Counter)
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


def ways_cut(kit: GameUnderTest, answer: Any, rng: Rng) -> Iterator[Cut]:
    """Yield an order of the same kind by a random way, cut at each place; none if the order has no way."""
    if not (way := way_of(answer)):
        return
    way = random_way(kit, way, rng)
    whole = with_way(answer, way)
    for at in range(1, len(way)):
        rest = with_way(answer, way[at:], way[at - 1])
        more = kit.goes_on(answer, way[at - 1], way[at:])
        yield Cut(whole, with_way(answer, way[:at]), (rest, *more))


def pieces_of(answer: Any) -> tuple[str, dict[str, int]]:
    """Return the field of an order that names pieces, "" for all of it, and how many of each."""
    given = answer.get("answer") if isinstance(answer, dict) else None
    if not isinstance(given, dict):
        return "", {}
    for at in PIECES:
        if isinstance(named := given.get(at), list):
            return at, dict.fromkeys(named, 1)
        if isinstance(named, dict):
            return at, named
    return "", given if all(isinstance(n, int) for n in given.values()) else {}


def with_pieces(answer: Any, pieces: dict[str, int]) -> Any:
    """Return the same order with other pieces."""
    given, (at, _) = answer["answer"], pieces_of(answer)
    pieces = {piece: n for piece, n in pieces.items() if n}
    if not at:
        return {**answer, "answer": pieces}
    named = list(pieces) if isinstance(given[at], list) else pieces
    return {**answer, "answer": {**given, at: named}}


def pieces_cut(kit: GameUnderTest, w: Any, answer: Any, rng: Rng) -> Iterator[Cut]:
    """Yield an order of the same kind with more pieces, legal or not, cut into some and the others."""
    at, named = pieces_of(answer)
    if not named or answer["pick"] in kit.whole:
        return
    if at and isinstance(answer["answer"][at], list):
        others = sorted({*kit.others(w, answer)} - {*named})
        more = {**named, **{other: 1 for other in others if rng.below(2)}}
    else:
        more = {piece: n + rng.below(n + 2) for piece, n in named.items()}
    first = {piece: rng.below(min(n, named.get(piece, n)) + 1) for piece, n in more.items()}
    second = {piece: n - first[piece] for piece, n in more.items()}
    if any(first.values()) and any(second.values()):
        yield Cut(with_pieces(answer, more), with_pieces(answer, first), (with_pieces(answer, second),))


def is_legal(choice: Choice[Any], answer: Any) -> bool:
    """Return true if an answer is accepted."""
    try:
        choice.accept(answer)
    except Refusal:
        return False
    return True


def after(kit: GameUnderTest, table: Table, seat: str, answer: Any) -> Choice[Any] | None:
    """Return what a seat is asked after an order; None if chance, or another seat, comes between."""
    w = world_of(kit.game, table.position.rest)
    apart = Rollout(kit.game, w, cast(Rng, NoChance()), PASSING)
    try:
        apart.submit(seat, answer)
    except Stopped:
        return None
    return None if apart.question is None else apart.question.choices.get(seat)


def tried(kit: GameUnderTest, table: Table, seat: str, answer: Any, rng: Rng, found: Tried) -> None:
    """Try random orders like `answer`: where one is illegal, no two that make it up may be legal."""
    _tried(kit, table, seat, "way", ways_cut(kit, answer, rng), found)
    _tried(kit, table, seat, "pieces", pieces_cut(kit, table.world, answer, rng), found)


def _tried(kit: GameUnderTest, table: Table, seat: str, what: str, cuts: Iterator[Cut], found: Tried) -> None:
    choice, legal = table.choice(seat), False
    for n, cut in enumerate(cuts):
        if n == 0:
            found.orders[what] += 1
            legal = is_legal(choice, cut.whole)
            if legal and found.orders[what] % ALIKE:
                return
        if not is_legal(choice, cut.first):
            continue
        if what == "way" and not legal and any(is_legal(choice, second) for second in cut.second):
            continue  # nothing is shown where others could give the second order at once
        then = after(kit, table, seat, cut.first)
        if then is None or then.rule != choice.rule:
            found.parted[what] += 1
            continue
        both = [second for second in cut.second if is_legal(then, second)]
        if legal:
            found.alike[what] += bool(both)
            continue
        found.compared[what] += 1
        found.faults += [f"{kit.name}: {cut.first}, then {second}" for second in both]


def cut_in_game(kit: GameUnderTest, seed: int, most: int) -> Tried:
    """Play a game, and cut random orders in two until it is over, or as many of each kind have been tried."""
    found, rng = Tried(), sampler(seed + 7)

    def before(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        if table.at_rest and list(table.pending) == [seat]:
            for _ in range(AT_EACH):
                tried(kit, table, seat, answer, rng, found)

    for _ in play(kit, seed, before, windows="standing"):
        if found.orders["way"] >= most:
            break
    return found


def cut_in_games(kit: GameUnderTest, most: int, seeds: Iterable[int]) -> Iterator[Tried]:
    """Yield after each game what has been found so far, until enough ways have been tried."""
    total = Tried()
    for seed in seeds:
        found = cut_in_game(kit, seed, most - total.orders["way"])
        total.orders += found.orders
        total.compared += found.compared
        total.parted += found.parted
        total.alike += found.alike
        total.faults += found.faults
        yield total
        if total.orders["way"] >= most:
            return


if __name__ == "__main__":
    NAMED, MOST = KITS[sys.argv[1]], int(sys.argv[2])
    SEEDS = range(int(sys.argv[3]) if len(sys.argv) > 3 else 0, 1_000_000)
    for n, so_far in enumerate(cut_in_games(NAMED, MOST, SEEDS), SEEDS.start):
        figures = [
            f"{name} {dict(getattr(so_far, name))}" for name in ("orders", "compared", "parted", "alike")
        ]
        print(NAMED.name, "to seed", n, *figures, f"{time.process_time():.0f} s", so_far.faults, flush=True)
    sys.exit(bool(so_far.faults))
