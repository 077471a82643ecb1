"""§10.11 Income: what provinces and off-map areas yield when they are taxed."""

from __future__ import annotations

from adjudicator.belisarius.board import AREAS, CITIES, INCOME, PROVINCES
from adjudicator.belisarius.world import Hex, Province, Seat, World, city_at, province_of
from adjudicator.core import tell

from . import r04_control as r04


def sources() -> list[str]:
    """§10.22 Heavy tax table: every province and every off-map area is taxed for itself."""
    return [*sorted(PROVINCES), *sorted(AREAS)]


def province_taxed(source: str) -> Province:
    """The province that is taxed, or whose off-map area is."""
    return AREAS[source].province if source in AREAS else source


def incomes(w: World, seat: Seat) -> dict[str, int]:
    """§10.11 §10.12 §10.13 Return the yield of every province and area to a seat when it is taxed once, in
    solidi.
    """
    found = dict.fromkeys(sources(), 0)
    for area, printed in AREAS.items():
        found[area] = printed.income if w.control[printed.province] == seat else 0
    for hex in r04.holdings(w, seat):
        found[province_of(hex)] += yield_of(w, hex)
    return found


def yield_of(w: World, hex: Hex) -> int:
    """§10.11 §28.3(1) Return the yield of an occupied city or colony; §10.121 pillaged, nothing
    (ruling BE-D2).
    """
    if hex in w.pillaged:
        return 0
    city = city_at(w, hex)
    value = CITIES[city].tax if city else INCOME.colony if hex in w.colonies else 0
    return value + (INCOME.works if value and hex in w.works else 0)


def collect(w: World, seat: Seat, from_: list[str], times: int) -> None:
    """§10.11 §10.14 Collect what provinces and areas yield, `times` as much as printed."""
    yields = incomes(w, seat)
    solidi = times * sum(yields[source] for source in from_)
    w.taxed = sorted({*w.taxed, *from_})
    w.treasury[seat] += solidi
    tell("taxed", "10.1", seat=seat, sources=from_, n=times, solidi=solidi)
