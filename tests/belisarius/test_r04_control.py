"""§4 Control: what it means, what ends neutrality, what a change of it does to units. §5 Occupation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.belisarius.board import CITIES, CITIES_AT, HEXES, HEXES_OF, PROVINCES
from adjudicator.belisarius.rules import r04_control as r04
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, NEUTRAL, World, owner_of, units_of
from adjudicator.core.game.procedure import EVENT_SINK

from .helpers import Units, table, world

HERACLEA = CITIES["heraclea"].hex
ROMA = CITIES["roma"].hex


def field(province: str) -> str:
    """A hex of a province without a city, inland."""
    return next(h for h in HEXES_OF[province] if h not in CITIES_AT and HEXES[h].kind == "land")


def alliance(places: Mapping[str, Units], seat: str, **more: Any) -> World:
    """A world whose next event, with dice 4 and 1, moves a province one step towards the seat."""
    return world(places, phase="event", phasing=seat, **more)


# -- §4.1 to §4.3 --------------------------------------------------------------------------------


def test_a_province_is_in_one_of_three_states() -> None:
    """§4.1 §4.11 The control chart of 34.1 at the start: every province under one of three."""
    w = world({})
    assert set(w.control) == set(PROVINCES)
    found = {state: r04.controlled(w, state) for state in (EMPIRE, BARBARIAN, NEUTRAL)}
    assert found[BARBARIAN] == ["armenia", "persia"]
    assert len(found[EMPIRE]) == 7
    assert sum(map(len, found.values())) == len(PROVINCES)


def test_units_obey_the_controller_of_their_province() -> None:
    """§4.2(1) §4.12 And the Guard the Empire, if loyal, the barbarian, if not; it is never neutral."""
    w = world(
        {"roma": "thracia_garrison", "heraclea": "guard_fleet", field("dacia"): "guard_garrison"},
        control={"thracia": BARBARIAN},
        rebels="guard_garrison_1",
    )
    assert owner_of(w, "thracia_garrison_1") == BARBARIAN
    assert owner_of(w, "guard_fleet_1") == EMPIRE
    assert owner_of(w, "guard_garrison_1") == BARBARIAN
    w.control = dict.fromkeys(w.control, NEUTRAL)
    assert units_of(w, NEUTRAL) == ["thracia_garrison_1"]


# -- §4.4 ----------------------------------------------------------------------------------------


def test_neutrality_is_lost_once_and_to_the_enemy() -> None:
    """§4.41 §4.42 `violate` gives a neutral province to the other, and does nothing to a belligerent."""
    w = world({"roma": "ostrogoths_garrison"})
    run(r04.violate(w, "ostrogoths", EMPIRE, "4.41"))
    assert w.control["ostrogoths"] == BARBARIAN
    run(r04.violate(w, "ostrogoths", BARBARIAN, "4.41"))
    assert w.control["ostrogoths"] == BARBARIAN


def run(procedure: Any) -> None:
    """A procedure that asks nothing, with nobody listening."""
    EVENT_SINK.set(lambda event: None)
    with pytest.raises(StopIteration):
        procedure.send(None)


def test_entering_a_neutral_province_breaks_nothing() -> None:
    """§4.31(4) §4.51(5) §34.1 8c The Guard is in neutral Scythia."""
    w = world({"bosporus": "guard_garrison"})
    assert w.control["scythia"] == NEUTRAL
    assert r04.intruded(w, EMPIRE) == ["scythia"]
    assert r04.intruded(w, BARBARIAN) == []


# -- §4.5 the return to neutrality ---------------------------------------------------------------


def test_who_stays_when_a_province_becomes_neutral() -> None:
    """§4.51(1) at home; (3) in a city elsewhere; (2) but nobody in the open country of others."""
    places = {
        "heraclea": "thracia_garrison",
        field("thracia"): "thracia_garrison",
        "roma": "thracia_garrison",
        field("dacia"): "thracia_garrison",
    }
    with table(alliance(places, BARBARIAN), dice=[4, 1]) as t:
        t.barbarian("Thracia")
        assert t.w.control["thracia"] == NEUTRAL
        assert sorted(t.w.at.values()) == sorted([HERACLEA, field("thracia"), ROMA])
        assert t.events("eliminated")[0].values["place"] == field("dacia")
        assert "Thracia became neutral (was Empire)." in t.said()


def test_a_colony_shelters_like_a_city_but_ruins_do_not() -> None:
    """§4.51(3) §27.31 A colony is a city; a pillaged city is none (pillage chart)."""
    places = {field("dacia"): "thracia_garrison", "roma": "thracia_garrison"}
    w = alliance(places, BARBARIAN, pillaged=[ROMA])
    w.colonies = [field("dacia")]
    with table(w, dice=[4, 1]) as t:
        t.barbarian("Thracia")
        assert list(t.w.at.values()) == [field("dacia")]


def test_the_neutral_leave_a_stack_of_belligerents() -> None:
    """§4.51(4) §4.51(5) §13.131 Even at home: who has turned neutral goes, the loyal stay."""
    with table(
        alliance({"heraclea": "thracia_garrison guard_field_army dacia_garrison"}, BARBARIAN), dice=[4, 1]
    ) as t:
        t.barbarian("Thracia")
        assert sorted(t.w.at) == ["dacia_garrison_1", "guard_field_army_1"]


def test_at_sea_is_outside_of_every_province() -> None:
    """§4.51(2) A fleet at sea goes, and who is aboard with it."""
    sea = next(h for h in HEXES if HEXES[h].kind == "sea")
    places = {sea: "macedonia_fleet macedonia_garrison", "thessalonica": "macedonia_garrison"}
    with table(alliance(places, BARBARIAN, aboard="macedonia_garrison_1"), dice=[4, 1]) as t:
        t.barbarian("Macedonia")
        assert t.w.at == {"macedonia_garrison_2": CITIES["thessalonica"].hex}
        assert t.w.aboard == []


def test_who_was_carried_goes_with_a_fleet_that_turns() -> None:
    """§30.4 §19.51 ruling BE-B2 What other fleets cannot take is lost; the owner chooses."""
    w = alliance(
        {"heraclea": "macedonia_fleet guard_fleet guard_field_army*2 guard_garrison belisarius"},
        BARBARIAN,
        aboard="guard_field_army_1 guard_field_army_2 guard_garrison_1 belisarius",
    )
    with table(w, dice=[4, 1]) as t:
        t.barbarian("Macedonia")
        assert t.asked == [EMPIRE]
        t.refused(EMPIRE, "Belisarius, Guard garrison", "19.51", least=1, most=1, n=2)
        t.empire("Guard garrison")
        assert t.w.aboard == ["belisarius", "guard_field_army_1", "guard_field_army_2"]
        assert "guard_garrison_1" not in t.w.at


def test_neutrality_lasts_until_it_is_broken() -> None:
    """§4.51b §4.31(1) §4.31(2) Its units obey nobody meanwhile."""
    with table(alliance({"heraclea": "thracia_garrison"}, BARBARIAN), dice=[4, 1]) as t:
        t.barbarian("Thracia")
        assert units_of(t.w, NEUTRAL) == ["thracia_garrison_1"]


# -- §4.6 defection ------------------------------------------------------------------------------


def test_a_province_that_defects_brings_its_units_wherever_they_are() -> None:
    """§4.6 Outside too; but who stands among old friends is eliminated. Event 21 makes Scythia defect."""
    out = field("dacia")
    w = world(
        {out: "scythia_nomad", "roma": "scythia_nomad guard_garrison"},
        phase="event",
        phasing=EMPIRE,
        control={"scythia": EMPIRE},
    )
    with table(w, dice=[2, 1, 1]) as t:
        t.barbarian("Scythia", "Scythian nomad at Scythia area")
        assert t.w.control["scythia"] == BARBARIAN
        assert t.w.at["scythia_nomad_1"] == out
        assert t.w.at["guard_garrison_1"] == ROMA
        assert units_of(t.w, BARBARIAN) == ["scythia_nomad_1", "scythia_nomad_2"]
        assert t.w.at["scythia_nomad_2"] == "scythia_area"


# -- §5 occupation -------------------------------------------------------------------------------


def test_to_occupy_is_to_have_a_unit_there() -> None:
    """§5.0 §5.1 Cities and colonies count that are not pillaged; whose province it is does not matter."""
    w = world({"roma": "guard_garrison", "neapolis": "guard_garrison", "heraclea": "thracia_garrison"})
    w.pillaged = [CITIES["neapolis"].hex]
    w.colonies = [field("dacia")]
    assert r04.holdings(w, EMPIRE) == sorted([ROMA, HERACLEA])
    w.at["guard_garrison_2"] = field("dacia")
    assert field("dacia") in r04.holdings(w, EMPIRE)
    del w.at["guard_garrison_1"]
    assert ROMA not in r04.holdings(w, EMPIRE)
