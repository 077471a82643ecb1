"""Worlds that a seat cannot tell apart in fog (§8.12), and events by which it rightly does."""

from __future__ import annotations

from adjudicator.ancient_world.board import CONTINGENTS, ENGINE, FOOT, UNITS, arm_of, contingent_of
from adjudicator.ancient_world.rules.r02_forces import strength
from adjudicator.ancient_world.rules.r08_fog import is_known, ranges
from adjudicator.ancient_world.world import Force, World, is_inside
from adjudicator.core import Table
from adjudicator.core.log.chance import Rng
from tests.kit.two_worlds import at_rest

AT_WORK = ("stop", "pay", "inertia", "sail", "strait", "retreats", "omen", "devastate", "muster")
"""Procedures that ask, or do not, by how strong a force is, or make one larger: what follows tells of it."""


def other_world(table: Table, viewer: str | None, rng: Rng) -> World:
    """The world of the last rest with other units in every force that the viewer does not know.

    Their strength stays in its range, and foot that holds a city stays foot. What is locked stays what it is,
    and all does where an answer since the rest was measured against it.
    """
    w: World = at_rest(table)
    answered = any(entry.t == "answer" for entry in table.position.tail)
    if answered or w.catch is not None or (w.agenda and w.agenda[-1] in AT_WORK):
        return w
    locked = {(lock.side, lock.place) for lock in w.locks.values()}
    for _, force in sorted(w.forces.items()):
        if force.units and not is_known(w, viewer, force) and (force.side, force.place) not in locked:
            _change(force, rng)
    return w


def _change(force: Force, rng: Rng) -> None:
    engines = {unit: n for unit, n in force.units.items() if arm_of(unit) == ENGINE}
    least, most = ranges(strength(force.units))
    n = max(1, least) + rng.below(most - max(1, least) + 1)
    of = {contingent_of(unit) for unit in force.units}
    kinds = [unit for unit in UNITS if contingent_of(unit) in of and arm_of(unit) != ENGINE]
    foot = [unit for unit in kinds if arm_of(unit) == FOOT]
    assert of <= CONTINGENTS.keys()
    units: dict[str, int] = {}
    for left in range(n):
        own = foot if is_inside(force.place) or left == 0 else kinds
        unit = own[rng.below(len(own))]
        units[unit] = units.get(unit, 0) + 1
    force.units = dict(sorted({**units, **engines}.items()))
    force.fresh = {unit: k for unit, k in force.units.items() if unit in force.fresh and k}
