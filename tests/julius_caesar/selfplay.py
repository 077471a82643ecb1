"""Whole games by themselves, for tests, counts and benchmarks: a table in memory and answers at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator import GAMES
from adjudicator.core import Choice, Event, Position, Table, start
from adjudicator.core.chain import Chain
from adjudicator.core.chance import Stream, sampler
from adjudicator.julius_caesar.world import SIDES, World

GAME = GAMES["julius_caesar"]

Temper = Callable[[Choice[Any], Stream], Any]

_LAZY, _TRIES = ("end", "pass"), 5


def plain(choice: Choice[Any], rng: Stream) -> Any:
    """Any legal answer."""
    return choice.sample(rng)


def bold(choice: Choice[Any], rng: Stream) -> Any:
    """Rather something than nothing."""
    return _try(choice, rng, lambda answer: not _is_lazy(answer))


def idle(choice: Choice[Any], rng: Stream) -> Any:
    """Rather nothing than something."""
    return _try(choice, rng, _is_lazy)


def _is_lazy(answer: Any) -> bool:
    return isinstance(answer, dict) and answer.get("pick") in _LAZY


def _try(choice: Choice[Any], rng: Stream, wanted: Callable[[Any], bool]) -> Any:
    for _ in range(_TRIES):
        answer = choice.sample(rng)
        if wanted(answer):
            break
    return answer


TEMPERS: tuple[tuple[Temper, Temper], ...] = (
    (plain, plain),
    (bold, bold),
    (bold, idle),
    (plain, bold),
    (bold, plain),
    (idle, bold),
)
"""Caesar's and Pompey's, by turns: battles, sieges of the idle and quiet years are all wanted."""

OPTIONS: tuple[Mapping[str, str], ...] = (
    {},
    {},
    {},
    {"free_deployment": "on", "sea_retreat_each": "on"},
    {"caesar_first_turn": "on", "no_stop_with_friends": "on"},
)


class Loose:
    """Chance out of a known stream, without epochs: for games that nobody need verify."""

    def __init__(self, seed: int) -> None:
        self._stream = sampler(seed)

    def open(self, e: int, kind: str) -> bytes:
        """See `Source`; nothing is shown."""
        return b""

    def dice(self, r: int, count: int, faces: int) -> list[int]:
        """See `Source`."""
        return self._stream.dice(count, faces)

    def take(self, r: int, items: Any, count: int) -> list[str]:
        """See `Source`."""
        return self._stream.take(items, count)


class Step(Struct, frozen=True):
    """An answer that has just been given, the `n`th of its game: by whom, to what, and what was told."""

    table: Table
    seat: str
    rule: str
    answer: Any
    events: tuple[Event, ...]
    n: int

    @property
    def world(self) -> World:
        """The world after the answer."""
        world: World = self.table.world
        return world


def founded(seed: int) -> World:
    """The world of a seed, with its options."""
    world: World = GAME.found("war", OPTIONS[seed % len(OPTIONS)], SIDES)
    return world


def chain() -> Chain:
    """An empty chain for a table in memory."""
    return Chain("julius_caesar/self-play", bytes(32), 1)


def play(
    seed: int,
    before: Callable[[Table, str, Choice[Any], Any], None] | None = None,
    tempers: tuple[Temper, Temper] | None = None,
) -> Iterator[Step]:
    """Play one game to its end, step by step; `before` sees every answer before it is given."""
    caesar, pompey = tempers or TEMPERS[seed % len(TEMPERS)]
    mood = {"caesar": caesar, "pompey": pompey}
    table = Table(GAME, start(GAME, founded(seed), 0), chain(), Loose(seed), fresh=True)
    rng, heard, n = sampler(seed + 1_000_000), 0, 0
    while not table.over:
        for seat, choice in list(table.pending.items()):
            answer = mood[seat](choice, rng)
            if before is not None:
                before(table, seat, choice, answer)
            table.submit(seat, answer)
            told = table.ledger.told
            events = tuple(line.event for line in told[heard:])
            heard, n = len(told), n + 1
            yield Step(table, seat, choice.rule, answer, events, n)


def again(table: Table, position: Position) -> Table:
    """The same position out of its bytes, as a store would give it."""
    saved = msgspec.msgpack.encode(position)
    loaded = msgspec.msgpack.decode(saved, type=Position)
    last = table.ledger.chain
    return Table(GAME, loaded, Chain(last.game, last.hroot, last.n, last.head, last.epoch), Loose(0))
