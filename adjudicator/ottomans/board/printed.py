"""The whole printed game as one record."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from adjudicator.records import Source

from .pieces import (
    Agents,
    City,
    Colour,
    Column,
    EventRow,
    Figures,
    KindLine,
    LeaderLine,
    Letter,
    MercenaryLine,
    Nation,
    Region,
    Scenario,
    Sea,
    StratagemLine,
    Turn,
    Type,
)


class Board(Struct, frozen=True):
    """The whole printed game, by id. The names in capitals of the package say what each table holds."""

    coalitions: Mapping[str, Colour]
    regions: Mapping[str, Region]
    cities: Mapping[str, City]
    seas: Mapping[str, Sea]
    nations: Mapping[str, Nation]
    types: Mapping[str, Type]
    kinds: Mapping[str, KindLine]
    leaders: Mapping[str, LeaderLine]
    mercenaries: Mapping[str, MercenaryLine]
    stratagems: Mapping[str, StratagemLine]
    columns: Mapping[str, Column]
    events: Mapping[str, EventRow]
    letters: Mapping[str, Letter]
    agents: Agents
    turns: Mapping[str, Turn]
    figures: Figures
    scenarios: Mapping[str, Scenario]
    sources: Mapping[str, Source]
