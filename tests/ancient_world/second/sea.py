"""§7.2 Voyages and §7.3 straits: what is added to the die, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.ancient_world.board import HEXES, distance
from adjudicator.ancient_world.world import World

MESSANA = {"6015", "5915"}
FREE_LEVEL = 4
NEAR_LAND = 2
COAST, OPEN = 20, 5
_COASTAL: dict[str, bool] = {}


def zone_of_strait(one: str, other: str) -> str:
    """§6.38 The zone whose level counts in a strait: that of Messana is one, the other is Tyrrhenian."""
    return "fretum" if {one[:4], other[:4]} == MESSANA else "tyrrhenum"


def is_opposed(die: int, level: int) -> bool:
    """§7.32 A crossing is opposed at 3 or less; with a level of -1 a four is."""
    return die + level <= 3


def coastal(hex: str) -> bool:
    """Is water within two hexes of land? Ruling AW-R44."""
    if hex not in _COASTAL:
        near = (other for other in HEXES.values() if other.kind == "land")
        _COASTAL[hex] = any(distance(hex, other.id) <= NEAR_LAND for other in near)
    return _COASTAL[hex]


def voyage(w: World, side: str, way: Sequence[str]) -> tuple[int, set[str]]:
    """§7.24 §7.13 §13.0 What is added to the die of a voyage, and the least friendly zones of its way.

    A full twenty hexes along a coast cost 1, five begun from five on of the open sea 1; ruling AW-R42,
    ruling AW-R43.
    """
    water = [place[:4] for place in way[1:] if HEXES[place[:4]].sea and not place.endswith("i")]
    zones = {HEXES[hex].sea for hex in (*water, way[0][:4]) if HEXES[hex].sea}
    least = min(w.naval[zone].get(side, 0) for zone in zones)
    along = sum(coastal(hex) for hex in water)
    open_ = len(water) - along
    far = -(-open_ // OPEN) if open_ >= OPEN else 0
    storm = any(w.effects.get(f"storm/{zone}") for zone in zones)
    winds = bool(w.effects.get(f"winds/{side}"))
    found = least - along // COAST - far - 2 * storm + winds
    return found, {zone for zone in zones if w.naval[zone].get(side, 0) == least}
