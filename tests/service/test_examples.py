"""Examples of orders: each is a whole order that the decision accepts."""

from __future__ import annotations

import pytest

from adjudicator import GAMES
from adjudicator.core.choices.choice import Reader
from adjudicator.core.orders import orders
from service.text.examples import examples
from tests.harness.walks import LANGUAGES, games


@pytest.mark.parametrize("name", sorted(GAMES))
def test_an_example_is_a_whole_order_that_is_accepted(name: str) -> None:
    for step, (_, _, choice) in enumerate(games(name, seed=16, most=40)):
        reader = Reader(GAMES[name].lexicon, LANGUAGES[step % len(LANGUAGES)])
        found = examples(choice, reader)
        assert found and len(set(found)) == len(found), choice.prompt
        for text in found:
            choice.accept(orders.read(choice, text, reader)[0])
    assert step > 10
