"""Positions of Ottomans that are impossible, or no positions at all (docs/position/ottomans.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

CORES = {"turks": "ottomans", "caliphate": "egypt"}
IMPOSSIBLE: Sequence[tuple[Mapping[str, Any], str]] = (
    ({"seats": ["orthodox", "turks"]}, "the Turks play it"),
    ({"at": {"mehmed_ii": "atlantis"}, "core": CORES}, "cannot be in atlantis"),
    ({"at": {"mehmed_ii": "aegean"}, "core": CORES}, "Mehmed II cannot be in"),
    ({"at": {"mehmed_ii": "rumelia"}, "dead": ["mehmed_ii"], "core": CORES}, "appears 2 times"),
    ({"at": {"mehmed_ii": "rumelia"}, "aboard": {"mehmed_ii": "mehmed_ii"}}, "cannot be aboard"),
    ({"cups": {"turks_hand": ["alliance"] * 9}}, "there must be 2"),
    ({"cups": {"sleeve": []}}, "chits can only be in"),
    ({"control": {"serbia": "orthodox"}}, "cannot control"),
    ({"core": {"turks": "egypt"}}, "core nation"),
    ({"turn": 40}, "there is no turn 40"),
    ({"phase": "tea"}, "this game has no phase tea"),
    ({"phase": "food"}, "every player must have a core nation"),
    ({"phase": "food", "core": CORES}, "in the order of play"),
    ({"phase": "draw", "core": CORES}, "whose turn it is"),
    (
        {"at": {}, "phase": "battle", "core": CORES},
        "the phase “battle” needs a battle in progress, and no other phase may have one",
    ),
    ({"at": {}, "core": CORES, "moved": ["ghost_1"]}, "there is no unit ghost_1"),
    ({"at": {}, "core": CORES, "events": 7}, "a turn has no 7 random events"),
    ({"at": {}, "core": CORES, "spent": {"ottomans_naval_1": -2}}, "cannot be less than nothing"),
    ({"control": {"spain": "turks"}, "scenario": "3"}, "come into play later"),
)
NO_POSITIONS: Sequence[Mapping[str, Any]] = (
    {"at": 5},
    {"tea": 1},
    {"cups": {"pool": [1]}},
    {"scenario": "9"},
)
