"""An order cut in two is legal only if the whole is: a unit keeps what it has done."""

from __future__ import annotations

import pytest

from .cutting import cut_in_games
from .game import GameUnderTest
from .games import each_game

FEW, MANY = 150, 100_000


@each_game
def test_an_order_cut_in_two_is_legal_only_if_the_whole_is(kit: GameUnderTest) -> None:
    """A die, a question to somebody else or a chit between them may make it so.

    In The Ancient World one of them always comes between: every operation ends with a die (§5.25).
    """
    *_, found = cut_in_games(kit, FEW, range(5, 9))
    assert (found.orders["way"] >= FEW, found.faults[:3]) == (True, [])
    assert found.compared or found.parted
    assert found.alike or not found.compared


@pytest.mark.byhand
@each_game
def test_a_hundred_thousand_orders_cut_in_two(kit: GameUnderTest) -> None:
    """The same for as many as there is patience for; 100,000 of each game."""
    *_, found = cut_in_games(kit, MANY, range(10_000))
    print(f"{kit.name}: {found.orders} orders, {found.compared} compared, {found.parted} parted")
    assert (found.orders["way"] >= MANY, found.faults[:3]) == (True, [])
