"""Invariants of chapters 5 to 12, held after every answer of self-play, each when the text promises it."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from adjudicator.ancient_world.board import CITIES, SCENARIOS
from adjudicator.ancient_world.rules.r02_forces import fighting, leaders_of, less, strength, units_of
from adjudicator.ancient_world.rules.r05_leaders import bound_units, is_commander, named_after
from adjudicator.ancient_world.rules.r07_transport import shore_for
from adjudicator.ancient_world.rules.r09_siege import besiegers, enough_foot
from adjudicator.ancient_world.world import (
    World,
    cities_in_play,
    enemy_of,
    force_of,
    hex_of,
    keys_at,
    locked_leaders,
    stack_key,
)
from adjudicator.core import Table, reveal
from tests.kit.play_styles import Step, pick_of

COUNTED = ("elephants", "toll", "casualties")
"""The procedures of a battle in which nobody has been pursued yet (§8.3)."""
_ON_MAP: WeakKeyDictionary[Table, set[str]] = WeakKeyDictionary()
"""Who was on the map of a table after the answer before."""
CHOSEN = ("intercept_part", "intercept_along", "join_part")
"""Reactions whose order says who goes along (§5.45)."""


def hold(step: Step) -> None:
    """§5.42 §7.26 §8.33 §8.37 §8.6 §8.62 §9.23 Assert all of them."""
    beaten_are_gone(step)
    losses_are_booked(step.world)
    nobody_is_left_behind(step)
    stand_ins_are_gone(step.world)
    nobody_vanishes(step)
    fleets_can_land(step)
    forces_are_called_by_their_commander(step.world)
    if step.world.phase == "operate" and step.table.at_rest:
        operations_have_ended(step.world)


def forces_are_called_by_their_commander(w: World) -> None:
    """§5.43 A force has the commander that its title names: the overall one, else one of its own leaders."""
    for key, force in w.forces.items():
        chief = [leader for leader in force.leaders if is_commander(w, leader)]
        assert named_after(w, key) in (chief or force.leaders or [""]), key


def beaten_are_gone(step: Step) -> None:
    """§8.37 §8.51 Who has lost a battle has left the hex, but for those who may not leave it (§12.12)."""
    w = step.world
    for event in step.events:
        if event.kind == "victory":
            loser, place = event.values["loser"], event.values["place"]
            for key in keys_at(w, place, loser):
                assert less(w.forces[key].units, bound_units(w, key)) == {}, (step.n, key, event)


def losses_are_booked(w: World) -> None:
    """§8.33 §8.36 What a side had in a battle, less what it has, is what its book says."""
    b = w.battle
    if b is None or w.phase not in COUNTED:
        return
    for side, keys in ((b.attacker, b.attackers), (b.defender, b.defenders)):
        assert b.before[side] - fighting(units_of(w, keys)) == b.losses(side), (side, b)


def nobody_is_left_behind(step: Step) -> None:
    """§5.42 §6.55 §8.26 Leaders stay without units only if the order says so, or nobody may take them."""
    if any(pick in CHOSEN for pick in picks(step.answer)):
        return
    w = step.world
    for event in step.events:
        if event.kind == "stays":
            values = reveal(event).values
            left = [x for x in values["leaders"] if not is_commander(w, x) and x not in locked_leaders(w)]
            assert values["units"] or not left, (step.n, values)


def picks(answer: Any) -> list[str]:
    """Return the items that an answer takes, of the menus within it too."""
    found = []
    while isinstance(answer, dict) and "pick" in answer:
        found.append(pick_of(answer))
        answer = answer.get("answer")
    return found


def stand_ins_are_gone(w: World) -> None:
    """§8.62 Who has returned has no stand-in."""
    assert [fallen for fallen in w.stand_ins if force_of(w, fallen)] == []


def nobody_vanishes(step: Step) -> None:
    """§8.6 §8.62 Who has left the map has a fate, which one function notes, or stood in for who returned."""
    w = step.world
    here = {leader for force in w.forces.values() for leader in force.leaders}
    sent = {event.values["leader"] for event in step.events if event.kind == "relieved"}
    gone = _ON_MAP.get(step.table, set()) - here
    assert [leader for leader in sorted(gone - sent) if leader not in w.fate] == [], (step.n, step.rule)
    _ON_MAP[step.table] = here


def fleets_can_land(step: Step) -> None:
    """§7.26 §7.29 A voyage ends at sea only where the force could come ashore."""
    if any(event.kind == "transport" for event in step.events):
        w = step.world
        for force in w.forces.values():
            if force.afloat and w.op is not None and w.op.leader in force.leaders:
                assert shore_for(w, force.side, force.place), force


def operations_have_ended(w: World) -> None:
    """§9.23 §9.29 §11.12 §12.12 Assert all that the text promises for the end of an operation."""
    sieges_have_besiegers(w)
    homes_have_owners(w)
    the_bound_stay(w)
    engines_are_not_left_alone(w)


def sieges_have_besiegers(w: World) -> None:
    """§9.23 No siege is without enough foot, or without a leader, after an operation."""
    for city, siege in w.sieges.items():
        assert enough_foot(w, siege.side, city), city
        assert leaders_of(w, besiegers(w, city)), city


def homes_have_owners(w: World) -> None:
    """§11.12 No city of a home is nobody's."""
    for side, home in SCENARIOS[w.scenario].home.items():
        assert all(w.control.get(c) for c in cities_in_play(w) if CITIES[c].province in home), side


def the_bound_stay(w: World) -> None:
    """§12.12 The locked are where their lock is, Mamertines at Messana; ruling AW-V06, ruling AW-M9."""
    for lock in w.locks.values():
        force = w.forces[stack_key(lock.side, lock.place)]
        assert {*lock.units} & {*force.units} or {*lock.leaders} & {*force.leaders}, lock
    for key, force in w.forces.items():
        mamertines = any(unit.startswith("mamertini") for unit in force.units)
        assert hex_of(force.place) == CITIES["messana"].hex or not mamertines, key


def engines_are_not_left_alone(w: World) -> None:
    """§9.29 Engines beside enemies alone are taken."""
    for key, force in w.forces.items():
        alone = not strength(force.units) and not force.leaders
        enemies = keys_at(w, force.place, enemy_of(w, force.side))
        assert not (alone and any(strength(w.forces[e].units) for e in enemies)), key
