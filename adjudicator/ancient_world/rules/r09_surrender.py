"""§9.7 Surrender: under threat before a siege, or by agreement."""

from __future__ import annotations

from typing import Any

from adjudicator.ancient_world.board import CHARTS, FOOT
from adjudicator.ancient_world.world import World, city_of, done, force_of, printed_defence, push
from adjudicator.core import N_, Bar, Choice, bar, d10, tell

from .r02_forces import of_arm
from .r05_command import acting_units
from .r09_assault import strength_against
from .r09_capture import capture_city
from .r09_siege import hostile_city
from .r09_treachery import is_safe

Item = Choice[Any] | Bar | None
SURRENDERED, REFUSED = 2, -2
"""§5.3 F The modifier of the die for going on after a demand; ruling AW-R12."""
TIMES = 10


def demand_item(w: World) -> Item:
    """§9.72 §9.73 Return the order to demand that a city surrender: ten times its strength in foot.

    Not of a city under siege, once a phase; ruling AW-R74, ruling AW-R75.
    """
    op = w.op
    assert op is not None
    force = w.forces[force_of(w, op.leader)]
    found = hostile_city(w, force.side, force.place)
    if isinstance(found, Bar):
        return found
    if found in w.sieges:
        return bar("9.73", N_("{city} is under siege"), city=found)
    if is_safe(w, found):
        return bar("9.72", N_("{city} does not surrender"), city=found)
    if found in op.demanded:
        return bar("9.73", N_("{city} has already refused to surrender in this operation phase"), city=found)
    foot = of_arm(acting_units(w), FOOT)
    if not foot:
        return bar("9.72", N_("{leader} leads no units here"), leader=op.leader)
    need = TIMES * strength_against(w, found)
    if foot < need:
        return bar(
            "9.72", N_("you need {n} infantry outside {city}; you have {foot}"), city=found, n=need, foot=foot
        )
    return None


def demand_act(w: World, answer: None) -> None:
    """§9.72 The demand, then the die for going on."""
    push(w, "demand")


async def demand(w: World) -> None:
    """§9.72 A die of the number or more, by the defence as printed.

    The die for going on is read two higher after a surrender, two lower after a refusal; ruling AW-R12.
    """
    op = w.op
    assert op is not None
    force = w.forces[force_of(w, op.leader)]
    side, city = force.side, city_of(w, force.place)
    need = CHARTS.surrender(printed_defence(w, city))
    die = await d10("9.72", f"{op.leader} {city}")
    yields = die >= need
    how = "succeeds" if yields else "fails"
    tell("demand", "9.72", side=side, leader=op.leader, city=city, die=die, need=need, how=how)
    op.demanded.append(city)
    op.first, op.check, op.modifier = 0, "demand", SURRENDERED if yields else REFUSED
    done(w, "continuation")
    if yields:
        capture_city(w, city, side, "surrender", op.leader)
