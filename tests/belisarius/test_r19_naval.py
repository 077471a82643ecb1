"""§19 Naval operations: voyages, transport, landing, what blocks fleets, and whom they attack."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius.board import AREAS, CITIES, HEXES
from adjudicator.belisarius.rules.r19_naval import has_water, may_sail, toll, water_neighbours
from adjudicator.belisarius.world import EMPIRE, Army, World

from .helpers import table, world

CARTHAGO, ALEXANDRIA = CITIES["carthago"].hex, CITIES["alexandria"].hex


def at_sea(place: str, units: str, half: int = 60, **more: Any) -> World:
    """An army of the Empire at sea with a number of half points; its land units are aboard."""
    w = world({place: units, **more.pop("others", {})}, phase="army", **more)
    mine = sorted(u for u, where in w.at.items() if where == place)
    w.army = Army(EMPIRE, place, mine, half, naval=True, port=True)
    w.aboard = [u for u in mine if "fleet" not in u]
    return w


# -- §19.1 §19.3 §19.4 where fleets go ---------------------------------------------------------


def test_fleets_are_on_coasts_in_ports_and_at_sea() -> None:
    """§19.1 §16.33: not in an all-land hex, not over an all-land side."""
    assert has_water("3536", "3535")
    assert has_water("3435", "3434")
    assert not has_water("3535", "3534")
    assert not has_water("3535", "3634")
    with table(at_sea("3535", "guard_fleet")) as t:
        t.refused(EMPIRE, "sail Hadrianopolis", "16.33")
        t.empire("sail 3536-3635-3634")
        assert t.w.at["guard_fleet_1"] == "3634"


def test_every_way_by_water_goes_both_ways() -> None:
    """§19.1: the sides are the same from both hexes."""
    for a in HEXES:
        for b in water_neighbours(a):
            assert a in water_neighbours(b)
            assert has_water(a, b) == has_water(b, a)


def test_straits_do_not_stop_fleets() -> None:
    """§16.24 is for land units: fleets sail the Hellespont between two armies."""
    w = at_sea("3435", "guard_fleet", others={"3335": "visigoths_warband", "3433": "visigoths_warband"})
    with table(w) as t:
        t.empire("sail 3434-3334-3234")
        assert t.w.army is not None
        assert (t.w.army.place, t.w.army.half) == ("3234", 54)


def test_others_in_a_hex_block_fleets() -> None:
    """§19.3 §16.31: the enemy's and neutral units on a coast keep a fleet out."""
    others = {CARTHAGO: "vandals_warband", "2723": "persia_field_army"}
    with table(at_sea("2724", "guard_fleet", others=others)) as t:
        t.refused(EMPIRE, "sail Carthago", "19.3", place=CARTHAGO)
        why = t.refused(EMPIRE, "sail 2723", "19.3", place="2723")
        assert why.endswith("who block fleets")


def test_stacks_keep_their_limit_in_passing() -> None:
    """§13.1: a fleet does not enter a harbour with ten units."""
    w = at_sea("3535", "guard_fleet", others={"3536": "thracia_garrison*5 guard_field_army*5"})
    with table(w) as t:
        t.refused(EMPIRE, "sail 3536", "13.1", n=11)


def test_zones_of_land_units_do_not_stop_fleets() -> None:
    """§19.4: an army on the shore lets a fleet pass."""
    w = at_sea("3234", "guard_fleet", others={"3235": "persia_field_army"})
    with table(w) as t:
        t.empire("sail 3334-3434")
        assert t.w.at["guard_fleet_1"] == "3434"


def test_zones_of_fleets_stop_fleets() -> None:
    """§15.2 §15.21 §19.4: an army stops where an enemy fleet's zone begins, and goes to no other."""
    enemy: dict[str, Any] = {"others": {"2625": "vandals_fleet"}, "control": {"vandals": "barbarian"}}
    with table(at_sea("2627", "guard_fleet", **enemy)) as t:
        t.empire("sail 2626")
        t.refused(EMPIRE, "sail 2725", "15.2")
        t.refused(EMPIRE, "sail 2627", "15.2")
    with table(at_sea("2626", "guard_fleet", **enemy)) as t:
        t.refused(EMPIRE, "sail 2725", "15.21", b="2725")
        t.empire("sail 2627")


# -- §19.52 what it costs ----------------------------------------------------------------------


