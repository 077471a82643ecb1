"""§6.6 Overruns: a very small force is trampled in passing."""

from __future__ import annotations

from adjudicator.ancient_world.board import ENGINE, HORSE
from adjudicator.ancient_world.world import (
    World,
    done,
    enemy_of,
    hex_of,
    is_inside,
    keys_at,
    march_of,
    seat_of,
)
from adjudicator.core import N_, OneOf, ask, one_of, tell, words

from .r02_forces import fighting, leaders_of, less, lose, of_arm, part, take_engines, units_of
from .r05_leaders import marching_leader
from .r06_ground import HARD, river, terrain
from .r08_fallen import all_leave

OVERRUN = 9


def may_overrun(w: World) -> bool:
    """§6.61 §6.62 Return true if the force on the march may overrun the enemy in this hex; ruling AW-R38.

    Nine to one, and more horse than they have; not in cities, mountains or marshes, not over a river, not
    on landing.
    """
    m = w.march
    assert m is not None
    force = w.forces[m.force]
    place, enemy = force.place, enemy_of(w, force.side)
    if is_inside(place) or terrain(place) in HARD or len(m.walked) < 2 or m.who == "sea":
        return False
    if river(m.walked[-2], place) or force.landed:
        return False
    theirs = units_of(w, keys_at(w, place, enemy))
    if not theirs:
        return False
    more = of_arm(force.units, HORSE) > of_arm(theirs, HORSE) or not of_arm(theirs, HORSE)
    return more and fighting(force.units) >= OVERRUN * max(1, fighting(theirs))


async def overrun(w: World) -> None:
    """§6.61 §6.63 Let the mover overrun: the enemy is removed with its leaders, without a die.

    §9.29 Engines are taken.
    """
    m = w.march
    assert m is not None
    force = w.forces[m.force]
    side, place, enemy = force.side, hex_of(force.place), enemy_of(w, force.side)
    choice = OneOf(
        rule="6.61",
        prompt=words(N_("Do you overrun the enemy at {place}?"), place=place),
        options=one_of("yes", "no"),
    )
    answer = await ask(seat_of(w, side, marching_leader(w, m.force)), choice)
    done(w)
    if answer == "no":
        return
    keys = keys_at(w, place, enemy)
    units, leaders = units_of(w, keys), leaders_of(w, keys)
    tell("overrun", "6.63", side=side, place=place, units=units, leaders=leaders)
    all_leave(w, leaders, "dead")
    for key in keys:
        if key in w.forces:
            engines = part(w.forces[key].units, ENGINE)
            lose(w, key, less(w.forces[key].units, engines))
            w.forces.pop(key, None)
            take_engines(w, side, place, engines)
    march_of(w).overran = 1
