"""Read the board: every file of `data/ancient_world` that the rules need, connected and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from adjudicator.records import DataError, Sheet, read_board, table

from .charts import Charts, charts_of
from .lattice import around
from .pieces import (
    ARMS,
    City,
    Contingent,
    Estuary,
    Figure,
    Force,
    Hex,
    Leader,
    Levy,
    Muster,
    Province,
    Reinforcement,
    Scenario,
    Sea,
    Side,
    contingent_of,
)

DATA = Path(__file__).parents[3] / "data" / "ancient_world"
FILES = ("charts.toml", "hexes.csv", "hexsides.csv", "leaders.toml", "places.toml", "scenarios.toml")
DRAWN = ("map.toml",)
"""The files that pictures alone use."""


class Board(Struct, frozen=True):
    """The whole printed game; `sides` holds the hexsides that have something, under both orders."""

    hexes: Mapping[str, Hex]
    neighbours: Mapping[str, tuple[str, ...]]
    sides: Mapping[tuple[str, str], Side]
    provinces: Mapping[str, Province]
    cities: Mapping[str, City]
    city_at: Mapping[str, str]
    seas: Mapping[str, Sea]
    leaders: Mapping[str, Leader]
    contingents: Mapping[str, Contingent]
    units: tuple[str, ...]
    charts: Charts
    scenarios: Mapping[str, Scenario]
    forces: Mapping[str, Force]
    reinforcements: Mapping[str, Reinforcement]
    levies: Mapping[str, Levy]
    muster: Mapping[str, Muster]
    siege_capability: Mapping[str, Figure]
    estuaries: Mapping[str, Estuary]


def load(folder: Path, overlay: Path | None = None) -> Board:
    """Read, connect and check a board (see `records.read_board`)."""
    return read_board(folder, FILES, connect, _faults, overlay)


def connect(sheets: Mapping[str, Sheet]) -> Board:
    """Build a board from its sheets, by file name, without judging it.

    Raises:
        DataError: a record with a wrong field, or a hexside of hexes that are not neighbours.
    """
    hexes = table(sheets["hexes.csv"], "hexes", Hex)
    cities = table(sheets["places.toml"], "city", City)
    contingents = table(sheets["leaders.toml"], "contingent", Contingent)
    sides: dict[tuple[str, str], Side] = {}
    for side in table(sheets["hexsides.csv"], "hexsides", Side).values():
        one, _, other = side.id.partition("/")
        if other not in around(one):
            raise DataError(f"hexsides.csv: {side.id}: no neighbours")
        sides[one, other] = sides[other, one] = side
    scenarios = sheets["scenarios.toml"]
    return Board(
        hexes=hexes,
        neighbours={at: tuple(to for to in around(at) if to in hexes) for at in hexes},
        sides=sides,
        provinces=table(sheets["places.toml"], "province", Province),
        cities=cities,
        city_at={city.hex: city.id for city in cities.values()},
        seas=table(sheets["places.toml"], "sea", Sea),
        leaders=table(sheets["leaders.toml"], "leader", Leader),
        contingents=contingents,
        units=tuple(f"{contingent}_{arm}" for contingent in contingents for arm in ARMS),
        charts=charts_of(sheets["charts.toml"]),
        scenarios=table(scenarios, "scenario", Scenario),
        forces=table(scenarios, "force", Force),
        reinforcements=table(scenarios, "reinforcement", Reinforcement),
        levies=table(scenarios, "levy", Levy),
        muster=table(scenarios, "muster", Muster),
        siege_capability=table(scenarios, "siege_capability", Figure),
        estuaries=table(scenarios, "estuary", Estuary),
    )


def _faults(board: Board) -> Iterator[str]:
    """Find what names something that there is not."""
    for city in board.cities.values():
        if city.hex not in board.hexes or board.hexes[city.hex].province != city.province:
            yield f"{city.id} does not lie in {city.province}"
    placed: list[Force | Reinforcement] = [*board.forces.values(), *board.reinforcements.values()]
    for force in placed:
        known = {*board.cities, *board.leaders, *board.scenarios, *board.units}
        for name in (force.city, force.scenario, *force.leaders, *force.units):
            if name not in known:
                yield f"{force.id}: there is no {name}"
    for scenario in board.scenarios.values():
        named = (*scenario.area, *scenario.alliance, *(p for home in scenario.home.values() for p in home))
        yield from (f"{scenario.id}: no province {p}" for p in named if p not in board.provinces)
        yield from (f"{scenario.id}: no zone {z}" for z in scenario.zones if z not in scenario.naval)
        held = (*scenario.defence, *(c for cities in scenario.control.values() for c in cities))
        yield from (f"{scenario.id}: no city {c}" for c in held if c not in board.cities)
        yield from (f"{scenario.id}: no unit {u}" for u in scenario.elite if u not in board.units)
    for leader in board.leaders.values():
        if leader.nation not in board.siege_capability:
            yield f"{leader.id}: no siege capability of {leader.nation}"
        yield from (f"{leader.id}: no {c}" for c in leader.leads if c not in board.contingents)
    yield from (
        f"{levy.id}: no contingent {levy.contingent}"
        for levy in board.levies.values()
        if levy.contingent not in {contingent_of(unit) for unit in board.units}
    )


BOARD: Final = load(DATA)
