"""§5.1 §5.4 §5.5 Leaders: the overall commander, the forces that each may lead, guile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.ancient_world.board import LEADERS, contingent_of
from adjudicator.ancient_world.world import (
    ROME,
    Battle,
    Place,
    Side,
    World,
    added,
    force_of,
    leaders_on_map,
    locked_leaders,
    seat_of,
    stack_key,
)

from .r02_forces import leaders_of, less, part, share, strength, units_of, within

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

    While they are wounded or dead somebody acts for them: of equals whom the owner has named; ruling AW-R82.
    """
    fit = may_act_for(w, side)
    deputy = w.deputies.get(side, "")
    return deputy if deputy in fit else next(iter(fit), "")


def may_act_for(w: World, side: Side) -> list[str]:
    """§5.12 List who may be a side's overall commander now: the one who is, or equals who may act for them.

    These have the highest campaign rating, then initiative, then battle letter; ruling AW-R82.
    """
    named = w.commanders.get(side, "")
    present = [leader for leader in leaders_on_map(w, side) if leader not in locked_leaders(w)]
    if named in present:
        return [named]
    fit = [leader for leader in present if not LEADERS[leader].leads]
    best = min(map(_merit, fit), default=None)
    return [leader for leader in fit if _merit(leader) == best]


def _merit(leader: str) -> tuple[int, int, str]:
    """Return the ratings by which a deputy is chosen, the best first."""
    return (-rating(leader), -LEADERS[leader].initiative, LEADERS[leader].battle)


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


def bound_units(w: World, key: str) -> dict[str, int]:
    """§12.12 Return the units of a force that may not leave its hex: those locked, and the Mamertines.

    Ruling AW-V06, ruling AW-M9.
    """
    force = w.forces[key]
    here = [lock.units for lock in w.locks.values() if (lock.side, lock.place) == (force.side, force.place)]
    stays = {unit: n for unit, n in force.units.items() if contingent_of(unit) == STAYS}
    return within(added([*here, stays]), force.units)


def leadable(w: World, leader: str, place: Place) -> dict[str, int]:
    """§6.24 Return the units in a place that a leader may command at all."""
    units = free_units(w, LEADERS[leader].side, place)
    return {unit: n for unit, n in units.items() if may_lead(w, leader, contingent_of(unit))}


def limit_of(w: World, leader: str, place: Place) -> int:
    """§5.41 §6.24 Return how many strength points a leader may lead out of a place, of any composition.

    Beside the overall commander anybody else leads half of all at most (ruling AW-R13); a Roman by office
    (ruling AW-M4, ruling AW-M16).
    """
    side = LEADERS[leader].side
    most = strength(leadable(w, leader, place))
    if side == ROME:
        most = min(most, LEGION * MOST_LEGIONS.get(w.office.get(leader, ""), OTHERS_LEGIONS))
    return min(most, half_of(w, side, place)) if beside_commander(w, leader, place) else most


def commandable(w: World, leader: str, place: Place) -> dict[str, int]:
    """§5.41 §6.24 Return the units that a leader leads if nothing is said: the most, alike of each."""
    return share(leadable(w, leader, place), limit_of(w, leader, place))


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


def may_command(w: World, b: Battle, side: Side) -> list[str]:
    """§5.43 List those who may command a side in a battle: of several its owner chooses.

    Without an overall commander the active leader does, attacked or attacking, else who led the reaction.
    Ruling AW-R14, option `command`.
    """
    keys = b.attackers if side == b.attacker else b.defenders
    active = w.op.leader if w.op is not None else ""
    if side == b.attacker:
        return candidates(w, keys, active if active in leaders_of(w, keys) else b.by)
    return candidates(w, keys, active if w.options.get("command", "active") == "active" else "")


def seat_for(w: World, side: Side, leaders: Sequence[str]) -> str:
    """§5.43 Return the seat that decides for some leaders of a side: theirs, the side's if they have two."""
    seats = {seat_of(w, side, leader) for leader in leaders}
    return seats.pop() if len(seats) == 1 else side


def named_after(w: World, key: str) -> str:
    """§5.43 Return the leader by whom people call a force, "" for none: public facts alone decide.

    That is the overall commander, else the leader who acts, else the highest campaign rating, of equals the
    better battle letter.
    """
    acting = w.op.leader if w.op is not None else ""
    return min(
        w.forces[key].leaders,
        key=lambda x: (not is_commander(w, x), x != acting, -rating(x), LEADERS[x].battle, x),
        default="",
    )


def marching_leader(w: World, key: str) -> str:
    """§5.43 Return the commander of a force that moves: as in battle, or who leads the reaction."""
    here = leaders_of(w, [key])
    reacting = [c.leader for c in (w.catch, w.counter) if c is not None]
    acting = [w.op.leader if w.op is not None else "", *reacting]
    return next(iter(candidates(w, [key], next((x for x in acting if x in here), ""))), "")


def leading(w: World) -> str:
    """§5.43 Return the commander of the force on the march, else of the attackers in a battle.

    Without either it is the leader who carries out an operation; "" for none.
    """
    if w.march is not None and w.march.force in w.forces:
        return marching_leader(w, w.march.force)
    if w.battle is not None:
        return next(iter(may_command(w, w.battle, w.battle.attacker)), w.battle.by)
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


def is_bound_by_honour(w: World, leader: str) -> bool:
    """Return true if a leader has the Roman honour that forbids flight; a dictator has not.

    Ruling AW-M5, option `honour`.
    """
    free = () if w.options.get("honour", "no_dictator") == "all_romans" else ("dictator", "master")
    return LEADERS[leader].side == ROME and w.office.get(leader) not in free
