"""An order cut in two is legal only if the whole is: a unit keeps what it has done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from adjudicator.core import Choice, Table
from adjudicator.core.log.chance import sampler

from .cutting import Tried, tried
from .game import GameUnderTest
from .games import each_game
from .selfplay import play

FEW, MANY = 150, 100_000
AT_EACH = 8
"""Random orders for each order with a way that is given."""


def cut_in_games(kit: GameUnderTest, most: int, seeds: Iterable[int]) -> Tried:
    """Play games, and cut random orders in two until enough have been tried."""
    found, rng = Tried(), sampler(7)

    def before(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        if table.at_rest and list(table.pending) == [seat]:
            for _ in range(AT_EACH):
                tried(kit, table, seat, answer, rng, found)

    for seed in seeds:
        for _ in play(kit, seed, before, windows="standing"):
            if found.orders >= most:
                return found
    return found


@each_game
def test_an_order_cut_in_two_is_legal_only_if_the_whole_is(kit: GameUnderTest) -> None:
    """A die, a question to somebody else or a chit between them may make it so."""
    found = cut_in_games(kit, FEW, range(5, 9))
    assert (found.orders >= FEW, found.faults[:3]) == (True, [])
    assert found.compared


@pytest.mark.byhand
@each_game
def test_a_hundred_thousand_orders_cut_in_two(kit: GameUnderTest) -> None:
    """The same for as many as there is patience for; 100,000 of each game."""
    found = cut_in_games(kit, MANY, range(10_000))
    print(f"{kit.name}: {found.orders} orders, {found.compared} cut orders compared")
    assert (found.orders >= MANY, found.faults[:3]) == (True, [])
