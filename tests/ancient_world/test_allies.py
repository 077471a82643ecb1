"""A seat of its own for an ally: it answers for its leaders, and wins with its side."""

from __future__ import annotations

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.rules.r05_command import acting_leaders
from adjudicator.ancient_world.rules.r05_party import all_join
from adjudicator.ancient_world.world import World
from adjudicator.core.game.game import rosters, winners
from tests.ancient_world.helpers import act, order, put, table

from .kit import founded, play


def allied(scenario: str) -> World:
    world: World = founded(0, scenario)
    world.forces, world.locks, world.turn, world.agenda = {}, {}, 1, []
    return world


def test_an_ally_is_another_roster_of_a_scenario() -> None:
    """§5.13 Ruling AW-V25."""
    found = {id: [s.seats for s in each] for id, each in rosters(GAME.scenarios()).items()}
    assert found == {
        "pyrrhus_in_italy": [("epirus", "rome"), ("epirus", "samnites", "rome")],
        "sicily": [("carthage", "rome"), ("carthage", "syracuse", "rome")],
        "hannibal_in_italy": [("carthage", "rome")],
    }


def test_an_ally_answers_for_its_leaders() -> None:
    """§5.21 §6.53 Hiero's phase and his interceptions are Syracuse's; Hanno's are Carthage's."""
    w = allied("sicily_syracuse")
    put(w, "carthage", "6419", {"syracusae_foot": 16}, ["hiero"])
    assert list(table(act(w, "hiero")).pending) == ["syracuse"]
    w = allied("sicily_syracuse")
    put(w, "carthage", "6319", {"syracusae_foot": 16}, ["hiero"])
    put(w, "carthage", "6120", {"libya_foot": 16}, ["hanno_han"])
    put(w, "rome", "6219", {"romani_foot": 18}, ["caudex"])
    t = table(act(w, "caudex"), [5] * 9)
    order(t, "march 6119", "rome")
    assert list(t.pending) == ["carthage", "syracuse"]
    order(t, "play let pass", "syracuse")
    assert list(t.pending) == ["carthage"]


def test_an_ally_is_carried_off_by_nobody_unasked() -> None:
    """§5.42 Ruling AW-V25 Who reacts or marches takes leaders of their own seat; others only if named."""
    w = allied("sicily_syracuse")
    put(w, "carthage", "6120", {"libya_foot": 16}, ["hanno_han", "gisco", "hiero"])
    w.commanders["carthage"] = "hanno_han"
    assert all_join(w, "hanno_han", {"libya_foot": 16}) == ["gisco"]
    assert acting_leaders(act(w, "hanno_han")) == ["hanno_han", "gisco"]


def test_an_ally_wins_with_its_side() -> None:
    """§14.0 Unless it has made peace."""
    *_, last = play(4, scenario="sicily_syracuse")
    w = last.world
    for winner, peace, won in (("carthage", 0, ["carthage", "syracuse"]), ("carthage", 1, ["carthage"]),
                               ("rome", 0, ["rome"]), ("", 0, [])):  # fmt: skip
        w.result, w.notes["hiero_out"] = {"winner": winner, "how": "points"}, peace
        assert winners(GAME.score(w).result) == won
