"""§4.7 §6 Events of revolt: the Guard's (44-46) and those of provinces (51 to 66)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.belisarius.board import HEXES_OF, REGIONS, REVOLT
from adjudicator.belisarius.world import (
    BARBARIAN,
    NEUTRAL,
    Place,
    Province,
    Seat,
    World,
    hand_of,
    is_guard,
    is_leader,
    is_walled,
    units_at,
)
from adjudicator.core import N_, Occasion, OneOf, ask, bar, tell, window, words

from . import r04_control as r04
from . import r08_stratagems as r08

LEGAL_REFORM: Final = "legal_reform"


# -- 44-46 the Guard ---------------------------------------------------------------------------


async def guard_revolt(w: World) -> None:
    """§event/44-46 §12.21 Let the barbarian, in either player's turn, name a stack of Guards and roll a die.

    They revolt if it is less than their number (or, option `guards_counted`, that of all the stack's units;
    ruling BE-B9). Never with Justinian (§12.23).
    """
    places = r04.loyal_stacks(w)
    if not places:
        tell("no_guards", "event/44-46")
        return
    place = places[0] if len(places) == 1 else await ask(BARBARIAN, _stack_choice(places))
    n = await r08.roll(w, "event/44-46", f"guard_revolt {place}", BARBARIAN)
    if n < restless(w, place):
        await r04.revolt_guards(w, place, "event/44-46")
    else:
        tell("guards_loyal", "event/44-46", place=place, n=n)


def _stack_choice(places: Sequence[Place]) -> OneOf:
    return OneOf(
        rule="event/44-46",
        prompt=words(N_("Which Guard stack do you stir up to revolt?")),
        options=lambda: dict.fromkeys(places),
        verb="incite",
    )


def restless(w: World, place: Place) -> int:
    """§event/44-46 Return how many count against the die: a leader of the Guard counts as two."""
    here = units_at(w, place)
    counted = [u for u in here if is_guard(u) or w.options["guards_counted"] == "units"]
    return len(counted) + sum(is_guard(u) and is_leader(u) for u in counted)


# -- 51 to 66 the provinces --------------------------------------------------------------------


async def revolt(w: World, rule: str) -> None:
    """§4.71 §4.72 A check for every province of the event, under any control; laws may be reformed first.

    The results come one province after another, in the order of the table.
    """
    rising = await _reformed(w, rule, REGIONS[w.event])
    if not rising:
        return
    rolled = await r08.rolls(w, rule, "revolt", rising, w.phasing)
    for province in rising:
        if succeeds(w, province, rolled[province]):
            to = BARBARIAN if w.control[province] == NEUTRAL else NEUTRAL
            tell("revolt", rule, province=province, n=rolled[province])
            await r04.change_control(w, province, to, rule)
        else:
            tell("no_revolt", rule, province=province, n=rolled[province])


async def _reformed(w: World, rule: str, provinces: Sequence[Province]) -> list[Province]:
    """§card/legal_reform Before the dice either player may keep provinces quiet, one with each marker."""
    rising = list(provinces)
    while rising and (seats := r08.holders(w)):
        occasion = Occasion("revolt", rule, by=w.phasing, subject=w.event, value=" ".join(rising))
        played = await window(occasion, {seat: _reform_choice(w, seat, rising) for seat in seats})
        if played is None:
            break
        seat, province = played
        if await r08.play(w, seat, LEGAL_REFORM, "card/legal_reform", subject=province):
            rising.remove(province)
            tell("reformed", "card/legal_reform", seat=seat, province=province)
    return rising


def _reform_choice(w: World, seat: Seat, provinces: Sequence[Province]) -> OneOf:
    lacking = None
    if LEGAL_REFORM not in hand_of(w, seat):
        lacking = bar("card/legal_reform", N_("you do not hold {marker}"), marker=LEGAL_REFORM)
    shown = list(provinces)
    return OneOf(
        rule="card/legal_reform",
        prompt=words(N_("Revolt checks are due in {provinces}. Do you cancel one of them?"), provinces=shown),
        options=lambda: dict.fromkeys(shown, lacking),
        verb=LEGAL_REFORM,
    )


def succeeds(w: World, province: Province, die: int) -> bool:
    """§chart/revolt §2.6 Return true if it succeeds: less for ruins, more for works everywhere (§28.3(2)).

    A pillaged city counts as none, so it needs no works: ruling BE-C18.
    """
    hexes = HEXES_OF[province]
    towns = [hex for hex in hexes if is_walled(w, hex)]
    ruins = any(hex in w.pillaged for hex in hexes)
    works = bool(towns) and all(hex in w.works for hex in towns)
    return REVOLT[min(max(die - ruins + works, 1), max(REVOLT))]
