"""§20 Forage and supply."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius.board import CITIES_AT, HEXES, NEIGHBOURS, side
from adjudicator.belisarius.rules import r20_forage as r20
from adjudicator.belisarius.rules import r20_supply
from adjudicator.belisarius.sequence import after_operations
from adjudicator.belisarius.show.names import LEXICON
from adjudicator.belisarius.world import World
from adjudicator.core import fill

from .helpers import table, world

WAR = [2, 3]
"""The event that begins the next turn, where the phase ends: a war in Africa."""


def supplying(places: dict[str, str], solidi: int = 10, *, phasing: str = "empire", **more: Any) -> World:
    """A supply phase of a seat with a treasury."""
    return world(places, phase="supply", phasing=phasing, treasury={phasing: solidi}, **more)


# -- §20.1 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "units"),
    [("3536", 8), ("3332", 5), ("3535", 4), ("3049", 4), ("persia_area", 10), ("3634", 2)],
)
def test_what_places_feed(place: str, units: int) -> None:
    """§20.1 §18.5 Constantinopolis, a wealthy city, a city (in the desert too), an area, flat ground."""
    assert HEXES["3634"].terrain == "flat"
    assert r20.forage(world({}), place) == units


@pytest.mark.parametrize(("terrain", "units"), [("rough", 1), ("marsh", 1), ("desert", 0), ("sea", 0)])
def test_what_ground_feeds(terrain: str, units: int) -> None:
    """§20.1 §19.7 Terrain effects chart."""
    hex = next(h.id for h in HEXES.values() if h.terrain == terrain and not h.city)
    assert r20.forage(world({}), hex) == units


def test_a_colony_feeds_as_a_city() -> None:
    """§27.31."""
    w = world({})
    w.colonies = ["3634"]
    assert r20.forage(w, "3634") == 4


def test_a_pillaged_city_feeds_nobody_and_its_neighbours_as_ever() -> None:
    """§20.4 Pillage chart (2)."""
    w = world({}, pillaged=["3633"])
    assert r20.forage(w, "3633") == 0
    assert r20.forage(w, "3634") == 2


def test_a_pillaged_open_hex_ruins_those_around_but_for_cities() -> None:
    """§20.4 Pillage chart (3), ruling BE-D10: colonies are cities; not across a hexside that is all sea."""
    w = world({}, pillaged=["3634"])
    near = [hex for hex in NEIGHBOURS["3634"] if HEXES[hex].kind != "sea"]
    for hex in near:
        ravaged = hex not in CITIES_AT and side("3634", hex).kind != "sea"
        assert (r20.forage(w, hex) == 0) is ravaged, hex
    assert r20.forage(w, "3633") == 4
    w.colonies = [next(hex for hex in near if hex not in CITIES_AT)]
    assert r20.forage(w, w.colonies[0]) == 4


# -- §20.2 §20.3 ---------------------------------------------------------------------------------


def test_units_beyond_the_forage_are_paid_the_dearest_forage() -> None:
    """§3.1[7] §10.33 §20.2 Two feed at 3634: a garrison is paid, the field armies live off the land."""
    with table(supplying({"3634": "guard_field_army*2 guard_garrison"}), dice=WAR) as t:
        t.empire("feed 3634")
        assert t.w.treasury["empire"] == 9
        assert t.w.phasing == "barbarian"


def test_leaders_cost_nothing() -> None:
    """§20.5 ruling BE-D11 They never take the forage of others."""
    w = supplying({"3634": "belisarius mundas guard_field_army*2"})
    assert r20.price(w, "3634", list(w.at)) == 0
    assert r20.hungry(w, "empire") == []


def test_units_that_are_not_paid_disband() -> None:
    """§20.2 §20.3 The owner chooses; what stays must be paid."""
    with table(supplying({"3634": "guard_field_army*3 guard_garrison"}, 2), dice=WAR) as t:
        sentence = t.refused("empire", "feed 3634", "20.2", place="3634", cost=3, treasury=2)
        assert "3" in sentence
        t.refused("empire", "feed 3634 without Guard FA x3", "20.3", n=3)
        t.empire("feed 3634 without Guard FA x1")
        assert t.w.treasury["empire"] == 1
        assert "guard_field_army_1" not in t.w.at


def test_who_is_given_up_is_written_like_any_group() -> None:
    """§20.3 With "+", or with commas."""
    for gone in ("Guard FA+Guard GA", "Guard FA, Guard GA"):
        with table(supplying({"3634": "guard_field_army*3 guard_garrison"}), dice=WAR) as t:
            t.empire(f"feed 3634 without {gone}")
            assert sorted(t.w.at) == ["guard_field_army_2", "guard_field_army_3"]


def test_nobody_pays_nothing() -> None:
    """§20.2 Where all that are too many are given up it is not said that they are paid."""
    w = supplying({"3634": "guard_field_army*3", "3635": "guard_garrison*3"}, 1, disbanding="on")
    with table(w, dice=[6, 6]) as t:
        t.empire("feed 3634 without Guard FA", "feed 3635 without Guard GA")
        assert t.events("fed") == []
        assert fill(t.choice("empire").prompt, "en", LEXICON.label) == (
            "Supply your units or disband them. Need supply: none. Treasury: 1 solidus."
        )


def test_a_player_may_disband_though_they_could_pay() -> None:
    """§20.3 If he does not want to pay."""
    with table(supplying({"3634": "guard_field_army*3"}), dice=WAR) as t:
        t.empire("feed 3634 without Guard FA")
        assert t.w.treasury["empire"] == 10


def test_every_hungry_place_is_settled_before_the_phase_ends() -> None:
    """§20.0 The refusal names them."""
    places = {"3634": "guard_garrison*3", "3635": "guard_garrison thracia_garrison*2"}
    with table(supplying(places)) as t:
        t.refused("empire", "done", "20.2", places=["3634", "3635"])
        t.empire("feed 3634")
        t.refused("empire", "done", "20.2", places=["3635"])


def test_all_that_can_be_paid_is_paid_by_one_order() -> None:
    """§20.2 The cheapest places first; nobody disbands by it."""
    places = {"3634": "guard_field_army*4", "3635": "guard_garrison*3", "2346": "guard_fleet*3"}
    with table(supplying(places, 4), dice=WAR) as t:
        assert r20.hungry(t.w, "empire") == ["3634", "3635"]
        t.empire("feed all")
        assert t.events("fed")[0].values["places"] == ["3635"]
        assert (t.w.treasury["empire"], t.w.fed) == (3, ["3635"])
        t.refused("empire", "feed all", "20.2", cost=4, treasury=3)
        t.empire("feed 3634 without Guard FA")
        assert t.w.treasury["empire"] == 1


def test_fleets_and_those_aboard_are_fed_too() -> None:
    """§20.6 §19.53 §19.7 Nothing grows at sea: three for a fleet, one for its garrison."""
    sea = next(h.id for h in HEXES.values() if h.kind == "sea")
    w = supplying({sea: "guard_fleet guard_garrison belisarius"}, aboard="guard_garrison_1 belisarius")
    with table(w, dice=WAR) as t:
        assert r20.price(t.w, sea, list(t.w.at)) == 4
        t.empire("feed all")
        assert t.w.treasury["empire"] == 6


def test_those_aboard_go_down_with_their_fleet() -> None:
    """§20.3 §19.51 Without a fleet nobody stays at sea."""
    sea = next(h.id for h in HEXES.values() if h.kind == "sea")
    w = supplying({sea: "guard_fleet guard_garrison"}, aboard="guard_garrison_1")
    with table(w, dice=WAR) as t:
        t.empire(f"feed {sea} without Guard fleet")
        assert t.w.at == {}


def test_nobody_pays_for_those_who_go_down() -> None:
    """§20.2 §19.51 A fleet and one garrison are given up at sea; the two others sink with it."""
    sea = next(h.id for h in HEXES.values() if h.kind == "sea")
    w = supplying(
        {sea: "guard_fleet guard_garrison*3"}, 0, aboard="guard_garrison_1 guard_garrison_2 guard_garrison_3"
    )
    with table(w, dice=WAR) as t:
        t.empire(f"feed {sea} without Guard fleet+Guard garrison")
        assert t.w.at == {} and t.w.treasury["empire"] == 0
        assert t.events("fed") == []


def test_who_would_go_down_is_foretold_before_a_fleet_is_given_up() -> None:
    """§20.3 §19.51 The question says how many sink with it."""
    sea = next(h.id for h in HEXES.values() if h.kind == "sea")
    crew = "guard_garrison_1 guard_garrison_2"
    w = supplying({sea: "guard_fleet guard_garrison*2"}, aboard=crew)
    prompt = r20_supply._gone_choice(w, sea).prompt
    assert fill(prompt, "en", LEXICON.label).endswith("Losing Guard fleet also sinks 2 units aboard.")


def test_neutrals_eat_nothing() -> None:
    """§20.7 §4.31(5) And nobody is asked for the enemy's."""
    w = supplying({"2656": "arabia_nomad*3", "3634": "persia_garrison*3"})
    assert r20.hungry(w, "empire") == []
    assert r20.hungry(w, "barbarian") == ["3634"]


def test_a_market_feeds_a_hex() -> None:
    """§card/market."""
    hands = {"empire": ["market"]}
    with table(supplying({"3634": "guard_field_army*4"}, 0, hands=hands), dice=WAR) as t:
        t.empire("play Market at 3634")
        assert len(t.w.at) == 4
        assert t.w.phasing == "barbarian"


# -- §3.1 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "phase"), [("yes", "supply"), ("no", "turn_end")])
def test_the_second_players_supply_phase(option: str, phase: str) -> None:
    """§3.1 b §20.0 Option `second_supply`; the first player has his in any case."""
    w = world({"3634": "guard_garrison*3"}, second_supply=option)
    assert after_operations(w) == phase
    w = world({"3548": "persia_garrison*9"}, phasing="barbarian", second_supply=option)
    assert after_operations(w) == "supply"
