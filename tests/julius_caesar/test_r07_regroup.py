"""§7.7 and §7.82 to §7.83: the regroup of the winner, and what ships do."""

from __future__ import annotations

import pytest

from .battles import MISS, bars, battle, fired, in_round, ways, won
from .helpers import contest, table

# -- §7.7 ----------------------------------------------------------------------------------------


def test_the_winner_regroups() -> None:
    """§7.7 ruling JC-B12: all blocks, one step, friendly or vacant, also where the enemy came from."""
    w = battle(
        "roma",
        "caesar",
        {"genua": "c_legio_8", "ravenna": "c_legio_13"},
        [],
        elsewhere={"neapolis": "p_legio_1", "ravenna": "c_legio_14", "mare_tyrrhenum": "c_navis_1"},
    )
    with table(won(w, "roma")) as t:
        assert ways(t, "caesar", "c_legio_8") == {"asculum", "genua", "ravenna"}
        t.refused("caesar", "regroup LEG 8 to Neapolis", kind="not_understood")
        t.refused("caesar", "regroup LEG 8 to Massilia", kind="not_understood")  # two steps, or by sea
        t.refused("pompey", "regroup none", kind="not_now")
        t.caesar("regroup LEG 8 to Asculum, LEG 13 to Ravenna")
        assert (t.w.at["c_legio_8"], t.w.at["c_legio_13"]) == ("asculum", "ravenna")
        assert t.said() == [
            "Caesar regrouped 1 block from Roma to Asculum.",
            "Caesar regrouped 1 block from Roma to Ravenna.",
            "Turn 2 of year 1 ended.",
        ]


@pytest.mark.parametrize(
    ("place", "to", "most"),
    [("tarraco", "carthago_nova", 4), ("asculum", "sipontum", 2), ("byzantium", "nicomedia", 2)],
)
def test_limits_of_a_regroup(place: str, to: str, most: int) -> None:
    """§7.7 §6.11 ruling JC-B12: four, two, and two over a strait."""
    legions = ["c_legio_7", "c_legio_8", "c_legio_9", "c_legio_10", "c_legio_11"]
    w = battle(place, "caesar", {"roma": legions}, [])
    with table(won(w, place)) as t:
        named = [f"LEG {n} to {to}" for n in (7, 8, 9, 10, 11)]
        said = t.refused("caesar", "regroup " + ", ".join(named[: most + 1]), "7.7", n=most + 1, left=most)
        assert said.startswith(f"you sent {most + 1} blocks from")
        t.caesar("regroup " + ", ".join(named[:most]))
        assert sum(p == to for p in t.w.at.values()) == most


def test_a_defender_who_has_won_regroups_over_the_attackers_way() -> None:
    """§7.7 ruling JC-B12: ways that the enemy used are open."""
    w = battle("roma", "caesar", {"genua": "c_legio_8:1"}, "p_auxilia_3")
    with table(w, dice=[1, MISS, MISS]) as t:
        t.pompey("fire")
        t.pompey("regroup AUX 3 to Genua")
        assert t.w.at["p_auxilia_3"] == "genua"


def test_reserves_that_never_arrived_regroup_too() -> None:
    """§7.7 §7.3 ruling JC-B12."""
    w = battle("roma", "caesar", {"genua": "c_caesar", "ravenna": "c_legio_13"}, "p_legio_1:1")
    with table(w, dice=[1, MISS, MISS]) as t:
        t.caesar("fire")
        t.caesar("regroup LEG 13 to Asculum")
        assert t.w.at["c_legio_13"] == "asculum"


def test_results_hold_at_once_for_the_next_battle() -> None:
    """§7.1 §7.7 ruling JC-B1: a city won and left by a regroup is vacant, one occupied is friendly."""
    w = battle(
        "roma",
        "caesar",
        {"genua": "c_legio_8"},
        "p_legio_1:1",
        elsewhere={"neapolis": ["c_legio_7", "p_legio_2"], "genua": "c_legio_12"},
    )
    w = contest(w, "neapolis", "caesar", {"rhegium": "c_legio_7"})
    with table(w, dice=[1, MISS, MISS] + [MISS] * 7) as t:
        t.caesar("battle Roma")
        t.pompey("pass")
        t.caesar("fire", "regroup none")
        t.pompey("fire")
        t.caesar("fire")
        assert "roma" in bars(t, "pompey", "p_legio_2")  # Caesar's now
        assert ways(t, "pompey", "p_legio_2") == {"brundisium", "rhegium", "sipontum"}
        t.pompey("pass")
        assert "roma" in ways(t, "caesar", "c_legio_7")


def test_a_regroup_is_asked_for_by_public_facts_alone() -> None:
    """§7.7 §7.83 (Fog of war): a reserve that never showed its face might be a ship."""
    blocked = {"syracusae": "p_legio_37", "lilybaeum": "p_legio_36", "rhegium": "p_legio_34"}
    for block in ("c_navis_2", "c_legio_13"):
        origin = "mare_tyrrhenum" if block == "c_navis_2" else "rhegium"
        w = battle(
            "messana", "caesar", {"syracusae": "c_caesar", origin: block}, "p_legio_1:1", elsewhere=blocked
        )
        with table(w, dice=[1, MISS, MISS]) as t:
            t.caesar("fire")
            assert t.asked == ["caesar"]
            assert t.w.phase == "regroup"
            t.caesar("regroup none")
    w = battle("messana", "caesar", {"syracusae": "c_caesar"}, "p_legio_1:1", elsewhere=blocked)
    with table(w, dice=[1, MISS, MISS]) as t:
        t.caesar("fire")
        assert t.w.phase == "cards"  # only Caesar is there, and all see that he has no way


