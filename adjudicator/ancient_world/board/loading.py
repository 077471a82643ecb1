"""Read the board: every file of `data/ancient_world` that the rules need, connected and checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from adjudicator.core.language.words import N_
from adjudicator.records import DataError, Sheet, read_board, table

from .charts import charts_of
from .checks import faults
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
    Victory,
)
from .printed import Board

DATA = Path(__file__).parents[3] / "data" / "ancient_world"
FILES = ("charts.toml", "hexes.csv", "hexsides.csv", "leaders.toml", "places.toml", "scenarios.toml")
DRAWN = ("map.toml",)
"""The files that pictures alone use."""


def load(folder: Path, overlay: Path | None = None) -> Board:
    """Read, connect and check a board (see `records.read_board`)."""
    return read_board(folder, FILES, connect, faults, overlay)


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
            raise DataError(
                N_("{where}: the hexes are no neighbours"), where=f"hexsides.csv: hexsides/{side.id}"
            )
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
        victories=table(scenarios, "victory", Victory),
        estuaries=table(scenarios, "estuary", Estuary),
    )


BOARD: Final = load(DATA)
