"""Answers, orders and positions that nobody should send: each is refused clearly, and changes nothing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any

import msgspec
import pytest

from adjudicator.core import LANGUAGES, Choice, Refusal, Table, fill
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chain import canon
from adjudicator.core.log.chance import sampler
from adjudicator.core.orders.orders import complete, lines, read
from tests.protocol.client import Client

from .game import GameUnderTest
from .games import each_game, over
from .selfplay import play
from .test_positions import saved

ANSWERS, LINES = 12, 6
"""Tried at a question of a kind that was met before; four times as many where it is new."""
EVERY = 9
KINDS = ("illegal", "not_understood", "ambiguous", "not_now")

DEEP: list[Any] = []
for _ in range(300):
    DEEP = [DEEP]
RUBBISH: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**53, 10**40, 1.5, -0.0, float("inf"), "", " ", "x" * 10_000, "\x00",
    "\ud800", "é́", "皇帝", "🏛" * 50, "../../etc", "{seat}", "%s", "''; --", "pass", "done", "all", "none",
    [], {}, [[]], [{}], [None], {"": ""}, {"pick": None}, {"pick": "done", "answer": None},
    {"pick": ["done"]}, "0001",
    {"pick": "play", "answer": {"pick": "play", "answer": {}}}, {"answer": 1}, DEEP, ["x"] * 3000,
    {str(n): n for n in range(3000)}, {"pick": "march", "answer": DEEP},
)  # fmt: skip
SCRAPS = ("", " ", "-", ":", ",", ";", "x9", "+", "0", "99999999999999999999", "へ", "軍", "#", "Ⅻ", "é́",
          "\u3000", "on", "at", "play", "\x00", "🏛", "(march)", "ー",
          "½")  # fmt: skip


# -- answers ---------------------------------------------------------------------------------------


def bent(value: Any, rng: random.Random, ids: Sequence[str]) -> Any:
    """A sound answer with something wrong somewhere in it, or rubbish altogether."""
    if not rng.randrange(5):
        return rng.choice(RUBBISH)
    match value:
        case dict() if value:
            key = rng.choice(list(value))
            match rng.randrange(6):
                case 0:
                    return {k: v for k, v in value.items() if k != key}
                case 1:
                    return {**value, rng.choice(ids): rng.choice(RUBBISH)}
                case 2:
                    return {rng.choice(ids) if k == key else k: v for k, v in value.items()}
                case _:
                    return {**value, key: bent(value[key], rng, ids)}
        case list() if value:
            at = rng.randrange(len(value))
            match rng.randrange(4):
                case 0:
                    return [*value, value[at]]
                case 1:
                    return value[::-1]
                case _:
                    return [*value[:at], bent(value[at], rng, ids), *value[at + 1 :]]
        case bool():
            return int(value)
        case int():
            return rng.choice([value + 1, value - 1, -value, 0, value + 100, str(value), float(value), True])
        case str():
            others = rng.sample(ids, min(3, len(ids)))
            return rng.choice([*others, value.upper(), value + " ", value[1:], value + "_1", [value]])
    return rng.choice(RUBBISH)


def bent_line(text: str, rng: random.Random) -> str:
    """A sound order with slips of the pen, or none at all."""
    if not rng.randrange(8):
        return "".join(rng.choice(SCRAPS) for _ in range(rng.randrange(40)))
    if not rng.randrange(40):
        return text * 200
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(letters) + 1)
        letters[at : at + rng.randint(0, 3)] = rng.choice(SCRAPS)
    return "".join(letters)


# -- trying them -----------------------------------------------------------------------------------


class Trial:
    """Counts what was tried and refused, and how."""

    def __init__(self, kit: GameUnderTest, seed: int) -> None:
        self.kit = kit
        self.rng = random.Random(seed)
        self.tried = self.refused = 0
        self.seen: set[str] = set()
        self.kinds: Counter[str] = Counter()

    def all_of(self, table: Table) -> None:
        """Bad answers and lines to everything that is asked and offered at a table."""
        before = state(table)
        for seat in self.kit.seats:
            for choice, submit in put_to(table, seat):
                self._one(table, choice, submit, before)

    def _one(self, table: Table, choice: Choice[Any], submit: Callable[[Any], None], before: Any) -> None:
        many = 1 if choice.rule in self.seen else 4
        self.seen.add(choice.rule)
        for _ in range(ANSWERS * many):
            if (sound := sample(choice, self.rng)) is None:
                return
            self.answer(table, choice, submit, bent(sound, self.rng, self.kit.ids), before)
        for _ in range(LINES * many):
            if (sound := sample(choice, self.rng)) is not None:
                self.line(table, choice, sound, before)

    def answer(
        self, table: Table, choice: Choice[Any], submit: Callable[[Any], None], value: Any, before: Any
    ) -> None:
        """A bad answer: refused by the question and by the table alike, or a sound one after all."""
        self.tried += 1
        try:
            taken(self.kit, choice, choice.accept(value))
        except Refusal as refusal:
            self.clear(refusal)
            with pytest.raises(Refusal):
                submit(value)
        assert state(table) == before, value

    def line(self, table: Table, choice: Choice[Any], sound: Any, before: Any) -> None:
        """A bad line, in a language; it is completed as well as read."""
        self.tried += 1
        reader = self.rng.choice(self.kit.readers)
        text = bent_line(choice.write(choice.accept(sound), reader), self.rng)
        for order in lines(text) or []:
            try:
                taken(self.kit, choice, choice.accept(read(choice, order.text, reader)[0]))
            except Refusal as refusal:
                self.clear(refusal)
        if not self.rng.randrange(6):
            for line in complete(choice, text, reader):
                assert isinstance(line.text, str)
        assert state(table) == before, text

    def clear(self, refusal: Refusal) -> None:
        """A refusal says what kind it is, its paragraph if the rules forbid it, and why in both languages."""
        self.refused += 1
        self.kinds[refusal.kind] += 1
        assert refusal.kind in KINDS
        assert refusal.rule or refusal.kind != "illegal"
        for language in LANGUAGES:
            said = fill(refusal.why, language, self.kit.game.lexicon.label)
            assert said.strip()
            assert all(f"{{{name}}}" not in said or "{seat}" in repr(refusal.why.values)
                       for name in refusal.why.values), said  # fmt: skip


def put_to(table: Table, seat: str) -> Iterator[tuple[Choice[Any], Callable[[Any], None]]]:
    """Yield a seat's question and its acts out of turn, each with the function that submits an answer."""
    if seat in table.pending:
        yield table.pending[seat], lambda value: table.submit(seat, value)
    if (aside := table.asides().get(seat)) is not None:
        yield aside, lambda value: table.aside(seat, value)


