"""§7.6 to §7.64: retreats by land and by sea."""

from __future__ import annotations

import pytest

from adjudicator.julius_caesar.board import EDGES, RETREAT_LIMIT
from adjudicator.julius_caesar.rules import r04_board as r04
from adjudicator.julius_caesar.world import World

from .battles import MISS, bars, battle, fired, in_round, ways
from .helpers import table

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
        assert ways(t, "pompey", "p_legio_1") == {"genua", "ravenna"}
        assert bars(t, "pompey", "p_legio_1") == {"asculum": "7.61", "neapolis": "7.61"}
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
    w = battle(place, "caesar", {enemy_from: "c_legio_8"}, legions, open_roads="off")
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
    """§7.61 ruling JC-M3: all blocks that left by a way count, of either side."""
    w = battle("asculum", "caesar", {"sipontum": "c_legio_8"}, ["p_auxilia_3", "p_auxilia_4", "p_legio_1"])
    w.entered["asculum"] = []
    w.at["c_legio_7"], w.steps["c_legio_7"] = "roma", 1
    w.stock["caesar"].remove("c_legio_7")
    with table(in_round(2, w, "asculum")) as t:
        t.pompey("retreat AUX 3 to Sipontum, AUX 4 to Sipontum")
        assert bars(t, "pompey", "p_legio_1")["sipontum"] == "7.61"


# -- §7.62 ---------------------------------------------------------------------------------------


def test_attackers_retreat_to_vacant_cities_only_the_way_they_came() -> None:
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
        assert said == "Neapolis is vacant, but none of your blocks attacked from there"
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
        assert "Caesar: LEG 7 had to retreat from Roma but had nowhere to go." in t.said()
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


def test_defenders_retreat_to_any_city_beside_them() -> None:
    """§7.63 ruling JC-W3: by the attacker's road too, to vacant and friendly cities."""
    came = {"genua": "c_caesar", "ravenna": "c_legio_13"}
    standing = ["p_legio_1", "p_legio_2"]
    with table(
        in_round(2, battle("roma", "caesar", came, standing, elsewhere={"ravenna": "p_legio_3"}), "roma")
    ) as t:
        t.caesar("pass")
        assert ways(t, "pompey", "p_legio_1") == {"asculum", "neapolis", "genua", "ravenna"}
        t.pompey("retreat LEG 1 to Genua, LEG 2 to Ravenna")


def test_without_the_option_no_defender_retreats_by_a_way_of_the_attacker() -> None:
    """§7.63 ruling JC-W3 Option `open_roads` off: neither to vacant nor to friendly cities, by land;
    reserves' ways count.
    """
    w = battle(
        "roma",
        "caesar",
        {"genua": "c_caesar", "ravenna": "c_legio_13"},
        ["p_legio_1", "p_legio_2"],
        elsewhere={"ravenna": "p_legio_3"},
        open_roads="off",
    )
    with table(in_round(2, w, "roma"), dice=[]) as t:
        t.caesar("pass")
        assert ways(t, "pompey", "p_legio_1") == {"asculum", "neapolis"}
        assert bars(t, "pompey", "p_legio_1") == {"genua": "7.63", "ravenna": "7.63"}
        said = t.refused("pompey", "retreat LEG 1 to Ravenna", "7.63", place="ravenna")
        assert said == "the attacker came from Ravenna"
        t.pompey("retreat LEG 1 to Asculum, LEG 2 to Neapolis")


# -- §7.64 ---------------------------------------------------------------------------------------


def by_sea(each: str = "on") -> World:
    """Both sides have a friendly sea beside Messana and a port on it."""
    w = battle(
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
        sea_retreat_each=each,
        open_roads="off",
    )
    return w


