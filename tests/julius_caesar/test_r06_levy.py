"""§6.4 Levies: new blocks out of the stock, and steps for those in friendly cities."""

from __future__ import annotations

import pytest

from adjudicator.julius_caesar.world import strength

from .helpers import Umpired, contest, table, world


def levying(t: Umpired) -> Umpired:
    """Caesar has ended his movement."""
    t.caesar("end")
    assert t.w.phase == "levy"
    return t


def test_a_point_a_step_and_a_point_a_new_block() -> None:
    """§6.4 §2.2 Three points: a new block at strength I, and two steps."""
    w = world({"genua": "c_caesar:1", "roma": "c_legio_8:2"})
    with table(w, cards=("2/3", "1/2")) as t:
        levying(t).caesar("levy LEG 17 at Roma", "step Caesar", "step LEG 8")
        assert (t.w.steps["c_legio_17"], t.w.steps["c_caesar"], t.w.steps["c_legio_8"]) == (1, 2, 3)
        assert t.w.acting == "pompey"


def test_a_new_block_may_gain_steps_at_once() -> None:
    """§6.4 ruling JC-L2 Each point is spent by itself."""
    with table(world({"roma": "c_caesar"}), cards=("2/3", "1/2")) as t:
        levying(t).caesar("levy LEG 17 at Roma", "step LEG 17", "step LEG 17")
        assert t.w.steps["c_legio_17"] == 3


def test_the_elephant_comes_with_two_and_grows_to_four() -> None:
    """§6.4 §7.41 ruling JC-L2 A point for strength 2, a second for 4."""
    with table(world({"utica": "p_legio_39:1"}), cards=("1/2", "2/3")) as t:
        t.pompey("end", "levy Elephant at Utica")
        assert strength(t.w, "p_elephant") == 2
        t.pompey("step Elephant")
        assert strength(t.w, "p_elephant") == 4
        t.refused("pompey", "step Elephant", "6.4", block="p_elephant")


def test_nobody_grows_beyond_their_full_strength() -> None:
    """§6.4 §3.11 Caesar has III at most."""
    with table(world({"genua": ["c_caesar", "c_legio_8:1"]}), cards=("2/3", "1/2")) as t:
        levying(t).refused("caesar", "step Caesar", "6.4", block="c_caesar")


def test_ships_at_sea_gain_no_steps() -> None:
    """§6.4 ruling JC-L1 Only in a friendly port."""
    w = world({"genua": ["c_caesar", "c_navis_1:1"], "mare_hispanum": "c_navis_2:1"})
    with table(w, cards=("2/3", "1/2")) as t:
        levying(t).refused("caesar", "step NAV 2", "6.4", block="c_navis_2")
        t.caesar("step NAV 1")
        assert t.w.steps["c_navis_1"] == 2


def test_nothing_is_levied_in_contested_cities() -> None:
    """§6.4 ruling JC-L1 Neither new blocks nor steps."""
    w = world({"genua": "c_legio_8:2", "roma": "p_legio_1", "ravenna": "c_caesar:1"})
    with table(w, cards=("2/3", "1/2")) as t:
        t.caesar("move Genua-Roma: LEG 8; end")
        t.refused("caesar", "step LEG 8", "6.4", city="roma")
        t.refused("caesar", "levy LEG 17 at Roma", "6.4")


@pytest.mark.parametrize(
    ("city", "why"),
    [("roma", "contested"), ("ravenna", "vacant"), ("neapolis", "enemy-held")],
)
def test_nothing_is_levied_outside_friendly_cities(city: str, why: str) -> None:
    """§6.4 ruling JC-L1 Not in vacant, contested or hostile cities."""
    there = {"genua": "c_caesar", "roma": ["c_legio_8", "p_legio_1"], "neapolis": "p_pompey"}
    w = contest(world(there), "roma", "caesar", {"genua": "c_legio_8"})
    w.phase, w.acting, w.levies = "levy", "caesar", 2
    w.cards = {"caesar": "command_2_2", "pompey": "command_1_2"}
    with table(w) as t:
        assert why in t.refused("caesar", f"levy AUX 1 at {city}", "6.4", city=city)
        t.caesar("levy AUX 1 at Genua")


