"""The guarantees of a table to the rules that it runs (architecture.md §1.2, §1.3, §4)."""

from __future__ import annotations

from collections.abc import Callable
from types import coroutine
from typing import Any, cast

import pytest

from adjudicator.core import (
    Choice,
    Defect,
    Game,
    Illegal,
    NotNow,
    NotUnderstood,
    Occasion,
    Position,
    Rest,
    Subset,
    To,
    ask,
    ask_all,
    d10,
    dice,
    draw,
    draw_among,
    look,
    move,
    one_of,
    pick,
    tell,
    window,
    words,
)
from adjudicator.core.log.chance import NoSource, ScriptRanOut, Stopped
from adjudicator.core.table.question import MOST_ANSWERS
from tests.core.small import (
    FIRST,
    W,
    a_die,
    a_question,
    again,
    both,
    game,
    kinds,
    sit,
    yes_no,
)

CUP = {"cup": ["x", "x", "y"], "hand": []}


# -- questions -------------------------------------------------------------------------------------


def test_answers_come_back_in_the_order_asked() -> None:
    table = sit(game(both))
    table.submit("b", 1)
    table.submit("a", 2)
    assert table.world.notes == ["a 2", "b 1"]
    assert kinds(table.ledger.entries) == ["ask", "answer", "answer", "lock", "open", "open"]


def test_an_answer_may_be_replaced_until_all_are_in() -> None:
    table = sit(game(both))
    table.submit("a", 1)
    assert list(table.pending) == ["b"]
    table.submit("a", 5)
    assert list(table.pending) == ["b"]
    table.submit("b", 3)
    assert table.world.notes == ["a 5", "b 3"]
    lock = next(e for e in table.ledger.entries if e.t == "lock")
    assert lock.body["answers"] == {"a": FIRST + 2, "b": FIRST + 3}
    with pytest.raises(NotNow):
        table.submit("a", 6)


def test_an_answer_may_be_replaced_a_limited_number_of_times() -> None:
    """ADR 19: every answer stays in the log, and all are read again with the next."""
    table = sit(game(both))
    for answer in range(MOST_ANSWERS):
        table.submit("a", answer % 10)
    before = table.ledger.chain.head
    with pytest.raises(NotNow, match="the last one stands"):
        table.submit("a", 1)
    assert table.ledger.chain.head == before
    table.submit("b", 3)
    assert table.world.notes == ["a 9", "b 3"]


def test_asking_nobody_asks_nothing() -> None:
    async def nobody(w: W) -> None:
        assert await ask_all(cast("dict[str, Choice[Any]]", {})) == {}
        assert await dice("1", "none", 0) == []

    table = sit(game(nobody))
    assert table.over
    assert table.ledger.entries == []


@pytest.mark.parametrize("answer", [True, False, None, 1.0, float("nan"), "1", [], {}, [1], 2**80, -1])
def test_a_refused_answer_changes_nothing(answer: object) -> None:
    table = sit(game(both))
    before, log = table.position, len(table.ledger.entries)
    with pytest.raises((NotUnderstood, Illegal)):
        table.submit("a", answer)
    assert (table.position, len(table.ledger.entries), table.at_rest) == (before, log, True)
    table.submit("a", 1)


def test_who_is_not_asked_cannot_answer() -> None:
    async def one(w: W) -> None:
        await ask("a", yes_no())

    table = sit(game(one))
    with pytest.raises(NotNow) as refusal:
        table.submit("b", "yes")
    assert refusal.value.why.values["asked"] == ["a"]
    table.submit("a", "yes")
    assert table.over
    with pytest.raises(NotNow, match="over"):
        table.submit("a", "yes")


def test_what_a_rule_does_to_its_answer_does_not_reach_the_log() -> None:
    async def spoil(w: W) -> None:
        answer = await ask("a", Subset(rule="1", prompt=words("Which?"), options=one_of("x", "y")))
        tell("taken", "1", things=answer)
        answer.clear()

    table = sit(game(spoil))
    table.submit("a", ["y", "x"])
    assert table.ledger.entries[0].answer == ["x", "y"]
    assert table.ledger.told[0].event.values == {"things": ["x", "y"]}


# -- defects of rules ------------------------------------------------------------------------------


async def forbidden(w: W) -> None:
    await ask("a", yes_no())
    raise Illegal("1", "too late")


async def telling_first(w: W) -> None:
    tell("begun", "1")
    await ask("a", yes_no())


@coroutine
def stranger() -> Any:
    yield None


async def awaiting_a_stranger(w: W) -> None:
    await ask("a", yes_no())
    await stranger()


async def drawing_too_much(w: W) -> None:
    await ask("a", yes_no())
    await draw("1", "cup", [To("hand", 4)])


