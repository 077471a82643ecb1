"""§6.41 The cheapest way to every hex. A province is paid once a move: it is no shortest path over hexes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from adjudicator.ancient_world.board import CITY_AT, ENGINE, HEXES, NEIGHBOURS, PROVINCES, SCENARIOS
from adjudicator.ancient_world.world import (
    Place,
    Side,
    World,
    city_of,
    hex_of,
    is_inside,
    province_of,
    scenario_of,
)

from .r02_forces import of_arm
from .r06_ground import (
    barred,
    cost_of,
    ground_points,
    joined,
    may_step,
    must_stop,
    rate,
    river_points,
    roads_of,
    strait,
)


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
def _edges(scenario: str) -> Mapping[Place, Sequence[Edge]]:
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
                Edge(b, bits[province_of(b)], by_road, points, must_stop(a, b, roads), bool(strait(a, b)))
            )
    return found


def cheapest(
    w: World, side: Side, units: Mapping[str, int], start: Place, by_road: bool = False
) -> dict[Place, tuple[Place, ...]]:
    """§6.41 Return the cheapest way to every place that a force can come to, without the start.

    Who stays in home provinces pays half: ways that never leave them are looked for on their own.
    """
    found = _Search(w, side, units, start, by_road).ways()
    home = scenario_of(w).home[side]
    if province_of(start) in home:
        for to, way in _Search(w, side, units, start, by_road, home).ways().items():
            if cost_of(w, side, (start, *way)).half < cost_of(w, side, (start, *found[to])).half:
                found[to] = way
    return found


class _Search:
    """§6.41 A search that keeps, for each hex, every way that might still become the cheapest.

    One is dropped when another that is there already costs no more, even after paying for all that the first
    one has paid and it has not.
    """

    def __init__(
        self,
        w: World,
        side: Side,
        units: Mapping[str, int],
        start: Place,
        by_road: bool,
        within: Sequence[str] = (),
    ) -> None:
        self._w, self._side, self._units, self._start = w, side, units, start
        self._by_road, self._engines = by_road, bool(of_arm(units, ENGINE))
        self._edges, bits = _edges(w.scenario), _bits(w.scenario)
        self._roads = roads_of(scenario_of(w))
        self._within = sum(bits[p] for p in within) if within else -1
        self._rate = {bit: rate(w, p) for p, bit in bits.items()}
        self._full = {bit: PROVINCES[p].attrition * rate(w, p) for p, bit in bits.items()}
        self._kept: dict[Place, list[Label]] = {}
        self._ends: dict[Place, Label] = {}
        self._bits, self._least = len(bits), min(self._rate.values())
        self._more: dict[int, int] = {}

    def ways(self) -> dict[Place, tuple[Place, ...]]:
        """Run the search."""
        first = Label(0, 0, 0, self._start, None)
        buckets: dict[int, list[Label]] = {0: [first]}
        self._kept[self._start] = [first]
        while buckets:
            for label in buckets.pop(min(buckets)):
                if label.live:
                    for made in self._onward(label):
                        buckets.setdefault(made.cost, []).append(made)
        best = {hex: min(kept, key=lambda one: one.cost) for hex, kept in self._kept.items()}
        found = {**self._ends, **self._cities(best)}
        for hex, label in best.items():
            if hex not in found or label.cost <= found[hex].cost:
                found[hex] = label
        return {hex: _way(label) for hex, label in found.items() if label.before is not None}

    def _onward(self, label: Label) -> list[Label]:
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
            if asked and not self._may(label.hex, to):
                continue
            one = Label(cost, off, road, to, label)
            if stops:
                if to not in self._ends or cost < self._ends[to].cost:
                    self._ends[to] = one
            elif self._keep(one):
                made.append(one)
        return made

    def _steps_of(self, here: Place) -> Sequence[Edge]:
        """Return the steps out of a place; who begins inside a city may step out of it."""
        if is_inside(here):
            here = hex_of(here)
            if CITY_AT[here] in self._w.sieges:
                return ()
            return [Edge(here, 0, True, 0, False, False), *self._plain(here)]
        return self._plain(here)

    def _plain(self, here: Place) -> Sequence[Edge]:
        edges = self._edges.get(here, ())
        if self._by_road or self._engines or self._within != -1:
            return [
                edge
                for edge in edges
                if (edge.by_road or not self._by_road)
                and edge.bit & self._within
                and (not self._engines or self._may(here, edge.to))
            ]
        return edges

    def _may(self, a: Place, b: Place) -> bool:
        return may_step(self._w, self._side, self._units, a, b, self._roads) is None

    def _cities(self, found: Mapping[Place, Label]) -> dict[Place, Label]:
        """§6.37 Return the ways into cities: from the hex in which each lies."""
        inside: dict[Place, Label] = {}
        for hex, label in found.items():
            to = f"{hex}i"
            if not is_inside(hex) and to != self._start and city_of(self._w, hex) and self._may(hex, to):
                inside[to] = Label(label.cost, label.off, label.road, to, label)
        return inside

    def _keep(self, one: Label) -> bool:
        kept = self._kept.setdefault(one.hex, [])
        cost, off, paid = one.cost, one.off, one.off | one.road
        dearer = False
        for old in kept:
            spare = cost - old.cost
            if spare <= 0:
                dearer = True
            if spare >= 0:
                open_ = paid & ~old.off
                new = open_ & ~old.road
                if not (new or off & open_):
                    return False
                if new.bit_count() * self._least <= spare and self._lacks(old, one) <= spare:
                    return False
        if dearer:
            for old in kept:
                old.live = old.cost < cost or cost + self._lacks(one, old) > old.cost
            kept[:] = [old for old in kept if old.live]
        kept.append(one)
        return True

    def _lacks(self, one: Label, other: Label) -> int:
        """Return the most that a way may still have to pay beyond another."""
        off = other.off & ~one.off
        road = other.road & ~(one.road | one.off | other.off)
        key = ((off << self._bits | one.road & off) << self._bits) | road
        more = self._more.get(key)
        if more is None:
            more = self._more[key] = sum(
                (full - self._rate[bit] * bool(one.road & bit)) * bool(off & bit)
                + self._rate[bit] * bool(road & bit)
                for bit, full in self._full.items()
            )
        return more


def _way(label: Label) -> tuple[Place, ...]:
    found: list[Place] = []
    at: Label | None = label
    while at is not None and at.before is not None:
        found.append(at.hex)
        at = at.before
    return tuple(reversed(found))
