"""The contents of the cards of The Ancient World: hexes, cities, provinces, zones, leaders, units, markers.

All is public but the units of forces in fog (§8.12), which the view does not have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from adjudicator.ancient_world.board import (
    CITIES,
    CITY_AT,
    HEXES,
    LEADERS,
    LEVIES,
    PROVINCES,
    SEAS,
    UNITS,
    arm_of,
)
from adjudicator.ancient_world.rules.r06_ground import DEVASTATED
from adjudicator.ancient_world.world import ROME, hex_of, is_inside
from adjudicator.core import N_, Words, words
from adjudicator.display.facts import Facts

from .places import about
from .scene import span
from .view import ForceSeen, View

FATES: Mapping[str, str] = {
    "dead": N_("Dead"),
    "wounded": N_("Wounded"),
    "out": N_("Out for the turn"),
    "relieved": N_("Relieved of command"),
}
MARKERS: Mapping[str, tuple[str, str]] = {
    "augury": ("13.0", N_("A die on the augury table; its omen takes effect at once.")),
    "siege_attrition": ("9.51", N_("Siege attrition is rolled at every siege.")),
}
"""§4.15 The markers of the cup that activate nobody."""


def facts(seen: Struct, id: str) -> Facts:
    """Return the facts that a viewer may know of a hex, city, province, zone, leader, unit or marker."""
    assert isinstance(seen, View)
    place = CITIES[id].hex if id in CITIES else hex_of(id)
    static = about(place) if place in HEXES else []
    return Facts((*static, *_lines(seen, id, place)), _rule_of(id, place))


def _rule_of(id: str, place: str) -> str:
    """Return the paragraph that introduces a thing, for the head of its facts; "" for what has none."""
    if id in MARKERS:
        return MARKERS[id][0]
    if place in CITY_AT:
        return "9.11"
    for known, rule in (
        (HEXES, "6.41"),
        (PROVINCES, "11.1"),
        (SEAS, "7.11"),
        (LEADERS, "5.11"),
        (UNITS, "2.21"),
    ):
        if (place if known is HEXES else id) in known:
            return rule
    return ""


def _lines(seen: View, id: str, place: str) -> Iterator[Words]:
    """Yield the facts by the kind of the thing; a place on the map comes before what bears its name."""
    if place in HEXES:
        yield from _hex(seen, place)
    elif id in PROVINCES:
        yield words(N_("Attrition rating {n} (§6.41)"), n=PROVINCES[id].attrition)
        yield from _province(seen, id)
    elif id in SEAS:
        yield from _zone(seen, id)
    elif id in LEADERS:
        yield from _leader(seen, id)
    elif id in UNITS:
        yield from _unit(seen, id)
    elif id in MARKERS:
        yield words(MARKERS[id][1])
        yield words(N_("{n} left in the cup (§4.2)"), n=seen.cup.get(id, 0))


# -- places ------------------------------------------------------------------------------------


def _hex(seen: View, place: str) -> Iterator[Words]:
    if place in CITY_AT:
        yield from _city(seen, CITY_AT[place])
    if province := HEXES[place].province:
        yield from _province(seen, province)
    if zone := HEXES[place].sea:
        yield from _zone(seen, zone)
    for force in seen.forces:
        if hex_of(force.place) == place and force.strength:
            said = (
                N_("{side}, in the city: {strength}") if is_inside(force.place) else N_("{side}: {strength}")
            )
            yield words(said, side=force.side, strength=_strength(force))


def _strength(force: ForceSeen) -> Words:
    if force.is_hidden:
        return words(N_("{span} strength points"), span=span(force.least, force.strength))
    return words(N_("{n} {n:strength point|strength points}"), n=force.strength)


def _city(seen: View, city: str) -> Iterator[Words]:
    if side := seen.control.get(city, ""):
        yield words(N_("City of {side} (§11.1)"), side=side)
    if city in seen.defences:
        yield words(N_("Defence reduced to {n} (§9.12)"), n=seen.defences[city])
    if city in seen.sieges:
        yield words(N_("Under siege by {side} (§9.21)"), side=seen.sieges[city].side)
    if city in seen.sacked:
        yield words(N_("Sacked"))


def _province(seen: View, province: str) -> Iterator[Words]:
    """Yield what is known of its control, devastation, manpower and place on the alliance track."""
    if side := seen.provinces.get(province, ""):
        yield words(N_("{province} is controlled by {side} (§11.1)"), province=province, side=side)
    elif province in seen.provinces:
        yield words(N_("{province} is controlled by nobody (§11.1)"), province=province)
    if province in seen.devastated:
        yield words(N_("Devastated: the attrition rating counts {n} times"), n=DEVASTATED)
    if province in LEVIES:
        levy = LEVIES[province]
        yield words(
            N_("Manpower: up to {foot} infantry and {horse} cavalry (§10.0)"),
            foot=levy.foot,
            horse=levy.horse,
        )
    if province in seen.alliance:
        box = seen.alliance[province]
        if box:
            towards = ROME if box < 0 else next(side for side in seen.sides if side != ROME)
            yield words(N_("Alliance track: box {n} towards {side} (§12.2)"), n=abs(box), side=towards)
        else:
            yield words(N_("Alliance track: neutral (§12.2)"))


def _zone(seen: View, zone: str) -> Iterator[Words]:
    levels = seen.naval.get(zone, {})
    held = [words(N_("{side} {n}"), side=side, n=f"{n:+d}") for side, n in levels.items() if n]
    if held:
        yield words(N_("Naval superiority: {levels} (§7.12)"), levels=held)


# -- leaders and units -------------------------------------------------------------------------


def _leader(seen: View, leader: str) -> Iterator[Words]:
    """Yield the printed ratings, then the guile that is left and the fate, as far as the viewer sees them."""
    printed = LEADERS[leader]
    yield words(N_("Leader of {side}"), side=printed.side)
    if leader in seen.in_command.values():
        yield words(N_("Overall commander (§5.12)"))
    yield words(
        N_("Initiative {initiative}, campaign {campaign}, battle {battle}"),
        initiative=printed.initiative,
        campaign=printed.campaign,
        battle=printed.battle,
    )
    yield words(N_("Continues after an operation on a roll of {n} or less (§5.25)"), n=printed.campaign)
    yield words(
        N_("Subordinate {subordinate} (§5.44), diplomacy {diplomacy} (§12.34)"),
        subordinate=printed.subordinate,
        diplomacy=printed.diplomacy,
    )
    yield words(N_("Wounded or killed on a roll of {n} or more (§8.61)"), n=printed.mortality)
    if leader in seen.guile:
        yield words(N_("{n} of {all} guile left (§5.51)"), n=seen.guile[leader], all=printed.guile)
    if fate := FATES.get(seen.fate.get(leader, "")):
        yield words(fate)
    for force in seen.forces:
        if leader in force.leaders:
            yield words(N_("At {place}, with {strength}"), place=force.place, strength=_strength(force))
    if n := seen.cup.get(leader, 0):
        yield words(N_("{n} {n:marker|markers} left in the cup (§4.2)"), n=n)


def _unit(seen: View, unit: str) -> Iterator[Words]:
    yield words(N_("Arm: {arm}"), arm=arm_of(unit))
    yield words(N_("Marches any distance with a leader, at the cost of attrition (§6.21)"))
    for force in seen.forces:
        if n := force.units.get(unit, 0):
            yield words(N_("At {place}: {n} {n:strength point|strength points}"), place=force.place, n=n)
