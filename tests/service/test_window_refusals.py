"""A refusal in a window names what may be ordered there, as a player writes it."""

from __future__ import annotations

import pytest

from adjudicator.core.choices.choice import Choice
from adjudicator.core.language.errors import Refusal
from adjudicator.core.orders import orders
from adjudicator.core.orders.reacting import is_order
from adjudicator.core.table.question import Reaction
from service.text.explain import explain
from tests.ancient_world.helpers import READER, act, empty, order, put, table
from tests.harness.walks import games, readers, samples

EACH = 2
"""The windows of each kind that are looked at."""


@pytest.mark.parametrize(
    ("name", "seed", "steps"),
    [("ottomans", 1, 120), ("belisarius", 1, 120), ("ancient_world", 4, 250)],
)
def test_a_refusal_in_a_window_names_orders_that_are_taken_there(name: str, seed: int, steps: int) -> None:
    met: dict[str, int] = {}
    for at, _, window in games(name, seed, steps):
        occasion = at.question.occasion if at.question is not None else None
        if not isinstance(window, Reaction) or occasion is None or met.get(occasion.kind) == EACH:
            continue
        met[occasion.kind] = met.get(occasion.kind, 0) + 1
        play = window.items()["play"]
        assert isinstance(play, Choice)
        for reader in readers(at.game):
            for text in ("xyzzy", "march Roma"):
                with pytest.raises(Refusal) as refused:
                    orders.read(window, text, reader)
                allowed = explain([window], text, refused.value, reader).allowed
                assert all(is_order(window, line, reader) for line in allowed), allowed
                assert allowed[-1] == reader.label("pass")
                assert reader.label("play") not in allowed
                assert len(allowed) > 1 or not samples(play, 1), allowed
    assert met


def test_who_may_intercept_reads_how() -> None:
    """The Ancient World §6.53: the verb with each leader, not "react"."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40, "numidia_horse": 10}, ["hannibal", "mago"])
    put(w, "rome", "4707", {"romani_foot": 30}, ["scipio"])
    t = table(act(w, "scipio"))
    order(t, "march 4708", "rome")
    for text in ("xyzzy", "march 4708"):
        with pytest.raises(Refusal) as refused:
            orders.read(t.choice("carthage"), text, READER)
        allowed = explain([t.choice("carthage")], text, refused.value, READER).allowed
        assert allowed[0] == "intercept with Hannibal"
        assert set(allowed) >= {"intercept with Mago", "let pass", "pass"}
