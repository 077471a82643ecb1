"""Positions of The Ancient World that are impossible, each with the reason (docs/position/)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

IMPOSSIBLE: Sequence[tuple[Mapping[str, Any], str]] = (
    ({"forces": {"x": {"side": "gaul", "place": "4705", "leaders": ["mago"]}}}, "is not a side"),
    ({"forces": {"x": {"side": "rome", "place": "9999", "leaders": ["mago"]}}}, "no place"),
    ({"forces": {"x": {"side": "rome", "place": "4705"}}}, "there is no unit there"),
    ({"forces": {"x": {"side": "rome", "place": "4705", "units": {"elves": 3}}}}, "no unit"),
    ({"forces": {"x": {"side": "rome", "place": "4705", "units": {"romani_horse": 1000}}}}, "are impossible"),
    ({"forces": {"x": {"side": "rome", "place": "4705", "leaders": ["nero"]}}}, "no leader"),
    ({"control": {"atlantis": "rome"}}, "no city"),
    ({"alliance": {"latium": 9}}, "no box"),
    ({"agenda": ["dance"]}, "no procedure"),
    ({"lams": ["nero"]}, "no marker"),
)
NO_POSITIONS: Sequence[Mapping[str, Any]] = (
    {"turn": "first"},
    {"no_such_field": 1},
    {"cups": {"pool": [1]}},
    {"scenario": "cannae"},
    {"forces": ["hannibal"]},
)
