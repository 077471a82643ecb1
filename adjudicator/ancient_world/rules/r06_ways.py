"""§6.41 The cheapest way to every hex. A province is paid once a move: it is no shortest path over hexes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec import Struct

from adjudicator.ancient_world.board import CITY_AT, ENGINE, HEXES, NEIGHBOURS, PROVINCES, SCENARIOS
from adjudicator.ancient_world.world import (
    Place,
    Side,
    World,
    city_of,
    hex_of,
    inside_of,
    is_inside,
    province_of,
    scenario_of,
)
from adjudicator.core.language.words import spend

from .r02_forces import of_arm
from .r06_ground import (
    DEVASTATED,
    barred,
    cost_of,
    engines_barred,
    ground_points,
    joined,
    may_cross_strait,
    may_enter_city,
    must_stop,
    river_points,
    rivers_stop,
    roads_of,
    strait,
)

STEPS = 2500
"""The steps of reading an order as which a search counts, so that an order may name a few places far
apart.
"""
KEPT = 32
"""The number of cached searches, because each letter of an order asks for the same ways again."""


class Edge(NamedTuple):
    """A step between two hexes as the board has it: the bit of the province entered, points for the ground.

    `asked` tells whether the position may forbid it: a strait.
    """

    to: Place
    bit: int
    by_road: bool
    points: int
    stops: bool
    asked: bool


class Label(Struct, gc=False):
    """A way to a hex, as the search keeps it: its cost, and the provinces paid off and on the road.

    `live` is False once another way has proved no worse.
    """

    cost: int
    off: int
    road: int
    hex: Place
    before: Label | None
    live: bool = True


@cache
def _bits(scenario: str) -> Mapping[str, int]:
    return {province: 1 << i for i, province in enumerate(SCENARIOS[scenario].area)}


@cache
def _edges(scenario: str, rivers: bool) -> Mapping[Place, Sequence[Edge]]:
    """§6.31 §6.32 §6.34 Return all steps between hexes of a scenario's play area."""
    bits, roads = _bits(scenario), roads_of(SCENARIOS[scenario])
    land = [hex for hex, at in HEXES.items() if at.kind == "land" and at.province in bits]
    found: dict[Place, list[Edge]] = {}
    for a in land:
        found[a] = []
        for b in NEIGHBOURS[a]:
            if HEXES[b].province not in bits or not joined(a, b) or barred(a, b):
                continue
            by_road = roads.link(a, b)
            points = ground_points(b, by_road) + river_points(a, b, by_road)
            found[a].append(
                Edge(
                    b,
                    bits[province_of(b)],
                    by_road,
                    points,
                    must_stop(a, b, roads, rivers),
                    bool(strait(a, b)),
                )
            )
    return found


@cache
def _crossings(scenario: str) -> Sequence[tuple[Place, Place]]:
    """§6.38 Return all steps over a strait."""
    return [(a, edge.to) for a, edges in _edges(scenario, True).items() for edge in edges if edge.asked]


class Terms(NamedTuple):
    """All that the ways from one hex to others depend on, besides the board.

    `straits` are the steps over a strait that may be taken; `within` the provinces not to be left, none for
    all; `rivers` says whether major ones end a march.
    """

    scenario: str
    start: Place
    engines: bool
    devastated: tuple[str, ...]
    straits: frozenset[tuple[Place, Place]]
    by_road: bool
    rivers: bool
    within: tuple[str, ...] = ()


class Ways(NamedTuple):
    """The cheapest way to every hex; `ends` are those on which the last step ends the movement."""

    ends: Mapping[Place, Label]
    best: Mapping[Place, Label]


def cheapest(
    w: World, side: Side, units: Mapping[str, int], start: Place, by_road: bool = False
) -> dict[Place, tuple[Place, ...]]:
    """§6.41 Return the cheapest way to every place that a force can come to, without the start.

    Who stays in home provinces pays half: ways that never leave them are looked for on their own.
    """
    if is_inside(start) and CITY_AT[hex_of(start)] in w.sieges:
        return {}
    spend(STEPS)
    crossings = [
        (a, b) for a, b in _crossings(w.scenario) if may_cross_strait(w, side, a, strait(a, b)) is None
    ]
    engines = bool(of_arm(units, ENGINE))
    terms = Terms(
        w.scenario, start, engines, tuple(w.devastated), frozenset(crossings), by_road, rivers_stop(w)
    )
    found = _with_cities(w, side, terms)
    home = tuple(scenario_of(w).home[side])
    if province_of(start) in home:
        for to, way in _with_cities(w, side, terms._replace(within=home)).items():
            if cost_of(w, side, (start, *way)).half < cost_of(w, side, (start, *found[to])).half:
                found[to] = way
    return found


