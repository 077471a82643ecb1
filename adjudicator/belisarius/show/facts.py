"""The contents of the cards of Belisarius: hexes and areas, provinces, units, markers.

All is public but how many markers of a kind the viewer holds (§22.0).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from adjudicator.belisarius.board import (
    AREAS,
    CITIES,
    COSTS,
    HEXES,
    KINDS,
    LEADERS,
    MARKERS,
    PROVINCES,
    UNITS,
)
from adjudicator.belisarius.board.pieces import Unit
from adjudicator.belisarius.rules.r08_markers import TIMES
from adjudicator.belisarius.rules.r10_expenses import clearing_cost
from adjudicator.core import N_, Words, words
from adjudicator.display.facts import Facts

from .places import about
from .view import View

NEUTRAL = "neutral"
EFFECTS: Mapping[str, str] = {
    "agent": N_("Counts in diplomacy."),
    "basileus": N_("Counts in diplomacy."),
    "blue_faction": N_("Counts in diplomacy about Imperial provinces and armies of the Guard."),
    "green_faction": N_("Counts in diplomacy about Imperial provinces."),
    "orthodoxy": N_("Counts in diplomacy; in your own attempt R1 and R2 give the enemy twice the markers."),
    "tolerance": N_("Counts in diplomacy; in your own attempt R1 and R2 have no effect."),
    "currency_reform": N_("A solidus for each city and colony that you occupy."),
    "rally": N_(
        "Brings as many solidi as two dice show if the enemy controls at least three more provinces than you."
    ),
    "imperial_regalia": N_(
        "If you occupy Constantinopolis or Roma, you draw as many markers as a die shows; your recruit "
        "phase then ends."
    ),
    "procopius": N_("Exchanges a marker of yours for one of the enemy's at random."),
    "theodora": N_("You take any marker from the pool."),
    "leader": N_("Brings an available leader to your units, or removes an enemy leader on a roll of 1 to 3."),
    "roman_alliance": N_("The Empire places a Guard garrison in a province whose people are allies of Rome."),
    "market": N_("All units in one hex are supplied."),
    "disease": N_(
        "An enemy city next to a unit of yours loses nothing on 1 to 3, one unit on 4 or 5, two on 6."
    ),
    "donative": N_("The victor pays {n} solidi for each surviving unit, or loses it."),
    "end_of_campaign": N_(
        "An enemy army loses as many operation points as a die shows. If you draw the marker for a victory, "
        "your army loses all of its own."
    ),
    "forced_march": N_("An army operates once more, and on 1 to 3 loses a unit first; or an army reacts."),
    "legal_reform": N_("Spares one province its revolt check."),
    "military_advantage": N_("Your army's strength counts once more."),
    "pope": N_("A die is rolled again, but not one for an event."),
    "treachery": N_("Cancels a marker that the enemy plays or has staked."),
}
"""§chart/stratagems The effect of each marker, in our words."""


def facts(seen: Struct, id: str) -> Facts:
    """Return the facts that a viewer may know of a hex, area, city, province, unit or marker."""
    assert isinstance(seen, View)
    place = CITIES[id].hex if id in CITIES else id
    static = about(place)
    return Facts((*static, *_lines(seen, id, place)), _rule_of(id, place))


def _rule_of(id: str, place: str) -> str:
    if id in MARKERS:
        return f"card/{id}"
    if place in AREAS:
        return "18.0"
    if id in PROVINCES:
        return "2.12"
    if place in HEXES:
        return "10.11" if HEXES[place].city else "2.1"
    if id in LEADERS:
        return "21.0"
    return "2.31" if id in UNITS or id in KINDS else ""


def _lines(seen: View, id: str, place: str) -> Iterator[Words]:
    """Yield the facts by the kind of the thing; a place on the map comes before what bears its name."""
    if place in AREAS:
        yield from _province(seen, AREAS[place].province)
    elif place in HEXES:
        yield from _hex(seen, place)
    elif id in PROVINCES:
        yield words(N_("Levy value {n} (§2.12)"), n=PROVINCES[id].levy)
        yield from _province(seen, id)
    elif id in MARKERS:
        yield from _marker(seen, id)
    elif id in UNITS:
        yield from _unit(seen, UNITS[id])
        yield from _where(seen, id)
    elif id in KINDS:
        yield from _unit(seen, UNITS[KINDS[id][0]])
        yield words(N_("{n} of {all} on the map"), n=_on_map(seen, KINDS[id]), all=len(KINDS[id]))


def _hex(seen: View, place: str) -> Iterator[Words]:
    if HEXES[place].province:
        yield from _province(seen, HEXES[place].province)
    if place in seen.colonies:
        yield words(N_("Colony (§27.0)"))
    if place in seen.works:
        yield words(N_("Public works (§28.3)"))
    if place in seen.pillaged:
        cost = clearing_cost(place)
        yield words(N_("Pillaged; removing the marker costs {n} {n:solidus|solidi} (§10.36)"), n=cost)


def _province(seen: View, province: str) -> Iterator[Words]:
    holder = seen.control.get(province, NEUTRAL)
    if holder == NEUTRAL:
        yield words(N_("{province} is neutral (§4.4)"), province=province)
    else:
        yield words(N_("{province} is controlled by {side} (§4.1)"), province=province, side=holder)
    if n := seen.levied.get(province, 0):
        yield words(N_("{n} {n:levy|levies} left in this phase (§11.11)"), n=n)


# -- units -------------------------------------------------------------------------------------


def _unit(seen: View, unit: Unit) -> Iterator[Words]:
    if unit.stars:
        yield words(N_("Leader with {n} {n:star|stars} (§21.0)"), n=unit.stars)
    yield words(N_("Strength {strength}, operation value {op}"), strength=unit.strength, op=unit.op)
    if unit.recruit:
        yield words(N_("Recruited for {n} {n:solidus|solidi} (§10.31)"), n=unit.recruit)
    if unit.origin in PROVINCES and unit.type in PROVINCES[unit.origin].levy_types:
        yield words(N_("Levied free of cost in {province} (§11.11)"), province=unit.origin)
    if unit.supply:
        yield words(
            N_("Supply costs {n} {n:solidus|solidi} where its hex does not feed it (§20.1)"), n=unit.supply
        )


def _on_map(seen: View, units: tuple[str, ...]) -> int:
    return sum(unit in units for there in seen.places.values() for unit in there.units)


def _where(seen: View, id: str) -> Iterator[Words]:
    for place, there in seen.places.items():
        if id in there.units:
            if there.holder == NEUTRAL:
                yield words(N_("At {place}, neutral"), place=place)
            else:
                yield words(N_("At {place}, controlled by {side}"), place=place, side=there.holder)
    if id in seen.dead:
        yield words(N_("Eliminated"))
    if id in seen.operated:
        yield words(N_("Has operated this turn"))


# -- markers -----------------------------------------------------------------------------------


def _marker(seen: View, id: str) -> Iterator[Words]:
    marker = MARKERS[id]
    yield words(EFFECTS[id], n=COSTS.donative)
    if marker.diplomacy:
        yield words(N_("Diplomacy value {n} (§9.0)"), n=marker.diplomacy)
    if id in TIMES:
        yield words(TIMES[id], marker=id)
    if seen.seat:
        yield words(N_("{n} of these markers; you hold {mine}"), n=marker.count, mine=seen.hand.count(id))
    else:
        yield words(N_("{n} of these markers"), n=marker.count)
