"""§9.23 §11.31 §12.12 The end of an operation: sieges, locks, the hold on cities."""

from __future__ import annotations

from adjudicator.ancient_world.world import World, done, each_force

from .r02_forces import seize_engines, strength
from .r09_siege import lift_sieges
from .r11_control import lapse
from .r12_track import check_locks


def conclude(w: World) -> None:
    """§5.24 §9.23 End an operation of either side: an operation ends whenever its leader stops.

    Locks whose time has come are undone, sieges that cannot be kept are lifted, cities that cannot be held
    are left; engines left alone beside the enemy are taken (§9.29). So it is too after attrition, events and
    elections; ruling AW-V40.
    """
    check_locks(w)
    lift_sieges(w)
    lapse(w)
    for _, force in list(each_force(w)):
        if strength(force.units) and not force.afloat:
            seize_engines(w, force.side, force.place)


async def ends(w: World) -> None:
    """§9.23 The end of an operation after which its leader goes on without a die, and of the attrition for
    staying.
    """
    conclude(w)
    done(w)
