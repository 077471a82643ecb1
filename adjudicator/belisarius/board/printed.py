"""The whole printed game as one record."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from adjudicator.records import Source

from .charts import Charts
from .pieces import Area, City, Hex, Label, Leader, Marker, Province, Sea, Side, Type, Unit
from .scenarios import Level, Rules, Scenario, Score


class Board(Struct, frozen=True):
    """The whole printed game. The names in capitals of the package say what each table holds."""

    hexes: Mapping[str, Hex]
    neighbours: Mapping[str, tuple[str, ...]]
    sides: Mapping[tuple[str, str], Side]
    provinces: Mapping[str, Province]
    hexes_of: Mapping[str, tuple[str, ...]]
    areas: Mapping[str, Area]
    seas: Mapping[str, Sea]
    cities: Mapping[str, City]
    labels: Mapping[str, Label]
    types: Mapping[str, Type]
    leaders: Mapping[str, Leader]
    units: Mapping[str, Unit]
    markers: Mapping[str, Marker]
    charts: Charts
    scenarios: Mapping[str, Scenario]
    rules: Rules
    points: Mapping[str, Score]
    levels: Mapping[str, Level]
    sources: Mapping[str, Source]
