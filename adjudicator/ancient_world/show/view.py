"""The knowledge of each seat: everything (ruling AW-V17), but for strengths in fog (ruling AW-V26).

§4.2 The cup is public but for its order. §5.54 Stakes are hidden by the table until they are shown. §8.12 In
fog a side sees of the other's forces that are not in contact in which range their strength lies.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.ancient_world.board import ARMS, LEADERS
from adjudicator.ancient_world.rules.r02_forces import of_arm, strength
from adjudicator.ancient_world.rules.r05_leaders import (
    guile_left,
    leading,
    may_command,
    named_after,
    overall_commander,
)
from adjudicator.ancient_world.rules.r08_battle import lines_of
from adjudicator.ancient_world.rules.r08_fog import is_foggy, is_known, ranges, side_of_seat
from adjudicator.ancient_world.rules.r11_control import control_of
from adjudicator.ancient_world.rules.r14_victory import score
from adjudicator.ancient_world.world import (
    STATUS_NAMES,
    Battle,
    Capture,
    Catch,
    Due,
    Line,
    Lock,
    March,
    Operation,
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
    """A force, its units, and its strength points by arm and in all.

    Of a force whose units are hidden (§8.12), `units`, `fresh` and `arms` are empty; `least` and `strength`
    are the ends of the range. Of any other `least` is `strength`. `commander` is the leader by whom it is
    called.
    """

    key: str
    side: Side
    place: str
    leaders: tuple[str, ...]
    commander: str
    units: Mapping[str, int]
    fresh: Mapping[str, int]
    arms: Mapping[str, int]
    least: int
    strength: int
    status: str
    scattered: int
    afloat: int
    landed: int
    locked: int

    @property
    def is_hidden(self) -> bool:
        """True if the viewer does not know which units are in it (§8.12)."""
        return self.least != self.strength


class View(Struct, frozen=True):
    """The whole position as a seat, or the public (""), may know it. Years are BC.

    `acting` is the leader who carries out an operation, `leading` the commander of the force on the march,
    else of the attackers, else the one who acts (§5.43). `lines` are those of the sum of the battle (§8.31):
    at present, before the dice. `operation`, `catch`, `counter` and `locks` are without the units that the
    viewer does not know (§8.12). `agenda`, `cups` and the fields from `reduced` to `captures` are as in
    `World`; `scored` are its points.
    """

    seat: str
    scenario: str
    turn: int
    year: int
    phase: str
    agenda: tuple[str, ...]
    cups: Mapping[str, tuple[str, ...]]
    drawn: int
    acting: str
    leading: str
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
    deputies: Mapping[Side, str]
    in_command: Mapping[Side, str]
    seats: tuple[str, ...]
    office: Mapping[str, str]
    effects: Mapping[str, int]
    reduced: Mapping[str, int]
    spent: Mapping[str, int]
    posts: Mapping[str, str]
    stand_ins: Mapping[str, str]
    notes: Mapping[str, int]
    scored: Mapping[Side, Mapping[str, int]]
    mustered: tuple[Side, ...]
    envoys: tuple[Side, ...]
    due: tuple[str, ...]
    dues: tuple[Due, ...]
    inert: tuple[str, ...]
    augurs: Side
    captures: tuple[Capture, ...]
    locks: Mapping[str, Lock]
    operation: Operation | None
    catch: Catch | None
    counter: Catch | None
    march: March | None
    battle: Battle | None
    lines: tuple[Line, ...]
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
        agenda=tuple(w.agenda),
        cups={cup: tuple(items) for cup, items in w.cups.items()},
        drawn=w.drawn,
        acting=w.op.leader if w.op is not None else "",
        leading=leading(w),
        sides=sides_of(w),
        forces=tuple(_force(w, key, seat) for key in sorted(w.forces)),
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
        deputies=dict(w.deputies),
        in_command={side: overall_commander(w, side) for side in sides_of(w)},
        seats=tuple(w.seats),
        office=dict(w.office),
        effects=dict(w.effects),
        reduced=dict(w.reduced),
        spent=dict(w.spent),
        posts=dict(w.posts),
        stand_ins=dict(w.stand_ins),
        notes=dict(w.notes),
        scored={side: dict(points) for side, points in w.points.items()},
        mustered=tuple(w.mustered),
        envoys=tuple(w.envoys),
        due=tuple(w.due),
        dues=tuple(w.dues),
        inert=tuple(w.inert),
        augurs=w.augurs,
        captures=tuple(w.captures),
        locks={
            name: replace(lock, units=_seen(w, seat, lock.side, lock.units)) for name, lock in w.locks.items()
        },
        operation=_operation(w, seat),
        catch=_catch(w, seat, w.catch),
        counter=_catch(w, seat, w.counter),
        march=w.march,
        battle=w.battle,
        lines=_lines(w, seat),
        points=counted.points,
        parts=counted.parts,
        losses={side: n for side, n in w.losses.items() if not is_foggy(w) or side_of_seat(w, seat) == side},
        result=dict(w.result),
        options=dict(w.options),
    )


def _lines(w: World, seat: str | None) -> tuple[Line, ...]:
    """Return the lines of the sum so far; none while the viewer does not know all who fight (§8.12).

    While a side has not named its commander, those that are the same under all who may command (§5.43).
    """
    b = w.battle
    if b is None or b.lines:
        return () if b is None else tuple(b.lines)
    fighting = [w.forces[key] for key in (*b.attackers, *b.defenders) if key in w.forces]
    if not all(is_known(w, seat, force) for force in fighting):
        return ()
    ours, theirs = (
        [named] if named else may_command(w, b, side) or [""]
        for named, side in ((b.by, b.attacker), (b.against, b.defender))
    )
    first, *others = [lines_of(w, replace(b, by=by, against=against)) for by in ours for against in theirs]
    return tuple(line for line in first if all(line in other for other in others))


def _seen(w: World, seat: str | None, side: Side, units: dict[str, int]) -> dict[str, int]:
    """§8.12 Return the units that an order names, in fog to their own side alone."""
    return dict(units) if not is_foggy(w) or side_of_seat(w, seat) == side else {}


def _operation(w: World, seat: str | None) -> Operation | None:
    op = w.op
    if op is None or not is_foggy(w) or side_of_seat(w, seat) == LEADERS[op.leader].side:
        return op
    return replace(op, units=None, came=None)


def _catch(w: World, seat: str | None, c: Catch | None) -> Catch | None:
    return None if c is None else replace(c, units=_seen(w, seat, c.side, c.units))


def _force(w: World, key: str, seat: str | None) -> ForceSeen:
    """Return a force as a seat sees it: of one that is hidden the range of its strength, and no units."""
    force = w.forces[key]
    hidden = bool(force.units) and not is_known(w, seat, force)
    n = strength(force.units)
    least, most = ranges(n) if hidden else (n, n)
    return ForceSeen(
        key,
        force.side,
        force.place,
        tuple(force.leaders),
        named_after(w, key),
        {} if hidden else dict(force.units),
        {} if hidden else dict(force.fresh),
        {} if hidden else {arm: of_arm(force.units, arm) for arm in ARMS},
        least,
        most,
        STATUS_NAMES[force.status],
        force.scattered,
        force.afloat,
        force.landed,
        int(any((lock.place, lock.side) == (force.place, force.side) for lock in w.locks.values())),
    )
