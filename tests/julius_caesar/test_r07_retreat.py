"""§7.6 to §7.8 Retreats by land, by sea and of ships; the regroup of the winner."""

from __future__ import annotations

import pytest

from adjudicator.julius_caesar import r04_board as r04
from adjudicator.julius_caesar.board import EDGES, RETREAT_LIMIT
from adjudicator.julius_caesar.world import Battle, World

from .helpers import Umpired, contest, table
from .test_r07_battle import MISS, battle, fired


def in_round(n: int, w: World, place: str) -> World:
    """The same battle, already in a later round with everybody in line."""
    w.phase, w.battle = "battle", Battle(place, w.attackers[place], round=n)
    return w


def ways(t: Umpired, seat: str, block: str) -> set[str]:
    """Where a block may retreat or regroup to."""
    return {way.to for way in t.choice(seat).reach(block) if way.bar is None}


def bars(t: Umpired, seat: str, block: str) -> dict[str, str]:
    """The places that are closed to it, each with the paragraph."""
    return {way.to: way.bar.rule for way in t.choice(seat).reach(block) if way.bar is not None}


# -- §7.6 §7.61 ----------------------------------------------------------------------------------


def test_retreats_lead_to_friendly_or_vacant_places() -> None:
    """§7.6 §7.61: never to the enemy's, nor to where another battle waits."""
    w = battle(
        "roma",
        "caesar",
        {"genua": "c_legio_8"},
        "p_legio_1",
        elsewhere={"neapolis": "c_legio_7", "asculum": ["c_legio_9", "p_legio_3"]},
    )
    w.attackers["asculum"], w.entered["asculum"], w.main["asculum"] = "caesar", [], "ravenna"
    with table(in_round(2, w, "roma")) as t:
        assert ways(t, "pompey", "p_legio_1") == {"ravenna"}
        assert bars(t, "pompey", "p_legio_1") == {"asculum": "7.61", "genua": "7.63", "neapolis": "7.61"}
        said = t.refused("pompey", "retreat LEG 1 to Neapolis", "7.61", place="neapolis")
        assert said == "Neapolis is neither friendly nor vacant"
        t.refused("pompey", "retreat LEG 1 to Asculum", "7.61", place="asculum")
        t.refused("pompey", "retreat LEG 8 to Genua", kind="not_understood")
        t.pompey("retreat LEG 1 to Ravenna")
        assert r04.holder(t.w, "ravenna") == "pompey"  # §4.21, at once


@pytest.mark.parametrize(
    ("place", "to", "enemy_from", "kind", "most"),
    [
        ("tarraco", "carthago_nova", "narbo", "major", 4),
        ("asculum", "sipontum", "ravenna", "minor", 2),
        ("byzantium", "nicomedia", "aenos", "strait", 1),
    ],
)
def test_limits_of_retreat_in_a_round(place: str, to: str, enemy_from: str, kind: str, most: int) -> None:
    """§7.61 §6.11 §4.32 ruling JC-B11: four, two or one block over a way in one round."""
    legions = [f"p_legio_{n}" for n in (1, 2, 3, 4, 5)]
    w = battle(place, "caesar", {enemy_from: "c_legio_8"}, legions)
    with table(in_round(2, w, place), dice=[MISS] * 3) as t:
        assert RETREAT_LIMIT[kind] == most  # type: ignore[index]
        assert EDGES[place][to] == kind
        named = [f"LEG {n} to {to}" for n in (1, 2, 3, 4, 5)]
        t.refused("pompey", "retreat " + ", ".join(named[: most + 1]), "7.61", n=most + 1, left=most)
        t.pompey("retreat " + ", ".join(named[:most]))
        t.refused("pompey", f"retreat {named[most]}", "7.6" if kind == "strait" else "7.61")
        reasons = bars(t, "pompey", "p_legio_5") if kind != "strait" else {to: "7.61"}
        assert reasons[to] == "7.61"
        t.pompey("pass all")
        t.caesar("fire")
        t.pompey(f"retreat {named[most]}")  # the next round counts afresh


def test_each_way_out_has_its_own_limit() -> None:
    """§7.61 ruling JC-B11: one order may take several ways."""
    legions = [f"p_legio_{n}" for n in (1, 2, 3, 4)]
    w = battle("roma", "caesar", {"genua": "c_legio_8"}, legions)
    with table(in_round(2, w, "roma")) as t:
        t.pompey("retreat LEG 1 to Asculum, LEG 2 to Asculum, LEG 3 to Ravenna, LEG 4 to Neapolis")
        assert t.events("battle_ends")


