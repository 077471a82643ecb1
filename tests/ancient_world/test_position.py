"""Positions written by hand, standing orders, and names."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.board import CITIES, HEXES, LEADERS, PROVINCES, UNITS
from adjudicator.ancient_world.position import complete
from adjudicator.ancient_world.show.view import view
from adjudicator.ancient_world.standing import STANDING, TERMS, keys
from adjudicator.ancient_world.world import Battle, March, Siege
from adjudicator.core import Table, start
from adjudicator.core.choices.choice import Reader
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import ScriptedSource
from adjudicator.core.orders.books import Books
from tests.ancient_world.helpers import act, empty, founded, last, order, put, table

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


@pytest.mark.parametrize("occasion", ["interception", "enters", "迎撃の機会"])
def test_a_standing_order_may_be_short(occasion: str) -> None:
    """§6.53 Scipio intercepts an enemy force of fewer than forty that comes within two hexes."""
    line = f"on {occasion} when distance <= 2, strength < 40 do intercept with P. Scipio"
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 30}, ["hannibal"])
    put(w, "rome", "5005", {"romani_foot": 30}, ["scipio"])
    books = Books(GAME, {})
    books.leave("rome", [line], act(w, "hannibal"))
    chain, source = Chain("ancient_world/standing", bytes(32), 1), ScriptedSource([10] + [5] * 20, [])
    t = Table(GAME, start(GAME, w, 0), chain, source, fresh=True, policy=books.policy({}))
    order(t, "march 4805-4905", "carthage")
    assert last(t, "intercepts")["leader"] == "scipio"


@pytest.mark.parametrize("place", ["Capua", "Roma"])
def test_a_standing_order_refuses_a_sally_at_one_city(place: str) -> None:
    """§9.43 The besieged of Capua are not asked whether they sally; those of another city are."""
    w = empty()
    put(w, "rome", "4412i", {"romani_foot": 4})
    put(w, "carthage", "4412", {"libya_foot": 40}, ["hannibal"])
    w.sieges["capua"] = Siege("carthage", 7, 0)
    books = Books(GAME, {})
    books.leave("rome", [f"on 9.43 when place = {place} do no"], act(w, "hannibal"))
    chain, source = Chain("ancient_world/standing", bytes(32), 1), ScriptedSource([10, 9], [])
    t = Table(GAME, start(GAME, w, 0), chain, source, fresh=True, policy=books.policy({}))
    order(t, "reduce", "carthage")
    assert last(t, "reduced")["change"] == 0
    books.answer_all(t)
    assert ("rome" in t.pending) == (place != "Capua")


def test_the_facts_of_a_battle() -> None:
    """§8.22 Where it is, and of the attackers their strength and leader."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", "4903", {"romani_foot": 30}, ["scipio"])
    w.battle = Battle("land", "4903", "carthage", "rome", ["carthage@4705"], ["rome@4903"], "hannibal")
    found = keys(view(w, "rome"), "rome", "8.22")
    assert (found["strength"], found["leader"], found["place"]) == (40, "hannibal", "4903")


def test_the_leader_of_a_force_on_the_march_is_its_commander() -> None:
    """§5.43 The overall commander, not the first by name, also where the leader who acts is not with them."""
    w = empty("pyrrhus_in_italy")
    put(w, "epirus", "3710", {"epirus_foot": 40}, ["cineas", "pyrrhus"])
    put(w, "epirus", "4412", {"samnium_foot": 4}, ["meddix"])
    w = act(w, "meddix")
    w.march = March("epirus@3710", "force", ["3710"], ["3711"])
    assert keys(view(w, "rome"), "rome", "interception")["leader"] == "pyrrhus"


def test_the_leader_of_an_attack_is_its_commander() -> None:
    """§5.43 §8.22 The overall commander, though another of the force carries out the operation."""
    w = empty("pyrrhus_in_italy")
    put(w, "epirus", "3710", {"epirus_foot": 40}, ["cineas", "pyrrhus"])
    put(w, "rome", "3711", {"romani_foot": 30})
    w = act(w, "cineas")
    w.battle = Battle("land", "3711", "epirus", "rome", ["epirus@3710"], ["rome@3711"], "cineas")
    assert keys(view(w, "rome"), "rome", "8.22")["leader"] == "pyrrhus"


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
