"""§5.24 §9.23 §11.12 §12.12 What is looked at when an operation ends."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world.rules.r09_capture import capture_city
from adjudicator.ancient_world.rules.r14_victory import automatic
from adjudicator.ancient_world.world import Lock, Operation, Siege, World
from tests.ancient_world.helpers import act, empty, founded, heard, last, order, put, table, told


def placentia(inside: int = 3, outside: int = 20) -> World:
    """Mago before Placentia, which is Roman."""
    w = empty()
    put(w, "carthage", "1514", {"libya_foot": outside}, ["mago"])
    put(w, "rome", "1514i", {"socii_foot": inside})
    w.control["placentia"] = "rome"
    w.sieges["placentia"] = Siege("carthage", 3, inside)
    return w


def test_a_relief_ends_the_siege_with_the_attack() -> None:
    """§9.23 §6.37 Mago is beaten off; Scipio goes on, and may march into the city at once."""
    w = placentia()
    put(w, "rome", "1514", {"romani_foot": 60, "romani_horse": 10}, ["scipio"])
    t = table(act(w, "scipio"), [9, 0, 9] + [0] * 12)
    order(t, "attack")
    while t.choice(next(iter(t.pending))).rule != "5.3":
        seat, choice = next(iter(t.pending.items()))
        picks = {"8.22": "stand", "8.37": "1414-1314", "8.25": "none"}
        order(t, picks.get(choice.rule, "as planned"), seat)
    assert last(t, "continuation")["how"] == "goes_on"
    assert last(t, "lifted") == {"side": "carthage", "city": "placentia", "how": "no_leader"}
    assert t.world.sieges == {}
    order(t, "march in Placentia")
    assert t.world.forces["rome@1514i"].leaders == ["scipio"]


def test_a_sally_that_leaves_too_few_ends_the_siege() -> None:
    """§9.23 §9.43 Six foot are needed at Arretium; after the sally three are left."""
    w = empty()
    put(w, "carthage", "2712", {"libya_foot": 6}, ["mago"])
    put(w, "rome", "2712i", {"socii_foot": 3})
    w.control["arretium"] = "rome"
    w.sieges["arretium"] = Siege("carthage", 3, 3)
    t = table(act(w, "mago"), [0, 0, 9, 0])
    order(t, "reduce")
    order(t, "yes", "rome")
    while t.choice(next(iter(t.pending))).rule != "5.3":
        order(t, "as planned")
    assert last(t, "lifted")["how"] == "too_few"
    assert t.world.sieges == {}


def test_the_siege_ends_when_the_besieger_goes_away() -> None:
    """§9.23 §9.43 The breaches are closed, and the militia are whole again: ruling AW-V41."""
    w = placentia()
    w.sieges["placentia"].militia, w.reduced["placentia"] = 1, 2
    t = table(act(w, "mago"), [0, 0])
    order(t, "march 1414")
    assert (t.world.sieges, t.world.reduced) == ({}, {})


def test_the_siege_ends_when_its_only_leader_rides_away() -> None:
    """§9.23 §6.12 A first ride to other units needs no die, and ends an operation all the same."""
    w = placentia()
    put(w, "carthage", "1316", {"galli_foot": 5})
    t = table(act(w, "mago"))
    order(t, "ride to 1316")
    assert last(t, "lifted")["how"] == "no_leader"
    assert next(iter(t.pending)) == "carthage"


def test_a_home_city_that_the_enemy_leaves_is_its_owners() -> None:
    """§11.12 Rome takes Lilybaeum and marches off: Carthage holds it, and nobody is without it in between."""
    w = founded("sicily")
    w.forces, w.locks, w.turn, w.agenda = {}, {}, 1, []
    put(w, "rome", "5526i", {"romani_foot": 12}, ["caudex"])
    w.control["lilybaeum"] = "rome"
    t = table(act(w, "caudex"), [9])
    order(t, "march 5425")
    assert "lilybaeum" in [e.values["city"] for e in told(t, "city_left")]
    assert t.world.control["lilybaeum"] == "carthage"


def test_a_home_city_is_rebuilt_for_its_owner() -> None:
    """§9.86 §11.12 Sacked, and nobody in it: its owner holds it, sacked or rebuilt."""
    w = founded("hannibal_in_italy")
    w.control.pop("ostia")
    w.sacked = ["ostia"]
    w.turn, w.agenda = 1, ["upgrade"]
    assert table(w).world.control["ostia"] == "rome"


@pytest.mark.parametrize(("city", "hex", "owner"), [("neapolis", "4512", "rome"), ("capua", "4412", "")])
def test_a_city_that_fell_and_that_nobody_enters(city: str, hex: str, owner: str) -> None:
    """§9.25 §11.31 §11.32 ruling AW-V55 Made small by a sack: whose units went in last; larger: nobody's."""
    w = empty("pyrrhus_in_italy")
    put(w, "epirus", hex, {"tarentum_foot": 40}, ["pyrrhus"])
    put(w, "rome", f"{hex}i", {"socii_foot": 1})
    w.control[city], w.sieges[city] = "rome", Siege("epirus", 3, 1)
    w.op, w.agenda = Operation("pyrrhus"), ["recovery", "ends"]
    with heard():
        capture_city(w, city, "epirus", "assault", "pyrrhus")
    t = table(w, [0])
    order(t, "yes")
    order(t, "stay out")
    assert city in t.world.sacked
    assert t.world.control.get(city, "") == owner


def test_pyrrhus_frees_whom_he_passes() -> None:
    """§12.12 ruling AW-V06 A force with Pyrrhus enters Lucania, and goes on."""
    w = founded("pyrrhus_in_italy")
    w.turn, w.agenda = 1, []
    t = table(act(w, "pyrrhus"), [5] * 6)
    order(t, "march 4909")
    while t.choice(next(iter(t.pending))).rule in ("6.53", "6.47"):
        order(t, "as planned" if t.choice(next(iter(t.pending))).rule == "6.47" else "let pass")
    assert "lucania" not in t.world.locks
    assert "samnium" in t.world.locks


def test_a_lock_ends_with_the_force_that_it_holds() -> None:
    """§12.12 Bovianum, its Samnites killed, counts for who holds it."""
    w = founded("pyrrhus_in_italy")
    w.locks = {"samnium": Lock("4411i", "epirus", {"samnium_foot": 14}, ["meddix"])}
    w.forces = {}
    w.agenda = ["ends"]
    t = table(w)
    assert t.world.locks == {}
    assert automatic(t.world) == ("", {})