def test_from_a_friendly_port_each_hex_costs_one_point() -> None:
    """§19.52(1): coasts and ports are paid for like the open sea, ruling BE-F3."""
    with table(world({"3536": "guard_fleet"}), dice=[3]) as t:
        t.empire("sail Guard FL 3536-3636-3736")
        assert t.w.army is not None
        assert (t.w.army.port, t.w.army.half) == (True, 2 * (20 + 3 - 2))
        assert t.said()[-1] == (
            "Empire sailed Guard fleet for 2 OP (21 left): "
            "Constantinopolis (3536)-Nicomedia (3636)-hex 3736 near Nicomedia."
        )


def test_from_a_bare_coast_each_hex_costs_two() -> None:
    """§19.52(2): also if the voyage leads through a port."""
    with table(world({"3635": "guard_fleet"}), dice=[3]) as t:
        t.empire("sail Guard FL 3635-3536-3636")
        assert t.w.army is not None
        assert (t.w.army.port, t.w.army.half) == (False, 2 * (20 + 3 - 4))


def test_a_voyage_that_begins_at_sea_began_in_no_port() -> None:
    """§19.52: ruling BE-F3."""
    with table(world({"3736": "guard_fleet"}), dice=[1]) as t:
        t.empire("activate Guard FL at 3736", "sail 3636")
        assert t.w.army is not None
        assert t.w.army.half == 2 * (21 - 2)


def test_a_pillaged_port_is_not_a_port() -> None:
    """§19.52, pillage chart (4): its harbour is a coast as any other."""
    with table(world({"3536": "guard_fleet"}, pillaged=["3536"]), dice=[1]) as t:
        t.empire("activate Guard FL at 3536")
        assert t.w.army is not None
        assert not t.w.army.port


def test_the_points_are_those_of_the_slowest_fleet() -> None:
    """§14.23 §19.52: the garrison aboard, with its 8, slows nobody."""
    with table(world({"3536": "guard_fleet thracia_garrison"}), dice=[2]) as t:
        t.empire("embark Thracia GA+Guard FL at 3536")
        assert t.w.army is not None
        assert t.w.army.half == 2 * 22


def test_leaders_count_at_sea() -> None:
    """§19.8 §21.21: Belisarius aboard trebles the die."""
    with table(world({"3536": "guard_fleet belisarius"}), dice=[2]) as t:
        t.empire("embark Belisarius+Guard FL at 3536")
        assert t.w.army is not None
        assert t.w.army.half == 2 * (20 + 6)


def test_an_army_without_the_points_does_not_sail() -> None:
    """§14.31: a far place is refused with its cost."""
    with table(at_sea("3536", "guard_fleet", half=10)) as t:
        why = t.refused(EMPIRE, "sail Thessalonica", "14.31", cost="6", left="5")
        assert why == "moving to Thessalonica (3332) costs 6 OP; you have 5 left"
        t.refused(EMPIRE, "sail 3535-3435-3434-3334-3333-3332", "14.31", cost="1", left="0")


def test_a_far_place_is_reached_by_the_cheapest_way() -> None:
    """§19.52: Carthago is 21 hexes from Constantinopolis."""
    with table(at_sea("3536", "guard_fleet")) as t:
        reach = {r.to: r for r in t.choice(EMPIRE).reach("guard_fleet_1")}
        assert reach[CARTHAGO].cost == 42
        assert reach[CARTHAGO].how == "sail"
        assert "3534" not in reach
        t.empire("sail Carthago")
        (sailed,) = t.events("sailed")
        assert sailed.values["paid"] == 42
        assert sailed.values["way"] == ["3536", *reach[CARTHAGO].path]


def test_an_army_sent_off_before_its_die_goes_as_far_as_it_comes() -> None:
    """§14.21: what the die does not give is left to new orders."""
    with table(world({"3536": "guard_fleet"}), dice=[1]) as t:
        t.refused(EMPIRE, "sail Guard FL 3536-Caralis-2822-2722-2721-2720-2719-2720", "14.31", left="0")
        t.empire("sail Guard FL 3536-Carthago-2724-2824")
        assert t.w.at["guard_fleet_1"] == CARTHAGO
        (halted,) = t.events("halted")
        assert (halted.values["to"], halted.values["left"]) == ("2724", "0")


# -- §19.5 transport ---------------------------------------------------------------------------


