"""Positions written by hand, standing orders, and names."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.board import CITIES, HEXES, LEADERS, PROVINCES, UNITS
from adjudicator.ancient_world.position import complete
from adjudicator.ancient_world.show.view import view
from adjudicator.ancient_world.standing import STANDING, TERMS, keys
from adjudicator.ancient_world.world import March
from adjudicator.core.choices.choice import Reader
from tests.ancient_world.helpers import act, empty, founded, order, put, table

FACTS = {"turn", "year", "place", "province", "strength", "leader", "distance"}


def test_what_a_position_leaves_out() -> None:
    """The rest is as at the start of its scenario."""
    made = complete({"scenario": "pyrrhus_in_italy", "turn": 3, "lams": ["pyrrhus"]}, {})
    assert made.turn == 3
    assert made.forces == founded("pyrrhus_in_italy").forces


def test_what_standing_orders_ask_about() -> None:
    """§6.53 The same facts for every rule, from the view alone."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", "4903", {"romani_foot": 30}, ["scipio"])
    assert set(keys(view(w, "rome"), "rome", "6.53")) == FACTS == set(TERMS.facts)
    w.forces["active"] = w.forces.pop("carthage@4705")
    w.march = March("active", "force", ["4705"], ["4706"])
    found = keys(view(w, "rome"), "rome", "6.53")
    assert (found["strength"], found["leader"], found["place"]) == (40, "hannibal", "4705")
    assert set(TERMS.occasions) == set(STANDING)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_everything_has_a_name(language: str) -> None:
    for id in (*LEADERS, *CITIES, *PROVINCES, *UNITS, *HEXES):
        assert GAME.lexicon.label(id, language)
    assert GAME.lexicon.label("hannibal", "ja") == "ハンニバル"


def test_orders_in_japanese() -> None:
    """§5.3 Each order that is written is read again."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 20, "numidia_horse": 6}, ["hannibal", "mago"])
    t = table(act(w, "hannibal"), [9])
    choice = t.pending["carthage"]
    reader = Reader(GAME.lexicon, "ja")
    answer = choice.accept(choice.parse("移動 4706-4806", reader))
    assert choice.accept(choice.parse(choice.write(answer, reader), reader)) == answer
    order(t, "march 4706")
    assert t.over
