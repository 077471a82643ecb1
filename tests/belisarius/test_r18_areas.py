"""§18 Off-map areas: gates, who goes in, and what it costs."""

from __future__ import annotations

import pytest

from adjudicator.belisarius.board import AREAS, HEXES
from adjudicator.belisarius.rules.r16_movement import ground_cost, land_neighbours, may_enter
from adjudicator.belisarius.rules.r18_areas import areas_beyond, land_gates, may_enter_area, sea_gates

from .helpers import table, world


@pytest.mark.parametrize("area", sorted(AREAS))
def test_gates_are_land_of_the_province_on_the_edge(area: str) -> None:
    """§18.2 Hexes of the area's own province, and the area lies beside them."""
    for hex in land_gates(area):
        assert HEXES[hex].province == AREAS[area].province
        assert area in land_neighbours(hex)
        assert area in areas_beyond(hex)
        assert hex in land_neighbours(area)


def test_persia_has_a_gate_by_sea() -> None:
    """§18.2(4) §18.22 Persia alone has a port; its sea is no way for land units."""
    assert [area for area in sorted(AREAS) if sea_gates(area)] == ["persia_area"]
    for hex in sea_gates("persia_area"):
        assert HEXES[hex].kind == "sea"
        assert "persia_area" not in land_neighbours(hex)
        assert hex not in land_neighbours("persia_area")


def test_an_area_costs_five_and_the_map_what_its_ground_costs() -> None:
    """§18.21 Five points in, the ordinary cost out."""
    gate = land_gates("persia_area")[0]
    assert ground_cost(gate, "persia_area") == 10
    assert ground_cost("persia_area", gate) in (4, 6)


def test_only_units_of_the_province_go_in() -> None:
    """§18.2 Nobody else, also in an army with them."""
    gate = land_gates("persia_area")[0]
    w = world({gate: "persia_garrison"})
    assert may_enter(w, ["persia_garrison_1"], gate, "persia_area") is None
    stop = may_enter_area(["armenia_garrison_1", "persia_garrison_1"], gate, "persia_area")
    assert stop is not None
    assert (stop.rule, stop.why.values["units"]) == ("18.2", ["armenia_garrison"])
    stop = may_enter_area(["persia_garrison_1"], "3535", "persia_area")
    assert stop is not None
    assert stop.why.values["hex"] == "3535"


def test_in_and_out_in_spite_of_zones() -> None:
    """§18.211 From a hex in an enemy zone into the area, and back into such a hex."""
    gate = "3461"
    inland = [hex for hex in land_neighbours(gate) if hex in HEXES]
    beside = next(hex for hex in inland if hex not in AREAS["persia_area"].gates)
    w = world({gate: "persia_field_army", beside: "oriens_nomad"}, phasing="barbarian")
    with table(w, dice=[6]) as t:
        t.barbarian("march FA 3461-Persia off map", "march 3461")
        assert t.w.army is not None
        assert t.w.army.held == [beside]
        t.barbarian("march Persia off map")
        assert t.w.at["persia_field_army_1"] == "persia_area"


def test_too_few_points_for_the_area() -> None:
    """§18.21 §14.31 A garrison that has gone far does not come in any more."""
    w = world({"3461": "persia_garrison"}, phasing="barbarian")
    with table(w, dice=[1]) as t:
        t.barbarian("march GA 3461-Persia off map")
        t.refused("barbarian", "march 3461-Persia off map", "14.31", place="persia_area", cost="5")


def test_no_limit_of_stacking_off_the_map() -> None:
    """§18.4 As many as will."""
    places = {"persia_area": "persia_garrison*9 persia_field_army*2", "3461": "persia_nomad"}
    w = world(places, phasing="barbarian")
    with table(w, dice=[1]) as t:
        t.barbarian("march NO 3461-Persia off map")
        assert t.w.at["persia_nomad_1"] == "persia_area"
