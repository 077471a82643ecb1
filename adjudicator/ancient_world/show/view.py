"""The knowledge of each seat: everything (ruling AW-V17).

§4.2 The cup is public but for its order. §5.54 Stakes are hidden by the table until they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from adjudicator.ancient_world.board import ARMS
from adjudicator.ancient_world.rules.r02_forces import of_arm, strength
from adjudicator.ancient_world.rules.r05_leaders import guile_left
from adjudicator.ancient_world.rules.r11_control import control_of
from adjudicator.ancient_world.rules.r14_victory import score
from adjudicator.ancient_world.world import (
    STATUS_NAMES,
    Battle,
    March,
    Side,
    Siege,
    World,
    defence_of,
    leaders_on_map,
    now,
    scenario_of,
    sides_of,
    size_of,
    year_of,
)


class ForceSeen(Struct, frozen=True):
    """A force, its units, and its strength points by arm and in all."""

    key: str
    side: Side
    place: str
    leaders: tuple[str, ...]
    units: Mapping[str, int]
    arms: Mapping[str, int]
    strength: int
    status: str
    scattered: int
    afloat: int
    locked: int


class View(Struct, frozen=True):
    """The whole position as a seat, or the public (""), may know it. Years are BC."""

    seat: str
    scenario: str
    turn: int
    year: int
    phase: str
    acting: str
    sides: tuple[Side, Side]
    forces: tuple[ForceSeen, ...]
    control: Mapping[str, Side]
    provinces: Mapping[str, Side]
    sieges: Mapping[str, Siege]
    defences: Mapping[str, int]
    sacked: tuple[str, ...]
    devastated: tuple[str, ...]
    alliance: Mapping[str, int]
    naval: Mapping[str, Mapping[Side, int]]
    cup: Mapping[str, int]
    guile: Mapping[str, int]
    fate: Mapping[str, str]
    commanders: Mapping[Side, str]
    march: March | None
    battle: Battle | None
    points: Mapping[Side, int]
    parts: Mapping[Side, Mapping[str, int]]
    losses: Mapping[Side, int]
    result: Mapping[str, str]
    options: Mapping[str, str]


def view(w: World, seat: str | None) -> View:
    """Return the view of a seat, or of the public (None)."""
    counted = score(w)
    return View(
        seat=seat or "",
        scenario=w.scenario,
        turn=w.turn,
        year=year_of(w),
        phase=now(w),
        acting=w.op.leader if w.op is not None else "",
        sides=sides_of(w),
        forces=tuple(_force(w, key) for key in sorted(w.forces)),
        control=dict(w.control),
        provinces={province: control_of(w, province) for province in scenario_of(w).area},
        sieges=dict(w.sieges),
        defences={city: defence_of(w, city) for city in w.reduced if size_of(w, city)},
        sacked=tuple(w.sacked),
        devastated=tuple(w.devastated),
        alliance=dict(w.alliance),
        naval={zone: dict(levels) for zone, levels in w.naval.items()},
        cup={marker: w.lams.count(marker) for marker in dict.fromkeys(w.lams)},
        guile={leader: guile_left(w, leader) for s in sides_of(w) for leader in leaders_on_map(w, s)},
        fate=dict(w.fate),
        commanders=dict(w.commanders),
        march=w.march,
        battle=w.battle,
        points=counted.points,
        parts=counted.parts,
        losses=dict(w.losses),
        result=dict(w.result),
        options=dict(w.options),
    )


def _force(w: World, key: str) -> ForceSeen:
    force = w.forces[key]
    return ForceSeen(
        key,
        force.side,
        force.place,
        tuple(force.leaders),
        dict(force.units),
        {arm: of_arm(force.units, arm) for arm in ARMS},
        strength(force.units),
        STATUS_NAMES[force.status],
        force.scattered,
        force.afloat,
        int(any((lock.place, lock.side) == (force.place, force.side) for lock in w.locks.values())),
    )
