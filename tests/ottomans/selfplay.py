"""Whole games by themselves, for tests and counts: a table in memory and answers at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core import Choice, Event, Position, Scenario, Table, start
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import sampler
from adjudicator.core.question import WindowPolicy
from adjudicator.ottomans import GAME
from adjudicator.ottomans.options import OPTIONS
from adjudicator.ottomans.world import World

SCENARIOS = GAME.scenarios()
ASIDE_EVERY = 12
"""At one rest of so many somebody acts out of turn."""

Before = Callable[[Table, str, Choice[Any], Any], None]


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
    """An answer that has just been given, the `n`th of its game, and what was told."""

    table: Table
    events: tuple[Event, ...]
    n: int

    @property
    def world(self) -> World:
        """The world after the answer."""
        world: World = self.table.world
        return world


def scenario_of(seed: int) -> Scenario:
    """All scenarios with all rosters, by turns."""
    return SCENARIOS[seed % len(SCENARIOS)]


def options_of(seed: int) -> Mapping[str, str]:
    """Every third game has the other value of some options."""
    if seed % 3:
        return {}
    return {one.name: one.values[(seed // 3 + n) % 2] for n, one in enumerate(OPTIONS)}


def founded(seed: int) -> World:
    """The world of a seed, with its scenario, roster and options."""
    scenario = scenario_of(seed)
    world: World = GAME.found(scenario.id, options_of(seed), scenario.seats)
    return world


def policy_of(seed: int) -> WindowPolicy:
    """In every second game windows are asked."""
    return WindowPolicy(modes={"default": "ask"} if seed % 2 else {})


def play(seed: int, before: Before | None = None) -> Iterator[Step]:
    """Play one game to its end, step by step; `before` sees every answer before it is given."""
    table = Table(
        GAME,
        start(GAME, founded(seed), 0),
        Chain("ottomans/self-play", bytes(32), 1),
        Loose(seed),
        policy=policy_of(seed),
        fresh=True,
    )
    rng, heard, n = sampler(seed + 1_000_000), 0, 0
    while not table.over:
        if table.at_rest and not rng.below(ASIDE_EVERY):
            _act_out_of_turn(table, rng)
        for seat, choice in list(table.pending.items()):
            answer = choice.sample(rng)
            if isinstance(answer, dict) and answer.get("pick") == "end" and rng.below(3):
                answer = choice.sample(rng)
            if before is not None:
                before(table, seat, choice, answer)
            table.submit(seat, answer)
            told = table.ledger.told
            events = tuple(line.event for line in told[heard:])
            heard, n = len(told), n + 1
            yield Step(table, events, n)


def _act_out_of_turn(table: Table, rng: Any) -> None:
    """§20.1 Somebody sends agents, if anybody can."""
    asides = table.asides()
    for seat in rng.shuffled(asides):
        try:
            table.aside(seat, asides[seat].sample(rng))
        except NoneLegal:
            continue
        return


def again(table: Table, position: Position) -> Table:
    """The same position out of its bytes, as a store would give it."""
    saved = msgspec.msgpack.encode(position)
    loaded = msgspec.msgpack.decode(saved, type=Position)
    last = table.ledger.chain
    chain = Chain(last.game, last.hroot, last.n, last.head, last.epoch)
    return Table(GAME, loaded, chain, Loose(0), policy=table.policy)
