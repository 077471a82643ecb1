"""What each operation costs, whether its leader may go on, and what one may order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator.ancient_world.board import CHARTS, CITIES, LEADERS
from adjudicator.ancient_world.rules import r07_naval
from adjudicator.ancient_world.rules.r06_ground import terrain
from adjudicator.ancient_world.rules.r06_interception import catch_made
from adjudicator.ancient_world.rules.r06_reach import Try
from adjudicator.ancient_world.rules.r09_attrition import may_forage
from adjudicator.ancient_world.rules.r09_treachery import treachery_number
from adjudicator.ancient_world.world import Battle, Lock, Operation, Siege, World
from adjudicator.core import Form, Split, Table

from .helpers import act, empty, last, order, put, table, told

PLAIN, NEAPOLIS = "4705", CITIES["neapolis"].hex
UNIT = "libya_foot"


def besieging() -> World:
    """Mago besieges two Roman foot in Neapolis with forty."""
    w = empty()
    put(w, "carthage", NEAPOLIS, {UNIT: 40}, ["mago"])
    put(w, "rome", f"{NEAPOLIS}i", {"romani_foot": 2})
    w.control["neapolis"], w.sieges["neapolis"] = "rome", Siege("carthage", 3, 2)
    return w


def before() -> World:
    """The same before the siege, with an empty city."""
    w = besieging()
    del w.sieges["neapolis"], w.forces[f"rome@{NEAPOLIS}i"]
    return w


def inside() -> World:
    """Scipio is besieged in Neapolis, whose walls are damaged."""
    w = besieging()
    put(w, "rome", f"{NEAPOLIS}i", {"romani_foot": 9}, ["scipio"])
    w.reduced["neapolis"] = 1
    return w


def commanding() -> World:
    """Hannibal may send an ambassador and raise the levy of Apulia."""
    w = empty()
    put(w, "carthage", PLAIN, {UNIT: 40}, ["hannibal"])
    put(w, "carthage", f"{CITIES['venusia'].hex}i", {UNIT: 1})
    w.commanders["carthage"], w.control["venusia"] = "hannibal", "carthage"
    w.alliance["apulia"] = 4
    return w


def scattered() -> World:
    """Hannibal's force is scattered."""
    w = commanding()
    w.forces[f"carthage@{PLAIN}"].scattered = 1
    return w


ENDING = (
    (before, "mago", "invest"),
    (besieging, "mago", "assault"),
    (besieging, "mago", "treachery guile 0"),
    (inside, "scipio", "sally"),
)
GOING_ON = (
    (besieging, "mago", "reduce"),
    (inside, "scipio", "repair"),
    (before, "mago", "demand"),
    (commanding, "hannibal", "muster"),
    (commanding, "hannibal", "diplomacy samnium"),
    (commanding, "hannibal", "march 4706"),
    (scattered, "hannibal", "reform"),
)


def carried_out(made: Callable[[], World], leader: str, text: str, dice: list[int]) -> Table:
    """The table after an operation, with every question on the way answered."""
    t = table(act(made(), leader), dice, draws=["maharbal", "mago", "hanno_bom"])
    order(t, text)
    answers = {"9.43": "no", "9.82": "no", "9.25": "stay out", "9.74": "Capua"}
    while t.pending and next(iter(t.pending.values())).rule != "5.3" and not told(t, "finished"):
        seat, choice = next(iter(t.pending.items()))
        order(t, answers.get(choice.rule, "as planned"), seat)
    return t


@pytest.mark.parametrize(("made", "leader", "text"), ENDING, ids=[x[2] for x in ENDING])
def test_operations_that_end_the_phase(made: Callable[[], World], leader: str, text: str) -> None:
    """§5.3 E §9.21 §9.27 §9.35 §9.61 Without a die for going on, whatever comes of them."""
    t = carried_out(made, leader, text, [0] * 12)
    assert told(t, "finished")
    assert not told(t, "continuation")


@pytest.mark.parametrize(("made", "leader", "text"), GOING_ON, ids=[x[2] for x in GOING_ON])
def test_operations_after_which_a_die_is_rolled(made: Callable[[], World], leader: str, text: str) -> None:
    """§5.3 §5.25 §9.42 §9.72"""
    t = carried_out(made, leader, text, [0] * 12)
    assert len(told(t, "continuation")) == 1


@pytest.mark.parametrize(
    ("text", "leader", "made", "cost"),
    [
        ("diplomacy samnium", "hannibal", commanding, 1),
        ("muster", "hannibal", commanding, 0),
        ("treachery guile 0", "mago", besieging, 0),
    ],
)
def test_what_an_operation_costs_in_guile(
    text: str, leader: str, made: Callable[[], World], cost: int
) -> None:
    """§12.32 §5.53 §10.0"""
    t = carried_out(made, leader, text, [0] * 12)
    assert t.world.spent.get(leader, 0) == cost


