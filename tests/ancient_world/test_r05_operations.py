"""§3 §4 §5 The turn, markers, leaders, operations and guile."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world.rules.r02_forces import share, split, strength
from adjudicator.ancient_world.rules.r04_initiative import markers_of
from adjudicator.ancient_world.rules.r05_leaders import (
    candidates,
    commandable,
    guile_left,
    overall_commander,
    subordinate_value,
)
from adjudicator.ancient_world.world import AUGURY, SIEGE, World, stack_key
from adjudicator.core import Illegal
from tests.ancient_world.helpers import act, empty, founded, last, order, put, table, told
from tests.ancient_world.kit import play


def test_units_split_and_merge_by_strength() -> None:
    """§2.21 §8.12 §5.13 As long as origin and arm are the same."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 24, "hispani_foot": 16}, ["hannibal"])
    split(w, "carthage@4705", "active", {"libya_foot": 10}, [])
    assert w.forces["active"].units == {"libya_foot": 10}
    assert w.forces["carthage@4705"].units == {"hispani_foot": 16, "libya_foot": 14}
    assert strength(share({"a_foot": 7, "b_horse": 4, "c_engine": 1}, 5)) == 5


def test_the_sequence_of_play() -> None:
    """§3.0 §3.1 §2.5 §2.6 A turn is a year; its phases come in order."""
    stages = []
    for step in play(1, scenario="hannibal_in_italy"):
        stages += [e.values["year"] for e in step.events if e.kind == "turn"]
    assert stages == [218, 217, 216]


def test_the_cup() -> None:
    """§4.11 §4.12 §4.15 §4.2 All markers of leaders in play; no augury in Hannibal, one siege marker."""
    w = founded("hannibal_in_italy")
    t = table(w, draws=["scipio"])
    cup = next(e for e in told(t) if e.kind == "cup_filled").values["markers"]
    assert cup.count("hannibal") == 2  # the year 218 is short
    assert cup.count(SIEGE) == 1
    assert AUGURY not in cup
    assert cup.count("scipio") == cup.count("sempronius") == 1
    w = founded("pyrrhus_in_italy")
    t = table(w, draws=["milon"])
    cup = next(e for e in told(t) if e.kind == "cup_filled").values["markers"]
    assert (cup.count("pyrrhus"), cup.count(SIEGE), cup.count(AUGURY)) == (3, 3, 1)
    assert "meddix" not in cup  # locked in Bovianum


def test_a_drawn_marker_activates_and_may_be_passed() -> None:
    """§4.13 §4.14 §5.21 §5.26 The marker is spent all the same."""
    t = table(founded("hannibal_in_italy"), draws=["mago", "scipio"])
    assert list(t.pending) == ["carthage"]
    assert t.world.op.leader == "mago"
    order(t, "pass")
    assert t.world.op.leader == "scipio"
    assert "mago" not in t.world.lams


def test_a_leader_who_comes_in_late() -> None:
    """§4.21 With more than one marker drawn only one goes into the cup."""
    w = founded("hannibal_in_italy")
    t = table(w, draws=["mago", "scipio", "maharbal"])
    for _ in range(2):
        order(t, "pass")
    w = t.world
    assert markers_of(w, "hannibal") == 2
    w.turn = 2
    assert markers_of(w, "hannibal") == 4


def test_continuation() -> None:
    """§5.22 §5.24 §5.25 §6.22 §6.23 A. Claudius enters a city, rolls 8 against his 6, and is finished."""
    t = table(_claudius(), [8])
    order(t, "march in Rhegium")
    assert last(t, "continuation") == {
        "leader": "caudex",
        "die": 8,
        "modifier": 0,
        "rating": 6,
        "how": "finished",
    }
    assert t.world.op is None
    t = table(_claudius(), [6])
    order(t, "march in Rhegium")
    assert last(t, "continuation")["how"] == "goes_on"
    assert t.world.op.leader == "caudex"


def _claudius() -> World:
    w = empty("sicily")
    put(w, "rome", "6015", {"romani_foot": 10}, ["caudex"])
    w.control["rhegium"] = "rome"
    return act(w, "caudex")