def test_both_sides_share_the_way_in_a_round() -> None:
    """§7.61 ruling JC-M3: what has left by a way counts, whoever it was."""
    w = battle("asculum", "caesar", {"sipontum": "c_legio_8"}, ["p_auxilia_3", "p_auxilia_4", "p_legio_1"])
    w.entered["asculum"] = []
    w.at["c_legio_7"], w.steps["c_legio_7"] = "roma", 1
    w.stock["caesar"].remove("c_legio_7")
    with table(in_round(2, w, "asculum")) as t:
        t.pompey("retreat AUX 3 to Sipontum, AUX 4 to Sipontum")
        assert bars(t, "pompey", "p_legio_1")["sipontum"] == "7.61"


# -- §7.62 ---------------------------------------------------------------------------------------


def test_attackers_retreat_to_friends_by_any_way_and_to_vacant_cities_by_their_own() -> None:
    """§7.62 ruling JC-B8: the ways of main force, reserves and reinforcements are the army's."""
    w = battle(
        "roma",
        "caesar",
        {"genua": ["c_caesar", "c_legio_8"], "asculum": "c_legio_13"},
        "p_legio_1",
        elsewhere={"ravenna": "c_legio_14"},
    )
    with table(in_round(2, w, "roma")) as t:
        for block in ("c_caesar", "c_legio_8", "c_legio_13"):
            assert ways(t, "caesar", "c_caesar") >= {"genua", "asculum", "ravenna"}, block
        assert bars(t, "caesar", "c_caesar") == {"neapolis": "7.62"}
        said = t.refused("caesar", "retreat Caesar to Neapolis", "7.62", place="neapolis")
        assert said == "Neapolis is vacant, and none of yours came from there"
        t.caesar("retreat Caesar to Ravenna")  # friendly, though nobody came from there


def test_attackers_may_retreat_to_friends_where_the_enemy_came_from() -> None:
    """§7.62 ruling JC-B8."""
    w = battle(
        "roma",
        "caesar",
        {"genua": "c_caesar"},
        "p_legio_1",
        reinforced={"neapolis": "p_legio_2"},
        elsewhere={"neapolis": "c_legio_7"},
    )
    with table(in_round(2, w, "roma")) as t:
        t.caesar("retreat Caesar to Neapolis")
        assert t.w.at["c_caesar"] == "neapolis"


def test_who_cannot_retreat_in_round_four_is_eliminated() -> None:
    """§7.6 §7.62 ruling JC-B9: the last of one way; leaders are trophies."""
    w = battle(
        "roma", "caesar", {"ravenna": ["c_caesar", "c_antonius", "c_legio_8", "c_legio_7"]}, "p_navis_1"
    )
    with table(in_round(4, w, "roma")) as t:
        t.caesar("retreat Caesar to Ravenna, Antonius to Ravenna")  # a minor road takes two
        assert t.w.eliminated["caesar"] == ["c_legio_7", "c_legio_8"]
        assert "Caesar: LEG 7 must retreat from Roma and cannot." in t.said()
        assert t.w.victor == "pompey"
    w = battle("creta", "caesar", {"mare_aegaeum": ["c_caesar"]}, "p_legio_33")
    with table(in_round(4, w, "creta")) as t:
        assert t.w.trophies["pompey"] == ["c_caesar"]


def test_who_must_retreat_and_can_is_asked_until_all_are_gone() -> None:
    """§7.62 ruling JC-B2."""
    w = battle("roma", "caesar", {"genua": ["c_legio_7", "c_legio_8"]}, "p_navis_1")
    with table(in_round(4, w, "roma")) as t:
        t.refused("caesar", "retreat none", "7.6", n=0, least=1)
        t.caesar("retreat LEG 8 to Genua")
        t.refused("caesar", "pass", "7.62")
        t.caesar("retreat LEG 7")  # one place is open, so it need not be named
        assert t.w.at["c_legio_7"] == "genua"


# -- §7.63 ---------------------------------------------------------------------------------------


