"""Conditions on the data as a whole: refused at load, by file, record and field."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise

from msgspec.structs import asdict

from adjudicator.records import unknown

from .printed import Board

KEY_CITIES = 15
RESULTS = ("AD", "AE", "BB", "DD", "DE")
LETTERS = ("A", "B", "C", "D", "E", "F")
PLAIN_EVENTS = (
    "balance_of_power",
    "civil_war",
    "economic_expansion",
    "infighting",
    "leader_out",
    "mercenaries_strike",
    "reformation_schism",
    "war_in_the_east",
    "war_in_the_west",
)
"""§14.0 The events that name no letter."""
EXAMPLES = {
    ("letter/A", "nations", 1): "byzantium",
    ("letter/B", "nations", 3): "transylvania",
    ("event/d4", "events", 3): "nation_out A+B",
    ("column/c4", "results", 2): "BB",
}
"""Cells that the examples of §14.0 and §9.12 give, by record, field and die."""


def check(of: Board) -> list[str]:
    """Compare the files with each other and with what the rules text says of them; return what does not fit,
    by file, record and field.

    What a part finds is returned alone: the next ones rely on it.
    """
    for part in (_names, _areas, _nations, _charts, _scenarios):
        if faults := list(part(of)):
            return faults
    return []


def _names(of: Board) -> Iterator[str]:
    """Yield the fields that name unknown records."""
    sides = {*of.coalitions, ""}
    regions, cities, seas = "areas.toml: region", "areas.toml: city", "areas.toml: sea"
    yield from unknown(regions, of.regions, "side", sides)
    yield from unknown(regions, of.regions, "nation", of.nations)
    yield from unknown(regions, of.regions, "only", of.nations)
    yield from unknown(regions, of.regions, "land", of.regions)
    yield from unknown(regions, of.regions, "strait", of.regions)
    for id, region in of.regions.items():
        for sea in region.strait.values():
            if sea not in of.seas:
                yield f"{regions}/{id}: strait: there is no {sea!r}"
    yield from unknown(regions, of.regions, "seas", of.seas)
    yield from unknown(cities, of.cities, "region", of.regions, lambda city: [city.region])
    yield from unknown(cities, of.cities, "seas", of.seas)
    yield from unknown(seas, of.seas, "seas", of.seas)
    yield from unknown(seas, of.seas, "only", of.nations)
    nations, kinds = "nations.toml: nation", "units.toml: kind"
    yield from unknown(nations, of.nations, "coalition", of.coalitions, lambda nation: [nation.coalition])
    yield from unknown(nations, of.nations, "home", of.regions, lambda nation: [nation.home])
    yield from unknown(kinds, of.kinds, "nation", of.nations, lambda kind: [kind.nation])
    yield from unknown(kinds, of.kinds, "type", of.types, lambda kind: [kind.type])
    leaders, hired = "units.toml: leader", "units.toml: mercenary"
    yield from unknown(leaders, of.leaders, "coalition", of.coalitions, lambda leader: [leader.coalition])
    yield from unknown(leaders, of.leaders, "nation", of.nations)
    yield from unknown(hired, of.mercenaries, "coalition", of.coalitions, lambda one: [one.coalition])
    yield from unknown(hired, of.mercenaries, "type", of.types, lambda one: [one.type])


def _areas(of: Board) -> Iterator[str]:
    """§3.1: neighbours both ways, ports on seas of their region, 15 key cities (§21.1)."""
    for id, region in of.regions.items():
        for field, beside in (("land", region.land), ("strait", region.strait)):
            for other in beside:
                if id not in getattr(of.regions[other], field):
                    yield f"areas.toml: region/{id}: {field}: {other!r} does not name {id!r} in return"
        if not region.land and not region.seas:
            yield f"areas.toml: region/{id}: land: cannot be reached"
    yield from _waters(of)
    keys = [id for id, city in of.cities.items() if city.key]
    if len(keys) != KEY_CITIES:
        yield f"areas.toml: city: key: {len(keys)} key cities, not {KEY_CITIES} (21.1): {', '.join(keys)}"


def _waters(of: Board) -> Iterator[str]:
    for id, sea in of.seas.items():
        for other in sea.seas:
            if id not in of.seas[other].seas:
                yield f"areas.toml: sea/{id}: seas: {other!r} does not name {id!r} in return"
    for id, city in of.cities.items():
        for at in city.seas:
            if at not in of.regions[city.region].seas:
                yield f"areas.toml: city/{id}: seas: {city.region!r} does not lie on {at!r}"


def _nations(of: Board) -> Iterator[str]:
    """§3.11 §3.25 §29.1: one region a nation, of its colour; ships only where there is a coast (§4.2)."""
    for id, nation in of.nations.items():
        home = of.regions[nation.home]
        if home.nation != id:
            yield (
                f"nations.toml: nation/{id}: home: {nation.home!r} is the region of {home.nation!r} "
                f"(areas.toml: region/{nation.home}: nation)"
            )
        if home.side != nation.coalition:
            yield (
                f"nations.toml: nation/{id}: coalition: {nation.coalition!r}, but its region is of "
                f"{home.side!r} (areas.toml: region/{nation.home}: side)"
            )
        if not any(kind.nation == id for kind in of.kinds.values()):
            yield f"units.toml: kind: nation: {id!r} has no counter"
    for id, kind in of.kinds.items():
        home_id = of.nations[kind.nation].home
        if kind.type == "naval" and not of.regions[home_id].seas:
            yield (
                f"units.toml: kind/{id}: type: ships, but the nation has no coast "
                f"(areas.toml: region/{home_id}: seas)"
            )
    for id, leader in of.leaders.items():
        if not leader.nation and leader.code != "MERC":
            yield f"units.toml: leader/{id}: nation: none, and the code is not MERC (17.4)"
        if leader.nation and of.nations[leader.nation].coalition != leader.coalition:
            yield f"units.toml: leader/{id}: coalition: {leader.nation!r} is of another"


def _charts(of: Board) -> Iterator[str]:
    """§9.12, §14.0: the cells that the examples give, and that nothing is missing or there twice."""
    tables = {"letter": of.letters, "event": of.events, "column": of.columns}
    for (record, field, die), expected in EXAMPLES.items():
        section, _, id = record.partition("/")
        found = getattr(tables[section][id], field)[die - 1]
        if found != expected:
            yield f"charts.toml: {record}: {field}: {found!r} for die {die}; the rules say {expected!r}"
    yield from _letters(of)
    yield from _events(of)
    yield from _columns(of)
    for (one, low), (other, high) in pairwise(asdict(of.agents).items()):
        if low >= high:
            yield f"charts.toml: agents/{other}: value: {high} is not above the {low} of {one}"
    for n, (id, turn) in enumerate(of.turns.items(), 1):
        if turn.number != n:
            yield f"charts.toml: turn/{id}: number: {turn.number}, not {n}"


def _letters(of: Board) -> Iterator[str]:
    """§14.1: each nation once."""
    named: dict[str, str] = {}
    for id, letter in of.letters.items():
        for nation in filter(None, letter.nations):
            if nation not in of.nations or nation in named:
                why = f"is under {named[nation]} too" if nation in named else "is not a nation"
                yield f"charts.toml: letter/{id}: nations: {nation!r} {why}"
            named[nation] = id
    for nation in of.nations:
        if nation not in named:
            yield f"charts.toml: letter: nations: {nation!r} is missing"


def _events(of: Board) -> Iterator[str]:
    for id, row in of.events.items():
        for event in row.events:
            kind, _, letters = event.partition(" ")
            named = letters.split("+") if kind == "nation_out" else [letters]
            lettered = kind in ("plague", "nation_out") and {*named} <= {*LETTERS}
            if event not in PLAIN_EVENTS and not lettered:
                yield f"charts.toml: event/{id}: events: there is no {event!r}"


def _columns(of: Board) -> Iterator[str]:
    if of.columns["c0"].quarters != 0 or of.columns["c4"].quarters != 12:
        yield "charts.toml: column: quarters: c0 begins at 0, and c4 at 12 (3:1)"
    for (low, one), (high, other) in pairwise((column.quarters, id) for id, column in of.columns.items()):
        if low >= high:
            yield f"charts.toml: column/{other}: quarters: {high} does not come after the {low} of {one}"
    for result in RESULTS:
        if not any(result in column.results for column in of.columns.values()):
            yield f"charts.toml: column: results: {result} (27.0) is missing"


def _scenarios(of: Board) -> Iterator[str]:
    """§26: names of what there is, and turns in their order; §4.1 §5.1 a number of chits for each number of
    players.
    """
    where, all_ = "scenarios.toml: scenario", of.scenarios
    hired = {*of.mercenaries, *(id for id, leader in of.leaders.items() if not leader.nation)}
    chits = {*of.nations, *hired, *of.stratagems}
    yield from unknown(where, all_, "pairs", of.nations)
    yield from unknown(where, all_, "pairs", of.nations, lambda one: chain.from_iterable(one.pairs.values()))
    yield from unknown(where, all_, "core_never", of.nations)
    yield from unknown(where, all_, "pool_leaders", of.leaders)
    yield from unknown(where, all_, "janissaries", of.mercenaries)
    yield from unknown(where, all_, "camps", {*of.regions, *of.cities})
    yield from unknown(where, all_, "hired", of.nations)
    yield from unknown(where, all_, "unused", chits)
    late = {*chits, *of.leaders}
    yield from unknown(where, all_, "later", late, lambda one: chain.from_iterable(one.later.values()))
    for id, one in all_.items():
        for nation, pair in one.hired.items():
            if len(pair) != 2 or pair[0] not in hired or pair[1] not in of.regions:
                yield f"{where}/{id}: hired: {nation!r}: a mercenary and a region, not {list(pair)}"
        if one.first_turn > one.last_turn:
            yield f"{where}/{id}: last_turn: {one.last_turn} comes before first_turn, {one.first_turn}"
    for field in ("opening_chits", "phase_chits"):
        missing = {"2", "3", "4"} - {*getattr(of.figures, field)}
        if missing:
            yield f"scenarios.toml: figures/{field}: value: nothing for {min(missing)} players"
