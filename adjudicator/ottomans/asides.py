"""Acts of each seat out of turn, between two orders (architecture.md §1.7): send agents (§20.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from adjudicator.core import N_, Bar, Choice, Menu, words

from .rules import r20_agents as r20
from .rules.r05_turn import PHASES
from .world import Seat, World, hand


def asides(w: World) -> Mapping[str, Choice[Any]]:
    """§20.1 A menu for every seat that publicly holds chits, but for the one that is giving orders.

    Ruling OT-W5.
    """
    if not w.order or w.phase == "over":
        return {}
    ordering = w.acting if w.phase in PHASES else ""
    return {seat: _menu(w, seat) for seat in w.seats if seat != ordering and hand(w, seat)}


def _menu(w: World, seat: Seat) -> Menu:
    def items() -> Mapping[str, Choice[Any] | Bar | None]:
        return {"agent": r20.agent_bar(w, seat) or r20.operation_of(w, seat)}

    return Menu(rule="20.1", prompt=words(N_("Out of turn: send AGENTs.")), items=cache(items))


async def aside(w: World, seat: str, answer: Mapping[str, Any]) -> None:
    """§20.1 Begin an operation out of turn; the question that was open is asked again."""
    await r20.operate(w, seat, answer["answer"])
