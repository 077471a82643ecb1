"""The printed game: areas, nations, counters, chits, charts, scenarios; read once from `data/ottomans`.

Everything here is public and never changes; where the text lacks the printed figure it is reconstructed, and
every record says so. All tables are in the order of their ids, so that every iteration over them has the same
order.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeVar

from adjudicator.records import Sheet, read, table, values

from .checks import Tables, check
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
    Named,
    Nation,
    Region,
    Result,
    Scenario,
    Sea,
    StratagemLine,
    Turn,
    Type,
    Unit,
)

T = TypeVar("T")

DATA: Final = Path(__file__).parents[3] / "data" / "ottomans"
FILES: Final = (
    "areas.toml",
    "charts.toml",
    "nations.toml",
    "scenarios.toml",
    "stratagems.toml",
    "units.toml",
)
DRAWN: Final = ("areas.csv", "map.toml")
"""The files that pictures alone use."""

_SHEETS: Final[Mapping[str, Sheet]] = {file.partition(".")[0]: read(DATA, file) for file in FILES}


def _all(file: str, section: str, kind: type[T]) -> Mapping[str, T]:
    return table(_SHEETS[file], section, kind)


COALITIONS: Final = _all("areas", "coalition", Colour)
REGIONS: Final = _all("areas", "region", Region)
CITIES: Final = _all("areas", "city", City)
SEAS: Final = _all("areas", "sea", Sea)
NATIONS: Final = _all("nations", "nation", Nation)
TYPES: Final = _all("units", "type", Type)
KINDS: Final = _all("units", "kind", KindLine)
LEADERS: Final = _all("units", "leader", LeaderLine)
MERCENARIES: Final = _all("units", "mercenary", MercenaryLine)
STRATAGEMS: Final = _all("stratagems", "stratagem", StratagemLine)
_COLUMNS: Final = _all("charts", "column", Column)
_EVENTS: Final = _all("charts", "event", EventRow)
_LETTERS: Final = _all("charts", "letter", Letter)
AGENTS: Final = values(_SHEETS["charts"], "agents", Agents)
_TURNS: Final = _all("charts", "turn", Turn)
FIGURES: Final = values(_SHEETS["scenarios"], "figures", Figures)
_SCENARIOS: Final = _all("scenarios", "scenario", Scenario)

check(
    Tables(
        COALITIONS,
        REGIONS,
        CITIES,
        SEAS,
        NATIONS,
        TYPES,
        KINDS,
        LEADERS,
        MERCENARIES,
        STRATAGEMS,
        _COLUMNS,
        _EVENTS,
        _LETTERS,
        AGENTS,
        _TURNS,
        FIGURES,
        _SCENARIOS,
    )
)

COLUMNS: Final = tuple(_COLUMNS.values())
EVENTS: Final = tuple(row.events for row in _EVENTS.values())
LETTERS: Final = {letter.id: letter.nations for letter in _LETTERS.values()}
TURNS: Final = {turn.number: turn for turn in _TURNS.values()}
SCENARIOS: Final = {one.number: one for one in _SCENARIOS.values()}


def _units() -> dict[str, Unit]:
    found = {}
    for kind in KINDS.values():
        coalition = NATIONS[kind.nation].coalition
        naval = kind.type == "naval"
        for n in range(1, kind.count + 1):
            id, back = f"{kind.id}_{n}", kind.back or kind.strength
            found[id] = Unit(
                id, kind.id, kind.nation, coalition, kind.type, kind.strength, back, kind.move, naval
            )
    for one in LEADERS.values():
        strength = one.strength
        found[one.id] = Unit(
            one.id,
            one.id,
            one.nation,
            one.coalition,
            "leader",
            strength,
            strength,
            one.move,
            one.naval,
            one.command,
        )
    for hired in MERCENARIES.values():
        strength, naval = hired.strength, hired.type == "naval"
        found[hired.id] = Unit(
            hired.id, hired.id, "", hired.coalition, hired.type, strength, strength, hired.move, naval
        )
    return dict(sorted(found.items()))


UNITS: Final = _units()
UNITS_OF: Final = {
    kind: tuple(u.id for u in UNITS.values() if u.kind == kind)
    for kind in sorted({u.kind for u in UNITS.values()})
}
"""The counters of every kind."""
COUNTERS: Final = {nation: tuple(u.id for u in UNITS.values() if u.nation == nation) for nation in NATIONS}
"""The counters of every nation, leaders among them."""
DORIA: Final = "andrea_doria"
HIRED: Final = (*sorted((*MERCENARIES, DORIA)),)
"""§17.0 The units that MERCENARY chits name; Andrea Doria is a leader (§17.4)."""
CHITS: Final = tuple(
    sorted((*NATIONS, *HIRED, *(id for id, line in STRATAGEMS.items() for _ in range(line.count))))
)
"""§19 All chits but the leaders of §13.7: a CONTROL chit is its nation, a MERCENARY chit its unit."""

LANDS: Final = tuple(region for region, land in REGIONS.items() if not land.city_only)
"""The regions in which units may stand: Rhodes and Malta are cities only (§18.4)."""
KEY_CITIES: Final = tuple(city for city, record in CITIES.items() if record.key)
PORTS: Final = tuple(city for city, record in CITIES.items() if record.seas)
CITIES_OF: Final = {
    region: tuple(city for city, record in CITIES.items() if record.region == region) for region in REGIONS
}
PORTS_OF: Final = {sea: tuple(port for port in PORTS if sea in CITIES[port].seas) for sea in SEAS}
COASTS_OF: Final = {sea: tuple(land for land in LANDS if sea in REGIONS[land].seas) for sea in SEAS}
LANDINGS: Final = {f"{port}/{sea}": (port, sea) for port in PORTS for sea in CITIES[port].seas}
"""Attacks on a port from a sea beside it (§16.7): "izmir/aegean"."""
PLACES: Final[Mapping[str, Named]] = {**{land: REGIONS[land] for land in LANDS}, **CITIES, **SEAS}
"""Every area in which units may stand; regions, cities and seas are areas apart (§3.13)."""

__all__ = [
    "AGENTS",
    "CHITS",
    "CITIES",
    "CITIES_OF",
    "COALITIONS",
    "COASTS_OF",
    "COLUMNS",
    "COUNTERS",
    "DATA",
    "DORIA",
    "DRAWN",
    "EVENTS",
    "FIGURES",
    "FILES",
    "HIRED",
    "KEY_CITIES",
    "KINDS",
    "LANDINGS",
    "LANDS",
    "LEADERS",
    "LETTERS",
    "MERCENARIES",
    "NATIONS",
    "PLACES",
    "PORTS",
    "PORTS_OF",
    "REGIONS",
    "SCENARIOS",
    "SEAS",
    "STRATAGEMS",
    "TURNS",
    "TYPES",
    "UNITS",
    "UNITS_OF",
    "Result",
    "Unit",
]  # fmt: skip
