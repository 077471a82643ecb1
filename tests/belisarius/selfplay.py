"""Whole games by themselves, for tests, counts and benchmarks: a table in memory and answers by temper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.belisarius import GAME
from adjudicator.belisarius.ai_player import ai_player
from adjudicator.belisarius.board import AREAS, HEXES
from adjudicator.belisarius.options import OPTIONAL_RULES, RULINGS
from adjudicator.belisarius.show.view import view
from adjudicator.belisarius.world import JUSTINIAN, SEATS, World
from adjudicator.core import Choice, Event, Position, Refusal, Table, start
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import Stream, sampler
from adjudicator.core.question import Ruling

Temper = Callable[[Choice[Any], Stream, World, str], Any]
"""How a seat answers: from the choice, a stream, the world and the seat."""

TRIES = 5
ASIDES = 40
"""At one rest of so many somebody acts out of turn."""
GRAVE = 100
"""One of so many acts out of turn that would end the game, or turn the map upside down, is done."""
ENDINGS = ("done", "end", "pass")
SELDOM = frozenset({*AREAS, JUSTINIAN, "heavy", "restore", "stir", "assassinate", "force", "procopius"})
"""What the curious are after."""
OPTIONAL: Mapping[str, str] = {option.name: "on" for option in OPTIONAL_RULES}
OTHERWISE: Mapping[str, str] = {option.name: option.values[-1] for option in RULINGS}


def plain(choice: Choice[Any], rng: Stream, w: World, seat: str) -> Any:
    """Any legal answer."""
    return choice.sample(rng)


def bold(choice: Choice[Any], rng: Stream, w: World | None, seat: str) -> Any:
    """Rather something than nothing: the first of some answers that ends nothing."""
    for _ in range(TRIES):
        answer = choice.sample(rng)
        if pick_of(answer) not in ENDINGS:
            break
    return answer


def curious(choice: Choice[Any], rng: Stream, w: World, seat: str) -> Any:
    """Rather what is seldom done: of some answers the one that has most of it."""
    return max((choice.sample(rng) for _ in range(TRIES)), key=_oddity)


def consul(choice: Choice[Any], rng: Stream, w: World, seat: str) -> Any:
    """As the computer plays, but that it sets up as it likes."""
    return choice.sample(rng) if choice.rule == "34.0" else ai_player(view(w, seat), choice, rng)


def _oddity(answer: Any) -> int:
    said = set(_words_of(answer))
    order = answer.get("answer") if isinstance(answer, dict) else None
    against_guards = isinstance(order, dict) and order.get("target") in HEXES
    return 2 * len(said & SELDOM) + 2 * against_guards - (pick_of(answer) in ENDINGS)


def _words_of(answer: Any) -> Iterator[str]:
    """All the texts of an answer, names of fields too."""
    match answer:
        case str():
            yield answer
        case dict():
            for key, value in answer.items():
                yield key
                yield from _words_of(value)
        case list():
            for item in answer:
                yield from _words_of(item)


def settler(choice: Choice[Any], rng: Stream, w: World, seat: str) -> Any:
    """A set-up at random takes for ever: some units anywhere, the rest as is suggested."""
    try:
        return choice.accept({"pick": "done"})
    except Refusal:
        pass
    try:
        return choice.accept({"pick": "suggest"}) if not rng.below(3) else choice.sample(rng)
    except Refusal:
        return choice.sample(rng)


def talker(choice: Choice[Any], rng: Stream, w: World, seat: str) -> Any:
    """What is done out of turn: anything, but offers that are small enough to be accepted and kept."""
    answer = choice.sample(rng)
    if pick_of(answer) != "offer":
        return answer
    offer = answer["answer"]
    give, want = _a_little(offer["give"], rng), _a_little(offer["want"], rng) if rng.below(2) else {}
    offer = {**offer, "give": give, "want": want, "release": offer["release"][:1]}
    return {"pick": "offer", "answer": offer} if any(offer.values()) else answer


def _a_little(goods: Mapping[str, int], rng: Stream) -> dict[str, int]:
    return {thing: 1 for thing in rng.shuffled(goods)[:1]}


def is_grave(answer: Any, w: World) -> bool:
    """Whether an act out of turn ends the game, or sets many provinces free (§3.1c, §24.1)."""
    if pick_of(answer) == "accept":
        agreement = w.agreements[int(answer["answer"]) - 1]
        return agreement.end or len(agreement.release) > 1
    return pick_of(answer) == "surrender"


def pick_of(answer: Any) -> str:
    """The item of a menu that an answer takes, "" where there is none."""
    return str(answer.get("pick", "")) if isinstance(answer, dict) else ""


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


def options_of(seed: int) -> dict[str, str]:
    """By turns: the standard game, all optional rules, all other rulings, and a mixture."""
    match seed % 4:
        case 0:
            return {}
        case 1:
            return dict(OPTIONAL)
        case 2:
            return {**OPTIONAL, **OTHERWISE}
        case _:
            rng = sampler(seed + 2_000_000)
            options = (*OPTIONAL_RULES, *RULINGS)
            return {option.name: rng.choice(list(option.values)) for option in options}


def founded(seed: int, scenario: str = "advance") -> World:
    """The world of a seed, with its options."""
    world: World = GAME.found(scenario, options_of(seed), SEATS)
    return world


def chain() -> Chain:
    """An empty chain for a table in memory."""
    return Chain("belisarius/self-play", bytes(32), 1)


def play(
    seed: int,
    before: Callable[[Table, str, Choice[Any], Any], None] | None = None,
    tempers: tuple[Temper, Temper] = (bold, bold),
    *,
    scenario: str = "advance",
    windows: str = "ask",
    world: World | None = None,
) -> Iterator[Step]:
    """Play one game to its end, step by step; `before` sees every answer before it is given."""
    mood = dict(zip(SEATS, tempers, strict=True))
    begun = world if world is not None else founded(seed, scenario)
    ruling = Ruling({"default": windows})
    table = Table(GAME, start(GAME, begun, 0), chain(), Loose(seed), ruling=ruling, fresh=True)
    rng, heard, n = sampler(seed + 1_000_000), 0, 0
    while not table.over:
        seat, choice, aside = next_of(table, rng)
        temper = talker if aside else settler if table.world.phase == "set_up" else mood[seat]
        answer = temper(choice, rng, table.world, seat)
        if aside and is_grave(answer, table.world) and rng.below(GRAVE):
            continue
        if before is not None:
            before(table, seat, choice, answer)
        if aside:
            table.aside(seat, answer)
        else:
            table.submit(seat, answer)
        told = table.ledger.told
        events = tuple(line.event for line in told[heard:])
        heard, n = len(told), n + 1
        yield Step(table, seat, choice.rule, answer, events, n)


def next_of(table: Table, rng: Stream) -> tuple[str, Choice[Any], bool]:
    """Who acts next on what; now and then somebody out of turn."""
    if table.at_rest and not rng.below(ASIDES) and (asides := table.asides()):
        seat = rng.choice(list(asides))
        return seat, asides[seat], True
    seat, choice = next(iter(table.pending.items()))
    return seat, choice, False


def again(table: Table, position: Position, windows: str = "ask") -> Table:
    """The same position out of its bytes, as a store would give it."""
    loaded = msgspec.msgpack.decode(msgspec.msgpack.encode(position), type=Position)
    last = table.ledger.chain
    copy = Chain(last.game, last.hroot, last.n, last.head, last.epoch)
    return Table(GAME, loaded, copy, Loose(0), ruling=Ruling({"default": windows}))