# -- §7.82 §7.83 ---------------------------------------------------------------------------------


def test_attacking_ships_retreat_to_friends_or_where_they_came_from() -> None:
    """§7.82 §7.8: a port or a sea."""
    w = battle(
        "mare_tyrrhenum",
        "caesar",
        {"mare_hispanum": "c_navis_1", "caralis": "c_navis_2"},
        "p_navis_1",
        elsewhere={"genua": "c_legio_8", "neapolis": "p_legio_1"},
    )
    with table(in_round(2, w, "mare_tyrrhenum"), dice=[]) as t:
        t.pompey("pass")
        assert ways(t, "caesar", "c_navis_1") == {"genua", "mare_hispanum", "caralis"}
        said = t.refused("caesar", "retreat NAV 1 to Mare Internum", "7.82", place="mare_internum")
        assert said == "Mare Internum is vacant, but none of your blocks attacked from there"
        t.refused("caesar", "retreat NAV 1 to Neapolis", "7.82", place="neapolis")
        t.caesar("retreat NAV 1 to Mare Hispanum, NAV 2 to Caralis")


def test_defending_ships_retreat_to_any_vacant_port_or_sea() -> None:
    """§7.82 ruling JC-W4: also where the attacker came from."""
    w = battle("mare_tyrrhenum", "caesar", {"mare_hispanum": "c_navis_1"}, ["p_navis_1", "p_navis_2"])
    with table(in_round(2, w, "mare_tyrrhenum")) as t:
        t.pompey("retreat NAV 1 to Caralis, NAV 2 to Mare Hispanum")


def test_without_the_option_they_retreat_to_friends_or_vacant_seas() -> None:
    """§7.82 ruling JC-W4 Option `open_ports` off: not to vacant ports, nor to a vacant sea that the attacker
    came from.
    """
    w = battle(
        "mare_tyrrhenum",
        "caesar",
        {"mare_hispanum": "c_navis_1"},
        ["p_navis_1", "p_navis_2"],
        elsewhere={"neapolis": "p_legio_1"},
        open_ports="off",
    )
    with table(in_round(2, w, "mare_tyrrhenum")) as t:
        assert ways(t, "pompey", "p_navis_1") == {"neapolis", "mare_internum"}
        said = t.refused("pompey", "retreat NAV 1 to Caralis", "7.82", place="caralis")
        assert said == "Caralis is a vacant port: defending ships may retreat only to friendly ports"
        t.refused("pompey", "retreat NAV 1 to Mare Hispanum", "7.82", place="mare_hispanum")
        t.pompey("retreat NAV 1 to Mare Internum, NAV 2 to Neapolis")


def test_defending_ships_may_go_to_friends_where_the_attacker_came_from() -> None:
    """§7.82 ruling JC-W4: also without the option `open_ports`."""
    w = battle(
        "mare_tyrrhenum",
        "caesar",
        {"mare_hispanum": "c_navis_1"},
        "p_navis_1",
        elsewhere={"mare_hispanum": "p_navis_2"},
        open_ports="off",
    )
    with table(in_round(2, w, "mare_tyrrhenum")) as t:
        t.pompey("retreat NAV 1 to Mare Hispanum")
        assert t.w.at["p_navis_1"] == "mare_hispanum"


def test_ships_leave_a_battle_on_the_coast_by_sea_and_land_blocks_by_land() -> None:
    """§7.81 §7.82 §7.61."""
    w = battle(
        "neapolis",
        "caesar",
        {"roma": "c_legio_13", "mare_tyrrhenum": "c_navis_1"},
        ["p_navis_1", "p_legio_1"],
        open_ports="off",
    )
    with table(in_round(4, w, "neapolis"), dice=[MISS] * 6) as t:
        t.pompey("fire")
        t.caesar("retreat LEG 13 to Roma")
        said = t.refused("pompey", "retreat NAV 1 to Mare Tyrrhenum", "7.6")
        assert said == "no block has anywhere to retreat to: the attacker came from Mare Tyrrhenum"
        t.pompey("fire")
        t.refused("caesar", "retreat NAV 1 to Roma", kind="not_understood")
        t.caesar("retreat NAV 1 to Mare Tyrrhenum")
        assert fired(t) == ["p_legio_1", "p_navis_1"]


def test_a_ship_without_a_way_out_is_eliminated() -> None:
    """§7.82 §7.6 ruling JC-B9."""
    w = battle(
        "propontis", "caesar", {"byzantium": "c_navis_1"}, "p_navis_1", elsewhere={"byzantium": "p_legio_1"}
    )
    with table(in_round(4, w, "propontis"), dice=[]) as t:
        t.pompey("pass")
        assert t.w.eliminated["caesar"] == ["c_navis_1"]


def test_ships_regroup_to_seas_and_ports_vacant_ones_too() -> None:
    """§7.83 ruling JC-B12: without limit; never to the enemy."""
    ships = ["c_navis_1", "c_navis_2", "c_navis_3", "c_navis_4", "c_navis_5"]
    w = battle(
        "mare_tyrrhenum",
        "caesar",
        {"mare_hispanum": ships},
        [],
        elsewhere={"neapolis": "p_legio_1", "mare_internum": "p_navis_1"},
    )
    with table(won(w, "mare_tyrrhenum")) as t:
        open_ways = ways(t, "caesar", "c_navis_1")
        assert {"caralis", "mare_hispanum", "roma"} <= open_ways
        assert not {"neapolis", "mare_internum"} & open_ways
        t.caesar("regroup " + ", ".join(f"NAV {n} to Caralis" for n in (1, 2, 3, 4, 5)))
        assert sum(p == "caralis" for p in t.w.at.values()) == 5
