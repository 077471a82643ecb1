"""Rules that are about a position hold in it whichever order has led to it."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.board import CITIES
from adjudicator.ancient_world.rules.r08_fallen import leave_play
from adjudicator.ancient_world.rules.r09_siege import seat_of_besiegers
from adjudicator.ancient_world.rules.r10_manpower import fallen, recruit_item
from adjudicator.ancient_world.rules.r14_specials import dictator_leaves, name_dictator
from adjudicator.ancient_world.world import DISORGANIZED, DISRUPTED, USELESS, March, Operation, Siege, World
from adjudicator.core import Bar, Refusal

from .helpers import act, empty, heard, order, put, table, told

PLAIN = "4705"


@pytest.mark.parametrize("by", [["sail 5716"], ["sail 5616", "land 5716"]])
def test_who_lands_has_come_over_no_river(by: list[str]) -> None:
    """§8.31 §7.27 A river before the voyage was not crossed into the hex of the landing."""
    w = empty("sicily")
    put(w, "rome", "6015i", {"romani_foot": 20}, ["caudex"])
    w.control["rhegium"] = "rome"
    act(w, "caudex")
    assert w.op is not None
    w.op.river, w.op.entry = 1, "6016"
    t = table(w, [9, *[0] * len(by)])
    for line in by:
        order(t, line)
    assert t.world.op is not None
    assert (t.world.op.river, t.world.op.entry) == (0, "")
    assert t.world.forces["rome@5716"].landed == 1


def test_who_is_driven_into_a_city_has_not_spent_the_phase_in_it() -> None:
    """§8.56 A beaten attacker retreats into Capua: the army does not recover at once."""
    w = empty()
    here = CITIES["capua"].hex
    put(w, "carthage", here, {"libya_foot": 20}, ["mago"])
    put(w, "rome", here, {"romani_foot": 60, "romani_horse": 10}, ["scipio"])
    w.control["capua"] = "carthage"
    t = table(act(w, "mago"), [0, 9, 0, 0, 0, 0, 0, 0, 0])
    order(t, "attack")
    while t.pending and not told(t, "finished"):
        seat, choice = next(iter(t.pending.items()))
        order(t, {"8.22": "stand", "8.37": "in Capua"}.get(choice.rule, "as planned"), seat)
    assert t.world.forces[f"carthage@{here}i"].status == USELESS


def test_who_enters_a_city_that_yields_has_not_spent_the_phase_in_it() -> None:
    """§8.56 Neapolis surrenders, and the army goes in: it was outside when the phase began."""
    w = empty()
    here = CITIES["neapolis"].hex
    put(w, "carthage", here, {"libya_foot": 40}, ["mago"], status=DISRUPTED)
    w.control["neapolis"] = "rome"
    t = table(act(w, "mago"), [9, 9])
    order(t, "demand")
    order(t, "enter")
    assert told(t, "finished")
    assert t.world.forces[f"carthage@{here}i"].status == DISRUPTED


def test_leaders_are_replaced_by_the_same_limits_as_units_are_raised() -> None:
    """§8.63 C §10.0 ruling AW-V08 Where that is once a phase, not after units in the same phase."""
    w: World = empty(options={"manpower": "phase"})
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal"])
    w.commanders["carthage"] = "hannibal"
    leave_play(w, "mago", "dead", PLAIN)
    act(w, "hannibal")
    assert not isinstance(recruit_item(w), Bar)
    assert w.op is not None
    w.op.mustered = 1
    barred = recruit_item(w)
    assert isinstance(barred, Bar)
    assert barred.rule == "10.0"


def test_nobody_in_place_of_the_fallen_now_may_be_somebody_later() -> None:
    """§8.63 §8.64 Who lets one of the occasions pass has the others; the markers stay in the cup."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal"])
    w.fate["mago"], w.posts["mago"] = "dead", PLAIN
    w.lams = ["hannibal", "mago"]
    w.op, w.agenda = Operation("mago"), ["replace"]
    t = table(w)
    order(t, "nobody")
    assert t.world.lams == ["hannibal", "mago"]
    assert fallen(t.world, "carthage") == ["mago"]


def test_a_wounded_dictator_does_not_come_back_after_the_year() -> None:
    """§14.0 ruling AW-M13 The office ends with the year, whoever holds it: who is wounded, and a stand-in."""
    w = empty()
    put(w, "rome", "3615i", {"romani_foot": 20}, ["marcellus"])
    w.control["roma"] = "rome"
    with heard():
        name_dictator(w)
        leave_play(w, "fabius", "wounded")
        leave_play(w, "minucius", "wounded")
        w.stand_ins["minucius"], w.office["marcellus"] = "marcellus", "master"
        dictator_leaves(w)
    assert w.fate == {"fabius": "relieved", "minucius": "relieved", "marcellus": "relieved"}


