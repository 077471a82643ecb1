"""§9.4 Reduction and repair of a city's defence; §9.27 sallies."""

from __future__ import annotations

from typing import Any

from adjudicator.ancient_world.board import CHARTS, ENGINE, FOOT, SIEGE_CAPABILITY
from adjudicator.ancient_world.world import World, defence_of, done, printed_defence, push
from adjudicator.core import N_, Bar, Choice, OneOf, ask, bar, d10, one_of, tell, words

from .r02_forces import leaders_of, of_arm, units_of
from .r05_leaders import seat_for
from .r08_avoidance import letter_of
from .r09_losses import foot_losses
from .r09_siege import (
    besieged_here,
    besiegers,
    capability,
    commander_of,
    defender_of,
    garrison,
    garrison_keys,
    siege_here,
    suffers,
)

Item = Choice[Any] | Bar | None


def capability_of(leader: str) -> int:
    """§9.41 Return the siege capability of a leader's nation, from -3 to 3."""
    return SIEGE_CAPABILITY[capability(leader)].value


def reduce_item(w: World) -> Item:
    """§9.42 Return the order to reduce the defence of the city that is besieged here."""
    city = siege_here(w)
    if not city:
        return bar("9.42", N_("you besiege no city here"))
    if defence_of(w, city) <= 1:
        return bar("9.43", N_("the defence of {city} is 1 already"), city=city)
    return None


def reduction_lines(w: World, city: str, leader: str) -> dict[str, int]:
    """§9.43 Return the modifiers of a reduction: the leader's siege capability, one for each engine."""
    engines = of_arm(units_of(w, besiegers(w, city)), ENGINE)
    return {name: n for name, n in (("capability", capability_of(leader)), ("engines", engines)) if n}


def repair_lines(leader: str) -> dict[str, int]:
    """§9.44 Return the modifier of a repair: the siege capability of the leader inside."""
    return {"capability": n} if (n := capability_of(leader)) else {}


def reduce_act(w: World, answer: None) -> None:
    """§9.43 The attempt, then the die for going on."""
    push(w, "reduce")


async def reduce(w: World) -> None:
    """§9.43 §9.45 A die with the siege capability and one for each engine; ruling AW-R04.

    A result of 0 lets the besieged sally at once, before the besieger goes on.
    """
    op = w.op
    assert op is not None
    city, leader = siege_here(w), op.leader
    lines = reduction_lines(w, city, leader)
    die = await d10("9.43", f"{leader} {city}")
    total = die + sum(lines.values())
    change = min(CHARTS.reduction(total), defence_of(w, city) - 1)
    w.reduced[city] = w.reduced.get(city, 0) + change
    suffers(w, city)
    tell(
        "reduced",
        "9.43",
        city=city,
        leader=leader,
        die=die,
        lines=lines,
        total=total,
        change=change,
        left=defence_of(w, city),
    )
    op.first, op.check = 0, "reduce"
    done(w, *(("chance_to_sally",) if change == 0 and _may_sally(w, city) else ()), "continuation")


def _may_sally(w: World, city: str) -> bool:
    """§9.27 Return true if foot besieged can sally, with a leader or without; ruling AW-R68."""
    return of_arm(garrison(w, city), FOOT) > 0 and defender_of(w, city) in w.seats


async def chance_to_sally(w: World) -> None:
    """§9.27 §9.43 Let the besieged sally after a reduction that has done nothing."""
    city = siege_here(w)
    side = defender_of(w, city)
    leaders = leaders_of(w, garrison_keys(w, city))
    choice = OneOf(
        rule="9.43",
        prompt=words(N_("{city}: the walls have held. Do you sally?"), city=city),
        options=one_of("yes", "no"),
    )
    answer = await ask(seat_for(w, side, leaders), choice)
    done(w)
    if answer == "yes":
        await sally_out(w, city)


def repair_item(w: World) -> Item:
    """§9.42 Return the order to repair the city in which the leader is besieged."""
    city = besieged_here(w)
    if not city:
        return bar("9.42", N_("you are not in a city under siege"))
    if not w.reduced.get(city):
        return bar("9.44", N_("the defence of {city} is not reduced"), city=city)
    return None


def repair_act(w: World, answer: None) -> None:
    """§9.44 The attempt, then the die for going on."""
    push(w, "repair")


async def repair(w: World) -> None:
    """§9.44 Roll with the siege capability for defence given back, up to what it was, without engines."""
    op = w.op
    assert op is not None
    city, leader = besieged_here(w), op.leader
    die = await d10("9.44", f"{leader} {city}")
    lines = repair_lines(leader)
    total = die + sum(lines.values())
    change = min(CHARTS.repair(total), printed_defence(w, city) - defence_of(w, city))
    w.reduced[city] = max(0, w.reduced.get(city, 0) - change)
    tell(
        "repaired",
        "9.44",
        city=city,
        leader=leader,
        die=die,
        lines=lines,
        total=total,
        change=change,
        left=defence_of(w, city),
    )
    op.first, op.check = 0, "repair"
    done(w, "continuation")


def sally_item(w: World) -> Item:
    """§9.27 Return the order to sally out of a city under siege."""
    city = besieged_here(w)
    if not city:
        return bar("9.27", N_("you are not in a city under siege"))
    if not of_arm(garrison(w, city), FOOT):
        return bar("9.27", N_("a sally needs infantry; militia do not attack"))
    return None


def sally_act(w: World, answer: None) -> None:
    """§9.27 Order a sally, which finishes the leader."""
    push(w, "sally", "finish")


async def sally(w: World) -> None:
    """§9.27 The sally of an active leader."""
    city = besieged_here(w)
    await sally_out(w, city)
    done(w)


async def sally_out(w: World, city: str) -> None:
    """§9.27 Two dice: the besieger's tactical ability gives the column. Only foot are lost.

    The leader of the sally adds nothing.
    """
    leader = await commander_of(w, besiegers(w, city), city)
    first = await d10("9.27", f"{leader} {city}")
    ability = CHARTS.tactical(letter_of(leader), first)
    die = await d10("9.27", city)
    own, theirs = CHARTS.sally(ability, die)
    tell("sallies", "9.27", city=city, leader=leader, ability=ability, die=die, own=own, theirs=theirs)
    await foot_losses(w, city, own, "9.27", outside=False)
    await foot_losses(w, city, theirs, "9.27", outside=True)
