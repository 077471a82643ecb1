"""The world as a seat knows it, for the rules that count strength, taxes and supply."""

from __future__ import annotations

from copy import deepcopy
from typing import Final

from adjudicator.belisarius.show.view import View
from adjudicator.belisarius.world import World

UNKNOWN: Final = "unknown"
"""A marker in a hand that the seat does not see."""


def known_world(view: View) -> World:
    """Return a world with all that a view shows; unknown markers lie in the other hand, and its treasury is
    left out.
    """
    units = {unit: place for place, seen in view.places.items() for unit in seen.units}
    return World(
        scenario=view.scenario,
        options=dict(view.options),
        cups={
            f"{seat}_hand": list(view.hand) if seat == view.seat else [UNKNOWN] * n
            for seat, n in view.hands.items()
        },
        control=dict(view.control),
        at=dict(sorted(units.items())),
        treasury={} if view.treasury is None else {view.seat: view.treasury},
        turns=view.turns,
        phase=view.phase,
        turn=view.turn,
        phasing=view.phasing,
        rebels=list(view.rebels),
        aboard=sorted(unit for seen in view.places.values() for unit in seen.aboard),
        dead=list(view.dead),
        pillaged=list(view.pillaged),
        colonies=list(view.colonies),
        works=list(view.works),
        taxed=list(view.taxed),
        barred=list(view.barred),
        levied=dict(view.levied),
        levied_at=list(view.levied_at),
        arrived=dict(view.arrived),
        gathered=list(view.gathered),
        fed=list(view.fed),
        operated=list(view.operated),
        dropped=list(view.dropped),
        reacted=list(view.reacted),
        army=deepcopy(view.army),
        battle=deepcopy(view.battle),
        event=view.event,
    )
