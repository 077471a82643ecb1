"""Acts out of turn (architecture.md §1.7)."""

from __future__ import annotations

import pytest

from adjudicator.core import (
    NotNow,
    Occasion,
    Position,
    ask,
    window,
)
from tests.core.small import (
    W,
    a_die,
    a_question,
    again,
    both,
    kinds,
    last,
    sit,
    with_asides,
    yes_no,
)

CUP = {"cup": ["x", "x", "y"], "hand": []}


async def nothing_yet(w: W) -> None:
    w.notes.append("nothing")


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
