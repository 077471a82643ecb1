"""The sequence of play (§3.1): a table of the phases, what each is played by and what comes next.

This is the only state machine. The procedure of a phase carries out one order or step of it, and returns
whether the phase is over. What follows, and what is made ready for it, is said here alone; but an army that
is formed and a combat that is declared begin in the middle of an order, with `phase` "army" and "battle".
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from msgspec import Struct

from adjudicator.belisarius.board import RULES
from adjudicator.belisarius.rules import (
    r03_turn,
    r06_events,
    r09_diplomacy,
    r10_treasury,
    r11_levies,
    r11_recruits,
    r14_armies,
    r14_operations,
    r17_combat,
    r20_supply,
    r25_reaction,
    r34_setup,
)
from adjudicator.core import Procedure

from .world import BARBARIAN, EMPIRE, SEATS, Seat, World


class Phase(Struct, frozen=True):
    """A phase of the sequence of play.

    Attributes:
        play: carries out one order or step; returns whether the phase is over.
        next: the phase that follows, if need be by the world that this one leaves.
        begin: makes the world ready for the phase; not where play only comes back to it from a step of it.
        of: the phase that this one is a step of; "" for a phase of its own.
    """

    play: Callable[[World], Coroutine[Any, Any, bool]]
    next: str | Callable[[World], str]
    begin: Callable[[World], Coroutine[Any, Any, None] | None] | None = None
    of: str = ""


def first_turn(w: World) -> str:
    """§34.1 2 Begin the first turn; the barbarian player goes first."""
    return player_turn(w, BARBARIAN)


def next_turn(w: World) -> str:
    """§3.1 a b c After the first player the second; after the second the first, in the next turn."""
    return player_turn(w, EMPIRE if w.phasing == BARBARIAN else BARBARIAN)


def player_turn(w: World, seat: Seat) -> str:
    """§3.1 Begin a player turn with its event; the first of the game has none (§34.1 8b)."""
    r03_turn.begin_turn(w, seat)
    is_first = w.turn == 1 and seat == RULES.first
    return "diplomacy" if is_first and not RULES.events_in_first_player_turn else "event"


def after_operations(w: World) -> str:
    """§3.1 b lists no supply phase for the second player: option `second_supply`, ruling BE-L4."""
    return "turn_end" if w.options["second_supply"] == "no" and w.phasing == SEATS[1] else "supply"


def after_army(w: World) -> str:
    """§14.1 Go on after an army; §25.1 the other player may react to one army of the turn."""
    reacted = r14_armies.army_of(w).reaction
    r14_armies.end_army(w)
    return "reaction" if w.options["reaction"] == "on" and not reacted else "operations"


def after_battle(w: World) -> str:
    """§17.25 §17.56 §17.92 Go on with the army where it stands, if any is left; §17.93 nobody advances."""
    return "army" if r14_armies.army_of(w).units else after_army(w)


SEQUENCE: Mapping[str, Phase] = {
    "set_up": Phase(r34_setup.set_up, first_turn),  # §34.0
    "event": Phase(r06_events.random_event, "diplomacy"),  # §3.1[1]
    "diplomacy": Phase(r09_diplomacy.diplomacy, "tax", r09_diplomacy.begin),  # §3.1[2]
    "tax": Phase(r10_treasury.tax, "recruit", r10_treasury.begin),  # §3.1[3]
    "recruit": Phase(r11_recruits.recruit, "levy", r11_recruits.begin),  # §3.1[4]
    "levy": Phase(r11_levies.levy, "operations", r11_levies.begin),  # §3.1[5]
    "operations": Phase(r14_operations.operations, after_operations, r14_operations.begin),  # §3.1[6]
    "army": Phase(r14_operations.order_army, after_army, of="operations"),  # §14.11
    "battle": Phase(r17_combat.fight, after_battle, of="operations"),  # §17.11
    "reaction": Phase(r25_reaction.react, "operations", of="operations"),  # §25.1
    "supply": Phase(r20_supply.supply, "turn_end", r20_supply.begin),  # §3.1[7]
    "turn_end": Phase(r03_turn.end_turn, next_turn),  # §3.1c
}


def proceed(w: World) -> Procedure | None:
    """Return the next procedure of a world at rest; None when the game is over."""
    return None if w.phase == "over" else play(w)


async def play(w: World) -> None:
    """§3.1 Play one order or step of the phase, and once it is over begin the next."""
    phase = SEQUENCE[w.phase]
    if not await phase.play(w) or w.phase == "over":
        return
    w.phase = phase.next if isinstance(phase.next, str) else phase.next(w)
    begin = SEQUENCE[w.phase].begin
    if begin is not None and w.phase != phase.of and (draws := begin(w)) is not None:
        await draws


def stage(w: World) -> str:
    """Name the phase for the log and for pictures: "2/empire/operations"; its steps share its name."""
    phase = SEQUENCE[w.phase].of or w.phase if w.phase in SEQUENCE else w.phase
    return f"{w.turn}/{w.phasing}/{phase}"
