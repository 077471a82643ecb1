"""What a table promises to the rules that run at it (architecture.md 1.2, 1.3, 4)."""

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
    OneOf,
    Position,
    Rest,
    Stale,
    Subset,
    Table,
    To,
    ask,
    ask_all,
    d6,
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
from adjudicator.core.chain import Chain, Entry, effective
from adjudicator.core.chance import NoSource, ScriptRanOut, Stopped
from tests.core.small import FIRST, W, again, game, kinds, number, sit, yes_no

CUP = {"cup": ["x", "x", "y"], "hand": []}


# -- questions -------------------------------------------------------------------------------------


async def both(w: W) -> None:
    answers = await ask_all({"a": number(), "b": number()})
    w.notes = [f"{seat} {n}" for seat, n in answers.items()]


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


async def a_die(w: W) -> None:
    w.notes.append(f"die {await d6('1', 'one')}")


async def a_question(w: W) -> None:
    w.notes.append(await ask("a", yes_no()))


def test_a_rehearsal_stops_at_chance() -> None:
    with pytest.raises(Stopped):
        sit(game(a_die), source=NoSource())


def test_a_script_that_runs_out_stops_the_table() -> None:
    with pytest.raises(ScriptRanOut):
        sit(game(a_die, a_die), dice=[3])


def test_a_die_of_ten_reads_ten_as_nought() -> None:
    async def tens(w: W) -> None:
        w.notes = [str(await d10("1", "x")), str(await d10("1", "y"))]

    assert sit(game(tens), dice=[10, 1]).world.notes == ["0", "1"]


def test_dice_with_no_entry_between_are_one_batch_whatever_procedures_roll_them() -> None:
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


def test_every_procedure_that_ends_behind_a_batch_is_a_rest_if_no_roll_follows() -> None:
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


# -- another question, another story, other chance: Stale ------------------------------------------


def told(what: str, then: Any) -> Callable[[W], Any]:
    async def body(w: W) -> None:
        await ask("a", yes_no())
        tell(what, "1")
        await then()
        await ask("z", yes_no("2"))

    return body


def asked(choice: OneOf) -> Callable[[W], Any]:
    async def body(w: W) -> None:
        await ask("a", choice)
        await ask("z", yes_no())

    return body


def together(*seats: str) -> Callable[[W], Any]:
    async def body(w: W) -> None:
        await ask_all({seat: yes_no() for seat in seats})
        await ask("z", yes_no())

    return body


def rolling(*rolls: tuple[str, int, int]) -> Callable[[W], Any]:
    async def then() -> None:
        for label, count, faces in rolls:
            await dice("1", label, count, faces)

    return told("told", then)


def drawing(source: str, count: int) -> Callable[[W], Any]:
    return told("told", lambda: draw("1", source, [To("hand", count, ("a",))]))


def showing(*items: str, seat: str = "all") -> Callable[[W], Any]:
    return told("told", lambda: look("1", seat, "cup", items))


def moving(*items: str, shown: bool = True) -> Callable[[W], Any]:
    return told("told", lambda: move("1", "cup", "hand", items, shown=shown, seats=[]))