def test_the_fleet_of_533_lands_at_carthago() -> None:
    """§19.5 §19.54: Belisarius and two armies sail from Constantinopolis and land, for nothing."""
    with table(world({"3536": "guard_fleet belisarius guard_field_army*2"}), dice=[6]) as t:
        t.empire("sail Belisarius+2 Guard FA+Guard FL 3536-Carthago")
        assert t.w.aboard == ["belisarius", "guard_field_army_1", "guard_field_army_2"]
        assert t.w.army is not None
        assert t.w.army.half == 2 * (20 + 18 - 21)
        t.empire("land 2 Guard FA")
        assert t.said() == ["Empire landed 2 Guard field armies at Carthago (2624)."]
        assert (t.w.aboard, t.w.army.half) == (["belisarius"], 34)
        assert t.w.army.units == ["belisarius", "guard_fleet_1"]
        assert t.w.dropped == ["guard_field_army_1", "guard_field_army_2"]


def test_a_fleet_carries_three_leaders_among_them() -> None:
    """§19.51."""
    with table(world({"3536": "guard_fleet belisarius guard_field_army*3"}), dice=[1]) as t:
        why = t.refused(EMPIRE, "activate all at 3536", "19.51", fleets=1, most=3, n=4)
        assert why == "you named 4 land units; 1 fleet can carry 3"
        t.empire("embark Belisarius+2 Guard FA+Guard FL at 3536")
        assert t.w.aboard == ["belisarius", "guard_field_army_1", "guard_field_army_2"]


def test_who_has_landed_does_nothing_more_and_the_fleet_goes_on() -> None:
    """§19.54 §13.21."""
    others = {"3536": "thracia_garrison"}
    with table(at_sea("2724", "guard_fleet guard_field_army*2", others=others)) as t:
        t.refused(EMPIRE, "land Guard FA", "19.54", place="2724")
        t.empire("sail Carthago", "land Guard FA", "sail 2724", "end")
        assert (t.w.at["guard_field_army_1"], t.w.at["guard_field_army_2"]) == (CARTHAGO, "2724")
        assert t.w.operated == ["guard_field_army_2", "guard_fleet_1"]
        t.refused(EMPIRE, "activate Guard FA at Carthago", "13.21")


def test_units_stay_aboard_if_they_like() -> None:
    """§19.55 §19.53: at the end of its operations an army may still be aboard."""
    with table(at_sea("2724", "guard_fleet guard_field_army")) as t:
        t.empire("end")
        assert t.w.aboard == ["guard_field_army_1"]
        assert t.w.operated == ["guard_field_army_1", "guard_fleet_1"]


def test_nobody_sails_without_a_fleet() -> None:
    """§19.5: land units alone do not sail, and an army on land has no such order."""
    with table(world({"3536": "guard_fleet guard_field_army"}), dice=[1]) as t:
        t.refused(EMPIRE, "sail Guard FA 3536-3636", "19.5")
        t.empire("activate Guard FA at 3536")
        t.refused(EMPIRE, "sail 3636", "19.5")
        t.refused(EMPIRE, "land all", "19.5")


def test_only_who_is_aboard_lands() -> None:
    """§19.54."""
    with table(at_sea("3536", "guard_fleet")) as t:
        t.refused(EMPIRE, "land all", "19.54")


def test_where_no_fleet_may_operate_nobody_is_sent_to_sea() -> None:
    """§19.2 §14.1: without fleets, and when they have operated."""
    with table(world({"3536": "guard_field_army"})) as t:
        t.refused(EMPIRE, "sail Guard FA 3536-3636", "19.2")
    with table(world({"3536": "guard_fleet guard_field_army"}, operated=["guard_fleet_1"])) as t:
        t.refused(EMPIRE, "sail Guard FL 3536-3636", "19.2")


# -- §18.22 §19.9 the off-map area -------------------------------------------------------------


def test_persias_port_opens_on_the_persian_gulf_only() -> None:
    """§18.22 §19.9: not on the Caspian; §18.2(4) and for Persia's own units only."""
    for gate in AREAS["persia_area"].sea_gates:
        assert HEXES[gate].sea == "sinus_persicus"
        assert "persia_area" in water_neighbours(gate)
        assert gate in water_neighbours("persia_area")
        stop = may_sail(world({gate: "guard_fleet"}), ["guard_fleet_1"], gate, "persia_area", EMPIRE)
        assert stop is not None
        assert stop.rule == "18.2"
    caspian = [hex for hex, at in HEXES.items() if at.sea == "pontus_caspium"]
    assert caspian
    assert all("persia_area" not in water_neighbours(hex) for hex in caspian)