def test_beside_the_overall_commander() -> None:
    """§5.12 §5.41 §5.42 Anybody else leads half of all strength at most, and never the commander."""
    w = empty()
    put(w, "carthage", "1020", {"libya_foot": 21, "numidia_horse": 10}, ["hannibal", "mago"])
    assert overall_commander(w, "carthage") == "hannibal"
    assert strength(commandable(w, "mago", "1020")) == 15
    assert strength(commandable(w, "hannibal", "1020")) == 31
    t = table(act(w, "mago"))
    with pytest.raises(Illegal, match=r"5\.41"):
        order(t, "take 5 Libyan infantry with Hannibal")


def test_who_commands() -> None:
    """§5.43 §5.44 §5.23 §5.45 The overall commander even if another acts; two of subordinates."""
    w = empty()
    key = stack_key("carthage", "1020")
    put(w, "carthage", "1020", {"libya_foot": 20}, ["hannibal", "mago", "maharbal", "hanno_bom"])
    assert candidates(w, [key], "mago") == ["hannibal"]
    assert subordinate_value(w, [key], "hannibal") == 2
    put(w, "rome", "1514", {"romani_foot": 20}, ["servilius", "marcellus"])
    w.commanders["rome"] = "scipio"
    put(w, "rome", "3615i", {"romani_foot": 20}, ["scipio"])
    assert candidates(w, [stack_key("rome", "1514")], "servilius") == ["servilius"]
    assert candidates(w, [stack_key("rome", "1514")]) == ["marcellus", "servilius"]


def test_guile() -> None:
    """§5.51 §5.52 §5.53 §chart/guile The rating is the limit of a turn; it comes back with the next."""
    w = empty()
    put(w, "carthage", "1020", {"libya_foot": 20}, ["hannibal"])
    assert guile_left(w, "hannibal") == 3
    w.spent["hannibal"] = 2
    assert guile_left(w, "hannibal") == 1
    assert guile_left(w, "maharbal") == 0


def test_take_and_detach() -> None:
    """§6.24 §6.25 §9.93 The acting force is formed for each operation; nothing is left in the open alone."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 20, "numidia_horse": 6}, ["hannibal", "mago"])
    t = table(act(w, "hannibal"), [3])
    with pytest.raises(Illegal, match=r"6\.25"):
        order(t, "detach 10 Libyan infantry")
    order(t, "detach 10 Libyan infantry, 2 Numidian cavalry to Mago")
    order(t, "march Hannibal: 4706")
    assert t.world.forces["carthage@4705"].units == {"libya_foot": 10, "numidia_horse": 2}
    assert t.world.forces["carthage@4705"].leaders == ["mago"]
    assert t.world.forces["carthage@4706"].units == {"libya_foot": 10, "numidia_horse": 4}


def test_a_lone_leader() -> None:
    """§5.3 §6.12 §chart/operations With own units first they go on without a die, alone they are finished."""
    w = empty()
    put(w, "carthage", "1020", {"libya_foot": 20}, ["hannibal", "mago"])
    put(w, "carthage", "4705", {"galli_foot": 5}, ["maharbal"])
    t = table(act(w, "mago"))
    order(t, "ride to 4705")
    assert t.world.op.leader == "mago"
    order(t, "ride to 4706")
    assert t.world.op is None


def test_allies_take_the_whole_phase() -> None:
    """§6.13 Only the overall commander moves allies without a leader; each stop has their die."""
    w = empty()
    put(w, "carthage", "1020", {"libya_foot": 20}, ["hannibal", "mago"])
    put(w, "carthage", "4705", {"galli_foot": 5})
    with pytest.raises(Illegal, match=r"6\.13"):
        order(table(act(w, "mago")), "ally 4705: 5 Gallic infantry by 4706")
    w.op = None
    w.agenda.pop()
    t = table(act(w, "hannibal"), [7, 8])
    order(t, "ally 4705: 5 Gallic infantry by 4706")
    assert t.world.op.ally
    order(t, "ally 4806")
    assert t.world.op is None
    assert t.world.forces["carthage@4806"].units == {"galli_foot": 5}
