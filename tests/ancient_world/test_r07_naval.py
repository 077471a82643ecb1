"""§7 Superiority at sea, transport, straits."""

from __future__ import annotations

from heapq import heappop, heappush

import pytest

from adjudicator.ancient_world.board import CITIES, HEXES, NEIGHBOURS
from adjudicator.ancient_world.rules.r07_straits import crossing_plan, third
from adjudicator.ancient_world.rules.r07_transport import landing, may_lie, sea_modifier, shore_for, waters
from adjudicator.core import Illegal
from tests.ancient_world.helpers import act, empty, last, order, put, table, told


def shortest(a: str, b: str) -> list[str]:
    """The hexes of water of a shortest way from port to port."""
    waiting: list[tuple[int, int, str, list[str]]] = [(0, 0, CITIES[a].hex, [])]
    seen = set()
    while waiting:
        n, open_sea, at, way = heappop(waiting)
        if at in seen:
            continue
        seen.add(at)
        if at == CITIES[b].hex:
            return way[:-1]
        for to in NEIGHBOURS[at]:
            if to == CITIES[b].hex or HEXES[to].kind != "land":
                heappush(waiting, (n + 1, open_sea + (HEXES[to].kind == "sea"), to, [*way, to]))
    raise AssertionError


def test_lengths() -> None:
    """§7.23 §7.24 Neapolis to Messana costs nothing; Caralis to Drepana, seven hexes of open sea, -2."""
    w = empty("sicily")
    w.naval = {zone: {"rome": 0, "carthage": 0} for zone in {hex.sea for hex in HEXES.values() if hex.sea}}
    assert sea_modifier(w, "rome", shortest("neapolis", "messana")) == {}
    assert sea_modifier(w, "rome", shortest("caralis", "drepana")) == {"open_sea": -2}


def test_the_least_friendly_zone_counts() -> None:
    """§7.11 §7.12 §7.13 Zones of +1, +2 and -1: the modifier is -1."""
    w = empty("sicily")
    levels = {"tyrrhenum": 1, "fretum": 2, "siculum": -1}
    w.naval = {zone: {"rome": n, "carthage": -n} for zone, n in levels.items()}
    way = [next(h.id for h in HEXES.values() if h.sea == zone and h.kind == "coastal") for zone in levels]
    assert sea_modifier(w, "rome", way) == {"zone": -1}


def test_re_allotment() -> None:
    """§7.14 §7.15 §7.16 Rome at +4, +4 and -1 takes one off each of two and has +3, +3 and +1."""
    w = empty("sicily", {"allotment": "two"})
    for zone, n in (("tyrrhenum", 4), ("ionium", 4), ("africum", -1)):
        w.naval[zone] = {"rome": n, "carthage": -n}
    w.agenda = ["naval"]
    t = table(w, [1])
    order(t, "shift Mare Tyrrhenum, Mare Ionium to 2 Mare Africum")
    assert [t.world.naval[z]["rome"] for z in ("tyrrhenum", "ionium", "africum")] == [3, 3, 1]
    assert t.world.naval["africum"]["carthage"] == -1
    w = empty("hannibal_in_italy")
    w.agenda = ["naval"]
    assert not told(table(w), "sets_first")


def test_a_voyage() -> None:
    """§7.2 §7.21 §7.22 §7.25 §7.26 From inside a port, by a way over the sea, into a port: losses, then a
    stop.
    """
    w = empty("sicily")
    put(w, "carthage", "5526i", {"libya_foot": 20}, ["hanno_han"])
    w.control |= {"lilybaeum": "carthage", "panormus": "carthage"}
    t = table(act(w, "hanno_han"), [9, 3])
    order(t, "sail in Panormus")
    assert last(t, "transport")["percent"] == 0
    assert t.world.forces["carthage@5522i"].leaders == ["hanno_han"]