async def moving_what_is_not_there(w: W) -> None:
    await ask("a", yes_no())
    await move("1", "cup", "hand", ["z"])


async def telling_a_float(w: W) -> None:
    await ask("a", yes_no())
    await move("1", "cup", "hand", [cast("str", 1.5)])


@pytest.mark.parametrize(
    "body",
    [forbidden, awaiting_a_stranger, drawing_too_much, moving_what_is_not_there, telling_a_float],
    ids=lambda body: body.__name__,
)
def test_a_rule_that_breaks_is_a_defect_and_no_refusal(body: Callable[[W], Any]) -> None:
    table = sit(game(body), W(cups={"cup": ["x"], "hand": []}))
    with pytest.raises(Defect):
        table.submit("a", "yes")


def test_nothing_is_told_before_the_question_that_opens_a_procedure() -> None:
    with pytest.raises(Defect, match="told before"):
        sit(game(telling_first))


def test_an_illegal_out_of_the_sequence_is_a_defect() -> None:
    def proceed(w: W) -> None:
        raise Illegal("1", "never")

    of = game(both)
    with pytest.raises(Defect):
        sit(Game(**{name: getattr(of, name) for name in of.__struct_fields__} | {"proceed": proceed}))


def test_a_concealment_that_refuses_changes_nothing() -> None:
    def conceal(answer: str) -> dict[str, Any]:
        raise Illegal("1", "not that")

    async def one(w: W) -> None:
        await ask("a", yes_no(conceal=conceal))

    table = sit(game(one))
    with pytest.raises(Illegal):
        table.submit("a", "yes")
    assert table.at_rest
    assert table.ledger.entries == []


# -- chance ----------------------------------------------------------------------------------------


def test_a_rehearsal_stops_at_chance() -> None:
    with pytest.raises(Stopped):
        sit(game(a_die), source=NoSource())


def test_a_script_that_runs_out_stops_the_table() -> None:
    with pytest.raises(ScriptRanOut):
        sit(game(a_die, a_die), dice=[3])


def test_a_die_of_ten_reads_ten_as_zero() -> None:
    async def tens(w: W) -> None:
        w.notes = [str(await d10("1", "x")), str(await d10("1", "y"))]

    assert sit(game(tens), dice=[10, 1]).world.notes == ["0", "1"]


def test_dice_with_no_entry_between_are_one_batch() -> None:
    async def passing(w: W) -> None:
        await window(Occasion("kind", "2"), {"a": yes_no("2")})
        await a_die(w)

    of = game(a_die, a_die, passing, a_question, a_die)
    table = sit(of, dice=[1, 2, 3, 4])
    assert kinds(table.ledger.entries) == ["batch"]
    assert [roll["got"] for roll in table.ledger.entries[0].body["rolls"]] == [[1], [2], [3]]
    assert [(rest.n, rest.stage) for rest in table.rests] == [(FIRST, "3")]
    assert table.at_rest
    assert again(of, table.position, table.ledger.entries).position == table.position
    table.submit("a", "yes")
    assert kinds(table.ledger.entries) == ["batch", "answer", "batch"]
    assert table.rests[-1] == Rest(FIRST + 2, table.rests[-1].world, "5")


def test_a_procedure_that_ends_in_dice_is_a_rest_unless_dice_follow() -> None:
    async def nothing(w: W) -> None:
        w.notes.append("nothing")

    of = game(a_die, nothing, a_question)
    table = sit(of, dice=[6])
    assert [rest.stage for rest in table.rests] == ["1", "2"]
    assert table.at_rest
    first = Position(table.rests[0])
    assert again(of, first, table.ledger.entries).world == table.world


def test_containers_follow_from_the_log() -> None:
    async def hands(w: W) -> None:
        await draw("1", "cup", [To("hand", 1, ("a",)), To("table", 1)])
        await move("1", "cup", "hand", ["x"], shown=False, seats=["a"])
        w.notes = await draw_among("1", ["p", "q"], To("out", 1, ("b",)))
        w.notes.append(await pick("1", "relic", "relics", ["m", "n"]))
        await look("1", "a", "hand", w.cups["hand"])
        await look("1", "all", "cup", w.cups["cup"])

    table = sit(game(hands), W(cups={k: list(v) for k, v in CUP.items()}), draws=["y", "x", "q", "m"])
    assert table.world.cups == {"cup": [], "hand": ["x", "y"]}
    assert table.world.notes == ["q", "m"]
    drawn = table.ledger.entries[0]
    assert [(p.seats, p.part) for p in drawn.parts] == [
        ((), {"of": ["x", "x", "y"]}),
        (("a",), {"got": ["y"]}),
        ((), {"got": ["x"]}),
    ]
