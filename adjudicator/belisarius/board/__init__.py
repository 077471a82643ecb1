"""The printed game: map, provinces, counters, markers, charts, scenarios; read once from `data/belisarius`.

Everything here is public and never changes. The names in capitals are the board as printed or, where the
text lacks it, as reconstructed (every record says so); `loading.load` gives the same with an overlay folder's
figures. All tables are in the order of their ids, so that every iteration over them has the same order; hexes
are numbered RRCC (adjudicator/geometry/hexes.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .charts import Terrain
from .loading import DATA, load
from .loading import DRAWN as DRAWN
from .loading import FILES as FILES
from .pieces import Side

BOARD = load(DATA)

HEXES = BOARD.hexes
NEIGHBOURS = BOARD.neighbours
"""The hexes beside a hex that are on the map, by number."""
PROVINCES = BOARD.provinces
HEXES_OF = BOARD.hexes_of
"""The hexes of a province, by number."""
AREAS = BOARD.areas
SEAS = BOARD.seas
CITIES = BOARD.cities
LABELS = BOARD.labels
CITIES_AT: Final[Mapping[str, str]] = {city.hex: city.id for city in CITIES.values()}
"""The city in a hex; only of cities in play."""
TYPES = BOARD.types
LEADERS = BOARD.leaders
UNITS = BOARD.units
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    kind: tuple(u.id for u in UNITS.values() if u.kind == kind)
    for kind in sorted({unit.kind for unit in UNITS.values()})
}
"""The counters of every kind, by id."""
MARKERS = BOARD.markers
CHARTS = BOARD.charts
crt = CHARTS.crt
"""crt("assault" or "manoeuvre", one of ODDS, die): "AA" to "DZ"."""
ODDS: Final = tuple(CHARTS.combat["assault"])
"""The columns of both combat results tables, "1/3" to "4/1"."""
DIPLOMACY = CHARTS.diplomacy
"""By the difference, 0-5, and the die, 1-6: () or some of "D1" to "D3", "R1", "R2"."""
HEAVY_TAX = CHARTS.heavy_tax
"""By the modified die, 1-9: how many times the tax is paid, 0 for a defection."""
REVOLT = CHARTS.revolt
"""By the modified die, 1-6: whether the province revolts."""
PILLAGE = CHARTS.pillage
"""By the column, "1" to "4+", and the die, 1-6: () or some of "P", "R"."""
COLONY = CHARTS.colony
"""By the column, "1" to "5+", and the die, 1-6: () or some of "C", "R"."""
DISBAND = CHARTS.disband
"""By the modified die, 1-6: "mutiny", "disband" or "loyal"."""
EVENTS = CHARTS.events
"""The event by its two dice, 11 to 66 (§6.1)."""
REGIONS = CHARTS.regions
"""The provinces that an event or marker names."""
TERRAIN: Final[Mapping[str, Terrain]] = CHARTS.terrain
OP = CHARTS.op
"""Operation points, in half points."""
COSTS = CHARTS.cost
INCOME = CHARTS.income
SCENARIOS = BOARD.scenarios
RULES = BOARD.rules
POINTS = BOARD.points
LEVELS = BOARD.levels


def side(a: str, b: str) -> Side:
    """Return the side between two neighbours.

    Raises:
        KeyError: they are none.
    """
    return BOARD.sides[a, b]
