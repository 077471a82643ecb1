"""Cheapest ways: costs, budgets, ties, places that may not be left."""

from __future__ import annotations

from collections.abc import Mapping
from time import process_time

import pytest

from adjudicator.geometry.hexes import neighbours
from adjudicator.geometry.paths import Ways, reach

ROADS: Mapping[str, Mapping[str, int]] = {
    "a": {"b": 1, "c": 4},
    "b": {"a": 1, "c": 2, "d": 6},
    "c": {"d": 3, "b": 2},
    "d": {},
}


def over(roads: Mapping[str, Mapping[str, int]]) -> Ways:
    return lambda place: roads[place].items()


def test_every_place_has_its_cheapest_cost() -> None:
    found = reach("a", over(ROADS), 100)
    assert found.costs == {"a": 0, "b": 1, "c": 3, "d": 6}
    assert list(found.costs) == ["a", "b", "c", "d"]
    assert found.path("d") == ["a", "b", "c", "d"]
    assert found.path("a") == ["a"]
    assert found.ways() == {"b": ("b",), "c": ("b", "c"), "d": ("b", "c", "d")}
    assert list(found.ways()) == ["b", "c", "d"]


def test_a_budget_is_not_exceeded() -> None:
    found = reach("a", over(ROADS), 5)
    assert found.costs == {"a": 0, "b": 1, "c": 3}
    with pytest.raises(KeyError):
        found.path("d")


def test_nothing_is_reached_without_a_budget_but_what_is_free() -> None:
    assert reach("a", over({"a": {"b": 0}, "b": {"c": 1}, "c": {}}), 0).costs == {"a": 0, "b": 0}


def test_a_place_that_may_not_be_left_is_an_end() -> None:
    found = reach("a", lambda place: () if place == "b" else ROADS[place].items(), 100)
    assert found.path("c") == ["a", "c"]


def test_a_tie_goes_through_the_cheaper_place_and_then_the_lower_id() -> None:
    roads = {"a": {"y": 1, "x": 1, "w": 2}, "w": {"end": 1}, "x": {"end": 2}, "y": {"end": 2}, "end": {}}
    assert reach("a", over(roads), 9).path("end") == ["a", "x", "end"]
    assert list(reach("a", over(roads), 9).costs) == ["a", "x", "y", "w", "end"]


def test_a_goal_ends_the_search() -> None:
    found = reach("a", over(ROADS), 100, goal="c")
    assert found.costs == {"a": 0, "b": 1, "c": 3}
    assert found.path("c") == ["a", "b", "c"]


def test_the_reach_of_an_army_is_found_within_five_milliseconds() -> None:
    """Some 250 hexes, as of an army in open country with a good die."""
    beside = {f"{row:02}{column:02}": 0 for row in range(10, 90) for column in range(10, 90)}
    ways = {number: [(other, 4) for other in neighbours(number)] for number in beside}
    times = []
    for _ in range(20):
        before = process_time()
        found = reach("5050", lambda place: ways.get(place, ()), 36)
        times.append(process_time() - before)
    assert len(found.costs) == 271
    assert min(times) < 0.005
