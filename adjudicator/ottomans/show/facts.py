"""The contents of the cards of Ottomans: areas, nations, units, leaders, chits, events, agents' operations.

All but how many chits of a kind the viewer holds is public (§19.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from adjudicator.core import N_, Words, words
from adjudicator.display.facts import Facts
from adjudicator.ottomans.board import (
    AGENTS,
    CITIES,
    CITIES_OF,
    COUNTERS,
    FIGURES,
    HIRED,
    KINDS,
    LEADERS,
    MERCENARIES,
    NATIONS,
    PLACES,
    REGIONS,
    SEAS,
    STRATAGEMS,
    TURNS,
    UNITS,
    UNITS_OF,
)
from adjudicator.ottomans.world import SEATS

from .aids import CHITS, EFFECTS
from .names import counted
from .places import about
from .view import View

TURN = N_("Played in your own turn")
WHEN: Mapping[str, str] = {
    "administration": N_("Played when a nation is about to leave you"),
    "agent": N_("Played between two orders, in anybody's turn"),
    "alliance": N_("Played with an attack in the Combat Phase"),
    "crusade_jihad": TURN,
    "french_alliance": TURN,
    "holy_roman_empire": TURN,
    "honors_of_war": N_("Played with an attack on a city"),
    "jesuits_sufis": N_("Played after a die is rolled in a player's turn"),
    "kaisar_i_rum": N_("Played in your Stratagem Phase or in the Replacement Phase"),
    "medicis_vizier": N_("Played at the end of your Stratagem Phase"),
    "military_advance": N_(
        "Played with an attack or before the die of a battle, in the Food Phase, or in your Movement or "
        "Forced March Phase"
    ),
    "portuguese_in_the_east": TURN,
    "trade_agreement": TURN,
    "truce": N_("Played in your Movement or Forced March Phase"),
    "uprising": N_("Played in the Replacement Phase"),
    "urbans_gun": N_("Played with an attack on a city"),
    "weather": N_("Played when units move or attack"),
    "white_sheep": N_("Played in the Replacement Phase"),
}
"""§27.2 The time at which a chit is played."""
AIMS: Mapping[str, str] = {
    "assassinate": N_("Success: a leader of your choice rolls for survival."),
    "spy": N_("Success: you see the player's unused chits."),
    "coup": N_("Success: the player loses as many unused chits as a die shows, or you take one of them."),
    "treachery": N_("Success: a nation or mercenary of the player, not a core nation, goes to the pool."),
    "diplomacy": N_("Success: a nation or mercenary that nobody controls comes to you."),
}
"""§20.0 The aims of agents."""


def facts(seen: Struct, id: str) -> Facts:
    """Return the facts that a viewer may know of an area, nation, unit, chit, event or operation."""
    assert isinstance(seen, View)
    place = about(id) if id in REGIONS or id in PLACES else []
    return Facts((*place, *_lines(seen, id)), _rule_of(id))


def _rule_of(id: str) -> str:
    """Return the paragraph that introduces a thing, for the head of its facts; "" for what has none."""
    for known, rule in (
        (CITIES, "3.13"),
        (SEAS, "3.12"),
        (NATIONS, "6.1"),
        (REGIONS, "3.11"),
        (HIRED, "17.1"),
        (LEADERS, "15.1"),
        (EFFECTS, "14.0"),
        (AIMS, "20.0"),
    ):
        if id in known:
            return rule
    if id == "agent":
        return "20.1"
    if id in STRATAGEMS:
        return "27.2"
    unit = UNITS.get(id) or UNITS.get(next(iter(UNITS_OF.get(id, ())), ""))
    if unit is None:
        return ""
    return "10.5" if unit.type == "siege_train" else "16.0" if unit.naval else "3.21"


def _lines(seen: View, id: str) -> Iterator[Words]:
    """Yield the facts by the kind of the thing; of a name that is both region and nation, those of both."""
    if id in CITIES:
        yield from _city(seen, id)
    elif id in REGIONS:
        yield from _region(seen, id)
    if id in NATIONS:
        yield from _nation(seen, id)
    elif id in LEADERS:
        yield from _leader(seen, id)
    elif id in UNITS:
        yield from _unit(seen, id)
    elif id in KINDS:
        yield from _kind(seen, id)
    elif id in STRATAGEMS:
        yield from _chit(seen, id)
    elif id in EFFECTS:
        yield words(EFFECTS[id])
    elif id in AIMS:
        yield words(AIMS[id])
        yield words(
            N_(
                "Your AGENTs less theirs, plus a die: {success} or more is a success, less than {n} "
                "brings retaliation"
            ),
            success=AGENTS.success,
            n=AGENTS.nothing,
        )


# -- areas -------------------------------------------------------------------------------------


def _city(seen: View, city: str) -> Iterator[Words]:
    yield words(
        N_("Units in the city defend with {n} times their strength (§10.31)"),
        n=FIGURES.city,
    )
    if side := next((side for side in SEATS if city in seen.key_cities[side]), ""):
        yield words(N_("Counts as a key city of the {side} (§21.1)"), side=side)


def _region(seen: View, region: str) -> Iterator[Words]:
    land = REGIONS[region]
    if land.side:
        yield words(N_("Region of the {side}"), side=land.side)
    if cities := CITIES_OF[region]:
        yield words(N_("{cities:City|Cities}: {cities}"), cities=list(cities))
    if land.nation and land.nation != region:
        yield words(N_("Home of {nation}"), nation=land.nation)
        yield from _control(seen, land.nation)


# -- nations and mercenaries -------------------------------------------------------------------


def _nation(seen: View, nation: str) -> Iterator[Words]:
    """Yield its home, who controls it, its units and leaders, and the viewer's unused chit."""
    if nation not in REGIONS:
        yield words(
            N_("Nation of the {side}; home: {home}"),
            side=NATIONS[nation].coalition,
            home=NATIONS[nation].home,
        )
    yield from _control(seen, nation)
    troops = [kind.id for kind in KINDS.values() if kind.nation == nation]
    listed = [counted(KINDS[kind].count, kind) for kind in troops]
    if listed:
        yield words(N_("Units: {units}"), units=listed)
    if leaders := [unit for unit in COUNTERS[nation] if unit in LEADERS]:
        yield words(N_("{leaders:Leader|Leaders}: {leaders}"), leaders=leaders)
    if nation in seen.hand:
        yield words(N_("You hold its CONTROL chit unused"))


