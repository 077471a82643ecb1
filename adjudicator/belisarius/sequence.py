"""The sequence of play: a table from phases to procedures (§3.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from adjudicator.core import Procedure

from .world import World

_WHERE = {
    "set_up": "r34_setup.set_up",
    "event": "r06_events.random_event",
    "diplomacy": "r09_diplomacy.diplomacy",
    "tax": "r10_treasury.tax",
    "recruit": "r11_recruits.recruit",
    "levy": "r11_levies.levy",
    "operations": "r14_operations.operations",
    "army": "r14_operations.order_army",
    "battle": "r17_combat.fight",
    "reaction": "r25_reaction.react",
    "supply": "r20_supply.supply",
    "turn_end": "r03_turn.end_turn",
}


def _load() -> Mapping[str, Callable[[World], Procedure]]:
    found = {}
    for phase, where in _WHERE.items():
        module, name = where.split(".")
        try:
            found[phase] = getattr(import_module(f"adjudicator.belisarius.{module}"), name)
        except ImportError:
            continue
    return found


SEQUENCE: Mapping[str, Callable[[World], Procedure]] = _load()


def proceed(w: World) -> Procedure | None:
    """The next procedure of a world at rest; None when the game is over."""
    return None if w.phase == "over" else SEQUENCE[w.phase](w)


def stage(w: World) -> str:
    """Names the phase for the log and for pictures: "2/empire/operations"."""
    phase = "operations" if w.phase in ("army", "battle", "reaction") else w.phase
    return f"{w.turn}/{w.phasing}/{phase}"
