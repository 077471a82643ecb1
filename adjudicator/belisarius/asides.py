"""Actions out of turn, between two orders (architecture.md §1.7)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from adjudicator.belisarius.rules import r03_turn as r03
from adjudicator.belisarius.rules import r08_markers
from adjudicator.belisarius.rules import r22_showing as r22
from adjudicator.belisarius.rules import r24_negotiation as r24
from adjudicator.core import N_, Bar, Choice, Menu, words

from .world import SEATS, Seat, World, enemy_of


def asides(w: World) -> Mapping[str, Choice[Any]]:
    """§3.1c §8.41 §22.2 §24.0 A menu for each seat."""
    return {} if w.phase == "over" else {seat: _menu(w, seat) for seat in SEATS}


def _menu(w: World, seat: Seat) -> Menu:
    return Menu(
        rule="3.1",
        prompt=words(
            N_("Out of turn: show markers or your treasury, play a marker, negotiate or surrender.")
        ),
        # While a question is asked nothing changes: what is open is worked out once.
        items=cache(lambda: _items(w, seat)),
    )


def _items(w: World, seat: Seat) -> Mapping[str, Choice[Any] | Bar | None]:
    items: dict[str, Choice[Any] | Bar | None] = {"show": r22.show_of(w, seat)}
    if acting(w) == enemy_of(seat):  # the acting player plays markers with their orders
        items["play"] = r08_markers.playable_aside(w, seat)
    if w.options["negotiation"] == "on":
        items |= {
            "offer": r24.offer_of(w, seat),
            "peace": r24.peace_of(w, seat),
            "accept": r24.accept_of(w, seat),
            "decline": r24.decline_of(w, seat),
            "retract": r24.retract_of(w, seat),
            "claim": r24.claim_of(w, seat),
        }
    return items | {"surrender": r03.surrender_of(w, seat)}


def acting(w: World) -> Seat:
    """§25.1 Return the player who gives orders: the phasing player, or the other while their army reacts."""
    return w.phasing if w.army is None else w.army.seat


async def aside(w: World, seat: str, answer: Mapping[str, Any]) -> None:
    """Carry out an act out of turn; the question that was open is asked again."""
    given: Any = answer.get("answer")
    match answer["pick"]:
        case "play":
            await r08_markers.play_marker(w, seat, "aside", given)
        case "show":
            await r22.show(w, seat, given)
        case "offer":
            r24.offer(w, seat, given)
        case "peace":
            r24.offer_peace(w, seat)
        case "accept":
            await r24.accept(w, seat, given)
        case "decline" | "retract":
            r24.close(w, seat, given)
        case "claim":
            await r24.claim(w, seat, given)
        case "surrender":
            await r03.surrender(w, seat)
