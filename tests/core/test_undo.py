"""Entries and dice that stand after an undo (design/fair-dice.md §8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from adjudicator.core import (
    Game,
    OneOf,
    Position,
    Table,
    ask,
    d6,
    dice,
    one_of,
    words,
)
from adjudicator.core.log.chain import Chain, Entry, effective
from tests.core.small import (
    FIRST,
    W,
    a_die,
    a_question,
    again,
    both,
    game,
    kinds,
    last,
    sit,
    with_asides,
    yes_no,
)

CUP = {"cup": ["x", "x", "y"], "hand": []}


def logged(*entries: tuple[str, int]) -> list[Entry]:
    """A log of answers and undos: ("answer", 0), ("undo", to)."""
    chain = Chain("small/0", bytes(32))
    return [chain.append(t, 0, {"to": to} if t == "undo" else {}) for t, to in entries]


def test_what_stands_after_undos_of_undos() -> None:
    log = logged(("answer", 0), ("answer", 0), ("answer", 0), ("undo", 0), ("answer", 0))
    assert [e.n for e in effective(log)] == [0, 4]
    log = logged(*[("answer", 0)] * 4, ("undo", 2), ("answer", 0), ("undo", 1), ("answer", 0), ("undo", 0))
    assert [e.n for e in effective(log)] == [0]
    log = logged(*[("answer", 0)] * 3, ("undo", 1), ("answer", 0), ("undo", 4), ("answer", 0))
    assert [e.n for e in effective(log)] == [0, 1, 4, 6]


async def duel(w: W) -> None:
    w.notes.append(await ask("a", yes_no("1")))
    w.notes += map(str, await dice("1", "hit", 2))
    w.notes.append(await ask("b", yes_no("2")))
    w.notes += map(str, await dice("2", "hit", 2))
    w.notes.append(await ask("a", yes_no("3")))
    w.notes += map(str, await dice("3", "hit", 1))
    await ask("b", yes_no("4"))


def changed_duel(*, label: str = "hit", count: int = 2, prompt: str = "Yes?") -> Game:
    async def changed(w: W) -> None:
        w.notes.append(await ask("a", yes_no("1")))
        w.notes += map(str, await dice("1", "hit", 2))
        w.notes.append(await ask("b", yes_no("2", prompt)))
        w.notes += map(str, await dice("2", label, count))
        w.notes.append(await ask("a", yes_no("3")))
        w.notes += map(str, await dice("3", "hit", 1))
        await ask("b", yes_no("4"))

    return game(changed)


def undone_duel() -> tuple[Position, list[Entry]]:
    table = sit(game(duel), dice=[1, 2, 3, 4, 5])
    begin = table.position
    for seat, answer in (("a", "yes"), ("b", "no"), ("a", "yes")):
        table.submit(seat, answer)
    return begin, table.ledger.entries


def reentered(of: Game, dice: list[int]) -> Table:
    begin, log = undone_duel()
    return again(of, begin, log, dice, undone=log)


def stands(table: Table) -> list[int]:
    return [int(e.body["stands"]) for e in table.ledger.entries if e.t == "batch"]


def test_dice_stand_while_all_is_equal() -> None:
    table = reentered(game(duel), [])
    assert table.reentered == 3
    assert table.world.notes == ["yes", "1", "2", "no", "3", "4", "yes", "5"]
    _, log = undone_duel()
    old = [e for e in log if e.t == "batch"]
    new = [e for e in table.ledger.entries if e.t == "batch"]
    assert stands(table) == [e.n for e in old]
    for a, b in zip(old, new, strict=True):
        assert {**a.body, "n": 0, "stands": 0} == {**b.body, "n": 0, "stands": 0}
    assert list(table.pending) == ["b"]


@pytest.mark.parametrize(
    ("of", "dice", "taken", "standing"),
    [
        (changed_duel(prompt="Really?"), [], 3, 3),
        (changed_duel(label="miss"), [6, 6, 6], 3, 1),
        (changed_duel(count=3), [6, 6, 6, 6], 3, 1),
        (changed_duel(count=1), [6, 6], 3, 1),
    ],
    ids=["another prompt", "another label", "more dice", "fewer dice"],
)
def test_dice_cease_to_stand_at_the_first_difference(
    of: Game, dice: list[int], taken: int, standing: int
) -> None:
    table = reentered(of, dice)
    assert table.reentered == taken
    marks = stands(table)
    assert all(marks[:standing])
    assert not any(marks[standing:])
    assert len(marks) == 3


def test_a_batch_of_which_only_the_first_rolls_are_wanted_ends_what_stands() -> None:
    def rolls(times: int) -> Callable[[W], Any]:
        async def body(w: W) -> None:
            await ask("a", yes_no())
            for i in range(times):
                w.notes.append(str(await d6("1", f"die {i}")))
            await ask("a", yes_no())
            w.notes.append(str(await d6("1", "after")))
            await ask("a", yes_no())

        return body

    table = sit(game(rolls(2)), dice=[1, 2, 3])
    begin = table.position
    table.submit("a", "yes")
    table.submit("a", "yes")
    log = table.ledger.entries
    fewer = again(game(rolls(1)), begin, log, [6], undone=log)
    assert fewer.world.notes == ["1", "6"]
    assert [bool(s) for s in stands(fewer)] == [True, False]
    more = again(game(rolls(3)), begin, log, [5, 6], undone=log)
    assert more.world.notes == ["1", "2", "5", "6"]
    assert [bool(s) for s in stands(more)] == [True, False, False]


def test_a_die_that_opens_a_procedure_stands_too() -> None:
    async def opening(w: W) -> None:
        await a_die(w)
        await ask("a", yes_no())

    of = game(a_question, opening)
    table = sit(of, dice=[4])
    table.submit("a", "yes")
    rest, log = table.rests[0], table.ledger.entries
    assert kinds(log) == ["answer", "batch"]
    undone = [e for e in log if e.n > rest.n]
    same = again(of, Position(rest), log, [], undone=undone)
    assert same.world.notes == ["yes", "die 4"]
    assert stands(same) == [FIRST + 1]


def test_an_answer_that_is_no_longer_legal_ends_what_is_entered_again() -> None:
    async def narrower(w: W) -> None:
        await ask("a", yes_no("1"))
        await dice("1", "hit", 2)
        await ask("b", OneOf(rule="2", prompt=words("Yes?"), options=one_of("yes")))

    table = reentered(game(narrower), [])
    assert table.reentered == 1
    assert stands(table) == [FIRST + 1]
    assert list(table.pending) == ["b"]


def test_undone_asides_are_entered_again() -> None:
    of = with_asides(both, last)
    table = sit(of, dice=[2])
    begin = table.position.rest
    table.aside("b", "yes")
    table.submit("b", 4)
    table.submit("a", 1)
    table.submit("a", 2)
    table.submit("b", 2)
    table.aside("a", "no")
    table.submit("a", 7)
    log = table.ledger.entries
    same = again(of, Position(begin), log, undone=log)
    assert same.reentered == 7
    assert same.world == table.world
    assert stands(same) == [e.n for e in log if e.t == "batch"]
