"""§21.1 to §21.202 §21.3 Leaders come into play."""

from __future__ import annotations

from adjudicator.belisarius.board import HEXES
from adjudicator.belisarius.rules import r21_leaders as r21

from .helpers import world


def test_available_are_those_of_ones_own_who_are_not_in_play() -> None:
    """§21.1 §11.61 §21.3 The Guard's for the Empire, a province's for who controls it, removed ones again."""
    w = world({"heraclea": "belisarius"}, control={"ostrogoths": "empire"})
    found = r21.available_leaders(w, "empire")
    assert "narses" in found and "vitiges" in found
    assert "belisarius" not in found and "khusro" not in found
    assert "khusro" in r21.available_leaders(w, "barbarian")


def test_neutral_leaders_are_nobodys() -> None:
    """§11.5 §4.31."""
    w = world({})
    assert "vitiges" not in r21.available_leaders(w, "empire") + r21.available_leaders(w, "barbarian")


def test_a_dead_justinian_is_not_available() -> None:
    """§21.4(5)."""
    w = world({}, dead=["justinian"])
    assert "justinian" not in r21.available_leaders(w, "empire")


def test_imperial_leaders_join_any_unit_of_the_empire() -> None:
    """§21.201."""
    w = world({"heraclea": "thracia_garrison", "3634": "pontica_warband"})
    assert r21.candidates(w, "empire") == ["3535", "3634"]
    assert all(r21.may_join(w, "narses", place) is None for place in ("3535", "3634"))


def test_barbarian_leaders_join_their_own_people_alone() -> None:
    """§21.202 Khusro among Persians, not among Armenians."""
    w = world({"nisibis": "persia_garrison", "dubios": "armenia_garrison"})
    assert r21.may_join(w, "khusro", "3548") is None
    stop = r21.may_join(w, "khusro", "4047")
    assert stop is not None and stop.rule == "21.202"


def test_a_leader_needs_room() -> None:
    """§13.1 §13.11."""
    w = world({"constantinopolis": "guard_field_army*8 thracia_garrison*2"})
    stop = r21.may_join(w, "narses", "3536")
    assert stop is not None and (stop.rule, stop.why.values["n"]) == ("13.1", 11)
    assert r21.may_come(w, "narses") is not None


def test_a_leader_goes_aboard_at_sea() -> None:
    """§21.2 §19.51 A fleet takes three."""
    sea = next(h.id for h in HEXES.values() if h.kind == "sea")
    w = world({sea: "guard_fleet guard_garrison*2"}, aboard="guard_garrison_1 guard_garrison_2")
    assert r21.may_join(w, "narses", sea) is None
    w.at["narses"], w.aboard = sea, [*w.aboard, "narses"]
    stop = r21.may_join(w, "germanus", sea)
    assert stop is not None and stop.rule == "19.51"


def test_off_map_only_the_areas_own_leaders_come() -> None:
    """§18.2 §18.3."""
    w = world({"persia_area": "persia_garrison"}, control={"persia": "empire"})
    assert r21.may_join(w, "khusro", "persia_area") is None
    stop = r21.may_join(w, "narses", "persia_area")
    assert stop is not None and stop.rule == "18.3"