def test_a_fleet_carries_off_no_other_unasked() -> None:
    """§6.24 ruling AW-R96 Who comes to a fleet at sea goes on with those who came."""
    w = empty("sicily")
    put(w, "rome", "6015i", {"romani_foot": 20}, ["caudex"])
    put(w, "rome", "5616", {"socii_foot": 5}, ["flaccus"], afloat=1)
    w.control["rhegium"] = "rome"
    t = table(act(w, "caudex"), [9, 0, 9, 0, 9, 9])
    order(t, "sail 5616")
    order(t, "land 5716")
    assert t.world.forces["rome@5616"].units == {"socii_foot": 5}
    assert t.world.forces["rome@5716"].units == {"romani_foot": 20}


def test_a_landed_army_that_enters_the_city_of_the_hex_has_not_left_it() -> None:
    """§7.27 §8.31 Until it leaves the hex: the inside of its city is in the hex."""
    w = empty("sicily")
    here = CITIES["rhegium"].hex
    put(w, "rome", here, {"romani_foot": 20}, ["caudex"], landed=1)
    put(w, "carthage", "6016", {"libya_foot": 5}, ["gisco"])
    w.control["rhegium"] = "rome"
    t = table(act(w, "caudex"), [0, 0])
    order(t, "march in Rhegium")
    assert t.world.forces[f"rome@{here}i"].landed == 1


def test_a_leader_alone_brings_no_state_along() -> None:
    """§8.56 A state is one of units: who rides from a beaten army to another hex makes nobody there worse."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["mago"], status=DISORGANIZED)
    put(w, "carthage", "4706", {"libya_foot": 20}, ["hannibal"])
    w.commanders["carthage"] = "hannibal"
    t = table(act(w, "mago"))
    order(t, "ride 4806")
    assert t.world.forces["carthage@4806"].status == 0
    assert t.world.forces[f"carthage@{PLAIN}"].status == DISORGANIZED


def test_a_city_without_units_may_be_given_up() -> None:
    """§11.33 §11.12 Between operations, unasked; not one of the home, nor one with units in it."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal"])
    put(w, "carthage", f"{CITIES['luceria'].hex}i", {"libya_foot": 1})
    w.control |= {"venusia": "carthage", "luceria": "carthage"}
    t = table(act(w, "hannibal"))
    with pytest.raises(Refusal):
        order(t, "give up Luceria", "carthage")
    order(t, "give up Venusia", "carthage")
    assert "venusia" not in t.world.control
    assert [event.values["city"] for event in told(t, "city_given_up")] == ["venusia"]
    assert list(t.pending) == ["carthage"]


def test_a_small_city_that_is_handed_over_needs_nobody_inside() -> None:
    """§11.33 Larger ones must be held by foot; also where an army stands before the gate and stays there."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal"])
    put(w, "rome", CITIES["venusia"].hex, {"romani_foot": 9}, ["scipio"])
    w.control["venusia"] = "carthage"
    t = table(act(w, "hannibal"))
    order(t, "transfer Venusia", "carthage")
    order(t, "yes", "rome")
    order(t, "stay out", "rome")
    assert t.world.control["venusia"] == "rome"


def test_besiegers_of_two_seats_are_asked_through_their_side() -> None:
    """§5.43 §9.53 ruling AW-V25 Hiero and a Carthaginian of equal rank: Carthage says whether they forage."""
    (chosen,) = (each for each in GAME.scenarios() if "syracuse" in each.seats)
    w: World = GAME.found("sicily", {}, chosen.seats)
    w.forces, w.sieges["panormus"] = {}, Siege("carthage", 3)
    put(w, "carthage", CITIES["panormus"].hex, {"libya_foot": 20}, ["hiero", "pu_rep"])
    w.commanders["carthage"] = "gisco"
    put(w, "carthage", "6015", {"libya_foot": 1}, ["gisco"])
    assert seat_of_besiegers(w, "panormus") == "carthage"
    w.forces[f"carthage@{CITIES['panormus'].hex}"].leaders = ["hiero"]
    assert seat_of_besiegers(w, "panormus") == "syracuse"


def test_a_march_that_is_stopped_where_it_begins_is_an_operation() -> None:
    """§6.45 §5.24 Who was caught at the start and has won goes on by a die; the first operation is over."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["mago"])
    w.forces["active"] = w.forces.pop(f"carthage@{PLAIN}")
    w.op, w.agenda, w.march = Operation("mago"), ["moved"], March("active", "force", [PLAIN], ["4706"])
    t = table(w, [0])
    assert t.world.op is not None
    assert t.world.op.first == 0
    assert len(told(t, "continuation")) == 1
