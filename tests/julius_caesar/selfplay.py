"""Whole games by themselves, for tests, counts and benchmarks: a table in memory and answers at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator import GAMES
from adjudicator.core import Choice, Event, Position, Table, start
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import Stream, sampler
from adjudicator.julius_caesar.board import CITIES, EDGES
from adjudicator.julius_caesar.rules import r04_board as r04
from adjudicator.julius_caesar.world import CLEOPATRA, SIDES, Entered, World, blocks_at, enemy_of

GAME = GAMES["julius_caesar"]

Temper = Callable[[Choice[Any], Stream, World, str], Any]
"""How a seat answers: from the choice, a stream, the world and the seat."""

_TRIES = 6
_RETREAT, _SAME = -0.5, 0.0


def plain(choice: Choice[Any], rng: Stream, w: World, seat: str) -> Any:
    """Any legal answer."""
    return choice.sample(rng)


def idle(choice: Choice[Any], rng: Stream, w: World, seat: str) -> Any:
    """Rather nothing than something."""
    return _best(choice, rng, lambda answer: float(_pick(answer) in ("end", "pass")))


def bold(choice: Choice[Any], rng: Stream, w: World, seat: str) -> Any:
    """Rather something than nothing."""
    return _best(choice, rng, lambda answer: -float(_pick(answer) in ("end", "pass")))


def conqueror(choice: Choice[Any], rng: Stream, w: World, seat: str) -> Any:
    """Goes for cities of value, and for Cleopatra, in strength, and disbands nobody without need."""
    return _best(choice, rng, lambda answer: _gain(answer, w, seat))


def reckless(choice: Choice[Any], rng: Stream, w: World, seat: str) -> Any:
    """Attacks and reinforces with few blocks by many ways, the fewest in front; Cleopatra in reserve."""
    tries = 4 * _TRIES if choice.rule == "6.1" else _TRIES
    return _best(choice, rng, lambda answer: _daring(answer, w, seat), tries)


def _pick(answer: Any) -> str:
    return str(answer.get("pick", "")) if isinstance(answer, dict) else ""


def _best(choice: Choice[Any], rng: Stream, worth: Callable[[Any], float], tries: int = _TRIES) -> Any:
    return max((choice.sample(rng) for _ in range(tries)), key=worth)


def _gain(answer: Any, w: World, seat: str) -> float:
    if isinstance(answer, list):
        return -float(len(answer))
    if isinstance(answer, str):
        return _queen(answer, w)
    match _pick(answer):
        case "call":
            return 2.0 if answer["answer"]["colour"] == "blue" else 1.0
        case "move" | "sail":
            return _gain_of_move(answer["answer"], w, seat)
        case "levy" | "step" | "fire":
            return 1.0
        case "end" | "retreat":
            return _RETREAT
    return _SAME


def _gain_of_move(order: Mapping[str, Any], w: World, seat: str) -> float:
    start, to, n = order["start"], order["way"][-1], len(order["blocks"])
    targets = [c for c in CITIES if _value(c) and r04.holder(w, c) != seat]
    nearer = _nearness(to, targets) - _nearness(start, targets)
    held, enemies = r04.holder(w, to), len(blocks_at(w, to, enemy_of(seat)))
    worth: float = 2.0 * _value(to) * (held != seat) + 0.2 * n + 4.0 * nearer
    if n == len(blocks_at(w, start, seat)):
        worth -= 2.0 * _value(start)
    worth += 3.0 * (to == w.at[CLEOPATRA]) + 0.3 * len(blocks_at(w, to, seat))
    return worth + (3.0 if enemies <= n else -3.0) * bool(enemies)


def _nearness(place: str, targets: Sequence[str]) -> float:
    far = len(CITIES)
    return 1.0 / (1 + min((_ways_from(place).get(target, far) for target in targets), default=far))


@cache
def _ways_from(place: str) -> Mapping[str, int]:
    """How many roads it is from a place to all that can be reached by land."""
    found, wave, n = {place: 0}, [place], 0
    while wave:
        n += 1
        wave = [to for here in wave for to in EDGES[here] if to not in found]
        found |= dict.fromkeys(wave, n)
    return found


def _value(place: str) -> int:
    return CITIES[place].value if place in CITIES else 0


def _queen(answer: str, w: World) -> float:
    """Fire on Cleopatra's city, and hits on her, before others."""
    return float(answer in (CLEOPATRA, w.at[CLEOPATRA]))


def _came_from(origin: str, w: World, seat: str) -> list[Entered]:
    """Of a main attack that is to be named: who came that way."""
    return [e for came in w.entered.values() for e in came if (e.side, e.origin) == (seat, origin)]


def _force(block: str) -> int:
    return 9 if block == CLEOPATRA else 1


def _daring(answer: Any, w: World, seat: str) -> float:
    if isinstance(answer, str):
        return _queen(answer, w) - sum(_force(e.block) for e in _came_from(answer, w, seat))
    if _pick(answer) != "move":
        return -1.0 if _pick(answer) in ("end", "pass") else 0.0
    order = answer["answer"]
    fight = r04.has_enemy(w, seat, order["way"][-1])
    again = order["way"][-1] in w.entered
    queen = CLEOPATRA in order["blocks"] or order["way"][-1] == w.at[CLEOPATRA]
    return 5.0 * fight + 5.0 * again + 8.0 * queen - float(len(order["blocks"]))


TEMPERS: tuple[tuple[Temper, Temper], ...] = (
    (plain, plain),
    (conqueror, idle),
    (bold, bold),
    (reckless, reckless),
    (conqueror, conqueror),
    (plain, bold),
    (idle, conqueror),
    (reckless, conqueror),
)
"""Caesar's and Pompey's, by turns: sieges of the idle, quiet years and reckless ones are all wanted."""

OPTIONS: tuple[Mapping[str, str], ...] = (
    {},
    {},
    {"free_deployment": "on"},
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
            answer = mood[seat](choice, rng, table.world, seat)
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
