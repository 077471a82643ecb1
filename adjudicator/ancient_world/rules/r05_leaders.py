"""§5.1 §5.4 §5.5 Leaders: the overall commander, the forces that each may lead, guile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.ancient_world.board import LEADERS, contingent_of
from adjudicator.ancient_world.world import (
    ROME,
    Place,
    Side,
    World,
    force_of,
    leaders_on_map,
    locked_leaders,
    stack_key,
)

from .r02_forces import less, part, share, strength, units_of

LEGION = 22
"""The strength points of a legion with its allies."""
MOST_LEGIONS: Mapping[str, int] = {"consul": 4, "proconsul": 4, "dictator": 4}
OTHERS_LEGIONS = 2
"""Ruling AW-M4: how many legions a Roman may lead, by office."""
STAYS = "mamertini"
"""The contingent that never leaves its hex (ruling AW-M9)."""
SUBORDINATES = 2
"""§5.44 The most that subordinates add to a battle."""


def rating(leader: str) -> int:
    """§5.11 Return the campaign rating of a leader."""
    return LEADERS[leader].campaign


def overall_commander(w: World, side: Side) -> str:
    """§5.12 Return a side's overall commander, "" for none on the map.

    While they are wounded or dead the highest campaign rating acts for them; ruling AW-R82.
    """
    named = w.commanders.get(side, "")
    present = [leader for leader in leaders_on_map(w, side) if leader not in locked_leaders(w)]
    if named in present:
        return named
    fit = [leader for leader in present if not LEADERS[leader].leads]
    return max(fit, key=lambda leader: (rating(leader), LEADERS[leader].initiative), default="")


def is_commander(w: World, leader: str) -> bool:
    """§5.12 Return true if a leader is the overall commander of their side."""
    return overall_commander(w, LEADERS[leader].side) == leader


def may_lead(w: World, leader: str, contingent: str) -> bool:
    """§6.11 Return true if a leader may command a contingent at all; ruling AW-M4, ruling AW-M9."""
    leads = LEADERS[leader].leads
    return contingent != STAYS and (not leads or contingent in leads)


def free_units(w: World, side: Side, place: Place) -> dict[str, int]:
    """§12.12 Return a side's units in a place that are free to leave it."""
    units = units_of(w, [stack_key(side, place)])
    for lock in w.locks.values():
        if (lock.side, lock.place) == (side, place):
            units = less(units, lock.units)
    return units


def led_by(w: World, leader: str, units: Mapping[str, int]) -> dict[str, int]:
    """§6.24 Return those of some units that a leader may command, within the limit of a Roman office."""
    fit = {unit: n for unit, n in units.items() if may_lead(w, leader, contingent_of(unit))}
    if LEADERS[leader].side == ROME:
        legions = MOST_LEGIONS.get(w.office.get(leader, ""), OTHERS_LEGIONS)
        return share(fit, legions * LEGION)
    return fit


def commandable(w: World, leader: str, place: Place) -> dict[str, int]:
    """§5.41 §6.24 Return the most that a leader may lead out of a place.

    Beside the overall commander anybody else leads half of all strength at most; ruling AW-R13.
    """
    side = LEADERS[leader].side
    units = led_by(w, leader, free_units(w, side, place))
    if beside_commander(w, leader, place):
        return share(units, half_of(w, side, place))
    return units


def half_of(w: World, side: Side, place: Place) -> int:
    """§5.41 Return half the strength points of the forces in a place, rounded down; ruling AW-R13."""
    return strength(units_of(w, [stack_key(side, place)])) // 2


def beside_commander(w: World, leader: str, place: Place) -> bool:
    """§5.41 Return true if a leader is with the overall commander and is not that commander."""
    chief = overall_commander(w, LEADERS[leader].side)
    return chief not in ("", leader) and force_of(w, chief) == stack_key(LEADERS[leader].side, place)


def candidates(w: World, keys: Sequence[str], active: str = "") -> list[str]:
    """§5.43 §5.13 List those who may command in battle: the overall commander, else the active leader.

    Otherwise all who may lead them are of one rank, and the owner chooses; ruling AW-R14.
    """
    present = sorted(leader for key in keys if key in w.forces for leader in w.forces[key].leaders)
    if not present:
        return []
    side = LEADERS[present[0]].side
    chief = overall_commander(w, side)
    if chief in present:
        return [chief]
    if active in present:
        return [active]
    of = {contingent_of(unit) for unit in part(units_of(w, keys), "foot", "horse")}
    fit = [leader for leader in present if all(may_lead(w, leader, c) for c in of if c != STAYS)]
    return fit or present


def marching_leader(w: World, key: str) -> str:
    """§5.43 Return the commander of a force that moves, as in battle, of equals the first; "" for none."""
    return next(iter(candidates(w, [key], w.op.leader if w.op is not None else "")), "")


def leading(w: World) -> str:
    """§5.43 Return the commander of the force on the march, else of the attackers in a battle.

    Without either it is the leader who carries out an operation; "" for none.
    """
    if w.march is not None and w.march.force in w.forces:
        return marching_leader(w, w.march.force)
    if w.battle is not None:
        return next(iter(candidates(w, w.battle.attackers, w.battle.by)), w.battle.by)
    return w.op.leader if w.op is not None else ""


def subordinate_value(w: World, keys: Sequence[str], commander: str) -> int:
    """§5.44 §5.23 Sum what subordinates add; neither the one in command nor the overall commander counts.

    At most 2 a side, however many they are; ruling AW-R15.
    """
    present = [leader for key in keys if key in w.forces for leader in w.forces[key].leaders]
    values = [
        LEADERS[leader].subordinate
        for leader in present
        if leader != commander and not is_commander(w, leader)
    ]
    return min(SUBORDINATES, sum(values))


def guile_left(w: World, leader: str) -> int:
    """§5.51 §5.52 §5.53 §chart/guile Return how many points of guile a leader may still use this turn.

    The rating is a limit for each turn; how many are left is public. Ruling AW-R06.
    """
    if not leader or w.effects.get(f"omens_bad/{leader}"):
        return 0
    extra = w.effects.get(f"omens_good/{leader}", 0)
    return max(0, LEADERS[leader].guile + extra - w.spent.get(leader, 0))


def spend_guile(w: World, leader: str, n: int) -> None:
    """§5.52 Mark points of guile as used."""
    if n:
        w.spent[leader] = w.spent.get(leader, 0) + n


def may_join(w: World, leader: str, other: str) -> bool:
    """§5.41 Return true if one leader may go along under another.

    Never the overall commander under somebody.
    """
    return not is_commander(w, other) and other not in locked_leaders(w) and leader != other


def is_roman(w: World, leader: str) -> bool:
    """Return true if a leader has the Roman honour that forbids flight; a dictator has not (ruling AW-M5)."""
    return LEADERS[leader].side == ROME and w.office.get(leader) not in ("dictator", "master")
