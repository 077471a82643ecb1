"""Whole games by themselves, for tests, counts and benchmarks: a table in memory and answers by style."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any, TypeAlias

import msgspec

from adjudicator.core import Choice, Game, Position, Table, start
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import Rng, sampler
from adjudicator.core.table.question import WindowPolicy

from .game import GameUnderTest
from .play_styles import PlayStyle, Step, plain

Before: TypeAlias = Callable[[Table, str, Choice[Any], Any], None]
"""Is shown every answer before it is given."""


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


class FirstDie(Loose):
    """Chance of which the first dice are known: so that odds can be counted die by die."""

    def __init__(self, *first: int) -> None:
        super().__init__(first[0])
        self._first = list(first)

    def dice(self, r: int, count: int, faces: int) -> list[int]:
        """See `Source`."""
        known, self._first = self._first[:count], self._first[count:]
        return [*known, *super().dice(r, count - len(known), faces)] if count > len(known) else known


def table_with(game: Game, world: Any, *first: int) -> Table:
    """A table on which a world is played with these dice first, and with silent windows."""
    return Table(
        game, start(game, world, 0), chain(game), FirstDie(*first), policy=WindowPolicy(), fresh=True
    )


def chain(game: Game) -> Chain:
    """An empty chain for a table in memory."""
    return Chain(f"{game.name}/self-play", bytes(32), 1)


def founded(kit: GameUnderTest, seed: int, scenario: str = "") -> Any:
    """The world of a seed before its first procedure, of the seed's scenario if none is named."""
    chosen = kit.scenario_of(seed, scenario)
    return kit.game.found(chosen.id, kit.options(seed), chosen.seats)


def play(
    kit: GameUnderTest,
    seed: int,
    before: Before | None = None,
    styles: Sequence[PlayStyle] = (),
    *,
    scenario: str = "",
    windows: str = "ask",
    modes: Mapping[str, str] | None = None,
    asides: bool = True,
    world: Any = None,
) -> Iterator[Step]:
    """Play one game to its end, step by step; the styles are the game's of that seed, if none are given.

    `modes` are the kinds of windows that differ from `windows`; without `asides` nobody acts out of turn.
    """
    begun = world if world is not None else founded(kit, seed, scenario)
    given = styles or kit.styles(seed)
    mood = dict(zip(kit.scenario_of(seed, scenario).seats, cycle(given), strict=False)) if given else {}
    policy = WindowPolicy({"default": windows, **(modes or {})})
    table = Table(
        kit.game, start(kit.game, begun, 0), chain(kit.game), Loose(seed), policy=policy, fresh=True
    )
    rng, heard, n = sampler(seed + 1_000_000), 0, 0
    while not table.over:
        seat, choice, is_aside = _next_of(kit, table, rng, asides)
        style = kit.aside if is_aside else kit.instead(table.world) or mood.get(seat, plain)
        answer = style(choice, rng, table.world, seat)
        if is_aside and answer is None:
            continue
        if before is not None:
            before(table, seat, choice, answer)
        if is_aside:
            table.aside(seat, answer)
        else:
            table.submit(seat, answer)
        told = table.ledger.told
        events = tuple(line.event for line in told[heard:])
        heard, n = len(told), n + 1
        yield Step(table, seat, choice.rule, answer, events, n)


def _next_of(kit: GameUnderTest, table: Table, rng: Rng, asides: bool) -> tuple[str, Choice[Any], bool]:
    """Return the next act: its seat and its choice; with `asides` now and then one out of turn."""
    if asides and kit.asides and table.at_rest and not rng.below(kit.asides) and (acts := table.asides()):
        seat = rng.choice(list(acts))
        return seat, acts[seat], True
    seat, choice = next(iter(table.pending.items()))
    return seat, choice, False


def again(table: Table, position: Position, windows: str = "ask") -> Table:
    """The same position out of its bytes, as a store would give it."""
    loaded = msgspec.msgpack.decode(msgspec.msgpack.encode(position), type=Position)
    last = table.ledger.chain
    copy = Chain(last.game, last.hroot, last.n, last.head, last.epoch)
    return Table(table.game, loaded, copy, Loose(0), policy=WindowPolicy({"default": windows}))
