"""The world as a seat knows it, for the rules that count strength and food."""

from __future__ import annotations

from adjudicator.ottomans.board import COALITIONS
from adjudicator.ottomans.show.view import View
from adjudicator.ottomans.world import Battle, March, World, side

UNKNOWN = "unknown"
"""A chit in a hand that the seat does not see."""


def known_world(view: View) -> World:
    """Return a world with all that a view shows; unknown chits lie in the other hands."""
    b, march = view.battle, view.march
    hands = {
        f"{seat}_hand": list(view.hand) if seat == view.seat else [UNKNOWN] * n
        for seat, n in view.hands.items()
    }
    standing = {u.id: (place, u.ship) for place, units in view.places.items() for u in units}
    return World(
        scenario=view.scenario,
        seats=list(view.seats),
        options=dict(view.options),
        cups=hands,
        at={unit: place for unit, (place, _) in standing.items()},
        aboard={unit: ship for unit, (_, ship) in standing.items() if ship},
        phase=view.phase,
        turn=view.turn,
        last_turn=view.last_turn,
        control=dict(view.control),
        core=dict(view.core),
        back=view.strong_trains,
        order=list(view.order),
        acting=view.acting,
        moved=list(view.moved),
        spent=dict(view.spent),
        stopped=dict.fromkeys(view.stopped, ""),
        fast=list(view.fast),
        free=list(view.free),
        fought=list(view.fought),
        march=None if march is None else March(march.leader, list(march.units)),
        marched=list(view.marched),
        battle=None
        if b is None
        else Battle(
            attacker=b.attacker,
            origin=b.origin,
            place=b.place,
            attackers=list(b.attackers),
            defenders=list(b.defenders),
            colours=[c for c in COALITIONS if any(side(u) == c for u in b.defenders)],
            chits=list(b.chits),
            doubled=list(b.doubled),
        ),
        schism=view.schism,
        events=view.events,
    )
