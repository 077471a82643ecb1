"""§4 The game board: who holds a place, and how many blocks a way still takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.julius_caesar.board import EDGES, NAVAL, SEAS, edge_id
from adjudicator.julius_caesar.world import Place, Side, World, side_of, sides

CONTESTED = "contested"
VACANT = ""


def holder(w: World, place: Place) -> str:
    """§4.21 §4.4 The side whose blocks alone are there, "contested", or "" where nobody is.

    Nothing is stored: control changes with each block that moves. §6.15 Any number of blocks may stand
    in a place, until winter (§8.3).
    """
    found = VACANT
    for block in [b for b, at in w.at.items() if at == place]:
        side = side_of(w, block)
        if found not in (VACANT, side):
            return CONTESTED
        found = side
    return found


def holders(w: World) -> dict[Place, str]:
    """§4.21 §4.4 Every place where blocks stand, in no order, with its holder or "contested"."""
    found: dict[Place, str] = {}
    serves = sides(w)
    for block, place in w.at.items():
        side = serves[block]
        if found.setdefault(place, side) != side:
            found[place] = CONTESTED
    return found


def is_open_to(w: World, side: Side, place: Place) -> bool:
    """§4.21 Return true if no enemy stands there: the place is vacant or friendly."""
    return holder(w, place) in (VACANT, side)


def has_enemy(w: World, side: Side, place: Place) -> bool:
    """§4.21 Return true if the place is hostile or contested."""
    return not is_open_to(w, side, place)


def room(limit: Mapping[Any, int], passed: Mapping[str, int], a: Place, b: Place) -> int | None:
    """§4.31 §4.32 Return how many more blocks may pass from a to b; None where no limit is: over a sea
    border.
    """
    kind = EDGES[a].get(b)
    return None if kind is None else limit[kind] - passed.get(edge_id(a, b), 0)


def kind_of_way(a: Place, b: Place) -> str:
    """§4.3 §4.32 §6.2 Return the kind of a step: "road", "strait" or "sea"."""
    kind = EDGES[a].get(b)
    return "sea" if kind is None else "strait" if kind == "strait" else "road"


def is_naval(a: Place, b: Place) -> bool:
    """§6.2 Return true if a step is one of ships: from a port to its sea, from sea to sea or to a port."""
    return b in NAVAL[a]


def friendly_seas(w: World, side: Side, port: Place) -> list[Place]:
    """§4.4 §4.41 The seas beside a port that the side's ships alone hold."""
    return [sea for sea in NAVAL[port] if sea in SEAS and holder(w, sea) == side]


def contested_places(w: World) -> list[Place]:
    """§4.21 §2.3 Return the places with blocks of both sides, by id."""
    return sorted(place for place, held in holders(w).items() if held == CONTESTED)
