"""A world that a seat's view leaves possible: the view itself, and in fog (§8.12) units for hidden forces.

Without fog nothing is hidden (ruling AW-V17). In fog a force that the seat does not know is of units that it
may have, as many as its range allows (ruling AW-V26).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from msgspec.structs import replace

from adjudicator.ancient_world.board import ENGINE, FOOT, LEADERS, SCENARIOS, UNITS, arm_of, contingent_of
from adjudicator.ancient_world.odds.known import OF_SIDE, known_world
from adjudicator.ancient_world.rules.r02_forces import strength
from adjudicator.ancient_world.show.view import ForceSeen, View
from adjudicator.core import Memory
from adjudicator.core.log.chance import Rng

from .world import Force, World, is_inside


def imagine(view: View, memory: Memory, rng: Rng) -> World:
    """Return a world of which the seat has this view."""
    known = known_world(view)
    return replace(
        known,
        cups={cup: list(items) for cup, items in view.cups.items()},
        agenda=list(view.agenda),
        forces={force.key: _force(view, force, known.forces[force.key], rng) for force in view.forces},
        lams=[marker for marker, n in view.cup.items() for _ in range(n)],
        drawn=view.drawn,
        reduced=dict(view.reduced),
        spent=dict(view.spent),
        posts=dict(view.posts),
        stand_ins=dict(view.stand_ins),
        deputies=dict(view.deputies),
        notes=dict(view.notes),
        points={side: dict(points) for side, points in view.scored.items()},
        losses=dict(view.losses),
        mustered=list(view.mustered),
        envoys=list(view.envoys),
        due=list(view.due),
        dues=deepcopy(list(view.dues)),
        inert=list(view.inert),
        augurs=view.augurs,
        captures=deepcopy(list(view.captures)),
        result=dict(view.result),
    )


def _force(view: View, seen: ForceSeen, known: Force, rng: Rng) -> Force:
    """A force as the view shows it, or of units that it may have."""
    if not seen.is_hidden:
        return replace(known, units=dict(seen.units), fresh=dict(seen.fresh))
    n = max(1, seen.least) + rng.below(seen.strength - max(1, seen.least) + 1)
    return replace(known, units=_units(view, seen, n, rng), fresh={})


def _units(view: View, seen: ForceSeen, n: int, rng: Rng) -> dict[str, int]:
    """Units of the contingents that the leaders there lead; at least one, and inside a city all, on foot."""
    kinds = _kinds(view, seen)
    foot = [unit for unit in kinds if arm_of(unit) == FOOT]
    drawn = [rng.choice(foot if is_inside(seen.place) or at == 0 else kinds) for at in range(n)]
    units = {unit: drawn.count(unit) for unit in sorted(set(drawn))}
    assert strength(units) == n
    return units


def _kinds(view: View, seen: ForceSeen) -> Sequence[str]:
    led = {contingent for leader in seen.leaders for contingent in LEADERS[leader].leads}
    of = led or {OF_SIDE.get(seen.side, OF_SIDE[view.sides[0]])}
    elite = SCENARIOS[view.scenario].elite
    return [u for u in UNITS if contingent_of(u) in of and arm_of(u) != ENGINE and u not in elite]