@pytest.mark.parametrize(
    "text", ["Lilybaeum-Panormus by coast", "by coast to Panormus", "in Panormus by coast"]
)
def test_along_the_coast(text: str) -> None:
    """§7.22 §7.24 "by coast" keeps off the open sea, and the name of a city is its port."""
    w = empty("sicily")
    put(w, "carthage", "5526i", {"libya_foot": 20}, ["hanno_han"])
    w.control |= {"lilybaeum": "carthage", "panormus": "carthage"}
    t = table(act(w, "hanno_han"), [9, 3])
    order(t, f"sail {text}")
    way = last(t, "sails")["way"]
    assert way[-1] == "5522i"
    assert {HEXES[at].kind for at in way[1:-1]} == {"coastal"}


@pytest.mark.parametrize(
    "text",
    [
        "sail Lilybaeum-Panormus by coast: 20 Libyan infantry",
        "sail part 20 Libyan infantry: Lilybaeum-Panormus by coast",
    ],
)
def test_some_of_an_army_sails(text: str) -> None:
    """§7.21 §6.24 The order names the units; the others stay inside with the other leader."""
    w = empty("sicily")
    put(w, "carthage", "5526i", {"libya_foot": 200, "numidia_horse": 4}, ["hanno_han", "hamilcar"])
    w.control |= {"lilybaeum": "carthage", "panormus": "carthage"}
    w.commanders["carthage"] = "hanno_han"
    t = table(act(w, "hanno_han"), [9, 3])
    with pytest.raises(Illegal, match=r"6\.24"):
        order(t, "sail part 201 Libyan infantry: Panormus")
    order(t, text)
    assert t.world.forces["carthage@5522i"].units == {"libya_foot": 20}
    assert t.world.forces["carthage@5526i"].units == {"libya_foot": 180, "numidia_horse": 4}
    assert t.world.forces["carthage@5526i"].leaders == ["hamilcar"]


def test_no_voyage_begins_outside_a_port() -> None:
    """§7.22"""
    w = empty("sicily")
    put(w, "carthage", "5526", {"libya_foot": 20}, ["hanno_han"])
    with pytest.raises(Illegal, match=r"7\.22"):
        order(table(act(w, "hanno_han")), "sail in Panormus")


def test_scattered() -> None:
    """§7.17 §7.28 §5.3 A bad voyage wears the fleet down, scatters the force and puts leaders at risk."""
    w = empty("sicily")
    put(w, "rome", "6015i", {"romani_foot": 20}, ["caudex"])
    w.control["rhegium"] = "rome"
    w.naval["tyrrhenum"] = {"rome": -4, "carthage": 4}
    t = table(act(w, "caudex"), [0, 0, 9, 3, 3])
    order(t, "sail 5716")
    assert t.world.forces["rome@5716"].scattered == 1
    assert last(t, "transport")["scatter"] == 1


def test_landing() -> None:
    """§7.25 §7.27 §7.29 25 strength points land on a shore without a port, none in mountains; Thurii lies up
    a river.
    """
    w = empty("sicily")
    assert landing(w, "rome", {"romani_foot": 26}, "5823") is not None
    assert landing(w, "rome", {"romani_foot": 25}, "5823") is None
    assert {"5508", "5608"} <= set(waters(CITIES["thurii"].hex + "i"))


@pytest.mark.parametrize(
    ("start", "leader", "to"), [("pisae", "scipio", "Ostia"), ("genua", "scipio", "Pisae")]
)
def test_ships_reach_ports_through_land(start: str, leader: str, to: str) -> None:
    """§7.22 Pisae and Olbia lie a hex of land from the water; Thurii is reached by 5508 and by 5609."""
    w = empty()
    put(w, "rome", f"{CITIES[start].hex}i", {"romani_foot": 10}, [leader])
    w.control |= {start: "rome", "ostia": "rome", "pisae": "rome"}
    t = table(act(w, leader), [9, 9])
    order(t, f"sail {to}")
    assert last(t, "lands")["place"] == f"{CITIES[to.lower()].hex}i"


