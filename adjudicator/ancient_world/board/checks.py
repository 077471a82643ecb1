"""Conditions on the board as a whole: its fields name what there is, and its charts have no gaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, pairwise
from typing import Any

from adjudicator.records import unknown

from .charts import Charts
from .lattice import around
from .pieces import Force, Reinforcement, Scenario, contingent_of
from .printed import Board

HIGHEST = 30
"""The highest modified die that a chart by dice must have a row for."""


def faults(board: Board) -> Iterator[str]:
    """Find what does not fit, by file, record and field."""
    yield from _places(board)
    yield from _forces(board)
    yield from _scenarios(board)
    yield from _victories(board)
    yield from _charts(board.charts)


def _places(board: Board) -> Iterator[str]:
    """Yield what does not fit in hexes.csv, hexsides.csv and places.toml, as `file: record: field: fault`."""
    hexes, cities = "hexes.csv: hexes", "places.toml: city"
    yield from unknown(hexes, board.hexes, "province", board.provinces)
    yield from unknown(hexes, board.hexes, "sea", board.seas)
    for id, one in board.hexes.items():
        if (one.kind == "land") == bool(one.sea):
            yield f"{hexes}/{id}: sea: {one.sea!r} for a hex of kind {one.kind}"
        if (one.kind != "land") == bool(one.terrain):
            yield f"{hexes}/{id}: terrain: {one.terrain!r} for a hex of kind {one.kind}"
        if (one.kind != "land") == bool(one.province):
            yield f"{hexes}/{id}: province: {one.province!r} for a hex of kind {one.kind}"
    for (at, to), side in board.sides.items():
        if at < to and bool(side.river) != bool(side.size):
            yield f"hexsides.csv: hexsides/{side.id}: size: {side.size!r} of the river {side.river!r}"
        if at < to and bool(side.way) != bool(side.level):
            yield f"hexsides.csv: hexsides/{side.id}: level: {side.level!r} of the road {side.way!r}"
    yield from unknown(cities, board.cities, "hex", board.hexes, lambda city: [city.hex])
    yield from unknown(cities, board.cities, "province", board.provinces, lambda city: [city.province])
    for id, city in board.cities.items():
        if city.hex in board.hexes and board.hexes[city.hex].province != city.province:
            yield f"{cities}/{id}: province: {city.province!r}, but hex {city.hex} lies in another"
        if board.city_at.get(city.hex) != id:
            yield f"{cities}/{id}: hex: {city.hex} has {board.city_at.get(city.hex)!r} too"
    yield from unknown("scenarios.toml: estuary", board.estuaries, "hexes", board.hexes)
    yield from _ports(board, cities)


def _ports(board: Board, cities: str) -> Iterator[str]:
    """§7.22 Ships reach every port."""
    for id, city in board.cities.items():
        through = board.estuaries[id].hexes if id in board.estuaries else ()
        near = [hex for at in (city.hex, *through) for hex in (at, *around(at)) if hex in board.hexes]
        if city.port and all(board.hexes[hex].kind == "land" for hex in near):
            yield f"{cities}/{id}: port: {city.port!r}, but no water is beside it"


def _forces(board: Board) -> Iterator[str]:
    """Yield every leader or force whose side, scenario, city, units or contingents are unknown."""
    where, leaders = "leaders.toml: leader", board.leaders
    sides = {side for scenario in board.scenarios.values() for side in scenario.sides}
    yield from unknown(where, leaders, "side", sides, lambda leader: [leader.side])
    yield from unknown(where, leaders, "nation", board.siege_capability, lambda leader: [leader.nation])
    yield from unknown(where, leaders, "scenarios", board.scenarios)
    yield from unknown(where, leaders, "leads", board.contingents)
    placed: tuple[tuple[str, Mapping[str, Force | Reinforcement]], ...] = (
        ("scenarios.toml: force", board.forces),
        ("scenarios.toml: reinforcement", board.reinforcements),
    )
    for where, records in placed:
        yield from unknown(where, records, "scenario", board.scenarios, lambda one: [one.scenario])
        yield from unknown(where, records, "city", board.cities, lambda one: [one.city])
        yield from unknown(where, records, "leaders", leaders)
        yield from unknown(where, records, "units", board.units)
        for id, one in records.items():
            scenario = board.scenarios.get(one.scenario)
            if scenario is not None and one.side not in scenario.sides:
                yield f"{where}/{id}: side: {one.side!r} is not one of {', '.join(scenario.sides)}"
    contingents = {contingent_of(unit) for unit in board.units}
    yield from unknown(
        "scenarios.toml: levy", board.levies, "contingent", contingents, lambda levy: [levy.contingent]
    )


def _scenarios(board: Board) -> Iterator[str]:
    """Yield every scenario that names what the board lacks, or a side that does not play in it."""
    where, all_ = "scenarios.toml: scenario", board.scenarios
    ways = {side.way for side in board.sides.values()}
    nations = {*board.siege_capability}
    yield from unknown(where, all_, "sides", nations)
    yield from unknown(where, all_, "ally", nations)
    yield from unknown(where, all_, "ways", ways)
    yield from unknown(where, all_, "area", board.provinces)
    yield from unknown(where, all_, "zones", board.seas)
    yield from unknown(where, all_, "naval", board.seas)
    yield from unknown(where, all_, "home", board.provinces, _named("home"))
    yield from unknown(where, all_, "alliance", board.provinces)
    yield from unknown(where, all_, "defence", board.cities)
    yield from unknown(where, all_, "control", board.cities, _named("control"))
    yield from unknown(where, all_, "elite", board.units)
    for id, one in all_.items():
        for zone in one.zones:
            if zone not in one.naval:
                yield f"{where}/{id}: naval: nothing of {zone!r}"
        for field in ("naval", "construction", "home", "control"):
            given = getattr(one, field)
            for side in given if field in ("home", "control") else chain.from_iterable(given.values()):
                if side not in one.sides:
                    yield f"{where}/{id}: {field}: {side!r} is not one of {', '.join(one.sides)}"
        for year in one.construction:
            if not year.isdecimal():
                yield f"{where}/{id}: construction: {year!r} is no year"


def _victories(board: Board) -> Iterator[str]:
    """Find cities, leaders and sides of a victory (§14.0) that the war has not."""
    where, all_ = "scenarios.toml: victory", board.victories
    yield from unknown(where, all_, "scenario", board.scenarios)
    yield from unknown(where, all_, "mortal", board.leaders)
    yield from unknown(where, all_, "twice", board.provinces)
    yield from unknown(where, all_, "island", board.provinces)
    yield from unknown(where, board.scenarios, "id", all_, lambda one: [one.id])
    for id, one in all_.items():
        named: list[tuple[str, Iterable[str]]] = [("cities", cities) for cities in one.cities.values()]
        named += [("last", cities) for cities in one.last.values()]
        named += [("decisive", cities) for groups in one.decisive.values() for cities in groups]
        for field, cities in named:
            for city in cities:
                if city not in board.cities:
                    yield f"{where}/{id}: {field}: there is no {city!r}"
        if one.scenario not in board.scenarios:
            continue
        sides = board.scenarios[one.scenario].sides
        for field in ("decisive", "last", "major", "cities", "spoils"):
            for side in getattr(one, field):
                if side not in sides:
                    yield f"{where}/{id}: {field}: {side!r} is not one of {', '.join(sides)}"
        if one.invader not in sides:
            yield f"{where}/{id}: invader: {one.invader!r} is not one of {', '.join(sides)}"
        if {*one.major} != {*sides}:
            yield f"{where}/{id}: major: name {', '.join(sides)}"
        if one.win <= one.draw:
            yield f"{where}/{id}: win: {one.win} is not above draw, {one.draw}"


def _named(field: str) -> Any:
    """Return a function that gives everything that a field of a scenario names by side."""

    def names(one: Scenario) -> list[str]:
        return list(chain.from_iterable(getattr(one, field).values()))

    return names


def _charts(charts: Charts) -> Iterator[str]:
    """Yield every chart whose rows leave a gap, do not rise, or do not fit their columns."""
    yield from _rising("transport", charts.transports, HIGHEST)
    yield from _rising("reduction", charts.reductions, HIGHEST)
    yield from _rising("repair", charts.repairs, HIGHEST)
    yield from _rising("ambassador", charts.embassies, HIGHEST)
    yield from _rising("disaster", charts.disasters, 9)
    yield from _endless("attrition_column", charts.columns)
    yield from _endless("siege_column", charts.siege_columns)
    yield from _endless("attrition_row", dict(list(charts.rows.items())[1:]))
    yield from _fitting("attrition_row", charts.rows, charts.columns)
    yield from _fitting("strait_row", charts.strait_rows, charts.columns)
    yield from _fitting("siege_inside", charts.inside, charts.siege_columns)
    yield from _fitting("siege_outside", charts.outside, charts.siege_columns)
    yield from _ratios("odds", charts.ratios)
    yield from _ratios("assault", charts.assaults)
    for id, column in charts.horse_columns.items():
        least = [step for step, _ in column.steps]
        if least[0] != 0 or least != sorted({*least}):
            yield f"charts.toml: horse/{id}: steps: begin at 0 and rise, not {least}"
    if min(row.least for row in charts.devastations.values()):
        yield "charts.toml: devastation: least: no row begins at 0"
    for id, line in charts.battle.items():
        if (line.unpredictable is None) == ("" in (line.attacker, line.defender)):
            yield f"charts.toml: battle/{id}: attacker, defender: percentages, or unpredictable alone"
    yield from _auguries(charts)


def _rising(section: str, rows: Mapping[str, Any], highest: int) -> Iterator[str]:
    """Rows by "up to" rise, and the last of them reaches the highest modified die."""
    for (above, one), (id, other) in pairwise(rows.items()):
        if other.most <= one.most:
            yield f"charts.toml: {section}/{id}: most: {other.most}, not above the {one.most} of {above}"
    id, last = list(rows.items())[-1]
    if last.most < highest:
        yield f"charts.toml: {section}/{id}: most: the last row ends at {last.most}, below {highest}"


def _endless(section: str, rows: Mapping[str, Any]) -> Iterator[str]:
    """Columns or rows by "up to" rise; the last has no end, and is 0."""
    *ends, (last, without) = rows.items()
    for (above, one), (id, other) in pairwise(ends):
        if other.most <= one.most:
            yield f"charts.toml: {section}/{id}: most: {other.most}, not above the {one.most} of {above}"
    if without.most:
        yield f"charts.toml: {section}/{last}: most: {without.most}, but the last has no end and is 0"


def _fitting(section: str, rows: Mapping[str, Any], columns: Mapping[str, object]) -> Iterator[str]:
    """Yield the rows that do not have a figure for each column."""
    for id, row in rows.items():
        if len(row.losses) != len(columns):
            yield f"charts.toml: {section}/{id}: losses: {len(row.losses)} figures in {len(columns)} columns"


def _auguries(charts: Charts) -> Iterator[str]:
    """Check that each number from 0 to 99 is of one augury."""
    free = 0
    for id, augury in sorted(charts.auguries.items(), key=lambda item: item[1].least):
        if augury.least != free:
            yield f"charts.toml: augury/{id}: least: {augury.least}, and {free} is expected"
        if augury.most < augury.least:
            yield f"charts.toml: augury/{id}: most: {augury.most}, below its least, {augury.least}"
        free = augury.most + 1
    if free != 100:
        yield f"charts.toml: augury: most: the last number is {free - 1}, not 99"


def _ratios(section: str, ratios: Mapping[str, Any]) -> Iterator[str]:
    """Ratios rise from row to row."""
    for (above, one), (id, other) in pairwise(ratios.items()):
        if other.attacker * one.defender <= one.attacker * other.defender:
            yield f"charts.toml: {section}/{id}: attacker, defender: {other.ratio} is not above {above}"
