"""The printed game: areas, nations, counters, chits, charts, scenarios; read once from `data/ottomans`.

Everything here is public and never changes; where the text lacks the printed figure it is reconstructed, and
every record says so. The names in capitals are the board; `loading.load` gives the same with an overlay
folder's figures. All tables are in the order of their ids, so that every iteration over them has the same
order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .loading import DATA as DATA
from .loading import DRAWN as DRAWN
from .loading import FILES as FILES
from .loading import load, units_of
from .pieces import Named
from .pieces import Result as Result
from .pieces import Unit as Unit

BOARD = load(DATA)

COALITIONS = BOARD.coalitions
REGIONS = BOARD.regions
CITIES = BOARD.cities
SEAS = BOARD.seas
NATIONS = BOARD.nations
TYPES = BOARD.types
KINDS = BOARD.kinds
LEADERS = BOARD.leaders
MERCENARIES = BOARD.mercenaries
STRATAGEMS = BOARD.stratagems
AGENTS = BOARD.agents
FIGURES = BOARD.figures
COLUMNS: Final = tuple(BOARD.columns.values())
EVENTS: Final = tuple(row.events for row in BOARD.events.values())
LETTERS: Final = {letter.id: letter.nations for letter in BOARD.letters.values()}
TURNS: Final = {turn.number: turn for turn in BOARD.turns.values()}
SCENARIOS: Final = {one.number: one for one in BOARD.scenarios.values()}
UNITS: Final = units_of(BOARD)
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
