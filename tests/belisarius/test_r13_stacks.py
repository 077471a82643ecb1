"""§13.1 Stacks, and §21.3 §21.4 how units leave play."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius.board import CITIES, HEXES
from adjudicator.belisarius.rules import r13_stacks as r13
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, Army, World
from adjudicator.core import Bar
from adjudicator.core.game.procedure import EVENT_SINK

from .helpers import table, world

HERACLEA = CITIES["heraclea"].hex
SEA = next(h for h in HEXES if HEXES[h].kind == "sea")


def rule_of(stop: Bar | None) -> str:
    return "" if stop is None else stop.rule


def test_a_hex_holds_ten() -> None:
    """§13.1 §13.11 Leaders count."""
    nine = "thracia_garrison*4 guard_field_army*4 belisarius"
    w = world({"heraclea": nine, "roma": "mundas guard_garrison*2"})
    assert r13.room(w, HERACLEA, EMPIRE) == 1
    assert r13.may_stack(w, ["mundas"], HERACLEA) is None
    stop = r13.may_stack(w, ["mundas", "guard_garrison_1"], HERACLEA)
    assert rule_of(stop) == "13.1"
    assert stop is not None
    assert (stop.why.values["n"], stop.why.values["most"]) == (11, 10)


def test_who_is_there_already_is_not_counted_twice() -> None:
    """§13.1 Units of a stack of ten may stay where they are."""
    w = world({"heraclea": "thracia_garrison*4 guard_field_army*5 belisarius"})
    assert r13.may_stack(w, ["belisarius", "thracia_garrison_1"], HERACLEA) is None


def test_an_off_map_area_holds_any_number() -> None:
    """§18.4"""
    w = world({"persia_area": "persia_garrison*9 persia_nomad kavadh", "heraclea": "persia_field_army"})
    assert r13.may_stack(w, ["persia_field_army_1"], "persia_area") is None
    assert r13.room(w, "persia_area", BARBARIAN) > 10


def test_no_stack_with_enemies_or_neutrals() -> None:
    """§13.12 §4.31(4)"""
    w = world({"heraclea": "thracia_garrison", "roma": "ostrogoths_garrison", "dara": "persia_nomad"})
    for units, place in ((["persia_nomad_1"], HERACLEA), (["thracia_garrison_1"], CITIES["roma"].hex)):
        assert rule_of(r13.may_stack(w, units, place)) == "13.12"
    assert r13.room(w, CITIES["roma"].hex, EMPIRE) == 0


def test_the_empire_mixes_and_the_barbarian_does_not() -> None:
    """§13.13 §13.131 §13.132 Rebel Guards are an origin of their own."""
    w = world(
        {
            "heraclea": "thracia_garrison guard_garrison dacia_garrison",
            "dara": "persia_nomad",
            "nisibis": "armenia_garrison",
            "roma": "guard_field_army",
            "neapolis": "guard_fleet",
        },
        rebels="guard_field_army_1 guard_fleet_1",
    )
    assert r13.may_stack(w, ["dacia_garrison_1"], HERACLEA) is None
    for unit in ("armenia_garrison_1", "guard_field_army_1"):
        stop = r13.may_stack(w, [unit], CITIES["dara"].hex)
        assert rule_of(stop) == "13.132"
    assert r13.may_stack(w, ["guard_field_army_1"], CITIES["neapolis"].hex) is None


# -- §21.3 §21.4 ---------------------------------------------------------------------------------


def attrition(places: dict[str, str], **more: Any) -> World:
    return world(places, phase="event", **more)


def test_the_eliminated_are_available_again() -> None:
    """§21.3 §11.61 A leader too, but (§21.4(5)) not Justinian, whose end costs all markers (§21.4(3))."""
    hand = ["agent", "agent", "market"]
    w = attrition({"heraclea": "justinian thracia_garrison"}, hands={"empire": hand})
    with table(w, dice=[1, 5, 2]) as t:
        assert t.w.at == {}
        assert t.w.dead == ["justinian"]
        assert t.w.cups["empire_hand"] == []
        lost = t.events("lost_markers")
        assert [(e.values["n"], e.values["seat"]) for e in lost] == [(3, EMPIRE)]
        assert t.events("justinian_dead")


def test_units_that_leave_play_have_not_acted() -> None:
    """§21.3 The lists of who has acted, is aboard or in revolt lose him too."""
    w = attrition({SEA: "guard_fleet belisarius"}, aboard="belisarius")
    with table(w, dice=[1, 5, 2]) as t:
        assert (t.w.at, t.w.aboard) == ({}, [])


def test_nobody_is_asked_where_all_are_alike() -> None:
    """CRT, note 2: the owner chooses where there is a choice."""
    with table(attrition({"heraclea": "thracia_garrison*3"}), dice=[1, 5, 1]) as t:
        assert sorted(t.w.at) == ["thracia_garrison_2", "thracia_garrison_3"]


def test_an_army_loses_its_own_passengers() -> None:
    """§19.51 §30.4 ruling BE-B2 Other ships of the hex have no room for who sailed with those that sink."""
    ships = "guard_fleet*2 guard_field_army*3 guard_garrison*3"
    w = world({"heraclea": ships})
    w.aboard = sorted(u for u in w.at if "fleet" not in u)
    sailing = ["guard_field_army_1", "guard_field_army_2", "guard_field_army_3", "guard_fleet_1"]
    w.army = Army(EMPIRE, HERACLEA, list(sailing), 10, naval=True)
    EVENT_SINK.set(lambda event: None)
    with pytest.raises(StopIteration):
        r13.eliminate(w, ["guard_fleet_1"], "17.8").send(None)
    assert sorted(w.at) == ["guard_fleet_2", "guard_garrison_1", "guard_garrison_2", "guard_garrison_3"]
    assert w.army.units == []
    assert w.aboard == ["guard_garrison_1", "guard_garrison_2", "guard_garrison_3"]
