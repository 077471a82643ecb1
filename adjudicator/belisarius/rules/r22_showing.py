"""§22.2 Showing one's own markers or treasury to everybody, at any time."""

from __future__ import annotations

from adjudicator.belisarius.world import Seat, World, hand_of
from adjudicator.core import N_, OneOf, bar, look, tell, words

from . import r08_stratagems as r08


def show_of(w: World, seat: Seat) -> OneOf:
    """§22.2 Ask what to show: all markers of one's hand, if there are any, or the treasury."""
    empty = None if r08.may_hold(w, seat) else bar("22.2", N_("you hold no markers"))
    return OneOf(
        rule="22.2",
        prompt=words(N_("What do you show to everyone?")),
        options=lambda: {"hand": empty, "treasury": None},
    )


async def show(w: World, seat: Seat, what: str) -> None:
    """§22.2 Show everybody what there is at this moment."""
    if what == "hand":
        markers = [*hand_of(w, seat)]
        await look("22.2", "all", f"{seat}_hand", markers)
        tell("showed_hand", "22.2", seat=seat, markers=markers)
    else:
        solidi = w.treasury[seat]
        await look("22.2", "all", f"{seat}_treasury", [str(solidi)])
        tell("showed_treasury", "22.2", seat=seat, solidi=solidi)