def _with_cities(w: World, side: Side, terms: Terms) -> dict[Place, tuple[Place, ...]]:
    """§6.37 Return the ways to hexes, and from them into cities, where each ends."""
    ends, best = searched(terms)
    found = dict(ends)
    for hex, label in best.items():
        city = "" if is_inside(hex) else city_of(w, hex)
        if city and inside_of(city) != terms.start and may_enter_city(w, side, city) is None:
            to = inside_of(city)
            found[to] = Label(label.cost, label.off, label.road, to, label)
    for hex, label in best.items():
        if hex not in found or label.cost <= found[hex].cost:
            found[hex] = label
    return {to: _way(label) for to, label in found.items() if label.before is not None}


@lru_cache(KEPT)
def searched(terms: Terms) -> Ways:
    """Return the ways by such terms; every reader shares them."""
    return _Search(terms).ways()


class _Search:
    """§6.41 A search that keeps, for each hex, every way that might still become the cheapest.

    One is dropped when another that is there already costs no more, even after paying for all that the first
    one has paid and it has not.
    """

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._edges, bits = _edges(terms.scenario, terms.rivers), _bits(terms.scenario)
        self._roads = roads_of(SCENARIOS[terms.scenario])
        self._within = sum(bits[p] for p in terms.within) if terms.within else -1
        self._rate = {bit: DEVASTATED if p in terms.devastated else 1 for p, bit in bits.items()}
        self._full = {bit: PROVINCES[p].attrition * self._rate[bit] for p, bit in bits.items()}
        self._all_full, self._all_rate = _sums(tuple(self._full.values())), _sums(tuple(self._rate.values()))
        self._kept: dict[Place, list[Label]] = {}
        self._ends: dict[Place, Label] = {}

    def ways(self) -> Ways:
        """Run the search."""
        first = Label(0, 0, 0, self._terms.start, None)
        buckets: dict[int, list[Label]] = {0: [first]}
        self._kept[first.hex] = [first]
        while buckets:
            for label in buckets.pop(min(buckets)):
                if label.live:
                    for made in self._onward(label):
                        buckets.setdefault(made.cost, []).append(made)
        return Ways(self._ends, {hex: min(kept, key=_cost) for hex, kept in self._kept.items()})

    def _onward(self, label: Label) -> list[Label]:
        """Return the labels one step on; a province's rating is paid once, by road at the lower rate."""
        made = []
        for to, bit, by_road, points, stops, asked in self._steps_of(label.hex):
            off, road, cost = label.off, label.road, label.cost + points
            if by_road:
                if bit and not (off | road) & bit:
                    cost += self._rate[bit]
                    road |= bit
            elif not off & bit:
                cost += self._full[bit] - (self._rate[bit] if road & bit else 0)
                off |= bit
            if asked and (hex_of(label.hex), to) not in self._terms.straits:
                continue
            if stops:
                if to not in self._ends or cost < self._ends[to].cost:
                    self._ends[to] = Label(cost, off, road, to, label)
            elif self._may_win(to, cost, off, road):
                made.append(Label(cost, off, road, to, label))
                self._kept[to].append(made[-1])
        return made

    def _steps_of(self, here: Place) -> Sequence[Edge]:
        """Return the steps out of a place; who begins inside a city may step out of it."""
        if is_inside(here):
            here = hex_of(here)
            return [Edge(here, 0, True, 0, False, False), *self._plain(here)]
        return self._plain(here)

    def _plain(self, here: Place) -> Sequence[Edge]:
        edges, terms = self._edges.get(here, ()), self._terms
        if terms.by_road or terms.engines or terms.within:
            return [
                edge
                for edge in edges
                if (edge.by_road or not terms.by_road)
                and edge.bit & self._within
                and (not terms.engines or edge.asked or engines_barred(here, edge.to, self._roads) is None)
            ]
        return edges

    def _may_win(self, hex: Place, cost: int, off: int, road: int) -> bool:
        """Return true if a way to a hex may become the cheapest; drop those that it proves no better."""
        kept = self._kept.setdefault(hex, [])
        full, rate = self._all_full, self._all_rate
        dearer = False
        for old in kept:
            spare = cost - old.cost
            if spare <= 0:
                dearer = True
            if spare >= 0:
                lacks = off & ~old.off
                more = full[lacks] - rate[old.road & lacks] + rate[road & ~(old.road | old.off | off)]
                if more <= spare:
                    return False
        if dearer:
            for old in kept:
                lacks = old.off & ~off
                more = full[lacks] - rate[road & lacks] + rate[old.road & ~(road | off | old.off)]
                old.live = old.cost < cost or cost + more > old.cost
            kept[:] = [old for old in kept if old.live]
        return True


@lru_cache(KEPT)
def _sums(points: tuple[int, ...]) -> Sequence[int]:
    """Return the sum of the points of each set of provinces; a set is the sum of their bits."""
    sums = [0]
    for each in points:
        sums += [each + other for other in sums]
    return sums


def _cost(label: Label) -> int:
    return label.cost


def _way(label: Label) -> tuple[Place, ...]:
    found: list[Place] = []
    at: Label | None = label
    while at is not None and at.before is not None:
        found.append(at.hex)
        at = at.before
    return tuple(reversed(found))
