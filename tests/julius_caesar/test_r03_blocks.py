"""§3: what a block shows, the kinds of blocks, and the fog of war."""

from __future__ import annotations

import pytest

from adjudicator.core import Sealed
from adjudicator.julius_caesar.board import BLOCKS
from adjudicator.julius_caesar.rules.r07_battle import letter_of
from adjudicator.julius_caesar.world import strength

from .helpers import contest, new, table, world


def test_a_block_rolls_a_die_for_each_point_of_strength() -> None:
    """§3.11 Strength is what stands uppermost: with IV four dice, and each loss turns the block by one."""
    w = contest(
        world({"roma": ["c_legio_17", "p_legio_1:4"], "genua": "c_legio_8"}),
        "roma",
        "caesar",
        {"genua": "c_legio_17"},
    )
    with table(w, dice=[6, 6, 1, 6, 5, 5, 5]) as t:
        t.pompey("fire LEG 1")
        assert strength(t.w, "c_legio_17") == 3
        t.caesar("fire LEG 17")
        assert len(t.events("fired")[0].values["dice"]) == 3
        t.pompey("pass all")


def test_the_worked_example_of_firepower() -> None:
    """§3.12 Firepower 3, dice 6, 1, 4, 3: two hits."""
    w = contest(
        world({"roma": ["c_legio_21", "p_pompey:2"], "genua": "c_legio_8"}),
        "roma",
        "caesar",
        {"genua": "c_legio_21"},
    )
    with table(w, dice=[6, 1, 4, 3]) as t:
        t.pompey("pass all")
        t.caesar("fire LEG 21")
        (fired,) = t.events("fired")
        assert (fired.values["firepower"], fired.values["hits"]) == (3, 2)
        assert t.w.trophies["caesar"] == ["p_pompey"]


def test_letters_give_the_order_and_the_defender_is_first() -> None:
    """§3.12 All blocks of letter A, then B, C, D; within a letter the defender's before the attacker's."""
    there = ["c_caesar", "c_auxilia_1", "c_legio_8", "p_scipio", "p_legio_1", "p_navis_1"]
    w = contest(world({"neapolis": there}), "neapolis", "caesar", {"roma": there[:3]})
    with table(w) as t:
        turns = []
        while t.w.battle is not None and t.w.battle.round == 1:
            (seat,) = t.asked
            turns.append(f"{seat} {t.choice(seat).prompt.values['letter']}")
            t.order(seat, "pass all")
        assert turns == ["pompey A", "caesar A", "caesar B", "pompey C", "caesar C", "pompey D"]


def test_a_legion_is_raised_in_the_city_on_its_label() -> None:
    """§3.13 §3.22 Legio 17 comes at Roma and nowhere else, and only if Roma is friendly."""
    with table(world({"genua": "c_caesar", "roma": "c_antonius"}), cards=("2/3", "1/2")) as t:
        t.caesar("end")
        t.refused("caesar", "levy LEG 17 at Genua", kind="not_understood")
        t.caesar("levy LEG 17 at Roma")
        assert (t.w.at["c_legio_17"], t.w.steps["c_legio_17"]) == ("roma", 1)
        t.refused("caesar", "levy LEG 20 at Athenae", "6.4", block="c_legio_20", cities=["athenae"])


def test_each_side_begins_with_two_leaders_and_has_a_third() -> None:
    """§3.21 §7.51 Octavian and Brutus come only after another leader of theirs has fallen; ruling JC-L3."""
    w = new()
    assert {b for b in w.at if BLOCKS[b].kind == "leader"} == {
        "c_caesar",
        "c_antonius",
        "p_pompey",
        "p_scipio",
    }
    there = {"genua": "c_caesar", "roma": "p_pompey"}
    with table(world(there), cards=("2/3", "1/2")) as t:
        t.caesar("end")
        t.refused("caesar", "levy Octavian at Genua", "7.51", block="c_octavian")
    with table(world(there, trophies="c_antonius"), cards=("2/3", "1/2")) as t:
        t.caesar("end", "levy Octavian at Genua")
        assert t.w.at["c_octavian"] == "genua"
        t.caesar("end")
        t.pompey("end")
        t.refused("pompey", "levy Brutus at Roma", "7.51", block="p_brutus")


def test_a_leader_disbanded_in_winter_comes_again_anywhere() -> None:
    """§3.21 ruling JC-L3 Antonius in the stock may be raised in any friendly city."""
    with table(world({"treviri": "c_caesar"}), cards=("2/3", "1/2")) as t:
        t.caesar("end", "levy Antonius at Treviri")
        assert t.w.at["c_antonius"] == "treviri"


