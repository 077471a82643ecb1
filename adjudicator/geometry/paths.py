"""Cheapest ways over any network of places, whatever the game.

The network is a function from a place to the ways out of it: pairs of a neighbour and what the step costs,
in whole units of at least 0. A place that may be entered and not left has no ways out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

Ways = Callable[[str], Iterable[tuple[str, int]]]


class Reach(Struct, frozen=True):
    """The places within reach: the least cost of each place, and the place before it on the way.

    Places are in the order of cost and then of id; the start is among them at cost 0.
    """

    costs: dict[str, int]
    before: dict[str, str]

    def path(self, to: str) -> list[str]:
        """Return the places from the start to one that is reached, both among them.

        Raises:
            KeyError: it is not reached.
        """
        if to not in self.costs:
            raise KeyError(to)
        found = [to]
        while found[-1] in self.before:
            found.append(self.before[found[-1]])
        return found[::-1]

    def ways(self) -> dict[str, tuple[str, ...]]:
        """Return the way to every place but the start, without the start; cheaper places come first."""
        ways: dict[str, tuple[str, ...]] = {}
        for to in self.costs:
            if to in self.before:
                ways[to] = (*ways.get(self.before[to], ()), to)
        return ways


def reach(start: str, ways: Ways, budget: int, goal: str = "") -> Reach:
    """Return every place that can be reached for no more than `budget`, by the cheapest path.

    Of two paths that cost the same, the one is kept that comes through the place that is cheaper itself, and
    then through the lower id, so that the answer is the same wherever it is asked. The search ends early
    once `goal` is settled.
    """
    costs: dict[str, int] = {}
    before: dict[str, str] = {}
    best, beyond = {start: 0}, budget + 1
    waiting = {0: [start]}  # by cost: costs are few and places many, so no heap of pairs
    while waiting and goal not in costs:
        cost = min(waiting)
        for place in sorted(waiting.pop(cost)):
            if place in costs:
                continue
            costs[place] = cost
            if place == goal:
                break
            for beside, step in ways(place):
                total = cost + step
                if total < best.get(beside, beyond):
                    best[beside], before[beside] = total, place
                    waiting.setdefault(total, []).append(beside)
    settled = {place: before[place] for place in costs if place in before}
    return Reach(costs, settled)


def nearest(starts: Iterable[str], beside: Callable[[str], Iterable[str]], most: int) -> dict[str, str]:
    """Return the nearest start of each place that is at most so many steps from one; of several the first."""
    found = {start: start for start in starts}
    edge = [*found]
    for _ in range(most):
        reached: dict[str, str] = {}
        for one in edge:
            for place in beside(one):
                if place not in found:
                    reached.setdefault(place, found[one])
        found |= reached
        edge = [*reached]
    return found