def sample(choice: Choice[Any], rng: random.Random) -> Any:
    try:
        return choice.sample(sampler(rng.randrange(10**9)))
    except NoneLegal:
        return None


def taken(kit: GameUnderTest, choice: Choice[Any], typed: Any) -> None:
    """What is accepted is an answer in its one form, that can be written into a log and as an order."""
    assert choice.accept(typed) == typed
    canon(typed)
    canon(choice.public(typed))
    for reader in kit.readers:
        assert choice.write(typed, reader)


def state(table: Table) -> Any:
    return msgspec.msgpack.encode(table.world), table.ledger.chain.head, list(table.pending), table.trail()


def run(kit: GameUnderTest, seeds: Iterator[int], scenario: str, enough: int) -> Trial:
    """Bad input over games, one after another, until there was enough of it."""
    trial, step = Trial(kit, len(scenario)), [0]

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        step[0] += 1
        if choice.rule not in trial.seen or step[0] % EVERY == 0:
            trial.all_of(table)

    while trial.tried < enough:
        for _ in play(kit, next(seeds), check, scenario=scenario):
            if trial.tried >= enough:
                break
    return trial


FEW, MANY, OFTEN = 2_000, 10_000, 20_000
"""Tried in all scenarios of a game together; with `-m matrix`; with `-m byhand` by each of ten seeds."""


@over("scenario", lambda kit: kit.some_scenarios)
def test_bad_answers_and_orders_are_refused_and_change_nothing(kit: GameUnderTest, scenario: str) -> None:
    """Some thousands together, over many positions and every menu that the games come to."""
    assert tried(kit, scenario, FEW).seen


@pytest.mark.matrix
@over("scenario", lambda kit: kit.some_scenarios)
def test_ten_thousand_bad_inputs_change_nothing(kit: GameUnderTest, scenario: str) -> None:
    trial = tried(kit, scenario, MANY)
    assert trial.kinds.keys() >= kit.refusals
    assert len(trial.seen) >= kit.asked


def tried(kit: GameUnderTest, scenario: str, all_together: int) -> Trial:
    trial = run(kit, count(), scenario, all_together // len(kit.some_scenarios))
    assert trial.refused > trial.tried / 2
    return trial


@pytest.mark.byhand
@over("seed", lambda kit: range(0, 100, 10))
def test_bad_input_by_the_hundred_thousand(kit: GameUnderTest, seed: int) -> None:
    run(kit, count(seed), kit.game.scenarios()[0].id, OFTEN)


# -- positions -------------------------------------------------------------------------------------


@each_game
def test_malformed_positions_are_refused_with_reasons(kit: GameUnderTest) -> None:
    """What the table protocol's `load` is given instead of a world is no defect."""
    rng, client, worlds = random.Random(7), Client(), [*saved(kit).values()]
    client.ok("found", game=kit.name, seed="07")
    refused = 0
    for _ in range(300):
        before = client.raw(b'{"do":"status"}')
        said = client.do("load", world=bent(rng.choice(worlds), rng, kit.ids))
        if said["ok"]:
            client.ok("found", game=kit.name, seed="07")
            continue
        refused += 1
        assert said["kind"] in ("bad_request", "stale"), said
        assert said["why"]
        assert client.raw(b'{"do":"status"}') == before
    assert refused > 150
