"""§12.3 Diplomacy: an ambassador to a province."""

from __future__ import annotations

from typing import Any

from adjudicator.ancient_world.board import CHARTS, LEADERS
from adjudicator.ancient_world.world import (
    Side,
    World,
    done,
    enemy_of,
    force_of,
    leaders_on_map,
    locked_leaders,
    pool_of,
    push,
)
from adjudicator.core import N_, Bar, Choice, OneOf, bar, d10, one_of, pick_from, tell, words

from .r05_leaders import guile_left, is_commander, spend_guile
from .r08_casualties import pool, remove
from .r12_track import shift

Item = Choice[Any] | Bar | None


def diplomacy_item(w: World) -> Item:
    """§12.32 §12.35 Return the order to send an ambassador: for a point of guile, once a turn."""
    op = w.op
    assert op is not None
    side = LEADERS[op.leader].side
    if not is_commander(w, op.leader):
        return bar("12.32", N_("only the overall commander sends ambassadors"))
    if side in w.envoys:
        return bar("12.35", N_("an ambassador has been sent this turn"))
    if not guile_left(w, op.leader):
        return bar("12.32", N_("{leader} has no guile left"), leader=op.leader)
    if not ambassadors(w, side):
        return bar("12.33", N_("you have no leader to send"))
    return OneOf(
        rule="12.34",
        prompt=words(N_("To which province does the ambassador go?")),
        options=one_of(*sorted(w.alliance)),
    )


def ambassadors(w: World, side: Side) -> list[str]:
    """§12.33 List a side's possible ambassadors: leaders off the map or without a command; ruling AW-R81.

    With option `envoys` those off the map alone.
    """
    if w.options.get("envoys") == "pool":
        return sorted(pool(w, side))
    idle = [
        leader
        for leader in leaders_on_map(w, side)
        if not is_commander(w, leader)
        and leader not in locked_leaders(w)
        and not LEADERS[leader].leads
        and (w.op is None or leader != w.op.leader)
        and not _commands(w, leader)
    ]
    return sorted({*pool(w, side), *idle})


def _commands(w: World, leader: str) -> bool:
    """Return true if a leader has units and nobody else to lead them; ruling AW-R81."""
    force = w.forces[force_of(w, leader)]
    return bool(force.units) and force.leaders == [leader]


def diplomacy_act(w: World, province: str) -> None:
    """§12.34 Order an embassy by its target; the ambassador is drawn then."""
    op = w.op
    assert op is not None
    side = LEADERS[op.leader].side
    spend_guile(w, op.leader, 1)
    w.envoys = sorted({*w.envoys, side})
    op.first, op.check = 0, "diplomacy"
    w.notes[f"embassy/{province}"] = 1
    push(w, "embassy")


async def embassy(w: World) -> None:
    """§12.34 Draw the ambassador; a die with their diplomacy moves the track, or ends in disaster."""
    op = w.op
    assert op is not None
    side = LEADERS[op.leader].side
    province = next(name.partition("/")[2] for name in sorted(w.notes) if name.startswith("embassy/"))
    leader = await pick_from("12.33", province, pool_of(side), w.cups, ambassadors(w, side))
    die = await d10("12.34", f"{leader} {province}")
    row = CHARTS.embassy(die + LEADERS[leader].diplomacy)
    del w.notes[f"embassy/{province}"]
    tell(
        "embassy",
        "12.34",
        side=side,
        leader=leader,
        province=province,
        die=die,
        diplomacy=LEADERS[leader].diplomacy,
        boxes=row.boxes,
        disaster=row.disaster,
    )
    if row.disaster:
        second = await d10("12.34", f"{leader} 2")
        bad = CHARTS.disaster(second)
        tell(
            "disaster",
            "12.34",
            side=side,
            leader=leader,
            province=province,
            die=second,
            how=bad.fate or "nothing",
        )
        shift(w, province, enemy_of(w, side), -bad.boxes)
        _punish(w, leader, bad.fate)
    else:
        shift(w, province, side, row.boxes)
    done(w, "continuation")


def _punish(w: World, leader: str, fate: str) -> None:
    if fate == "killed":
        remove(w, leader, "dead", "12.34")
    elif fate == "out":
        remove(w, leader, "wounded", "12.34")
