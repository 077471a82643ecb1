"""The board: everything that the rules need of the printed game."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from .charts import Charts
from .pieces import (
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


class Board(Struct, frozen=True):
    """Map, pieces, charts and scenarios; `sides` has the hexsides with a feature, under both orders."""

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
    victories: Mapping[str, Victory]
    estuaries: Mapping[str, Estuary]
