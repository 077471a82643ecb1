"""The Ancient World in fog: Scipio beside a hidden force that he overruns only if it is small (§6.61)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from adjudicator.ancient_world import GAME
from adjudicator.core import Game
from tests.ancient_world.helpers import act, empty, put

SMALL, LARGE = 5, 9
"""Two strengths of the force in one range (§8.12): it is overrun, and it is not."""
MARCH = "march 3415"


def near_contact(strength: int, name: str = "ancient_world") -> Mapping[str, Game]:
    """The game, whose every campaign begins there."""
    w = empty(options={"fog": "on"})
    put(w, "rome", "3315", {"romani_foot": 41, "romani_horse": 6}, ["scipio"])
    put(w, "carthage", "3415", {"libya_foot": strength})
    put(w, "carthage", "1020", {"libya_foot": 20}, ["hannibal"])
    w.commanders, w.agenda, w.lams = {"carthage": "hannibal", "rome": "scipio"}, ["draw"], ["hannibal"]
    act(w, "scipio")
    return {name: replace(GAME, found=lambda scenario, options, seats: w)}