def test_an_off_map_area_costs_five_points() -> None:
    """§18.21: whatever the voyage's beginning."""
    gate = AREAS["persia_area"].sea_gates[0]
    assert toll(gate, "persia_area", True) == toll(gate, "persia_area", False) == 10


# -- §19.6 combat ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "open_"),
    [(CARTHAGO, True), ("2625", True), ("2725", True), ("2723", True)],
)
def test_fleets_attack_at_sea_and_on_the_coast(place: str, open_: bool) -> None:
    """§19.61 §19.62: enemy fleets and land units beside a fleet, over water."""
    kind = "vandals_fleet" if HEXES[place].kind == "sea" else "vandals_warband"
    w = at_sea("2724", "guard_fleet", others={place: kind}, control={"vandals": "barbarian"})
    with table(w) as t:
        assert any(line.startswith("assault") for line in t.lines(EMPIRE, "assault ")) == open_


def test_fleets_do_not_attack_inland_or_over_land() -> None:
    """§19.62 §16.33: a city inland is out of reach."""
    w = at_sea(CARTHAGO, "guard_fleet", others={"2524": "vandals_warband"}, control={"vandals": "barbarian"})
    with table(w) as t:
        t.refused(EMPIRE, "assault 2524", "16.33")


def test_why_a_place_is_not_reached_by_sea() -> None:
    """§19.1 §16.33 §19.3 Its own hex, no water, or the last step from the nearest hex that it could reach."""
    with table(at_sea("3435", "guard_fleet", others={"3433": "visigoths_warband"})) as t:
        t.refused(EMPIRE, "sail 3435", "19.1", place="3435")
        t.refused(EMPIRE, "sail Hadrianopolis", "16.33", place="3633")
        t.refused(EMPIRE, "sail 4247", "16.33", place="4247")  # on our map a coast, with land sides alone
        t.refused(EMPIRE, "sail 3433", "19.3", place="3433")
        t.refused(EMPIRE, "sail Guard FL 3435-3434", "14.1")


def test_who_closes_the_strait_is_named() -> None:
    """§19.3 There is a way by water to Thessalonica; who holds the Hellespont shuts it."""
    w = world({"3536": "guard_fleet justinian", "3434": "ostrogoths_garrison"})
    with table(w) as t:
        t.refused(EMPIRE, "sail Guard FL+Justinian 3536-Thessalonica", "19.3", place="3434")
        t.refused(EMPIRE, "sail FL+all 3536-Thessalonica", "19.3", place="3434")


def test_who_goes_aboard_is_said() -> None:
    """§19.5 §19.54 Fleets and land units together: "embark"; fleets alone: "activate" or "sail"."""
    w = world({"3536": "guard_fleet thracia_garrison*2", "3736": "guard_fleet"})
    with table(w, dice=[1]) as t:
        t.refused(EMPIRE, "activate Guard FL+GA at 3536", "19.5", embark="embark", march="march")
        t.refused(EMPIRE, "embark Guard FL at 3536", "19.5", place="3536")
        t.refused(EMPIRE, "embark Guard FL at 3736", "19.5", place="3736")
        t.refused(EMPIRE, "embark GA at 3536", "19.5")
        why = t.refused(EMPIRE, "embark", kind="not_understood")
        assert why == "the order is incomplete; expected: units and their place, such as “FL+2 GA at 3536”"
        t.empire("embark Guard FL+GA at 3536")
        assert t.w.aboard == ["thracia_garrison_1"]


def test_who_is_aboard_without_a_fleet_in_the_army_goes_ashore() -> None:
    """§19.52 Ruling BE-E7: an army of land units alone goes by land, wherever they come from."""
    w = world({"3536": "guard_fleet thracia_garrison*2"}, aboard="thracia_garrison_1")
    with table(w, dice=[1]) as t:
        t.empire("activate 2 GA at 3536")
        assert t.w.aboard == []


def test_without_land_units_nobody_embarks() -> None:
    """§19.5"""
    with table(world({"3736": "guard_fleet", "3535": "thracia_garrison"})) as t:
        t.refused(EMPIRE, "embark Guard FL at 3736", "19.5")
        assert not [line for line in t.lines(EMPIRE, "embark") if line]
