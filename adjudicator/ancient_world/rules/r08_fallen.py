"""§8.6 The one way in which a leader leaves play, and what follows from it whatever the cause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.ancient_world.board import LEADERS
from adjudicator.ancient_world.world import (
    Place,
    Side,
    World,
    enemy_of,
    force_of,
    has_units,
    score_points,
    victory_of,
)
from adjudicator.core import tell

from .r02_forces import tidy

DEAD: Final = "dead"
WOUNDED: Final = "wounded"
HURT: Final = (DEAD, WOUNDED)


def leave_play(w: World, leader: str, fate: str, place: Place = "") -> None:
    """§8.6 Take a leader out of play: "dead", "wounded", "out" or "relieved"; `place` if off the map already.

    Where they were is kept (§8.64). Who dies or is wounded scores for the enemy whatever the cause (§14.0).
    """
    side = LEADERS[leader].side
    if key := force_of(w, leader):
        force = w.forces[key]
        side, place = force.side, place or force.place
        force.leaders = [other for other in force.leaders if other != leader]
        tidy(w, key)
    w.fate[leader] = fate
    if fate not in HURT:
        return
    if place:
        w.posts[leader] = place
    of = victory_of(w)
    if leader == of.mortal and fate == WOUNDED and of.hurt and not w.notes.get(f"{leader}_wounded"):
        w.notes[f"{leader}_wounded"] = 1
        score_points(w, enemy_of(w, side), f"{leader}_wounded", of.hurt)
    if leader == of.mortal and fate == DEAD and of.killed:
        score_points(w, enemy_of(w, side), f"{leader}_killed", of.killed)


def all_leave(w: World, leaders: Sequence[str], fate: str, place: Place = "") -> None:
    """§8.6 Take several leaders out of play."""
    for leader in leaders:
        leave_play(w, leader, fate, place)


def stand_in_leaves(w: World, returned: str) -> None:
    """§8.62 Send the stand-in of a leader who has returned back to the replacements, and a stand-in's own.

    The dead stay dead.
    """
    leader = w.stand_ins.pop(returned, "")
    while leader:
        if key := force_of(w, leader):
            tell("relieved", "8.62", leader=leader, place=w.forces[key].place)
            w.forces[key].leaders.remove(leader)
            tidy(w, key)
        if w.fate.get(leader) == WOUNDED:
            del w.fate[leader]
        leader = w.stand_ins.pop(leader, "")


def posts_follow(w: World, side: Side, start: Place, to: Place) -> None:
    """§8.64 Keep the post of a fallen leader with an army that has gone, all of it, to another place."""
    if has_units(w, start, side):
        return
    for leader, post in w.posts.items():
        if post == start and LEADERS[leader].side == side:
            w.posts[leader] = to
