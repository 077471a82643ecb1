"""Positions written by hand, standing orders, and names."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.board import CITIES, HEXES, LEADERS, PROVINCES, UNITS
from adjudicator.ancient_world.position import complete, problems
from adjudicator.ancient_world.show.view import view
from adjudicator.ancient_world.standing import STANDING, TERMS, keys
from adjudicator.ancient_world.world import March
from adjudicator.core import fill
from adjudicator.core.choices.choice import Reader
from tests.ancient_world.helpers import act, empty, order, put, table
from tests.ancient_world.selfplay import SCENARIOS, founded

FACTS = {"turn", "year", "place", "province", "strength", "leader", "distance"}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_is_sound_and_comes_back(scenario: str) -> None:
    world = founded(scenario)
    assert problems(world) == []
    saved = msgspec.json.decode(msgspec.json.encode(world))
    assert complete(saved, world.options) == world


def test_what_a_position_leaves_out() -> None:
    """The rest is as at the start of its scenario."""
    made = complete({"scenario": "pyrrhus", "turn": 3, "lams": ["pyrrhus"]}, {})
    assert made.turn == 3
    assert made.forces == founded("pyrrhus").forces


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"forces": {"x": {"side": "gaul", "place": "4705", "leaders": ["mago"]}}}, "no side"),
        ({"forces": {"x": {"side": "rome", "place": "9999", "leaders": ["mago"]}}}, "no place"),
        ({"forces": {"x": {"side": "rome", "place": "4705"}}}, "nobody"),
        ({"forces": {"x": {"side": "rome", "place": "4705", "units": {"elves": 3}}}}, "no unit"),
        ({"forces": {"x": {"side": "rome", "place": "4705", "leaders": ["nero"]}}}, "no leader"),
        ({"control": {"atlantis": "rome"}}, "no city"),
        ({"alliance": {"latium": 9}}, "no box"),
        ({"agenda": ["dance"]}, "no procedure"),
        ({"lams": ["nero"]}, "no marker"),
    ],
)
def test_impossible_positions(change: dict[str, object], said: str) -> None:
    world = complete(change, {})
    texts = [fill(problem, "en", GAME.lexicon.label) for problem in problems(world)]
    assert any(said in text for text in texts), texts


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
