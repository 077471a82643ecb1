"""§2.2 Units and leaders: forces that split and merge in strength points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.ancient_world.board import ARMS, ELEPHANT, ENGINE, FOOT, HORSE, arm_of
from adjudicator.ancient_world.world import USELESS, Force, Side, World, hex_of, keys_at, stack_key
from adjudicator.core import tell


def of_arm(units: Mapping[str, int], *arms: str) -> int:
    """§2.21 Return the strength points of some arms."""
    return sum(n for unit, n in units.items() if arm_of(unit) in arms)


def strength(units: Mapping[str, int]) -> int:
    """§2.5 Return the strength points of foot, horse and elephants; engines have none."""
    return of_arm(units, FOOT, HORSE, ELEPHANT)


def fighting(units: Mapping[str, int]) -> int:
    """§8.31 Return the strength points that count for a ratio: no elephants."""
    return of_arm(units, FOOT, HORSE)


def adjusted(units: Mapping[str, int]) -> int:
    """§6.42 Return the adjusted strength: horse count double."""
    return of_arm(units, FOOT, ELEPHANT) + 2 * of_arm(units, HORSE)


def part(units: Mapping[str, int], *arms: str) -> dict[str, int]:
    """§8.12 Return the units of some arms."""
    return {unit: n for unit, n in units.items() if arm_of(unit) in arms}


def less(units: Mapping[str, int], gone: Mapping[str, int]) -> dict[str, int]:
    """Subtract units from units, by id; no number goes below 0."""
    left = {unit: n - gone.get(unit, 0) for unit, n in units.items()}
    return {unit: n for unit, n in sorted(left.items()) if n > 0}


def within(units: Mapping[str, int], limit: Mapping[str, int]) -> dict[str, int]:
    """Return no more of each unit than a limit has."""
    found = {unit: min(n, limit.get(unit, 0)) for unit, n in units.items()}
    return {unit: n for unit, n in sorted(found.items()) if n > 0}


def share(units: Mapping[str, int], most: int) -> dict[str, int]:
    """§5.41 Return some of the units, alike of each, with a strength of `most` at most; engines are free."""
    total = strength(units)
    if total <= most:
        return dict(units)
    counted = {unit: n for unit, n in units.items() if arm_of(unit) != ENGINE}
    found = {unit: n * most // total for unit, n in counted.items()}
    left = most - sum(found.values())
    for unit in sorted(counted, key=lambda u: (ARMS.index(arm_of(u)), u)):
        extra = min(left, counted[unit] - found[unit])
        found[unit] += extra
        left -= extra
    return {unit: n for unit, n in sorted(found.items()) if n > 0} | part(units, ENGINE)


def split(w: World, key: str, new: str, units: Mapping[str, int], leaders: Sequence[str]) -> Force:
    """§2.21 §6.24 Take units and leaders out of a force as one of their own, under the key `new`.

    Units that have not come into the province this turn go first (§6.46).
    """
    old = w.forces[key]
    stale = {unit: n - old.fresh.get(unit, 0) for unit, n in old.units.items()}
    fresh = {unit: n - stale.get(unit, 0) for unit, n in units.items() if n > stale.get(unit, 0)}
    made = Force(
        old.side,
        old.place,
        dict(sorted((unit, n) for unit, n in units.items() if n)),
        [leader for leader in old.leaders if leader in leaders],
        old.status,
        old.scattered,
        fresh,
        old.afloat,
        old.landed,
    )
    old.units = less(old.units, units)
    old.fresh = less(old.fresh, fresh)
    old.leaders = [leader for leader in old.leaders if leader not in leaders]
    w.forces[new] = made
    tidy(w, new)
    tidy(w, key)
    return made


def settle(w: World, key: str) -> str:
    """§6.81 §6.82 Merge a force with its side's force in its place; return the key of the merged force.

    §8.55 The worst state of any of them holds for all.
    """
    if key not in w.forces:
        return ""
    force = w.forces[key]
    home = stack_key(force.side, force.place)
    if home == key:
        return key
    del w.forces[key]
    if not force.units and not force.leaders:
        return home if home in w.forces else ""
    there = w.forces.get(home)
    if there is None:
        w.forces[home] = force
        return home
    for unit, n in force.units.items():
        there.units[unit] = there.units.get(unit, 0) + n
    for unit, n in force.fresh.items():
        there.fresh[unit] = there.fresh.get(unit, 0) + n
    there.units, there.fresh = dict(sorted(there.units.items())), dict(sorted(there.fresh.items()))
    there.leaders = sorted({*there.leaders, *force.leaders})
    if force.units:
        there.status = max(there.status, force.status)
        there.scattered = max(there.scattered, force.scattered)
        there.afloat, there.landed = max(there.afloat, force.afloat), max(there.landed, force.landed)
    return home


def rank_of(force: Force) -> int:
    """§7.28 §8.55 Return the state of a force by rank: a scattered one is as a useless one; ruling AW-R91."""
    return USELESS if force.scattered else force.status


def tidy(w: World, key: str) -> None:
    """Take a force off the map that has neither units nor leaders; without units it has no state."""
    force = w.forces.get(key)
    if force is None:
        return
    if not force.units:
        force.status = force.scattered = force.landed = 0
        force.fresh = {}
        if not force.leaders:
            del w.forces[key]


def add_units(w: World, side: Side, place: str, units: Mapping[str, int], leaders: Sequence[str] = ()) -> str:
    """Put new units and leaders in a place; return the key of the force there."""
    w.forces["new"] = Force(side, place, dict(units), list(leaders), fresh=dict(units))
    return settle(w, "new")


def lose(w: World, key: str, gone: Mapping[str, int]) -> None:
    """§2.21 Take strength points off a force; those of all but engines are counted as lost."""
    force = w.forces.get(key)
    if force is None:
        return
    taken = within(gone, force.units)
    w.losses[force.side] = w.losses.get(force.side, 0) + strength(taken)
    force.units = less(force.units, taken)
    force.fresh = within(force.fresh, force.units)
    tidy(w, key)


def lose_of(w: World, keys: Sequence[str], gone: Mapping[str, int]) -> None:
    """§8.34 Take strength points off several forces, off the first as far as it has them."""
    left = dict(gone)
    for key in keys:
        if key in w.forces:
            taken = within(left, w.forces[key].units)
            lose(w, key, taken)
            left = less(left, taken)


def units_of(w: World, keys: Sequence[str]) -> dict[str, int]:
    """Return the units of several forces together."""
    total: dict[str, int] = {}
    for key in keys:
        for unit, n in (w.forces[key].units if key in w.forces else {}).items():
            total[unit] = total.get(unit, 0) + n
    return dict(sorted(total.items()))


def leaders_of(w: World, keys: Sequence[str]) -> list[str]:
    """Return the leaders of several forces together."""
    return sorted(leader for key in keys if key in w.forces for leader in w.forces[key].leaders)


def move_force(w: World, key: str, place: str, province_changes: bool = True) -> None:
    """§6.46 Put a force in another place; in another province all its units are fresh.

    §7.27 In another hex it is no longer a force that has just landed. §8.56 An active leader with it has not
    been in one place for the whole phase.
    """
    force = w.forces[key]
    if w.op is not None and w.op.leader in force.leaders and force.place != place:
        w.op.still = 0
    if hex_of(force.place) != hex_of(place):
        force.landed = 0
    force.place = place
    if province_changes:
        force.fresh = dict(force.units)
    if strength(force.units) and not force.afloat:
        seize_engines(w, force.side, place)


def take_engines(w: World, side: Side, place: str, engines: Mapping[str, int]) -> None:
    """§9.29 Stand engines that were taken in a hex as a side's own."""
    if engines:
        w.forces["engines"] = Force(side, place, dict(engines), fresh=dict(engines))
        settle(w, "engines")


def seize_engines(w: World, side: Side, place: str) -> None:
    """§9.29 Take the other side's engines that are alone in a hex; they stand there as the taker's own.

    The force that took them goes on without them, or takes them along in its next operation.
    """
    for key in keys_at(w, place):
        other = w.forces[key]
        if other.side == side or other.afloat or other.leaders or strength(other.units):
            continue
        engines = w.forces.pop(key).units
        take_engines(w, side, place, engines)
        tell("engines_taken", "9.29", side=side, place=place, units=engines)
