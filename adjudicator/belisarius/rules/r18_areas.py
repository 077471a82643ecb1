"""§18 Off-map areas: the hexes that lead to them, and who may go in and out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from adjudicator.belisarius.board import AREAS, UNITS
from adjudicator.belisarius.counted import units_said
from adjudicator.belisarius.world import Area, Hex, Place, Unit
from adjudicator.core import N_, Bar, bar


@cache
def land_gates(area: Area) -> tuple[Hex, ...]:
    """§18.2 The hexes on the edge of the map by which land units go in and out, by number."""
    return tuple(sorted(AREAS[area].gates))


@cache
def sea_gates(area: Area) -> tuple[Hex, ...]:
    """§18.2(4) §18.22 The sea hexes by which fleets go in and out, by number."""
    return tuple(sorted(AREAS[area].sea_gates))


@cache
def _beyond() -> Mapping[Hex, tuple[Area, ...]]:
    found: dict[Hex, tuple[Area, ...]] = {}
    for area in sorted(AREAS):
        for hex in (*land_gates(area), *sea_gates(area)):
            found[hex] = (*found.get(hex, ()), area)
    return found


def areas_beyond(hex: Place) -> tuple[Area, ...]:
    """§18.2 The areas to which a hex leads, by id."""
    return _beyond().get(hex, ())


def may_enter_area(units: Collection[Unit], hex: Place, area: Area) -> Bar | None:
    """§18.2 Only units of the area's own province enter it, from a hex that leads there.

    §18.1 §18.11 The controller of that province controls the area, even without units in it. §18.4 There is
    no limit to the units in it; §18.211 zones do not matter.
    """
    if area not in areas_beyond(hex):
        return bar("18.2", N_("{hex} does not connect to {area}"), hex=hex, area=area)
    if strangers := sorted(u for u in units if UNITS[u].origin != AREAS[area].province):
        return bar(
            "18.2",
            N_("only units of {province} may enter {area}; {units} {units:comes|come} from elsewhere"),
            province=AREAS[area].province,
            area=area,
            units=units_said(strangers),
        )
    return None
