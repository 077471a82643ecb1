"""Read, connect and check a board, with or without an overlay of other figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path

from msgspec import structs

from adjudicator.core.language.words import N_
from adjudicator.geometry import hexes as grid
from adjudicator.records import DataError, Sheet, read_board, table

from .charts import charts_of
from .checks import check
from .pieces import (
    Area,
    City,
    Hex,
    HexLine,
    Label,
    Leader,
    Marker,
    Mix,
    Province,
    Sea,
    Side,
    SideLine,
    Type,
    Unit,
    UnitType,
)
from .printed import Board
from .scenarios import Scenario, scenarios_of

DATA = Path(__file__).parents[3] / "data" / "belisarius"
FILES = (
    "charts.toml",
    "cities.toml",
    "hexes.csv",
    "hexsides.csv",
    "markers.toml",
    "provinces.toml",
    "scenarios.toml",
    "units.toml",
)
DRAWN = ("map.toml",)
"""The files that pictures alone use."""


def load(folder: Path, overlay: Path | None = None) -> Board:
    """Read, connect and check a board (see `records.read_board`)."""
    return read_board(folder, FILES, connect, check, overlay)


def connect(sheets: Mapping[str, Sheet]) -> Board:
    """Build a board from its sheets, by file name, without judging it (`check` does).

    Raises:
        DataError: a record with a wrong field, or a hexside of hexes that are not neighbours.
    """
    lines = table(sheets["hexes.csv"], "hexes", HexLine)
    listed = table(sheets["hexsides.csv"], "hexsides", SideLine)
    cities = table(sheets["cities.toml"], "city", City)
    labels = table(sheets["cities.toml"], "label", Label)
    areas = table(sheets["provinces.toml"], "area", Area)
    types = table(sheets["units.toml"], "type", Type)
    leaders = table(sheets["units.toml"], "leader", Leader)
    scenarios, rules, points, levels = scenarios_of(sheets["scenarios.toml"])
    beside = _neighbours(lines)
    sides = _sides(lines, beside, listed)
    hexes = _hexes(lines, sides, cities, labels)
    provinces = table(sheets["provinces.toml"], "province", Province)
    return Board(
        hexes=hexes,
        neighbours=beside,
        sides=sides,
        provinces=_opened(provinces, areas, scenarios),
        hexes_of=_hexes_of(provinces, hexes),
        areas=areas,
        seas=table(sheets["provinces.toml"], "sea", Sea),
        cities=cities,
        labels=labels,
        types=types,
        leaders=leaders,
        units=_units(types, leaders, table(sheets["units.toml"], "mix", Mix)),
        markers=table(sheets["markers.toml"], "marker", Marker),
        charts=charts_of(sheets["charts.toml"]),
        scenarios=scenarios,
        rules=rules,
        points=points,
        levels=levels,
        sources=dict(sorted(chain.from_iterable(sheet.sources.items() for sheet in sheets.values()))),
    )


def _neighbours(numbers: Iterable[str]) -> dict[str, tuple[str, ...]]:
    cells = {grid.read(number): number for number in numbers}
    return {
        number: tuple(sorted(cells[beside] for beside in grid.around(cell) if beside in cells))
        for cell, number in cells.items()
    }


def _sides(
    lines: Mapping[str, HexLine], beside: Mapping[str, tuple[str, ...]], listed: Mapping[str, SideLine]
) -> dict[tuple[str, str], Side]:
    """Connect every two neighbours, both ways; one that is not listed is all sea by the sea, else land."""
    land, sea = Side("land"), Side("sea")
    found = {}
    for a, ring in beside.items():
        for b in ring:
            found[a, b] = sea if "sea" in (lines[a].kind, lines[b].kind) else land
    for line in listed.values():
        a, _, b = line.id.partition("/")
        if (a, b) not in found or a > b:
            raise DataError(
                N_("{where}: no two neighbours, the lower first"), where=f"hexsides.csv: hexsides/{line.id}"
            )
        side = Side(line.kind, bool(line.river), line.way, line.strait, line.river)
        found[a, b] = found[b, a] = side
    return found


def _hexes(
    lines: Mapping[str, HexLine],
    sides: Mapping[tuple[str, str], Side],
    cities: Mapping[str, City],
    labels: Mapping[str, Label],
) -> dict[str, Hex]:
    """Return the hexes, each with the city, label and river that the other files lay on its line."""
    city_at = {city.hex: city for city in cities.values()}
    label_at = {labels[key].hex: key for key in sorted(labels, reverse=True)}
    river = {a for (a, _), between in sides.items() if between.river}
    found = {}
    for number, line in lines.items():
        city = city_at.get(number)
        found[number] = Hex(
            id=number,
            row=int(number[:2]),
            col=int(number[2:]),
            kind=line.kind,
            terrain=line.terrain,
            province=line.province,
            sea=line.sea,
            port=city is not None and city.port,
            riverside=number in river,
            city=city.id if city else "",
            label=label_at.get(number, ""),
            lon=line.lon,
            lat=line.lat,
        )
    return found


def _hexes_of(provinces: Mapping[str, Province], hexes: Mapping[str, Hex]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {province: [] for province in provinces}
    for one in hexes.values():
        if one.province:
            found.setdefault(one.province, []).append(one.id)
    return {province: tuple(numbers) for province, numbers in found.items()}


def _opened(
    provinces: Mapping[str, Province], areas: Mapping[str, Area], scenarios: Mapping[str, Scenario]
) -> dict[str, Province]:
    """Give every province its off-map area and its first control in every scenario."""
    area_of = {area.province: area.id for area in areas.values()}
    controls = {key: one.control for key, one in scenarios.items()}
    found = {}
    for key, one in provinces.items():
        start = {scenario: control[key] for scenario, control in controls.items() if key in control}
        found[key] = structs.replace(one, area=area_of.get(key, ""), start=start)
    return found


def _units(
    types: Mapping[str, Type], leaders: Mapping[str, Leader], mixes: Mapping[str, Mix]
) -> dict[str, Unit]:
    found = []
    for origin, mix in mixes.items():
        for type_, count in mix.units.items():
            kind = f"{origin}_{type_}"
            found += [_unit(f"{kind}_{n}", kind, types[type_], type_, origin, 0) for n in range(1, count + 1)]
    for leader in leaders.values():
        found.append(_unit(leader.id, leader.id, types["leader"], "leader", leader.origin, leader.stars))
    return {unit.id: unit for unit in sorted(found, key=lambda unit: unit.id)}


def _unit(id_: str, kind: str, printed: Type, type_: UnitType, origin: str, stars: int) -> Unit:
    strength = printed.guard_strength if origin == "guard" else printed.strength
    return Unit(id_, kind, type_, origin, printed.op, strength, stars, printed.recruit, printed.supply)
