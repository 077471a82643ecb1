"""§5.12 The deputy of an overall commander who is wounded or dead."""

from __future__ import annotations

from adjudicator.ancient_world.world import Side, World, sides_of
from adjudicator.core import N_, OneOf, ask, one_of, tell, words

from .r05_leaders import may_act_for, seat_for


def without_deputy(w: World) -> Side:
    """§5.12 Return a side in which one of several equals is still to be named, "" for none; ruling AW-R82."""
    for side in sides_of(w):
        fit = may_act_for(w, side)
        if len(fit) > 1 and w.deputies.get(side, "") not in fit:
            return side
    return ""


async def name_deputy(w: World) -> None:
    """§5.12 Let the owner name who acts for the overall commander; ruling AW-R82."""
    side = without_deputy(w)
    fit = may_act_for(w, side)
    choice = OneOf(
        rule="5.12",
        prompt=words(N_("Your overall commander is away. Which leader acts in their place?")),
        options=one_of(*fit),
    )
    w.deputies[side] = await ask(seat_for(w, side, fit), choice)
    tell("deputy", "5.12", side=side, leader=w.deputies[side])
