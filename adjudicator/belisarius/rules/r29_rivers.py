"""§29 River movement (option): fleets on the hexes along a river."""

from __future__ import annotations

from functools import cache

from adjudicator.belisarius.board import HEXES, NEIGHBOURS, side
from adjudicator.belisarius.world import Place, World
from adjudicator.core import N_, Bar, bar


@cache
def flows(a: Place, b: Place) -> bool:
    """§29.1 §29.4 Return true if a river leads from a hex to a neighbour, and on to the coast; ruling BE-F5.

    Either it runs between them, or it runs along both and round the corner where they meet.
    """
    if "sea" in (HEXES[a].kind, HEXES[b].kind):
        return False
    corners = [c for c in NEIGHBOURS[a] if c in NEIGHBOURS[b]]
    return side(a, b).river or any(side(a, c).river and side(b, c).river for c in corners)


def no_river(w: World, a: Place, b: Place) -> Bar | None:
    """§29.0 §29.1 §29.2 Return why a fleet cannot go by river from a hex to a neighbour: it never
    leaves it.
    """
    if w.options["river_movement"] == "off":
        return bar("16.33", N_("there is only land between {a} and {b}: fleets cannot move there"), a=a, b=b)
    if not flows(a, b):
        return bar("29.1", N_("no river connects {a} to {b}"), a=a, b=b)
    return None
