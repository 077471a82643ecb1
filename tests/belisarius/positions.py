"""Positions of Belisarius that are impossible, each with the reason (docs/position/belisarius.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

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


IMPOSSIBLE: Sequence[tuple[Mapping[str, Any], str]] = (
    ({"at": {"thracia_garrison_9": "3536"}}, "there is no unit thracia_garrison_9"),
    ({"at": {"narses": "atlantis"}}, "Narses ★★ is at atlantis, which is not on the map"),
    ({"pillaged": ["9999"]}, "a marker is at 9999"),
    ({"control": {"utopia": "empire"}}, "utopia is neither"),
    ({"control": {"thracia": "franks"}}, "Franks cannot control Thracia"),
    ({"at": {"narses": "3025"}}, "Narses ★★ is at sea but not aboard a fleet"),
    ({"at": {"guard_fleet_1": "3633"}}, "Guard fleet is at Hadrianopolis (3633), which is inland"),
    ({"at": {"narses": "persia_area"}}, "Persia off map area cannot hold Narses ★★"),
    ({"at": {"franks_garrison_1": "persia_area"}}, "cannot hold Frankish garrison"),
    ({"at": CROWD}, "Antiochia (3245) has 11 units; the limit is 10"),
    (
        {"at": {"narses": "3548", "persia_nomad_1": "3548"}},
        "Nisibis (3548) holds units of different owners: Barbarian and Empire",
    ),
    (
        {"at": {"armenia_garrison_1": "3548", "persia_nomad_1": "3548"}},
        "Nisibis (3548) holds barbarian units of different origins: Armenia and Persia",
    ),
    ({"at": {"narses": "3536"}, "aboard": ["narses"]}, "too few fleets at Constantinopolis"),
    ({"at": {"guard_fleet_1": "3536"}, "aboard": ["guard_fleet_1"]}, "Guard fleet cannot be aboard"),
    ({"at": {"persia_nomad_1": "3548"}, "rebels": ["persia_nomad_1"]}, "cannot be in revolt"),
    (
        {"at": {"justinian": "3536", "guard_fleet_1": "3536"}, "rebels": ["guard_fleet_1"]},
        "Guard fleet cannot be in revolt",
    ),
    ({"dead": ["narses"]}, "only Justinian ★ can be out of the game for good"),
    (
        {"at": {"justinian": "3536"}, "dead": ["justinian"]},
        "only Justinian ★ can be out of the game for good",
    ),
    ({"cups": {"pool": ["pope"] * 3}}, "Pope or Patriarch Intervenes appears 3 times; there must be 2"),
    ({"cups": {"sleeve": ["pope"]}}, "only be in the pool, in a hand or staked"),
    (
        {"cups": {"empire_hand": ["agent"] * 8 + ["forced_march"] * 8}},
        "Empire has 16 markers; the limit is 15",
    ),
    ({"options": {"pillage": "maybe"}}, "the option pillage cannot be maybe"),
    ({"operated": ["xx"]}, "there is no unit xx"),
    ({"reacted": ["xx"]}, "there is no unit xx"),
    ({"fed": ["9999"]}, "9999 is not on the map"),
    ({"taxed": ["utopia"]}, "there is no province utopia"),
    ({"levied": {"utopia": 1}}, "there is no province utopia"),
    ({"levied": {"thracia": 99}}, "cannot have 99 levies to place"),
    ({"arrived": {"persia_area": -3}}, "no fewer than 0 units can have arrived"),
    ({"cups": {"barbarian_hand": ["roman_alliance"]}}, "Barbarian cannot keep Roman Alliance"),
    ({"cups": {"empire_hand": ["donative"]}}, "Empire cannot keep"),
    ({"treasury": {"empire": -1}}, "a treasury of 0 solidi or more"),
    ({"pillaged": ["3025"]}, "at sea and cannot be pillaged"),
    ({"colonies": ["3536"]}, "there cannot be a colony at Constantinopolis (3536)"),
    ({"works": ["3434"]}, "public works must be in a city or colony"),
    ({"turn": 5}, "there is no turn 5; the game has 4 turns"),
    ({"phase": "tea"}, "there is no phase tea"),
    ({"phase": "operations", "phasing": "neutral"}, "it must be one side's player turn"),
    ({"placing": "", "phase": "set_up"}, "this phase needs a side that is placing its units"),
    ({"at": {"belisarius": "3547"}, "phase": "army"}, "this phase needs an army in operation"),
    (
        {"at": {"belisarius": "3547"}, "phase": "battle", "army": ARMY},
        "this phase needs a battle in progress",
    ),
    (
        {"at": {"belisarius": "3446"}, "phase": "army", "army": ARMY},
        "the army at Dara (3547) cannot consist of",
    ),
    (
        {"at": {"belisarius": "3547"}, "phase": "battle", "army": ARMY, "battle": BATTLE},
        "Persian nomad has acted but is not in play",
    ),
    ({"at": {"belisarius": "3547"}, "operated": ["narses"]}, "Narses ★★ has acted but is not in play"),
)
NO_POSITIONS: Sequence[Mapping[str, Any]] = (
    {"at": 5},
    {"tea": 1},
    {"cups": {"pool": [1]}},
    {"scenario": "trajan"},
    {"army": {"seat": "empire"}},
)