def test_one_land_block_a_round_in_all_retreats_by_sea_by_option() -> None:
    """§7.64 Option `sea_retreat_each`, ruling JC-B10: over one friendly sea to a friendly port on it."""
    with table(in_round(2, by_sea("off"), "messana"), dice=[]) as t:
        assert ways(t, "pompey", "p_auxilia_3") == {"creta", "lilybaeum"}  # by sea, not as the enemy came
        assert bars(t, "pompey", "p_auxilia_3") == {"rhegium": "7.61", "syracusae": "7.61"}
        t.refused("pompey", "retreat AUX 3 to Cyrene", kind="not_understood")  # vacant
        t.pompey("retreat AUX 3 to Creta")
        assert t.said("pompey") == ["Pompey retreated AUX P3 by sea from Messana to Creta."]
        said = t.refused("pompey", "retreat LEG 1 to Creta", "7.6")
        assert "only one block may retreat by sea each round, and one already has" in said
        t.pompey("pass all")
        assert "genua" not in ways(t, "caesar", "c_legio_7")
        t.refused("caesar", "retreat LEG 7 to Genua", "7.64")
        t.caesar("pass all")
        t.refused(
            "pompey", "retreat LEG 1 to Creta, LEG 2 to Creta", "7.64", blocks=["p_legio_1", "p_legio_2"]
        )
        t.pompey("retreat LEG 1 to Creta")  # a new round


def test_each_side_has_one_block_by_sea() -> None:
    """§7.64 ruling JC-B10: "both players may retreat"."""
    with table(in_round(2, by_sea(), "messana"), dice=[]) as t:
        t.pompey("retreat AUX 3 to Creta", "pass all")
        t.refused("caesar", "retreat LEG 7 to Genua, LEG 8 to Genua", "7.64")
        t.caesar("retreat LEG 7 to Genua")
        t.refused("caesar", "retreat LEG 8 to Genua", "7.64")
        assert t.w.at["c_legio_7"] == "genua"


def test_no_way_by_sea_from_inland_nor_over_a_sea_that_is_not_held() -> None:
    """§7.64 §4.4."""
    w = battle("corduba", "caesar", {"toletum": "c_legio_7"}, "p_legio_1", elsewhere={"gades": "p_navis_1"})
    with table(in_round(2, w, "corduba")) as t:
        assert ways(t, "pompey", "p_legio_1") == {"gades", "carthago_nova", "toletum"}
    w = battle(
        "creta", "caesar", {"mare_aegaeum": "c_navis_1"}, "p_legio_33", elsewhere={"athenae": "p_legio_32"}
    )
    with table(in_round(2, w, "creta")) as t:
        assert (
            t.refused("pompey", "retreat LEG 33 to Athenae", "7.6") == "no block has anywhere to retreat to"
        )


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


def where_strait_and_sea_meet(*blocks: str) -> World:
    """Pompey is attacked in Messana; a strait that takes one block and a sea lead to Rhegium."""
    return battle(
        "messana",
        "caesar",
        {"lilybaeum": "c_legio_7"},
        list(blocks),
        elsewhere={"rhegium": "p_legio_3", "mare_tyrrhenum": "p_navis_1"},
    )


def test_one_answer_goes_by_strait_and_by_sea_to_one_port() -> None:
    """§7.61 §7.64 The strait takes one and the sea one more, in one answer as in two; a third is too many."""
    with table(in_round(2, where_strait_and_sea_meet("p_legio_1", "p_legio_2", "p_legio_4"), "messana")) as t:
        three = "retreat LEG 1 to Rhegium, LEG 2 to Rhegium, LEG 4 to Rhegium"
        t.refused("pompey", three, "7.64", blocks=["p_legio_2", "p_legio_4"])
        t.pompey("retreat LEG 1 to Rhegium, LEG 2 to Rhegium")
        said = [line.event.values["how"] for line in t.table.ledger.told if line.event.kind == "retreated"]
        assert said == ["land", "sea"]


def test_the_player_may_choose_the_sea_where_a_road_leads_too() -> None:
    """§7.64 It leaves the strait to another, and uses up the one retreat by sea."""
    with table(in_round(2, where_strait_and_sea_meet("p_legio_1", "p_legio_2", "p_legio_4"), "messana")) as t:
        found = {(r.to, r.by) for r in t.choice("pompey").reach("p_legio_1") if r.bar is None}
        assert {("rhegium", "strait"), ("rhegium", "sea")} <= found
        t.pompey("retreat LEG 1 to Rhegium by sea")
        assert t.said("pompey")[0] == "Pompey retreated LEG 1 by sea from Messana to Rhegium."
        t.refused("pompey", "retreat LEG 2 to Rhegium by sea", "7.64")
        t.pompey("retreat LEG 2 to Rhegium")
        t.refused("pompey", "retreat LEG 4 to Rhegium", "7.64")


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
