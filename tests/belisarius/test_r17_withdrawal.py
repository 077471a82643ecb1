"""§17.5 Withdrawal: whose operation value, the dice, the distance, the way, cities, fleets."""

from __future__ import annotations

from .battles import army, combat, places
from .helpers import table

# -- §17.51 may he go? ---------------------------------------------------------------------------


def test_the_higher_total_withdraws() -> None:
    """§17.51 §17.54 16 + 6 against 8 + 2; then a die for the distance, and the way hex by hex.

    §17.5 §17.11(3) He may stand or try it.
    """
    w = combat("thracia_garrison*2", "ostrogoths_warband*3")
    with table(w, dice=[2, 6, 2]) as t:
        assert t.asked == ["barbarian"]
        t.refused("barbarian", "withdraw with Guard FA", kind="not_understood")
        t.barbarian("withdraw with WB")
        [tried] = t.events("withdrawal")
        assert (tried.values["total"], tried.values["enemy_total"], tried.values["how"]) == (
            22,
            10,
            "succeeds",
        )
        t.barbarian("retreat 4412-4512")
        assert set(places(t.w)) == {"4410", "4512"}
        assert t.w.battle is None
        assert t.w.phase == "army"


def test_equal_totals_must_stand() -> None:
    """§17.51 24 + 2 against 20 + 6: the attacker need only reach the defender."""
    with table(
        combat("guard_field_army*2", "ostrogoths_warband*2 vitiges", table="assault"), dice=[6, 2, 5]
    ) as t:
        t.barbarian("withdraw with Vitiges")
        assert t.events("withdrawal")[0].values["how"] == "fails"
        assert t.events("battle")


def test_the_slowest_need_not_be_picked() -> None:
    """§17.51 Any unit of either: ruling BE-G1, the attacker names his after the defender."""
    w = combat("guard_field_army guard_garrison", "ostrogoths_warband*2 ostrogoths_garrison", table="assault")
    with table(w, dice=[1, 1, 5]) as t:
        t.barbarian("withdraw with GA")  # 8 + 1
        assert t.asked == ["empire"]
        assert t.lines("empire") == ["pursue with Guard field army", "pursue with Guard garrison"]
        t.empire("pursue with GA")  # 8 + 1
        assert t.events("withdrawal")[0].values["how"] == "fails"


def test_other_words_and_a_unit_that_is_not_named() -> None:
    """§17.5 §17.51 "retreat" and "fight" mean the same here; of several kinds one must be named."""
    w = combat("guard_field_army", "ostrogoths_warband*2 ostrogoths_garrison", table="assault")
    with table(w, dice=[6, 1, 5]) as t:
        why = t.refused("barbarian", "withdraw", kind="not_understood")
        assert why == (
            "the order is incomplete; expected: the unit whose operation value counts: "
            "Ostrogothic garrison or Ostrogothic war band"
        )
        t.barbarian("retreat with GA")
        assert t.events("withdrawal")[0].values["how"] == "fails"
    with table(combat("guard_field_army", "ostrogoths_warband*2", table="assault"), dice=[5]) as t:
        t.barbarian("fight")
        assert t.events("stood")


def test_a_pursuer_is_not_asked_for_among_equals() -> None:
    """§17.51 The values are printed and public."""
    with table(
        combat("guard_field_army oriens_field_army", "ostrogoths_warband", table="assault"), dice=[6, 1, 1]
    ) as t:
        t.barbarian("withdraw with WB")
        assert t.events("withdrawal")


def test_a_defender_without_a_hex_to_go_to_is_not_asked() -> None:
    """§17.58 ruling BE-G6: the enemy in 4412 closes the ring."""
    w = combat(
        "guard_field_army*2", "ostrogoths_warband*3", table="assault", elsewhere={"4412": "guard_garrison"}
    )
    with table(w, dice=[3]) as t:
        assert t.events("withdrawal") == []
        assert t.w.battle is None


# -- §17.54 the way ------------------------------------------------------------------------------


def test_the_whole_distance_must_be_gone() -> None:
    """§17.54 Not less, not more, and no hex twice: ruling BE-G7."""
    with table(combat("thracia_garrison*2", "ostrogoths_warband*3"), dice=[1, 6, 3]) as t:
        t.barbarian("withdraw with WB")
        t.refused("barbarian", "retreat 4412-4512", "17.54", left=1)
        t.refused("barbarian", "retreat 4412-4411-4511", "17.54")
        t.refused("barbarian", "retreat 4311-4312-4313", "15.32", place="4311")
        t.barbarian("retreat 4412-4512-4513")
        assert set(t.w.at.values()) == {"4410", "4513"}


def test_who_cannot_go_so_far_is_eliminated() -> None:
    """§17.54 One hex is open, and from there none."""
    w = combat(
        "thracia_garrison*2",
        "ostrogoths_warband*3",
        elsewhere={
            "4313": "guard_garrison",
            "4513": "guard_garrison",
            "4610": "franks_garrison",
            "4611": "franks_warband",
        },
    )
    with table(w, dice=[1, 6, 2]) as t:
        t.barbarian("withdraw with WB")
        assert [e.values["n"] for e in t.events("no_retreat")] == [2]
        assert "4411" not in places(t.w)


