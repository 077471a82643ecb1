"""§9.3 Assault. The text of 9.31 to 9.34 and the beginning of 9.35 are missing; ruling AW-R01."""

from __future__ import annotations

from typing import Any

from adjudicator.ancient_world.board import CHARTS, CITIES, ENGINE, FOOT, HEXES, LEADERS
from adjudicator.ancient_world.board.charts import Assault
from adjudicator.ancient_world.world import (
    DISORGANIZED,
    STATUS_NAMES,
    USELESS,
    Side,
    World,
    defence_of,
    done,
    force_of,
    push,
)
from adjudicator.core import N_, Bar, Choice, bar, d10, tell

from .r02_forces import leaders_of, lose_of, of_arm, part, rank_of, units_of
from .r05_command import acting_leaders, acting_units
from .r07_transport import waters
from .r08_casualties import risk
from .r08_fog import tell_units
from .r09_capture import capture_city
from .r09_losses import foot_losses
from .r09_siege import besiegers, garrison, garrison_keys, siege_here, suffers

Item = Choice[Any] | Bar | None
MOST_ENGINES = 3
NAVAL = 2
BROKEN = (7, 8, 9)
"""§9.36 The dice of losses that break the engines after an assault that has failed."""


def strength_against(w: World, city: str) -> int:
    """§9.31 §9.94 Return a city's strength against assault: its defence now times the foot in it.

    Militia, horse and elephants do not count; with no foot it is the defence alone.
    """
    foot = of_arm(garrison(w, city), FOOT)
    return defence_of(w, city) * max(1, foot)


def assault_item(w: World) -> Item:
    """§9.31 Return the order to assault the city that is besieged here."""
    op = w.op
    assert op is not None
    city = siege_here(w)
    if not city:
        return bar("9.2", N_("you besiege no city here"))
    force = w.forces[force_of(w, op.leader)]
    if force.status == USELESS or force.scattered:
        return bar("9.31", N_("an army that is Useless cannot assault"))
    foot = of_arm(acting_units(w), FOOT)
    if row_of(w, city, foot) is None:
        return bar(
            "9.33",
            N_("{foot} infantry against {n}: an assault needs odds of at least 1 to 2"),
            foot=foot,
            n=strength_against(w, city),
        )
    return None


def row_of(w: World, city: str, foot: int) -> Assault | None:
    """§9.33 Return the row of the chart for a number of foot."""
    return CHARTS.assault(foot, strength_against(w, city)) if foot else None


def assault_lines(w: World, city: str, leader: str) -> dict[str, int]:
    """§9.33 §9.28 Return the modifiers of an assault: leaders, engines, states, the sea at a port.

    Ruling AW-R40.
    """
    values = {key: row.value for key, row in CHARTS.assault_letters.items()}
    inside = [values[LEADERS[x].battle] for x in leaders_of(w, garrison_keys(w, city))]
    best = max(inside, default=values["none"])
    force = w.forces[force_of(w, leader)]
    outside = units_of(w, besiegers(w, city))
    weak = [rank_of(w.forces[key]) >= DISORGANIZED for key in garrison_keys(w, city)]
    found = {
        "leaders": values[LEADERS[leader].battle] - best,
        "engines": min(MOST_ENGINES, of_arm(outside, ENGINE)),
        "status": CHARTS.statuses[STATUS_NAMES[force.status]].assault,
        "garrison": int(any(weak)),
        "sea": sea_modifier(w, city, force.side),
    }
    return {name: n for name, n in found.items() if n}


def least_level(w: World, city: str, side: Side) -> int | None:
    """§9.54 §7.13 Return a side's level off a port, in the least friendly of its zones; None where is no sea.

    Ruling AW-V51.
    """
    zones = [HEXES[to].sea for to in waters(CITIES[city].hex)] if CITIES[city].port else []
    return min((w.naval[zone][side] for zone in zones if zone in w.naval), default=None)


def sea_modifier(w: World, city: str, side: Side) -> int:
    """§7.12 Return the modifier of naval superiority for the assault of a port."""
    level = least_level(w, city, side) or 0
    return 1 if level >= NAVAL else -1 if level <= -NAVAL else 0


def assault_act(w: World, answer: None) -> None:
    """§5.3 E Order an assault, which finishes the leader."""
    push(w, "assault", "finish")


async def assault(w: World) -> None:
    """§9.33 §9.35 Roll whether the city is taken, what the assault costs, and what becomes of the garrison.

    §9.36 Engines may break. §9.37 Leaders who took part, and all inside, are at risk. Ruling AW-R01.
    """
    op = w.op
    assert op is not None
    city, leader = siege_here(w), op.leader
    side = w.sieges[city].side
    fought, leaders = acting_units(w), acting_leaders(w)
    foot = of_arm(fought, FOOT)
    row = row_of(w, city, foot)
    assert row is not None
    lines = assault_lines(w, city, leader)
    die = await d10("9.33", f"{leader} {city}")
    total = die + sum(lines.values())
    won = total >= row.success
    suffers(w, city)
    tell(
        "assault",
        "9.33",
        side=side,
        leader=leader,
        city=city,
        ratio=row.ratio,
        lines=lines,
        die=die,
        total=total,
        need=row.success,
        how="succeeds" if won else "fails",
    )
    cost = await d10("9.35", f"{leader} {city} 2")
    percent = -(-cost // 2) * (5 if won else 10)
    await foot_losses(w, city, CHARTS.percent(foot, percent), "9.35", outside=True, fought=fought)
    if not won:
        await _hurt_garrison(w, city)
        if cost in BROKEN:
            _break_engines(w, city)
    await risk(w, leaders, 0 if won else 1, "9.37")
    await risk(w, leaders_of(w, garrison_keys(w, city)), 1 if won else 0, "9.37")
    done(w)
    if won:
        capture_city(w, city, side, "assault", leader)


async def _hurt_garrison(w: World, city: str) -> None:
    """§9.35 A garrison that holds loses a quarter on an odd die, half on a nine; militia may bear it.

    Ruling AW-V53.
    """
    die = await d10("9.35", city)
    percent = 50 if die == 9 else 25 if die % 2 else 0
    foot = of_arm(garrison(w, city), FOOT) or w.sieges[city].militia
    n = CHARTS.percent(foot, percent)
    tell("garrison_hurt", "9.35", city=city, die=die, percent=percent)
    await foot_losses(w, city, n, "9.35", outside=False)


def _break_engines(w: World, city: str) -> None:
    keys = besiegers(w, city)
    engines = part(units_of(w, keys), ENGINE)
    if engines:
        lose_of(w, keys, engines)
        tell_units(w, "engines_destroyed", "9.36", w.sieges[city].side, CITIES[city].hex, engines)
