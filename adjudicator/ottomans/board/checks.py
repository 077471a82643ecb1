"""Conditions on the data as a whole: refused at load, in the words of the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from adjudicator.records import DataError

from .pieces import City, Column, KindLine, LeaderLine, Nation, Region, Scenario, Sea

KEY_CITIES = 15
RESULTS = ("AD", "AE", "BB", "DD", "DE")


def check(
    regions: Mapping[str, Region],
    cities: Mapping[str, City],
    seas: Mapping[str, Sea],
    nations: Mapping[str, Nation],
    kinds: Mapping[str, KindLine],
    leaders: Mapping[str, LeaderLine],
    scenarios: Mapping[str, Scenario],
    letters: Mapping[str, Sequence[str]],
    columns: Sequence[Column],
    events: Sequence[Sequence[str]],
) -> None:
    """Compare the files with each other and with what the rules text says of them.

    Raises:
        DataError: naming what does not fit.
    """
    _areas(regions, cities, seas)
    _nations(regions, nations, kinds, leaders)
    _charts(nations, letters, columns, events)
    for scenario in scenarios.values():
        for core, pair in scenario.pairs.items():
            _need({core, *pair} <= set(nations), f"scenarios.toml: {scenario.id}: pair {core}")


def _need(holds: bool, what: str) -> None:
    if not holds:
        raise DataError(what)


def _areas(regions: Mapping[str, Region], cities: Mapping[str, City], seas: Mapping[str, Sea]) -> None:
    """§3.1: neighbours both ways, ports on seas of their region, 15 key cities (§21.1)."""
    for id, region in regions.items():
        for other in (*region.land, *region.strait):
            back = regions[other].land if other in region.land else tuple(regions[other].strait)
            _need(id in back, f"areas.toml: {id} lies beside {other}, which does not say so")
        _need(set(region.seas) <= set(seas), f"areas.toml: {id}: a sea that is not there")
        _need(bool(region.land or region.seas), f"areas.toml: {id}: cannot be reached")
    for id, sea in seas.items():
        _need(all(id in seas[other].seas for other in sea.seas), f"areas.toml: {id}: one-way sea")
    for id, city in cities.items():
        _need(set(city.seas) <= set(regions[city.region].seas), f"areas.toml: {id}: port on no coast")
    keys = sum(city.key for city in cities.values())
    _need(keys == KEY_CITIES, f"areas.toml: {keys} key cities, not {KEY_CITIES} (21.1)")


def _nations(
    regions: Mapping[str, Region],
    nations: Mapping[str, Nation],
    kinds: Mapping[str, KindLine],
    leaders: Mapping[str, LeaderLine],
) -> None:
    """§3.11 §3.25 §29.1: one region a nation, of its colour; ships only where there is a coast (§4.2)."""
    for id, nation in nations.items():
        home = regions[nation.home]
        _need(home.nation == id, f"nations.toml: {id}: {nation.home} is another nation's")
        _need(home.side == nation.coalition, f"nations.toml: {id}: not of its region's colour")
        _need(any(kind.nation == id for kind in kinds.values()), f"units.toml: {id} has no counter")
    for id, kind in kinds.items():
        coast = bool(regions[nations[kind.nation].home].seas)
        _need(kind.type != "naval" or coast, f"units.toml: {id}: ships without a coast")
    for id, leader in leaders.items():
        of = nations[leader.nation].coalition if leader.nation else leader.coalition
        _need(of == leader.coalition, f"units.toml: {id}: not of their nation's colour")


def _charts(
    nations: Mapping[str, Nation],
    letters: Mapping[str, Sequence[str]],
    columns: Sequence[Column],
    events: Sequence[Sequence[str]],
) -> None:
    """§9.12, §14.0: the cells that the examples give, and that nothing is missing."""
    named = [nation for nation in chain.from_iterable(letters.values()) if nation]
    _need(sorted(named) == sorted(nations), "charts.toml: each nation stands once among the letters")
    _need(letters["A"][0] == "byzantium" and letters["B"][2] == "transylvania", "charts.toml: 14.0 example")
    _need(events[3][2] == "nation_out A+B", "charts.toml: 14.0 example")
    (three,) = (column for column in columns if column.quarters == 3 * 4)
    _need(three.results[1] == "BB", "charts.toml: 9.12 example")
    found = sorted(set(chain.from_iterable(column.results for column in columns)))
    _need(found == sorted(RESULTS), "charts.toml: a result of 27.0 is missing")
