"""§10.2 Heavy taxes, and the heavy tax table."""

from __future__ import annotations

from adjudicator.belisarius.board import AREAS, CHARTS
from adjudicator.belisarius.world import (
    EMPIRE,
    Seat,
    World,
    enemy_of,
    is_leader,
    owner_of,
    province_of,
    stars_of,
)
from adjudicator.core import tell

from . import r04_control as r04
from . import r08_stratagems as r08
from . import r10_income as r10
from . import r11_levies, r11_recruits


async def tax_heavily(w: World, seat: Seat, source: str) -> None:
    """§10.2 §10.21 §10.22 One die for a province or area: its yield up to three times, or defection."""
    die = await r08.roll(w, "10.2", f"heavy_tax {source}", seat)
    modifier = modifier_of(w, seat, source)
    times = CHARTS.taxed(die + modifier)
    tell("heavy_tax", "10.2", seat=seat, source=source, die=die, modifier=modifier)
    if times:
        r10.collect(w, seat, [source], times)
    else:
        await _defect(w, seat, source)


def modifier_of(w: World, seat: Seat, source: str) -> int:
    """§chart/heavy_tax §2.6 Return the modifier of the die; all that applies adds up.

    The emperor in the capital; the best of one's leaders there, and that one alone (ruling BE-D4); any
    pillage marker
    there; a province that is not one's own. An off-map area counts by itself (ruling BE-D5).
    """
    province = r10.province_taxed(source)
    emperor = seat == EMPIRE and r11_recruits.is_emperor_home(w)
    ruined = source not in AREAS and any(province_of(hex) == province for hex in w.pillaged)
    return int(emperor) + best_leader(w, seat, source) - int(ruined) - int(w.control[province] != seat)


def best_leader(w: World, seat: Seat, source: str) -> int:
    """Heavy tax table: the stars of the best leader whom a seat has in a province or off-map area."""

    def is_there(place: str) -> bool:
        return place == source if source in AREAS else place not in AREAS and province_of(place) == source

    leaders = [u for u in w.at if is_leader(u) and owner_of(w, u) == seat]
    return stars_of(u for u in leaders if is_there(w.at[u]))


async def _defect(w: World, seat: Seat, source: str) -> None:
    """Heavy tax table: no taxes; the province goes to the enemy, or, if it is the enemy's, rises for the
    enemy.
    """
    province, enemy = r10.province_taxed(source), enemy_of(seat)
    w.taxed = sorted({*w.taxed, source})
    tell("defection", "10.2", seat=seat, source=source)
    if w.control[province] == enemy:
        await r11_levies.raise_at_once(w, enemy, province)
    else:
        await r04.change_control(w, province, enemy, "10.2")
