"""The world as a view shows it, so that the rules can be asked about it; of hidden forces a stand-in."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from adjudicator.ancient_world.board import FOOT, HORSE, LEADERS, SCENARIOS
from adjudicator.ancient_world.rules.r05_leaders import guile_left
from adjudicator.ancient_world.show.view import ForceSeen, View
from adjudicator.ancient_world.world import (
    ROME,
    STATUS_NAMES,
    Force,
    World,
    leaders_on_map,
    printed_defence,
    sides_of,
)

OF_SIDE = {"rome": "romani", "carthage": "libya", "epirus": "epirus"}
"""The contingent that stands in for a hidden force."""


def known_worlds(seen: View) -> Iterator[World]:
    """§8.12 Yield the worlds between which all lies that a view leaves open: one where nothing is hidden.

    Else hidden forces are as weak, and as strong, as their range allows, on foot, and mounted.
    """
    if not any(force.is_hidden for force in seen.forces):
        yield known_world(seen)
        return
    for most in (False, True):
        for arm in (FOOT, HORSE):
            yield known_world(seen, most, arm)


def known_world(seen: View, most: bool = True, arm: str = FOOT) -> World:
    """Return the world that a view shows; its dice, its cup's order and what it hides are not in it."""
    w = World(
        scenario=seen.scenario,
        options=dict(seen.options),
        cups={},
        seats=list(seen.seats),
        agenda=[seen.phase],
        forces={force.key: _force(seen, force, most, arm) for force in seen.forces},
        control=dict(seen.control),
        alliance=dict(seen.alliance),
        naval={zone: dict(levels) for zone, levels in seen.naval.items()},
        commanders=dict(seen.commanders),
        deputies=dict(seen.deputies),
        office=dict(seen.office),
        locks=deepcopy(dict(seen.locks)),
        turn=seen.turn,
        sieges=deepcopy(dict(seen.sieges)),
        sacked=list(seen.sacked),
        devastated=list(seen.devastated),
        fate=dict(seen.fate),
        effects=dict(seen.effects),
        op=deepcopy(seen.operation),
        march=deepcopy(seen.march),
        catch=deepcopy(seen.catch),
        counter=deepcopy(seen.counter),
        battle=deepcopy(seen.battle),
    )
    if w.fate.get("hiero") == "out":
        w.notes["hiero_out"] = 1
    w.reduced = {city: printed_defence(w, city) - n for city, n in seen.defences.items()}
    for side in sides_of(w):
        for leader in leaders_on_map(w, side):
            w.spent[leader] = guile_left(w, leader) - seen.guile[leader]
    return w


def _force(seen: View, force: ForceSeen, most: bool, arm: str) -> Force:
    units = dict(force.units)
    if force.is_hidden:
        units = {_stand_in(seen, force, arm): max(1, force.strength if most else force.least)}
    return Force(
        force.side,
        force.place,
        units,
        list(force.leaders),
        STATUS_NAMES.index(force.status),
        force.scattered,
        afloat=force.afloat,
        landed=force.landed,
    )


def _stand_in(seen: View, force: ForceSeen, arm: str) -> str:
    """Return a unit that a hidden force may have: horse are the best that its side has (§8.13)."""
    led = next((contingent for leader in force.leaders for contingent in LEADERS[leader].leads), "")
    if led or arm == FOOT or force.side == ROME:
        return f"{led or OF_SIDE[force.side]}_{arm}"
    return SCENARIOS[seen.scenario].elite[0]