def test_guile_of_a_treachery_is_used_whatever_comes_of_it() -> None:
    """§9.62 §5.52"""
    w = besieging()
    w.forces[f"carthage@{NEAPOLIS}"].leaders = ["hannibal"]
    assert LEADERS["hannibal"].guile >= 2
    t = table(act(w, "hannibal"), [0, 0, 0])
    order(t, "treachery guile 2")
    assert t.world.spent == {"hannibal": 2}
    assert last(t, "treachery")["total"] == 2


@pytest.mark.parametrize(
    ("rating", "small", "large"), [(2, 7, 9), (3, 7, 9), (7, 3, 7), (8, 2, 6), (9, 2, 6)]
)
def test_treachery_is_easier_for_better_leaders(rating: int, small: int, large: int) -> None:
    """§9.62 §chart/treachery The chart ends at 3 and at 8."""
    assert (treachery_number(rating, 1), treachery_number(rating, 7)) == (small, large)


def test_ships_are_moved_and_built_in_one_phase() -> None:
    """§7.16 What was built is added to what was taken off other zones."""
    w = empty("pyrrhus_in_italy")
    shift = r07_naval._choice(w, "rome", 2).items()["shift"]
    assert isinstance(shift, Form)
    levels = shift.fields[1].choice({"zones": ["tyrrhenum"]})
    assert isinstance(levels, Split)
    assert (levels.least, levels.most) == (3, 3)
    assert "tyrrhenum" not in levels.things()


@pytest.mark.parametrize("city", ["neapolis", "hard"])
def test_no_foraging_on_hard_ground(city: str) -> None:
    """§9.53 The city must lie on flat or rough ground."""
    hard = next(c for c in CITIES.values() if terrain(c.hex) in ("mountain", "marsh") and c.province != "")
    chosen = CITIES["neapolis"] if city == "neapolis" else hard
    w = empty("sicily" if chosen.province.startswith("sicilia") else "hannibal_in_italy")
    w.control |= {
        c.id: "carthage" for c in CITIES.values() if c.province == chosen.province and c.id != chosen.id
    }
    w.alliance[chosen.province] = 4
    w.control[chosen.id] = "carthage"
    w.sieges[chosen.id] = Siege("carthage", 1)
    assert may_forage(w, chosen.id) == (city == "neapolis")


def test_the_first_leader_named_is_tried() -> None:
    """§5.45 Whichever it is; the others go along."""
    w = empty()
    put(w, "carthage", PLAIN, {UNIT: 20}, ["hannibal", "mago"])
    put(w, "rome", "4706", {"romani_foot": 5}, ["scipio"])
    for leaders in (["mago", "hannibal"], ["hannibal", "mago"]):
        answer = {"pick": "intercept_part", "answer": {"leaders": leaders, "units": {UNIT: 5}}}
        found = {x: Try(("4706",), 1) for x in leaders}
        c = catch_made(w, found, answer, "rome@4706")
        assert (c.leader, c.leaders) == (leaders[0], leaders[1:])


@pytest.mark.parametrize(("fought", "pursued"), [(True, True), (False, False)])
def test_only_horse_that_fought_pursues(fought: bool, pursued: bool) -> None:
    """§8.38 Not that of friends who stand by."""
    w = empty()
    put(w, "carthage", PLAIN, {UNIT: 20} | ({"numidia_horse": 9} if fought else {}), ["mago"])
    w.forces["active"] = w.forces.pop(f"carthage@{PLAIN}")
    put(w, "carthage", PLAIN, {"numidia_horse": 9})
    put(w, "rome", PLAIN, {"romani_foot": 60}, ["scipio"])
    b = Battle("attack", PLAIN, "carthage", "rome", ["active"], [f"rome@{PLAIN}"], "mago", "scipio")
    b.percent, b.before = {"carthage": 5, "rome": 30}, {"carthage": 29, "rome": 60}
    w.battle, w.agenda = b, ["pursuit"]
    t = table(w, [5])
    assert bool(told(t, "pursuit")) == pursued


def test_the_end_of_a_phase_ends_its_last_operation_too() -> None:
    """§4.14 §9.23 §11.31 A siege that its leader has left is lifted then."""
    w = besieging()
    put(w, "carthage", "4705", {UNIT: 5})
    w.forces[f"carthage@{NEAPOLIS}"].leaders = []
    put(w, "carthage", "4706", {}, ["mago"])
    w.op, w.agenda = Operation("mago"), ["finish"]
    t = table(w)
    assert t.world.sieges == {}
    assert t.world.op is None


def test_the_locked_have_no_marker() -> None:
    """§12.12 §4.12 ruling AW-V06 Until they are free."""
    w = empty("pyrrhus_in_italy")
    put(w, "epirus", PLAIN, {"samnium_foot": 5}, ["meddix"])
    put(w, "epirus", "4706", {"epirus_foot": 5}, ["milon"])
    w.locks["samnium"] = Lock(PLAIN, "epirus", {"samnium_foot": 5}, ["meddix"])
    w.agenda = ["fill", "draw"]
    t = table(w, draws=["milon"])
    assert "meddix" not in last(t, "cup_filled")["markers"]
    assert CHARTS.ports["none"].embark == 0
