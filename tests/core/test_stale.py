"""A log that the rules no longer write is noticed at the first difference (architecture.md §1.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.core import (
    OneOf,
    Position,
    Stale,
    To,
    ask,
    ask_all,
    dice,
    draw,
    look,
    move,
    tell,
    words,
)
from tests.core.small import (
    W,
    again,
    game,
    sit,
    yes_no,
)

CUP = {"cup": ["x", "x", "y"], "hand": []}


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


def about(place: str) -> OneOf:
    return replace(yes_no(), prompt=words("To {place}?", place=place))


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
    "another subject": (asked(about("roma")), asked(about("ravenna"))),
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
