"""Whole games by themselves: a table in memory and answers at random, with every window asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.world import World
from adjudicator.core import Choice, Event, Position, Table, WindowPolicy, start
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import Rng, sampler

SCENARIOS = ("hannibal", "pyrrhus", "sicily")
ASKED = WindowPolicy({"default": "ask"})


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
    """An answer that has just been given: by whom, to what, and what was told."""

    table: Table
    seat: str
    rule: str
    answer: Any
    events: tuple[Event, ...]

    @property
    def world(self) -> World:
        """The world after the answer."""
        world: World = self.table.world
        return world


LIVELY = {
    "march": 5,
    "attack": 9,
    "invest": 4,
    "assault": 6,
    "treachery": 3,
    "reduce": 3,
    "demand": 4,
    "sail": 2,
}
DULL = ("pass", "lift", "ride", "take", "detach", "recruit")


def lively(choice: Choice[Any], rng: Rng) -> Any:
    """A legal answer at random, of several rather one that does something."""
    answer = choice.sample(rng)
    if choice.rule == "5.3":
        for _ in range(4):
            if isinstance(answer, dict) and answer["pick"] in LIVELY:
                break
            if isinstance(answer, dict) and answer["pick"] not in DULL and rng.below(2):
                break
            answer = choice.sample(rng)
    return answer


def chain() -> Chain:
    """An empty chain for a table in memory."""
    return Chain("ancient_world/self-play", bytes(32), 1)


def founded(scenario: str, options: Mapping[str, str] | None = None) -> World:
    """The world of a scenario before its first turn."""
    (found,) = [s for s in GAME.scenarios() if s.id == scenario]
    world: World = GAME.found(scenario, options or {}, found.seats)
    return world


def play(
    scenario: str,
    seed: int,
    options: Mapping[str, str] | None = None,
    before: Callable[[Table, str, Choice[Any], Any], None] | None = None,
    temper: Callable[[Choice[Any], Rng], Any] = lively,
) -> Iterator[Step]:
    """Play one game to its end, step by step; `before` sees every answer before it is given."""
    position = start(GAME, founded(scenario, options), 0)
    table = Table(GAME, position, chain(), Loose(seed), fresh=True, policy=ASKED)
    rng, heard = sampler(seed + 1_000_000), 0
    while not table.over:
        for seat, choice in list(table.pending.items()):
            answer = temper(choice, rng)
            if before is not None:
                before(table, seat, choice, answer)
            table.submit(seat, answer)
            told = table.ledger.told
            events = tuple(line.event for line in told[heard:])
            heard = len(told)
            yield Step(table, seat, choice.rule, answer, events)


def again(table: Table, position: Position) -> Table:
    """The same position out of its bytes, as a store would give it."""
    saved = msgspec.msgpack.encode(position)
    loaded = msgspec.msgpack.decode(saved, type=Position)
    last = table.ledger.chain
    copied = Chain(last.game, last.hroot, last.n, last.head, last.epoch)
    return Table(GAME, loaded, copied, Loose(0), policy=ASKED)
