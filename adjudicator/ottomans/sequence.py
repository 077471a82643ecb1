"""The sequence of play: a table from phases to procedures (§5.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.core import Procedure

from .rules.r04_setup import camp, choose_core, deal, order_of_cores
from .rules.r05_turn import INTERVAL, OPENING, begin_turn, draw_phase, end_turn, give_orders, next_player
from .rules.r09_combat import fight
from .rules.r12_food import food
from .rules.r13_replacement import replacement
from .rules.r14_events import random_event
from .world import World


async def events(w: World) -> None:
    """§5.1(2e) A random event; after each of them, chits (§27.2); then the next player's turn.

    Ruling OT-T5: by the option `chits_after_events` none is played after the last one.
    """
    await random_event(w)
    if w.events or w.options["chits_after_events"] == "yes":
        w.phase = INTERVAL
    else:
        next_player(w)


SEQUENCE: Mapping[str, Callable[[World], Procedure]] = {
    "order": order_of_cores,  # §4.1(2)
    "cores": choose_core,  # §4.1(2)
    "camps": camp,  # §4.2
    "deal": deal,  # §4.1(3)
    "turn_start": begin_turn,  # §5.1(1)
    OPENING: give_orders,  # §27.2 §29.0
    "draw": draw_phase,  # §5.1(2a)
    "stratagem": give_orders,  # §5.1(2a)
    "movement": give_orders,  # §5.1(2b)
    "combat": give_orders,  # §5.1(2c) §7.2
    "march": give_orders,  # §5.1(2d)
    "battle": fight,  # §9.1
    "event": events,  # §5.1(2e)
    INTERVAL: give_orders,  # §5.1(2e) §27.2
    "food": food,  # §5.1(6a)
    "replacement": replacement,  # §5.1(6b)
    "turn_end": end_turn,  # §5.1(6c)
}


def proceed(w: World) -> Procedure | None:
    """The next procedure of a world at rest; None when the game is over."""
    return None if w.phase == "over" else SEQUENCE[w.phase](w)


def stage(w: World) -> str:
    """Name the phase for the log and for pictures: "3/turks/combat"; what lies within one shares its name."""
    phase = w.phase
    if phase == "battle":
        phase = "march" if w.march is not None else "combat"
    elif phase == INTERVAL:
        phase = "event"
    elif phase == OPENING:
        phase = "draw"
    return f"{w.turn}/{w.acting}/{phase}" if w.acting else f"{w.turn}/{phase}"
