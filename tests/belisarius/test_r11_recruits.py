"""§11.2 Mercenaries; §11.6 to §11.9 and §31.1."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius.board import HEXES
from adjudicator.belisarius.rules import r11_placement
from adjudicator.belisarius.world import World

from .helpers import table, world


def recruiting(places: dict[str, str], solidi: int = 20, *, phasing: str = "empire", **more: Any) -> World:
    """A recruit phase of a seat with a treasury."""
    return world(places, phase="recruit", phasing=phasing, treasury={phasing: solidi}, **more)


def test_a_mercenary_comes_to_an_occupied_city_of_its_province_for_its_price() -> None:
    """§11.21 §11.221 §10.31 Thracia's troops in Thracia's cities; the Guard's field army costs six."""
    with table(recruiting({"constantinopolis": "thracia_garrison"}, 10)) as t:
        t.empire("recruit Thracian garrison at Constantinopolis")
        assert t.w.at["thracia_garrison_2"] == "3536"
        t.empire("recruit Guard FA at Constantinopolis")
        assert t.w.at["guard_field_army_1"] == "3536"
        assert t.w.treasury["empire"] == 10 - 2 - 6
        t.refused("empire", "recruit Guard FA at Constantinopolis", "10.31", cost=6, treasury=2)


def test_mercenaries_stay_in_their_own_province() -> None:
    """§11.221 The first worked example."""
    with table(recruiting({"constantinopolis": "thracia_garrison", "nicaea": "pontica_garrison"})) as t:
        t.refused("empire", "recruit Thracian garrison at Nicaea", "11.221", province="thracia")


def test_any_place_of_the_map_is_answered() -> None:
    """§11.21 §11.222 §18.3 Neither city nor colony; nobody there; an area of others; nowhere on the map."""
    with table(recruiting({"constantinopolis": "thracia_garrison"})) as t:
        t.refused("empire", "recruit Thracian garrison at 3131", "11.21", place="3131")
        answer = {"pick": "recruit", "answer": {"kind": "guard_garrison", "place": "2926"}}
        t.refused("empire", answer, "11.21", place="2926")
        t.refused("empire", "recruit Thracian garrison at Heraclea", "11.222", place="3535")
        t.refused("empire", "recruit Guard FA at Persia off map", "18.3", area="persia_area")
        t.refused("empire", "recruit Guard FA at Atlantis", kind="not_understood")


def test_control_is_needed_to_recruit() -> None:
    """§11.221 The second worked example: Thracia is lost to the barbarian, its cities are not."""
    w = recruiting({"constantinopolis": "guard_garrison"}, control={"thracia": "barbarian"})
    with table(w) as t:
        t.refused(
            "empire",
            "recruit Thracian garrison at Constantinopolis",
            "11.221",
            province="thracia",
        )


def test_an_occupied_city_is_needed_to_recruit() -> None:
    """§11.222 The worked example: all cities of Thracia are in the barbarian's hands."""
    places = {"constantinopolis": "persia_garrison", "heraclea": "persia_garrison"}
    places |= {"hadrianopolis": "persia_garrison", "philippopolis": "persia_garrison"}
    with table(recruiting(places)) as t:
        t.refused("empire", "recruit Thracian garrison at Constantinopolis", "11.222")


def test_enemies_beside_a_city_do_not_matter() -> None:
    """§11.222 note §15.12 No zone reaches into an occupied city."""
    with table(recruiting({"heraclea": "thracia_garrison", "3434": "persia_field_army"})) as t:
        t.empire("recruit Thracian garrison at Heraclea")


def test_nobody_is_recruited_in_ruins() -> None:
    """§11.223 The place is named."""
    places = {"constantinopolis": "thracia_garrison", "heraclea": "thracia_garrison"}
    with table(recruiting(places, pillaged=["3535"])) as t:
        t.refused("empire", "recruit Thracian garrison at Heraclea", "11.223", place="3535")
        t.refused("empire", "recruit Thracian garrison at Hadrianopolis", "11.222", place="3633")


