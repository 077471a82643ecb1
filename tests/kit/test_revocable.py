"""Nothing binds an order of which a question says that it can be taken back alone, in random positions."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core import Choice, Table
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.choices.forms import Menu
from adjudicator.core.log.chance import sampler
from adjudicator.core.orders import orders

from .game import GameUnderTest
from .games import KITS
from .selfplay import play

FEW, ENOUGH = 24, 150
"""Orders that are tried in a game at most, and answers that are looked at for them."""
SEEDS = 2
WITH_SOME = ("julius_caesar", "belisarius", "ottomans")
"""Games that name such orders."""


@pytest.mark.parametrize("kit", [KITS[name] for name in WITH_SOME], ids=WITH_SOME)
def test_nothing_binds_an_order_that_is_said_to_be_revocable(kit: GameUnderTest) -> None:
    """A rehearsal ends at chance, windows and what is revealed; then the same seat is asked again, alone."""
    tried, looked = list[str](), 0

    def before(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        nonlocal looked
        looked += 1
        if not isinstance(choice, Menu) or not table.at_rest:
            return
        items = choice.items()
        for verb in choice.revocable:
            item = items.get(verb)
            if not isinstance(item, Choice):
                continue
            try:
                given = {"pick": verb, "answer": item.sample(sampler(looked))}
            except NoneLegal:
                continue
            scratch = orders.clone(table, seat)
            scratch.submit(seat, given)
            assert list(scratch.pending) == [seat], (verb, choice.rule, given)
            tried.append(verb)

    for seed in range(1, SEEDS + 1):
        for _ in play(kit, seed, before, windows="standing"):
            if len(tried) >= FEW * seed or looked >= ENOUGH * seed:
                break
    assert tried
