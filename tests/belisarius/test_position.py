"""Positions written by hand (docs/position/belisarius.md); see tests/kit/test_positions.py too."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from adjudicator.belisarius import GAME
from adjudicator.belisarius.options import OPTIONS
from adjudicator.belisarius.show.names import LEXICON
from adjudicator.belisarius.world import World
from adjudicator.core import fill

CHOSEN = {option.name: option.values[0] for option in OPTIONS}
PAGE = Path(__file__).parents[2] / "docs/position/belisarius.md"


def read(raw: dict[str, Any], **options: str) -> World:
    assert GAME.complete is not None
    world = GAME.complete(raw, CHOSEN | options)
    assert isinstance(world, World)
    return world


def reasons(raw: dict[str, Any], **options: str) -> list[str]:
    return [fill(p, "en", LEXICON.label) for p in GAME.impossible(read(raw, **options))]


def test_what_is_not_said_is_as_the_scenario_begins() -> None:
    """§34.2: and with units on the map the position is in the operations phase."""
    w = read({"scenario": "gothic_war", "at": {"solomon": "carthago"}, "control": {"lazica": "neutral"}})
    assert (w.at["solomon"], w.phase, w.phasing, w.placing) == ("2624", "operations", "barbarian", "")
    assert (w.control["vandals"], w.control["lazica"], w.turns) == ("empire", "neutral", 5)
    assert w.treasury == {"barbarian": 18, "empire": 12}
    assert GAME.impossible(w) == []


def test_the_example_of_the_page_is_sound() -> None:
    example = re.search(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert example is not None
    w = read(json.loads(example[1]))
    assert GAME.impossible(w) == []
    assert (w.phase, w.phasing, w.at["belisarius"]) == ("operations", "empire", "3547")
    assert len(w.cups["pool"]) == 61


def test_fleets_are_on_rivers_with_the_option_only() -> None:
    """§29.1 Viminacium lies on the Danube, inland."""
    raw = {"at": {"guard_fleet_1": "viminacium"}}
    assert reasons(raw) != []
    assert reasons(raw, river_movement="on") == []


def test_an_off_map_area_holds_any_number() -> None:
    """§18.4."""
    units = [*(f"persia_garrison_{n}" for n in range(1, 11)), "persia_nomad_1", "kavadh"]
    assert reasons({"at": {unit: "persia_area" for unit in units}}) == []
