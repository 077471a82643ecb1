"""§8.6 Leaders who leave play, their stand-ins and replacements."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import adjudicator.ancient_world as game
from adjudicator.ancient_world.rules.r07_landing import sink
from adjudicator.ancient_world.rules.r08_casualties import place_replacement, posts_for
from adjudicator.ancient_world.rules.r08_fallen import leave_play
from adjudicator.ancient_world.world import Operation, World, leaders_on_map, stack_key
from tests.ancient_world.helpers import act, empty, heard, order, put, table, told

PLAIN = "4705"


def test_only_one_function_takes_leaders_out_of_play() -> None:
    """§8.6 §14.0 Whatever the cause, the fate of a leader is set in one place."""
    found = set()
    for path in Path(game.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            targets = node.targets if isinstance(node, ast.Assign) else []
            of = [t.value for t in targets if isinstance(t, ast.Subscript)]
            if any(isinstance(one, ast.Attribute) and one.attr == "fate" for one in of):
                found.add(path.stem)
    assert found == {"r08_fallen"}


def test_pyrrhus_who_goes_down_with_his_ship_is_dead() -> None:
    """§14.0 §7.29 The points for the death of Pyrrhus do not ask how he died."""
    w = empty("pyrrhus_in_italy")
    put(w, "epirus", "5408", {"epirus_foot": 10}, ["pyrrhus"], afloat=1)
    with heard():
        sink(w, "epirus@5408")
    assert w.points["rome"] == {"pyrrhus_killed": 6}
    assert w.forces == {} and w.losses == {"epirus": 10}


def wounded(w: World) -> World:
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["mago"])
    leave_play(w, "mago", "wounded")
    return w


def named(w: World, leader: str, fallen: str) -> None:
    answer = {"pick": "name", "answer": {"leader": leader, "place": PLAIN}}
    with heard():
        place_replacement(w, "carthage", fallen, answer)


def test_the_stand_in_goes_when_the_wounded_return() -> None:
    """§8.62 Who stood in for a wounded leader is a possible replacement again, and so is their own."""
    w = wounded(empty())
    named(w, "maharbal", "mago")
    leave_play(w, "maharbal", "wounded")
    named(w, "hanno_bom", "maharbal")
    w.agenda = ["return_wounded"]
    t = table(w)
    order(t, f"toward {PLAIN}")
    assert leaders_on_map(t.world, "carthage") == ["mago"]
    assert t.world.fate == {} and t.world.stand_ins == {}
    assert [event.values["leader"] for event in told(t, "relieved")] == ["hanno_bom"]


@pytest.mark.parametrize("left", [0, 2])
def test_one_marker_of_a_replacement_goes_into_the_cup(left: int) -> None:
    """§8.63 A §8.65 If any of the fallen's was left in it; on the one drawn it acts: ruling AW-R93."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal"])
    w.fate["mago"], w.posts["mago"] = "dead", PLAIN
    w.lams = ["hannibal", *["mago"] * left]
    w.op, w.agenda = Operation("mago"), ["replace"]
    t = table(w)
    order(t, f"name Maharbal at {PLAIN}")
    assert t.world.op is not None and t.world.op.leader == "maharbal"
    assert sorted(t.world.lams) == ["hannibal", *["maharbal"] * bool(left)]


@pytest.mark.parametrize("answer", ["4706", "4706-4806"])
def test_a_replacement_joins_the_army_that_has_fled(answer: str) -> None:
    """§8.64 The army that the fallen led at their death, wherever it has retreated to."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 60, "numidia_horse": 10}, ["hannibal"])
    put(w, "rome", PLAIN, {"romani_foot": 30}, ["varro"])
    w.commanders = {"carthage": "hannibal", "rome": "varro"}
    t = table(act(w, "hannibal"), [9, 0, 9, 0, 0, 9, 9, *[0] * 9])
    order(t, "attack")
    while t.pending and not told(t, "retreats"):
        seat, choice = next(iter(t.pending.items()))
        order(t, {"8.22": "stand", "8.37": answer}.get(choice.rule, "as planned"), seat)
    end = answer[-4:]
    assert t.world.fate == {"varro": "dead"}
    assert stack_key("rome", end) in t.world.forces
    assert posts_for(t.world, "rome", "varro")[0] == end
