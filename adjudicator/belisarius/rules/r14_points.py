"""§14.2 The die for an army's operation points, and End of Campaign before its first order."""

from __future__ import annotations

from adjudicator.belisarius.world import World, enemy_of
from adjudicator.core import tell

from . import r08_markers, r08_stratagems, r14_armies
from .r16_movement import HALVES


async def cast_points(w: World) -> None:
    """§14.21 The army's die; then the enemy may play End of Campaign (§card/end_of_campaign (2)).

    Not against a reaction, which is in the player's own operations phase (ruling BE-E10). §14.2 §14.22 What
    is left of
    them is kept in `Army.half`, in half points.
    """
    army = r14_armies.army_of(w)
    die = await r08_stratagems.roll(w, "14.21", f"operations {army.place}", army.seat)
    army = r14_armies.army_of(w)
    army.half = r14_armies.operation_points(army.units, die) * HALVES
    tell(
        "operation_points",
        "14.21",
        seat=army.seat,
        place=army.place,
        units=list(army.units),
        die=die,
        n=army.half // HALVES,
    )
    if not army.reaction:
        await r08_markers.end_of_campaign(w, enemy_of(army.seat))