def test_legions_and_cavalry_in_their_cities_alone() -> None:
    """§6.4 §3.13 Legio 11 at Genua, Equitatus 1 at Lugdunum; a city of the label must be friendly."""
    w = world({"genua": "c_caesar", "lugdunum": "c_antonius"})
    with table(w, cards=("2/3", "1/2")) as t:
        levying(t).refused("caesar", "levy LEG 8 at Tarraco", "6.4", cities=["tarraco"])
        t.caesar("levy LEG 11 at Genua", "levy EQ 1 at Lugdunum")
        assert (t.w.at["c_legio_11"], t.w.at["c_equitatus_1"]) == ("genua", "lugdunum")


def test_leaders_auxilia_and_ballista_in_any_friendly_city() -> None:
    """§6.4 Also in a city of no value."""
    with table(world({"treviri": "c_legio_8"}), cards=("2/3", "1/2")) as t:
        levying(t).caesar("levy Caesar at Treviri", "levy AUX 3 at Treviri", "levy Ballista at Treviri")


def test_ships_at_the_ship_symbol() -> None:
    """§6.4 §4.41 ruling JC-L1 A friendly port that builds ships."""
    w = world({"athenae": "c_legio_8", "genua": "c_caesar"})
    with table(w, cards=("2/3", "1/2")) as t:
        levying(t).refused("caesar", "levy NAV 1 at Genua", kind="not_understood")
        t.refused("caesar", "levy NAV 1 at Massilia", "6.4", city="massilia")
        t.caesar("levy NAV 1 at Athenae")


def test_cleopatra_and_defectors_may_gain() -> None:
    """§6.4 ruling JC-L4 They are their holder's blocks."""
    w = world(
        {"alexandria": "cleopatra:1", "roma": "p_legio_1:1"},
        turned={"p_legio_1": "caesar", "cleopatra": "caesar"},
    )
    with table(w, cards=("2/3", "1/2")) as t:
        levying(t).caesar("step Cleopatra", "step LEG 1")
        assert (t.w.steps["cleopatra"], t.w.steps["p_legio_1"]) == (2, 2)


def test_the_stock_of_the_enemy_gives_nothing() -> None:
    """§6.4 §5.1 A block is raised from its own stock."""
    with table(world({"roma": "c_caesar"}), cards=("2/3", "1/2")) as t:
        levying(t).refused("caesar", "levy LEG 38 at Roma", kind="not_understood")


def test_points_may_be_left() -> None:
    """§6.4 ruling JC-W5 The levy ends when the player says so, or with the last point."""
    with table(world({"roma": "c_caesar"}), cards=("2/3", "1/2")) as t:
        levying(t).caesar("levy LEG 17 at Roma", "end")
        assert (t.w.acting, t.w.levies) == ("pompey", 2)


def test_a_levy_shows_its_place_alone() -> None:
    """§6.4 ruling JC-H1 The enemy reads where, and how many."""
    with table(world({"roma": "c_caesar"}), cards=("2/3", "1/2")) as t:
        levying(t).caesar("levy LEG 17")
        (entry,) = [e.body for e in t.table.ledger.entries if e.t == "answer"][-1:]
        assert entry["pub"] == {"pick": "levy", "place": "roma"}
        t.caesar("step 17")
        (entry,) = [e.body for e in t.table.ledger.entries if e.t == "answer"][-1:]
        assert entry["pub"] == {"pick": "step", "place": "roma"}


def test_reach_of_the_stock() -> None:
    """§6.4 Where a block of the stock may come, and what bars the rest."""
    with table(world({"roma": "c_caesar"}, eliminated="c_legio_18"), cards=("2/3", "1/2")) as t:
        reach = levying(t).choice("caesar").reach
        assert [(r.to, r.cost, r.bar) for r in reach("c_legio_17")] == [("roma", 1, None)]
        assert [r.bar.rule for r in reach("c_legio_18") if r.bar] == ["7.5"]
        assert [r.to for r in reach("c_auxilia_1") if r.bar is None] == ["roma"]
        assert not reach("p_legio_38")
