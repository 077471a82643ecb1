"""The sequence of play: a table from phases to procedures (§3.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.belisarius.rules.r03_turn import end_turn
from adjudicator.belisarius.rules.r06_events import random_event
from adjudicator.belisarius.rules.r09_diplomacy import diplomacy
from adjudicator.belisarius.rules.r10_treasury import tax
from adjudicator.belisarius.rules.r11_levies import levy
from adjudicator.belisarius.rules.r11_recruits import recruit
from adjudicator.belisarius.rules.r14_operations import operations, order_army
from adjudicator.belisarius.rules.r17_combat import fight
from adjudicator.belisarius.rules.r20_supply import supply
from adjudicator.belisarius.rules.r25_reaction import react
from adjudicator.belisarius.rules.r34_setup import set_up
from adjudicator.core import Procedure

from .world import World

SEQUENCE: Mapping[str, Callable[[World], Procedure]] = {
    "set_up": set_up,  # §34.0
    "event": random_event,  # §3.1[1]
    "diplomacy": diplomacy,  # §3.1[2]
    "tax": tax,  # §3.1[3]
    "recruit": recruit,  # §3.1[4]
    "levy": levy,  # §3.1[5]
    "operations": operations,  # §3.1[6]
    "army": order_army,  # §14.11
    "battle": fight,  # §17.11
    "reaction": react,  # §25.1
    "supply": supply,  # §3.1[7]
    "turn_end": end_turn,  # §3.1c
}


def proceed(w: World) -> Procedure | None:
    """The next procedure of a world at rest; None when the game is over."""
    return None if w.phase == "over" else SEQUENCE[w.phase](w)


def stage(w: World) -> str:
    """Names the phase for the log and for pictures: "2/empire/operations"; its armies share its name."""
    phase = "operations" if w.phase in ("army", "battle", "reaction") else w.phase
    return f"{w.turn}/{w.phasing}/{phase}"
