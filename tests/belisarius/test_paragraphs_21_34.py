"""Paragraphs of chapters 21 to 34 that no chapter's own tests name by themselves."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.belisarius.board import CITIES, CITIES_AT, HEXES, MARKERS, SCENARIOS, UNITS
from adjudicator.belisarius.rules.r15_zones import in_zone
from adjudicator.belisarius.rules.r19_naval import toll
from adjudicator.belisarius.rules.r23_victory import score
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, NEUTRAL, owner_of

from .battles import ORIGIN, PLACE, army
from .helpers import new, table, world


def test_a_leader_is_a_unit_like_others() -> None:
    """§21.2b He has a zone, fights alone by his strength, and has his die multiplied."""
    w = army("belisarius", "ostrogoths_garrison")
    assert UNITS["belisarius"].strength > 0
    assert in_zone(w, PLACE, BARBARIAN, moving=["ostrogoths_garrison_1"]) == [ORIGIN]
    with table(w, dice=[6], draws=["agent", "agent"]) as t:
        t.empire("assault 4411")
        t.barbarian("stand")
        assert "ostrogoths_garrison_1" not in t.w.at


def test_a_leader_goes_with_their_province() -> None:
    """§21.231 The worked example: the Ostrogoths come over to the Empire, and Vitiges with them."""
    w = world(
        {"4410": "vitiges ostrogoths_warband"},
        phase="diplomacy",
        control={"ostrogoths": BARBARIAN},
        hands={EMPIRE: ["basileus", "agent", "agent", "agent"]},
    )
    with table(w, dice=[6]) as t:
        assert owner_of(t.w, "vitiges") == BARBARIAN
        t.empire("stake Basileus, Agent x3 on Ostrogoths", "win")
        assert t.w.control["ostrogoths"] == EMPIRE
        assert (owner_of(t.w, "vitiges"), t.w.at["vitiges"]) == (EMPIRE, "4410")


def test_a_promise_to_leave_stands_in_words() -> None:
    """§24.1(3) It is kept in writing, binds nobody's orders, and may be claimed as broken."""
    w = world({"nisibis": "persia_garrison", "3535": "guard_field_army"}, negotiation="on")
    with table(w) as t:
        t.aside(BARBARIAN, "offer saying my garrison leaves Nisibis this turn")
        t.aside(EMPIRE, "accept 1")
        assert t.w.agreements[0].terms == "my garrison leaves Nisibis this turn"
        assert t.w.agreements[0].state == "agreed"
        assert t.w.at["persia_garrison_1"] == CITIES["nisibis"].hex


def test_markers_of_works_never_run_out() -> None:
    """§28.6 One more, where all other cities have works already."""
    others = sorted(set(CITIES_AT) - {"3535"})
    w = world({"heraclea": "guard_garrison"}, phase="recruit", works=others, public_works="on", pillaged=[])
    with table(w) as t:
        t.empire("build Heraclea")
        assert len(t.w.works) == len(CITIES_AT)


def test_on_the_coast_a_fleet_is_at_sea() -> None:
    """§29.4 Where a river reaches the coast: by sea it pays for the sea, and it has a zone."""
    assert (HEXES["3434"].kind, HEXES["3434"].riverside) == ("coast", True)
    w = world({"3434": "guard_fleet"}, river_movement="on")
    assert toll("3434", "3334", port=False) == toll("3334", "3434", port=False) == 4
    assert in_zone(w, "3334", BARBARIAN, naval=True) == ["3434"]
    w = world({"3533": "guard_fleet"}, river_movement="on")
    assert in_zone(w, "3434", BARBARIAN, naval=True) == []


@pytest.mark.parametrize("scenario", ["advance", "gothic_war", "justinian_the_great"])
def test_all_markers_are_in_the_pool_at_first(scenario: str) -> None:
    """§34.1 3 §34.2 3"""
    assert Counter(new(scenario).cups["pool"]) == {id: printed.count for id, printed in MARKERS.items()}


def test_the_gothic_war_is_scored_like_the_first_scenario() -> None:
    """§34.2 7 The same places and provinces, the same points."""
    places = {"roma": "guard_garrison", "ravenna": "guard_garrison", "nisibis": "persia_garrison"}
    first = world(places, control={"persia": BARBARIAN})
    second = world(places, scenario="gothic_war", control=first.control)
    assert score(first).parts == score(second).parts


def test_the_guard_begins_in_provinces_that_are_not_the_empires() -> None:
    """§34.1 8c §34.2 8d In Bosporus and Tingis; Scythia stays neutral, Mauretania the barbarian's."""
    for scenario, city, held in (
        ("advance", "bosporus", NEUTRAL),
        ("gothic_war", "bosporus", NEUTRAL),
        ("gothic_war", "tingis", BARBARIAN),
    ):
        (step,) = [step for step in SCENARIOS[scenario].steps if step.owner == EMPIRE]
        assert any(group.at == city and "guard_garrison" in group.units for group in step.groups)
        assert new(scenario).control[CITIES[city].province] == held
