"""§5.3 The odds of an operation: what it costs, what its dice may bring, and whether the leader goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from adjudicator.ancient_world.board import CHARTS, LEADERS, LEVIES, MUSTER
from adjudicator.ancient_world.rules.r02_forces import rank_of, split
from adjudicator.ancient_world.rules.r05_command import acting_leaders, acting_units
from adjudicator.ancient_world.rules.r05_leaders import rating
from adjudicator.ancient_world.rules.r05_operations import FINISHING, FREE
from adjudicator.ancient_world.rules.r06_attrition import march_losses, points_of
from adjudicator.ancient_world.rules.r06_ground import STRAIT_ZONES, cost_of, strait
from adjudicator.ancient_world.rules.r06_prospects import interceptors, prospects, watches
from adjudicator.ancient_world.rules.r07_straits import opposing_dice
from adjudicator.ancient_world.rules.r07_transport import sea_modifier
from adjudicator.ancient_world.rules.r08_attack import begin_attack
from adjudicator.ancient_world.rules.r08_avoidance import letter_of
from adjudicator.ancient_world.rules.r09_assault import assault_lines, strength_against
from adjudicator.ancient_world.rules.r09_prospects import (
    assault_need,
    demand_need,
    lowering,
    mending,
    of_ten,
    treachery_need,
)
from adjudicator.ancient_world.rules.r09_reduction import reduction_lines, repair_lines
from adjudicator.ancient_world.rules.r09_siege import besieged_here, besiegers, siege_here
from adjudicator.ancient_world.rules.r09_surrender import REFUSED, SURRENDERED
from adjudicator.ancient_world.rules.r09_treachery import guile_inside
from adjudicator.ancient_world.rules.r10_manpower import HALF, levies, muster_lines
from adjudicator.ancient_world.rules.r12_diplomacy import ambassadors
from adjudicator.ancient_world.world import (
    ACTIVE,
    ROME,
    Force,
    World,
    force_of,
    seat_of,
    stack_key,
)
from adjudicator.core import N_, Odds, words

from .battles import battle_odds, before_battle
from .figures import FACES, at_most, in_hundred, in_ten, sums

GOES_ON = N_("{leader} goes on with {need} or less: {n} in 10")
WON = N_("after a victory {leader} goes on with {need} or less: {n} in 10")
YIELDED = N_("after a surrender {leader} goes on with {need} or less: {n} in 10")
OPPOSED_IN = N_("the crossing of the strait is opposed in {n} of 10")
HELD = N_("after a refusal {leader} goes on with {need} or less: {n} in 10")


def operation(worlds: Sequence[World], answer: Any) -> Iterator[Odds]:
    """§5.3 Tell the odds of an operation of the active leader, then whether they may go on."""
    w, pick = worlds[0], answer["pick"]
    op = w.op
    assert op is not None
    leader = op.leader
    if pick == "attack":
        yield from _attack(worlds)
    elif pick in _OF:
        yield from _OF[pick](w, leader, answer.get("answer"))
    if pick not in (*FREE, *FINISHING, "ride", "land", "demand"):
        yield at_most(WON if pick == "attack" else GOES_ON, "5.25", leader, rating(leader) - op.modifier)


def _attack(worlds: Sequence[World]) -> Iterator[Odds]:
    """§8.21 The attack on those in the hex; they may avoid it, others may join."""
    for w in worlds:
        attacked(w)
    yield from battle_odds(worlds)
    yield from before_battle(worlds[0])


def attacked(w: World) -> None:
    """§8.21 Begin the battle of the active leader who attacks where they are."""
    op = w.op
    assert op is not None
    split(w, force_of(w, op.leader), ACTIVE, acting_units(w), acting_leaders(w))
    begin_attack(w)


def _march(w: World, leader: str, answer: Any) -> Iterator[Odds]:
    """§6.43 §6.53 Tell the cost of the way, and the interceptors."""
    yield from _way(w, leader, w.forces[force_of(w, leader)], acting_units(w), answer)


def _ally(w: World, leader: str, answer: Any) -> Iterator[Odds]:
    """§6.13 §6.43 §6.53 Tell the cost of the way of allies without a leader, and the interceptors."""
    if isinstance(answer, dict):
        side = w.forces[force_of(w, leader)].side
        force = w.forces[stack_key(side, answer["place"])]
        yield from _way(w, leader, force, answer["units"], answer["way"])
    elif ACTIVE in w.forces:
        yield from _way(w, leader, w.forces[ACTIVE], w.forces[ACTIVE].units, answer)


def _way(
    w: World, leader: str, force: Force, units: Mapping[str, int], onward: Sequence[str]
) -> Iterator[Odds]:
    """§6.43 §6.53 §7.32 Tell what a way costs, who may intercept, and whether straits are opposed."""
    way = (force.place, *onward)
    cost = cost_of(w, force.side, way)
    losses = march_losses(w, force.side, units, rank_of(force), way[-1], cost)
    half = max(0, sum(n for _, n in points_of(w, force.side, way[-1], cost)))
    points = half / 2 if half % 2 else half // 2
    text = words(N_("{points} attrition {points:point|points}: {n} lost"), points=points, n=losses)
    yield Odds("cost", text, "6.43")
    watching = watches(w, seat_of(w, force.side, leader), force.side, units, force.place)
    if met := interceptors(prospects(watching, force.place, onward)):
        yield Odds("note", met, "6.53")
    for at, to in pairwise(way):
        if zone := STRAIT_ZONES.get(strait(at, to), ""):
            yield in_ten(OPPOSED_IN, "7.32", opposing_dice(w, zone, force.side))


def _sail(w: World, leader: str, answer: Any) -> Iterator[Odds]:
    """§7.21 Tell the losses of a voyage by the die and its modifiers."""
    way = answer["way"] if isinstance(answer, dict) else answer
    lines = sea_modifier(w, LEADERS[leader].side, way)
    modifier = sum(lines.values())
    rows = [CHARTS.transport(die + modifier) for die in range(FACES)]
    yield from sums(lines, "7.24")
    for percent in sorted({row.percent for row in rows}):
        n = sum(row.percent == percent for row in rows)
        yield in_ten(N_("{percent}% are lost in {n} of 10"), "7.21", n, percent=percent)
    if n := sum(row.scatter for row in rows):
        yield in_ten(N_("the force lands scattered in {n} of 10"), "7.28", n)


def _assault(w: World, leader: str, answer: Any) -> Iterator[Odds]:
    """§9.33 §9.35 The odds in foot, the modifiers, and the die that takes the city."""
    city = siege_here(w)
    yield from sums(assault_lines(w, city, leader), "9.33")
    against = strength_against(w, city)
    yield Odds("sum", words(N_("{n} against the infantry"), n=against), "9.31")
    yield _least(assault_need(w), "9.33")


def _least(need: int, rule: str) -> Odds:
    return in_ten(N_("succeeds with {need} or more: {n} in 10"), rule, of_ten(need), need=max(0, need))


def _treachery(w: World, leader: str, answer: Any) -> Iterator[Odds]:
    """§9.62 The die that opens the city, with the guile that the order names, less all guile inside."""
    lines = {"guile": answer or 0, "against": -guile_inside(w, siege_here(w))}
    yield from sums({name: n for name, n in lines.items() if n}, "9.62")
    need = treachery_need(w) - (answer or 0)
    yield _least(need, "9.62")
    if 1 <= need <= FACES:
        yield in_ten(N_("a trap in {n} of 10"), "9.62", 1)


def _reduce(w: World, leader: str, answer: Any) -> Iterator[Odds]:
    yield from sums(reduction_lines(w, siege_here(w), leader), "9.43")
    yield in_ten(N_("lowers the defence in {n} of 10"), "9.43", lowering(w))


def _repair(w: World, leader: str, answer: Any) -> Iterator[Odds]:
    yield from sums(repair_lines(leader), "9.44")
    yield in_ten(N_("gives defence back in {n} of 10"), "9.44", mending(w))


def _sally(w: World, leader: str, answer: Any) -> Iterator[Odds]:
    """§9.27 Tell the average losses of both, by the letter of the leader of the siege."""
    city = besieged_here(w)
    led = [x for key in besiegers(w, city) for x in w.forces[key].leaders] or [""]
    best = min(led, key=lambda x: letter_of(x) or "F")
    pairs = [
        CHARTS.sally(CHARTS.tactical(letter_of(best), one), die)
        for one in range(FACES)
        for die in range(FACES)
    ]
    for at, text in enumerate(
        (N_("the sally loses {n} infantry on average"), N_("the besieger loses {n} infantry on average"))
    ):
        mean = Fraction(sum(pair[at] for pair in pairs), len(pairs))
        yield Odds("cost", words(text, n=f"{float(mean):.1f}"), "9.27")


def _demand(w: World, leader: str, answer: Any) -> Iterator[Odds]:
    """§9.72 Tell the die of the city; §5.3 F that for going on depends on it."""
    yield _least(demand_need(w), "9.72")
    yield at_most(YIELDED, "5.3", leader, rating(leader) - SURRENDERED)
    yield at_most(HELD, "5.3", leader, rating(leader) - REFUSED)


def _muster(w: World, leader: str, answer: Any) -> Iterator[Odds]:
    """§10.0 Tell the units that a manpower operation may give, by the die."""
    side = LEADERS[leader].side
    if side != ROME:
        for province in levies(w, side):
            levy = LEVIES[province]
            text = N_("{province}: {foot} infantry and {horse} cavalry in {n} of 10, else {half} infantry")
            half = -(-levy.foot // 2)
            yield in_ten(
                text,
                "10.0",
                FACES - HALF - 1,
                province=province,
                foot=levy.foot,
                horse=levy.horse,
                half=half,
            )
        return
    lines = muster_lines(w, answer or 0)
    yield from sums(lines, "10.0")
    modifier = sum(lines.values())
    rows = [
        next(row for row in MUSTER.values() if max(0, die + modifier) <= row.most) for die in range(FACES)
    ]
    for row in dict.fromkeys(rows):
        n = rows.count(row)
        if row.legions:
            yield in_ten(
                N_("{legions} {legions:legion|legions} with allies in {n} of 10"),
                "10.0",
                n,
                legions=row.legions,
            )
        else:
            text = N_("{foot} infantry and {horse} cavalry of allies in {n} of 10")
            yield in_ten(text, "10.0", n, foot=row.foot, horse=row.horse)


def _diplomacy(w: World, leader: str, answer: Any) -> Iterator[Odds]:
    """§12.34 Tell the results of an embassy, of all who may be drawn."""
    pool = ambassadors(w, LEADERS[leader].side)
    rows = [CHARTS.embassy(die + LEADERS[x].diplomacy) for x in pool for die in range(FACES)]
    for boxes in sorted({row.boxes for row in rows if not row.disaster}, reverse=True):
        share = Fraction(sum(row.boxes == boxes and not row.disaster for row in rows), len(rows))
        text = N_("{boxes} {boxes:box|boxes} towards you in {n} of 100")
        yield in_hundred(text, "12.34", [share], boxes=boxes)
    if bad := sum(row.disaster for row in rows):
        yield in_hundred(N_("a disaster in {n} of 100"), "12.34", [Fraction(bad, len(rows))])


_OF: Mapping[str, Callable[[World, str, Any], Iterator[Odds]]] = {
    "march": _march,
    "ally": _ally,
    "sail": _sail,
    "sail_part": _sail,
    "assault": _assault,
    "treachery": _treachery,
    "reduce": _reduce,
    "repair": _repair,
    "sally": _sally,
    "demand": _demand,
    "muster": _muster,
    "diplomacy": _diplomacy,
}
"""By the order; an attack is a battle."""
