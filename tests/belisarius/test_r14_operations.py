"""§14 Operations: operation points, what they buy, and armies one after the other."""

from __future__ import annotations

import pytest

from adjudicator.belisarius.board import UNITS
from adjudicator.belisarius.rules.r14_armies import operation_points

from .helpers import table, world

ENEMY = "armenia_field_army"


def test_the_example_of_operation_points() -> None:
    """§14.21 Leader (24), garrison (8), field army (20) and a 3: with a leader of one star 8 + 2 x 3 = 14."""
    w = world({"3535": "mundas thracia_garrison thracia_field_army"})
    with table(w, dice=[3]) as t:
        t.empire("activate all at 3535")
        (event,) = t.events("operation_points")
        assert (event.values["die"], event.values["n"]) == (3, 14)
        assert t.w.army is not None
        assert t.w.army.half == 28


@pytest.mark.parametrize(
    ("units", "die", "n"),
    [
        (["thracia_garrison_1"], 3, 11),
        (["mundas", "guard_field_army_1"], 2, 24),
        (["belisarius", "guard_field_army_1"], 2, 26),
        (["belisarius", "mundas"], 6, 42),
        (["belisarius", "guard_fleet_1", "thracia_garrison_1"], 2, 26),
    ],
)
def test_operation_points(units: list[str], die: int, n: int) -> None:
    """§14.21 §21.21 The best leader alone multiplies the die; §14.23 §19.52 at sea only fleets are slow."""
    assert operation_points(units, die) == n
    assert all(UNITS[u].op for u in units)


def test_armies_operate_one_after_the_other() -> None:
    """§14.0 §14.1 Until it has ended no other army can be named; the phase ends when its player says so.

    §3.1[6] In the phase of operations.
    """
    w = world({"3535": "thracia_garrison", "3534": "thracia_field_army"})
    with table(w, dice=[1, 1, 2, 2]) as t:
        t.empire("activate GA at 3535")
        t.refused("empire", "activate FA at 3534", "14.1")
        t.refused("empire", "done", "14.1")
        t.empire("end", "activate FA at 3534", "end")
        assert t.w.operated == ["thracia_field_army_1", "thracia_garrison_1"]
        t.refused("empire", "activate GA at 3535", "14.1")
        t.empire("done")
        assert (t.w.phasing, t.w.turn) == ("barbarian", 3)


def test_orders_at_the_wrong_time_say_why() -> None:
    """§14.1 §14.11 §19.5 Between two armies, and while one is acting."""
    w = world({"3535": "thracia_garrison", "3434": "thracia_field_army"})
    with table(w, dice=[1]) as t:
        for order in ("attack 3434", "assault 3434", "manoeuvre 3434", "drop GA", "land GA", "pillage"):
            t.refused("empire", order, "14.1", march="march")
        t.empire("act GA at 3535")
        for order in ("activate FA at 3434", "force GA at 3535", "done"):
            t.refused("empire", order, "14.1", end="end")
        t.refused("empire", "embark GA at 3535", "19.5")
        t.empire("end")


def test_an_order_without_units_says_what_is_missing() -> None:
    """§14.1 With an example."""
    with table(world({"3535": "thracia_garrison"})) as t:
        why = t.refused("empire", "march", kind="not_understood")
        assert why.endswith("units, their place and their route, such as “Belisarius+2 FA 3535-3434”")


def test_an_army_may_do_several_things_in_any_order() -> None:
    """§14.11 §17.25 It marches, fights, and marches again, as long as its points last."""
    w = world({"3832": "belisarius guard_field_army*2", "3632": "armenia_garrison"})
    with table(w, dice=[3, 6], draws=["agent", "agent"]) as t:
        t.empire("march all 3832-3732", "assault 3632")
        t.barbarian("stand")
        t.empire("march 3632-3633")
        assert t.w.army is not None
        assert t.w.army.place == "3633"
        assert t.w.army.half == 2 * (29 - 3 - 4 - 2) - 1


def test_what_an_army_cannot_pay_it_does_not_do() -> None:
    """§14.22 §14.3 §14.31 A manoeuvre costs eight points, and the refusal says what is left."""
    w = world({"3732": "thracia_garrison", "3632": ENEMY})
    with table(w, dice=[1]) as t:
        t.empire("activate GA at 3732")
        assert t.w.army is not None
        t.empire("march 3733-3732")
        assert t.w.army.half == 8
        t.refused("empire", "manoeuvre 3632", "17.61", cost="8", left="4")
        t.refused("empire", "attack 3731", kind="not_understood")


def test_an_army_without_points_has_ended() -> None:
    """§14.3 At nought it operates no more: nothing is asked."""
    w = world({"3831": "thracia_garrison"})
    with table(w, dice=[2]) as t:
        t.empire("march GA 3831-3832-3831-3832-3831-3832")
        assert t.w.army is None
        assert t.w.operated == ["thracia_garrison_1"]
        assert t.w.phase == "operations"


def test_points_are_neither_kept_nor_passed_on() -> None:
    """§14.4 An army ends with points left; another has its own die."""
    w = world({"3535": "thracia_garrison*2"})
    with table(w, dice=[6, 1]) as t:
        t.empire("activate GA at 3535", "end", "activate GA at 3535")
        assert t.w.army is not None
        assert t.w.army.half == 18


def test_targets_say_why_they_are_closed() -> None:
    """§17.22 §17.28 Nobody to attack; only over the sea."""
    w = world({"3433": "thracia_garrison", "3732": "dacia_garrison", "3334": ENEMY})
    with table(w, dice=[1, 1]) as t:
        t.empire("activate GA at 3433")
        t.refused("empire", "assault 3334", "16.32", a="3433", b="3334")
        t.empire("end", "activate GA at 3732")
        t.refused("empire", "assault 3632", "17.22", place="3732")


def test_zones_appear_when_a_neutral_becomes_hostile() -> None:
    """§15.13 §15.22 An attack on one neutral makes all of its province hostile, and their zones hold at once.

    The army had not come into that zone: it may leave it, but not for another.
    """
    w = world(
        {"3732": "belisarius guard_field_army*2", "3632": "slavs_warband", "3831": "slavs_nomad"},
    )
    with table(w, dice=[3, 6], draws=["agent", "agent"]) as t:
        t.empire("activate all at 3732", "assault 3632")
        t.barbarian("stand")
        assert t.w.control["slavs"] == "barbarian"
        assert "slavs_warband_1" not in t.w.at
        t.refused("empire", "march 3731", "15.21", a="3732", b="3731")
        t.empire("march 3733")


def test_the_enemy_may_end_the_campaign_after_the_die() -> None:
    """§14.21 §card/end_of_campaign (2) Between the die and the first order a die of points is lost."""
    w = world({"3535": "thracia_garrison"}, hands={"barbarian": ["end_of_campaign"]})
    with table(w, dice=[1, 5], windows={"campaign": "ask"}) as t:
        t.empire("march GA 3535-3534-3434-3433-3432-3332-3331")
        assert t.asked == ["barbarian"]
        assert t.w.at["thracia_garrison_1"] == "3535"
        t.barbarian("play end of campaign")
        assert t.w.army is not None
        assert t.w.army.half == 2 * (9 - 5) - 6
        assert t.w.at["thracia_garrison_1"] == "3331"


def test_what_is_asked_is_a_function_of_what_all_know() -> None:
    """§14.1 A rest between two orders: nothing is told before the question, and it is asked afresh."""
    w = world({"3535": "thracia_garrison"})
    with table(w) as t:
        assert t.asked == ["empire"]
        assert t.told == []
