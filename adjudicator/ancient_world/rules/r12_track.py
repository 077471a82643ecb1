"""§12.2 §12.31 The alliance track: boxes towards either side."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.ancient_world.board import HEXES, NEIGHBOURS
from adjudicator.ancient_world.world import ROME, Lock, Side, World, each_force, scenario_of, stack_key
from adjudicator.core import tell

from .r02_forces import within
from .r06_ground import joined, strait
from .r11_control import ALLIED

NEIGHBOUR_BOXES, OWN_BOXES, CITY_BOXES, DEVASTATION_BOXES = 1, 2, 3, 4


def shift(w: World, province: str, side: Side, boxes: int) -> None:
    """§12.22 §12.31 Move a province's marker towards a side; it stops at 4 on either end (ruling AW-R80).

    §12.24 An alliance lasts until the other side's box 4 is reached. §12.1 §12.11 Homes are on no track.
    """
    if province not in w.alliance or not boxes:
        return
    before = w.alliance[province]
    step = -boxes if side == ROME else boxes
    after = max(-ALLIED, min(ALLIED, before + step))
    if abs(after) == ALLIED:
        w.notes[f"allied/{province}"] = after
    w.alliance[province] = after
    if after != before:
        tell("alliance", "12.31", province=province, side=side, box=after)


def adjacent(w: World, province: str) -> list[str]:
    """§12.31 Return the provinces that border on one by land."""
    found = set()
    for hex in HEXES.values():
        if hex.province == province:
            beside = (to for to in NEIGHBOURS[hex.id] if HEXES[to].kind == "land" and joined(hex.id, to))
            found |= {HEXES[to].province for to in beside if not strait(hex.id, to)}
    return sorted(found - {province})


def victory_boxes(w: World, side: Side, province: str) -> None:
    """§12.31 A major victory: two boxes in its province, one in those beside it."""
    shift(w, province, side, OWN_BOXES)
    for other in adjacent(w, province):
        shift(w, other, side, NEIGHBOUR_BOXES)


def sack_boxes(w: World, side: Side, province: str) -> None:
    """§9.84 Move a sacked city's province and those beside it a box towards the other side; ruling AW-V49."""
    for other in (province, *adjacent(w, province)):
        shift(w, other, side, NEIGHBOUR_BOXES)


def released(w: World) -> Iterator[str]:
    """§12.12 Yield the locks whose provinces are allied with the side of the locked forces now."""
    for name, lock in sorted(w.locks.items()):
        box = w.alliance.get(name, 0)
        if abs(box) == ALLIED and (box < 0) == (lock.side == ROME):
            yield name


def unlock(w: World, name: str) -> None:
    """§12.12 Let locked forces act from now on; their leaders come into the cup (§4.21)."""
    lock = w.locks.pop(name)
    tell("unlocked", "12.12", side=lock.side, place=lock.place)
    w.notes[f"unlocked/{name}"] = 1
    for leader in lock.leaders:
        w.notes[f"enters/{leader}"] = 1


def _stands(w: World, lock: Lock) -> bool:
    """Return true if any of a lock's units and leaders are left in its place."""
    force = w.forces.get(stack_key(lock.side, lock.place))
    return force is not None and bool(within(lock.units, force.units) or {*lock.leaders} & {*force.leaders})


def check_locks(w: World) -> None:
    """§12.12 Undo the locks whose time has come, and those of forces that are gone; ruling AW-V06.

    A force with Pyrrhus that enters a province counts at once, also if it goes on.
    """
    for name in [name for name, lock in w.locks.items() if not _stands(w, lock)]:
        del w.locks[name]
    for name in list(released(w)):
        unlock(w, name)
    if "army" in w.locks:
        enemy = next(s for s in scenario_of(w).sides if s != ROME)
        landed = any(
            HEXES[force.place[:4]].province in ("bruttium", "lucania") and force.units
            for _, force in each_force(w, enemy)
        )
        if landed or w.turn > 1:
            unlock(w, "army")
    for name in ("samnium", "lucania", "bruttium"):
        if name in w.locks and _pyrrhus_in(w, name):
            unlock(w, name)


def _pyrrhus_in(w: World, province: str) -> bool:
    """Return true if a force with Pyrrhus is in a province."""
    return any(
        "pyrrhus" in force.leaders and force.units and HEXES[force.place[:4]].province == province
        for force in w.forces.values()
    )
