"""§23 Victory, §34.1 (7) its points."""

from __future__ import annotations

import pytest

from adjudicator.belisarius.board import CITIES, HEXES, PROVINCES
from adjudicator.belisarius.rules.r23_victory import level_of, parts_of, score
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, NEUTRAL, SEATS, World

from .helpers import table, world


def bare(**control: str) -> World:
    """Nobody controls anything but what is said, and nobody stands anywhere."""
    w = world({})
    w.control = dict.fromkeys(w.control, NEUTRAL) | control
    return w


def without_provinces(w: World, seat: str) -> dict[str, int]:
    return {k: v for k, v in parts_of(w, seat).items() if k not in PROVINCES and k != "neutral_provinces"}


@pytest.mark.parametrize(
    ("city", "imperial", "barbarian"),
    [("constantinopolis", 5, 10), ("roma", 5, 2), ("ravenna", 2, 2), ("heraclea", 1, 1)],
)
def test_what_cities_are_worth(city: str, imperial: int, barbarian: int) -> None:
    """§23.1 §34.1 (7) Each counts once, under the first line that names it; ruling BE-B10."""
    w = bare(thracia=EMPIRE, persia=BARBARIAN)
    w.at = {"thracia_garrison_1": CITIES[city].hex}
    assert without_provinces(w, EMPIRE) == {city: imperial}
    assert without_provinces(w, BARBARIAN) == {}
    w.at = {"persia_garrison_1": CITIES[city].hex}
    assert without_provinces(w, BARBARIAN) == {city: barbarian}


def test_ruins_and_neutral_garrisons_bring_nothing() -> None:
    """§34.1 (7) notes 1 and 2."""
    w = bare(thracia=EMPIRE)
    w.at = {"thracia_garrison_1": CITIES["roma"].hex, "vandals_garrison_1": CITIES["carthago"].hex}
    w.pillaged = [CITIES["roma"].hex]
    assert without_provinces(w, EMPIRE) == without_provinces(w, BARBARIAN) == {}


def test_what_provinces_are_worth() -> None:
    """§34.1 (7) Twice the levy value to the Empire, once to the barbarian, and half of the neutral ones'."""
    w = bare(thracia=EMPIRE, persia=BARBARIAN)
    neutral = sum(p.levy for p in PROVINCES.values()) - PROVINCES["thracia"].levy - PROVINCES["persia"].levy
    assert parts_of(w, EMPIRE) == {"thracia": 4}
    assert parts_of(w, BARBARIAN) == {"persia": 3, "neutral_provinces": neutral // 2}


def test_a_half_point_is_lost() -> None:
    """§34.1 (7) ruling BE-B11 The neutral provinces are halved together."""
    w = bare()
    w.control = dict.fromkeys(w.control, EMPIRE) | {"dacia": NEUTRAL}
    assert (PROVINCES["dacia"].levy, score(w).points[BARBARIAN]) == (1, 0)
    w.control["macedonia"] = NEUTRAL
    assert (PROVINCES["macedonia"].levy, score(w).points[BARBARIAN]) == (1, 1)


def test_colonies_and_public_works_count_with_their_rules() -> None:
    """§34.1 (7) §28.3(3) Only with the optional rules, for their occupier."""
    colony = next(h for h in HEXES if HEXES[h].kind == "land" and HEXES[h].city not in CITIES)
    w = bare(thracia=EMPIRE)
    w.at = {"thracia_garrison_1": colony, "thracia_garrison_2": CITIES["heraclea"].hex}
    w.colonies, w.works = [colony], [CITIES["heraclea"].hex]
    assert without_provinces(w, EMPIRE) == {"heraclea": 1}
    w.options |= {"colonies": "on", "public_works": "on"}
    assert without_provinces(w, EMPIRE) == {"heraclea": 1, "colonies": 1, "public_works": 1}


@pytest.mark.parametrize(
    ("points", "level"),
    [
        (95, "eternal"), (80, "eternal"), (79, "great"), (60, "great"), (59, "stalemate"), (40, "stalemate"),
        (39, "decline"), (20, "decline"), (19, "collapse"), (0, "collapse"),
    ],
)  # fmt: skip
def test_the_levels(points: int, level: str) -> None:
    """§23.2"""
    assert level_of(points) == level


def ended(w: World) -> World:
    """The world at the end of the last turn."""
    w.phase, w.turn = "turn_end", w.turns
    return w


def test_the_more_have_the_glory() -> None:
    """§23.3 Both may reach the same level; the more points win."""
    w = bare(persia=BARBARIAN)
    w.at = {"persia_garrison_1": CITIES["roma"].hex}
    with table(ended(w)) as t:
        assert t.w.result["winner"] == BARBARIAN
        assert [t.w.result[seat] for seat in SEATS] == ["decline", "collapse"]
        assert [e.values["level"] for e in t.events("level")] == ["level/decline", "level/collapse"]


def test_the_same_points_are_a_draw() -> None:
    """§23.3 The neutral provinces are worth 16 to the barbarian, these five cities as much to the Empire."""
    w = bare()
    cities = ("alexandria", "carthago", "constantinopolis", "ravenna", "roma")
    w.at = {f"guard_field_army_{n}": CITIES[city].hex for n, city in enumerate(cities, 1)}
    with table(ended(w)) as t:
        assert score(t.w).points == {EMPIRE: 16, BARBARIAN: 16}
        assert (t.w.result["winner"], t.w.result["how"]) == ("", "draw")
        assert t.said()[-1].startswith("The game was drawn: ")


def test_the_game_ends_after_its_last_turn() -> None:
    """§23.0 §3.1c"""
    w = world({"constantinopolis": "thracia_garrison"}, phase="turn_end", turn=4)
    with table(w) as t:
        assert t.w.phase == "over"
        assert t.w.result["winner"] == EMPIRE
        assert t.asked == []
        assert score(t.w).result == t.w.result
        assert any(line.startswith("Empire won on points:") for line in t.said())