@pytest.mark.parametrize(
    ("block", "city"),
    [
        ("c_auxilia_1", "treviri"),
        ("c_auxilia_4", "treviri"),
        ("c_ballista", "treviri"),
        ("c_equitatus_1", "lugdunum"),
    ],
)
def test_where_the_other_land_blocks_are_raised(block: str, city: str) -> None:
    """§3.23 §3.24 §3.25 Auxilia and the ballista in any friendly city, cavalry where their sign is."""
    w = world({"treviri": "c_caesar", "lugdunum": "c_antonius"})
    with table(w, cards=("2/3", "1/2")) as t:
        t.caesar("end", {"pick": "levy", "answer": {"block": block, "city": city}})
        assert t.w.at[block] == city


def test_cavalry_comes_nowhere_else() -> None:
    """§3.24 Equitatus 1 of Caesar comes at Lugdunum, the elephant at Utica."""
    with table(world({"treviri": "c_caesar", "roma": "p_legio_1"}), cards=("2/3", "1/3")) as t:
        t.caesar("end")
        t.refused("caesar", "levy EQ 1 at Lugdunum", "6.4", cities=["lugdunum"])
        t.caesar("end")
        t.pompey("end")
        t.refused("pompey", "levy Elephant at Utica", "6.4", cities=["utica"])


def test_a_ballista_has_two_letters() -> None:
    """§3.25 §7.42 B in defence, D in attack."""
    there = ["c_ballista", "p_ballista"]
    w = contest(world({"roma": there}), "roma", "caesar", {"genua": "c_ballista"})
    with table(w) as t:
        assert (letter_of(t.w, "c_ballista"), letter_of(t.w, "p_ballista")) == ("D", "B")


def test_ships_are_built_where_the_ship_symbol_is() -> None:
    """§3.26 §6.4 Neapolis builds ships, Roma does not."""
    with table(world({"neapolis": "c_caesar", "roma": "c_antonius"}), cards=("2/3", "1/2")) as t:
        t.caesar("end")
        t.refused("caesar", "levy NAV 1 at Roma", kind="not_understood")
        t.caesar("levy NAV 1 at Neapolis")


def test_cleopatra_is_no_leader() -> None:
    """§3.27 She serves Pompey at first, fights at C1, and is nobody's trophy."""
    w = new()
    assert w.turned == {"cleopatra": "pompey"}
    printed = BLOCKS["cleopatra"]
    assert (printed.kind, printed.letter, printed.firepower) == ("cleopatra", "C", 1)


# -- fog of war --------------------------------------------------------------------------------


def test_the_enemy_sees_backs_alone() -> None:
    """§3.27 ruling JC-H1 How many of which colour, and nothing more."""
    w = world({"genua": ["c_caesar", "c_legio_8:1"], "alexandria": ["cleopatra", "p_legio_38"]})
    with table(w) as t:
        genua = t.view("pompey").places["genua"]
        assert (genua.backs["caesar"], genua.blocks) == ({"tan": 2}, ())
        assert t.view("pompey").places["alexandria"].backs["pompey"] == {"blue": 1, "green": 1}
        assert [b.id for b in t.view("caesar").places["genua"].blocks] == ["c_caesar", "c_legio_8"]
        assert t.view(None).places["genua"].blocks == ()
        assert t.view("pompey").stocks == {"caesar": 29, "pompey": 30}
        assert all(b.startswith("p_") for b in t.view("pompey").stock)


def test_moves_and_levies_are_told_by_place_and_number() -> None:
    """§3.27 ruling JC-H1 The journal of the enemy names no block."""
    with table(world({"genua": ["c_caesar", "c_legio_8"]}), cards=("2/2", "1/2")) as t:
        t.caesar("move Genua-Roma: Caesar; end")
        (moved,) = t.told
        assert moved.values["backs"] == {"tan": 1} and "blocks" not in moved.values
        assert moved.sealed == {"blocks": Sealed(("caesar",), ["c_caesar"])}
        assert t.view("pompey").places["roma"].moved["caesar"] == {"tan": 1}
        t.caesar("levy LEG 17 at Roma", "step LEG 17")
        assert [e.values["backs"] for e in t.told] == [{"tan": 1}, {"tan": 1}]
        assert "LEG 17" in " ".join(t.said("caesar"))
        hidden = repr([e.body for e in t.table.ledger.entries]) + repr([t.said("pompey"), t.said(None)])
        assert not any(name in hidden for name in ("c_legio_17", "c_caesar", "LEG 17"))