def test_the_only_way_is_taken_without_a_question() -> None:
    """§17.54 The same pocket, and one hex is enough."""
    w = combat(
        "thracia_garrison*2",
        "ostrogoths_warband*3",
        elsewhere={"4313": "guard_garrison", "4513": "guard_garrison"},
    )
    with table(w, dice=[1, 6, 1]) as t:
        t.barbarian("withdraw with WB")
        assert places(t.w)["4511"] == ["ostrogoths_warband_1", "ostrogoths_warband_2", "ostrogoths_warband_3"]


def test_a_city_or_colony_ends_it() -> None:
    """§17.55 Who comes into one may stay there; he may also go on."""
    for way, end in (("4412", "4412"), ("4412-4512-4513", "4513")):
        w = combat("thracia_garrison*2", "ostrogoths_warband*3", settled=["4412"])
        with table(w, dice=[1, 6, 3]) as t:
            t.barbarian("withdraw with WB")
            t.barbarian(f"retreat {way}")
            assert t.w.at["ostrogoths_warband_1"] == end


def test_out_of_a_city_one_hex_at_least() -> None:
    """§17.55 He who withdraws from a city leaves it."""
    with table(combat("thracia_garrison*2", "ostrogoths_warband*3", settled=["4411"]), dice=[1, 6, 1]) as t:
        t.barbarian("withdraw with WB")
        assert t.lines("barbarian", "retreat ") == ["retreat 4312", "retreat 4412", "retreat 4511"]
        assert "hold" not in t.lines("barbarian")
        t.barbarian("retreat 4511")


# -- §17.54 §17.56 what it costs -----------------------------------------------------------------


def test_the_attacker_has_paid_and_may_follow() -> None:
    """§17.54 §17.56 §17.57 ruling BE-G2: four points are gone, and the army goes on to attack again."""
    w = army("thracia_garrison*2", "ostrogoths_warband*3", half=40)
    with table(w, dice=[1, 6, 1]) as t:
        t.empire("attack 4411")
        t.barbarian("withdraw with WB", "retreat 4412")
        assert t.w.army is not None
        assert t.w.army.half == 32
        t.empire("march 4411", "assault 4412")
        assert t.w.army.half == 20  # two points for the march
        assert "withdraw with Ostrogothic war band" in t.lines("barbarian", "withdraw ")


def test_a_bound_manoeuvre_is_paid_whole() -> None:
    """§17.61 ruling BE-G2: who has named the dearer CRT has paid for it."""
    w = army("thracia_garrison*2", "ostrogoths_warband*3", half=40)
    with table(w, dice=[1, 6, 1]) as t:
        t.empire("manoeuvre 4411")
        t.barbarian("withdraw with WB", "retreat 4412")
        assert t.w.army is not None
        assert t.w.army.half == 24


# -- §17.52 §17.53 land and sea ------------------------------------------------------------------

COAST, INLAND = "2241", "2141"


def test_land_units_and_fleets_go_apart_by_one_die() -> None:
    """§17.53 The land units along the coast, the fleet out to sea."""
    w = combat("guard_field_army", "ostrogoths_fleet ostrogoths_warband*2", origin=INLAND, place=COAST)
    with table(w, dice=[1, 6, 1]) as t:
        t.barbarian("withdraw with FL")
        assert t.w.at["ostrogoths_warband_1"] == "2242"  # their only hex
        t.barbarian("retreat 2341")
        assert t.w.at["ostrogoths_fleet_1"] == "2341"
        assert t.w.aboard == []


def test_who_is_aboard_goes_with_the_fleet() -> None:
    """§17.52"""
    w = combat(
        "guard_field_army",
        "ostrogoths_fleet ostrogoths_warband*2",
        origin=INLAND,
        place=COAST,
        aboard="ostrogoths_warband",
    )
    with table(w, dice=[1, 6, 2]) as t:
        t.barbarian("withdraw with WB", "retreat 2341-2441")
        assert set(t.w.at.values()) == {INLAND, "2441"}
        assert t.w.aboard == ["ostrogoths_warband_1", "ostrogoths_warband_2"]


def test_nobody_goes_aboard_to_withdraw() -> None:
    """§17.53 Land units without a hex of their own are lost, though there is a fleet."""
    w = combat(
        "guard_field_army",
        "ostrogoths_fleet ostrogoths_warband*2",
        origin=INLAND,
        place=COAST,
        elsewhere={"2143": "guard_garrison"},
    )
    with table(w, dice=[1, 6, 1]) as t:
        t.barbarian("withdraw with FL")
        assert "ostrogoths_warband_1" not in t.w.at
        t.barbarian("retreat 2340")
        assert t.w.at["ostrogoths_fleet_1"] == "2340"
