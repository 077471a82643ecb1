"""Positions of Julius Caesar that are impossible, each with the reason (docs/position/julius_caesar.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

IMPOSSIBLE: Sequence[tuple[Mapping[str, Any], str]] = (
    ({"options": {"free_deployment": "maybe"}}, "the option free deployment cannot be maybe"),
    ({"points": -3}, "movement and levy points cannot be below 0"),
    ({"levies": -1}, "movement and levy points cannot be below 0"),
    ({"cards": {"caesar": "apollo", "pompey": "apollo"}}, "play Apollo, which counts as the card"),
    ({"at": {"c_legio_8": "atlantis", "cleopatra": "alexandria"}}, "LEG 8 is at atlantis"),
    ({"at": {"c_legio_8": "mare_tyrrhenum", "cleopatra": "alexandria"}}, "LEG 8 is at sea"),
    ({"at": {"c_navis_1": "lugdunum", "cleopatra": "alexandria"}}, "Lugdunum is not a port"),
    ({"at": {"c_legio_8": "roma"}}, "must be on the map"),
    ({"steps": {"c_legio_8": 4}}, "LEG 8 has 4 steps; it may have 1 to 3"),
    ({"stock": {"caesar": []}}, "LEG 17 appears 0 times"),
    ({"eliminated": {"caesar": ["c_legio_8"]}}, "LEG 8 appears 2 times"),
    ({"trophies": {"caesar": ["c_octavian"]}}, "Caesar's trophies cannot include Octavian"),
    ({"cups": {"deck": ["mars", "mars"]}}, "Mars appears 2 times; there must be 1"),
    (
        {"cups": {"caesar_hand": ["mars"]}, "phase": "cards"},
        "Caesar has 1 card in hand; there should be 5",
    ),
    ({"year": 6}, "there is no turn 1 of year 6"),
    ({"phase": "tea"}, "there is no phase tea"),
    ({"phase": "movement"}, "this phase needs an acting side with its card"),
    ({"phase": "battle"}, "this phase needs a battle in progress"),
    ({"at": {"c_legio_8": "roma", "p_legio_1": "roma", "cleopatra": "alexandria"}}, "Roma is contested"),
)
NO_POSITIONS: Sequence[Mapping[str, Any]] = (
    {"at": 5},
    {"steps": {"c_legio_8": "full"}},
    {"tea": 1},
    {"cups": {"deck": [1]}},
)
