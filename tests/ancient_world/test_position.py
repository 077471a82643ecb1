"""Positions written by hand, standing orders, and names."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.board import CITIES, HEXES, LEADERS, PROVINCES, UNITS
from adjudicator.ancient_world.position import complete, problems
from adjudicator.ancient_world.show.view import view
from adjudicator.ancient_world.standing import STANDING, TERMS, keys
from adjudicator.ancient_world.world import March
from adjudicator.core import Choice, Refusal, Table, fill
from adjudicator.core.choices.choice import Reader, tidy
from adjudicator.core.orders import read
from tests.ancient_world.helpers import act, empty, order, put, table
from tests.ancient_world.selfplay import SCENARIOS, founded, play

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
def test_every_order_is_written_and_read_again(language: str) -> None:
    """What a choice writes is an order that says the same, over half a game."""
    reader = Reader(GAME.lexicon, language)
    seen = set()

    def check(t: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        accepted = choice.accept(answer)
        again = read(choice, tidy(choice.write(accepted, reader)), reader)[0]
        assert choice.accept(again) == accepted, choice.write(accepted, reader)
        seen.add(choice.rule)

    for n, _ in enumerate(play("pyrrhus", 2, before=check)):
        if n > 60:
            break
    assert {"5.3", "6.53"} <= seen


RUBBISH: tuple[Any, ...] = (
    None, True, -1, 2**53, 1.5, "", " ", "x" * 9999, [], {}, [None], {"pick": None}, {"pick": "march"},
    {"pick": "march", "answer": ["0618", "9999"]}, {"pick": "take", "answer": {"units": {"elves": 1}}},
    {"pick": "play", "answer": {"pick": "intercept", "answer": "nero"}}, {"pick": "pass", "answer": 1},
)  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_rubbish_is_refused_and_changes_nothing(scenario: str) -> None:
    tried = 0

    def check(t: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        nonlocal tried
        before = msgspec.msgpack.encode(t.world)
        for rubbish in RUBBISH:
            try:
                choice.accept(rubbish)
            except Refusal as refusal:
                tried += 1
                assert fill(refusal.why, "ja", GAME.lexicon.label)
        assert msgspec.msgpack.encode(t.world) == before

    for n, _ in enumerate(play(scenario, 5, before=check)):
        if n > 25:
            break
    assert tried > 300


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