def test_defenders_never_retreat_by_a_way_of_the_attacker() -> None:
    """§7.63 ruling JC-W3: neither to vacant nor to friendly cities, by land; reserves' ways count."""
    w = battle(
        "roma",
        "caesar",
        {"genua": "c_caesar", "ravenna": "c_legio_13"},
        ["p_legio_1", "p_legio_2"],
        elsewhere={"ravenna": "p_legio_3"},
    )
    with table(in_round(2, w, "roma"), dice=[]) as t:
        t.caesar("pass")
        assert ways(t, "pompey", "p_legio_1") == {"asculum", "neapolis"}
        assert bars(t, "pompey", "p_legio_1") == {"genua": "7.63", "ravenna": "7.63"}
        said = t.refused("pompey", "retreat LEG 1 to Ravenna", "7.63", place="ravenna")
        assert said == "the attacker came from Ravenna"
        t.pompey("retreat LEG 1 to Asculum, LEG 2 to Neapolis")


# -- §7.64 ---------------------------------------------------------------------------------------


def by_sea(option: str = "") -> World:
    """Both sides have a friendly sea beside Messana and a port on it."""
    return battle(
        "messana",
        "caesar",
        {"lilybaeum": ["c_legio_7", "c_legio_8"]},
        ["p_legio_1", "p_legio_2", "p_auxilia_3"],
        elsewhere={
            "mare_tyrrhenum": "c_navis_1",
            "genua": "c_legio_12",
            "lilybaeum": "p_legio_3",
            "mare_internum": "p_navis_1",
            "creta": "p_legio_33",
            "rhegium": "c_legio_14",
            "syracusae": "c_legio_13",
        },
        option=option,
    )


def test_one_land_block_a_round_retreats_by_sea() -> None:
    """§7.64 ruling JC-B10: over one friendly sea to a friendly port on it; one for both sides together."""
    with table(in_round(2, by_sea(), "messana"), dice=[]) as t:
        assert ways(t, "pompey", "p_auxilia_3") == {"creta", "lilybaeum"}  # by sea, not as the enemy came
        assert bars(t, "pompey", "p_auxilia_3") == {"rhegium": "7.61", "syracusae": "7.61"}
        t.refused("pompey", "retreat AUX 3 to Cyrene", kind="not_understood")  # vacant
        t.pompey("retreat AUX 3 to Creta")
        assert t.said("pompey") == ["Pompey retreats AUX P3 by sea from Messana to Creta."]
        said = t.refused("pompey", "retreat LEG 1 to Creta", "7.6")
        assert "one block a round may retreat by sea, and one has" in said
        t.pompey("pass all")
        assert "genua" not in ways(t, "caesar", "c_legio_7")
        t.refused("caesar", "retreat LEG 7 to Genua", "7.64")
        t.caesar("pass all")
        t.refused(
            "pompey", "retreat LEG 1 to Creta, LEG 2 to Creta", "7.64", blocks=["p_legio_1", "p_legio_2"]
        )
        t.pompey("retreat LEG 1 to Creta")  # a new round


def test_the_option_gives_each_side_one_block_by_sea() -> None:
    """§7.64 ruling JC-B10, option sea_retreat_each."""
    with table(in_round(2, by_sea("sea_retreat_each"), "messana"), dice=[]) as t:
        t.pompey("retreat AUX 3 to Creta", "pass all")
        t.refused("caesar", "retreat LEG 7 to Genua, LEG 8 to Genua", "7.64")
        t.caesar("retreat LEG 7 to Genua")
        t.refused("caesar", "retreat LEG 8 to Genua", "7.64")
        assert t.w.at["c_legio_7"] == "genua"


def test_no_way_by_sea_from_inland_nor_over_a_sea_that_is_not_held() -> None:
    """§7.64 §4.4."""
    w = battle("corduba", "caesar", {"toletum": "c_legio_7"}, "p_legio_1", elsewhere={"gades": "p_navis_1"})
    with table(in_round(2, w, "corduba")) as t:
        assert ways(t, "pompey", "p_legio_1") == {"gades", "carthago_nova"}
    w = battle(
        "creta", "caesar", {"mare_aegaeum": "c_navis_1"}, "p_legio_33", elsewhere={"athenae": "p_legio_32"}
    )
    with table(in_round(2, w, "creta")) as t:
        assert t.refused("pompey", "retreat LEG 33 to Athenae", "7.6") == "nobody has a place to retreat to"


