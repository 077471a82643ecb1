"""§6 The random event: the dice and the table, and the events that take no module of their own."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any, Final

from adjudicator.belisarius.board import CITIES, EVENTS, REGIONS
from adjudicator.belisarius.world import (
    CONSTANTINOPOLIS,
    NEUTRAL,
    SEATS,
    World,
    enemy_of,
    is_fleet,
    occupant,
    units_at,
)
from adjudicator.core import N_, Subset, ask, dice, tell, words

from . import r04_control as r04
from . import r06_losses as losses
from . import r06_plague as plague
from . import r06_reinforcements as reinforcements
from . import r06_revolts as revolts
from . import r08_stratagems as r08

GRAIN: Final = ("alexandria", "carthago")
"""Events 13-14: the ports from which Constantinopolis is fed."""
MARGIN: Final = 3
"""Events 42-43: by how many provinces somebody must be ahead."""


async def random_event(w: World) -> bool:
    """§3.1[1] §6.0 §6.1 §6.2 Two dice, the first for the tens; nobody may roll these again (ruling BE-B1)."""
    tens, ones = await dice("6.1", "event", 2)
    w.event = EVENTS[10 * tens + ones]
    tell("event", "6.1", seat=w.phasing, event=f"event/{w.event}", dice=[tens, ones])
    await HAPPENINGS[w.event](w)
    return True


# -- markers and solidi ------------------------------------------------------------------------


async def grain(w: World) -> None:
    """§event/13-14 The holder of Constantinopolis without a fleet in Alexandria or Carthago loses markers."""
    seat = occupant(w, CITIES[CONSTANTINOPOLIS].hex)
    ports = [CITIES[city].hex for city in GRAIN]
    fed = any(is_fleet(u) for port in ports if occupant(w, port) == seat for u in units_at(w, port))
    if seat not in SEATS:
        tell("grain_void", "event/13-14")
        return
    if fed:
        tell("grain_arrives", "event/13-14", seat=seat)
        return
    tell("grain_fails", "event/13-14", seat=seat)
    n = await r08.roll(w, "event/13-14", "grain", seat)
    await r08.lose_markers(w, seat, n, "event/13-14")


async def war(w: World, rule: str) -> None:
    """§event/22 §event/23 §event/24 No taxes, levies and recruits there for the phasing player this turn."""
    w.barred = sorted(REGIONS[w.event])
    tell("war_elsewhere", rule, seat=w.phasing, provinces=w.barred)


async def religion(w: World) -> None:
    """§event/25 §8.5(1) Take half of each player's markers at random, a fraction counting as one."""
    for seat in (w.phasing, enemy_of(w.phasing)):
        n = (len(w.cups[f"{seat}_hand"]) + 1) // 2
        await r08.lose_markers(w, seat, n, "event/25")


async def prosperity(w: World) -> None:
    """§event/26 Pay each player a solidus for every city that they occupy, and (§27.31) every colony."""
    for seat in (w.phasing, enemy_of(w.phasing)):
        n = len(r04.holdings(w, seat))
        w.treasury[seat] += n
        tell("prosperity", "event/26", seat=seat, solidi=n)


async def corruption(w: World) -> None:
    """§event/34 Take as many solidi from the phasing player as a die says, or all of them if fewer."""
    seat = w.phasing
    n = await r08.roll(w, "event/34", "corruption", seat)
    w.treasury[seat] = max(0, w.treasury[seat] - n)
    tell("corruption", "event/34", seat=seat, n=n)


# -- provinces ---------------------------------------------------------------------------------


async def resistance(w: World) -> None:
    """§event/35-36 §4.41(1) Let the enemy take one neutral province that the phasing player has entered."""
    enemy, entered = enemy_of(w.phasing), r04.intruded(w, w.phasing)
    if not entered:
        tell("no_resistance", "event/35-36", seat=w.phasing)
        return
    answer = await ask(
        enemy,
        Subset(
            rule="event/35-36",
            prompt=words(N_("Local resistance: which province resists the invaders and joins you?")),
            options=lambda: dict.fromkeys(entered),
            most=1,
            verb="rouse",
        ),
    )
    for province in answer:
        await r04.change_control(w, province, enemy, "event/35-36")


async def alliance(w: World) -> None:
    """§event/41 Let the phasing player move one province a step: the enemy's to neutral, neutral to their
    own.
    """
    seat = w.phasing
    others = [p for p, held in sorted(w.control.items()) if held != seat]
    answer = await ask(
        seat,
        Subset(
            rule="event/41",
            prompt=words(N_("Which province shifts one step towards you?")),
            options=lambda: dict.fromkeys(others),
            most=1,
            verb="win_over",
        ),
    )
    for province in answer:
        to = seat if w.control[province] == NEUTRAL else NEUTRAL
        await r04.change_control(w, province, to, "event/41")


async def balance(w: World) -> None:
    """§event/42-43 §8.2(2) A player who controls at least three provinces fewer draws a die of markers."""
    ahead = r04.leader_by_provinces(w, MARGIN)
    if not ahead:
        tell("balance_even", "event/42-43")
        return
    behind = enemy_of(ahead)
    n = await r08.roll(w, "event/42-43", "balance", behind)
    await r08.draw_markers(w, behind, n, "event/42-43")


# -- the table ---------------------------------------------------------------------------------

HAPPENINGS: Final[Mapping[str, Callable[[World], Coroutine[Any, Any, None]]]] = {
    "recovery": reinforcements.recovery,
    "grain": grain,
    "attrition": losses.attrition,
    "migration": reinforcements.migration,
    "war_north": partial(war, rule="event/22"),
    "war_africa": partial(war, rule="event/23"),
    "war_east": partial(war, rule="event/24"),
    "religion": religion,
    "prosperity": prosperity,
    "plague": plague.plague,
    "pay": losses.pay,
    "corruption": corruption,
    "resistance": resistance,
    "alliance": alliance,
    "balance": balance,
    "guard_revolt": revolts.guard_revolt,
    "revolt_empire": partial(revolts.revolt, rule="event/51-52"),
    "revolt_west": partial(revolts.revolt, rule="event/53-54"),
    "revolt_africa": partial(revolts.revolt, rule="event/55-56"),
    "revolt_barbarian": partial(revolts.revolt, rule="event/61-63"),
    "revolt_east": partial(revolts.revolt, rule="event/64-66"),
}
"""Every event of the table by its id."""
