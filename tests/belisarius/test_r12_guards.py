"""§12 The Guard: its revolt, its return, and who stands with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.belisarius.board import CITIES
from adjudicator.belisarius.rules import r04_control as r04
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, World, owner_of, strength_of

from .helpers import Units, table, world

HERACLEA, ROMA = CITIES["heraclea"].hex, CITIES["roma"].hex


def restless(places: Mapping[str, Units], **more: Any) -> World:
    """A world whose next event, with dice 4 and 4, is a revolt of the Guard."""
    return world(places, phase="event", **more)


def test_a_stack_revolts_with_its_leaders() -> None:
    """§12.2 §12.21 §21.232 The example of Belisarius: he revolts with the Guards of his hex."""
    with table(restless({"heraclea": "belisarius guard_field_army*2"}), dice=[4, 4, 3]) as t:
        assert t.w.rebels == ["belisarius", "guard_field_army_1", "guard_field_army_2"]
        assert owner_of(t.w, "belisarius") == BARBARIAN
        assert t.events("guards_revolt")[0].values["place"] == HERACLEA


def test_each_stack_by_itself() -> None:
    """§12.22 Not as a province does: the Guards elsewhere stay loyal, and the barbarian names the stack."""
    with table(restless({"heraclea": "guard_field_army*3", "roma": "guard_garrison*2"}), dice=[4, 4, 1]) as t:
        assert t.asked == [BARBARIAN]
        t.barbarian("incite Roma")
        assert t.w.rebels == ["guard_garrison_1", "guard_garrison_2"]


def test_a_die_as_high_as_their_number_calms_them() -> None:
    """§event/44-46 Less than the number of Guards, of whom a leader counts as two."""
    with table(restless({"heraclea": "belisarius guard_garrison"}), dice=[4, 5, 3]) as t:
        assert t.w.rebels == []
        assert t.events("guards_loyal")[0].values["n"] == 3
    with table(restless({"heraclea": "belisarius guard_garrison"}), dice=[4, 6, 2]) as t:
        assert len(t.w.rebels) == 2


def test_who_is_counted_is_an_option() -> None:
    """§12.21 ruling BE-B9 The Guards, or all units of the stack."""
    stack = {"heraclea": "guard_field_army*2 thracia_garrison*2"}
    with table(restless(stack), dice=[4, 4, 2]) as t:
        assert t.w.rebels == []
    with table(restless(stack, guards_counted="units"), dice=[4, 4, 2]) as t:
        assert t.w.rebels == ["guard_field_army_1", "guard_field_army_2"]


def test_nobody_revolts_beside_justinian() -> None:
    """§12.23 §21.4(4) His stack cannot even be named."""
    w = restless({"heraclea": "justinian guard_field_army*3", "roma": "guard_garrison"})
    with table(w, dice=[4, 4, 6]) as t:
        assert t.events("guards_loyal")[0].values["place"] == ROMA
    with table(restless({"heraclea": "justinian guard_field_army*3"}), dice=[4, 4]) as t:
        assert t.w.rebels == []
        assert t.events("no_guards")


def test_the_stronger_part_of_a_stack_remains() -> None:
    """§12.4 By printed strength, leaders among them but doubling nobody; equal is enough for the Guards."""
    weak = {"heraclea": "guard_garrison thracia_garrison*4"}
    with table(restless(weak, guards_counted="units"), dice=[4, 4, 1]) as t:
        assert (t.w.rebels, "guard_garrison_1" in t.w.at) == ([], False)
        assert not t.events("guards_revolt")
        assert t.said()[-2:] == [
            "The Guard at Heraclea (3535) revolted (Guard garrison) "
            "and was put down by 4 Thracian garrisons.",
            "Eliminated at Heraclea (3535): Guard garrison.",
        ]
        assert len(t.w.at) == 4
    equal = {"heraclea": "guard_garrison thracia_garrison*2"}
    assert strength_of(["guard_garrison_1"]) == strength_of(["thracia_garrison_1", "thracia_garrison_2"])
    with table(restless(equal, guards_counted="units"), dice=[4, 4, 1]) as t:
        assert list(t.w.at) == t.w.rebels == ["guard_garrison_1"]


def test_rebels_hold_their_own_ships_only() -> None:
    """§12.4 §30.4 Of the fleets that are lost with the loyal, those aboard are lost too."""
    w = restless(
        {"heraclea": "macedonia_fleet guard_field_army*4"},
        aboard="guard_field_army_1 guard_field_army_2 guard_field_army_3",
    )
    with table(w, dice=[4, 4, 1]) as t:
        assert sorted(t.w.at) == ["guard_field_army_4"]
        assert t.w.rebels == ["guard_field_army_4"]


def test_the_barbarian_chooses_whom_their_ships_cannot_carry() -> None:
    """§12.4 §19.51 ruling BE-B2 The rebels are his by then."""
    w = restless(
        {"heraclea": "macedonia_fleet guard_field_army*2 guard_garrison*2 guard_fleet"},
        aboard="guard_field_army_1 guard_field_army_2 guard_garrison_1 guard_garrison_2",
    )
    with table(w, dice=[4, 4, 1]) as t:
        assert t.asked == [BARBARIAN]
        t.barbarian("Guard field army")
        assert t.w.rebels == ["guard_field_army_2", "guard_fleet_1", "guard_garrison_1", "guard_garrison_2"]
        assert sorted(t.w.at) == t.w.rebels


# -- §12.3 the return ----------------------------------------------------------------------------


def test_the_recovery_wins_a_stack_back() -> None:
    """§12.3 §12.31 §event/11-12 One stack, if the Empire wants it, leaders among it."""
    w = world(
        {"heraclea": "belisarius guard_field_army", "roma": "guard_garrison", "naissus": "dacia_garrison"},
        phase="event",
        rebels="belisarius guard_field_army_1 guard_garrison_1",
    )
    with table(w, dice=[1, 1]) as t:
        t.empire("Dacian garrison at Naissus", "win back Heraclea")
        assert t.w.rebels == ["guard_garrison_1"]
        assert r04.rebel_stacks(t.w) == [ROMA]


def test_the_barbarian_wins_nobody_back() -> None:
    """§event/11-12 The second half is the Empire's alone."""
    w = world(
        {"heraclea": "guard_field_army", "nisibis": "persia_nomad"},
        phase="event",
        phasing=BARBARIAN,
        rebels="guard_field_army_1",
    )
    with table(w, dice=[1, 2]) as t:
        t.barbarian("Persian garrison at Nisibis")
        assert t.w.rebels == ["guard_field_army_1"]


def test_only_the_empires_seat_has_them_loyal() -> None:
    """§4.12 §12.2 The Guard obeys one of two."""
    w = world({"heraclea": "guard_field_army"})
    assert owner_of(w, "guard_field_army_1") == EMPIRE
