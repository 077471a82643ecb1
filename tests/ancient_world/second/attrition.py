"""§6.4 Attrition of marches and of staying, and what may be given up for it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from adjudicator.ancient_world.board import SCENARIOS
from adjudicator.ancient_world.world import Force, World

from . import charts
from .ground import (
    AFRICA,
    RIVERS,
    Units,
    arm,
    city_in,
    defence,
    foot,
    has_road,
    horse,
    province,
    rating,
    river,
    road,
    state,
    strength,
    terrain,
    weight,
)

GUIDES = 12
"""Six points, in halves, that native guides spare a march (§13.0)."""


def points(w: World, side: str, way: Sequence[str]) -> int:
    """§6.41 The points of a way, the start first, in halves; a city at its end is left out (§6.44)."""
    of_province: dict[str, bool] = {}
    terrain_and_rivers = 0
    for one, to in pairwise(way):
        if one[:4] == to[:4]:
            continue
        by_road = road(w, one, to)
        of_province[province(to)] = of_province.get(province(to), True) and by_road
        terrain_and_rivers += {"mountain": 6, "marsh": 3}.get(terrain(to), 0)
        terrain_and_rivers += 0 if by_road else RIVERS.get(river(one, to), 0)
        roadless = province(to) in AFRICA and terrain(to) == "rough" and not has_road(to[:4])
        terrain_and_rivers += 1 if roadless else 0
    total = 2 * terrain_and_rivers
    homes = SCENARIOS[w.scenario].home.get(side, ())
    at_home = all(province(place) in homes for place in way)
    for name, all_road in of_province.items():
        base = 1 if all_road else next(rating(to) for to in way if province(to) == name)
        base *= 2 if name in w.devastated else 1
        total += base if at_home else 2 * base
    return total


def two_mountains(way: Sequence[str]) -> bool:
    """§6.43 Did they enter two mountain hexes, one after the other?"""
    entered = [to for one, to in pairwise(way) if one[:4] != to[:4]]
    return any(terrain(one) == terrain(to) == "mountain" for one, to in pairwise(entered))


def shift(rank: int, many: Units, *, mountains: bool = False, overran: bool = False) -> int:
    """§6.43 How many rows lower the chart is read."""
    crowd = max(0, weight(many) - 250) // 50
    return min(4, charts.state(rank, "rows") + crowd + mountains + overran)


def of_march(w: World, force: Force, way: Sequence[str], *, overran: bool, guided: int) -> tuple[int, int]:
    """Return the points of a march, in halves, and the strength points that it costs (§6.44)."""
    half = points(w, force.side, way)
    city = city_in(w, way[-1]) if way[-1].endswith("i") else ""
    left = half - (GUIDES if guided else 0) - (2 * defence(w, city) if city else 0)
    rows = shift(state(force), force.units, mountains=two_mountains(way), overran=overran)
    fever = bool(w.effects.get("fever")) and any(terrain(place) == "marsh" for place in way)
    return half, charts.attrition(max(0, left) // 2, weight(force.units), rows) + fever


def of_staying(w: World, force: Force) -> int:
    """§6.46 What a force loses that has stayed in its province."""
    stayed = {unit: n - force.fresh.get(unit, 0) for unit, n in force.units.items()}
    stayed = {unit: n for unit, n in stayed.items() if n > 0}
    city, is_in = city_in(w, force.place), force.place.endswith("i")
    if force.afloat or not strength(stayed):
        return 0
    if city in w.sieges and (is_in or w.sieges[city].side == force.side):
        return 0
    paid = rating(force.place) * (2 if province(force.place) in w.devastated else 1)
    paid *= 2 if terrain(force.place) == "mountain" else 1
    paid -= defence(w, city) if is_in and city else 0
    return charts.attrition(paid, weight(stayed), shift(state(force), stayed))


def may_pay(had: Units, given: Units, due: int) -> str:
    """§6.47 Why some losses don't pay attrition, "" if they do."""
    owed = min(due, foot(had) + horse(had) + (2 if due > 11 else 1) * arm(had, "elephant"))
    beasts = arm(given, "elephant")
    paid = foot(given) + horse(given) + beasts * (2 if due > 11 else 1)
    if not owed <= paid <= owed + (1 if beasts else 0):
        return f"{paid} paid of {owed}"
    if horse(given) < min(due // 7, horse(had)):
        return f"{due // 7} of horse wanted"
    if beasts and due <= 11 and foot(given) + horse(given) < foot(had) + horse(had):
        return "an elephant counts only above eleven"
    return "" if arm(given, "engine") == 0 else "engines are no strength points"