def test_a_city_that_is_open_by_land_and_by_sea_is_reached_by_land_first() -> None:
    """§7.61 §7.64: the sea is for whom the road no longer takes."""
    w = battle(
        "messana",
        "caesar",
        {"lilybaeum": "c_legio_7"},
        ["p_legio_1", "p_legio_2"],
        elsewhere={"rhegium": "p_legio_3", "mare_tyrrhenum": "p_navis_1"},
    )
    with table(in_round(2, w, "messana")) as t:
        t.pompey("retreat LEG 1 to Rhegium")
        t.pompey("retreat LEG 2 to Rhegium")
        said = [line.event.values["how"] for line in t.table.ledger.told if line.event.kind == "retreated"]
        assert said == ["land", "sea"]  # the strait takes one


# -- §7.7 ----------------------------------------------------------------------------------------


def won(w: World, place: str) -> World:
    w.phase, w.battle, w.victor = "regroup", Battle(place, w.attackers[place], round=2), r04.holder(w, place)
    return w


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
            "Caesar regroups 1 block from Roma to Asculum.",
            "Caesar regroups 1 block from Roma to Ravenna.",
            "Turn 2 of year 1 is over.",
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
        assert said.startswith(f"{most + 1} blocks are to go from")
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
        assert ways(t, "pompey", "p_legio_2") == {"brundisium", "sipontum"}
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


def test_attacking_ships_retreat_to_friends_or_to_the_vacant_place_they_came_from() -> None:
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
        assert said == "Mare Internum is vacant, and none of yours came from there"
        t.refused("caesar", "retreat NAV 1 to Neapolis", "7.82", place="neapolis")
        t.caesar("retreat NAV 1 to Mare Hispanum, NAV 2 to Caralis")


def test_defending_ships_retreat_to_friends_or_vacant_seas() -> None:
    """§7.82 ruling JC-W4: not to vacant ports, nor to a vacant sea that the attacker came from."""
    w = battle(
        "mare_tyrrhenum",
        "caesar",
        {"mare_hispanum": "c_navis_1"},
        ["p_navis_1", "p_navis_2"],
        elsewhere={"neapolis": "p_legio_1"},
    )
    with table(in_round(2, w, "mare_tyrrhenum")) as t:
        assert ways(t, "pompey", "p_navis_1") == {"neapolis", "mare_internum"}
        said = t.refused("pompey", "retreat NAV 1 to Caralis", "7.82", place="caralis")
        assert said == "Caralis is a vacant port: defending ships retreat to friendly ones"
        t.refused("pompey", "retreat NAV 1 to Mare Hispanum", "7.82", place="mare_hispanum")
        t.pompey("retreat NAV 1 to Mare Internum, NAV 2 to Neapolis")


def test_defending_ships_may_go_to_friends_where_the_attacker_came_from() -> None:
    """§7.82 ruling JC-W4."""
    w = battle(
        "mare_tyrrhenum",
        "caesar",
        {"mare_hispanum": "c_navis_1"},
        "p_navis_1",
        elsewhere={"mare_hispanum": "p_navis_2"},
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
    )
    with table(in_round(4, w, "neapolis"), dice=[MISS] * 6) as t:
        t.pompey("fire")
        t.caesar("retreat LEG 13 to Roma")
        said = t.refused("pompey", "retreat NAV 1 to Mare Tyrrhenum", "7.6")
        assert said == "nobody has a place to retreat to: the attacker came from Mare Tyrrhenum"
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


def test_the_round_goes_on_after_blocks_were_lost_for_want_of_a_way() -> None:
    """§7.2 §7.6 ruling JC-B9: they are lost before anybody is asked; Cleopatra does not act for it."""
    w = battle(
        "neapolis",
        "caesar",
        {"roma": ["c_caesar", "cleopatra"], "mare_tyrrhenum": "c_navis_1"},
        ["p_pompey", "p_legio_1", "p_navis_1"],
        turned={"cleopatra": "caesar"},
        elsewhere={
            place: f"p_legio_{n}" for n, place in enumerate(("roma", "rhegium", "sipontum", "brundisium"), 3)
        },
    )
    with table(in_round(4, w, "neapolis"), dice=[MISS] * 5) as t:
        assert t.w.trophies["pompey"] == ["c_caesar"]
        assert t.asked == ["pompey"]
        t.pompey("fire Pompey")  # B
        t.pompey("pass LEG 1")  # C; then Cleopatra must go and cannot
        assert t.w.turned["cleopatra"] == "pompey"
        t.pompey("fire")  # D
        t.caesar("retreat NAV 1 to Mare Tyrrhenum")
        assert fired(t) == ["p_pompey", "p_navis_1"]