def test_neutrals_give_no_reinforcements() -> None:
    """§11.5 Bosporus is held, but Scythia is neutral."""
    with table(recruiting({"bosporus": "guard_garrison"})) as t:
        t.refused("empire", "recruit Scythian nomad at Bosporus", "11.5", province="scythia")
        t.refused("empire", "recruit Guard garrison at Bosporus", "11.222")


def test_events_of_war_close_provinces() -> None:
    """Events 22 to 24."""
    with table(recruiting({"nisibis": "persia_garrison"}, phasing="barbarian", barred=["persia"])) as t:
        t.refused("barbarian", "recruit Persian garrison at Nisibis", "6.2", province="persia")


def test_nobody_is_recruited_in_closed_provinces() -> None:
    """Events 22 to 24, §11.7 §31.1: neither Guards in a city there nor men for a leader."""
    places = {"nisibis": "guard_garrison belisarius", "heraclea": "thracia_garrison"}
    w = recruiting(places, barred=["persia"], extra_placement="on", control={"persia": "empire"})
    with table(w) as t:
        t.refused("empire", "recruit Guard FA at Nisibis", "6.2", province="persia")
        t.refused("empire", "recruit Thracian garrison at Nisibis", "6.2", province="persia")
        t.empire("recruit Thracian garrison at Heraclea")


def test_counters_are_limited_and_come_back() -> None:
    """§11.6 §11.61 One field army of Thracia."""
    places = {"constantinopolis": "thracia_field_army", "heraclea": "guard_garrison"}
    with table(recruiting(places)) as t:
        t.refused("empire", "recruit Thracia FA at Heraclea", "11.6")
    with table(recruiting({"heraclea": "guard_garrison"})) as t:
        t.empire("recruit Thracia FA at Heraclea")


def test_the_guard_comes_to_any_occupied_city_of_the_empire() -> None:
    """§11.7 Also to one in a province without Guards; not to provinces that the Empire only occupies."""
    places = {"thessalonica": "macedonia_garrison", "ravenna": "guard_garrison"}
    with table(recruiting(places)) as t:
        t.empire("recruit Guard garrison at Thessalonica")
        t.refused("empire", "recruit Guard garrison at Ravenna", "11.7", province="ostrogoths")


def test_the_barbarian_has_no_guard() -> None:
    """§11.7 The Empire's alone."""
    with table(recruiting({"nisibis": "persia_garrison"}, phasing="barbarian")) as t:
        t.refused("barbarian", "recruit Guard garrison at Nisibis", "11.7")


def test_mercenary_fleets_need_a_port() -> None:
    """§11.63 §19.1 Not in an inland city, not in a pillaged port."""
    places = {"hadrianopolis": "thracia_garrison", "heraclea": "thracia_garrison"}
    with table(recruiting(places)) as t:
        t.refused("empire", "recruit Guard fleet at Hadrianopolis", "11.63", place="3633")
        t.empire("recruit Guard fleet at Heraclea")
        assert t.w.treasury["empire"] == 11


def test_leaders_are_never_recruited() -> None:
    """§11.9 They come by markers and events."""
    with table(recruiting({"heraclea": "thracia_garrison"})) as t:
        t.refused("empire", "recruit Narses at Heraclea", "11.9", unit="narses")


def test_stacks_stay_within_ten() -> None:
    """§13.1 The hex, what it would hold and what it may."""
    places = {"constantinopolis": "guard_field_army*8 thracia_garrison*2", "heraclea": "guard_garrison"}
    with table(recruiting(places)) as t:
        t.refused(
            "empire",
            "recruit Thracian garrison at Constantinopolis",
            "13.1",
            place="3536",
            n=11,
            most=10,
        )


