"""§29 River movement (option): fleets on the hexes along a river."""

from __future__ import annotations

from typing import Any

from adjudicator.belisarius.board import CITIES, HEXES, NEIGHBOURS, side
from adjudicator.belisarius.rules.r29_rivers import flows
from adjudicator.belisarius.world import EMPIRE, Army, World, is_port

from .helpers import table, world

HADRIANOPOLIS = CITIES["hadrianopolis"].hex


def on_river(place: str, units: str = "guard_fleet", half: int = 20, **more: Any) -> World:
    """A fleet of the Empire that is acting, with river movement."""
    places = {place: units, **more.pop("others", {})}
    w = world(places, phase="army", **{"river_movement": "on", **more})
    mine = sorted(u for u, where in w.at.items() if where == place)
    w.army = Army(EMPIRE, place, mine, half, naval=True)
    w.aboard = [u for u in mine if "fleet" not in u]
    return w


def test_a_river_leads_along_it_and_across_it() -> None:
    """§29.1: between hexes beside the same stretch or the next one, both ways, never at sea; ruling BE-F5."""
    assert flows("3434", "3533")
    assert flows("3434", "3534")
    assert not flows("3434", "3433")
    assert not flows("3633", "3634")
    for a in HEXES:
        for b in NEIGHBOURS[a]:
            assert flows(a, b) == flows(b, a)
            if flows(a, b):
                assert HEXES[a].riverside
                assert HEXES[b].riverside
            if side(a, b).river:
                assert flows(a, b)


def test_without_the_option_fleets_stay_on_the_coast() -> None:
    """§16.33: the Hebrus is closed."""
    with table(on_river("3434", river_movement="off")) as t:
        t.refused(EMPIRE, "sail 3533", "16.33")
        t.refused(EMPIRE, "sail Hadrianopolis", "16.33")


def test_a_fleet_goes_up_a_river_for_one_point_a_hex() -> None:
    """§29.1: whatever the ground, and wherever the voyage began."""
    with table(on_river("3434")) as t:
        t.empire("sail 3533-3633")
        assert t.w.army is not None
        assert (t.w.army.place, t.w.army.half) == (HADRIANOPOLIS, 16)
        t.empire("sail 3434-3334")
        assert t.w.army.half == 16 - 4 - 4


def test_a_fleet_does_not_leave_the_river() -> None:
    """§29.1 §29.2: only along its hexes."""
    with table(on_river(HADRIANOPOLIS)) as t:
        t.refused(EMPIRE, {"pick": "sail", "answer": ["3634"]}, kind="not_understood")
        t.refused(EMPIRE, "sail 3732", "29.1")


def test_land_zones_stop_a_fleet_on_a_river() -> None:
    """§29.3 §15.2 §15.21: it is treated as a land unit; beside the enemy it stops."""
    others = {"3632": "persia_field_army"}
    with table(on_river("3434", others=others)) as t:
        t.empire("sail 3533")
        t.refused(EMPIRE, "sail 3534", "15.2", place="3533")


def test_a_fleet_on_a_river_has_no_zone() -> None:
    """§29.3: the Persians march past it."""
    places = {HADRIANOPOLIS: "guard_fleet", "3632": "persia_field_army"}
    w = world(places, phasing="barbarian", river_movement="on")
    with table(w, dice=[1]) as t:
        t.barbarian("march Persia FA 3632-3533-3532")
        assert t.w.at["persia_field_army_1"] == "3532"


def test_enemies_block_a_river() -> None:
    """§29.2 §19.3: no fleet enters a hex of the enemy."""
    with table(on_river("3434", others={"3533": "persia_field_army"})) as t:
        t.refused(EMPIRE, "sail 3533", "19.3", place="3533")


def test_cities_on_rivers_are_ports() -> None:
    """§29.5: with the option only, not in ruins; a fleet that begins there pays 1 point a hex at sea."""
    with_rivers, without = world({}, river_movement="on"), world({})
    assert is_port(with_rivers, HADRIANOPOLIS)
    assert not is_port(without, HADRIANOPOLIS)
    assert not is_port(with_rivers, CITIES["vindobona"].hex)
    assert not is_port(with_rivers, CITIES["ancyra"].hex)
    w = world({HADRIANOPOLIS: "guard_fleet"}, river_movement="on")
    with table(w, dice=[1]) as t:
        t.empire("activate FL at Hadrianopolis")
        assert t.w.army is not None
        assert t.w.army.port


def test_troops_land_from_a_river() -> None:
    """§29.0 §19.54: those aboard go ashore inland too."""
    with table(on_river("3434", "guard_fleet guard_field_army")) as t:
        t.empire("sail Hadrianopolis", "land all")
        assert t.w.dropped == ["guard_field_army_1"]
        assert t.w.at["guard_field_army_1"] == HADRIANOPOLIS


def test_a_fleet_on_a_river_attacks_beside_it() -> None:
    """§29.2: inland it fights along the river."""
    w = on_river(HADRIANOPOLIS, others={"3533": "persia_field_army", "3732": "persia_nomad"}, half=60)
    with table(w) as t:
        assert t.lines(EMPIRE, "assault 3533")
        t.refused(EMPIRE, "assault 3732", "29.1")
