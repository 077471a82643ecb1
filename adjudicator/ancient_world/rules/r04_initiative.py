"""§4 The initiative: activation markers in a public cup, drawn one by one."""

from __future__ import annotations

from adjudicator.ancient_world.board import LEADERS
from adjudicator.ancient_world.world import (
    AUGURY,
    CUP,
    SIEGE,
    Operation,
    World,
    done,
    force_of,
    leaders_on_map,
    locked_leaders,
    push,
    scenario_of,
    sides_of,
    year_of,
)
from adjudicator.core import pick_from, tell

SIEGE_MARKERS = 3
SHORT_YEAR = 218


def markers_of(w: World, leader: str) -> int:
    """§4.11 Return how many markers a leader has: their initiative; in 218 two for Hannibal, one for others.

    Ruling AW-M15.
    """
    if year_of(w) == SHORT_YEAR:
        return 2 if leader == "hannibal" else 1
    return LEADERS[leader].initiative


async def fill(w: World) -> None:
    """§4.2 §3.0 C/1 The cup: all markers of leaders in play, one augury, three for siege attrition.

    §4.12 §12.12 Not of leaders who are locked; ruling AW-V06. §4.15 In 218 there is one siege marker.
    """
    markers: list[str] = []
    for side in sides_of(w):
        for leader in leaders_on_map(w, side):
            if leader not in locked_leaders(w):
                markers += [leader] * markers_of(w, leader)
    if scenario_of(w).augury:
        markers.append(AUGURY)
    markers += [SIEGE] * (1 if year_of(w) == SHORT_YEAR else SIEGE_MARKERS)
    w.lams, w.drawn = sorted(markers), 0
    for name in [name for name in w.notes if name.startswith("enters/")]:
        del w.notes[name]
    tell("cup_filled", "4.2", markers=w.lams)
    done(w)


def enter_cup(w: World) -> None:
    """§4.21 Leaders who come in in mid-turn: all their markers if at most one has been drawn, else one.

    Only markers of leaders count; ruling AW-R08.
    """
    for name in sorted(name for name in w.notes if name.startswith("enters/")):
        leader = name.partition("/")[2]
        del w.notes[name]
        if force_of(w, leader):
            count = markers_of(w, leader) if w.drawn <= 1 else 1
            w.lams = sorted([*w.lams, *[leader] * count])
            tell("enters_cup", "4.21", leader=leader, count=count)


async def draw(w: World) -> None:
    """§3.0 C/2 §4.13 One marker is drawn; its leader is active.

    When no leader's marker is left the phase is over, whatever else is in the cup; ruling AW-R07.
    """
    enter_cup(w)
    if not any(marker in LEADERS for marker in w.lams):
        w.lams = []
        done(w)
        return
    marker = await pick_from("4.2", f"{w.turn}", CUP, w.cups, w.lams)
    w.lams = list(w.lams)
    w.lams.remove(marker)
    tell("drawn", "4.13" if marker in LEADERS else "4.15", marker=marker, left=len(w.lams))
    if marker == AUGURY:
        push(w, "augury")
    elif marker == SIEGE:
        w.due = sorted(w.sieges)
        if not w.due:
            tell("no_siege", "9.51")
        push(w, "siege_attrition")
    else:
        activate(w, marker)


def activate(w: World, leader: str) -> None:
    """§5.21 Make the leader active, or if they have fallen let them be replaced (§8.63 A)."""
    w.drawn += 1
    w.op = Operation(leader)
    side = LEADERS[leader].side
    if w.effects.pop(f"prodigy_due/{side}", 0):
        w.effects[f"prodigy/{leader}"] = 1
    if force_of(w, leader):
        push(w, "operate")
    elif w.fate.get(leader) in ("dead", "wounded"):
        push(w, "replace")
    else:
        w.op = None