def _control(seen: View, chit: str) -> Iterator[Words]:
    core = next((seat for seat, nation in seen.core.items() if nation == chit), "")
    if core:
        yield words(N_("Core nation of the {seat} player"), seat=core)
    elif chit in seen.control:
        yield words(N_("Controlled by the {seat} player"), seat=seen.control[chit])
    else:
        yield words(N_("Controlled by no player"))


# -- units -------------------------------------------------------------------------------------


def _leader(seen: View, leader: str) -> Iterator[Words]:
    printed = LEADERS[leader]
    yield words(N_("Leader of the {side}"), side=printed.coalition)
    yield words(N_("Strength {n}, movement {move}"), n=printed.strength, move=printed.move)
    yield words(
        N_("Command Value {n}: multiplies the strength in battle, and feeds {n} more units (§9.41, §12.31)"),
        n=printed.command,
    )
    yield words(N_("Survives on a roll of {n} or less (§15.8)"), n=printed.command)
    if leader in HIRED:
        yield from _control(seen, leader)
    yield from _where(seen, leader)


def _unit(seen: View, id: str) -> Iterator[Words]:
    unit = UNITS[id]
    yield from _worth(seen, id)
    if id in MERCENARIES:
        yield words(N_("Mercenary of the {side}; not replaced (§17.3)"), side=unit.coalition)
        yield from _control(seen, id)
    yield from _where(seen, id)
    yield from _dated(seen, unit.kind)


def _kind(seen: View, kind: str) -> Iterator[Words]:
    of = UNITS_OF[kind]
    yield from _worth(seen, of[0])
    here = sum(unit.id in of for there in seen.places.values() for unit in there)
    yield words(
        N_("{here} of {n} on the map, {dead} eliminated"),
        here=here,
        n=len(of),
        dead=sum(unit in seen.dead for unit in of),
    )
    yield from _dated(seen, kind)


def _worth(seen: View, id: str) -> Iterator[Words]:
    unit = UNITS[id]
    strength = unit.back if seen.strong_trains else unit.strength
    yield words(N_("Strength {n}, movement {move}"), n=strength, move=unit.move)
    if unit.type == "siege_train":
        yield words(N_("Doubles the attack on a city (§10.5)"))
        if not seen.strong_trains:
            yield words(N_("Strength {n} on its other side"), n=unit.back)
    if unit.naval:
        yield words(N_("Carries one land unit (§16.34)"))


def _where(seen: View, id: str) -> Iterator[Words]:
    if id in seen.dead:
        yield words(N_("Eliminated; may come back in the Replacement Phase (§13.1)"))
    elif id in seen.gone:
        yield words(N_("Out of the game"))
    elif id in seen.waiting:
        yield words(N_("Not in the game yet"))
    for place, there in seen.places.items():
        for unit in there:
            if unit.id == id:
                yield from _standing(seen, place, unit.owner, id)


def _standing(seen: View, place: str, owner: str, id: str) -> Iterator[Words]:
    if owner:
        yield words(N_("In {place}, controlled by the {seat} player"), place=place, seat=owner)
    else:
        yield words(N_("In {place}, controlled by no player"), place=place)
    if id in seen.moved:
        yield words(N_("Has moved"))
    if id in seen.stopped:
        yield words(N_("Has been stopped, and moves no further"))
    if id in seen.fought:
        yield words(N_("Has attacked"))


def _dated(seen: View, kind: str) -> Iterator[Words]:
    """§3.22 §26.5 Say when a dated kind enters the scenario."""
    if kind not in KINDS:
        return
    turn = KINDS[kind].enters.get(seen.scenario, 0)
    if turn > seen.turn:
        yield words(N_("Enters in turn {turn}, {years} (§26.5)"), turn=turn, years=TURNS[turn].years)


# -- chits -------------------------------------------------------------------------------------


def _chit(seen: View, chit: str) -> Iterator[Words]:
    yield words(N_("What it does: {effect}"), effect=words(CHITS[chit]))
    yield words(WHEN[chit])
    n = STRATAGEMS[chit].count
    if seen.seat:
        yield words(N_("{n} in the game; you hold {mine}"), n=n, mine=seen.hand.count(chit))
    else:
        yield words(N_("{n} in the game"), n=n)
