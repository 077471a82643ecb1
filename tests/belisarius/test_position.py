"""Positions written by hand (docs/position/belisarius.md)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.belisarius import GAME
from adjudicator.belisarius.options import OPTIONS
from adjudicator.belisarius.sequence import SEQUENCE
from adjudicator.belisarius.show.names import LEXICON
from adjudicator.belisarius.world import SEATS, Agreement, Army, Attempt, Battle, World
from adjudicator.core import fill

CHOSEN = {option.name: option.values[0] for option in OPTIONS}
PAGE = Path(__file__).parents[2] / "docs/position/belisarius.md"


def read(raw: dict[str, Any], **options: str) -> World:
    assert GAME.complete is not None
    world = GAME.complete(raw, CHOSEN | options)
    assert isinstance(world, World)
    return world


def reasons(raw: dict[str, Any], **options: str) -> list[str]:
    return [fill(p, "en", LEXICON.label) for p in GAME.problems(read(raw, **options))]


def test_an_empty_position_is_the_first_scenario_before_its_set_up() -> None:
    assert read({}) == GAME.found("advance", {}, SEATS)
    assert GAME.problems(read({})) == []


def test_what_is_not_said_is_as_the_scenario_begins() -> None:
    """§34.2: and with units on the map the position is in the operations phase."""
    w = read({"scenario": "gothic_war", "at": {"solomon": "carthago"}, "control": {"lazica": "neutral"}})
    assert (w.at["solomon"], w.phase, w.phasing, w.placing) == ("2624", "operations", "barbarian", "")
    assert (w.control["vandals"], w.control["lazica"], w.turns) == ("empire", "neutral", 5)
    assert w.treasury == {"barbarian": 18, "empire": 12}
    assert GAME.problems(w) == []


def test_the_example_of_the_page_is_sound() -> None:
    example = re.search(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert example is not None
    w = read(json.loads(example[1]))
    assert GAME.problems(w) == []
    assert (w.phase, w.phasing, w.at["belisarius"]) == ("operations", "empire", "3547")
    assert len(w.cups["pool"]) == 61


def test_the_page_names_every_field_phase_and_scenario() -> None:
    page = PAGE.read_text(encoding="utf-8")
    structs = (World, Army, Battle, Attempt, Agreement)
    assert [f for of in structs for f in of.__struct_fields__ if f"`{f}`" not in page] == []
    assert [phase for phase in (*SEQUENCE, "over") if f"`{phase}`" not in page] == []
    assert [s.id for s in GAME.scenarios() if f"`{s.id}`" not in page] == []


def test_what_the_umpire_writes_it_reads_again() -> None:
    for scenario in GAME.scenarios():
        w = GAME.found(scenario.id, {}, SEATS)
        assert read(msgspec.to_builtins(w)) == w


CROWD = {f"oriens_garrison_{n}": "3245" for n in range(1, 9)} | {
    f"guard_garrison_{n}": "3245" for n in range(1, 4)
}
ARMY = {"seat": "empire", "place": "3547", "units": ["belisarius"], "half": 8}
BATTLE = {
    "attacker": "empire",
    "defender": "barbarian",
    "origin": "3547",
    "place": "3548",
    "attackers": ["belisarius"],
    "defenders": ["persia_nomad_1"],
}


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ({"at": {"thracia_garrison_9": "3536"}}, "there is no unit thracia_garrison_9"),
        ({"at": {"narses": "atlantis"}}, "Narses is in atlantis, which is not on the map"),
        ({"pillaged": ["9999"]}, "a marker is in 9999"),
        ({"control": {"utopia": "empire"}}, "utopia is not"),
        ({"control": {"thracia": "franks"}}, "Thracia cannot be under the control of Franks"),
        ({"at": {"narses": "3025"}}, "Narses is at sea and not aboard"),
        ({"at": {"guard_fleet_1": "3633"}}, "Guard fleet is in Hadrianopolis (3633), which is inland"),
        ({"at": {"narses": "persia_area"}}, "Narses may not be in Persia off map area"),
        ({"at": {"franks_garrison_1": "persia_area"}}, "Franks garrison may not be in"),
        ({"at": CROWD}, "11 units are in Antiochia (3245), at most 10 may"),
        ({"at": {"narses": "3548", "persia_nomad_1": "3548"}}, "units of Barbarian, Empire share Nisibis"),
        (
            {"at": {"armenia_garrison_1": "3548", "persia_nomad_1": "3548"}},
            "barbarian units of Armenia, Persia share Nisibis (3548)",
        ),
        ({"at": {"narses": "3536"}, "aboard": ["narses"]}, "Narses are aboard in Constantinopolis"),
        ({"at": {"guard_fleet_1": "3536"}, "aboard": ["guard_fleet_1"]}, "Guard fleet cannot be aboard"),
        ({"at": {"persia_nomad_1": "3548"}, "rebels": ["persia_nomad_1"]}, "cannot be in revolt"),
        (
            {"at": {"justinian": "3536", "guard_fleet_1": "3536"}, "rebels": ["guard_fleet_1"]},
            "Guard fleet cannot be in revolt",
        ),
        ({"dead": ["narses"]}, "only Justinian is gone for good"),
        ({"at": {"justinian": "3536"}, "dead": ["justinian"]}, "only Justinian is gone for good"),
        ({"cups": {"pool": ["pope"] * 3}}, "Pope or Patriarch Intervenes appears 3 times; there must be 2"),
        ({"cups": {"sleeve": ["pope"]}}, "other places than pool, hands and stakes"),
        (
            {"cups": {"empire_hand": ["agent"] * 8 + ["forced_march"] * 8}},
            "Empire holds 16 markers, at most 15 may be kept",
        ),
        ({"treasury": {"empire": -1}}, "a treasury of no less than 0 solidi"),
        ({"pillaged": ["3025"]}, "nothing at sea is pillaged"),
        ({"colonies": ["3536"]}, "no colony can be in Constantinopolis (3536)"),
        ({"works": ["3434"]}, "public works stand in cities and colonies"),
        ({"turn": 5}, "there is no turn 5 of 4"),
        ({"phase": "tea"}, "there is no phase tea"),
        ({"phase": "operations", "phasing": "neutral"}, "it is the turn of one of the two sides"),
        ({"placing": "", "phase": "set_up"}, "in this phase the units of a side are placed"),
        ({"at": {"belisarius": "3547"}, "phase": "army"}, "in this phase an army is acting"),
        ({"at": {"belisarius": "3547"}, "phase": "battle", "army": ARMY}, "a battle is being fought"),
        ({"at": {"belisarius": "3446"}, "phase": "army", "army": ARMY}, "the army in Dara (3547) cannot be"),
        (
            {"at": {"belisarius": "3547"}, "phase": "battle", "army": ARMY, "battle": BATTLE},
            "Persia nomad are not in play and have acted",
        ),
        ({"at": {"belisarius": "3547"}, "operated": ["narses"]}, "Narses are not in play and have acted"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(raw: dict[str, Any], reason: str) -> None:
    assert any(reason in said for said in reasons(raw)), reasons(raw)


def test_fleets_are_on_rivers_with_the_option_only() -> None:
    """§29.1 Viminacium lies on the Danube, inland."""
    raw = {"at": {"guard_fleet_1": "viminacium"}}
    assert reasons(raw) != []
    assert reasons(raw, river_movement="on") == []


def test_an_off_map_area_holds_any_number() -> None:
    """§18.4."""
    units = [*(f"persia_garrison_{n}" for n in range(1, 11)), "persia_nomad_1", "kavadh"]
    assert reasons({"at": {unit: "persia_area" for unit in units}}) == []


@pytest.mark.parametrize(
    "raw",
    [
        {"at": 5},
        {"tea": 1},
        {"cups": {"pool": [1]}},
        {"scenario": "trajan"},
        {"army": {"seat": "empire"}},
    ],
)
def test_what_is_no_position_is_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(raw)