ROLLED = rolling(("x", 2, 6), ("y", 1, 6))
CHANGES = {
    "another prompt": (asked(yes_no()), asked(yes_no(prompt="No?"))),
    "another rule": (asked(yes_no()), asked(yes_no("1b"))),
    "another seat": (asked(yes_no()), together("a", "b")),
    "other seats": (together("a", "b"), together("a", "b", "c")),
    "another story": (ROLLED, told("untold", lambda: dice("1", "x", 2))),
    "another label": (ROLLED, rolling(("z", 2, 6), ("y", 1, 6))),
    "other faces": (ROLLED, rolling(("x", 2, 10), ("y", 1, 6))),
    "another count": (ROLLED, rolling(("x", 3, 6), ("y", 1, 6))),
    "fewer rolls": (ROLLED, rolling(("x", 2, 6))),
    "no roll": (ROLLED, rolling()),
    "no chance but a look": (ROLLED, showing("x", "x", "y")),
    "another number drawn": (drawing("cup", 1), drawing("cup", 2)),
    "drawn from elsewhere": (drawing("cup", 1), drawing("bag", 1)),
    "shown to another": (showing("x", "x", "y"), showing("x", "x", "y", seat="a")),
    "other things shown": (showing("x", "x", "y", seat="a"), showing("x", "x", seat="a")),
    "other things moved": (moving("x"), moving("y")),
    "moved face down": (moving("x"), moving("x", shown=False)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_log_that_the_rules_no_longer_write_is_stale(change: str) -> None:
    old, new = (game(body) for body in CHANGES[change])
    world = W(cups={"cup": ["x", "x", "y"], "bag": ["x", "x", "y"], "hand": []})
    table = sit(old, world, [1, 2, 3], ["x"])
    while "z" not in table.pending:
        table.submit(next(iter(table.pending)), "yes")
    position = table.position
    assert again(old, position).position == position
    with pytest.raises(Stale):
        again(new, position)


def test_a_log_that_goes_on_after_the_game_is_stale() -> None:
    async def longer(w: W) -> None:
        await ask("a", yes_no())
        await ask("a", yes_no())

    table = sit(game(longer))
    table.submit("a", "yes")

    async def short(w: W) -> None:
        await ask("a", yes_no())

    assert len(again(game(short), table.position).rests) == 1
    with pytest.raises(Stale):
        again(game(), table.position)


def test_contents_that_differ_are_stale() -> None:
    of = game(drawing("cup", 1))
    table = sit(of, W(cups={"cup": ["x", "y"], "hand": []}), draws=["x"])
    table.submit("a", "yes")
    other = sit(of, W(cups={"cup": ["x", "z"], "hand": []})).position.rest
    assert again(of, table.position).position == table.position
    with pytest.raises(Stale):
        again(of, Position(other, table.position.tail))


# -- at any time -----------------------------------------------------------------------------------


async def coin(w: W) -> None:
    coins = await ask("b", number("5"))
    w.notes.append(f"coin {coins}")


def with_asides(*bodies: Callable[[W], Any]) -> Game:
    return game(*bodies, asides=lambda w: {"a": yes_no("4"), "b": yes_no("4")}, aside=_aside)


async def _aside(w: W, seat: str, answer: str) -> None:
    if answer == "yes":
        await coin(w)
    w.notes.append(f"{seat} {answer} at {w.step}")


async def nothing_yet(w: W) -> None:
    w.notes.append("nothing")


async def last(w: W) -> None:
    await ask("a", number("9"))
    w.notes.append(f"die {await d6('9', 'last')}")
    await ask("a", number("9"))


def test_an_aside_drops_the_question_and_it_is_asked_afresh() -> None:
    of = with_asides(both)
    table = sit(of)
    table.aside("b", "no")
    assert table.at_rest
    assert list(table.pending) == ["a", "b"]
    assert [rest.stage for rest in table.rests] == ["0"]
    table.aside("a", "yes")
    assert not table.at_rest
    assert table.asides() == {}
    with pytest.raises(NotNow):
        table.aside("b", "no")
    table.submit("b", 3)
    assert table.world.notes == ["b no at 0", "coin 3", "a yes at 0"]
    assert kinds(table.ledger.entries) == ["ask", "answer", "ask", "answer", "answer", "ask"]
    table.submit("a", 1)
    with pytest.raises(NotNow):
        table.aside("b", "no")
    table.submit("b", 1)
    assert table.over
    assert table.asides() == {}
    with pytest.raises(NotNow):
        table.aside("b", "no")


def test_an_aside_is_not_now_behind_a_die_or_a_window() -> None:
    async def rolled(w: W) -> None:
        await a_die(w)
        await ask("a", yes_no())

    async def offered(w: W) -> None:
        await window(Occasion("kind", "2"), {"a": yes_no("2")})
        await ask("a", yes_no())

    for body in (rolled, offered):
        table = sit(with_asides(body), dice=[1])
        assert table.asides() == {}
        with pytest.raises(NotNow):
            table.aside("b", "no")


def test_asides_are_found_again_from_any_rest() -> None:
    """A rest that was kept may lie before procedures that wrote nothing, and before dropped questions."""
    of = with_asides(a_question, nothing_yet, both, nothing_yet, last)
    table = sit(of, dice=[2])
    begin = Position(table.position.rest)
    table.submit("a", "yes")
    table.aside("b", "yes")
    table.submit("b", 4)
    table.aside("a", "no")
    table.submit("a", 1)
    table.submit("b", 2)
    table.aside("b", "no")
    table.submit("a", 7)
    log = table.ledger.entries
    for rest in [begin.rest, *table.rests]:
        tail = tuple(e for e in log if e.n > rest.n)
        same = again(of, Position(rest, tail), log)
        assert same.world == table.world
        assert same.position == table.position
        assert same.ledger.entries == []


# -- undo ------------------------------------------------------------------------------------------


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