def test_ten_units_a_turn_come_off_the_map() -> None:
    """§11.8 §18.3 §18.4 Without units there; only the area's own; ruling BE-D8."""
    w = recruiting({"nisibis": "persia_garrison"}, 40, phasing="barbarian")
    w.arrived = {"persia_area": 9}
    with table(w) as t:
        t.barbarian("recruit Persian garrison at Persia off map")
        assert t.w.arrived == {"persia_area": 10}
        t.refused("barbarian", "recruit Persia FA at Persia off map", "11.8", n=10, most=10)
        t.refused("barbarian", "recruit Armenia FA at Persia off map", kind="illegal", rule="11.222")


def test_justinian_at_home_brings_two_markers() -> None:
    """§21.4(1) §8.2(4) As the recruit phase begins; bought ones come besides."""
    w = world({"constantinopolis": "justinian"}, phase="tax")
    with table(w, draws=["agent", "market", "pope"]) as t:
        t.empire("tax Thracia")
        assert t.w.phase == "recruit"
        assert t.events("court")[0].values["n"] == 2
        assert t.w.cups["empire_hand"] == ["agent", "market"]
        t.empire("buy 1")
        assert t.w.cups["empire_hand"] == ["agent", "market", "pope"]


def test_justinian_abroad_or_in_ruins_brings_none() -> None:
    """§21.4(1) ruling BE-D3 A pillaged Constantinopolis is no city."""
    for place, pillaged in (("heraclea", []), ("constantinopolis", ["3536"])):
        w = world({place: "justinian", "thessalonica": "guard_garrison"}, phase="tax", pillaged=pillaged)
        with table(w) as t:
            t.empire("done")
            assert t.w.cups["empire_hand"] == []


def test_the_phase_ends_with_the_levies() -> None:
    """§3.1[4] §3.1[5] One levy for each value of each province of the seat."""
    with table(recruiting({"constantinopolis": "guard_garrison"})) as t:
        t.empire("done")
        assert t.w.phase == "levy"
        assert t.w.levied["thracia"] == 2


# -- §31.1 ---------------------------------------------------------------------------------------


def test_a_leader_calls_one_mercenary_to_their_hex() -> None:
    """§31.1 Anywhere; one a hex, however many leaders there are."""
    w = recruiting({"3224": "guard_garrison", "3324": "belisarius mundas"}, extra_placement="on")
    with table(w) as t:
        t.empire("recruit Thracian garrison at 3324")
        assert t.w.gathered == ["3324"]
        t.refused("empire", "recruit Thracian garrison at 3324", "11.222")
        t.refused("empire", "recruit Guard garrison at 3324", "11.222")


def test_a_second_one_is_refused_for_the_first() -> None:
    """§31.1 Where the kind may still come elsewhere: not for want of a city."""
    w = recruiting({"3535": "thracia_garrison", "3324": "belisarius"}, extra_placement="on")
    with table(w) as t:
        t.empire("recruit Thracian garrison at 3324")
        t.refused("empire", "recruit Thracia GA at 3324", "31.1", place="3324")
        t.empire("recruit Thracian garrison at 3535")


@pytest.mark.parametrize(
    ("place", "option", "pillaged"),
    [("2950", "on", []), ("3324", "on", ["3324"]), ("3324", "off", []), ("2926", "on", [])],
)
def test_nobody_joins_a_leader_in_deserts_ruins_or_at_sea(
    place: str, option: str, pillaged: list[str]
) -> None:
    """§31.1 ruling BE-D9, and nowhere without the option."""
    assert (HEXES["2950"].terrain, HEXES["2926"].kind) == ("desert", "sea")
    w = recruiting({place: "guard_fleet belisarius"}, extra_placement=option, pillaged=pillaged)
    w.at["thracia_garrison_1"] = "3535"
    assert r11_placement.may_recruit_at(w, "empire", "guard_garrison", place) is not None
    assert r11_placement.may_recruit_at(w, "empire", "guard_garrison", "3535") is None