def test_every_port_has_water() -> None:
    """§7.22 From each port ships put out, and to each they come."""
    for city in CITIES.values():
        if city.port:
            assert waters(f"{city.hex}i"), city.id


def test_a_fleet_ends_its_move_beside_land_alone() -> None:
    """§7.26 Not with water all around, nor where it could not come ashore at the end of the year (§7.29)."""
    w = empty("pyrrhus_in_italy")
    put(w, "rome", "4512i", {"romani_foot": 10}, ["laevinus"])
    w.control["neapolis"] = "rome"
    t = table(act(w, "laevinus"), [9, 9])
    with pytest.raises(Illegal, match=r"7\.26"):
        order(t, "sail 4513-4514")
    for hex in HEXES.values():
        if hex.kind != "land" and hex.sea in w.naval and may_lie(w, "rome", hex.id) is None:
            assert shore_for(w, "rome", hex.id), hex.id


def test_a_third_is_at_least_a_third() -> None:
    """§7.34 Of 5 losses two are horse or elephants: ruling AW-R48."""
    assert crossing_plan({"a_foot": 20, "b_horse": 6}, 5, 2) == {"a_foot": 3, "b_horse": 2}
    assert [third(empty(), n) for n in (1, 2, 3, 4, 9)] == [1, 1, 1, 2, 3]
    assert [third(empty(options={"third": "down"}), n) for n in (1, 2, 3, 4, 9)] == [0, 0, 1, 1, 3]


def test_a_strait() -> None:
    """§6.38 §7.31 §7.32 §7.33 At -1 a four is opposed; at +4 nothing is rolled; no enemy may stand where one
    starts.
    """
    w = empty("sicily")
    put(w, "rome", "6015", {"romani_foot": 44}, ["caudex"])
    w.naval["fretum"] = {"rome": -1, "carthage": 1}
    t = table(act(w, "caudex"), [4, 5, 9])
    order(t, "march 5915")
    assert last(t, "crossing") == {
        "side": "rome",
        "zone": "fretum",
        "die": 4,
        "level": -1,
        "second": 5,
        "losses": 13,
        "how": "opposed",
    }
    assert t.world.forces["rome@5915"].landed == 1
    w = empty("sicily")
    put(w, "rome", "6015", {"romani_foot": 44}, ["caudex"])
    w.naval["fretum"] = {"rome": 4, "carthage": -4}
    t = table(act(w, "caudex"), [9])
    order(t, "march 5915")
    assert not told(t, "crossing")
    w = empty("sicily")
    put(w, "rome", "6015", {"romani_foot": 44}, ["caudex"])
    put(w, "carthage", "6015", {"libya_foot": 5}, ["gisco"], status=2)
    with pytest.raises(Illegal, match=r"6\.38"):
        order(table(act(w, "caudex")), "march 5915")


def test_a_third_of_what_drowns_is_mounted() -> None:
    """§7.34"""
    assert crossing_plan({"a_foot": 20, "b_horse": 6, "c_elephant": 2}, 9, 3) == {"a_foot": 6, "b_horse": 3}


@pytest.mark.parametrize(("hexes", "modifier"), [(4, 0), (5, -1), (6, -2), (10, -2), (11, -3)])
def test_each_five_hexes_of_open_sea_weigh_one(hexes: int, modifier: int) -> None:
    """§7.24 Also five that are only begun, from the fifth hex on (ruling AW-R43)."""
    open_sea = [id for id, hex in HEXES.items() if (hex.kind, hex.sea) == ("sea", "tyrrhenum")][:hexes]
    assert sea_modifier(empty(), "rome", open_sea).get("open_sea", 0) == modifier


def test_thurii_has_a_port() -> None:
    """§7.22 One may sail into the city, though not land on the water beside it."""
    assert CITIES["thurii"].port == "local"
